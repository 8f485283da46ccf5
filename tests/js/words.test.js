import assert from "node:assert/strict";
import { test } from "node:test";
import { present } from "../../static/js/table/model.js";
import { numeral, Words } from "../../static/js/table/words.js";
import { NAMES, picture, ui } from "./pictures.js";

const TEXTS = {
  and: "%(a)s and %(b)s",
  you: "You",
  nil: "nil",
  blind: "blind %(bid)s",
  cards_one: "%(n)d card",
  cards_other: "%(n)d cards",
  card: "%(rank)s of %(suit)s",
  card_BJ: "big joker",
  rank_T: "10",
  suit_S: "spades",
  suit_H: "hearts",
  win_nobody: "drawn",
  win_shared: "shared: %(names)s",
  win_other: "%(names)s wins",
  win_others: "%(names)s win",
  win_you: "You win",
  win_we: "You and %(name)s win",
  turn_of: "%(name)s to play",
  bid_of: "%(name)s to bid",
  your_turn_lead: "Your lead",
  your_turn_follow: "Follow %(suit)s",
  your_turn_any: "No %(suit)s: play any card",
  "line_Bid of # made": "Bid of %(a)s made",
  bag_one: "one bag",
  bag_other: "%(n)d bags",
};
const words = new Words(TEXTS, "en");

test("numbers have a real minus, and a sign where they are gains", () => {
  assert.deepEqual(
    [10, 0, -5].map((points) => [words.plain(points), words.signed(points)]),
    [
      ["10", "+10"],
      ["0", "0"],
      ["−5", "−5"],
    ],
  );
  assert.equal(words.ratingChange({ before: 1500.4, after: 1483.6 }), "1500 → 1484 (−16)");
});

test("signs stay before their numbers where people read from right to left", (t) => {
  t.after(() => {
    document.dir = "ltr";
  });
  assert.equal(numeral("−5"), "−5");
  document.dir = "rtl";
  assert.equal(numeral("−5"), "\u2066−5\u2069");
});

test("counts take the language's plural form", () => {
  assert.deepEqual(
    [0, 1, 2].map((n) => words.count("cards", n)),
    ["0 cards", "1 card", "2 cards"],
  );
});

test("cards, bids and sides by name", () => {
  assert.deepEqual(
    ["TS", "9H", "BJ"].map((card) => words.card(card)),
    ["10 of spades", "9 of hearts", "big joker"],
  );
  assert.equal(words.bid({ text: "4", value: 4, nil: false, blind: false }), "4");
  assert.equal(words.bid({ text: "blind nil", value: 0, nil: true, blind: true }), "blind nil");
  assert.equal(words.side({ names: ["ann", "cy"] }), "ann and cy");
  assert.equal(words.side({ word: "you" }), "You");
});

test("a line of the score by its code or its text; one that is not known as the engine wrote it", () => {
  assert.equal(words.line({ code: "bag", text: "bags: 3" }), "3 bags");
  assert.equal(words.line({ code: "made", text: "Bid of 12 made" }), "Bid of 12 made");
  assert.equal(words.line({ code: "new", text: "something new" }), "something new");
});

test("who won", () => {
  /** @param {number[]} winners @param {number | null} me @param {number[][]} sides */
  const winner = (winners, me, sides) => {
    const sideOf = (/** @type {number | null} */ seat) => sides.find((side) => seat !== null && side.includes(seat));
    const seats = NAMES.slice(0, sides.flat().length).map((name, seat) => ({
      seat,
      name,
      mine: seat === me,
      partner: seat !== me && sideOf(seat) === sideOf(me),
    }));
    return words.winner({ me, seats, sides }, winners);
  };
  const solo = [[0], [1], [2]];
  assert.equal(winner([1], 0, solo), "bob wins");
  assert.equal(winner([0], 0, solo), "You win");
  assert.equal(winner([0, 2], 0, solo), "shared: You, cy");
  assert.equal(winner([0, 1, 2], null, solo), "drawn");
  const pairs = [
    [0, 2],
    [1, 3],
  ];
  assert.equal(winner([0, 2], 0, pairs), "You and cy win");
  assert.equal(winner([1, 3], 0, pairs), "bob and dee win");
});

test("what is to be done", () => {
  /** @param {Parameters<typeof picture>} given */
  const prompt = (...given) => words.prompt(present(picture(...given), ui()));
  assert.equal(prompt(), "Your lead");
  assert.equal(prompt({ to_act: [1] }), "bob to play");
  assert.equal(prompt({ phase: "bid", to_act: [1, 3] }), "bob and dee to bid");
  const trick = { leader: 3, plays: /** @type {[number, string][]} */ ([[3, "2H"]]) };
  assert.equal(prompt({ trick, hand: ["AH", "2S"] }), "Follow hearts");
  assert.equal(prompt({ trick, hand: ["2S"] }), "No hearts: play any card");
  // Nobody is asked to play while a bot plays for them.
  assert.equal(prompt({}, {}, { stand_in: true }), "");
});
