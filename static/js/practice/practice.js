// A practice game: sends what the player does to the server, asks for the cards of bots that think, and shows what follows.

import { Board } from "../learn/board.js";
import { frameOf } from "../learn/frame.js";
import { one } from "../page.js";
import { whyNot } from "../table/model.js";
import * as words from "../table/words.js";
import { gettext } from "../texts.js";
import { view } from "./view.js";

/** @import { Preferences } from "../table/preferences.js" */
/** @import { Game, Model, Rules } from "../types.js" */

const CARD_MS = 650;
/** The interval at which the page polls for the bots' cards. */
const AGAIN_MS = 250;
/** The time after which the page says what it is waiting for, and polls less often. */
const LATE_MS = 4000;
const SELDOM_MS = 2000;
/** The interval while the server can't be reached. */
const RETRY_MS = 3000;

/**
 * The game as the server tells it (games/practice/pictures.py).
 * @typedef {object} Moment
 * @property {number} v
 * @property {Game[]} frames what happened, and the present last
 * @property {Rules} rules
 * @property {"" | "hand" | "game"} over
 * @property {boolean} undo
 * @property {number} level the bots' (games/bots/levels.py)
 * @property {boolean} fell_back whether that is below the one chosen, because the bots' queue doesn't answer
 * @property {boolean} thinking whether bots still choose their cards
 *
 * @typedef {object} PracticeUi
 * @property {string} says the hint, or what was wrong
 * @property {boolean} hinted
 */

export class Practice extends Board {
  /**
   * @param {HTMLElement} root
   * @param {{config: {token: string, names: string[], url: string, day: string, home: string, fresh: string, moment: Moment},
   * faces: Record<string, string>, icons: Record<string, string>, live: Element,
   *   preferences: Preferences}} given
   */
  constructor(root, { config, ...drawn }) {
    super(root, { names: config.names, ...drawn }, config.moment.frames[0]);
    this.config = config;
    this.moment = config.moment;
    /** @type {PracticeUi} */
    this.ui = { says: "", hinted: false };
  }

  /** @override */
  start() {
    super.start();
    this.root.focus({ preventScroll: true });
    this.show(this.moment);
  }

  /** @override @param {string} rest */
  deeds(rest) {
    return {
      ...super.deeds(rest),
      act: () => this.ask(rest),
      quiet: () => this.say("", false),
      undo: () => this.ask("undo"),
      again: () => this.ask("again"),
      next: () => this.ask("next"),
      hint: () => this.ask("hint"),
    };
  }

  /** @override @param {string} card */
  play(card) {
    const { busy, game, model } = this;
    if (busy || !model?.myTurn) return;
    if (model.legal.includes(`play ${card}`)) this.ask(`play ${card}`);
    else this.say(words.whyNot(whyNot(game, card, model.rules)), false);
  }

  /** @param {string} wish an action, or what else is wanted of the server */
  async ask(wish) {
    if (this.busy) return;
    this.occupy(true);
    this.draw();
    await this.take(await this.send(wish));
  }

  /** @param {any} told what the server answered @returns {Promise<void>} */
  async take(told) {
    if (told?.frames) return this.show(told);
    this.occupy(false);
    if (!told) this.say(gettext("That didn’t work. Check your connection and try again."), false);
    else if (told.hint) this.say(`${gettext("Try %(action)s.", { action: this.named(told.hint) })} ${told.says}`, true);
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
    const [kind, ...rest] = action.split(" ");
    if (kind === "play") return gettext("the %(card)s", { card: words.card(rest[0]) });
    if (kind === "bid") return gettext("a bid of %(bid)s", { bid: rest[0] });
    if (kind === "nil" && rest.length) return gettext("a bid of nil and %(n)s", { n: rest[0] });
    if (kind === "nil") return gettext("a bid of %(bid)s", { bid: gettext("nil") });
    if (kind === "blind")
      return gettext("a bid of %(bid)s", {
        bid: gettext("blind %(bid)s", { bid: rest[0] === "nil" ? gettext("nil") : (rest.at(-1) ?? "") }),
      });
    if (kind === "pass")
      return gettext("passing on %(cards)s", { cards: rest.map((card) => words.card(card)).join(", ") });
    if (kind === "look") return gettext("looking at your cards");
    return kind === "keep" ? gettext("keeping the card") : gettext("refusing the card");
  }

  // ---- showing

  /** @param {Moment} moment @returns {Promise<void>} */
  async show(moment) {
    const falls = moment.fell_back && !this.moment.fell_back;
    this.moment = { ...moment, over: moment.frames.length > 1 ? "" : moment.over };
    this.occupy(true);
    Object.assign(this.ui, { says: "", hinted: false });
    this.calm({ held: this.table.held });
    await this.follow(moment.frames, CARD_MS);
    if (moment.thinking) return this.take(await this.awaited(moment.v));
    if (moment.over && moment.frames.length > 1) await this.pause(CARD_MS);
    this.moment = moment;
    this.occupy(false);
    this.choose(moment.over ? { open: "hand", held: null } : {});
    if (falls)
      this.say(
        gettext("The bots that think ahead don’t answer at the moment. Until they do, bots play at the level Relaxed."),
        false,
      );
    if (!moment.over) return;
    one(this.root, ".practice-ways .button-turn")?.focus({ preventScroll: true });
    one(this.root, ".sheet-head")?.scrollIntoView({ block: "nearest" });
  }

  /** Polls until the bots have chosen. @param {number} v the version shown @returns {Promise<any>} what the server answered then */
  async awaited(v) {
    this.moment = { ...this.moment, v };
    const began = performance.now();
    let told = "";
    await this.pause(CARD_MS);
    for (;;) {
      const answer = await this.send("wait");
      if (answer && !(answer.thinking && answer.v === v)) return answer;
      const late = performance.now() > began + LATE_MS;
      const says = answer
        ? late &&
          gettext(
            "The bots take longer than usual. This deal waits for them, so that everybody meets the same bots. You can leave, and play on until midnight UTC.",
          )
        : gettext("That didn’t work. Check your connection and try again.");
      if (says && says !== told) this.say(says, false);
      told = says || told;
      await this.pause(!answer ? RETRY_MS : late ? SELDOM_MS : AGAIN_MS);
    }
  }

  /** @param {string} sentence @param {boolean} hinted */
  say(sentence, hinted) {
    Object.assign(this.ui, { says: sentence, hinted });
    if (sentence) this.speech.say([sentence]);
    this.draw();
  }

  /** @override */
  frame() {
    const frame = frameOf(this.game, { names: this.names, rules: this.moment.rules, v: this.v });
    for (const seat of frame.table.seats.slice(1)) Object.assign(seat, { bot: true, level: this.moment.level });
    return frame;
  }

  /** @override @param {Model} m */
  tree(m) {
    const { busy, config, moment, ui } = this;
    return view(m, { ...config, busy, moment, ui }, this.kit());
  }
}
