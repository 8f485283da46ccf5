// Starts a lesson from what the server wrote into the page (templates/learn/lesson.html).
import { block, byId, texts } from "../page.js";
import { Preferences } from "../table/preferences.js";
import { Words } from "../table/words.js";
import { Lesson } from "./lesson.js";

/** @import { Model } from "../types.js" */

/** The table's words; between two hands of a lesson nothing is being dealt. */
class LessonWords extends Words {
  /** @override @param {Model} m */
  prompt(m) {
    return m.phase === "deal" || m.phase === "over" ? "" : super.prompt(m);
  }
}

const config = /** @type {ConstructorParameters<typeof Lesson>[1]["config"]} */ (block("config"));
new Lesson(byId("lesson"), {
  config,
  words: new LessonWords({ ...texts("words"), ...texts("lesson-words") }, document.documentElement.lang),
  faces: texts("faces"),
  icons: texts("icons"),
  live: byId("said"),
  preferences: new Preferences(),
}).start();
