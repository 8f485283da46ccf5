// Checks that the deals contain this browser's salt, and recomputes every hand from the secret.
import { byId } from "../page.js";
import { gettext, ngettext } from "../texts.js";
import { FairnessError, verifyGame } from "../verify/deal.js";
import { compareOwn } from "../verify/own.js";

/** @import { GameRecord } from "../types.js" */

/**
 * @param {string} table the table's id
 * @param {GameRecord} record the game's record
 */
export function offerCheck(table, record) {
  const own = compareOwn(table, record);
  if (own) say(byId("replay-own"), own.kind, own.text);
  const button = byId("replay-verify");
  button.hidden = false;
  button.addEventListener("click", () => {
    const { kind, text } = check(record);
    say(byId("replay-verified"), kind, text);
  });
}

/** @param {GameRecord} record */
function check(record) {
  try {
    const findings = verifyGame(record);
    const wrong = findings.filter((found) => !found.ok).length;
    if (wrong > 0)
      return {
        kind: "bad",
        text: ngettext(
          "%(n)s check failed. See the page for checking deals.",
          "%(n)s checks failed. See the page for checking deals.",
          wrong,
        ),
      };
    const hands = findings.filter((found) => found.subject === "hand").length;
    return {
      kind: "good",
      text: ngettext(
        "The secret matches its commitment, and %(n)s hand was dealt accordingly.",
        "The secret matches its commitment, and all %(n)s hands were dealt accordingly.",
        hands,
      ),
    };
  } catch (error) {
    if (!(error instanceof FairnessError)) throw error;
    return { kind: "bad", text: gettext("The record can’t be checked: %(place)s.", { place: error.place }) };
  }
}

/** @param {HTMLElement} place @param {string} kind @param {string} text */
function say(place, kind, text) {
  const line = document.createElement("p");
  line.className = kind ? `note note-${kind}` : "note";
  line.textContent = text;
  place.replaceChildren(line);
}
