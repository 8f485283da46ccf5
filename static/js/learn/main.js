// Starts a lesson from what the server wrote into the page (templates/learn/lesson.html).
import { block, byId, texts } from "../page.js";
import { Preferences } from "../table/preferences.js";
import { Lesson } from "./lesson.js";

const config = /** @type {ConstructorParameters<typeof Lesson>[1]["config"]} */ (block("config"));
new Lesson(byId("lesson"), {
  config,
  faces: texts("faces"),
  icons: texts("icons"),
  live: byId("said"),
  preferences: new Preferences(),
}).start();
