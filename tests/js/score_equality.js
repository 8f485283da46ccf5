// Bids and scores the engine's games (a file with one a line) as the score pad does, and prints the first that differs.
// tests/engine/test_score_pad.py writes the file.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { offer } from "../../static/js/score/bids.js";
import { gameOf, kindOf } from "../../static/js/score/scorer.js";

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

/** @param {[number, boolean, boolean]} bid */
const bidOf = ([value, blind, silent]) => ({ value, blind, silent });

/** @param {any} terms @param {any} offered @param {number} no */
function checkOffer(terms, { seat, bids, totals, open, blind }, no) {
  const said = bids.map((/** @type {[number, boolean, boolean] | null} */ bid) => bid && bidOf(bid));
  const got = offer(terms, kindOf(terms, no), said, [seat], totals);
  /** @param {boolean} nil @param {number[]} numbers */
  const sorted = (nil, numbers) => [...(nil ? [0] : []), ...numbers].sort((a, b) => a - b);
  assert.deepEqual(sorted(got.nil, got.numbers), open);
  if (blind) assert.deepEqual(sorted(got.blindNil, got.blind), blind);
}

let hands = 0;
for (const text of readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const { rules, terms, dealer, played, expected, rule = "nothing" } = JSON.parse(text);
  const entered = played.map((/** @type {any} */ { bids, tricks, renege }) => ({
    bids: bids.map(bidOf),
    tricks,
    renege,
  }));
  assert.deepEqual(facts(gameOf(terms, dealer, entered, rule)), expected, rules);
  for (const [index, { offers }] of played.entries()) {
    for (const offered of offers) checkOffer(terms, offered, index + 1);
  }
  hands += played.length;
}
console.log(hands);
