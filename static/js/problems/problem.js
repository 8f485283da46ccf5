// A problem: a position at a lesson's table, one answer, and then its solution.
import { Lesson } from "../learn/lesson.js";
import { gettext } from "../texts.js";
import { panel } from "./panel.js";

/** @import { Moment } from "../learn/lesson.js" */
/** @import { Preferences } from "../table/preferences.js" */
/** @import { Model } from "../types.js" */

/**
 * The position as sent by the server (games/problems/pictures.py): a lesson's step, and what the player can know.
 * @typedef {Moment & {out: [string, string][], shown_out: string[]}} Position
 *
 * @typedef {{answer: string, loss: string, width: number, right: boolean, yours: boolean, played: boolean, share: number}} Row
 *
 * @typedef {object} Solution
 * @property {boolean} right
 * @property {string} says
 * @property {string} rating
 * @property {Row[]} rows every answer, the best first
 * @property {string} others
 * @property {string} how
 * @property {[string, string][]} hands
 * @property {string} replay
 */

export class Problem extends Lesson {
  /**
   * @param {HTMLElement} root
   * @param {{config: {token: string, names: string[], plain: boolean, moment: Position, solution: Solution | null,
   *   meanings: Record<string, string>, list: string, after: {label: string, url: string}},
   *   faces: Record<string, string>, icons: Record<string, string>, live: Element, preferences: Preferences}} given
   */
  constructor(root, given) {
    super(root, given);
    this.position = given.config.moment;
    this.solution = given.config.solution;
    /** The server's message: an answer is impossible, or there has been one already. */
    this.note = "";
  }

  /** @override */
  start() {
    if (this.solution) this.settle(this.solution);
    super.start();
  }

  /** @override @param {string} answer */
  async answer(answer) {
    if (this.busy || this.solution) return;
    this.occupy(true);
    const told = /** @type {any} */ (await this.send(answer));
    this.occupy(false);
    this.note = told ? (told.says ?? "") : gettext("That didn’t work. Check your connection and try again.");
    if (told?.solution) this.settle(told.solution);
    this.speech.say([this.note, told?.solution?.says ?? ""].filter(Boolean));
    this.choose({ picked: null });
    this.focus();
  }

  /** Shows the solution; the table no longer reacts. @param {Solution} solution */
  settle(solution) {
    this.solution = solution;
    this.ui.right = true;
    const game = { ...this.position.frames[0], to_act: [], legal: [] };
    Object.assign(this, { game, moment: { ...this.position, frames: [game], acts: false } });
  }

  /** @override A lesson begins a step with no answer; a problem may have one. @param {Moment} moment */
  async show(moment) {
    await super.show(moment);
    this.ui.right = this.solution !== null;
    this.draw();
  }

  /** @override @param {Model} m */
  tree(m) {
    const { busy, config, note, position, solution } = this;
    return [panel(position, { busy, note, solution }, { ...this.drawn, ...config }), this.felt(m)];
  }
}
