// Forms that ask for more than any one choice needs: what doesn't fit the choice made is left out of sight.

/**
 * Shows of each form only the [data-fits] that fit: one of the words in it is the value of a field that [data-fits-of]
 * names ("format" where it names none). What is filled in, or wrong, stays in sight, fitting or not.
 */
export function fittingFields() {
  for (const form of document.forms) {
    const parts = [...form.querySelectorAll("[data-fits]")];
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
  const wanted = part.dataset.fits.split(" ");
  const fields = (part.dataset.fitsOf ?? "format").split(" ");
  return fields.some((name) => wanted.includes(form.elements.namedItem(name)?.value));
}

/** @param {HTMLElement} part */
function inUse(part) {
  if (part.querySelector(".field-errors")) return true;
  return [...part.querySelectorAll("input, select, textarea")].some((control) =>
    control.type === "checkbox" || control.type === "radio" ? control.checked : control.value !== "",
  );
}
