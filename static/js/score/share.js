// The result to share, as a text or as a picture.
import * as words from "../table/words.js";
import { gettext } from "../texts.js";
import { outcomeOf, sideName } from "./names.js";
import { pictureOf } from "./picture.js";

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

/** Shares the result as a picture, or saves it where the browser can't share. @param {Saved} game @param {Game} score @returns {Promise<string>} what to say about it */
export async function sharePicture(game, score) {
  const drawn = await pictureOf(game, score);
  if (!drawn) return gettext("This browser can’t draw the picture.");
  const file = new File([drawn], `spades-${game.at.slice(0, 10)}.png`, { type: drawn.type });
  try {
    if (navigator.canShare?.({ files: [file] })) {
      await navigator.share({ files: [file] });
      return "";
    }
  } catch (refused) {
    if (refused instanceof DOMException && refused.name === "AbortError") return "";
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return gettext("The picture is saved: %(name)s", { name: file.name });
}
