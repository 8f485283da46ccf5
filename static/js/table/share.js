// The table's address, to be given to others.

/**
 * Copies the page's address and says so on the button.
 * @param {HTMLElement | undefined} button
 * @param {import("./words.js").Words} words
 * @returns {Promise<boolean>} whether the button says something that is to be taken back
 */
export async function copiedTo(button, words) {
  try {
    await navigator.clipboard.writeText(location.href);
  } catch {
    return false; // Without permission the address bar is the way.
  }
  const place = button?.querySelector("[data-copy-label]");
  if (place) place.textContent = words.t("copied");
  return Boolean(place);
}
