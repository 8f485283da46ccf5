// Scores the engine's games (a file with one a line) with the score pad's scorer, and prints the first that differs.
// tests/engine/test_score_pad.py writes the file.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gameOf } from "../../static/js/score/scorer.js";

/** @import { Game } from "../../static/js/score/scorer.js" */

/** @param {Game} game what is compared */
function facts(game) {
  return {
    hands: game.hands.map(({ dealer, kind, sides }) => ({
      dealer,
      kind: [kind.word, kind.number],
      sides: sides.map(({ points, bags, total, bagsAfter, lines }) => [
        points,
        bags,
        total,
        bagsAfter,
        lines.map((line) => [line.code, line.text, line.points]),
      ]),
    })),
    sets: [game.sets.all, game.sets.running],
    result: game.result && [game.result.winners, game.result.places, game.result.ended],
  };
}

let hands = 0;
for (const text of readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const { rules, terms, dealer, played, expected } = JSON.parse(text);
  const entered = played.map((/** @type {any} */ { bids, tricks, renege }) => ({
    bids: bids.map((/** @type {[number, boolean, boolean]} */ [value, blind, silent]) => ({ value, blind, silent })),
    tricks,
    renege,
  }));
  assert.deepEqual(facts(gameOf(terms, dealer, entered, "nothing")), expected, rules);
  hands += played.length;
}
console.log(hands);
