// What the live region says between two pictures.
import assert from "node:assert/strict";
import { test } from "node:test";
import { present } from "../../static/js/table/model.js";
import { happened } from "../../static/js/table/speech.js";
import { person, picture, ui } from "./pictures.js";

/** @import { Bid, Game, HandScore, Table } from "../../static/js/types.js" */

/** @param {Partial<Game>} before @param {Partial<Game>} after @param {Partial<Table>} [table] the later picture's */
function said(before, after, table = {}) {
  return happened(present(picture(before), ui()), present(picture(after, table), ui()));
}

/** @param {string} code @param {number} points */
const line = (code, points) => ({ code, text: code, points });

/** @type {Bid} */
const NIL = { nil: true, value: 0, blind: false, text: "nil", opening: null };

test("what a hand brought is announced", () => {
  /** @type {HandScore} */
  const score = {
    hand_no: 1,
    number: 1,
    thrown_in: [],
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
    "Set: We.",
    "Nil kept: You.",
    "Nil broken: dee.",
    "Boston: They.",
    "Hand 1 is over. We −50, total −50; They +100, total 100.",
  ]);
});

test("the last hand is announced once", () => {
  const waits = { to_act: [1] };
  const last = { ...waits, max_hands: 1 };
  assert.deepEqual(said(waits, last, { news: { what: "last_hand", v: 2 } }), ["Time is up: this hand is the last."]);
  assert.deepEqual(said(last, last), []);
  // Nobody needs to be told of the only hand, but of the last one of several.
  const agreed = { ...waits, max_hands: 2 };
  assert.deepEqual(said(agreed, { ...agreed, hand_no: 2, phase: "bid", hand: ["AS"] }), [
    "Hand 2. You have ace of spades.",
    "This hand is the last.",
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
    "cy plays 5 of hearts.",
    "dee plays ace of hearts.",
    "You play 3 of hearts.",
    "dee wins the trick.",
  ]);
  assert.deepEqual(said(before, { ...before, to_act: [0] }), ["Your turn: no hearts, play any card."]);
  assert.deepEqual(said({ to_act: [0] }, { to_act: [0] }), []);
});

test("whoever goes or comes is announced", () => {
  const waits = { to_act: [1] };
  for (const [changes, sentence] of /** @type {const} */ ([
    [{ online: false }, "cy is away."],
    [{ stand_in: true }, "A bot plays for cy."],
    [{ bot: true, name: "Bot 1" }, "cy has left."],
    [{ wants_end: true }, "cy proposes to stop this game without a result."],
  ])) {
    const seats = [person(0), person(1), person(2, changes), person(3)];
    assert.deepEqual(said(waits, waits, { seats }), [sentence]);
  }
});

test("drawn and passed cards are announced", () => {
  /** @type {Partial<Game>} */
  const draws = { phase: "draw", hand: ["AS"], drawn_card: null, stock_left: 30, to_act: [1] };
  const took = { ...draws, hand: ["AS", "2H"], drawn_card: "KD", legal: ["keep", "refuse"], to_act: [0] };
  assert.deepEqual(said(draws, took), [
    "You take the 2 of hearts.",
    "You drew the king of diamonds.",
    "Keep the card or refuse it.",
  ]);
  /** @type {Partial<Game>} */
  const passes = { phase: "pass", to_act: [1], passed: { given: ["2C"], received: null } };
  assert.deepEqual(said(passes, { to_act: [1], passed: { given: ["2C"], received: ["AS"] } }), [
    "cy passed you ace of spades.",
  ]);
});

test("the last drawn card is announced too", () => {
  /** @type {Partial<Game>} */
  const draws = { phase: "draw", hand: ["AS"], drawn_card: "KD", stock_left: 1, to_act: [0] };
  assert.deepEqual(said(draws, { phase: "bid", hand: ["AS", "2H"], to_act: [1] }), ["You take the 2 of hearts."]);
});

test("a hand is announced when it is looked at", () => {
  /** @type {Partial<Game>} */
  const unseen = { phase: "bid", hand: null, blind_offer: true, legal: ["look", "blind nil"] };
  assert.deepEqual(said({ ...unseen, to_act: [1], legal: [] }, unseen), [
    "Your bid.",
    "A blind bid pays more. Once you look, the chance is gone.",
  ]);
  /** @type {Partial<Game>} */
  const seen = { phase: "bid", hand: ["AS", "2H"], legal: ["bid 1", "nil"] };
  const cards = "Hand 1. You have ace of spades, 2 of hearts.";
  assert.deepEqual(said(unseen, seen), [cards, "Your bid."]);
  const blind = { ...NIL, blind: true, text: "blind nil" };
  const decided = { ...seen, to_act: [1], bids: [blind, null, null, null], legal: [] };
  assert.deepEqual(said(unseen, decided), ["You: blind nil.", cards]);
});

test("what comes after the end is announced", () => {
  /** @type {Partial<Game>} */
  const over = { phase: "over", to_act: [], result: { winners: [0, 2], totals: [500, 300] } };
  assert.deepEqual(said({ to_act: [1] }, over, { status: "finished" }), ["The game is over. You and cy win."]);
  const changes = [{ seat: 0, before: 1500.4, after: 1516.2 }];
  assert.deepEqual(said(over, over, { status: "finished", rating_changes: changes }), ["Rating: 1500 → 1516 (+16)."]);
});
