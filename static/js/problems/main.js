// Starts a problem from what the server wrote into the page (templates/problems/problem.html).
import { block, byId, texts } from "../page.js";
import { Preferences } from "../table/preferences.js";
import { Problem } from "./problem.js";

const config = /** @type {ConstructorParameters<typeof Problem>[1]["config"]} */ (block("config"));
new Problem(byId("problem"), {
  config,
  faces: texts("faces"),
  icons: texts("icons"),
  live: byId("said"),
  preferences: new Preferences(),
}).start();
