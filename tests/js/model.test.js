import assert from "node:assert/strict";
import { test } from "node:test";
import { claimOf, finishedTrick, present, sorted, suitOf, whyNot } from "../../static/js/table/model.js";
import * as words from "../../static/js/table/words.js";
import { GAME, person, picture, TABLE, ui } from "./pictures.js";

/** @import { Bid, Game, Plays, Ui } from "../../static/js/types.js" */

/** @param {number} value @param {Partial<Bid>} [changes] @returns {Bid} */
const bid = (value, changes = {}) => ({
  text: String(value),
  value,
  nil: false,
  blind: false,
  opening: null,
  ...changes,
});

/** @param {Partial<Game>} game @param {Partial<Ui>} [page] */
const handOf = (game, page = {}) => present(picture(game), ui(page)).hand;

test("a hand by suit, high or low first, or by rank; jokers are the highest spades", () => {
  const cards = ["2H", "AS", "BJ", "KD", "3C", "LJ", "TH", "2S"];
  assert.deepEqual(sorted(cards), ["BJ", "LJ", "AS", "2S", "TH", "2H", "3C", "KD"]);
  assert.deepEqual(sorted(cards, "suits_up"), ["2S", "AS", "LJ", "BJ", "2H", "TH", "3C", "KD"]);
  assert.deepEqual(sorted(cards, "ranks"), ["BJ", "LJ", "AS", "KD", "TH", "3C", "2S", "2H"]);
  assert.deepEqual(
    ["BJ", "LJ", "QD", "2D"].map((card) => suitOf(card)),
    ["S", "S", "D", "D"],
  );
});

test("high deuces are spades between the ace and the jokers, in the hand and for following", () => {
  /** @type {("2D" | "2S")[]} */
  const raised = ["2D", "2S"];
  const cards = ["2S", "KD", "BJ", "2D", "LJ", "AS", "3S", "2H"];
  assert.deepEqual(sorted(cards, "suits", raised), ["BJ", "LJ", "2D", "2S", "AS", "3S", "2H", "KD"]);
  assert.deepEqual(sorted(cards, "suits_up", raised), ["3S", "AS", "2S", "2D", "LJ", "BJ", "2H", "KD"]);
  assert.deepEqual(sorted(cards, "ranks", raised), ["BJ", "LJ", "2D", "2S", "AS", "KD", "3S", "2H"]);
  assert.deepEqual(
    ["2D", "2S", "2H"].map((card) => suitOf(card, raised)),
    ["S", "S", "H"],
  );
  const trick = { leader: 3, plays: /** @type {Plays} */ ([[3, "2D"]]) };
  const game = { ...GAME, trick, hand: ["AH", "2S", "KD"], spades_broken: false };
  const rules = {
    revoke: /** @type {const} */ ("prevented"),
    first_trick: /** @type {const} */ ("free"),
    high_deuces: raised,
  };
  assert.deepEqual(whyNot(game, "KD", rules), { reason: "must_follow", suit: "S" });
  assert.deepEqual(whyNot({ ...game, trick: null, hand: ["2D", "KD"] }, "2D", rules), { reason: "spades_not_broken" });
  const shown = picture({ hand: ["KD", "2D", "AS"] });
  shown.table.rules = { ...shown.table.rules, high_deuces: raised };
  assert.deepEqual(
    present(shown, ui()).hand?.cards.map(({ card, suit }) => `${card} ${suit}`),
    ["2D S", "AS S", "KD D"],
  );
});

