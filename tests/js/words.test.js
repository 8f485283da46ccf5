import assert from "node:assert/strict";
import { test } from "node:test";
import { present } from "../../static/js/table/model.js";
import * as words from "../../static/js/table/words.js";
import { NAMES, picture, ui } from "./pictures.js";

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
  assert.equal(words.numeral("−5"), "−5");
  document.dir = "rtl";
  assert.equal(words.numeral("−5"), "\u2066−5\u2069");
});

test("cards, bids and sides by name", () => {
  assert.deepEqual(
    ["TS", "9H", "BJ"].map((card) => words.card(card)),
    ["10 of spades", "9 of hearts", "big joker"],
  );
  assert.deepEqual(
    ["2D", "2S", "3D"].map((card) => words.cardThere(card, ["2D", "2S"])),
    ["2 of diamonds, a high spade", "2 of spades, a high spade", "3 of diamonds"],
  );
  assert.equal(words.bid({ text: "4", value: 4, nil: false, blind: false, opening: null }), "4");
  assert.equal(words.bid({ text: "blind nil", value: 0, nil: true, blind: true, opening: null }), "blind nil");
  assert.equal(words.side({ names: ["ann", "cy"] }), "ann & cy");
  assert.equal(words.side({ word: "you" }), "You");
});

test("a line of the score by its code or its text; one that is not known as the engine wrote it", () => {
  assert.equal(words.line({ code: "bags", text: "3 bags" }), "3 bags");
  assert.equal(words.line({ code: "set", text: "contract 12 set, 3 won" }), "contract 12 set, 3 won");
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
  assert.equal(winner([0, 2], 0, solo), "First place is shared: You, cy");
  assert.equal(winner([0, 1, 2], null, solo), "The game is drawn");
  const pairs = [
    [0, 2],
    [1, 3],
  ];
  assert.equal(winner([0, 2], 0, pairs), "You and cy win");
  assert.equal(winner([1, 3], 0, pairs), "bob & dee win");
});

test("what is to be done", () => {
  /** @param {Parameters<typeof picture>} given */
  const prompt = (...given) => words.prompt(present(picture(...given), ui()));
  assert.equal(prompt(), "Your lead");
  assert.equal(prompt({ to_act: [1] }), "bob to play");
  assert.equal(prompt({ phase: "bid", to_act: [1, 3] }), "bob & dee to bid");
  const trick = { leader: 3, plays: /** @type {[number, string][]} */ ([[3, "2H"]]) };
  assert.equal(prompt({ trick, hand: ["AH", "2S"] }), "Your turn: follow hearts");
  assert.equal(prompt({ trick, hand: ["2S"] }), "Your turn: no hearts, play any card");
  // Nobody is asked to play while a bot plays for them.
  assert.equal(prompt({}, {}, { stand_in: true }), "");
});

test("how often a side was set, where that may lose the game", () => {
  const none = { set_limit: null, sets_in_a_row: null };
  assert.equal(words.sets({ sets: 2, running: 1 }, none), null);
  assert.equal(words.sets({ sets: 0, running: 0 }, { ...none, set_limit: 2 }), null);
  assert.deepEqual(words.sets({ sets: 1, running: 0 }, { ...none, set_limit: 2 }), {
    long: "set 1 of 2",
    short: "✗ 1/2",
  });
  assert.equal(words.sets({ sets: 3, running: 1 }, { ...none, sets_in_a_row: 2 })?.long, "set 1 of 2 in a row");
});

test("whoever takes a bot's seat reads when they join in", () => {
  /** @param {{ n: number, all: number } | null} trickNo @param {string[]} can */
  const told = (trickNo, can = []) =>
    words.standIn(/** @type {Parameters<typeof words.standIn>[0]} */ ({ trickNo, can: new Set(can) }));
  assert.equal(told(null), "You join in at the next hand. A bot plays this one.");
  assert.equal(told({ n: 8, all: 13 }), "You join in after 6 more tricks. A bot plays this hand.");
  assert.equal(told({ n: 13, all: 13 }), "You join in after 1 more trick. A bot plays this hand.");
  assert.equal(told({ n: 8, all: 13 }, ["take_back"]), "A bot plays for you.");
});
