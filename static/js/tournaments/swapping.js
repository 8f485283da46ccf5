// Swaps two entries of a draw before it is published, by dragging one onto the other. The form below does the same.
import { all, around } from "../page.js";

/** @type {string} the key of the entry that is being dragged; "" if none is */
let dragged = "";

/** Shows the grips. Without this script or a pointer, only the form swaps entries. */
function showGrips() {
  for (const grip of all(document, ".draw-entry .grip")) grip.hidden = false;
}

/**
 * The other entry under the pointer, if there is one.
 * @param {PointerEvent} event
 * @returns {HTMLElement | null}
 */
function under(event) {
  const place = document.elementFromPoint(event.clientX, event.clientY)?.closest(".draw-entry");
  return place instanceof HTMLElement && place.dataset.entry !== dragged ? place : null;
}

/** Clears all marks. */
function clear() {
  for (const place of all(document, ".draw-entry")) place.classList.remove("is-dragged", "is-target");
  document.body.classList.remove("is-swapping");
}

document.addEventListener("pointerdown", (event) => {
  const grip = around(event, ".draw-entry .grip");
  const place = grip?.closest(".draw-entry");
  if (!grip || event.button !== 0 || !(place instanceof HTMLElement)) return;
  event.preventDefault();
  dragged = place.dataset.entry ?? "";
  place.classList.add("is-dragged");
  document.body.classList.add("is-swapping");
  if (grip.hasPointerCapture(event.pointerId)) grip.releasePointerCapture(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const target = under(event);
  for (const place of all(document, ".draw-entry.is-target")) place.classList.toggle("is-target", place === target);
  target?.classList.add("is-target");
  const edge = 60;
  if (event.clientY < edge) scrollBy(0, -12);
  else if (event.clientY > innerHeight - edge) scrollBy(0, 12);
});

document.addEventListener("pointerup", (event) => {
  if (!dragged) return;
  const target = under(event);
  const first = dragged;
  dragged = "";
  clear();
  const address = target?.closest("[data-swap]")?.getAttribute("data-swap");
  if (!target || !address) return;
  location.assign(`${address}?first=${first}&second=${target.dataset.entry ?? ""}`);
});

document.addEventListener("pointercancel", () => {
  dragged = "";
  clear();
});

document.addEventListener("htmx:load", showGrips);
showGrips();
