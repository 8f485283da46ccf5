// The cards under a finger or the mouse, and their pictures where the line was away.

import { around } from "../page.js";

const FAR_PX = 10;
/** So far above the hand's upper edge a card counts as let go over the table. */
const OVER_PX = 12;

/**
 * Cards played by dragging: up from the hand and let go over the felt. Whatever else a drag does is undone.
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
    // The card goes on from where it was let go: only after that its place in the hand is its own again.
    if (event.type === "pointerup" && event.clientY < edge - OVER_PX) run(card.dataset.do ?? "");
    card.style.translate = "";
    card.removeAttribute("data-dragged");
  };
  root.addEventListener("pointerup", end);
  root.addEventListener("pointercancel", end);

  // The press that ends a drag is no press on the card.
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
 * A second tap on the spot where a card was just played is still meant for that card: the one that has moved there
 * since is left alone.
 * @param {HTMLElement} root
 */
export function ignoreSecondTaps(root) {
  /** @type {{card: string, x: number, y: number, at: number} | null} */
  let last = null;
  /** @param {MouseEvent} event @param {{x: number, y: number}} place */
  const near = (event, { x, y }) => Math.hypot(event.clientX - x, event.clientY - y) < NEAR_PX;

  // Whoever has moved away and come back means what is there now.
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
 * Pictures of cards that didn't come, because the line or the server was away, are asked for again.
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
