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
