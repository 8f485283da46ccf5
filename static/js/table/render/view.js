// The whole table as one tree.

import { gettext } from "../../texts.js";
import { h } from "../dom.js";
import * as words from "../words.js";
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
        class: `felt of-${m.count} is-${m.status} phase-${m.phase ?? "none"}`,
        key: "felt",
      },
      seats(m, kit),
      where(m),
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

/** Which hand and trick it is, for phones, whose bar has no room for it. @param {Model} m */
function where(m) {
  if (m.status !== "playing" || !m.handNo) return null;
  return h(
    "div",
    { class: "where num", key: "where" },
    h("span", null, handText(m)),
    m.trickNo && h("span", null, gettext("Trick %(n)s of %(all)s", m.trickNo)),
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
  if (ui.line === "lost")
    return h(
      "span",
      { class: "line-text" },
      icon("offline", kit),
      ui.waitingAnswer
        ? gettext("Your move is on its way. It will count once the connection is back.")
        : gettext("Connection lost. Reconnecting…"),
    );
  if (ui.line === "closed") {
    return h(
      "span",
      { class: "line-text" },
      ui.reason || gettext("The table has closed this page’s connection."),
      h("a", { class: "button button-small", href: "" }, gettext("Reload")),
    );
  }
  if (ui.who)
    return h(
      "span",
      { class: "line-text" },
      ui.who,
      table.links.sign_in && h("a", { class: "button button-small", href: table.links.sign_in }, gettext("Sign in")),
    );
  return fromArbiter(table, ui.read, kit);
}

/**
 * That the arbiter paused the table, and what the arbiter wrote to it, until the viewer puts that away.
 * @param {Table} table @param {number} read the version of the message that the viewer has read @param {TableKit} kit
 */
function fromArbiter({ news, paused }, read, kit) {
  const message = words.fromArbiter(news);
  /** @param {string} key @param {string} sign @param {string} text @param {Child} [act] */
  const said = (key, sign, text, act) =>
    h("span", { class: "line-text", key }, icon(sign, kit), h("span", null, text), act);
  return [
    paused && said("paused", "clock", `${gettext("The arbiter paused this table.")} ${paused.reason}`),
    message &&
      news?.v !== read &&
      said("message", "bell", message, button("read", gettext("OK"), { class: "button-small" })),
  ];
}
