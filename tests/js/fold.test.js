// A replay's data, step by step.
import assert from "node:assert/strict";
import { test } from "node:test";
import { beginning, frameAt, moved, placeIn, stepsOf } from "../../static/js/replay/fold.js";
import { says } from "../../static/js/replay/says.js";
import { NAMES, TABLE } from "./pictures.js";

/** @import { HandScore, Replay } from "../../static/js/types.js" */

/** @param {number} handNo @param {number[]} tricks @param {[number, number]} totals @returns {HandScore} */
const score = (handNo, tricks, totals) => ({
  hand_no: handNo,
  number: handNo,
  thrown_in: [],
  tricks,
  sides: totals.map((total) => ({ points: 10, bags: 1, total, bags_after: 2, lines: [] })),
  revokes: [],
});

/** @type {Replay} two hands of two cards each; in the second cards are passed, and a bot plays for bob */
const REPLAY = {
  record: {
    players: NAMES,
    rules: TABLE.rules,
    first_dealer: 3,
    start: { totals: [100, 50], bags: [3, 0] },
    hands: [
      {
        deal: ["AH 2S", "2H 3C", "KH 4C", "3H 5C"],
        actions: [
          "0 bid 1",
          "1 nil",
          "2 bid 1",
          "3 bid 1",
          "0 AH",
          "1 2H",
          "2 KH",
          "3 3H",
          "0 2S",
          "1 3C",
          "2 4C",
          "3 5C",
        ].map((text) => text.replace(/^(\d) (..)$/, "$1 play $2")),
      },
      {
        deal: ["AS KS", "2H 3C", "4C 5C", "3H QS"],
        actions: ["1 bid 1", "2 blind nil", "3 bid 1", "0 bid 2", "2 pass 4C", "0 pass AS", "1 play 2H"],
      },
    ],
    result: { winners: [0, 2], totals: [120, 60] },
    "x-fairness": { algorithm: "", commitment: "", salts: [], salt_hashes: [] },
  },
  names: NAMES,
  sides: [
    [0, 2],
    [1, 3],
  ],
  bots: [null, null, null, null],
  avatars: ["", "", "", ""],
  hands: [
    { dealer: 3, unlooked: [], winners: [0, 0], broken: 8, by: {}, score: score(1, [2, 0, 0, 0], [110, 55]) },
    { dealer: 0, unlooked: [2], winners: [], broken: null, by: { 6: "bot" }, score: score(2, [0, 0, 0, 0], [120, 60]) },
  ],
};

test("a hand as it is dealt", () => {
  const hands = [
    ["AH", "2S"],
    ["2H", "3C"],
    ["KH", "4C"],
    ["3H", "5C"],
  ];
  assert.deepEqual(frameAt(REPLAY, 1, 0), {
    hand: 1,
    step: 0,
    steps: 13,
    phase: "bid",
    dealer: 3,
    hands,
    dealt: hands,
    looked: [true, true, true, true],
    bids: [null, null, null, null],
    won: [0, 0, 0, 0],
    trick: { plays: [], winner: null },
    trickNo: 0,
    discards: [[], [], [], []],
    stock: [],
    passes: new Map(),
    broken: false,
    totals: [100, 50],
    bags: [3, 0],
    event: { kind: "deal", seat: 3, cards: [] },
  });
});

test("bids, a finished trick, the next one and the score", () => {
  assert.deepEqual(frameAt(REPLAY, 1, 4).bids, [
    { text: "1", value: 1, nil: false, blind: false, opening: null },
    { text: "nil", value: 0, nil: true, blind: false, opening: null },
    { text: "1", value: 1, nil: false, blind: false, opening: null },
    { text: "1", value: 1, nil: false, blind: false, opening: null },
  ]);
  const trick = frameAt(REPLAY, 1, 8);
  assert.deepEqual(
    [trick.phase, trick.trick, trick.trickNo, trick.won, trick.hands],
    [
      "play",
      {
        plays: [
          [0, "AH"],
          [1, "2H"],
          [2, "KH"],
          [3, "3H"],
        ],
        winner: 0,
      },
      1,
      [1, 0, 0, 0],
      [["2S"], ["3C"], ["4C"], ["5C"]],
    ],
  );
  const next = frameAt(REPLAY, 1, 9);
  assert.deepEqual(
    [next.trick, next.trickNo, next.broken, next.event],
    [
      { plays: [[0, "2S"]], winner: null },
      2,
      true,
      { kind: "play", seat: 0, cards: ["2S"], by: undefined, breaks: true, leads: true },
    ],
  );
  const over = frameAt(REPLAY, 1, 13);
  assert.deepEqual(
    [over.phase, over.totals, over.bags, over.event],
    ["score", [110, 55], [2, 2], { kind: "score", seat: 3, cards: [] }],
  );
});

