// The problem's panel beside the table: what the player can know, the question, and the solution after the answer.
import { h } from "../table/dom.js";
import { icon } from "../table/render/parts.js";
import { gettext } from "../texts.js";

/** @import { Drawn } from "../types.js" */
/** @import { Position, Row, Solution } from "./problem.js" */

/**
 * @param {Position} position
 * @param {{busy: boolean, note: string, solution: Solution | null}} ui
 * @param {Drawn & {list: string, after: {label: string, url: string}}} kit
 */
export function panel(position, ui, kit) {
  const { solution } = ui;
  return h(
    "section",
    { class: "lesson-panel problem-panel", key: "panel", "aria-labelledby": "lesson-step" },
    h("h2", { class: "lesson-step problem-ask", id: "lesson-step", tabindex: "-1" }, position.ask),
    h("p", { class: "problem-score", key: "score" }, position.text),
    !solution && position.out.length > 0 && known(position),
    ui.note && said("bad", "alert", ui.note, kit),
    solution && said(solution.right ? "good" : "bad", solution.right ? "check" : "cross", solution.says, kit),
    solution && solved(solution, kit),
  );
}

/** @param {string} kind @param {string} sign @param {string} text @param {Drawn} kit */
function said(kind, sign, text, kit) {
  return h("p", { class: `lesson-said ${kind}`, key: text }, icon(sign, kit), h("span", null, text));
}

/** The unseen cards, and the suits in which players have shown out. @param {Position} position */
function known({ out, shown_out }) {
  return h(
    "div",
    { class: "problem-known", key: "known" },
    h("h3", { key: "title" }, gettext("Cards still out")),
    h(
      "ul",
      { class: "problem-out", key: "out" },
      out.map(([sign, ranks]) =>
        h(
          "li",
          { key: sign },
          h("span", { class: "♥♦".includes(sign) ? "suit-red" : null }, `${sign}\ufe0e`),
          h("span", { class: "num" }, ranks),
        ),
      ),
    ),
    shown_out.map((line) => h("p", { key: line, class: "problem-score" }, line)),
  );
}

/** @param {Solution} solution @param {Drawn & {list: string, after: {label: string, url: string}}} kit */
function solved(solution, kit) {
  const { after } = kit;
  return h(
    "div",
    { class: "problem-solved", key: "solved" },
    solution.rating && h("p", { class: "problem-rating num", key: "rating" }, solution.rating),
    h(
      "table",
      { class: "problem-rows", key: "rows" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col", key: "answer" }, gettext("Choice")),
          h("th", { scope: "col", key: "loss", class: "num" }, gettext("Points")),
          solution.others && h("th", { scope: "col", key: "share", class: "num" }, gettext("Chosen")),
        ),
      ),
      h(
        "tbody",
        null,
        solution.rows.map((row) => line(row, Boolean(solution.others))),
      ),
    ),
    solution.others && h("p", { class: "problem-score", key: "others" }, solution.others),
    h("h3", { key: "hands-title" }, gettext("What the others hold")),
    h(
      "dl",
      { class: "problem-hands", key: "hands" },
      solution.hands.map(([name, cards]) =>
        h("div", { key: name }, h("dt", null, name), h("dd", { class: "num" }, cards)),
      ),
    ),
    h(
      "details",
      { key: "how" },
      h("summary", null, gettext("How this was found")),
      h("p", { class: "problem-score" }, solution.how),
    ),
    h(
      "div",
      { class: "lesson-ways", key: "ways" },
      after.url && h("a", { class: "button button-turn", key: "after", href: after.url }, after.label),
      h(
        "a",
        { class: `button${after.url ? "" : " button-turn"}`, key: "list", href: kit.list },
        gettext("All problems"),
      ),
      solution.replay &&
        h("a", { class: "button", key: "replay", href: solution.replay }, gettext("The game’s replay")),
    ),
  );
}

/** @param {Row} row @param {boolean} chosen whether it says how many chose it */
function line(row, chosen) {
  const marks = [row.yours && gettext("yours"), row.played && gettext("in the game")].filter(Boolean).join(", ");
  return h(
    "tr",
    { key: row.answer, class: row.right ? "is-best" : null },
    h("th", { scope: "row", key: "answer" }, h("span", { class: "num" }, row.answer), marks && h("small", null, marks)),
    h("td", { class: "num", key: "loss" }, row.loss),
    chosen && h("td", { class: "num", key: "share" }, gettext("%(n)s%", { n: row.share })),
  );
}
