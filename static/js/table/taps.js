// A second tap on the spot where a card was just played is still meant for that card: the one that has moved there
// since is left alone.

const SOON_MS = 350;
const NEAR_PX = 24;

/** @param {HTMLElement} root */
export function ignoreSecondTaps(root) {
  /** @type {{card: string, x: number, y: number, at: number} | null} */
  let last = null;
  const near = (event) => last !== null && Math.hypot(event.clientX - last.x, event.clientY - last.y) < NEAR_PX;

  // Whoever has moved away and come back means what is there now.
  root.addEventListener("pointermove", (event) => {
    if (!near(event)) last = null;
  });

  root.addEventListener(
    "click",
    (event) => {
      const card = event.target.closest?.(".own-card")?.dataset.card;
      if (!card || event.detail === 0) return; // Pressed by key.
      const at = performance.now();
      if (near(event) && last.card !== card && at - last.at < SOON_MS) event.stopPropagation();
      else last = { card, x: event.clientX, y: event.clientY, at };
    },
    { capture: true },
  );
}
