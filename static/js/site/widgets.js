// Small widgets that HTML alone can't do.
import { around } from "../page.js";
import { gettext } from "../texts.js";

/** Closes an open header menu by a click elsewhere or by Escape. */
export function closeMenus() {
  /** @returns {NodeListOf<HTMLDetailsElement>} */
  const menus = () => document.querySelectorAll("details.account-menu[open]");
  document.addEventListener("click", (event) => {
    for (const menu of menus()) if (!menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of menus()) {
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
  });
}

/** Lets people see the password that they type. */
export function showPasswords() {
  for (const field of document.querySelectorAll("input[type=password]")) {
    const input = /** @type {HTMLInputElement} */ (field);
    const button = document.createElement("button");
    const shown = (/** @type {boolean} */ yes) => {
      input.type = yes ? "text" : "password";
      button.textContent = yes ? gettext("Hide") : gettext("Show");
      button.setAttribute("aria-pressed", String(yes));
    };
    button.type = "button";
    button.className = "button button-small button-quiet";
    button.setAttribute("aria-controls", input.id);
    button.addEventListener("click", () => shown(input.type === "password"));
    // A browser keeps no password that it saw as text.
    input.form?.addEventListener("submit", () => shown(false));
    const row = document.createElement("div");
    row.className = "field-shown";
    input.replaceWith(row);
    row.append(input, button);
    shown(false);
  }
}

/** Copies the text of [data-copy] on a click, and confirms it on the button. */
export function copyButtons() {
  document.addEventListener("click", async (event) => {
    const button = around(event, "[data-copy]");
    if (!button) return;
    const place = button.querySelector("[data-copy-label]") ?? button;
    try {
      await navigator.clipboard.writeText(button.dataset.copy ?? "");
    } catch {
      return; // No permission: the text is on the page and can be copied by hand.
    }
    const before = place.textContent;
    place.textContent = gettext("Copied");
    setTimeout(() => (place.textContent = before), 1600);
  });
}
