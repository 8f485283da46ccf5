// The person's display preferences for cards, stored in the browser only.
import { cookie, setCookie } from "../page.js";

/** @import { Order } from "../types.js" */

const phone = matchMedia("(max-width: 640px), (max-height: 480px)");
// As in css/table/phone.css.
const upright = matchMedia(
  "(max-width: 480px), (max-width: 640px) and (orientation: portrait), (max-width: 640px) and (min-height: 481px)",
);
const roomy = matchMedia("(min-width: 380px)");
const ALL = 99;
/** @type {("off" | "soft" | "on")[]} */
const SOUNDS = ["off", "soft", "on"];
/** @type {Order[]} by suit, high cards first or low cards first; by rank */
const ORDERS = ["suits", "suits_up", "ranks"];

/** @param {string} name */
function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // No storage: lasts as long as the page.
  }
}

/**
 * Returns what was stored if it is one of `all`, else the first.
 * @template {string} T
 * @param {T[]} all
 * @param {string} name
 */
function oneOf(all, name) {
  const found = stored(name);
  return all.find((one) => one === found) ?? all[0];
}

/** @template T @param {T[]} all @param {T} one @returns {T} */
const after = (all, one) => all[(all.indexOf(one) + 1) % all.length];

export class Preferences {
  constructor() {
    this.large = stored("faces") === "large";
    this.sound = stored("sound") === null ? "on" : oneOf(SOUNDS, "sound");
    this.order = oneOf(ORDERS, "order");
    this.still = stored("motion") === "still";
    this.unmoved = stored("reactions") === "off";
    this.fourColours = cookie("suits") === "four";
    this.showStill();
  }

  /** Faces with large indices and no pictures. The drawn pictures have only two colours. */
  get compact() {
    return phone.matches || this.large || this.fourColours;
  }

  /** The preferences that the views need. */
  get shown() {
    const { compact, sound, order, still, unmoved, fourColours } = this;
    return { compact, sound, order, still, unmoved, fourColours };
  }

  /** @returns {number} how many cards a row of the own hand may have for targets of 44 px */
  get perRow() {
    if (!upright.matches) return ALL;
    return roomy.matches ? 8 : 7;
  }

  toggleFaces() {
    this.large = !this.large;
    store("faces", this.large ? "large" : "drawn");
  }

  toggleSound() {
    this.sound = after(SOUNDS, this.sound);
    store("sound", this.sound);
  }

  toggleOrder() {
    this.order = after(ORDERS, this.order);
    store("order", this.order);
  }

  toggleStill() {
    this.still = !this.still;
    store("motion", this.still ? "still" : "moving");
    this.showStill();
  }

  toggleReactions() {
    this.unmoved = !this.unmoved;
    store("reactions", this.unmoved ? "off" : "on");
  }

  showStill() {
    if (this.still) document.documentElement.dataset.motion = "still";
    else delete document.documentElement.dataset.motion;
  }

  toggleSuits() {
    this.fourColours = !this.fourColours;
    setCookie("suits", this.fourColours ? "four" : "two");
    if (this.fourColours) document.documentElement.dataset.suits = "four";
    else delete document.documentElement.dataset.suits;
  }

  toggleTheme() {
    const root = document.documentElement;
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    setCookie("theme", root.dataset.theme);
  }

  /** @param {() => void} changed called when the screen's shape asks for other faces or rows */
  watch(changed) {
    phone.addEventListener("change", changed);
    upright.addEventListener("change", changed);
    roomy.addEventListener("change", changed);
  }
}
