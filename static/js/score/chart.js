// The totals as lines; the sheet below has the numbers.
import { h } from "../table/dom.js";
import { gettext } from "../texts.js";
import { sideName } from "./names.js";

/** @import { Game } from "./scorer.js" */
/** @import { Saved } from "./store.js" */

const [WIDTH, HEIGHT, EDGE] = [320, 120, 8];

/** @param {Game} score @returns {number[][]} each side's totals, from before the first hand */
export function linesOf(score) {
  const hands = score.hands.filter(({ late }) => !late);
  return score.totals.map((_, side) => [0, ...hands.map(({ sides }) => sides[side].total)]);
}

/** @param {number} total @param {number} least @param {number} most @param {number} top @param {number} bottom */
export const levelOf = (total, least, most, top, bottom) => top + ((most - total) * (bottom - top)) / (most - least);

/** @param {Saved} game @param {Game} score */
export function chart(game, score) {
  const lines = linesOf(score);
  const all = [...lines.flat(), game.terms.target ?? 0, 0];
  const [least, most] = [Math.min(...all), Math.max(...all, 1)];
  const hands = Math.max(1, lines[0].length - 1);
  const x = (/** @type {number} */ hand) => EDGE + (hand * (WIDTH - 2 * EDGE)) / hands;
  const y = (/** @type {number} */ total) => levelOf(total, least, most, EDGE, HEIGHT - EDGE);
  const level = (/** @type {number} */ total, /** @type {string} */ kind) =>
    h("line", { key: kind, class: `pad-${kind}`, x1: EDGE, x2: WIDTH - EDGE, y1: y(total), y2: y(total) });
  return h(
    "figure",
    { class: "pad-chart", key: "chart" },
    h(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": gettext("Totals after each hand") },
      level(0, "zero"),
      game.terms.target !== null && level(game.terms.target, "target"),
      lines.map((totals, side) =>
        h("polyline", {
          key: side,
          class: `pad-line pad-of-${side}`,
          points: totals.map((total, hand) => `${x(hand).toFixed(1)},${y(total).toFixed(1)}`).join(" "),
        }),
      ),
    ),
    h(
      "figcaption",
      { class: "cluster small muted" },
      lines.map((_, side) => h("span", { key: side, class: `pad-legend pad-of-${side}` }, sideName(game, side))),
    ),
  );
}
