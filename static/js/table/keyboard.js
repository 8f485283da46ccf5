// The whole game by keyboard. Single letters count only while the focus is inside the table.

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
    root.addEventListener("keydown", (event) => this.press(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== "Escape" && event.target.matches?.("input, textarea, select")) return; // Letters are letters there.
    // A key that is held down decides once.
    if (event.repeat && ["Enter", " "].includes(event.key) && event.target.closest?.(".choice, .own-card"))
      return event.preventDefault();
    const does = this.meaning(event);
    if (!does) return;
    event.preventDefault();
    if (typeof does === "string") this.run(does);
  }

  /** @returns {string | boolean} what to do, or true when it is done, or false */
  meaning(event) {
    const { key } = event;
    if (key === "Escape") return "close";
    if (key === "c" || key === "C") return "chat";
    if (key === "l" || key === "L") return "open last";
    if (key === "s" || key === "S") return "open sheet";
    if (/^[0-9]$/.test(key)) return this.digit(key);
    const card = event.target.closest?.(".own-card");
    if (card) return this.walk(card, key);
    return event.target === this.root && this.enter(key);
  }

  /** "1" then "0" soon after means 10. */
  digit(key) {
    const soon = performance.now() - this.typed < TYPING_MS;
    this.typed = performance.now();
    for (const text of soon ? [this.digits + key, key] : [key]) {
      const button = this.root.querySelector(`[data-do="pick bid ${text}"], [data-do="pick blind ${text}"]`);
      if (button) {
        this.digits = text;
        this.run(button.dataset.do);
        this.root.querySelector(".bid-confirm")?.focus();
        return true;
      }
    }
    this.digits = key;
    return Boolean(this.root.querySelector(".bid-grid"));
  }

  walk(card, key) {
    const cards = [...this.root.querySelectorAll(".own-card")];
    const at = cards.indexOf(card);
    const rtl = getComputedStyle(card.parentElement).direction === "rtl" ? -1 : 1;
    const to = {
      ArrowRight: at + rtl,
      ArrowLeft: at - rtl,
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: cards.length - 1,
    }[key];
    if (to === undefined) return false;
    cards[(to + cards.length) % cards.length]?.focus();
    return true;
  }

  /** From the table as a whole into the hand: to the card at which Tab enters it too. */
  enter(key) {
    const card = this.root.querySelector('.own-card[tabindex="0"]');
    if (!card || !STEPS.has(key)) return false;
    card.focus();
    return true;
  }

  /** Where the focus stands among the cards or in a decision, to come back to after a change. */
  remember() {
    const active = document.activeElement;
    if (!this.lost(active)) this.chosen = active.closest(".choice [data-do]")?.dataset.do;
    const cards = [...this.root.querySelectorAll(".own-card")];
    this.place = cards.indexOf(active);
    this.inside = active !== this.root && this.root.contains(active);
  }

  /** If the focused thing is gone, the focus goes to what took its place, now or in the next decision, else to the table. */
  restore() {
    const again =
      this.lost(document.activeElement) &&
      [...this.root.querySelectorAll(".choice [data-do]:not(:disabled)")].find((one) => one.dataset.do === this.chosen);
    if (again) return again.focus({ preventScroll: true });
    if (!this.inside || this.root.contains(document.activeElement)) return;
    const cards = [...this.root.querySelectorAll(".own-card")];
    const next = this.place >= 0 ? cards[Math.min(this.place, cards.length - 1)] : null;
    (next ?? this.root).focus({ preventScroll: true });
  }

  /** Whether the focus stands on nothing of its own. */
  lost(active) {
    return !active || active === this.root || active === document.body;
  }
}
