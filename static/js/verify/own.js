// Compares a finished game's record with what this browser stored about its table, which a record alone can't prove.
import { keptOf } from "../salt.js";
import { ALGORITHM, listDigest, saltHash } from "./deal.js";

/** @import { GameRecord } from "../types.js" */

/**
 * @param {string} table the table's id
 * @param {Pick<GameRecord, "x-fairness">} record a record that `verifyGame` takes
 * @returns {{kind: "good" | "warn" | "bad" | "", key: string} | null} the kind of note and the key of its sentence; null for
 *   a record of the first algorithm
 */
export function compareOwn(table, record) {
  const fair = record["x-fairness"];
  if (fair.algorithm !== ALGORITHM) return null;
  const kept = keptOf(table);
  if (kept?.commitment && kept.commitment !== fair.commitment) return { kind: "bad", key: "own_commitment" };
  if (!kept?.digest) return { kind: kept?.sat ? "warn" : "", key: "own_unknown" };
  if (kept.digest !== listDigest(fair.salt_hashes)) return { kind: "bad", key: "own_list" };
  const place = fair.salt_hashes.indexOf(saltHash(kept.salt));
  if (place < 0) return kept.sat ? { kind: "warn", key: "own_missing" } : { kind: "", key: "own_late" };
  return fair.salts[place] === kept.salt ? { kind: "good", key: "own_in" } : { kind: "bad", key: "own_left_out" };
}
