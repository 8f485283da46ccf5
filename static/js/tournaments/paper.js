// Fast entry from paper by keyboard alone: the table's number leads to its row, and a stored row back to the number.
import { all, byId, one } from "../page.js";
import { gettext } from "../texts.js";

const table = /** @type {HTMLInputElement} */ (byId("paper-table"));
const say = byId("paper-say");

/** @returns {string} how many of the round's rows have a result */
const entered = () =>
  gettext("%(n)d of %(all)d entered", {
    n: all(document, ".paper-row .paper-state .icon").length,
    all: all(document, ".paper-row").length,
  });

/** @param {HTMLElement} row */
function enterInto(row) {
  const first = /** @type {HTMLInputElement | null} */ (one(row, "input[type=text]")) ?? one(row, "a");
  first?.focus();
  if (first instanceof HTMLInputElement) first.select();
  row.scrollIntoView({ block: "nearest" });
}

function askForTable() {
  table.value = "";
  table.focus();
}

table.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const number = table.value.trim();
  const row = all(document, ".paper-row").find((each) => each.dataset.table === number);
  say.textContent = row ? entered() : gettext("There is no table %(number)s in this round.", { number });
  if (row) enterInto(row);
  else table.select();
});

document.addEventListener("htmx:afterSettle", (event) => {
  const { target } = /** @type {CustomEvent<{target: Element}>} */ (event).detail;
  const row = document.getElementById(target.id);
  if (!row?.matches(".paper-row")) return;
  if ("saved" in row.dataset) {
    say.textContent = entered();
    askForTable();
  } else {
    enterInto(row);
  }
});

const row = location.hash.startsWith("#match-") ? document.getElementById(location.hash.slice(1)) : null;
const refused = one(document, ".paper-wrong")?.closest(".paper-row");
if (refused) enterInto(/** @type {HTMLElement} */ (refused));
else if (row || !location.hash) askForTable();
