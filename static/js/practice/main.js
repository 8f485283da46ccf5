// Starts practice from what the server wrote into the page (templates/practice/table.html).
import { block, byId, texts } from "../page.js";
import { Preferences } from "../table/preferences.js";
import { Practice } from "./practice.js";

const config = /** @type {ConstructorParameters<typeof Practice>[1]["config"]} */ (block("config"));
new Practice(byId("table"), {
  config,
  faces: texts("faces"),
  icons: texts("icons"),
  live: byId("said"),
  preferences: new Preferences(),
}).start();
