// The bar above the felt: scores, the hand, the clock and the tools. Always in sight.
import { initialsOf } from "../../avatar.js";
import { gettext } from "../../texts.js";
import { chatTool } from "../chat/view.js";
import { h } from "../dom.js";
import * as words from "../words.js";
import { button, clockText, countdown, icon, soundText, timeOfDay } from "./parts.js";

/** @import { Child, Model, SideTotal, TableKit } from "../../types.js" */

/** @param {Model} m the model @param {TableKit} kit */
export function bar(m, kit) {
  return h(
    "header",
    { class: "table-bar", key: "bar" },
    wayOut(m, kit),
    scores(m),
    h("div", { class: "bar-facts" }, facts(m, kit)),
    clock(m, kit),
    h("div", { class: "bar-tools", role: "group", "aria-label": gettext("Table tools") }, tools(m, kit)),
  );
}

/** To the lobby; for people who don't play, who may have come by a link, to the site by its name. @param {Model} m @param {TableKit} kit */
function wayOut(m, kit) {
  const { home, lobby } = m.table.links;
  if (m.me !== null || !home)
    return h(
      "a",
      { class: "bar-back", key: "out", href: lobby ?? "/", "aria-label": gettext("Back to the lobby") },
      icon("chevron-left", kit),
    );
  return h(
    "a",
    { class: "bar-back bar-site", key: "site", href: home },
    icon("spade", kit),
    h("span", { class: "bar-site-name" }, kit.site),
  );
}

/** Each side's total, the own side first; the title before there are any. @param {Model} m */
export function scores(m) {
  return h(
    "div",
    { class: "bar-scores", "data-do": m.totals.length ? "open sheet" : null },
    m.totals.length
      ? ownFirst(m.totals).map((side) => score(side, m))
      : h("strong", { class: "bar-title" }, m.table.title),
  );
}

/** The own side comes first; the others keep their order. @param {SideTotal[]} totals */
export function ownFirst(totals) {
  return [...totals].sort((a, b) => Number(b.own) - Number(a.own));
}

/** @param {SideTotal} side @param {Model} m */
function score(side, m) {
  const counts = m.rules.bag_limit !== null;
  const sets = words.sets(side, m.rules);
  return h(
    "div",
    { class: side.own ? "score own" : "score", key: `side-${side.side}`, "data-side": side.side },
    h(
      "span",
      { class: "score-name" },
      h("bdi", { class: "score-whole" }, words.side(side.name)),
      m.totals.length > 3 &&
        h(
          "span",
          { class: "score-short", "aria-hidden": "true" },
          side.own ? words.side(side.name) : initialsOf(words.side(side.name)),
        ),
    ),
    h("strong", { class: "score-total num", "data-score": side.side }, words.plain(side.total)),
    counts && h("span", { class: "score-bags num" }, words.bags(side.bags)),
    sets &&
      h(
        "span",
        { class: "score-bags score-sets num", title: sets.long },
        h("span", { class: "sets-long" }, sets.long),
        h("span", { class: "sets-short", "aria-hidden": "true" }, sets.short),
      ),
  );
}

/** @param {Model} m @param {TableKit} kit */
function facts(m, kit) {
  /** @type {Child[]} */
  const list = [];
  if (m.handNo) list.push(handText(m));
  if (m.lastHand?.at) list.push(gettext("last hand from %(time)s", { time: timeOfDay(m.lastHand.at, kit.now()) }));
  if (m.target && !m.maxHands) list.push(gettext("to %(n)s", { n: m.target }));
  // Before the game the table's title is where the scores will be.
  const named = !m.totals.length && m.table.title === m.table.preset_title;
  list.push(
    named ? null : m.table.preset_title,
    kit.rules.some(([, , differs]) => differs) && gettext("house rules"),
    m.table.rated ? gettext("rated") : gettext("casual"),
  );
  return list.filter(Boolean).map((text, k) => h("span", { class: k === 0 && m.handNo ? "fact first" : "fact" }, text));
}

/** Which hand it is, and of how many or whether the last. @param {Model} given */
export function handText({ handNo, maxHands: all, lastHand, thrownIn }) {
  // A hand that was thrown in has the number of the one that is dealt in its place.
  const n = Math.max(1, handNo - thrownIn);
  if (!all) return gettext("Hand %(n)s", { n });
  return lastHand?.called ? gettext("Hand %(n)s, the last", { n }) : gettext("Hand %(n)s of %(all)s", { n, all });
}

/** @param {Model} m @param {TableKit} kit */
function clock(m, kit) {
  if (!m.table.deadline || m.table.no_clock || m.status !== "playing")
    return h("div", { class: "bar-clock idle", key: "clock" });
  const seat = m.myTurn && m.mine ? m.mine : m.seats[m.acting[0]];
  const bank = seat?.bank ? clockText(seat.bank * 1000) : "";
  return h(
    "div",
    {
      class: "bar-clock",
      key: "clock",
      title: bank
        ? gettext("Time left for this turn, and %(bank)s in the bank", { bank })
        : gettext("Time left for this turn"),
    },
    icon("clock", kit),
    countdown(m, seat, kit, "bar-left", `${gettext("bank")} `),
    bank && h("span", { class: "bar-bank num", key: "bank" }, `+${bank}`),
  );
}

/** @param {Model} m @param {TableKit} kit */
function tools(m, kit) {
  /** @param {string} name @param {string} picture @param {string} label */
  const tool = (name, picture, label) =>
    button(`open ${name}`, [icon(picture, kit), h("span", { class: "tool-label" }, label)], {
      class: `tool tool-${name}`,
      "aria-expanded": m.ui.open === name ? "true" : "false",
      "aria-label": label,
    });
  return [
    chatTool(kit.chat, kit),
    m.status !== "open" && tool("last", "history", gettext("Last trick")),
    m.status !== "open" && tool("sheet", "list", gettext("Score sheet")),
    button("sound", [icon(`sound-${kit.sound}`, kit), h("span", { class: "tool-label" }, soundText(kit.sound))], {
      class: "tool tool-sound",
      "aria-pressed": String(kit.sound !== "off"),
      "aria-label": soundText(kit.sound),
    }),
    tool("more", "settings", gettext("More")),
  ];
}
