// Starts the live table from what the server wrote into the page (templates/tables/table.html).
import { block } from "../page.js";
import { tellZone } from "../zone.js";
import { TableApp } from "./app.js";
import { Words } from "./words.js";

const NOTES_MS = 8000;
const CALLS_MS = 15000;

/** What the page before had to say lies over the bar: it goes by itself, or at a tap. */
function clearNotes() {
  const notes = document.getElementById("messages");
  const clear = () => notes?.replaceChildren();
  notes?.addEventListener("click", clear);
  setTimeout(clear, NOTES_MS);
}

const root = /** @type {HTMLElement} */ (document.getElementById("table"));
const { links, rules, barred, preset_title: presetTitle } = block("config");
const app = new TableApp(root, {
  links,
  rules,
  presetTitle,
  barred,
  guest: /** @type {HTMLFormElement | null} */ (document.getElementById("guest")),
  words: new Words(block("words"), document.documentElement.lang),
  faces: block("faces"),
  icons: block("icons"),
  live: /** @type {Element} */ (document.getElementById("said")),
  chat: /** @type {HTMLElement} */ (document.getElementById("chat")),
});
tellZone();
clearNotes();
app.start();
root.focus({ preventScroll: true });
// Another table may call meanwhile: listened for once this one is here.
if (document.body.dataset.calls) setTimeout(() => import("../calls.js"), CALLS_MS);
