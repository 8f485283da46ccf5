// Divisions of a season, and seeds: rows are dragged by their grips, or moved by their fields, which the form submits.
import { all, around, one } from "../page.js";

/** @type {HTMLElement | null} the row that is being dragged */
let dragged = null;

/** Shows the grips. Without this script or a pointer, only the fields move rows. */
function showGrips() {
  for (const grip of all(document, ".placing .grip")) grip.hidden = false;
}

/**
 * Writes the order of the rows into the fields of their groups.
 * @param {HTMLElement} form
 */
function number(form) {
  for (const group of all(form, ".placing-group")) {
    const rows = all(group, ".placing-row");
    const level = group.dataset.level ?? "";
    rows.forEach((row, index) => {
      const { division, seed } = fieldsOf(row);
      if (division) division.value = level;
      seed.value = level ? String(index + 1) : "";
    });
    const count = one(group, "[data-count]");
    if (count) count.textContent = String(rows.length);
  }
  const unsaved = one(form, "[data-unsaved]");
  if (unsaved) unsaved.hidden = false;
}

/**
 * The fields of a row: seeds have no division.
 * @param {HTMLElement} row
 */
function fieldsOf(row) {
  const division = /** @type {HTMLSelectElement | null} */ (one(row, "select"));
  const seed = /** @type {HTMLInputElement} */ (one(row, "input[type=number]"));
  return { division, seed };
}

/**
 * Puts a row where the pointer is: before or behind the row there, or at the end of the group there.
 * @param {HTMLElement} row
 * @param {PointerEvent} event
 */
function follow(row, event) {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const group = under?.closest(".placing-group");
  if (!group || group.closest("form") !== row.closest("form")) return;
  const other = under?.closest(".placing-row");
  if (other === row) return;
  if (!other) {
    const list = one(group, ".rows");
    if (!list?.contains(row)) list?.append(row);
    return;
  }
  const { top, height } = other.getBoundingClientRect();
  if (event.clientY < top + height / 2) other.before(row);
  else other.after(row);
}

/**
 * Moves a row to the division and place in its fields.
 * @param {HTMLElement} row
 */
function obey(row) {
  const { division, seed } = fieldsOf(row);
  const form = /** @type {HTMLElement} */ (row.closest("form"));
  const level = division ? division.value : seed.value && "1";
  const list = one(form, `.placing-group[data-level="${level}"] .rows`);
  if (!list) return;
  const stays = !division || row.parentElement === list;
  row.remove();
  const wanted = stays ? Number(seed.value) : 0;
  const before = wanted > 0 ? list.children[wanted - 1] : null;
  list.insertBefore(row, before ?? null);
  number(form);
}

document.addEventListener("pointerdown", (event) => {
  const grip = around(event, ".placing .grip");
  if (!grip || event.button !== 0) return;
  event.preventDefault();
  dragged = grip.closest(".placing-row");
  dragged?.classList.add("is-dragged");
  // Listen on the document, because the row moves in the page.
  if (grip.hasPointerCapture(event.pointerId)) grip.releasePointerCapture(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  follow(dragged, event);
  const edge = 80;
  if (event.clientY < edge) scrollBy(0, -12);
  else if (event.clientY > innerHeight - edge) scrollBy(0, 12);
});

for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, () => {
    if (!dragged) return;
    dragged.classList.remove("is-dragged");
    number(/** @type {HTMLElement} */ (dragged.closest("form")));
    dragged = null;
  });
}

document.addEventListener("change", (event) => {
  const row = around(event, ".placing .placing-row");
  if (!row) return;
  obey(row);
  const field = event.target;
  if (!(field instanceof HTMLElement)) return;
  field.focus();
  // With Tab, the focus is moving to another element, and would be lost when the row moves.
  setTimeout(() => {
    if (document.activeElement === document.body) field.focus();
  });
});

document.addEventListener("htmx:load", showGrips);
showGrips();
