// Compares a finished game's record with what this browser stored about its table, which a record alone can't prove.
import { keptOf } from "../salt.js";
import { gettext } from "../texts.js";
import { ALGORITHM, listDigest, saltHash } from "./deal.js";

/** @import { GameRecord } from "../types.js" */

/**
 * @param {string} table the table's id
 * @param {Pick<GameRecord, "x-fairness">} record a record that `verifyGame` takes
 * @returns {{kind: "good" | "warn" | "bad" | "", text: string} | null} the kind of note and its sentence; null for a
 *   record of the first algorithm
 */
export function compareOwn(table, record) {
  const fair = record["x-fairness"];
  if (fair.algorithm !== ALGORITHM) return null;
  const kept = keptOf(table);
  if (kept?.commitment && kept.commitment !== fair.commitment)
    return {
      kind: "bad",
      text: gettext("Don’t trust these deals: the commitment isn’t the one that your browser saw at the table."),
    };
  if (!kept?.digest)
    return {
      kind: kept?.sat ? "warn" : "",
      text: gettext(
        "This browser stored nothing from the start of this game, so it can’t tell whether your salt is in the deals. Use the browser you played with.",
      ),
    };
  if (kept.digest !== listDigest(fair.salt_hashes))
    return {
      kind: "bad",
      text: gettext(
        "Don’t trust these deals: the list of hashes isn’t the one that your browser saw before it revealed its salt.",
      ),
    };
  const place = fair.salt_hashes.indexOf(saltHash(kept.salt));
  if (place < 0 && !kept.sat && !fair.salt_hashes.length)
    return { kind: "", text: gettext("No player contributed a salt: the server alone determined these deals.") };
  if (place < 0)
    return kept.sat
      ? {
          kind: "warn",
          text: gettext(
            "This browser’s salt isn’t in these deals: it came too late, or another of your devices contributed one.",
          ),
        }
      : { kind: "", text: gettext("You joined during the game, so your browser had no part in its deals.") };
  return fair.salts[place] === kept.salt
    ? {
        kind: "good",
        text: gettext("Your own salt is in these deals: until your browser revealed it, nobody could know them."),
      }
    : {
        kind: "bad",
        text: gettext(
          "Your salt was left out of these deals, though your browser had committed to it. If you were connected at the start, the server dropped it.",
        ),
      };
}
