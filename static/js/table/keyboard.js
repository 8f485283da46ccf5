// The whole game by keyboard. Single letters count only while the focus is inside the table.
import { all, around, one } from "../page.js";

const TYPING_MS = 900;
const STEPS = new Set(["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Home", "End"]);

export class Keyboard {
  /**
   * @param {HTMLElement} root
   * @param {(does: string) => void} run does what a button's data-do says
   */
  constructor(root, run) {
    this.root = root;
    this.run = run;
    this.digits = "";
    this.typed = 0;
    /** Where the focus was among the own cards, -1 for none of them. */
    this.place = -1;
    root.addEventListener("keydown", (event) => this.press(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== "Escape" && around(event, "input, textarea, select")) return; // Letters are letters there.
    // A key that is held down decides once.
    if (event.repeat && ["Enter", " "].includes(event.key) && around(event, ".choice, .own-card"))
      return event.preventDefault();
    const does = this.meaning(event);
    if (!does) return;
    event.preventDefault();
    if (typeof does === "string") this.run(does);
  }

  /** @param {KeyboardEvent} event @returns {string | boolean} what to do, or true when it is done, or false */
  meaning(event) {
    const { key } = event;
    if (key === "Escape") return "close";
    if (key === "c" || key === "C") return "chat";
    if (key === "l" || key === "L") return "open last";
    if (key === "s" || key === "S") return "open sheet";
    if (/^[0-9]$/.test(key)) return this.digit(key);
    const card = around(event, ".own-card");
    if (card) return this.walk(card, key);
    return event.target === this.root && this.enter(key);
  }

  /** "1" then "0" soon after means 10. @param {string} key */
  digit(key) {
    const soon = performance.now() - this.typed < TYPING_MS;
    this.typed = performance.now();
    for (const text of soon ? [this.digits + key, key] : [key]) {
      const kinds = ["bid", "blind", "blind side", "nil"];
      const button = one(this.root, kinds.map((kind) => `[data-do="pick ${kind} ${text}"]`).join());
      if (button) {
        this.digits = text;
        this.run(button.dataset.do ?? "");
        one(this.root, ".bid-confirm")?.focus();
        return true;
      }
    }
    this.digits = key;
    return Boolean(this.root.querySelector(".bid-grid"));
  }

  /** @param {HTMLElement} card @param {string} key */
  walk(card, key) {
    const cards = all(this.root, ".own-card");
    const at = cards.indexOf(card);
    const rtl = getComputedStyle(card).direction === "rtl" ? -1 : 1;
    /** @type {Record<string, number>} */
    const places = {
      ArrowRight: at + rtl,
      ArrowLeft: at - rtl,
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: cards.length - 1,
    };
    if (!(key in places)) return false;
    const to = places[key];
    cards[(to + cards.length) % cards.length]?.focus();
    return true;
  }

  /** From the table as a whole into the hand: to the card at which Tab enters it too. @param {string} key */
  enter(key) {
    const card = one(this.root, '.own-card[tabindex="0"]');
    if (!card || !STEPS.has(key)) return false;
    card.focus();
    return true;
  }

  /** The position of the focus among the cards or in a decision, to restore it after a change. */
  remember() {
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    if (active && !this.lost(active)) {
      const chosen = /** @type {HTMLElement | null} */ (active.closest(".choice [data-do]"));
      this.chosen = chosen?.dataset.do;
    }
    const cards = all(this.root, ".own-card");
    this.place = active ? cards.indexOf(active) : -1;
    this.inside = active !== this.root && this.root.contains(active);
  }

  /** If the focused thing is gone, the focus goes to what took its place, now or in the next decision, else to the table. */
  restore() {
    const again =
      this.lost(document.activeElement) &&
      all(this.root, ".choice [data-do]:not(:disabled)").find((one) => one.dataset.do === this.chosen);
    if (again) return again.focus({ preventScroll: true });
    if (!this.inside || this.root.contains(document.activeElement)) return;
    const cards = all(this.root, ".own-card");
    const next = this.place >= 0 ? cards[Math.min(this.place, cards.length - 1)] : null;
    (next ?? this.root).focus({ preventScroll: true });
  }

  /** Whether nothing of the page's own has the focus. @param {Element | null} active */
  lost(active) {
    return !active || active === this.root || active === document.body;
  }
}
