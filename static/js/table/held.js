// A finished trick stays visible for a moment, then moves to its winner.

/** @import { TableApp } from "./app.js" */
/** @import { Trick } from "../types.js" */

const TRICK_MS = 950;
/** The minimum time when the next trick has already begun. */
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

  /** A card of the next trick was played, so shorten the time of the finished one. */
  hurry() {
    if (this.app.ui.held) this.releaseIn(Math.max(0, this.since + LEAST_MS - performance.now()));
  }

  /** Removes it at once, because the player goes on. */
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
