// Deals every hand of the game again, in the browser, and says whether the cards were the ones that the secret fixed.
import { FairnessError, canVerify, verifyGame } from "../verify/deal.js";

/**
 * @param {any} record the game's record
 * @param {import("../table/words.js").Words} words
 */
export function offerCheck(record, words) {
  const button = document.getElementById("replay-verify");
  const place = document.getElementById("replay-verified");
  button.hidden = false;
  button.addEventListener("click", async () => {
    say(place, "", words.t("working"));
    const { kind, text } = await check(record, words);
    say(place, kind, text);
  });
}

async function check(record, words) {
  if (!canVerify()) return { kind: "warn", text: words.t("no_crypto") };
  try {
    const findings = await verifyGame(record);
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
