// Who the page's person is: another tab may sign them out, or in as somebody else, and then the seat is not theirs here.

import { gettext } from "../texts.js";

/** @import { You } from "../types.js" */

export class Identity {
  /** @param {() => void} reconnect opens a new line, which is whoever is signed in by now */
  constructor(reconnect) {
    /** The name under which the page's person had a seat. */
    this.name = "";
    /** The name that took its place, "" for nobody; null while nothing is lost. @type {string | null} */
    this.now = null;
    document.addEventListener("visibilitychange", () => document.hidden || this.now === null || reconnect());
  }

  /** Stores who the server says that we are. @param {You} you @returns {boolean} whether the seat was lost just now */
  take(you) {
    const lost = this.name !== "" && you.seat === null && you.name !== this.name;
    const fresh = lost && this.now === null;
    this.now = lost ? you.name : null;
    if (you.seat !== null) this.name = you.name;
    return fresh;
  }

  /** The sentence about it, or "". */
  sentence() {
    if (this.now === null) return "";
    return this.now === ""
      ? gettext("You were signed out in another window. Sign in to take your seat again.")
      : gettext("You are now signed in as %(name)s, who has no seat here.", { name: this.now });
  }
}
