// The practice table as one tree: the live table's parts, with a bar of its own and no clock.
import { decided } from "../table/decided.js";
import { h } from "../table/dom.js";
import { handText, scores } from "../table/render/bar.js";
import { choice } from "../table/render/choices.js";
import { hand } from "../table/render/hand.js";
import { title } from "../table/render/over.js";
import { own } from "../table/render/own.js";
import { button, icon } from "../table/render/parts.js";
import { seats } from "../table/render/seats.js";
import { sheet } from "../table/render/sheet.js";
import { trick } from "../table/render/trick.js";
import { gettext } from "../texts.js";

/** @import { Model, TableKit } from "../types.js" */
/** @import { Moment, PracticeUi } from "./practice.js" */

/**
 * @param {Model} m
 * @param {{moment: Moment, ui: PracticeUi, busy: boolean, day: string, home: string, fresh: string}} page what `day` has is the deal of that day, which is
 *   played once and without help
 * @param {TableKit} kit
 */
export function view(m, page, kit) {
  const open = sheet(m, kit);
  return [
    bar(m, page, kit),
    h("div", { class: "line", key: "line" }, said(page.ui, kit)),
    h(
      "div",
      { class: `felt of-${m.count} is-playing phase-${m.phase ?? "none"}`, key: "felt" },
      seats(m, kit),
      h("div", { class: "centre", key: "centre" }, trick(m, kit), !open && choice(m, kit)),
      open,
    ),
    own(m, kit),
    page.moment.over && !page.busy ? onwards(m, page) : hand(m, kit),
  ];
}

/** @param {Model} m @param {{moment: Moment, busy: boolean, day: string, home: string}} page @param {TableKit} kit */
function bar(m, { moment, busy, day, home }, kit) {
  /** @param {string} does @param {string} picture @param {string} label @param {boolean} off */
  const tool = (does, picture, label, off) =>
    button(does, [icon(picture, kit), h("span", { class: "tool-label" }, label)], {
      class: `tool tool-${does.replace("open ", "")}`,
      "aria-label": label,
      "aria-expanded": does.startsWith("open ") ? String(does === `open ${m.ui.open}`) : null,
      "aria-disabled": off ? "true" : null,
    });
  return h(
    "header",
    { class: "table-bar", key: "bar" },
    h("a", { class: "bar-back", href: home, "aria-label": gettext("Leave practice") }, icon("chevron-left", kit)),
    scores(m),
    h("div", { class: "bar-facts" }, h("span", { class: "fact first" }, handText(m))),
    h(
      "div",
      { class: "bar-tools", role: "group", "aria-label": gettext("Table tools") },
      !day && tool("undo", "undo", gettext("Undo"), busy || !moment.undo),
      !day && tool("hint", "info", gettext("Hint"), busy || !m.myTurn),
      tool("open last", "history", gettext("Last trick"), false),
      tool("open sheet", "list", gettext("Score sheet"), false),
    ),
  );
}

/** The hint, or what was wrong. @param {PracticeUi} ui @param {TableKit} kit */
function said(ui, kit) {
  if (!ui.says) return null;
  return h(
    "span",
    { class: "line-text practice-said", key: ui.says },
    icon(ui.hinted ? "info" : "alert", kit),
    h("span", null, ui.says),
    button("quiet", gettext("OK"), { class: "button-small" }),
  );
}

/**
 * Where to go when a hand, or the game, is over; in the place of the own cards.
 * @param {Model} m @param {{moment: Moment, day: string, fresh: string}} page
 */
function onwards(m, { moment, day, fresh }) {
  const why = moment.over === "game" && decided(m);
  return h(
    "section",
    { class: "practice-ways own-line", key: "ways", "aria-label": gettext("How to go on") },
    moment.over === "game" &&
      !day &&
      h("div", { class: "practice-end", key: "end" }, h("strong", null, title(m)), why && h("p", null, why)),
    moment.over === "hand" && button("next", gettext("Next hand"), { key: "next", class: "button-turn" }),
    moment.over === "game" &&
      h(
        "a",
        { class: "button button-turn", key: "new", href: fresh },
        day ? gettext("To the ranking") : gettext("New game"),
      ),
    !day && button("again", gettext("Same cards again"), { key: "again" }),
    !day && button("undo", gettext("Undo"), { key: "undo" }),
  );
}
