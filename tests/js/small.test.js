// Small pure functions that have a twin in Python.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { drawn, hueOf, initialsOf, uploaded } from "../../static/js/avatar.js";
import { cookie, setCookie } from "../../static/js/page.js";
import { fromHex, sha256, toHex } from "../../static/js/salt.js";

test("an avatar's letters and colour (tests/common/test_templatetags.py)", () => {
  assert.equal(hueOf("Ann"), 11);
  assert.deepEqual(["ann", "ann-lee", "Ödön", "x_y.z", "--"].map(initialsOf), ["AN", "AL", "ÖD", "XY", "?"]);
});

test("a chosen avatar's colour and drawing", () => {
  assert.deepEqual([null, undefined, ""].map(drawn), [null, null, null]);
  const { hue, drawing } = drawn("owl.11") ?? {};
  assert.equal(hue, 11);
  assert.match(drawing ?? "", /\/static\/img\/avatars\.svg#owl$/);
  assert.deepEqual([drawn("picture.0a1b"), uploaded("owl.11"), uploaded(null)], [null, null, null]);
  assert.equal(uploaded("picture.0a1b"), "/account/avatar/0a1b.webp");
});

test("a cookie's name has the prefix of the site's others (tests/common/test_middleware.py)", () => {
  const page = { cookie: "" };
  Object.assign(globalThis, { document: page, location: { protocol: "https:" } });
  setCookie("theme", "dark");
  assert.equal(page.cookie, "__Host-theme=dark; path=/; max-age=31536000; SameSite=Lax; Secure");
  assert.deepEqual([cookie("theme"), cookie("tz")], ["dark", ""]);
  Object.assign(globalThis, { location: { protocol: "http:" } });
  setCookie("tz", "Europe/Berlin");
  assert.equal(page.cookie, "tz=Europe/Berlin; path=/; max-age=31536000; SameSite=Lax");
  assert.deepEqual([cookie("theme"), cookie("tz")], ["", "Europe/Berlin"]);
});

test("SHA-256 around the borders of its blocks", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => at % 251);
    assert.equal(toHex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
  }
  assert.equal(toHex(fromHex("00ff1a")), "00ff1a");
});
