// What decided a finished game, in one sentence, from the hands' scores.

import { gettext, ngettext } from "../texts.js";
import * as words from "./words.js";

/** @import { HandScore, Model } from "../types.js" */

/** @typedef {{n: number, points: number}} Sum how often something happened, and what it came to */

/** The maximum number of reasons, and the minimum length of a series of contracts. */
const MOST = 2;
const ROW = 3;

/** Where a loss of each kind is written in the lines of the score sheet. @type {Record<string, string[]>} */
const LOSSES = {
  set: ["set"],
  nil_lost: ["nil_broken"],
  bags: ["bag_penalty", "bags", "overtricks"],
};

/** What each kind of reason is called. @type {Record<string, (n: number, values: { points: string }) => string>} */
const REASONS = {
  set: (n, values) => ngettext("%(n)s missed contract (%(points)s)", "%(n)s missed contracts (%(points)s)", n, values),
  set_them: (n, values) =>
    ngettext(
      "%(n)s contract missed by the others (%(points)s)",
      "%(n)s contracts missed by the others (%(points)s)",
      n,
      values,
    ),
  nil_lost: (n, values) => ngettext("%(n)s failed nil (%(points)s)", "%(n)s failed nils (%(points)s)", n, values),
  nil_lost_them: (n, values) =>
    ngettext("%(n)s nil the others failed (%(points)s)", "%(n)s nils the others failed (%(points)s)", n, values),
  nil_kept: (n, values) => ngettext("%(n)s nil kept (%(points)s)", "%(n)s nils kept (%(points)s)", n, values),
  bags: (_, values) => gettext("bags (%(points)s)", values),
  bags_them: (_, values) => gettext("the others’ bags (%(points)s)", values),
  row: (n) => ngettext("%(n)s contract made in a row", "%(n)s contracts made in a row", n),
};

/**
 * Returns the sentence, or "" if nothing stands out. The player's own losses explain a lost game; the winners' successes
 * explain a won one.
 * @param {Pick<Model, "me" | "sides" | "scores" | "result" | "ended" | "sideNames" | "totals" | "rules">} m
 */
export function decided(m) {
  const winners = m.sides.flatMap((seats, side) =>
    seats.some((seat) => m.result?.winners.includes(seat)) ? side : [],
  );
  if (winners.length !== 1) return "";
  const how = otherEnd(m);
  if (how) return how;
  const [winner] = winners;
  const others = m.sides.flatMap((_, side) => (side === winner ? [] : side));
  const own = m.sides.findIndex((seats) => m.me !== null && seats.includes(m.me));
  if (own === winner) return sentence([...gains(m.scores, winner), ...losses(m.scores, others, "_them")]) || more();
  const loser = own >= 0 ? own : others.length === 1 ? others[0] : null;
  if (loser === null) return "";
  const name = words.side(m.sideNames[loser]);
  return sentence(losses(m.scores, [loser], ""), name) || more();

  /** That the winners' contracts came to more, where neither of two sides lost points. */
  function more() {
    const [winners, losers] = [winner, others[0]].map((side) => sum(m.scores, [side], ["contract"], 1).points);
    if (others.length > 1 || winners <= losers) return "";
    const values = { winners: words.plain(winners), losers: words.plain(losers) };
    if (own === winner)
      return gettext("You bid and made more: %(winners)s points for contracts against %(losers)s.", values);
    if (own >= 0)
      return gettext("The others bid and made more: %(winners)s points for contracts against your %(losers)s.", values);
    const name = words.side(m.sideNames[winner]);
    return gettext("%(name)s bid and made more: %(winners)s points for contracts against %(losers)s.", {
      ...values,
      name,
    });
  }

  /** @param {[string, Sum][]} reasons @param {string} [name] the losers', where they aren't the viewer's side */
  function sentence(reasons, name = "") {
    const told = reasons
      .sort(([, a], [, b]) => Math.abs(b.points) - Math.abs(a.points))
      .slice(0, MOST)
      .map(([kind, { n, points }]) => REASONS[kind](n, { points: words.signed(points) }));
    if (told.length === 0) return "";
    const what = told.reduce((a, b) => gettext("%(a)s and %(b)s", { a, b }));
    if (own === winner) return gettext("What won it: %(what)s.", { what });
    return own >= 0
      ? gettext("What cost you most: %(what)s.", { what })
      : gettext("What cost %(name)s most: %(what)s.", { what, name });
  }
}

/**
 * How the game ended where that wasn't by a number of points or hands; "" else.
 * @param {Pick<Model, "ended" | "totals" | "rules">} m
 */
function otherEnd({ ended, totals, rules }) {
  if (rules.winner === "lowest") return gettext("The lowest total wins here.");
  if (ended === "slam") return gettext("A contract of all tricks was made, which wins the game.");
  if (ended === "boston") return gettext("One side won all tricks, which wins the game.");
  if (ended === "board")
    return gettext("A side won fewer tricks than the board in the first hand, which loses the game.");
  if (ended !== "sets") return "";
  const counts = totals.map(({ name, sets }) => `${words.side(name)} ${sets}`).join(", ");
  return gettext("Sets decided the game, not points: %(counts)s.", { counts });
}

/** @param {HandScore[]} scores @param {number[]} sides @param {string} ending @returns {[string, Sum][]} */
function losses(scores, sides, ending) {
  return Object.entries(LOSSES)
    .map(([kind, codes]) => /** @type {[string, Sum]} */ ([kind + ending, sum(scores, sides, codes, -1)]))
    .filter(([, { n }]) => n > 0);
}

/** @param {HandScore[]} scores @param {number} side */
function gains(scores, side) {
  const row = longestRow(scores, side);
  /** @type {[string, Sum][]} */
  const found = [
    ["nil_kept", sum(scores, [side], ["nil_kept", "double_nil"], 1)],
    // Other sides make contracts too, so a series of contracts is the last reason to consider.
    ["row", { n: row >= ROW ? row : 0, points: 0 }],
  ];
  return found.filter(([, { n }]) => n > 0);
}

/**
 * The lines of these codes that won (1) or cost (-1) points.
 * @param {HandScore[]} scores
 * @param {number[]} sides
 * @param {string[]} codes
 * @param {number} sign
 * @returns {Sum}
 */
function sum(scores, sides, codes, sign) {
  const lines = scores
    .flatMap((hand) => sides.flatMap((side) => hand.sides[side].lines))
    .filter(({ code, points }) => codes.includes(code) && points * sign > 0);
  return { n: lines.length, points: lines.reduce((total, { points }) => total + points, 0) };
}

/** The most contracts that a side made one after another. @param {HandScore[]} scores @param {number} side */
function longestRow(scores, side) {
  let [row, longest] = [0, 0];
  for (const hand of scores) {
    const codes = hand.sides[side].lines.map(({ code }) => code);
    if (codes.includes("contract")) row += 1;
    else if (codes.includes("set") || codes.includes("revoke")) row = 0;
    longest = Math.max(longest, row);
  }
  return longest;
}
