// The pad's games, kept in this browser after every tap, so that a reload or an empty battery loses nothing.

/** @import { Bids } from "./bids.js" */
/** @import { Hand, RenegeRule, Terms } from "./scorer.js" */

/**
 * @typedef {object} Draft the hand being entered
 * @property {Bids} bids
 * @property {(number | null)[] | null} won null while the bids are entered
 * @property {number | null} renege
 * @property {number | null} of the index of the hand being edited; null: the next hand
 *
 * @typedef {object} Saved a game
 * @property {string} id
 * @property {string} at when it began
 * @property {string[]} names by seat
 * @property {string} title of its rules
 * @property {Terms} terms
 * @property {number} dealer who deals first
 * @property {RenegeRule} rule
 * @property {Hand[]} hands
 * @property {number} deleted how many hands were deleted
 * @property {Draft | null} draft
 * @property {Draft | null} [aside] the next hand, while an earlier one is edited
 *
 * @typedef {{name: string, terms: Terms}} KeptRules a league's, taken over from its page or as JSON
 */

const GAMES = "score.games";
const RULES = "score.rules";
const MOST = 60;

/** @param {string} key @returns {any[]} */
function read(key) {
  try {
    const list = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** @param {string} key @param {unknown[]} list @returns {boolean} whether the browser has kept it */
function write(key, list) {
  try {
    localStorage.setItem(key, JSON.stringify(list));
    return true;
  } catch {
    return false;
  }
}

/** @returns {Saved[]} the latest first */
export const savedGames = () => read(GAMES);

/** Keeps a game; of many, the oldest that are over go. @param {Saved} game @returns {boolean} whether it is kept */
export function saveGame(game) {
  const others = savedGames().filter(({ id }) => id !== game.id);
  return write(
    GAMES,
    [game, ...others].filter(({ draft }, index) => draft || index < MOST),
  );
}

/** @returns {KeptRules[]} */
export const keptRules = () => read(RULES);

/** @param {Terms} one @param {Terms} other */
export const sameTerms = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Keeps rules; others of the same name stay. @param {KeptRules} rules @returns {string | null} their name here, if kept */
export function keepRules({ name, terms }) {
  const kept = keptRules();
  let free = name;
  const taken = () => kept.some((other) => other.name === free && !sameTerms(other.terms, terms));
  for (let n = 2; taken(); n += 1) free = `${name} (${n})`;
  const others = kept.filter((other) => other.name !== free);
  return write(RULES, [{ name: free, terms }, ...others].slice(0, 20)) ? free : null;
}
