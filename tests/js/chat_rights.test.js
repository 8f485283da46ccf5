import assert from "node:assert/strict";
import { test } from "node:test";
import { rightsOf } from "../../static/js/table/chat/rights.js";
import { present } from "../../static/js/table/model.js";
import { picture, ui } from "./pictures.js";

/** @import { Table, You } from "../../static/js/types.js" */

/** @param {Partial<Table>} table @param {Partial<You>} [you] */
const rights = (table, you = {}, guest = false) => rightsOf(present(picture({}, table, you), ui()), guest);

const BOTH = ["table", "spectators"];
const WATCHING = { seat: null };

test("in a casual game everybody reads both channels and writes", () => {
  const open = { tabs: BOTH, signedIn: true, shut: false, words: true, why: "rated", reacts: true, talks: false };
  assert.deepEqual(rights({}), { own: "table", ...open });
  assert.deepEqual(rights({}, WATCHING), { own: "spectators", ...open });
});

test("in a rated game or a match players don't read the watchers and say phrases only", () => {
  const apart = {
    own: "table",
    tabs: ["table"],
    signedIn: true,
    shut: false,
    words: false,
    why: "rated",
    reacts: false,
    talks: false,
  };
  assert.deepEqual(rights({ rated: true }), apart);
  assert.deepEqual(rights({ kind: "match" }), apart);
  // Afterwards they talk.
  assert.deepEqual(rights({ rated: true, status: "finished" }), { ...apart, tabs: BOTH, words: true, reacts: true });
});

test("there only members watch and write; guests only read about it", () => {
  const watches = {
    own: "spectators",
    tabs: BOTH,
    signedIn: true,
    shut: false,
    words: true,
    why: "rated",
    reacts: true,
    talks: false,
  };
  assert.deepEqual(rights({ rated: true }, WATCHING), watches);
  assert.deepEqual(rights({ rated: true }, WATCHING, true), { ...watches, shut: true, words: false, why: "guest" });
  assert.deepEqual(rights({ rated: true }, { ...WATCHING, name: "" }), { ...watches, signedIn: false, shut: true });
});

test("while the deals are played elsewhere nobody writes own words", () => {
  const shut = {
    own: "table",
    tabs: ["table"],
    signedIn: true,
    shut: false,
    words: false,
    why: "closed",
    reacts: false,
    talks: false,
  };
  assert.deepEqual(rights({ closed: true, status: "finished", kind: "match" }), shut);
});

test("partners who may talk have a channel of their own, in a match too", () => {
  const rules = { ...picture().table.rules, partners_talk: true };
  const talking = rights({ rules, kind: "match" }, { can: ["act", "talk"] });
  assert.deepEqual([talking.tabs, talking.talks, talking.words], [["partner", "table"], true, false]);
  assert.equal(rights({ rules }, { can: ["act"] }).talks, false);
  assert.deepEqual(rights({ rules }, WATCHING).tabs, BOTH);
});
