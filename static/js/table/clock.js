// The countdown: shows the server's deadline by the server's clock, and changes nothing else.
import { clockText } from "./render/parts.js";

const LATE_MS = 6000;

export class Clock {
  constructor() {
    this.offset = 0;
  }

  /** @param {string} iso the server's time as a picture left it */
  set(iso) {
    const told = Date.parse(iso);
    if (!Number.isNaN(told)) this.offset = told - performance.now();
  }

  /** @returns {number} the server's time in ms */
  now() {
    return this.offset + performance.now();
  }

  /** Keeps every [data-deadline] of `root` true. @param {Element} root */
  run(root) {
    setInterval(() => {
      const now = this.now();
      for (const place of root.querySelectorAll("[data-deadline]")) {
        const left = Date.parse(place.dataset.deadline) - now;
        const text = clockText(left);
        if (place.textContent !== text) place.textContent = text;
        if ((left < LATE_MS) !== place.hasAttribute("data-late")) place.toggleAttribute("data-late");
      }
    }, 200);
  }
}
