// Starts practice from what the server wrote into the page (templates/practice/table.html).
import { block, byId, texts } from "../page.js";
import { Preferences } from "../table/preferences.js";
import { Words } from "../table/words.js";
import { Practice } from "./practice.js";

/** @import { Model } from "../types.js" */

/** The table's words; between two hands it is the player who deals. */
class PracticeWords extends Words {
  /** @override @param {Model} m */
  prompt(m) {
    return m.phase === "deal" || m.phase === "over" ? "" : super.prompt(m);
  }
}

const config = /** @type {ConstructorParameters<typeof Practice>[1]["config"]} */ (block("config"));
new Practice(byId("table"), {
  config,
  words: new PracticeWords({ ...texts("words"), ...texts("practice-words") }, document.documentElement.lang),
  faces: texts("faces"),
  icons: texts("icons"),
  live: byId("said"),
  preferences: new Preferences(),
}).start();
