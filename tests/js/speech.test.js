// What the live region says between two pictures: the keys of its sentences, with what is filled in.
import assert from "node:assert/strict";
import { test } from "node:test";
import { present } from "../../static/js/table/model.js";
import { happened } from "../../static/js/table/speech.js";
import { Words } from "../../static/js/table/words.js";
import { person, picture, ui } from "./pictures.js";

/** @import { Bid, Game, HandScore, Table } from "../../static/js/types.js" */

class Keys extends Words {
  /** @param {string} key @param {Record<string, string | number>} [values] */
  t(key, values = {}) {
    return [key, ...Object.values(values)].join(" ");
  }
}

/** @param {Partial<Game>} before @param {Partial<Game>} after @param {Partial<Table>} [table] the later picture's */
function said(before, after, table = {}) {
  return happened(present(picture(before), ui()), present(picture(after, table), ui()), new Keys({}, "en"));
}

/** @param {string} code @param {number} points */
const line = (code, points) => ({ code, text: code, points });

/** @type {Bid} */
const NIL = { nil: true, value: 0, blind: false, text: "nil" };

test("what a hand brought is announced", () => {
  /** @type {HandScore} */
  const score = {
    hand_no: 1,
    tricks: [0, 12, 0, 1],
    sides: [
      { points: -50, total: -50, bags: 0, bags_after: 0, lines: [line("set", -150), line("nil_kept", 100)] },
      { points: 100, total: 100, bags: 0, bags_after: 0, lines: [line("nil_broken", -100), line("boston", 200)] },
    ],
    revokes: [],
  };
  const bids = [NIL, null, null, NIL];
  const after = { to_act: [], bids, totals: [-50, 100], scores: [score] };
  assert.deepEqual(said({ bids, to_act: [1] }, { ...after, phase: "deal" }), [
    "out_set we.",
    "out_nil_kept you.",
    "out_nil_broken dee.",
    "out_boston they.",
    "say_hand 1 say_side we −50 −50; say_side they +100 100",
  ]);
});

test("the last hand is announced once", () => {
  const waits = { to_act: [1] };
  const last = { ...waits, max_hands: 1 };
  assert.deepEqual(said(waits, last, { news: { what: "last_hand", v: 2 } }), ["last_hand_now"]);
  assert.deepEqual(said(last, last), []);
  // Nobody needs to be told of the only hand, but of the last one of several.
  const agreed = { ...waits, max_hands: 2 };
  assert.deepEqual(said(agreed, { ...agreed, hand_no: 2, phase: "bid", hand: ["AS"] }), [
    "say_deal 2 card A suit_S",
    "say_last_hand",
  ]);
});

test("a card on the table, the trick's winner and the own turn are announced", () => {
  const before = { to_act: [3], trick: { leader: 1, plays: /** @type {[number, string][]} */ ([[1, "2H"]]) } };
  const plays = /** @type {[number, string][]} */ ([
    [1, "2H"],
    [2, "5H"],
    [3, "AH"],
    [0, "3H"],
  ]);
  assert.deepEqual(said(before, { trick: null, history: { tricks: [{ leader: 1, plays, winner: 3 }] }, to_act: [3] }), [
    "say_played cy card 5 suit_H",
    "say_played dee card A suit_H",
    "say_you_played card 3 suit_H",
    "say_won dee",
  ]);
  assert.deepEqual(said(before, { ...before, to_act: [0] }), ["your_turn_any suit_H."]);
  assert.deepEqual(said({ to_act: [0] }, { to_act: [0] }), []);
});

test("whoever goes or comes is announced", () => {
  const waits = { to_act: [1] };
  for (const [changes, sentence] of /** @type {const} */ ([
    [{ online: false }, "say_away cy"],
    [{ stand_in: true }, "stand_in_of cy."],
    [{ bot: true, name: "Bot 1" }, "say_left cy"],
    [{ wants_end: true }, "end_asked cy"],
  ])) {
    const seats = [person(0), person(1), person(2, changes), person(3)];
    assert.deepEqual(said(waits, waits, { seats }), [sentence]);
  }
});

test("drawn and passed cards are announced", () => {
  /** @type {Partial<Game>} */
  const draws = { phase: "draw", hand: ["AS"], drawn_card: null, stock_left: 30, to_act: [1] };
  const took = { ...draws, hand: ["AS", "2H"], drawn_card: "KD", legal: ["keep", "refuse"], to_act: [0] };
  assert.deepEqual(said(draws, took), ["say_took card 2 suit_H", "draw_title card K suit_D.", "your_turn_draw."]);
  /** @type {Partial<Game>} */
  const passes = { phase: "pass", to_act: [1], passed: { given: ["2C"], received: null } };
  assert.deepEqual(said(passes, { to_act: [1], passed: { given: ["2C"], received: ["AS"] } }), [
    "pass_received cy card A suit_S.",
  ]);
});

test("the last drawn card is announced too", () => {
  /** @type {Partial<Game>} */
  const draws = { phase: "draw", hand: ["AS"], drawn_card: "KD", stock_left: 1, to_act: [0] };
  assert.deepEqual(said(draws, { phase: "bid", hand: ["AS", "2H"], to_act: [1] }), ["say_took card 2 suit_H"]);
});

test("a hand is announced when it is looked at", () => {
  /** @type {Partial<Game>} */
  const unseen = { phase: "bid", hand: null, blind_offer: true, legal: ["look", "blind nil"] };
  assert.deepEqual(said({ ...unseen, to_act: [1], legal: [] }, unseen), ["your_turn_bid.", "blind_text"]);
  /** @type {Partial<Game>} */
  const seen = { phase: "bid", hand: ["AS", "2H"], legal: ["bid 1", "nil"] };
  const cards = "say_deal 1 card A suit_S, card 2 suit_H";
  assert.deepEqual(said(unseen, seen), [cards, "your_turn_bid."]);
  const blind = { ...NIL, blind: true, text: "blind nil" };
  const decided = { ...seen, to_act: [1], bids: [blind, null, null, null], legal: [] };
  assert.deepEqual(said(unseen, decided), ["say_bid you blind nil", cards]);
});

test("what comes after the end is announced", () => {
  /** @type {Partial<Game>} */
  const over = { phase: "over", to_act: [], result: { winners: [0, 2], totals: [500, 300] } };
  assert.deepEqual(said({ to_act: [1] }, over, { status: "finished" }), ["say_game win_we cy"]);
  const changes = [{ seat: 0, before: 1500.4, after: 1516.2 }];
  assert.deepEqual(said(over, over, { status: "finished", rating_changes: changes }), [
    "rating_change: 1500 → 1516 (+16).",
  ]);
});
