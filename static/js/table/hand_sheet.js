// The score of a finished hand: it opens by itself once the last trick was seen, and closes by itself.

/** @import { TableApp } from "./app.js" */

/** How long the end of a hand waits for its last trick to be seen. */
const WAIT_MS = 1250;
const OPEN_MS = 7000;
/** The minimum when the player must act. */
const LEAST_MS = 2500;

export class HandSheet {
  /** @param {TableApp} app */
  constructor(app) {
    this.app = app;
    this.since = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** A hand is over. */
  show() {
    setTimeout(() => {
      this.since = performance.now();
      this.app.open("hand");
      this.closeIn(OPEN_MS);
    }, WAIT_MS);
  }

  /** The player must act, perhaps. */
  hurry() {
    if (this.app.ui.open !== "hand" || !this.app.model?.myTurn) return;
    this.closeIn(Math.max(0, LEAST_MS - (performance.now() - this.since)));
  }

  /** @param {number} ms */
  closeIn(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.app.ui.open === "hand" && this.app.open(""), ms);
  }
}
