// Verifies the deals when a game is over and its record is available, including this browser's own salt.
import { verifyGame } from "./deal.js";
import { compareOwn } from "./own.js";

/** @import { Checked } from "../types.js" */

/** @param {string} table the table's id @param {string} address the record's @returns {Promise<Checked>} a key of a sentence, or "" */
export async function checked(table, address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return "";
  const record = await answer.json();
  const agrees = verifyGame(record).every((found) => found.ok);
  const own = compareOwn(table, record);
  if (!agrees || own?.kind === "bad") return "deals_bad";
  return own?.kind === "good" ? "deals_good" : "";
}
