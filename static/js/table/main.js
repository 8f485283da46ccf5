// Starts the live table from what the server wrote into the page (templates/tables/table.html).
import { block, texts } from "../page.js";
import { tellZone } from "../zone.js";
import { TableApp } from "./app.js";

/** @import { Phrases } from "../types.js" */

const NOTES_MS = 8000;
const CALLS_MS = 15000;

/** Messages of the page before cover the bar; they go by themselves, or at a tap. */
function clearNotes() {
  const notes = document.getElementById("messages");
  const clear = () => notes?.replaceChildren();
  notes?.addEventListener("click", clear);
  setTimeout(clear, NOTES_MS);
}

const root = /** @type {HTMLElement} */ (document.getElementById("table"));
/**
 * @typedef {object} Config
 * @property {Record<string, string>} links
 * @property {[string, string, boolean][]} rules
 * @property {string} barred
 * @property {string} site
 * @property {number[]} levels
 * @property {string} preset_title
 * @property {Phrases} phrases
 */
const {
  links,
  rules,
  barred,
  site,
  levels,
  preset_title: presetTitle,
  phrases,
} = /** @type {Config} */ (block("config"));
const app = new TableApp(root, {
  links,
  rules,
  presetTitle,
  barred,
  site,
  levels,
  phrases,
  guest: /** @type {HTMLFormElement | null} */ (document.getElementById("guest")),
  comeIn: /** @type {HTMLFormElement | null} */ (document.getElementById("come-in")),
  faces: texts("faces"),
  icons: texts("icons"),
  live: /** @type {Element} */ (document.getElementById("said")),
  chat: /** @type {HTMLElement} */ (document.getElementById("chat")),
});
tellZone();
clearNotes();
app.start();
root.focus({ preventScroll: true });
// Another table may call meanwhile: listened for once this one is here.
if (document.body.dataset.calls) setTimeout(() => import("../site/calls.js"), CALLS_MS);
