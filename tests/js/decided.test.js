import assert from "node:assert/strict";
import { test } from "node:test";
import { decided } from "../../static/js/table/decided.js";
import { TABLE } from "./pictures.js";

/** @typedef {[string, number][]} Lines */

/**
 * The sentence of a game of pairs that ended; each hand has the lines of both sides.
 * @param {number | null} me
 * @param {[Lines, Lines][]} hands
 * @param {number[]} winners
 * @param {"target" | "sets" | "slam"} ended
 */
function told(me, hands, winners = [1, 3], ended = "target") {
  const scores = hands.map((sides, hand) => ({
    hand_no: hand + 1,
    number: hand + 1,
    thrown_in: [],
    tricks: [],
    revokes: [],
    sides: sides.map((lines) => ({
      points: 0,
      bags: 0,
      total: 0,
      bags_after: 0,
      lines: lines.map(([code, points]) => ({ code, points, text: "" })),
    })),
  }));
  const names = [{ names: ["ann", "cy"] }, { names: ["bob", "dee"] }];
  const sides = [
    [0, 2],
    [1, 3],
  ];
  const totals = names.map((name, side) => ({ ...NO_TOTAL, side, name, sets: 2 - side }));
  const result = { winners, totals: [0, 0] };
  return decided({ me, sides, scores, result, ended, sideNames: names, totals, rules: TABLE.rules });
}

const NO_TOTAL = { own: false, total: 0, bags: 0, running: 0, bid: 0, won: 0, done: true };

/** @type {[Lines, Lines][]} */
const GAME = [
  [[["set", -50]], [["contract", 60]]],
  [
    [
      ["contract", 60],
      ["bags", 2],
      ["bag_penalty", -100],
    ],
    [["contract", 60]],
  ],
  [
    [
      ["set", -60],
      ["nil_broken", -100],
    ],
    [
      ["contract", 60],
      ["nil_kept", 100],
    ],
  ],
];

test("the losers read what cost them most, and the others what it cost them", () => {
  assert.equal(told(0, GAME), "What cost you most: 2 missed contracts (−110) and 1 failed nil (−100).");
  assert.equal(told(null, GAME), "What cost ann & cy most: 2 missed contracts (−110) and 1 failed nil (−100).");
  assert.equal(told(0, [GAME[0], GAME[1]]), "What cost you most: bags (−100) and 1 missed contract (−50).");
});

test("the winners read what won it for them", () => {
  assert.equal(
    told(1, [GAME[0], GAME[1]]),
    "What won it: the others’ bags (−100) and 1 contract missed by the others (−50).",
  );
  assert.equal(
    told(
      1,
      [GAME[1], GAME[1], GAME[1]].map(([, own]) => [own, own]),
    ),
    "What won it: 3 contracts made in a row.",
  );
  assert.equal(
    told(
      1,
      [GAME[2], GAME[2]].map(([, own]) => [[["contract", 10]], own]),
    ),
    "What won it: 2 nils kept (+200).",
  );
});

test("where nobody lost points, higher contracts won", () => {
  /** @type {[Lines, Lines][]} */
  const calm = [[[["contract", 50]], [["contract", 60]]]];
  assert.equal(told(0, calm), "The others bid and made more: 60 points for contracts against your 50.");
  assert.equal(told(1, calm), "You bid and made more: 60 points for contracts against 50.");
  assert.equal(told(null, calm), "bob & dee bid and made more: 60 points for contracts against 50.");
});

test("nothing is said where nothing stands out, or where nobody won alone", () => {
  assert.equal(told(0, [[[["contract", 60]], [["contract", 60]]]]), "");
  assert.equal(told(0, GAME, [0, 1, 2, 3]), "");
  assert.equal(told(0, GAME, []), "");
});

test("an end that the points don't explain is named", () => {
  assert.equal(told(0, GAME, [1, 3], "sets"), "Sets decided the game, not points: ann & cy 2, bob & dee 1.");
  assert.equal(told(0, GAME, [1, 3], "slam"), "A contract of all tricks was made, which wins the game.");
});
