// Dragging cards, ignoring accidental second taps, and reloading pictures that failed to load.

import { around } from "../page.js";

const FAR_PX = 10;
/** The distance above the hand's upper edge from which a card counts as dropped on the table. */
const OVER_PX = 12;

/**
 * Plays cards that are dragged up from the hand and dropped on the felt; undoes any other drag.
 * @param {HTMLElement} root
 * @param {(does: string) => void} run does what the card's data-do says, as a press on it would
 */
export function dragCards(root, run) {
  /** @type {{card: HTMLElement, x: number, y: number, id: number, far: boolean} | null} */
  let held = null;
  let dropped = false;

  root.addEventListener("pointerdown", (event) => {
    const card = around(event, ".own-card");
    dropped = false;
    if (card && event.button === 0 && event.isPrimary)
      held = { card, x: event.clientX, y: event.clientY, id: event.pointerId, far: false };
  });

  root.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const x = event.clientX - held.x;
    const y = event.clientY - held.y;
    if (!held.far && Math.hypot(x, y) < FAR_PX) return;
    if (!held.far) held.card.setPointerCapture(held.id);
    held.far = true;
    held.card.toggleAttribute("data-dragged", true);
    held.card.style.translate = `${x}px ${y}px`;
  });

  /** @param {PointerEvent} event */
  const end = (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { card, far } = held;
    held = null;
    if (!far) return;
    dropped = true;
    const edge = root.querySelector(".hand")?.getBoundingClientRect().top ?? 0;
    // Animate the card from where it was dropped, before its position in the hand is reset.
    if (event.type === "pointerup" && event.clientY < edge - OVER_PX) run(card.dataset.do ?? "");
    card.style.translate = "";
    card.removeAttribute("data-dragged");
  };
  root.addEventListener("pointerup", end);
  root.addEventListener("pointercancel", end);

  // The click that ends a drag isn't a click on the card.
  root.addEventListener(
    "click",
    (event) => {
      if (dropped && around(event, ".own-card")) event.stopPropagation();
      dropped = false;
    },
    { capture: true },
  );
}

const SOON_MS = 350;
const NEAR_PX = 24;

/**
 * Ignores a second tap where a card was just played: it was meant for that card, not for the one that has moved there.
 * @param {HTMLElement} root
 */
export function ignoreSecondTaps(root) {
  /** @type {{card: string, x: number, y: number, at: number} | null} */
  let last = null;
  /** @param {MouseEvent} event @param {{x: number, y: number}} place */
  const near = (event, { x, y }) => Math.hypot(event.clientX - x, event.clientY - y) < NEAR_PX;

  // After moving away and back, the pointer means the card that is there now.
  root.addEventListener("pointermove", (event) => {
    if (last && !near(event, last)) last = null;
  });

  root.addEventListener(
    "click",
    (event) => {
      const card = around(event, ".own-card")?.dataset.card;
      if (!card || event.detail === 0) return; // Pressed by key.
      const at = performance.now();
      if (last && near(event, last) && last.card !== card && at - last.at < SOON_MS) event.stopPropagation();
      else last = { card, x: event.clientX, y: event.clientY, at };
    },
    { capture: true },
  );
}

const AGAIN_MS = 1500;

/**
 * Reloads pictures of cards that failed to load because the connection or the server was down.
 * @param {HTMLElement} root
 */
export function keepFaces(root) {
  /** @param {Event} event */
  const again = (event) => {
    const picture = event.target;
    if (!(picture instanceof HTMLImageElement)) return;
    setTimeout(() => {
      if (picture.isConnected) picture.src = picture.getAttribute("src") ?? "";
    }, AGAIN_MS);
  };
  root.addEventListener("error", again, { capture: true });
}
