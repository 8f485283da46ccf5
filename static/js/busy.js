// A form is sent once: its button says that it works and can't be pressed again until the answer is here.

/** @param {Record<string, string>} words */
export function oncePerForm(words) {
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.method !== "post") return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    if (form.hasAttribute("hx-post")) return;
    form.dataset.sent = "yes";
    const button = /** @type {SubmitEvent} */ (event).submitter;
    // Only after the browser has taken the form's values, or the button's own value would be missing.
    if (button) setTimeout(() => hold(button, words), 0);
  });
  // Coming back by the browser's button shows the page as it was left.
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) {
      delete form.dataset.sent;
      for (const button of form.querySelectorAll("[data-was]")) {
        button.disabled = false;
        button.textContent = button.dataset.was;
      }
    }
  });
  document.addEventListener("htmx:beforeRequest", (event) => buttonsOf(event.target, true));
  document.addEventListener("htmx:afterRequest", (event) => buttonsOf(event.target, false));
  for (const kind of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(kind, () => say(words.failed));
  }
}

function hold(button, words) {
  if (button.children.length === 0) {
    button.dataset.was = button.textContent;
    button.textContent = words.busy;
  }
  button.disabled = true;
}

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
