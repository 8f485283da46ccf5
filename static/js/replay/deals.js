// Says whether the own salt is in the deals, and deals every hand again: were the cards the ones that the secret fixed?
import { FairnessError, verifyGame } from "../verify/deal.js";
import { compareOwn } from "../verify/own.js";

/**
 * @param {string} table the table's id
 * @param {any} record the game's record
 * @param {import("../table/words.js").Words} words
 */
export function offerCheck(table, record, words) {
  const own = compareOwn(table, record);
  if (own) say(document.getElementById("replay-own"), own.kind, words.t(own.key));
  const button = document.getElementById("replay-verify");
  button.hidden = false;
  button.addEventListener("click", () => {
    const { kind, text } = check(record, words);
    say(document.getElementById("replay-verified"), kind, text);
  });
}

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

function say(place, kind, text) {
  const line = document.createElement("p");
  line.className = kind ? `note note-${kind}` : "note";
  line.textContent = text;
  place.replaceChildren(line);
}
