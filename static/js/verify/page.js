// The page that verifies a game's deals: reads a record, recomputes it with deal.js, and shows what agrees and what doesn't.

import { block, byId, fill } from "../page.js";
import { FairnessError, verifyGame } from "./deal.js";
import { compareOwn } from "./own.js";

/** @import { Finding } from "./deal.js" */
/** @import { GameRecord } from "../types.js" */

/** @typedef {Record<string, string> & {subjects: Record<string, string>, reasons: Record<string, string>}} Texts */
const words = /** @type {Texts} */ (block("verify-words"));
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
  result.replaceChildren(note("", words.working));
  const answer = await fetch(address).catch(() => null);
  const isRecord = answer?.ok && (answer.headers.get("Content-Type") ?? "").includes("json");
  if (!isRecord) {
    result.replaceChildren(note("bad", words.no_record));
    return;
  }
  text.value = await answer.text();
  fetched = text.value;
  form.requestSubmit();
}

/** @param {string} source @returns {Element[]} what to show for the text of one record or of several */
function check(source) {
  if (!source.trim()) return [note("warn", words.nothing)];
  const records = split(source);
  const parts = [];
  for (const [index, record] of records.entries()) {
    if (records.length > 1) parts.push(heading(fill(words.game, { n: index + 1 })));
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
    return [note("bad", fill(words.no_json, { error: error instanceof Error ? error.message : "" }))];
  }
  try {
    const own = source === fetched ? compareOwn(form.dataset.table ?? "", record) : null;
    return [...(own ? [note(own.kind, words[own.key])] : []), ...report(verifyGame(record), record)];
  } catch (error) {
    if (!(error instanceof FairnessError)) throw error;
    return [note("bad", fill(words.refused, { place: error.place, reason: words.reasons[error.code] }))];
  }
}

/** @param {Finding[]} findings @param {GameRecord} record */
function report(findings, record) {
  const hands = findings.filter((found) => found.subject === "hand").length;
  const wrong = findings.filter((found) => !found.ok);
  const summary =
    wrong.length === 0
      ? note("good", fill(words.all_agree, { n: hands }))
      : note("bad", fill(words.differ, { n: wrong.length }));
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
    main.append(element("p", "small muted", words.compare), element("code", "small", record["x-fairness"].commitment));
  }
  if (found.leftOut?.length) main.append(element("p", "small", fill(words.left_out, { n: found.leftOut.length })));
  if (found.nobody) main.append(element("p", "small", words.nobody));
  if (!found.ok) {
    main.append(element("p", "small", fill(words.expected, { cards: found.expected })));
    main.append(element("p", "small", fill(words.found, { cards: found.found })));
  }
  item.append(
    main,
    element("span", `badge badge-${found.ok ? "good" : "bad"}`, found.ok ? words.agrees : words.differs),
  );
  return item;
}

/** @param {Finding} found */
function title(found) {
  return fill(words.subjects[found.subject], { n: found.hand ?? "" });
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
