// The scripts of every page. Each part works alone, and every page works without them.

import { tellZone } from "../zone.js";
import { oncePerForm } from "./busy.js";
import { followQuietly, keepPlaces } from "./follow.js";
import { installWorker } from "./install.js";
import { pickPeople } from "./people.js";
import { themeSwitches } from "./theme.js";
import { keepTimes } from "./times.js";
import { closeMenus, copyButtons, showPasswords } from "./widgets.js";

tellZone();
keepTimes();
followQuietly();
keepPlaces();
themeSwitches();
oncePerForm();
closeMenus();
copyButtons();
showPasswords();
pickPeople();
installWorker();
