// Starts the replay of a finished game from what the server wrote into the page (templates/tables/replay/page.html).
import { block, byId, texts } from "../page.js";
import { Preferences } from "../table/preferences.js";
import { gettext } from "../texts.js";
import { offerCheck } from "./deals.js";
import { Player } from "./player.js";

/** @import { Replay } from "../types.js" */

/** @import { Shared } from "./share.js" */

const config = /** @type {{data: string, table: string, you: number | null} & Shared} */ (block("config"));

/** @returns {Promise<Replay | null>} the replay's data, or null where it can't be had */
async function load() {
  const answer = await fetch(config.data).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

const replay = await load();
if (replay) {
  new Player(byId("replay"), {
    replay,
    you: config.you,
    shared: config,
    faces: texts("faces"),
    icons: texts("icons"),
    preferences: new Preferences(),
  }).start();
  offerCheck(config.table, replay.record);
} else {
  const failed = byId("replay-failed");
  failed.textContent = gettext("The game’s data could not be loaded. Check your connection and load the page again.");
  failed.hidden = false;
}
