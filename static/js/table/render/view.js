// The whole table as one tree.
import { h } from "../dom.js";
import { bar, handText } from "./bar.js";
import { choice } from "./choices.js";
import { hand } from "./hand.js";
import { over } from "./over.js";
import { own } from "./own.js";
import { icon } from "./parts.js";
import { seats } from "./seats.js";
import { sheet } from "./sheet.js";
import { trick } from "./trick.js";
import { waiting } from "./waiting.js";

/** @import { Model, TableKit } from "../../types.js" */

/** @param {Model} m the model @param {TableKit} kit */
export function view(m, kit) {
  const ended = m.status === "finished" || m.status === "abandoned";
  const open = sheet(m, kit);
  return [
    bar(m, kit),
    line(m, kit),
    h(
      "div",
      {
        class: `felt of-${m.count} is-${m.status} phase-${m.phase ?? "none"}${m.me === null ? " no-seat" : ""}`,
        key: "felt",
      },
      seats(m, kit),
      where(m, kit),
      h(
        "div",
        { class: "centre", key: "centre" },
        trick(m, kit),
        !open && (m.status === "open" ? waiting(m, kit) : ended ? over(m, kit) : choice(m, kit)),
      ),
      open,
    ),
    own(m, kit),
    hand(m, kit),
  ];
}

/** Which hand and trick it is, for phones, whose bar has no room for it. @param {Model} m @param {TableKit} kit */
function where(m, { words }) {
  if (m.status !== "playing" || !m.handNo) return null;
  return h(
    "div",
    { class: "where num", key: "where" },
    h("span", null, handText(m, words)),
    m.trickNo && h("span", null, words.t("trick_no", m.trickNo)),
  );
}

/**
 * What there is to say about the connection; the live region says it too (app.js), once.
 * @param {Model} m
 * @param {TableKit} kit
 */
function line(m, kit) {
  return h("div", { class: "line", key: "line" }, lineText(m, kit));
}

/** @param {Model} given @param {TableKit} kit */
function lineText({ ui, table }, kit) {
  const { words } = kit;
  if (ui.line === "lost")
    return h("span", { class: "line-text" }, icon("offline", kit), words.t(ui.waitingAnswer ? "unanswered" : "lost"));
  if (ui.line === "closed") {
    return h(
      "span",
      { class: "line-text" },
      ui.reason || words.t("closed"),
      h("a", { class: "button button-small", href: "" }, words.t("reload")),
    );
  }
  if (ui.who)
    return h(
      "span",
      { class: "line-text" },
      ui.who,
      table.links.sign_in && h("a", { class: "button button-small", href: table.links.sign_in }, words.t("sign_in")),
    );
  return null;
}
