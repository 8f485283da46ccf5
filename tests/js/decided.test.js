import assert from "node:assert/strict";
import { test } from "node:test";
import { decided } from "../../static/js/table/decided.js";
import { Words } from "../../static/js/table/words.js";
import "./pictures.js";

const TEXTS = {
  and: "%(a)s & %(b)s",
  you: "You",
  decided_more: "%(name)s made more: %(winners)s to %(losers)s.",
  decided_more_won: "You made more: %(winners)s to %(losers)s.",
  decided_more_lost: "They made more: %(winners)s to %(losers)s.",
  decided_both: "%(a)s and %(b)s",
  decided_won: "Won by %(what)s.",
  decided_lost: "Lost by %(what)s.",
  decided_cost: "%(name)s lost by %(what)s.",
  decided_set_one: "%(n)s set (%(points)s)",
  decided_set_other: "%(n)s sets (%(points)s)",
  decided_set_them_one: "%(n)s set of theirs (%(points)s)",
  decided_nil_lost_one: "%(n)s nil lost (%(points)s)",
  decided_nil_kept_one: "%(n)s nil kept (%(points)s)",
  decided_nil_kept_other: "%(n)s nils kept (%(points)s)",
  decided_bags_other: "bags (%(points)s)",
  decided_bags_them_other: "their bags (%(points)s)",
  decided_row_other: "%(n)s in a row",
};
const words = new Words(TEXTS, "en");

/** @typedef {[string, number][]} Lines */

/**
 * The sentence of a game of pairs that ended; each hand has the lines of both sides.
 * @param {number | null} me
 * @param {[Lines, Lines][]} hands
 * @param {number[]} winners
 */
function told(me, hands, winners = [1, 3]) {
  const scores = hands.map((sides, hand) => ({
    hand_no: hand + 1,
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
  return decided({ me, sides, scores, result: { winners, totals: [0, 0] }, sideNames: names }, words);
}

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
  assert.equal(told(0, GAME), "Lost by 2 sets (−110) and 1 nil lost (−100).");
  assert.equal(told(null, GAME), "ann & cy lost by 2 sets (−110) and 1 nil lost (−100).");
  assert.equal(told(0, [GAME[0], GAME[1]]), "Lost by bags (−100) and 1 set (−50).");
});

test("the winners read what won it for them", () => {
  assert.equal(told(1, [GAME[0], GAME[1]]), "Won by their bags (−100) and 1 set of theirs (−50).");
  assert.equal(
    told(
      1,
      [GAME[1], GAME[1], GAME[1]].map(([, own]) => [own, own]),
    ),
    "Won by 3 in a row.",
  );
  assert.equal(
    told(
      1,
      [GAME[2], GAME[2]].map(([, own]) => [[["contract", 10]], own]),
    ),
    "Won by 2 nils kept (+200).",
  );
});

test("where nobody lost points, higher contracts won", () => {
  /** @type {[Lines, Lines][]} */
  const calm = [[[["contract", 50]], [["contract", 60]]]];
  assert.equal(told(0, calm), "They made more: 60 to 50.");
  assert.equal(told(1, calm), "You made more: 60 to 50.");
  assert.equal(told(null, calm), "bob & dee made more: 60 to 50.");
});

test("nothing is said where nothing stands out, or where nobody won alone", () => {
  assert.equal(told(0, [[[["contract", 60]], [["contract", 60]]]]), "");
  assert.equal(told(0, GAME, [0, 1, 2, 3]), "");
  assert.equal(told(0, GAME, []), "");
});
