// A lesson: shows a step at the table, sends the answer to the server, whose engine judges it, and plays what follows.
import { around, one } from "../page.js";
import { h } from "../table/dom.js";
import { choice } from "../table/render/choices.js";
import { hand } from "../table/render/hand.js";
import { own } from "../table/render/own.js";
import { seats } from "../table/render/seats.js";
import { sheet } from "../table/render/sheet.js";
import { trick } from "../table/render/trick.js";
import { happened } from "../table/speech.js";
import * as words from "../table/words.js";
import { gettext } from "../texts.js";
import { Board } from "./board.js";
import { frameOf } from "./frame.js";
import { panel } from "./panel.js";
import { spoken } from "./terms.js";

/** @import { Preferences } from "../table/preferences.js" */
/** @import { Game, Model, Rules } from "../types.js" */

const CARD_MS = 850;

/**
 * A step as sent by the server (games/learn/pictures.py).
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
 * @property {boolean} over
 */

export class Lesson extends Board {
  /**
   * @param {HTMLElement} root
   * @param {{config: {token: string, names: string[], plain: boolean, moment: Moment, meanings: Record<string, string>,
   *   list: string, after: {label: string, url: string}}, faces: Record<string, string>,
   *   icons: Record<string, string>, live: Element, preferences: Preferences}} given
   */
  constructor(root, { config, ...drawn }) {
    super(root, { names: config.names, ...drawn }, config.moment.frames[0]);
    this.config = config;
    this.moment = config.moment;
    /** @type {LessonUi} */
    this.ui = { says: "", right: false, hinted: false, over: false };
    /** @type {Moment | null} the step that comes when the learner goes on */
    this.coming = null;
  }

  /** @override */
  start() {
    super.start();
    this.root.addEventListener("keydown", (event) => {
      // Ignore repeats of a key that is held down.
      if (event.repeat && ["Enter", " "].includes(event.key) && around(event, ".lesson-panel .button"))
        event.preventDefault();
    });
    this.show(this.moment);
  }

  /** @override @param {string} rest */
  deeds(rest) {
    return {
      ...super.deeds(rest),
      on: () => this.on(),
      hint: () => this.hint(),
      answer: () => this.answer(rest),
      act: () => this.answer(rest),
    };
  }

  /** @override @param {string} card */
  play(card) {
    if (this.moment.acts && !this.ui.right) this.answer(`play ${card}`);
  }

  hint() {
    Object.assign(this.ui, { says: this.moment.hint, hinted: true });
    this.speech.say([spoken(this.moment.hint)]);
    this.draw();
  }

  /** Goes on: to the next step if it is loaded, or asks the server after a step without a question. */
  on() {
    if (this.busy) return undefined;
    if (!this.ui.right) return this.answer("on");
    if (this.coming) this.show(this.coming);
    return undefined;
  }

  // ---- asking the server

  /** @param {string} answer */
  async answer(answer) {
    if (this.busy) return;
    this.occupy(true);
    const told = await this.send(answer);
    this.occupy(false);
    if (!told) this.say(gettext("That didn’t work. Check your connection and try again."), false);
    else if (told.right) await this.take(told);
    else if (told.next) {
      // The page was outdated: show the server's message, then the current step.
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
  async take(told) {
    this.coming = told.next ?? null;
    if (this.moment.ask) {
      await this.watch(told.frames ?? []);
      this.ui.over = this.coming === null;
      if (told.sheet) this.table.open = "hand";
      this.say(told.says, true);
    } else if (this.coming) await this.show(this.coming);
    else {
      this.ui.over = true;
      this.say(gettext("Lesson finished."), true);
    }
  }

  // ---- showing

  /** @param {Moment} moment */
  async show(moment) {
    this.moment = moment;
    this.coming = null;
    Object.assign(this.ui, { says: "", right: false, hinted: false });
    this.calm();
    const [first, ...rest] = moment.frames;
    this.speech.say([spoken(moment.text)]);
    this.picture(first, moment.laid);
    scrollTo({ top: 0 });
    this.focus();
    await this.watch(rest);
    if (moment.sheet) this.choose({ open: "hand" });
    if (moment.ask) this.speech.say([moment.ask]);
    this.focus();
  }

  /** @param {Game[]} frames */
  async watch(frames) {
    this.occupy(true);
    await this.follow(frames, CARD_MS);
    this.occupy(false);
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

  /** Moves the focus to the button for going on, or to the step's text. */
  focus() {
    const step = this.moment.acts && !this.ui.right ? this.root : one(this.root, ".lesson-step");
    const next = one(this.root, ".lesson-ways .button-turn:not([aria-disabled])") ?? step;
    const { activeElement } = document;
    const free = !activeElement || activeElement === document.body || !activeElement.isConnected;
    if (free || this.root.contains(activeElement)) next?.focus({ preventScroll: true });
  }

  /** @override */
  frame() {
    this.root.dataset.step = String(this.moment.step);
    return frameOf(this.game, { names: this.names, rules: this.moment.rules, v: this.v });
  }

  /** @override @param {Model | null} before @param {Model} now */
  heard(before, now) {
    return before?.rules === now.rules ? happened(before, now) : [this.cards(now)];
  }

  /** @override @param {Model} m */
  tree(m) {
    return [panel(this.moment, { ...this.ui, busy: this.busy }, { ...this.drawn, ...this.config }), this.felt(m)];
  }

  /** The learner's cards in a new position, as a sentence. @param {Model} m */
  cards(m) {
    const cards = m.hand?.cards.map(({ card }) => words.card(card)) ?? [];
    return cards.length ? `${gettext("Your cards")}: ${cards.join(", ")}.` : "";
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
}
