// The slides of the screen, one after another. A new picture goes on with the slide that was shown.
import { all } from "../page.js";

const SHOWN_FOR = 10_000;
/** A round's pairings are what people come to read, so they stay longer. */
const PAIRINGS_FOR = 15_000;

export class Slides {
  #key = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} screen */
  constructor(screen) {
    this.screen = screen;
  }

  /** Shows the slide of before in a new picture, or the first one. */
  renew() {
    const shown = this.#all().findIndex((slide) => slide.dataset.slide === this.#key);
    this.#show(Math.max(0, shown), shown < 0);
  }

  /** @param {number} by 1 for the next slide, -1 for the one before */
  turn(by) {
    const slides = this.#all();
    const shown = slides.findIndex((slide) => slide.dataset.slide === this.#key);
    this.#show((shown + by + slides.length) % slides.length, true);
  }

  /** @param {number} at @param {boolean} anew whether its time begins now */
  #show(at, anew) {
    const slides = this.#all();
    slides.forEach((slide, n) => {
      slide.hidden = n !== at;
    });
    const slide = slides[at];
    this.#key = slide?.dataset.slide ?? "";
    if (!anew && this.#timer) return;
    clearTimeout(this.#timer);
    const pairings = slide?.classList.contains("screen-pairings");
    this.#timer = setTimeout(() => this.turn(1), pairings ? PAIRINGS_FOR : SHOWN_FOR);
  }

  #all() {
    return all(this.screen, "[data-slide]");
  }
}
