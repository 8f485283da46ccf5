// Starts the replay of a finished game from what the server wrote into the page (templates/tables/replay/page.html).
import { block, byId, texts } from "../page.js";
import { Preferences } from "../table/preferences.js";
import { Words } from "../table/words.js";
import { offerCheck } from "./deals.js";
import { Player } from "./player.js";

/** @import { Replay } from "../types.js" */

/** @import { Shared } from "./share.js" */

const config = /** @type {{data: string, table: string, you: number | null} & Shared} */ (block("config"));
const words = new Words({ ...texts("words"), ...texts("replay-words") }, document.documentElement.lang);

/** @returns {Promise<Replay | null>} the replay's data, or null where it can't be had */
async function load() {
  const answer = await fetch(config.data).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

const replay = await load();
if (replay) {
  new Player(byId("replay"), {
    replay,
    words,
    you: config.you,
    shared: config,
    faces: texts("faces"),
    icons: texts("icons"),
    preferences: new Preferences(),
  }).start();
  offerCheck(config.table, replay.record, words);
} else {
  const failed = byId("replay-failed");
  failed.textContent = words.t("failed");
  failed.hidden = false;
}
