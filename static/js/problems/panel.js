// The problem's panel beside the table: what the player can know, the question, and the solution after the answer.
import { h } from "../table/dom.js";
import { icon } from "../table/render/parts.js";

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
    !solution && position.out.length > 0 && known(position, kit),
    ui.note && said("bad", "alert", ui.note, kit),
    solution && said(solution.right ? "good" : "bad", solution.right ? "check" : "cross", solution.says, kit),
    solution && solved(solution, kit),
  );
}

/** @param {string} kind @param {string} sign @param {string} text @param {Drawn} kit */
function said(kind, sign, text, kit) {
  return h("p", { class: `lesson-said ${kind}`, key: text }, icon(sign, kit), h("span", null, text));
}

/** The unseen cards, and the suits in which players have shown out. @param {Position} position @param {Drawn} kit */
function known({ out, shown_out }, { words }) {
  return h(
    "div",
    { class: "problem-known", key: "known" },
    h("h3", { key: "title" }, words.t("still_out")),
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
  const { after, words } = kit;
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
          h("th", { scope: "col", key: "answer" }, words.t("answer")),
          h("th", { scope: "col", key: "loss", class: "num" }, words.t("points_less")),
          solution.others && h("th", { scope: "col", key: "share", class: "num" }, words.t("chosen")),
        ),
      ),
      h(
        "tbody",
        null,
        solution.rows.map((row) => line(row, Boolean(solution.others), kit)),
      ),
    ),
    solution.others && h("p", { class: "problem-score", key: "others" }, solution.others),
    h("h3", { key: "hands-title" }, words.t("the_others")),
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
      h("summary", null, words.t("solved_how")),
      h("p", { class: "problem-score" }, solution.how),
    ),
    h(
      "div",
      { class: "lesson-ways", key: "ways" },
      after.url && h("a", { class: "button button-turn", key: "after", href: after.url }, after.label),
      h(
        "a",
        { class: `button${after.url ? "" : " button-turn"}`, key: "list", href: kit.list },
        words.t("all_problems"),
      ),
      solution.replay && h("a", { class: "button", key: "replay", href: solution.replay }, words.t("to_replay")),
    ),
  );
}

/** @param {Row} row @param {boolean} chosen whether it says how many chose it @param {Drawn} kit */
function line(row, chosen, { words }) {
  const marks = [row.yours && words.t("yours"), row.played && words.t("in_the_game")].filter(Boolean).join(", ");
  return h(
    "tr",
    { key: row.answer, class: row.right ? "is-best" : null },
    h("th", { scope: "row", key: "answer" }, h("span", { class: "num" }, row.answer), marks && h("small", null, marks)),
    h("td", { class: "num", key: "loss" }, row.loss),
    chosen && h("td", { class: "num", key: "share" }, words.t("percent", { n: row.share })),
  );
}
