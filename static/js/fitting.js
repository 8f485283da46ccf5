// Forms that ask for more than any one choice needs: what doesn't fit the choice made is left out of sight.
import { all } from "./page.js";

/**
 * Shows of each form only the [data-fits] that fit: one of the words in it is the value of a field that [data-fits-of]
 * names ("format" where it names none). What is filled in, or wrong, stays in sight, fitting or not.
 */
export function fittingFields() {
  for (const form of document.forms) {
    const parts = all(form, "[data-fits]");
    if (parts.length === 0) continue;
    const arrange = () => {
      for (const part of parts) part.hidden = !(fits(form, part) || inUse(part));
    };
    form.addEventListener("change", arrange);
    arrange();
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} part
 */
function fits(form, part) {
  const wanted = (part.dataset.fits ?? "").split(" ");
  const fields = (part.dataset.fitsOf ?? "format").split(" ");
  return fields.some((name) => {
    const field = /** @type {HTMLSelectElement | RadioNodeList | null} */ (form.elements.namedItem(name));
    return field !== null && wanted.includes(field.value);
  });
}

/** @param {HTMLElement} part */
function inUse(part) {
  if (part.querySelector(".field-errors")) return true;
  /** @type {NodeListOf<HTMLInputElement>} select and textarea have the same value */
  const controls = part.querySelectorAll("input, select, textarea");
  return [...controls].some(({ type, checked, value }) =>
    type === "checkbox" || type === "radio" ? checked : value !== "",
  );
}
