// The page that verifies a game's deals: reads a record, recomputes it with deal.js, and shows what agrees and what doesn't.

import { byId } from "../page.js";
import { gettext, ngettext } from "../texts.js";
import { FairnessError, verifyGame } from "./deal.js";
import { compareOwn } from "./own.js";

/** @import { Finding } from "./deal.js" */
/** @import { GameRecord } from "../types.js" */

const form = /** @type {HTMLFormElement} */ (byId("verify-form"));
const file = /** @type {HTMLInputElement} */ (byId("verify-file"));
const text = /** @type {HTMLTextAreaElement} */ (byId("verify-record"));
const result = byId("verify-result");
/** The record of the table that the page was opened for: this browser may have kept something of it. */
let fetched = "";

form.addEventListener("submit", (event) => {
  event.preventDefault();
  result.replaceChildren(...check(text.value));
});

file.addEventListener("change", async () => {
  const [chosen] = file.files ?? [];
  if (!chosen) return;
  text.value = await chosen.text();
  form.requestSubmit();
});

if (form.dataset.record) fetchRecord(form.dataset.record);

/** A table's own record, where the page was opened from a finished table. @param {string} address */
async function fetchRecord(address) {
  result.replaceChildren(note("", gettext("Dealing the cards again…")));
  const answer = await fetch(address).catch(() => null);
  const isRecord = answer?.ok && (answer.headers.get("Content-Type") ?? "").includes("json");
  if (!isRecord) {
    result.replaceChildren(
      note(
        "bad",
        gettext("The table’s record couldn’t be loaded. It is available once the game is over: try again then."),
      ),
    );
    return;
  }
  text.value = await answer.text();
  fetched = text.value;
  form.requestSubmit();
}

/** @param {string} source @returns {Element[]} what to show for the text of one record or of several */
function check(source) {
  if (!source.trim()) return [note("warn", gettext("Choose a record file or paste its text first."))];
  const records = split(source);
  const parts = [];
  for (const [index, record] of records.entries()) {
    if (records.length > 1) parts.push(heading(gettext("Game %(n)d", { n: index + 1 })));
    parts.push(...checkOne(record));
  }
  return parts;
}

/** Splits a text into records: one per line if every line is one, otherwise the whole text. @param {string} source */
function split(source) {
  const lines = source.split("\n").filter((line) => line.trim());
  return lines.length > 1 && lines.every(isJson) ? lines : [source];
}

/** @param {string} source */
function isJson(source) {
  try {
    return typeof JSON.parse(source) === "object";
  } catch {
    return false;
  }
}

/** @param {string} source */
function checkOne(source) {
  let record;
  try {
    record = JSON.parse(source);
  } catch (error) {
    return [
      note(
        "bad",
        gettext("That isn’t a game record: it can’t be read as JSON (%(error)s).", {
          error: error instanceof Error ? error.message : "",
        }),
      ),
    ];
  }
  try {
    const own = source === fetched ? compareOwn(form.dataset.table ?? "", record) : null;
    return [...(own ? [note(own.kind, own.text)] : []), ...report(verifyGame(record), record)];
  } catch (error) {
    if (!(error instanceof FairnessError)) throw error;
    return [
      note(
        "bad",
        gettext("That record can’t be checked. %(place)s: %(reason)s", {
          place: error.place,
          reason: reason(error.code),
        }),
      ),
    ];
  }
}

/** @param {Finding[]} findings @param {GameRecord} record */
function report(findings, record) {
  const hands = findings.filter((found) => found.subject === "hand").length;
  const wrong = findings.filter((found) => !found.ok);
  const summary =
    wrong.length === 0
      ? note(
          "good",
          ngettext(
            "Everything agrees: the secret gives exactly the cards of the %(n)d hand.",
            "Everything agrees: the secret gives exactly the cards of all %(n)d hands.",
            hands,
          ),
        )
      : note(
          "bad",
          ngettext(
            "%(n)d thing differs from what the secret gives. See below.",
            "%(n)d things differ from what the secret gives. See below.",
            wrong.length,
          ),
        );
  const list = document.createElement("ul");
  list.className = "rows";
  list.append(...findings.map((found) => row(found, record)));
  return [summary, list];
}

/** @param {Finding} found @param {GameRecord} record */
function row(found, record) {
  const item = document.createElement("li");
  const main = element("div", "grow");
  main.append(element("strong", "", title(found)));
  if (found.subject === "commitment") {
    main.append(
      element("p", "small muted", gettext("Compare it with the commitment that the table showed when the game began:")),
      element("code", "small", record["x-fairness"].commitment),
    );
  }
  if (found.leftOut?.length)
    main.append(
      element(
        "p",
        "small",
        gettext("Left out, because they weren’t revealed in time: %(n)d", { n: found.leftOut.length }),
      ),
    );
  if (found.nobody)
    main.append(
      element("p", "small", gettext("No player contributed a salt: the server alone determined these deals.")),
    );
  if (!found.ok) {
    main.append(element("p", "small", gettext("The secret gives: %(cards)s", { cards: found.expected })));
    main.append(element("p", "small", gettext("The record has: %(cards)s", { cards: found.found })));
  }
  item.append(
    main,
    element("span", `badge badge-${found.ok ? "good" : "bad"}`, found.ok ? gettext("agrees") : gettext("differs")),
  );
  return item;
}

/** @param {Finding} found */
function title(found) {
  switch (found.subject) {
    case "commitment":
      return gettext("Commitment");
    case "salts":
      return gettext("The players’ salts");
    case "draw":
      return gettext("Draw for the first deal");
    case "first_dealer":
      return gettext("First dealer (seat, from 0)");
    default:
      return gettext("Hand %(n)d", { n: found.hand ?? "" });
  }
}

/** @param {string} code of a FairnessError */
function reason(code) {
  switch (code) {
    case "missing":
      return gettext("it is missing.");
    case "malformed":
      return gettext("it is not what it should be.");
    case "not_hex":
      return gettext("it must be 64 hexadecimal digits.");
    case "not_cards":
      return gettext("it must be different cards such as AS or TD.");
    case "bad_salt":
      return gettext("it must be a text of at most 256 bytes.");
    default:
      return gettext("this page doesn’t know its algorithm.");
  }
}

/** @param {string} content */
function heading(content) {
  return element("h2", "", content);
}

/** @param {string} kind @param {string} content */
function note(kind, content) {
  return element("p", kind ? `note note-${kind}` : "note", content);
}

/** @param {string} name @param {string} kind @param {string} [content] */
function element(name, kind, content = "") {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.textContent = content;
  return made;
}
