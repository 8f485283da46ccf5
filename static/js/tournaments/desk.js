// The organizer's desk: running clocks, confirmation dialogs, and the focus when a clicked button has disappeared.
import { all, byId, one, serverNow } from "../page.js";
import { clockText } from "../table/render/parts.js";
import "../site/toast.js";

const SOON = 60;

function tick() {
  const now = serverNow() / 1000;
  for (const place of all(document, "#desk :is([data-until], [data-since])")) {
    const { until, since } = place.dataset;
    const seconds = until ? Number(until) - now : now - Number(since);
    const clock = clockText(1000 * Math.max(0, seconds));
    // The words distinguish a time of day from a duration.
    const text = until ? (byId("desk").dataset.left ?? "{}").replace("{}", clock) : clock;
    if (place.textContent !== text) place.textContent = text;
    if (until) place.classList.toggle("down", seconds < SOON);
  }
}

/** @param {Element} button @returns {HTMLElement[]} the buttons and links of its part of the desk that act */
const beside = (button) => all(button.closest("section") ?? document, ".acts :is(a, button)");

/** After the desk was redrawn, moves the focus to the same button, or to the next one if it is gone. */
function keepFocus() {
  /** @type {{part: string, value: string, place: number} | null} */
  let kept = null;
  /** @type {Element | null} what had the focus when a request began: the pressed button is disabled meanwhile */
  let pressed = null;
  let inToast = false;
  document.addEventListener("htmx:configRequest", () => {
    pressed = document.activeElement;
    inToast = pressed !== null && byId("toast").contains(pressed);
  });
  document.addEventListener("htmx:beforeSwap", () => {
    const button = document.activeElement === document.body ? pressed : document.activeElement;
    const part = button?.closest("#desk section")?.id;
    if (!button || !part) return;
    kept = {
      part,
      value: button.getAttribute("value") ?? "",
      place: beside(button).indexOf(/** @type {HTMLElement} */ (button)),
    };
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (document.activeElement !== document.body) return;
    if (inToast) {
      // The toast then shows the result of the click in it.
      byId("toast").focus({ preventScroll: true });
      inToast = false;
    }
    if (!kept || document.activeElement !== document.body) return;
    const rest = all(document, `#${kept.part} .acts :is(a, button)`);
    const same = kept.value ? one(document, `#${kept.part} [value="${CSS.escape(kept.value)}"]`) : null;
    (same ?? rest[Math.min(kept.place, rest.length - 1)])?.focus({ preventScroll: true });
    kept = null;
  });
}

/** Shows the server's question in a dialog over the desk, which keeps updating. */
function askInDialog() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("ask"));
  /** @type {Element | null} */
  let opener = null;
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { target, elt } = /** @type {CustomEvent<{target: Element, elt: Element}>} */ (event).detail;
    if (target === dialog) opener = elt;
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target !== dialog || dialog.children.length === 0 || dialog.open) return;
    dialog.showModal();
    // Where something has to be typed: a press less for whoever stands at the desk.
    const fields = /** @type {HTMLInputElement[]} */ (all(dialog, "input[required]"));
    fields.find((field) => !field.value)?.focus();
  });
  dialog.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link && event.target !== dialog) return;
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.replaceChildren();
    const address = opener?.getAttribute("href");
    const again = address ? one(document, `#desk a[href="${CSS.escape(address)}"]`) : null;
    again?.focus({ preventScroll: true });
  });
}

/** @returns {HTMLInputElement[]} */
const ticks = () => /** @type {HTMLInputElement[]} */ (all(document, "#desk .tick"));

/** Ticks all who are listed, and keeps the ticks when the desk is redrawn. */
function keepTicks() {
  /** @type {Set<string>} */
  let kept = new Set();
  const show = () => {
    const label = one(document, "#desk [data-tick-all]");
    if (!label) return;
    label.hidden = false;
    const box = /** @type {HTMLInputElement} */ (one(label, "input"));
    box.checked = ticks().every((each) => each.checked);
  };
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.closest("[data-tick-all]")) for (const each of ticks()) each.checked = target.checked;
    show();
  });
  document.addEventListener("htmx:beforeSwap", () => {
    kept = new Set(ticks().flatMap((each) => (each.checked ? [each.value] : [])));
  });
  document.addEventListener("htmx:afterSettle", () => {
    for (const each of ticks()) each.checked ||= kept.has(each.value);
    show();
  });
  show();
}

/** Updates the search field after a link has changed the search in the desk's address. */
function followSearch() {
  const field = /** @type {HTMLInputElement} */ (byId("desk-q"));
  document.addEventListener("htmx:pushedIntoHistory", () => {
    if (document.activeElement !== field) field.value = new URLSearchParams(location.search).get("q") ?? "";
  });
}

tick();
setInterval(tick, 1000);
document.addEventListener("htmx:afterSettle", tick);
keepFocus();
keepTicks();
askInDialog();
followSearch();