test("the own cards: legal, sent, marked, planned, received, in rows", () => {
  const plain = { legal: false, marked: false, planned: false, received: false };
  assert.deepEqual(handOf({ hand: ["2H", "AH", "2S"], legal: ["play 2H", "play AH"] }, { perRow: 2, premove: "2S" }), {
    cards: [
      { card: "2S", suit: "S", ...plain, planned: true },
      { card: "AH", suit: "H", ...plain, legal: true },
      { card: "2H", suit: "H", ...plain, legal: true },
    ],
    rows: [
      [{ card: "2S", suit: "S", ...plain, planned: true }],
      [
        { card: "AH", suit: "H", ...plain, legal: true },
        { card: "2H", suit: "H", ...plain, legal: true },
      ],
    ],
    choosing: true,
  });
  const passed = { given: ["2C"], received: ["2S"] };
  assert.deepEqual(handOf({ hand: ["2H", "2S"], passed }, { passing: ["2H"], pending: "play 3D" })?.cards, [
    { card: "2S", suit: "S", ...plain, received: true },
    { card: "2H", suit: "H", ...plain, marked: true },
  ]);
  // What is on its way to the trick is in the hand no more.
  assert.deepEqual(handOf({ hand: ["2H"] }, { pending: "play 2H" })?.cards, []);
  assert.equal(handOf({ hand: null }), null);
  assert.equal(present(picture({}, {}, { seat: null }), ui()).hand, null);
  assert.equal(present(picture({}, {}, { seat: null }), ui()).near.seat, 0);
  const turned = present(picture({}, {}, { seat: null }), ui({ bottom: 2 }));
  assert.deepEqual([turned.near.seat, turned.seats.map(({ place }) => place)], [2, [2, 3, 0, 1]]);
});

test("the trick: as it lies, with the own card that is on its way, or the finished one for a moment", () => {
  const plays = /** @type {Plays} */ ([[3, "2H"]]);
  const game = { hand: ["AH"], trick: { leader: 3, plays } };
  /** @param {Partial<Ui>} page */
  const trick = (page) => present(picture(game), ui(page)).trick;
  assert.deepEqual(trick({}), { plays, winner: null, leader: 3 });
  assert.deepEqual(trick({ pending: "play AH" }), { plays: [...plays, [0, "AH"]], winner: null, leader: 3 });
  const held = { plays: /** @type {Plays} */ ([[1, "2C"]]), leader: 1, winner: 2 };
  assert.deepEqual(trick({ held }), held);
});

test("nobody is at turn twice: after sending, the own turn is over", () => {
  const turn = { legal: ["play AH"], hand: ["AH"] };
  const { myTurn, legal, acting } = present(picture(turn), ui());
  assert.deepEqual({ myTurn, legal, acting }, { myTurn: true, legal: ["play AH"], acting: [0] });
  assert.equal(present(picture(turn), ui({ pending: "play AH" })).myTurn, false);
  assert.equal(present(picture(turn, {}, { stand_in: true }), ui()).myTurn, false);
  assert.deepEqual(present(picture(turn, { status: "finished" }), ui()).acting, []);
});

test("the choices of a bid", () => {
  const rules = { ...TABLE.rules, blind_nil: 200, blind_nil_deficit: 100 };
  const frame = picture(
    {
      phase: "bid",
      legal: ["bid 1", "bid 2", "nil"],
      bids: [null, bid(4), bid(3), null],
      counts: [13, 13, 13, 13],
      totals: [20, 90],
      hand: ["AS"],
    },
    { rules },
  );
  assert.deepEqual(present(frame, ui()).bidding, {
    numbers: [
      { action: "bid 1", value: 1 },
      { action: "bid 2", value: 2 },
    ],
    blindNumbers: [],
    nil: true,
    nilNumbers: [],
    together: false,
    blindNil: false,
    look: false,
    throwIn: false,
    noBlindNil: true,
    partner: { name: "cy", ...bid(3) },
    sum: 7,
    bidders: 2,
    tricks: 13,
  });
  const blind = picture({
    phase: "bid",
    hand: null,
    blind_offer: true,
    legal: ["look", "blind nil", "blind 5", "blind 6"],
  });
  const model = present(blind, ui());
  assert.equal(model.blindOffer, true);
  assert.deepEqual(model.bidding?.blindNumbers, [
    { action: "blind 5", value: 5 },
    { action: "blind 6", value: 6 },
  ]);
});

test("cards to pass: an action once enough are marked, in whatever order", () => {
  const game = { phase: /** @type {const} */ ("pass"), hand: ["2C", "3C", "4C"], legal: ["pass 2C 3C", "pass 2C 4C"] };
  /** @param {string[]} passing */
  const passing = (passing) => present(picture(game), ui({ passing })).passing;
  assert.deepEqual(passing(["4C"]), { size: 2, action: null, marked: ["4C"] });
  assert.deepEqual(passing(["4C", "2C"]), { size: 2, action: "pass 2C 4C", marked: ["4C", "2C"] });
});

