// The whole table as one tree.
import { h } from "../dom.js";
import { bar, handText } from "./bar.js";
import { choice } from "./choices.js";
import { hand } from "./hand.js";
import { over } from "./over.js";
import { own } from "./own.js";
import { button, icon } from "./parts.js";
import { seats } from "./seats.js";
import { sheet } from "./sheet.js";
import { trick } from "./trick.js";
import { waiting } from "./waiting.js";

/** @import { Child, Model, Table, TableKit } from "../../types.js" */

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
 * What there is to say about the connection, or that the table is paused; the live region says it too, once.
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
  return fromArbiter(table, ui.read, kit);
}

/**
 * That the arbiter paused the table, and what the arbiter wrote to it, until the viewer puts that away.
 * @param {Table} table @param {number} read the version of the message that the viewer has read @param {TableKit} kit
 */
function fromArbiter({ news, paused }, read, kit) {
  const { words } = kit;
  /** @param {string} key @param {string} sign @param {string} text @param {Child} [act] */
  const said = (key, sign, text, act) =>
    h("span", { class: "line-text", key }, icon(sign, kit), h("span", null, text), act);
  return [
    paused && said("paused", "clock", `${words.t("paused")} ${paused.reason}`),
    news &&
      ["message", "replaced"].includes(news.what) &&
      news.v !== read &&
      said(
        "message",
        "bell",
        words.t(news.what, { text: news.text ?? "", name: news.name ?? "" }),
        button("read", words.t("message_read"), { class: "button-small" }),
      ),
  ];
}
