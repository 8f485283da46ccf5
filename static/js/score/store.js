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

/** @param {Saved} game @returns {boolean} whether it is kept */
export function saveGame(game) {
  const others = savedGames().filter(({ id }) => id !== game.id);
  return write(GAMES, [game, ...others].slice(0, MOST));
}

/** @returns {KeptRules[]} */
export const keptRules = () => read(RULES);

/** @param {KeptRules} rules */
export function keepRules(rules) {
  const others = keptRules().filter(({ name }) => name !== rules.name);
  write(RULES, [rules, ...others].slice(0, 20));
}
