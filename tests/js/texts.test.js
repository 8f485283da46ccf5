import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";
import { runInThisContext } from "node:vm";
import { gettext, ngettext, pgettext } from "../../static/js/texts.js";

const GERMAN = new URL("../../static/texts/de.js", import.meta.url);

/** @param {number} n */
const bags = (n) => ngettext("%(n)s bag", "%(n)s bags", n);

afterEach(() => {
  Reflect.deleteProperty(globalThis, "django");
});

test("texts are English without a catalogue", () => {
  assert.equal(gettext("Your lead"), "Your lead");
  assert.equal(pgettext("level", "Strong"), "Strong");
  assert.deepEqual([0, 1, 2].map(bags), ["0 bags", "1 bag", "2 bags"]);
});

test("places are filled in; what has no value stays", () => {
  assert.equal(gettext("%(n)d of %(all)s, %(what)s", { n: 1, all: "2" }), "1 of 2, %(what)s");
  assert.equal(ngettext("%(n)s of %(name)s", "%(n)s of %(name)s", 2, { name: "ann" }), "2 of ann");
});

test("a German page reads Django's catalogue", () => {
  runInThisContext(readFileSync(GERMAN, "utf-8"));
  assert.equal(gettext("Hand %(n)s of %(all)s", { n: 2, all: 5 }), "Blatt 2 von 5");
  assert.equal(pgettext("card", "%(rank)s of %(suit)s", { rank: "A", suit: "Pik" }), "Pik-A");
  assert.deepEqual([0, 1, 2].map(bags), ["0 Bags", "1 Bag", "2 Bags"]);
  assert.equal(gettext("no such text"), "no such text");
});
