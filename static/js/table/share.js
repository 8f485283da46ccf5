// Sharing the table's address.

import { gettext } from "../texts.js";

/** @import { TableApp } from "./app.js" */

/** How long the button says that it was done. */
const SAID_MS = 1600;

/**
 * Copies the page's address and confirms it on the button; if that isn't possible, shows the address to copy by hand.
 * @param {TableApp} app
 * @param {HTMLElement | undefined} button
 */
export async function copyAddress(app, button) {
  if (!(await copied(location.href))) {
    app.choose({ address: location.href });
    /** @type {HTMLInputElement | null} */ (app.root.querySelector("[data-address]"))?.select();
    return;
  }
  app.speech.say([gettext("Copied")]);
  const place = button?.querySelector("[data-copy-label]");
  if (!place) return;
  place.textContent = gettext("Copied");
  setTimeout(() => app.draw(), SAID_MS);
}

/** @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages on plain http, as in a club's own network, don't have the clipboard API.
    return copiedFromField(text);
  }
}

/** Fallback: copies the selected text of a field. @param {string} text */
function copiedFromField(text) {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.className = "visually-hidden";
  field.value = text;
  field.readOnly = true;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return done;
}
