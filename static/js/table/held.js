// A finished trick stays in sight for a moment, and then goes to its winner.

/** @import { TableApp } from "./app.js" */
/** @import { Trick } from "../types.js" */

const TRICK_MS = 950;
/** So long at least when the next trick has begun already. */
const LEAST_MS = 450;

export class HeldTrick {
  /** @param {TableApp} app */
  constructor(app) {
    this.app = app;
    this.since = 0;
  }

  /** @param {Trick} trick */
  show(trick) {
    this.app.ui.held = trick;
    this.since = performance.now();
    this.releaseIn(TRICK_MS);
  }

  /** A card of the next trick is on the table: the finished one makes room for it. */
  hurry() {
    if (this.app.ui.held) this.releaseIn(Math.max(0, this.since + LEAST_MS - performance.now()));
  }

  /** Takes it away at once: the player goes on. */
  drop() {
    clearTimeout(this.timer);
    this.app.ui.held = null;
  }

  /** @param {number} ms */
  releaseIn(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.release(), ms);
  }

  async release() {
    const { ui, motion } = this.app;
    const { held } = ui;
    if (!held) return;
    await motion.sweep(held.winner);
    if (ui.held !== held) return;
    ui.held = null;
    this.app.draw();
  }
}
