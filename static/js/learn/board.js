// A table without a socket, for lessons and practice: shows pictures one after another, and announces what happened.
import { around } from "../page.js";
import { ignoreSecondTaps, keepFaces } from "../table/cards.js";
import { patch } from "../table/dom.js";
import { Keyboard } from "../table/keyboard.js";
import { finishedTrick, lastTrickOf, present } from "../table/model.js";
import { Motion } from "../table/motion.js";
import { pageState } from "../table/page_state.js";
import { happened, Speech } from "../table/speech.js";
import { gettext } from "../texts.js";

/** @import { Preferences } from "../table/preferences.js" */
/** @import { Child, Game, Model, PageState, TableKit, Ui, ViewFrame } from "../types.js" */

/** The base class. Subclasses define how a picture becomes a frame, the tree around the table, and what buttons do. */
export class Board {
  /**
   * @param {HTMLElement} root
   * @param {{names: readonly string[], faces: Record<string, string>, icons: Record<string, string>, live: Element,
   *   preferences: Preferences}} given `names` by seat, of which the first is the player's own
   * @param {Game} game the first picture
   */
  constructor(root, { names, faces, icons, live, preferences }, game) {
    this.root = root;
    this.names = [gettext("You"), ...names.slice(1)];
    this.likes = preferences;
    this.drawn = { faces, icons };
    this.motion = new Motion(root);
    this.speech = new Speech(live);
    this.keyboard = new Keyboard(root, (does) => this.run(does));
    this.game = game;
    this.v = 1;
    /** Whether a request is pending, or its result is being shown. */
    this.busy = false;
    /** @type {Model | null} */
    this.model = null;
    this.table = pageState();
  }

  start() {
    keepFaces(this.root);
    ignoreSecondTaps(this.root);
    this.root.addEventListener("click", (event) => {
      const target = around(event, "[data-do]");
      if (target && this.answers(target)) this.run(target.dataset.do ?? "");
    });
    this.likes.watch(() => this.draw());
  }

  /** @param {HTMLElement} target @returns {boolean} whether it does anything now: a card that can't be played is answered with the reason */
  answers(target) {
    return Boolean(target.dataset.card) || target.getAttribute("aria-disabled") !== "true";
  }

  /** @param {string} does a button's data-do */
  run(does) {
    const [word] = does.split(" ", 1);
    this.deeds(does.slice(word.length + 1))[word]?.();
  }

  /**
   * @param {string} rest what follows a deed's name in a button's data-do
   * @returns {Record<string, () => unknown>}
   */
  deeds(rest) {
    return {
      card: () => this.card(rest),
      pick: () => this.choose({ picked: this.table.picked === rest ? null : rest }),
      blind: () => this.choose({ blind: rest === "yes", picked: null }),
      open: () => this.choose({ open: this.table.open === rest ? "" : /** @type {PageState["open"]} */ (rest) }),
      close: () => this.choose({ open: "" }),
    };
  }

  /** A click on an own card: plays it, or marks or unmarks it for passing. @param {string} card */
  card(card) {
    const room = this.model?.passing?.size;
    if (room) {
      const others = this.table.passing.filter((marked) => marked !== card);
      const had = others.length < this.table.passing.length;
      this.choose({ passing: had ? others : [...others, card].slice(-room) });
    } else if (this.model?.phase === "play") this.play(card);
  }

  /** @param {boolean} yes */
  occupy(yes) {
    this.busy = yes;
  }

  /** Resets the marked cards and opened sheets. @param {Partial<PageState>} [kept] */
  calm(kept = {}) {
    Object.assign(this.table, pageState(), kept);
  }

  /** @param {Partial<PageState>} changes */
  choose(changes) {
    Object.assign(this.table, changes);
    this.draw();
  }

  /** @param {number} ms where nothing moves, cards still come one after another, in half the time */
  pause(ms) {
    const still = this.likes.still || matchMedia("(prefers-reduced-motion: reduce)").matches;
    return new Promise((done) => setTimeout(done, still ? ms / 2 : ms));
  }

  /** Shows pictures one after another. @param {Game[]} frames @param {number} ms from one to the next */
  async follow(frames, ms) {
    for (const frame of frames) {
      this.picture(frame);
      if (frame !== frames.at(-1)) await this.pause(ms);
    }
  }

  /** @param {Game} game @param {boolean} [laid] a new position, not what follows from the one before */
  picture(game, laid = false) {
    const before = this.game;
    this.game = game;
    this.v += 1;
    // A finished trick stays until the next card.
    const finished = laid ? null : finishedTrick(before, game);
    this.table.held = finished ?? (game.trick || !lastTrickOf(game) ? null : this.table.held);
    this.draw();
  }

  draw() {
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
    this.model = present(this.frame(), ui);
    this.motion.before();
    this.keyboard.remember();
    patch(this.root, this.tree(this.model));
    this.keyboard.restore();
    this.motion.after();
    this.speech.say(this.heard(before, this.model));
    this.root.toggleAttribute("data-my-turn", this.model.myTurn);
    this.root.toggleAttribute("data-busy", this.busy);
  }

  /** The sentences about a new picture. @param {Model | null} before @param {Model} now @returns {string[]} */
  heard(before, now) {
    return before ? happened(before, now) : [];
  }

  /** @returns {TableKit} */
  kit() {
    return {
      ...this.drawn,
      ...this.likes.shown,
      comesIn: false,
      site: "",
      barred: "",
      levels: [],
      now: () => 0,
      rules: [],
      chat: { open: false, unread: 0 },
    };
  }

  // ---- for subclasses

  /** @returns {ViewFrame} the present picture as the frame that the table's model is made of */
  frame() {
    throw new Error("a board has frames");
  }

  /** @param {Model} _m @returns {Child[]} */
  tree(_m) {
    throw new Error("a board has a tree");
  }

  /** @param {string} _card a card that is to be played */
  play(_card) {
    throw new Error("a board plays cards");
  }
}
