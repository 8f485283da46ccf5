// A lesson's words and pictures: terms within texts, and the frame that the table's model is made of.
import assert from "node:assert/strict";
import { test } from "node:test";
import { frameOf } from "../../static/js/learn/frame.js";
import { spoken, withTerms } from "../../static/js/learn/terms.js";

/** @import { Tree } from "../../static/js/types.js" */

test("terms in a text become words with their meanings, each with an id of its own", () => {
  const text = "A [trick](trick) is won; two [tricks](trick), better.";
  assert.equal(spoken(text), "A trick is won; two tricks, better.");
  const parts = /** @type {(string | Tree)[]} */ (withTerms(text, { trick: "Four cards." }));
  const ends = /** @type {Tree[]} */ (parts.filter((part) => typeof part === "object"));
  assert.deepEqual(
    parts.filter((part) => typeof part === "string"),
    ["A ", " is won; two ", " better."],
  );
  // A word, its meaning, and the punctuation that stays on its line.
  const inner = ends.map((end) => end.children.map(({ children, props }) => props.text ?? children[0].props.text));
  assert.deepEqual(inner, [
    ["trick", "Four cards."],
    ["tricks", "Four cards.", ","],
  ]);
  assert.deepEqual(
    ends.flatMap(({ children }) => children.slice(0, 2)).map(({ props }) => props.popovertarget ?? props.id),
    ["term-trick-2", "term-trick-2", "term-trick-29", "term-trick-29"],
  );
  assert.deepEqual(withTerms("None.", {}), ["None."]);
});

test("the learner sits at the bottom of a table in play, and may act", () => {
  const game = /** @type {any} */ ({
    sides: [
      [0, 2],
      [1, 3],
    ],
  });
  const frame = frameOf(game, {
    names: ["You", "Wanda", "Nora", "Emil"],
    rules: /** @type {any} */ ({ preset: "x" }),
    v: 3,
  });
  assert.deepEqual([frame.you.seat, frame.table.status, frame.table.sides, frame.v], [0, "playing", game.sides, 3]);
  assert.deepEqual(
    frame.table.seats.map(({ seat, name }) => [seat, name]),
    [
      [0, "You"],
      [1, "Wanda"],
      [2, "Nora"],
      [3, "Emil"],
    ],
  );
});
