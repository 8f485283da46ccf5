// Starts the replay of a finished game from what the server wrote into the page (templates/tables/replay.html).
import { block } from "../page.js";
import { Preferences } from "../table/preferences.js";
import { Words } from "../table/words.js";
import { offerCheck } from "./deals.js";
import { Player } from "./player.js";

const config = block("config");
const words = new Words({ ...block("words"), ...block("replay-words") }, document.documentElement.lang);

/** @returns {Promise<any>} the replay's data, or null where it can't be had */
async function load() {
  const answer = await fetch(config.data).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

const replay = await load();
if (replay) {
  new Player(document.getElementById("replay"), {
    replay,
    words,
    you: config.you,
    faces: block("faces"),
    icons: block("icons"),
    preferences: new Preferences(),
  }).start();
  offerCheck(config.table, replay.record, words);
} else {
  const failed = document.getElementById("replay-failed");
  failed.textContent = words.t("failed");
  failed.hidden = false;
}