test("seats go round from the viewer's; sides are called as the viewer calls them", () => {
  const { seats, sideNames, mine } = present(picture({}, {}, { seat: 1 }), ui());
  assert.deepEqual(
    seats.map(({ seat, place, mine, partner, side }) => ({ seat, place, mine, partner, side })),
    [
      { seat: 0, place: 3, mine: false, partner: false, side: 0 },
      { seat: 1, place: 0, mine: true, partner: false, side: 1 },
      { seat: 2, place: 1, mine: false, partner: false, side: 0 },
      { seat: 3, place: 2, mine: false, partner: true, side: 1 },
    ],
  );
  assert.equal(mine, seats[1]);
  assert.deepEqual(sideNames, [{ word: "they" }, { word: "we" }]);
  assert.deepEqual(present(picture({}, {}, { seat: null }), ui()).sideNames, [
    { names: ["ann", "cy"] },
    { names: ["bob", "dee"] },
  ]);
  const solo = { sides: [[0], [1], [2]] };
  const three = { ...solo, seats: [person(0), person(1), person(2)] };
  assert.deepEqual(present(picture(solo, three), ui()).sideNames, [
    { word: "you" },
    { names: ["bob"] },
    { names: ["cy"] },
  ]);
});

test("scores by side, and whether all of it have bid", () => {
  const game = {
    totals: [120, -30],
    bags: [3, 0],
    sets: [1, 0],
    sets_running: [0, 0],
    bids: [bid(3), bid(2), bid(2), null],
  };
  assert.deepEqual(present(picture(game), ui()).totals, [
    { side: 0, own: true, name: { word: "we" }, total: 120, bags: 3, sets: 1, running: 0, bid: 5, won: 0, done: true },
    {
      side: 1,
      own: false,
      name: { word: "they" },
      total: -30,
      bags: 0,
      sets: 0,
      running: 0,
      bid: 5,
      won: 0,
      done: false,
    },
  ]);
});

test("a hand that was thrown in is announced by who did, and doesn’t count as one of the last hands", () => {
  /** @param {number[]} shown */
  const game = (shown) => ({
    phase: /** @type {const} */ ("deal"),
    hand_no: 2,
    max_hands: 2,
    scores: [{ hand_no: 2, number: 2, thrown_in: shown, tricks: [0, 0, 0, 0], revokes: [], sides: [] }],
  });
  const [asked, low] = [[1], [0, 1, 2, 3]].map((shown) => present(picture(game(shown)), ui()));
  assert.deepEqual(asked.outcomes, [{ kind: "thrown_in", side: -1, seat: 1 }]);
  assert.deepEqual(low.outcomes, [{ kind: "thrown_in", side: -1, seat: null }]);
  assert.equal(words.outcome(asked.outcomes[0], asked), "Thrown in: bob");
  assert.equal(words.outcome(low.outcomes[0], low), "Thrown in: all bids together were too low");
  assert.deepEqual([asked.thrownIn, asked.lastHand?.called], [1, false]);
  const may = picture({ phase: "bid", legal: ["bid 1", "throw in"], hand: ["AH"] });
  assert.equal(present(may, ui()).bidding?.throwIn, true);
});

test("which hand is the last", () => {
  /** @param {Parameters<typeof picture>} given */
  const lastHand = (...given) => present(picture(...given), ui()).lastHand;
  const at = "2031-01-01T01:00:00+00:00";
  assert.deepEqual(lastHand({}, { last_hand_after: at }), { called: false, at, late: false });
  assert.deepEqual(lastHand({ max_hands: 1 }), { called: false, at: null, late: false });
  assert.deepEqual(lastHand({ max_hands: 2, hand_no: 2 }, { last_hand_after: at }), {
    called: true,
    at: null,
    late: false,
  });
  assert.deepEqual(lastHand({ max_hands: 1 }, { news: { what: "last_hand", v: 1 } }), {
    called: true,
    at: null,
    late: true,
  });
  assert.equal(present(picture(null), ui()).lastHand, null);
});

