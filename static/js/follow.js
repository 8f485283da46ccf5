// Pages that follow what happens swap themselves for their newest picture: not while somebody is busy in them.

/** @param {Element} part @returns {boolean} whether a form is open in it, or the focus stands in a field */
const isBusy = (part) => part.querySelector("details[open] form") !== null || part.querySelector(":is(input, textarea, select):focus") !== null;

/** Holds back the requests of `[data-follow]` while their part of the page is in use. */
export function followQuietly() {
  for (const when of ["htmx:beforeRequest", "htmx:beforeSwap"]) {
    document.addEventListener(when, (event) => {
      const part = event.detail.elt;
      if (part.matches("[data-follow]") && isBusy(part)) event.preventDefault();
    });
  }
}
