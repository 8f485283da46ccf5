// Removes the toast after a while, but not while it has the focus or the pointer is on it. The log still offers to undo the
// action.
import { byId } from "../page.js";

const SHOWN = 12_000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function end() {
  const toast = byId("toast");
  const focused = document.activeElement;
  if (toast.matches(":hover") || (focused !== toast && toast.contains(focused))) begin();
  else toast.replaceChildren();
}

function begin() {
  clearTimeout(timer);
  timer = setTimeout(end, SHOWN);
}

begin();
document.addEventListener("htmx:oobAfterSwap", begin);
