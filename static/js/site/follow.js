// Live pages replace themselves with their newest version, but not while the user is busy in them.
import { one } from "../page.js";

/** @param {Element} part @returns {boolean} whether a form is open in it, or a field has the focus */
const isBusy = (part) =>
  part.querySelector("details[open] form") !== null ||
  part.querySelector(":is(input, textarea, select):focus") !== null;

/** Holds back the requests of `[data-follow]` while their part of the page is in use, and of `[data-live]` in a hidden tab. */
export function followQuietly() {
  for (const when of ["htmx:beforeRequest", "htmx:beforeSwap"]) {
    document.addEventListener(when, (event) => {
      const part = /** @type {CustomEvent<{elt: Element}>} */ (event).detail.elt;
      if (part.matches("[data-follow]") && isBusy(part)) event.preventDefault();
      if (part.matches("[data-live]") && document.hidden) event.preventDefault();
    });
  }
}

const PLACES = "main [role=region][tabindex]";

/** @param {Element} details @returns {string} what it is, in whichever version of the page */
const nameOf = (details) => {
  const summary = details.querySelector("summary");
  const name = details.id || summary?.ariaLabel || summary?.textContent.trim();
  return `${details.parentElement?.closest("[id]")?.id}|${name}`;
};

/** @param {Element} region */
const placeOf = (region) => `${region.closest("[id]")?.id}|${region.getAttribute("aria-label")}`;

/** @param {Element | null} element @returns {string} a selector for the link or button that has the focus, in the next picture too */
function whereOf(element) {
  const part = element?.closest("main [id]")?.id;
  if (!part || element.id) return "";
  if (element.matches("a[href]"))
    return `#${CSS.escape(part)} a[href="${CSS.escape(element.getAttribute("href") ?? "")}"]`;
  return element.matches("summary") ? `summary|${nameOf(element.parentElement ?? element)}` : "";
}

const folded = () => [...document.querySelectorAll(/** @type {"details"} */ ("main details"))];

/** @returns {[string, HTMLDetailsElement][]} each with its name, and which of those of that name it is */
function named() {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return folded().map((each) => {
    const name = nameOf(each);
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return [`${name}|${nth}`, each];
  });
}

/** Preserves opened details, the scroll positions of wide drawings, and the focus when the page is replaced. */
export function keepPlaces() {
  /** @type {{open: Map<string, boolean>, moved: Map<string, number>, focus: string} | null} */
  let kept = null;
  document.addEventListener("htmx:beforeSwap", () => {
    kept = {
      open: new Map(named().map(([name, each]) => [name, each.open])),
      moved: new Map([...document.querySelectorAll(PLACES)].map((each) => [placeOf(each), each.scrollLeft])),
      focus: whereOf(document.activeElement),
    };
  });
  document.addEventListener("htmx:afterSwap", () => {
    if (!kept) return;
    const { open, moved, focus } = kept;
    for (const [name, each] of named()) each.open = open.get(name) ?? each.open;
    for (const each of document.querySelectorAll(PLACES)) each.scrollLeft = moved.get(placeOf(each)) ?? 0;
    if (focus && document.activeElement === document.body) {
      const summary = folded()
        .find((each) => `summary|${nameOf(each)}` === focus)
        ?.querySelector("summary");
      const again = focus.startsWith("#") ? one(document, focus) : summary;
      again?.focus({ preventScroll: true });
    }
  });
}
