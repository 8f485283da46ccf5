// The scripts of every page. Each part works alone, and every page works without them.

import { pageWords } from "../page.js";
import { tellZone } from "../zone.js";
import { oncePerForm } from "./busy.js";
import { followQuietly, keepPlaces } from "./follow.js";
import { installWorker } from "./install.js";
import { themeSwitches } from "./theme.js";
import { keepTimes } from "./times.js";
import { closeMenus, copyButtons } from "./widgets.js";

const words = pageWords();
tellZone();
keepTimes(words);
followQuietly();
keepPlaces();
themeSwitches();
oncePerForm(words);
closeMenus();
copyButtons(words);
installWorker();
