// A card chosen ahead is played once, at the next own turn, or given up.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { present } from "../../static/js/table/model.js";
import { pageState } from "../../static/js/table/page_state.js";
import { Premove } from "../../static/js/table/premove.js";
import { picture, ui } from "./pictures.js";

/** @import { TableApp } from "../../static/js/table/app.js" */
/** @import { Game, Plays, You } from "../../static/js/types.js" */

const PAUSE_MS = 350;

/** What a table's page does for a premove: it draws at each change, and sends an action until a picture has it. */
class Page {
  constructor() {
    this.ui = pageState();
    this.frame = picture();
    this.model = present(this.frame, ui());
    /** @type {{id: string, action: string, v: number | null} | null} */
    this.pending = null;
    /** @type {string[]} */
    this.sent = [];
    this.deeds = { act: (/** @type {string} */ action) => this.act(action) };
    this.premove = new Premove(/** @type {TableApp} */ (/** @type {unknown} */ (this)));
  }

  draw() {
    this.model = present(this.frame, ui({ ...this.ui, pending: this.pending?.action ?? null }));
  }

  /** @param {string} sentence */
  say(sentence) {
    this.ui.error = sentence;
  }

  /** @param {Partial<import("../../static/js/types.js").PageState>} changes */
  choose(changes) {
    Object.assign(this.ui, changes);
    this.draw();
  }

  /** @param {string} action */
  act(action) {
    if (this.pending) return;
    this.pending = { id: `${this.sent.length}`, action, v: null };
    this.sent.push(action);
    this.premove.drop();
    this.draw();
  }

  /** A picture comes. @param {Partial<Game>} game @param {Partial<You>} [you] */
  shows(game, you = {}) {
    this.pending = null;
    this.frame = picture({ hand: ["AH", "2S"], ...game }, {}, you);
    this.draw();
    this.premove.consider();
  }
}

/** @type {Page} */
let page;

const OTHERS = { to_act: [3], legal: [] };
const OWN = { to_act: [0], legal: ["play AH", "play 2S"] };

beforeEach((t) => {
  /** @type {import("node:test").TestContext} */ (t).mock.timers.enable({ apis: ["setTimeout"] });
  page = new Page();
});

test("it is played a moment after the own turn has come, once", (t) => {
  page.shows(OTHERS);
  page.premove.set("2S");
  assert.equal(page.ui.premove, "2S");
  page.shows(OWN);
  t.mock.timers.tick(PAUSE_MS - 1);
  assert.deepEqual(page.sent, []);
  t.mock.timers.tick(1);
  assert.deepEqual([page.sent, page.ui.premove], [["play 2S"], null]);
  page.shows(OWN);
  t.mock.timers.tick(PAUSE_MS);
  assert.deepEqual(page.sent, ["play 2S"]);
});

test("the pause begins with the own turn", (t) => {
  page.shows(OTHERS);
  page.premove.set("2S");
  page.shows(OTHERS);
  t.mock.timers.tick(PAUSE_MS - 50);
  page.shows(OWN);
  t.mock.timers.tick(PAUSE_MS - 50);
  assert.deepEqual(page.sent, []);
  t.mock.timers.tick(50);
  assert.deepEqual(page.sent, ["play 2S"]);
});

test("other news during the pause don't put it off", (t) => {
  page.shows(OTHERS);
  page.premove.set("2S");
  page.shows(OWN);
  t.mock.timers.tick(PAUSE_MS - 50);
  page.shows(OWN);
  t.mock.timers.tick(50);
  assert.deepEqual(page.sent, ["play 2S"]);
});

test("chosen again it is taken back, also during the pause", (t) => {
  page.shows(OTHERS);
  page.premove.set("2S");
  page.shows(OWN);
  page.premove.set("2S");
  t.mock.timers.tick(PAUSE_MS);
  assert.deepEqual([page.sent, page.ui.premove], [[], null]);
});

test("a turn that goes by during the pause, to a bot or in another tab, stops it", (t) => {
  page.shows(OTHERS);
  page.premove.set("2S");
  page.shows(OWN);
  page.shows({ ...OTHERS, hand: ["2S"] });
  t.mock.timers.tick(PAUSE_MS);
  assert.deepEqual([page.sent, page.ui.premove], [[], null]);
});

test("it is given up where the hand is over", () => {
  page.shows(OTHERS);
  page.premove.set("2S");
  page.shows({ ...OTHERS, hand_no: 2 });
  assert.equal(page.ui.premove, null);
  page.premove.set("2S");
  page.shows({ ...OTHERS, hand_no: 2, phase: "bid" });
  assert.equal(page.ui.premove, null);
});

test("it is given up with a sentence where it may not be played", (t) => {
  page.shows(OTHERS);
  page.premove.set("2S");
  page.shows({ ...OWN, legal: ["play AH"] });
  t.mock.timers.tick(PAUSE_MS);
  assert.deepEqual(
    [page.sent, page.ui.premove, page.ui.error],
    [[], null, "The 2 of spades can’t be played now. Choose another card."],
  );
});

test("the suit that was led binds whoever hasn't played to the trick", () => {
  const trick = { leader: 3, plays: /** @type {Plays} */ ([[3, "2H"]]) };
  page.shows({ to_act: [1], legal: [], trick });
  page.premove.set("2S");
  assert.deepEqual([page.ui.premove, page.ui.error], [null, "You have hearts, so you must follow with one of them."]);
  // The next card is for the next trick.
  page.shows({ to_act: [1], legal: [], trick: { leader: 0, plays: [[0, "KH"]] } });
  page.premove.set("2S");
  assert.deepEqual([page.ui.premove, page.ui.error], ["2S", ""]);
});

test("one can be chosen for the turn after while a card is on its way, and waits for that", (t) => {
  page.shows(OWN);
  page.act("play AH");
  page.premove.set("2S");
  assert.equal(page.ui.premove, "2S");
  // The picture from before the card: still the own turn, and the card counts as gone.
  page.premove.consider();
  t.mock.timers.tick(PAUSE_MS);
  assert.deepEqual([page.sent, page.ui.premove], [["play AH"], "2S"]);
  page.shows({ ...OTHERS, hand: ["2S"] });
  page.shows({ to_act: [0], legal: ["play 2S"], hand: ["2S"] });
  t.mock.timers.tick(PAUSE_MS);
  assert.deepEqual(page.sent, ["play AH", "play 2S"]);
});

test("nothing is chosen while a claim is on its way, nor for whom a bot plays", () => {
  page.shows(OTHERS);
  page.pending = { id: "c", action: "claim", v: null };
  page.premove.set("2S");
  assert.equal(page.ui.premove, null);
  page.shows(OTHERS, { stand_in: true });
  page.premove.set("2S");
  assert.equal(page.ui.premove, null);
});
