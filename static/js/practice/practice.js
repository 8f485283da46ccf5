// A practice game: sends what the player does to the server, whose engine and bots answer at once, and shows what follows.

import { frameOf } from "../learn/frame.js";
import { around, one } from "../page.js";
import { ignoreSecondTaps, keepFaces } from "../table/cards.js";
import { patch } from "../table/dom.js";
import { Keyboard } from "../table/keyboard.js";
import { finishedTrick, present } from "../table/model.js";
import { Motion } from "../table/motion.js";
import { happened, Speech } from "../table/speech.js";
import { view } from "./view.js";

/** @import { Preferences } from "../table/preferences.js" */
/** @import { Game, Model, PageState, Rules, TableKit, Ui, Words } from "../types.js" */

const CARD_MS = 650;
/** Where nothing moves, cards still come one after another. */
const STILL_MS = 300;

/**
 * The game as the server tells it (games/practice/pictures.py).
 * @typedef {object} Moment
 * @property {number} v
 * @property {Game[]} frames what happened, and the present last
 * @property {Rules} rules
 * @property {"" | "hand" | "game"} over
 * @property {boolean} undo
 *
 * @typedef {object} PracticeUi
 * @property {string} says the hint, or what was wrong
 * @property {boolean} hinted
 * @property {boolean} busy a request is on its way, or what follows from it is being shown
 */

/** @type {PageState} */
const CALM = {
  picked: null,
  premove: null,
  claimed: null,
  passing: [],
  held: null,
  open: "",
  address: "",
  blind: false,
  error: "",
  line: "open",
  reason: "",
  next: null,
  unfair: "",
  read: 0,
  checked: "",
  barred: false,
};

export class Practice {
  /**
   * @param {HTMLElement} root
   * @param {{config: {token: string, names: string[], url: string, day: string, home: string, fresh: string,
   *   moment: Moment}, words: Words,
   *   faces: Record<string, string>, icons: Record<string, string>, live: Element, preferences: Preferences}} given
   */
  constructor(root, { config, words, faces, icons, live, preferences }) {
    this.root = root;
    this.config = config;
    this.words = words;
    this.likes = preferences;
    this.moment = config.moment;
    this.names = [words.t("you"), ...config.names.slice(1)];
    this.motion = new Motion(root);
    this.speech = new Speech(live);
    this.keyboard = new Keyboard(root, (does) => this.run(does));
    this.drawn = { words, faces, icons };
    this.game = /** @type {Game} */ (this.moment.frames.at(-1));
    this.v = 1;
    /** @type {Model | null} */
    this.model = null;
    /** @type {PageState} */
    this.table = { ...CALM };
    /** @type {PracticeUi} */
    this.ui = { says: "", hinted: false, busy: false };
  }

  start() {
    keepFaces(this.root);
    ignoreSecondTaps(this.root);
    this.root.addEventListener("click", (event) => {
      const target = around(event, "[data-do]");
      if (target && target.getAttribute("aria-disabled") !== "true") this.run(target.dataset.do ?? "");
    });
    this.likes.watch(() => this.draw());
    this.show(this.moment);
  }

  /** @param {string} does a button's data-do */
  run(does) {
    const [word] = does.split(" ", 1);
    const rest = does.slice(word.length + 1);
    /** @type {Record<string, () => unknown>} */
    const deeds = {
      act: () => this.ask(rest),
      card: () => this.card(rest),
      pick: () => this.choose({ picked: this.table.picked === rest ? null : rest }),
      blind: () => this.choose({ blind: rest === "yes", picked: null }),
      open: () => this.choose({ open: this.table.open === rest ? "" : /** @type {PageState["open"]} */ (rest) }),
      close: () => this.choose({ open: "" }),
      quiet: () => this.say("", false),
      undo: () => this.ask("undo"),
      again: () => this.ask("again"),
      next: () => this.ask("next"),
      hint: () => this.ask("hint"),
    };
    return deeds[word]?.();
  }

  /** @param {string} card */
  card(card) {
    const { model } = this;
    if (model?.passing) return this.mark(card, model.passing.size);
    return model?.phase === "play" && model.myTurn ? this.ask(`play ${card}`) : undefined;
  }

  /** Marks a card to be passed, or takes that back. @param {string} card @param {number} room */
  mark(card, room) {
    const rest = this.table.passing.filter((marked) => marked !== card);
    this.choose({ passing: rest.length < this.table.passing.length ? rest : [...rest, card].slice(-room) });
  }

