// Small things that HTML almost does by itself.

/** Closes an open header menu by a click elsewhere or by Escape. */
export function closeMenus() {
  const menus = () => document.querySelectorAll("details.account-menu[open]");
  document.addEventListener("click", (event) => {
    for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of menus()) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
}

/**
 * Copies the text of [data-copy] at a click and says so on the button.
 * @param {Record<string, string>} words
 */
export function copyButtons(words) {
  document.addEventListener("click", async (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-copy]");
    if (!button) return;
    const place = button.querySelector("[data-copy-label]") ?? button;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
    } catch {
      return; // No permission: the text stands on the page to be copied by hand.
    }
    const before = place.textContent;
    place.textContent = words.copied;
    setTimeout(() => (place.textContent = before), 1600);
  });
}

/** Opens the dialog named by [data-opens] and closes the one around [data-closes]. */
export function dialogs() {
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    const opener = event.target.closest("[data-opens]");
    if (opener) document.getElementById(opener.dataset.opens)?.showModal();
    if (event.target.closest("[data-closes]")) event.target.closest("dialog")?.close();
  });
}
