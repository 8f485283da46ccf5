// The countdown: shows the server's deadline by the server's clock, then the bank, and changes nothing else.
import { all } from "../../page.js";
import { clockText } from "../render/parts.js";

const LATE_MS = 6000;

export class Clock {
  constructor() {
    this.offset = 0;
  }

  /** @param {string} iso the server's time as a picture left it */
  set(iso) {
    const served = Date.parse(iso);
    if (!Number.isNaN(served)) this.offset = served - performance.now();
  }

  /** @returns {number} the server's time in ms */
  now() {
    return this.offset + performance.now();
  }

  /** Updates every [data-deadline] in `root`; [data-bank] is the time bank that follows, in seconds. @param {Element} root */
  run(root) {
    setInterval(() => {
      const now = this.now();
      for (const place of all(root, "[data-deadline]")) {
        const left = Date.parse(place.dataset.deadline ?? "") - now;
        const bank = Number(place.dataset.bank ?? 0) * 1000;
        const banking = left < 0 && bank > 0;
        const text = clockText(banking ? left + bank : left);
        if (place.textContent !== text) place.textContent = text;
        mark(place, "data-banking", banking);
        mark(place, "data-late", left + bank < LATE_MS);
      }
    }, 200);
  }
}

/** @param {Element} place @param {string} name @param {boolean} holds */
function mark(place, name, holds) {
  if (holds !== place.hasAttribute(name)) place.toggleAttribute(name);
}
