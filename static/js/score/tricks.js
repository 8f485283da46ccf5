// Entering the tricks of a hand: by side, and by player where a nil or a player's own blind bid needs it. They always add up.
import { isNil } from "./scorer.js";

/** @import { Bid, Terms } from "./scorer.js" */

/** @typedef {{seats: number[], nil: boolean}} Winners whose tricks are one number */

/** @param {Terms} terms @param {Bid[]} bids @returns {Winners[]} */
export function winnersOf(terms, bids) {
  return terms.side_seats.flatMap((seats) => {
    const alone = seats.some((seat) => isNil(bids[seat]) || (terms.bid_by === "player" && bids[seat].blind));
    const parts = alone ? seats.map((seat) => [seat]) : [seats];
    return parts.map((part) => ({ seats: part, nil: part.length === 1 && isNil(bids[part[0]]) }));
  });
}

/** @param {Winners[]} winners @returns {(number | null)[]} nils won none unless somebody says otherwise */
export const untouched = (winners) => winners.map(({ nil }) => (nil ? 0 : null));

/**
 * Whose number follows from the others': the only open one, or else the last contract's that wasn't just entered.
 * @param {Winners[]} winners
 * @param {(number | null)[]} won
 * @param {number} index what is entered
 */
function followerOf(winners, won, index) {
  const others = [...won.keys()].filter((i) => i !== index);
  const open = others.filter((i) => won[i] === null);
  if (open.length) return open.length === 1 ? open[0] : -1;
  return others.filter((i) => !winners[i].nil).at(-1) ?? others.at(-1) ?? -1;
}

/**
 * The most that one may have won, by what the others are said to have won; the one that follows gives way.
 * @param {Winners[]} winners
 * @param {(number | null)[]} won
 * @param {number} index
 * @param {number} tricks
 */
export function mostOf(winners, won, index, tricks) {
  const follows = followerOf(winners, won, index);
  return [...won.entries()].reduce((left, [i, n]) => left - (i === index || i === follows ? 0 : (n ?? 0)), tricks);
}

/**
 * The numbers after one is entered.
 * @param {Winners[]} winners
 * @param {(number | null)[]} won
 * @param {number} index
 * @param {number} n
 * @param {number} tricks
 */
export function withWon(winners, won, index, n, tricks) {
  const after = [...won];
  after[index] = n;
  const follows = followerOf(winners, won, index);
  if (follows >= 0) after[follows] = mostOf(winners, won, index, tricks) - n;
  return after;
}

/** Whether every trick is somebody's. @param {(number | null)[]} won @param {number} tricks */
export const addsUp = (won, tricks) =>
  won.every((n) => n !== null) && won.reduce((/** @type {number} */ total, n) => total + (n ?? 0), 0) === tricks;

/** Tricks by seat; partners' together are one partner's, which scores alike. @param {Winners[]} winners @param {(number | null)[]} won @param {number} players */
export function bySeat(winners, won, players) {
  const tricks = Array(players).fill(0);
  for (const [index, { seats }] of winners.entries()) tricks[seats[0]] = won[index] ?? 0;
  return tricks;
}

/** What was entered, from tricks by seat. @param {Winners[]} winners @param {number[]} tricks */
export const byWinners = (winners, tricks) =>
  winners.map(({ seats }) => seats.reduce((total, seat) => total + tricks[seat], 0));
