// A lesson: shows a step at the table, sends the answer to the server, whose engine judges it, and plays what follows.
import { around, one } from "../page.js";
import { ignoreSecondTaps, keepFaces } from "../table/cards.js";
import { h, patch } from "../table/dom.js";
import { Keyboard } from "../table/keyboard.js";
import { finishedTrick, present } from "../table/model.js";
import { Motion } from "../table/motion.js";
import { choice } from "../table/render/choices.js";
import { hand } from "../table/render/hand.js";
import { own } from "../table/render/own.js";
import { seats } from "../table/render/seats.js";
import { sheet } from "../table/render/sheet.js";
import { trick } from "../table/render/trick.js";
import { happened, Speech } from "../table/speech.js";
import { frameOf } from "./frame.js";
import { panel } from "./panel.js";
import { spoken } from "./terms.js";

/** @import { Preferences } from "../table/preferences.js" */
/** @import { Game, Model, PageState, Rules, TableKit, Ui, Words } from "../types.js" */

const CARD_MS = 850;
/** Where nothing moves, cards still come one after another. */
const LAID_MS = 400;

/**
 * A step as the server tells it (games/learn/pictures.py).
 * @typedef {object} Moment
 * @property {number} step
 * @property {number} of
 * @property {string} text
 * @property {boolean} problem
 * @property {string} ask
 * @property {string} hint
 * @property {[string, string][]} choices
 * @property {boolean} acts the answer is an action at the table
 * @property {Game[]} frames the pictures that lead to the question
 * @property {boolean} laid a new position, not what follows from the one before
 * @property {Rules} rules
 * @property {boolean} sheet the score of the last hand is shown
 *
 * @typedef {{right: boolean, says: string, frames?: Game[], sheet?: boolean, next?: Moment | null}} Told
 *
 * @typedef {object} LessonUi
 * @property {string} says what came of the answer, or the hint
 * @property {boolean} right
 * @property {boolean} hinted
 * @property {boolean} busy an answer is on its way, or its cards are
 * @property {boolean} over
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

export class Lesson {
  /**
   * @param {HTMLElement} root
   * @param {{config: {token: string, names: string[], plain: boolean, moment: Moment, meanings: Record<string, string>,
   *   list: string, after: {label: string, url: string}}, words: Words, faces: Record<string, string>,
   *   icons: Record<string, string>, live: Element, preferences: Preferences}} given
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
    /** @type {Game} */
    this.game = this.moment.frames[0];
    this.v = 1;
    /** @type {Model | null} */
    this.model = null;
    /** @type {PageState} */
    this.table = { ...CALM };
    /** @type {LessonUi} */
    this.ui = { says: "", right: false, hinted: false, busy: false, over: false };
    /** @type {Moment | null} the step that comes when the learner goes on */
    this.coming = null;
  }

  start() {
    keepFaces(this.root);
    ignoreSecondTaps(this.root);
    this.root.addEventListener("click", (event) => {
      const target = around(event, "[data-do]");
      if (target && target.getAttribute("aria-disabled") !== "true") this.run(target.dataset.do ?? "");
      else if (target?.dataset.card) this.run(target.dataset.do ?? "");
    });
    this.root.addEventListener("keydown", (event) => {
      // A key that is held down answers once.
      if (event.repeat && ["Enter", " "].includes(event.key) && around(event, ".lesson-panel .button"))
        event.preventDefault();
    });
    this.likes.watch(() => this.draw());
    this.show(this.moment);
  }

  /** @param {string} does a button's data-do */
  run(does) {
    const [word] = does.split(" ", 1);
    const rest = does.slice(word.length + 1);
    /** @type {Record<string, () => void>} */
    const deeds = {
      on: () => this.on(),
      hint: () => this.hint(),
      answer: () => this.answer(rest),
      act: () => this.answer(rest),
      card: () => this.card(rest),
      pick: () => this.choose({ picked: this.table.picked === rest ? null : rest }),
      close: () => this.choose({ open: "" }),
    };
    deeds[word]?.();
  }

  /** @param {string} card */
  card(card) {
    const { moment, model } = this;
    if (model?.passing) return this.mark(card, model.passing.size);
    if (moment.acts && !this.ui.right && model?.phase === "play") return this.answer(`play ${card}`);
    return undefined;
  }

  /** Marks a card to be passed, or takes that back. @param {string} card @param {number} room */
  mark(card, room) {
    const rest = this.table.passing.filter((marked) => marked !== card);
    this.choose({ passing: rest.length < this.table.passing.length ? rest : [...rest, card].slice(-room) });
  }

  hint() {
    Object.assign(this.ui, { says: this.moment.hint, hinted: true });
    this.speech.say([spoken(this.moment.hint)]);
    this.draw();
  }

  /** The way on: the next step, which is known already, or the server's word that this one has been read. */
  on() {
    if (this.ui.busy) return undefined;
    if (!this.ui.right) return this.answer("on");
    if (this.coming) this.show(this.coming);
    return undefined;
  }

  // ---- asking the server

  /** @param {string} answer */
  async answer(answer) {
    if (this.ui.busy) return;
    this.ui.busy = true;
    const told = await this.send(answer);
    this.ui.busy = false;
    if (!told) this.say(this.words.t("failed"), false);
    else if (told.right) await this.follow(told);
    else if (told.next) {
      // The page was out of date: what the server says goes before the step that it names.
      await this.show(told.next);
      this.say(told.says, false);
    } else this.say(told.says, false);
  }

  /** @param {string} answer @returns {Promise<Told | null>} null where the server can't be reached */
  async send(answer) {
    const body = new URLSearchParams({ step: String(this.moment.step), answer });
    const asked = { method: "POST", body, headers: { "X-CSRFToken": this.config.token, Accept: "application/json" } };
    const got = await fetch(location.pathname, asked).catch(() => null);
    if (!got || ![200, 409, 422].includes(got.status)) return null;
    return got.json().catch(() => null);
  }

  /** Plays what follows a right answer. @param {Told} told */
  async follow(told) {
    this.coming = told.next ?? null;
    if (this.moment.ask) {
      await this.play(told.frames ?? []);
      this.ui.over = this.coming === null;
      if (told.sheet) this.table.open = "hand";
      this.say(told.says, true);
    } else if (this.coming) await this.show(this.coming);
    else {
      this.ui.over = true;
      this.say(this.words.t("finished"), true);
    }
  }

  // ---- showing

  /** @param {Moment} moment */
  async show(moment) {
    this.moment = moment;
    this.coming = null;
    Object.assign(this.ui, { says: "", right: false, hinted: false });
    Object.assign(this.table, CALM);
    const [first, ...rest] = moment.frames;
    this.speech.say([spoken(moment.text)]);
    this.picture(first);
    scrollTo({ top: 0 });
    this.focus();
    await this.play(rest);
    if (moment.sheet) this.choose({ open: "hand" });
    if (moment.ask) this.speech.say([moment.ask]);
    this.focus();
  }

  /** Shows pictures one after another, as fast as one can follow. @param {Game[]} frames */
  async play(frames) {
    this.ui.busy = true;
    for (const frame of frames) {
      this.picture(frame);
      if (frame !== frames.at(-1)) await this.pause();
    }
    this.ui.busy = false;
    this.draw();
  }

  pause() {
    const still = this.likes.still || matchMedia("(prefers-reduced-motion: reduce)").matches;
    return new Promise((done) => setTimeout(done, still ? LAID_MS : CARD_MS));
  }

  /** @param {Game} game */
  picture(game) {
    const before = this.game;
    const laid = this.moment.laid && game === this.moment.frames[0];
    this.game = game;
    this.v += 1;
    // A finished trick stays until the next card.
    const finished = laid ? null : finishedTrick(before, game);
    this.table.held = finished ?? (game.trick || !game.last_trick ? null : this.table.held);
    this.draw();
  }

  /** @param {string} sentence @param {boolean} right */
  say(sentence, right) {
    Object.assign(this.ui, { says: sentence, right, hinted: false });
    Object.assign(this.table, { picked: null, passing: [] });
    this.speech.say([spoken(sentence)]);
    this.draw();
    if (right) this.focus();
  }

  /** @param {Partial<PageState>} changes */
  choose(changes) {
    Object.assign(this.table, changes);
    this.draw();
  }

  /** The focus goes to what comes next: the way on, else the step's words. */
  focus() {
    const step = this.moment.acts && !this.ui.right ? this.root : one(this.root, ".lesson-step");
    const next = one(this.root, ".lesson-ways .button-turn:not([aria-disabled])") ?? step;
    const { activeElement } = document;
    const free = !activeElement || activeElement === document.body || !activeElement.isConnected;
    if (free || this.root.contains(activeElement)) next?.focus({ preventScroll: true });
  }

  draw() {
    const { moment, game } = this;
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
    const frame = frameOf(game, { names: this.names, rules: moment.rules, v: this.v });
    this.model = present(frame, ui);
    this.motion.before();
    this.keyboard.remember();
    patch(this.root, [panel(moment, this.ui, { ...this.drawn, ...this.config }), this.felt(this.model)]);
    this.keyboard.restore();
    this.motion.after();
    const fresh = !before || before.rules !== moment.rules;
    this.speech.say(fresh ? [this.cards(this.model)] : happened(before, this.model, this.words));
    this.root.toggleAttribute("data-my-turn", this.model.myTurn);
    this.root.dataset.step = String(moment.step);
    this.root.toggleAttribute("data-busy", this.ui.busy);
  }

  /** The learner's cards in a new position, as a sentence. @param {Model} m */
  cards(m) {
    const cards = m.hand?.cards.map(({ card }) => this.words.card(card)) ?? [];
    return cards.length ? `${this.words.t("your_hand")}: ${cards.join(", ")}.` : "";
  }

  /** @param {Model} m */
  felt(m) {
    const kit = this.kit();
    const open = sheet(m, kit);
    return h(
      "div",
      { class: `table lesson-table${this.config.plain ? " plain" : ""}`, key: "table" },
      h(
        "div",
        { class: `felt of-${m.count} is-playing phase-${m.phase}`, key: "felt" },
        seats(m, kit),
        h("div", { class: "centre", key: "centre" }, trick(m, kit), !open && choice(m, kit)),
        open,
      ),
      own(m, kit),
      hand(m, kit),
    );
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
