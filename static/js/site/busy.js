// Prevents double submits: a form's button shows that it is busy, and is disabled until the response arrives.
import { all } from "../page.js";
import { gettext } from "../texts.js";

export function oncePerForm() {
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.method !== "post") return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    if (form.hasAttribute("hx-post")) return;
    form.dataset.sent = "yes";
    const button = event.submitter;
    // Only after the browser has read the form's values; otherwise the button's own value would be missing.
    if (isControl(button)) setTimeout(() => hold(button), 0);
  });
  // The browser's Back button shows the page as it was left.
  addEventListener("pageshow", () => {
    for (const form of all(document, "form[data-sent]")) {
      delete form.dataset.sent;
      for (const button of all(form, "[data-was]")) {
        if (isControl(button)) button.disabled = false;
        button.textContent = button.dataset.was ?? "";
      }
    }
  });
  document.addEventListener("htmx:beforeRequest", (event) => buttonsOf(event.target, true));
  document.addEventListener("htmx:afterRequest", (event) => {
    const { xhr } = /** @type {CustomEvent<{xhr: XMLHttpRequest}>} */ (event).detail;
    // The next page is on its way.
    const leaves = xhr.getResponseHeader("HX-Redirect") ?? xhr.getResponseHeader("HX-Refresh");
    if (!leaves) buttonsOf(event.target, false);
  });
  for (const kind of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(kind, () => say(gettext("That didn’t work. Check your connection and try again.")));
  }
}

/** @param {Element | null} element @returns {element is HTMLButtonElement | HTMLInputElement} what sends a form */
function isControl(element) {
  return element instanceof HTMLButtonElement || element instanceof HTMLInputElement;
}

/** @param {HTMLButtonElement | HTMLInputElement} button */
function hold(button) {
  if (button.children.length === 0) {
    button.dataset.was = button.textContent;
    button.textContent = gettext("Working…");
  }
  button.disabled = true;
}

/** @param {EventTarget | null} target @param {boolean} busy */
function buttonsOf(target, busy) {
  if (!(target instanceof HTMLFormElement)) return;
  for (const button of target.querySelectorAll("button")) button.disabled = busy;
}

/**
 * Shows a sentence in the page's message region.
 * @param {string} sentence
 * @param {"error" | "success"} kind
 */
export function say(sentence, kind = "error") {
  const region = document.getElementById("messages");
  if (!region || !sentence) return;
  const note = document.createElement("div");
  note.className = `note note-${kind}`;
  note.textContent = sentence;
  region.replaceChildren(note);
}
