// Moves the focus when a sheet opens, and back when it closes.

/** A sheet that opens by itself doesn't take the focus: the live region announces its content. */
const OPENS_ITSELF = "hand";
const STOPS = "button:not(:disabled), a[href], input, summary, [tabindex='0']";

export class SheetFocus {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {HTMLElement | null} the open sheet */
    this.sheet = null;
    /** @type {Element | null} what had the focus before the first sheet */
    this.opener = null;
    root.addEventListener("keydown", (event) => event.key === "Tab" && this.keepInside(event));
  }

  /** Stores the focus before the page is redrawn. */
  before() {
    const { activeElement } = document;
    this.inside = this.sheet?.contains(activeElement) ?? false;
    if (!this.inside) this.last = activeElement;
  }

  /** Moves the focus into a new sheet, or back after one has closed. */
  after() {
    const now = /** @type {HTMLElement | null} */ (this.root.querySelector("[data-sheet]"));
    if (now === this.sheet) return;
    this.sheet = now;
    if (now && now.dataset.sheet !== OPENS_ITSELF) {
      if (!this.inside) this.opener = this.last ?? null;
      // In a question, focus its harmless answer; otherwise focus the heading, so that reading starts there.
      const first = now.querySelector("[aria-modal] .choice-actions [data-do=close]") ?? now.querySelector("h2");
      /** @type {HTMLElement} */ (first).focus({ preventScroll: true });
    } else if (this.inside) this.giveBack();
    // Where the page scrolls, it shows the sheet that has come.
    now?.querySelector(".sheet-head")?.scrollIntoView({ block: "nearest" });
  }

  giveBack() {
    const { opener, root } = this;
    const there = opener instanceof HTMLElement && root.contains(opener) && opener.checkVisibility();
    (there ? opener : root).focus({ preventScroll: true });
  }

  /** Traps Tab in a modal question. @param {KeyboardEvent} event */
  keepInside(event) {
    if (!this.sheet?.hasAttribute("aria-modal")) return;
    const stops = /** @type {HTMLElement[]} */ ([...this.sheet.querySelectorAll(STOPS)]);
    const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = (at < 0 ? 0 : at + (event.shiftKey ? -1 : 1) + stops.length) % stops.length;
    event.preventDefault();
    stops[to].focus();
  }
}