test("cards that are passed change hands when both have chosen", () => {
  assert.deepEqual(frameAt(REPLAY, 2, 2).looked, [true, true, true, true]);
  assert.deepEqual(frameAt(REPLAY, 2, 1).looked, [true, true, false, true]);
  assert.deepEqual(frameAt(REPLAY, 2, 5).hands, [
    ["AS", "KS"],
    ["2H", "3C"],
    ["4C", "5C"],
    ["3H", "QS"],
  ]);
  const passed = frameAt(REPLAY, 2, 6);
  assert.deepEqual(passed.hands, [
    ["KS", "4C"],
    ["2H", "3C"],
    ["5C", "AS"],
    ["3H", "QS"],
  ]);
  assert.deepEqual(passed.dealt, frameAt(REPLAY, 2, 0).hands);
  assert.equal(frameAt(REPLAY, 2, 7).event.by, "bot");
});

test("a hand begins after the deal, and where cards are drawn after the first decision", () => {
  const draws = structuredClone(REPLAY);
  draws.record.hands[0] = { stock: "AH 2S KH 3C", actions: ["0 keep", "1 refuse"] };
  assert.deepEqual(beginning(REPLAY, 2), { hand: 2, step: 0 });
  assert.deepEqual(beginning(draws, 1), { hand: 1, step: 1 });
  assert.deepEqual(frameAt(draws, 1, 1).hands[0], ["AH"]);
});

test("cards drawn from the stock: the first is kept and the second thrown away, or the other way round", () => {
  const draws = structuredClone(REPLAY);
  draws.record.hands[0] = { stock: "AH 2S KH 3C", actions: ["0 keep", "1 refuse"] };
  draws.record.players = ["ann", "bob"];
  draws.sides = [[0], [1]];
  const first = frameAt(draws, 1, 1);
  assert.deepEqual(
    [first.phase, first.hands, first.discards, first.stock, first.event],
    [
      "draw",
      [["AH"], []],
      [["2S"], []],
      ["KH", "3C"],
      { kind: "keep", seat: 0, cards: ["AH"], gone: "2S", by: undefined, breaks: false },
    ],
  );
  const last = frameAt(draws, 1, 2);
  assert.deepEqual(
    [last.phase, last.hands, last.dealt, last.discards],
    ["bid", [["AH"], ["3C"]], [["AH"], ["3C"]], [["2S"], ["KH"]]],
  );
});

test("places go over the borders of hands, and stop at the game's", () => {
  assert.deepEqual([stepsOf(REPLAY, 1), stepsOf(REPLAY, 2)], [13, 8]);
  assert.deepEqual(moved(REPLAY, { hand: 1, step: 13 }, 1), { hand: 2, step: 0 });
  assert.deepEqual(moved(REPLAY, { hand: 2, step: 0 }, -1), { hand: 1, step: 13 });
  assert.deepEqual(moved(REPLAY, { hand: 2, step: 8 }, 1), { hand: 2, step: 8 });
  assert.deepEqual(moved(REPLAY, { hand: 1, step: 0 }, -1), { hand: 1, step: 0 });
  assert.deepEqual(placeIn("#h2s3", REPLAY), { hand: 2, step: 3 });
  assert.deepEqual(placeIn("#h2s99", REPLAY), { hand: 2, step: 8 });
  assert.deepEqual(
    ["#h3s0", "#h0s0", "#x", ""].map((hash) => placeIn(hash, REPLAY)),
    [null, null, null, null],
  );
});

test("what happened is said as far as the eye may see it", () => {
  /** @param {number} hand @param {number} step @param {number | null} eye */
  const said = (hand, step, eye) => says(REPLAY, frameAt(REPLAY, hand, step), eye);
  assert.equal(said(1, 8, null), "dee plays the 3 of hearts. ann wins the trick.");
  assert.equal(said(1, 9, null), "ann leads the 2 of spades. Spades are broken.");
  assert.equal(said(2, 5, 2), "cy passes 4 of clubs.");
  assert.equal(said(2, 5, 0), "cy passes 1 card.");
  assert.equal(
    said(2, 8, null),
    "Hand 2 is over. ann & cy +10, total 120; bob & dee +10, total 60. The game is over. ann & cy win.",
  );
});

test("partners who bid together: an opening, a close, a closer's nil and a blind bid for both", () => {
  /** @param {string[]} actions */
  const bids = (...actions) => {
    const { record, hands } = REPLAY;
    const hand = { ...record.hands[0], actions };
    const together = {
      ...REPLAY,
      record: { ...record, rules: { ...record.rules, bid_by: /** @type {const} */ ("side") }, hands: [hand] },
    };
    const frame = frameAt({ ...together, hands: [hands[0]] }, 1, actions.length);
    return frame.bids.map((bid) => bid && { value: bid.value, nil: bid.nil, blind: bid.blind, opening: bid.opening });
  };
  const opened = (/** @type {number} */ n) => ({ value: 0, nil: false, blind: false, opening: n });
  const number = (/** @type {number} */ n, blind = false) => ({ value: n, nil: false, blind, opening: null });
  const nil = { value: 0, nil: true, blind: false, opening: null };
  assert.deepEqual(bids("0 bid 3"), [opened(3), null, null, null]);
  assert.deepEqual(bids("0 bid 3", "2 bid 5", "1 nil", "3 bid 4"), [opened(3), nil, number(5), number(4)]);
  assert.deepEqual(bids("0 bid 3", "2 nil 4"), [number(4), null, nil, null]);
  assert.deepEqual(bids("0 blind side 6"), [number(6, true), null, opened(0), null]);
});
