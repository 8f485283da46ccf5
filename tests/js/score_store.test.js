// What the score pad keeps in the browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { keepRules, keptRules, savedGames, saveGame } from "../../static/js/score/store.js";

/** @type {Map<string, string>} */
const shelf = new Map();
Object.assign(globalThis, {
  localStorage: {
    getItem: (/** @type {string} */ key) => shelf.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => shelf.set(key, text),
  },
});

test("rules of one name and other terms stay beside each other", () => {
  const terms = (/** @type {number} */ target) => /** @type {any} */ ({ target });
  const names = [200, 300, 200, 400].map((target) => keepRules({ name: "Club", terms: terms(target) }));
  assert.deepEqual(names, ["Club", "Club (2)", "Club", "Club (3)"]);
  assert.deepEqual(
    keptRules().map(({ name, terms: { target } }) => [name, target]),
    [
      ["Club (3)", 400],
      ["Club", 200],
      ["Club (2)", 300],
    ],
  );
});

test("a game that isn't over is never dropped", () => {
  for (let n = 0; n < 70; n += 1) saveGame(/** @type {any} */ ({ id: String(n), draft: n === 3 ? {} : null }));
  assert.deepEqual(
    savedGames().map(({ id }) => id),
    [...Array.from({ length: 60 }, (_, n) => String(69 - n)), "3"],
  );
});