test("before there is a game: sides as the table says, nothing to play", () => {
  const model = present(picture(null, { status: "open" }), ui({ barred: true }));
  const { sides, partners, phase, handNo, hand, totals, myTurn } = model;
  assert.deepEqual(
    { sides, partners, phase, handNo, hand, totals, myTurn },
    { sides: TABLE.sides, partners: true, phase: null, handNo: 0, hand: null, totals: [], myTurn: false },
  );
  // The terms keep a spectator from sitting down, not somebody who sits there.
  const can = /** @type {("sit" | "act")[]} */ (["sit", "act"]);
  assert.deepEqual([...present(picture(null, {}, { can }), ui({ barred: true })).can], can);
  assert.deepEqual([...present(picture(null, {}, { can, seat: null }), ui({ barred: true })).can], ["act"]);
});

test("how many tricks a claim took: known only from the picture right before it", () => {
  const game = { ...GAME, hand_no: 4, counts: [5, 5, 5, 5] };
  assert.deepEqual(claimOf({ v: 8, game }, { seat: 2, v: 9 }), { seat: 2, handNo: 4, tricks: 5 });
  assert.deepEqual(claimOf({ v: 7, game }, { seat: 2, v: 9 }), { seat: 2, handNo: 4, tricks: 0 });
  const trick = { leader: 1, plays: /** @type {Plays} */ ([[1, "2C"]]) };
  assert.deepEqual(claimOf({ v: 8, game: { ...game, trick } }, { seat: 2, v: 9 }).tricks, 0);
});

test("a trick is finished once", () => {
  const last = { leader: 1, plays: /** @type {Plays} */ ([[1, "2C"]]), winner: 1 };
  const after = { ...GAME, history: { tricks: [last] } };
  assert.equal(finishedTrick(GAME, after), last);
  assert.equal(finishedTrick({ ...GAME, history: { tricks: [structuredClone(last)] } }, after), null);
  assert.equal(finishedTrick(null, after), null);
});

test("why a card can't be played", () => {
  /** @type {Parameters<typeof whyNot>[2]} */
  const rules = { revoke: "prevented", first_trick: "free", high_deuces: [] };
  const trick = { leader: 3, plays: /** @type {Plays} */ ([[3, "2H"]]) };
  const game = { ...GAME, trick, hand: ["AH", "2S"], spades_broken: false };
  assert.deepEqual(whyNot(game, "2S", rules), { reason: "must_follow", suit: "H" });
  assert.deepEqual(whyNot({ ...game, hand: ["2C", "2S"] }, "2S", rules), { reason: "card_not_now" });
  assert.deepEqual(whyNot({ ...game, trick: null }, "2S", rules), { reason: "spades_not_broken" });
  assert.deepEqual(whyNot({ ...game, trick: null }, "2S", { ...rules, first_trick: "no_spades" }), {
    reason: "first_trick",
  });
  // Where a revoke is penalised, it may be made.
  assert.deepEqual(whyNot(game, "2S", { ...rules, revoke: "penalised" }), { reason: "card_not_now" });
});

test("a row of the own hand ends where a suit does, if the rows' lengths allow it", () => {
  /** @param {string} text @param {number} perRow */
  const rows = (text, perRow) => handOf({ hand: text.split(" ") }, { perRow })?.rows.map((row) => row.length);
  assert.deepEqual(rows("AS KS QS JS TS AH KH QH AC KC AD KD QD", 8), [8, 5]);
  assert.deepEqual(rows("AS KS QS JS TS AH KH QH AC KC AD KD QD", 7), [7, 6]);
  assert.deepEqual(rows("AS KS QS JS TS 9S AH KH QH AC KC AD KD", 7), [6, 7]);
  assert.deepEqual(rows("AS KS QS JS TS 9S 8S 7S AH", 8), [8, 1]);
  assert.deepEqual(rows("AS KS QS JS TS 9S 8S 7S 6S", 8), [5, 4]);
  assert.deepEqual(rows("AS KS QS AH", 7), [4]);
});