  /** @param {string} wish an action, or what else is wanted of the server */
  async ask(wish) {
    if (this.ui.busy) return;
    this.ui.busy = true;
    this.draw();
    const told = await this.send(wish);
    this.ui.busy = false;
    if (!told) this.say(this.words.t("failed"), false);
    else if (told.frames) await this.show(told);
    else if (told.hint) this.say(`${this.words.t("hint_is", { action: this.named(told.hint) })} ${told.says}`, true);
    else {
      if (told.now) await this.show(told.now);
      this.say(told.says, false);
    }
  }

  /** @param {string} wish @returns {Promise<any>} null where the server can't be reached */
  async send(wish) {
    const body = new URLSearchParams({ v: String(this.moment.v), do: wish, day: this.config.day });
    const asked = { method: "POST", body, headers: { "X-CSRFToken": this.config.token, Accept: "application/json" } };
    const got = await fetch(this.config.url, asked).catch(() => null);
    if (!got || ![200, 409, 422].includes(got.status)) return null;
    return got.json().catch(() => null);
  }

  /** An action in words: "a bid of 3", "the queen of hearts". @param {string} action */
  named(action) {
    const { words } = this;
    const [kind, ...rest] = action.split(" ");
    if (kind === "play") return words.card(rest[0]);
    if (kind === "bid") return words.t("bid_of", { bid: rest[0] });
    if (kind === "nil") return words.t("bid_of", { bid: words.t("nil") });
    if (kind === "blind")
      return words.t("bid_of", { bid: words.t("blind", { bid: rest[0] === "nil" ? words.t("nil") : rest[0] }) });
    if (kind === "pass") return words.t("pass_these", { cards: rest.map((card) => words.card(card)).join(", ") });
    if (kind === "look") return words.t("look_first");
    return words.t(kind === "keep" ? "keep_it" : "leave_it");
  }

  // ---- showing

  /** Shows pictures one after another, as fast as one can follow. @param {Moment} moment */
  async show(moment) {
    const { length } = moment.frames;
    this.moment = { ...moment, over: length > 1 ? "" : moment.over };
    Object.assign(this.ui, { says: "", hinted: false, busy: true });
    Object.assign(this.table, { ...CALM, held: this.table.held });
    for (const [place, frame] of moment.frames.entries()) {
      this.picture(frame);
      if (place < length - 1) await this.pause();
    }
    if (moment.over && length > 1) await this.pause();
    this.moment = moment;
    this.ui.busy = false;
    this.choose(moment.over ? { open: "hand", held: null } : {});
    if (moment.over) one(this.root, ".practice-ways .button-turn")?.focus({ preventScroll: true });
  }

  pause() {
    const still = this.likes.still || matchMedia("(prefers-reduced-motion: reduce)").matches;
    return new Promise((done) => setTimeout(done, still ? STILL_MS : CARD_MS));
  }

  /** @param {Game} game */
  picture(game) {
    const before = this.game;
    this.game = game;
    this.v += 1;
    // A finished trick stays until the next card.
    this.table.held = finishedTrick(before, game) ?? (game.trick || !game.last_trick ? null : this.table.held);
    this.draw();
  }

  /** @param {string} sentence @param {boolean} hinted */
  say(sentence, hinted) {
    Object.assign(this.ui, { says: sentence, hinted });
    if (sentence) this.speech.say([sentence]);
    this.draw();
  }

  /** @param {Partial<PageState>} changes */
  choose(changes) {
    Object.assign(this.table, changes);
    this.draw();
  }

  draw() {
    const { game } = this;
    /** @type {Ui} */
    const ui = {
      ...this.table,
      pending: null,
      perRow: this.likes.perRow,
      order: this.likes.order,
      who: "",
      waitingAnswer: false,
    };
    const before = this.model;
    const frame = frameOf(game, { names: this.names, rules: this.moment.rules, v: this.v });
    for (const seat of frame.table.seats.slice(1)) seat.bot = true;
    this.model = present(frame, ui);
    this.motion.before();
    this.keyboard.remember();
    patch(this.root, view(this.model, { ...this.config, moment: this.moment, ui: this.ui }, this.kit()));
    this.keyboard.restore();
    this.motion.after();
    if (before) this.speech.say(happened(before, this.model, this.words));
    this.root.toggleAttribute("data-my-turn", this.model.myTurn);
  }

  /** @returns {TableKit} */
  kit() {
    return {
      ...this.drawn,
      ...this.likes.shown,
      guest: false,
      barred: "",
      now: () => 0,
      rules: [],
      chat: { open: false, unread: 0 },
    };
  }
}
