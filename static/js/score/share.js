// The result as a text to share.
import * as words from "../table/words.js";
import { gettext } from "../texts.js";
import { outcomeOf, sideName } from "./names.js";

/** @import { Game } from "./scorer.js" */
/** @import { Saved } from "./store.js" */

/** @param {Saved} game @param {Game} score */
export function shareText(game, score) {
  const sides = [...game.terms.side_seats.keys()];
  const totals = sides.map((side) => `${sideName(game, side)} ${words.plain(score.totals[side])}`);
  const hands = score.hands
    .filter(({ late }) => !late)
    .map(({ no, sides: scored }) =>
      gettext("Hand %(n)s: %(points)s", {
        n: no,
        points: scored.map(({ points }) => words.signed(points)).join(" / "),
      }),
    );
  const outcome = score.result ? [outcomeOf(game, score.result)] : [];
  return [`${game.title} ♠ ${totals.join(" : ")}`, ...outcome, ...hands].join("\n");
}
