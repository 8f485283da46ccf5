// Pictures of cards that didn't come, because the line or the server was away, are asked for again.

const AGAIN_MS = 1500;

/** @param {HTMLElement} root */
export function keepFaces(root) {
  const again = (event) => {
    const picture = event.target;
    if (!(picture instanceof HTMLImageElement)) return;
    setTimeout(() => {
      if (picture.isConnected) picture.src = picture.getAttribute("src");
    }, AGAIN_MS);
  };
  root.addEventListener("error", again, { capture: true });
}
