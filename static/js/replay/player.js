// The replay's current place, and everything that changes it: buttons, slider, keys, links and autoplay.
import { around, one } from "../page.js";
import { patch } from "../table/dom.js";
import { handTitle } from "../table/words.js";
import { beginning, frameAt, moved, placeIn, stepsOf } from "./fold.js";
import { says } from "./says.js";
import { commentsIn, linksTo, marksIn, nextMark, talkAt, tellComments } from "./share.js";
import { view } from "./view.js";

/** @import { Preferences } from "../table/preferences.js" */
/** @import { Place } from "./fold.js" */
/** @import { Shared } from "./share.js" */
/** @import { Replay } from "../types.js" */

const STEP_MS = 1000;
const TRICK_MS = 1700;
const SCORE_MS = 4000;
const ADDRESS_MS = 400;

export class Player {
  /**
   * @param {HTMLElement} root
   * @param {{replay: Replay, you: number | null, faces: Record<string, string>,
   *   icons: Record<string, string>, preferences: Preferences, shared: Shared}} given
   */
  constructor(root, given) {
    this.root = root;
    this.replay = given.replay;
    this.you = given.you;
    this.preferences = given.preferences;
    this.shared = given.shared;
    this.kit = { faces: given.faces, icons: given.icons };
    /** @type {Place} */
    this.place = { hand: 1, step: 0 };
    /** @type {number | null} */
    this.eye = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.addressTimer = undefined;
  }

  start() {
    this.place =
      placeIn(location.hash, this.replay) ?? placeIn(`#${this.shared.at}`, this.replay) ?? beginning(this.replay, 1);
    this.root.addEventListener("click", (event) => this.click(event));
    this.root.addEventListener("input", (event) => this.input(event));
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("click", (event) => this.follow(event));
    addEventListener("hashchange", () => {
      const place = placeIn(location.hash, this.replay);
      if (place) this.go(place);
    });
    this.preferences.watch(() => this.show());
    this.show();
    this.root.hidden = false;
  }

  get running() {
    return this.timer !== undefined;
  }

  /** @param {{hand: number, step: number}} place */
  go(place) {
    this.hold();
    this.set(place);
  }

  /** @param {Place} place */
  set(place) {
    const before = this.place;
    this.place = place;
    this.show();
    if (before.hand === place.hand && before.step === place.step) return;
    clearTimeout(this.addressTimer);
    // Browsers limit how often an address may change, so not with every move of the slider.
    this.addressTimer = setTimeout(
      () => history.replaceState(null, "", `#h${this.place.hand}s${this.place.step}`),
      ADDRESS_MS,
    );
  }

  show() {
    const frame = frameAt(this.replay, this.place.hand, this.place.step);
    const slider = this.root.querySelector("[data-place]");
    const ui = {
      eye: this.eye,
      bottom: this.eye ?? this.you ?? 0,
      running: this.running,
      // The slider announces its own position, so don't announce it again.
      quiet: slider !== null && document.activeElement === slider,
      links: linksTo(this.shared, this.place),
      comments: commentsIn(this.shared, this.place.hand),
      marks: marksIn(this.shared, this.place.hand),
      marked: this.shared.marks.length > 0,
      talk: talkAt(this.shared, this.place),
    };
    patch(this.root, view(this.replay, frame, ui, { ...this.kit, compact: this.preferences.compact }));
    tellComments(
      this.place,
      `${handTitle(this.replay.hands[frame.hand - 1].score)}: ${says(this.replay, frame, null)}`,
    );
    this.choose("[data-place]", String(frame.step));
    this.choose('[data-choose="hand"]', String(frame.hand));
    this.choose('[data-choose="eye"]', String(this.eye ?? "all"));
  }

  /** @param {string} selector @param {string} value */
  choose(selector, value) {
    const control = /** @type {HTMLInputElement | HTMLSelectElement | null} */ (this.root.querySelector(selector));
    if (control) control.value = value;
  }

  // ---- controls

  /** @param {MouseEvent} event */
  click(event) {
    const button = around(event, "[data-do]");
    if (button && button.getAttribute("aria-disabled") !== "true") this.run(button.dataset.do ?? "");
  }

  /** A link to a trick, further down on the page. @param {MouseEvent} event */
  follow(event) {
    const place = placeIn(around(event, "[data-go]")?.dataset.go ?? "", this.replay);
    if (!place) return;
    event.preventDefault();
    this.go(place);
    this.root.scrollIntoView({ block: "start" });
    one(this.root, ".rp-on")?.focus({ preventScroll: true });
  }

  /** @param {Event} event */
  input(event) {
    const control = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
    if ("place" in control.dataset) this.go({ hand: this.place.hand, step: Number(control.value) });
    else if (control.dataset.choose === "hand") this.go(beginning(this.replay, Number(control.value)));
    else if (control.dataset.choose === "eye") {
      this.eye = control.value === "all" ? null : Number(control.value);
      this.show();
    }
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, select, textarea, summary, .table-wrap, .rp-sheet-hands")) return;
    if (!this.root.contains(target) && target !== document.body && target.id !== "main") return;
    const rtl = getComputedStyle(this.root).direction === "rtl";
    const forward = rtl ? "ArrowLeft" : "ArrowRight";
    const back = rtl ? "ArrowRight" : "ArrowLeft";
    /** @type {Record<string, string>} */
    const keys = {
      [forward]: event.shiftKey ? "hand-on" : "on",
      [back]: event.shiftKey ? "hand-back" : "back",
      Home: "first",
      End: "last",
    };
    const does = keys[event.key];
    if (!does) return;
    event.preventDefault();
    this.run(does);
  }

  /** @param {string} does */
  run(does) {
    const { hand, step } = this.place;
    const { replay } = this;
    if (does === "run") return this.running ? this.stop() : this.roll();
    if (does === "on") return this.go(moved(replay, this.place, 1));
    if (does === "back") return this.go(moved(replay, this.place, -1));
    if (does === "hand-on")
      return this.go(hand < replay.hands.length ? beginning(replay, hand + 1) : { hand, step: stepsOf(replay, hand) });
    if (does === "hand-back") return this.go({ hand: step > 0 ? hand : Math.max(1, hand - 1), step: 0 });
    if (does === "mark") return this.go(nextMark(this.shared, this.place) ?? this.place);
    if (does === "first") return this.go({ hand, step: 0 });
    return this.go({ hand, step: stepsOf(replay, hand) });
  }

  // ---- autoplay

  roll() {
    const next = moved(this.replay, this.place, 1);
    if (next.hand === this.place.hand && next.step === this.place.step) return this.stop();
    const frame = frameAt(this.replay, next.hand, next.step);
    const pause = frame.phase === "score" ? SCORE_MS : frame.trick.winner !== null ? TRICK_MS : STEP_MS;
    this.timer = setTimeout(() => this.roll(), pause);
    this.set(next);
  }

  hold() {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  stop() {
    this.hold();
    this.show();
  }
}
