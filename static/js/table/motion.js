// Movement: a card from the hand to the trick, a trick to its winner, a hand as it is dealt. Positions are measured
// before and after a change and only the difference is animated, so what is shown never waits for a movement.

import { all } from "../page.js";

const CARD_MS = 240;
const SWEEP_MS = 260;
const DEAL_STEP_MS = 22;
const GAIN_MS = 900;
const GAIN = { scale: ["1", "1.35", "1"], color: ["inherit", "var(--turn)", "inherit"] };
const EASE = "cubic-bezier(.2,.75,.25,1)";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
/** Whether nothing may move: the system says so, or the player does (preferences.js). */
const still = () => reduced.matches || document.documentElement.dataset.motion === "still";

export class Motion {
  /** @param {Element} root */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, DOMRect>} */
    this.rects = new Map();
    /** @type {Set<string>} */
    this.inTrick = new Set();
    /** @type {Set<string>} */
    this.inHand = new Set();
    /** @type {Map<string, string>} */
    this.totals = new Map();
  }

  /** Remembers where everything is. Call before the page changes. */
  before() {
    this.rects.clear();
    this.inTrick.clear();
    this.inHand.clear();
    for (const total of this.scores()) this.totals.set(total.dataset.score ?? "", total.textContent);
    for (const card of all(this.root, "[data-card]")) {
      const name = card.dataset.card ?? "";
      this.rects.set(name, card.getBoundingClientRect());
      (card.classList.contains("own-card") ? this.inHand : this.inTrick).add(name);
    }
  }

  /** Moves what has changed its place. Call after the page has changed. */
  after() {
    if (still()) return;
    for (const card of all(this.root, ".played[data-card]")) {
      if (!this.inTrick.has(card.dataset.card ?? "")) this.arrive(card);
    }
    this.settleHand();
    for (const total of this.scores()) {
      if ((this.totals.get(total.dataset.score ?? "") ?? total.textContent) !== total.textContent)
        total.animate(GAIN, { duration: GAIN_MS });
    }
  }

  scores() {
    return all(this.root, "[data-score]");
  }

  /** @param {HTMLElement} card */
  arrive(card) {
    const from = this.rects.get(card.dataset.card ?? "") ?? this.anchor(card.dataset.by);
    if (from) slide(card, from, CARD_MS);
  }

  settleHand() {
    const cards = all(this.root, ".own-card[data-card]");
    const fresh = cards.filter((card) => !this.rects.has(card.dataset.card ?? ""));
    const dealt = fresh.length > 3;
    cards.forEach((card, order) => {
      const from = this.rects.get(card.dataset.card ?? "");
      const slot = card.parentElement ?? card;
      if (from) shift(slot, from, card.getBoundingClientRect());
      else if (dealt) deal(slot, order);
    });
  }

  /** @param {string | number | undefined} seat */
  anchor(seat) {
    return this.root.querySelector(`[data-anchor="${seat}"]`)?.getBoundingClientRect() ?? null;
  }

  /**
   * Moves the trick's cards to its winner.
   * @param {number} seat
   * @returns {Promise<void>} settled when they are there
   */
  async sweep(seat) {
    const to = this.anchor(seat);
    if (still() || !to) return;
    const cards = all(this.root, ".played[data-card]");
    await Promise.all(
      cards.map((card) => {
        const from = card.getBoundingClientRect();
        const x = to.x + to.width / 2 - (from.x + from.width / 2);
        const y = to.y + to.height / 2 - (from.y + from.height / 2);
        const frames = { translate: ["0 0", `${x}px ${y}px`], scale: ["1", "0.3"], opacity: ["1", "0.9", "0"] };
        return card
          .animate(frames, { duration: SWEEP_MS, easing: "ease-in", fill: "forwards" })
          .finished.catch(() => {});
      }),
    );
  }
}

/** @param {HTMLElement} card @param {DOMRect} from @param {number} duration */
function slide(card, from, duration) {
  const to = card.getBoundingClientRect();
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  const size = Math.min(1.6, Math.max(0.35, from.width / (to.width || 1)));
  card.animate({ translate: [`${x}px ${y}px`, "0 0"], scale: [String(size), "1"] }, { duration, easing: EASE });
}

/** @param {Element} slot @param {DOMRect} from @param {DOMRect} to */
function shift(slot, from, to) {
  const x = from.x - to.x;
  const y = from.y - to.y;
  if (Math.abs(x) < 1 && Math.abs(y) < 14) return;
  slot.animate({ translate: [`${x}px ${y}px`, "0 0"] }, { duration: CARD_MS, easing: EASE });
}

/** @param {Element} slot @param {number} order */
function deal(slot, order) {
  slot.animate(
    { translate: ["0 -3rem", "0 0"], opacity: ["0", "1"] },
    { duration: CARD_MS, delay: order * DEAL_STEP_MS, easing: EASE, fill: "backwards" },
  );
}
