// Checks that the deals contain this browser's salt, and recomputes every hand from the secret.
import { byId } from "../page.js";
import { FairnessError, verifyGame } from "../verify/deal.js";
import { compareOwn } from "../verify/own.js";

/** @import { GameRecord, Words } from "../types.js" */

/**
 * @param {string} table the table's id
 * @param {GameRecord} record the game's record
 * @param {Words} words
 */
export function offerCheck(table, record, words) {
  const own = compareOwn(table, record);
  if (own) say(byId("replay-own"), own.kind, words.t(own.key));
  const button = byId("replay-verify");
  button.hidden = false;
  button.addEventListener("click", () => {
    const { kind, text } = check(record, words);
    say(byId("replay-verified"), kind, text);
  });
}

/** @param {GameRecord} record @param {Words} words */
function check(record, words) {
  try {
    const findings = verifyGame(record);
    const wrong = findings.filter((found) => !found.ok).length;
    if (wrong > 0) return { kind: "bad", text: words.count("differ", wrong) };
    const hands = findings.filter((found) => found.subject === "hand").length;
    return { kind: "good", text: words.count("all_agree", hands) };
  } catch (error) {
    if (!(error instanceof FairnessError)) throw error;
    return { kind: "bad", text: words.t("unreadable", { place: error.place }) };
  }
}

/** @param {HTMLElement} place @param {string} kind @param {string} text */
function say(place, kind, text) {
  const line = document.createElement("p");
  line.className = kind ? `note note-${kind}` : "note";
  line.textContent = text;
  place.replaceChildren(line);
}
