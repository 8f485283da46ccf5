// The result as a picture to share, drawn in the browser: the pad works without network.
import * as words from "../table/words.js";
import { levelOf, linesOf } from "./chart.js";
import { outcomeOf, sideName } from "./names.js";

/** @import { Game } from "./scorer.js" */
/** @import { Saved } from "./store.js" */

const [WIDTH, HEIGHT, EDGE] = [1080, 1080, 72];
const DASHES = [[], [18, 12], [4, 10], [24, 8, 4, 8], [10, 4]];
/** The colours of the sides' lines, as in the chart (score.css). */
const SIDES = ["--accent", "--bad", "--focus", "--warn", "--muted"];

/** @param {string} token e.g. "--ink" @returns {string} its colour in the page's theme */
function colour(token) {
  const probe = document.createElement("span");
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

/** @param {Saved} game @param {Game} score @returns {Promise<Blob | null>} */
export async function pictureOf(game, score) {
  await document.fonts.ready;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  pen.fillStyle = colour("--raised");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  heading(pen, game);
  const y = totals(pen, game, score);
  lines(pen, game, score, y + 40);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Writes a text in the largest of the sizes at which it fits. @param {CanvasRenderingContext2D} pen @param {string} text @param {number} y @param {{font: string, size: number, width: number, x?: number, align?: CanvasTextAlign}} how */
function write(pen, text, y, { font, size, width, x = EDGE, align = "left" }) {
  pen.textAlign = align;
  for (let fits = size; fits > 24; fits -= 2) {
    pen.font = font.replace("SIZE", String(fits));
    if (pen.measureText(text).width <= width) break;
  }
  pen.fillText(text, x, y, width);
}

const TEXT = 'SIZEpx "Source Sans 3", sans-serif';
const BOLD = `600 ${TEXT}`;
const DISPLAY = '600 SIZEpx "Fraunces", serif';

/** @param {CanvasRenderingContext2D} pen @param {Saved} game */
function heading(pen, game) {
  const language = document.documentElement.lang || "en";
  const day = new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(new Date(game.at));
  pen.fillStyle = colour("--accent");
  pen.fillRect(0, 0, WIDTH, 16);
  pen.fillStyle = colour("--ink");
  write(pen, `♠ ${game.title}`, 120, { font: DISPLAY, size: 54, width: WIDTH - 2 * EDGE });
  pen.fillStyle = colour("--muted");
  write(pen, day, 172, { font: TEXT, size: 34, width: WIDTH - 2 * EDGE });
}

/** @param {CanvasRenderingContext2D} pen @param {Saved} game @param {Game} score @returns {number} where it ends */
function totals(pen, game, score) {
  const few = score.totals.length <= 2;
  const [size, step] = few ? [76, 118] : [52, 78];
  let y = few ? 310 : 280;
  score.totals.forEach((total, side) => {
    pen.fillStyle = colour(SIDES[side]);
    pen.fillRect(EDGE, y - size * 0.72, 12, size * 0.8);
    pen.fillStyle = colour("--ink");
    write(pen, sideName(game, side), y, { font: TEXT, size: size * 0.7, width: 620, x: EDGE + 36 });
    write(pen, words.plain(total), y, { font: BOLD, size, width: 260, x: WIDTH - EDGE, align: "right" });
    y += step;
  });
  if (score.result) {
    pen.fillStyle = colour("--ink");
    write(pen, outcomeOf(game, score.result), y, { font: BOLD, size: 40, width: WIDTH - 2 * EDGE });
  }
  return y;
}

/** Draws the totals after each hand. @param {CanvasRenderingContext2D} pen @param {Saved} game @param {Game} score @param {number} top */
function lines(pen, game, score, top) {
  const drawn = linesOf(score);
  const all = [...drawn.flat(), game.terms.target ?? 0, 0];
  const [least, most] = [Math.min(...all), Math.max(...all, 1)];
  const bottom = HEIGHT - EDGE;
  const hands = Math.max(1, drawn[0].length - 1);
  const x = (/** @type {number} */ hand) => EDGE + (hand * (WIDTH - 2 * EDGE)) / hands;
  const y = (/** @type {number} */ total) => levelOf(total, least, most, top, bottom);
  pen.lineWidth = 2;
  pen.strokeStyle = colour("--line-strong");
  for (const level of [0, ...(game.terms.target === null ? [] : [game.terms.target])]) {
    pen.beginPath();
    pen.moveTo(EDGE, y(level));
    pen.lineTo(WIDTH - EDGE, y(level));
    pen.stroke();
  }
  pen.lineWidth = 7;
  pen.lineJoin = "round";
  drawn.forEach((points, side) => {
    pen.strokeStyle = colour(SIDES[side]);
    pen.setLineDash(DASHES[side]);
    pen.beginPath();
    for (const [hand, total] of points.entries()) pen.lineTo(x(hand), y(total));
    pen.stroke();
  });
  pen.setLineDash([]);
}
