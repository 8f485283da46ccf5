// What the pad calls sides, bids and ends.
import * as words from "../table/words.js";
import { gettext } from "../texts.js";

/** @import { Bid, RenegeRule, Result } from "./scorer.js" */
/** @import { Saved } from "./store.js" */

/** @param {string[]} names */
const listed = (names) => new Intl.ListFormat(document.documentElement.lang || "en").format(names);

/** @param {Saved} game @param {number} side */
export const sideName = (game, side) => namesOf(game, game.terms.side_seats[side]);

/** @param {Saved} game @param {number[]} seats */
export const namesOf = (game, seats) => listed(seats.map((seat) => game.names[seat]));

/** @param {Bid} bid */
export const bidName = (bid) =>
  words.bid({ value: bid.value, blind: bid.blind, nil: bid.value === 0, opening: null, text: "" });

/** @type {Record<string, () => string>} */
const ENDS = {
  loss_limit: () => gettext("The limit below zero is reached."),
  spread: () => gettext("The lead is large enough."),
  sets: () => gettext("The others were set too often."),
  board: () => gettext("The others won too few tricks in the hand that bid itself."),
  slam: () => gettext("They bid and won every trick."),
  boston: () => gettext("They won every trick."),
  renege: () => gettext("A renege loses the game."),
  hands: () => gettext("That was the last hand."),
};

/** @param {Saved} game @param {Result} result */
export function outcomeOf(game, { winners, ended }) {
  const names = listed(winners.map((side) => sideName(game, side)));
  const seats = winners.flatMap((side) => game.terms.side_seats[side]);
  const said =
    winners.length > 1
      ? gettext("Drawn between %(names)s.", { names })
      : seats.length > 1
        ? gettext("%(names)s win.", { names })
        : gettext("%(names)s wins.", { names });
  return [said, ENDS[ended]?.() ?? ""].join(" ").trim();
}

/** @type {Record<RenegeRule, () => string>} */
const RENEGES = {
  tricks: () => gettext("Three tricks move to the other side"),
  set: () => gettext("The contract fails"),
  nothing: () => gettext("The contract scores nothing"),
  lost: () => gettext("The game is lost"),
};

/** @param {RenegeRule} rule */
export const renegeWords = (rule) => RENEGES[rule]();

export const RULES_OF_RENEGE = /** @type {RenegeRule[]} */ (Object.keys(RENEGES));

/** @param {number} count @returns {string[]} what the seats are called without names */
export const seatNames = (count) =>
  count === 4
    ? [gettext("North"), gettext("East"), gettext("South"), gettext("West")]
    : Array.from({ length: count }, (_, seat) => gettext("Player %(n)s", { n: seat + 1 }));
