// The sheets over the felt, never over the own cards: scores, the last trick, a finished hand, the tools.

import { gettext } from "../../texts.js";
import { h } from "../dom.js";
import * as words from "../words.js";
import { address, button, clockText, icon, shownCard, soundText, timeOfDay } from "./parts.js";
import { handTotals, lastHand, scores, terms } from "./score_sheet.js";

/** @import { Model, Order, Sheet, TableKit } from "../../types.js" */

/** @param {Model} m the finished hand's name */
function lastHandTitle(m) {
  const hand = m.scores.at(-1);
  return hand ? words.handTitle(hand) : "";
}

/** The open sheet, or null. @param {Model} m @param {TableKit} kit */
export function sheet(m, kit) {
  if (m.ui.open === "") return null;
  const contents = { sheet: scores, last, hand: lastHand, more, leave, stop };
  const titles = {
    sheet: gettext("Score sheet"),
    last: gettext("Last trick"),
    hand: lastHandTitle(m),
    more: gettext("More"),
    leave: gettext("Leave the table?"),
    stop: gettext("Stop the game without a result?"),
  };
  return h(
    "section",
    {
      class: `sheet sheet-${m.ui.open}`,
      key: `sheet-${m.ui.open}`,
      ...role(m.ui.open),
      "aria-labelledby": "sheet-title",
      "data-sheet": m.ui.open,
    },
    h(
      "header",
      { class: "sheet-head" },
      h("h2", { id: "sheet-title", tabindex: "-1" }, titles[m.ui.open]),
      m.ui.open === "hand" && handTotals(m),
      button("close", icon("cross", kit), { class: "tool", "aria-label": gettext("Close") }),
    ),
    h("div", { class: "sheet-body", tabindex: asks(m.ui.open) ? null : "0" }, contents[m.ui.open](m, kit)),
  );
}

/** @param {Sheet} open */
const asks = (open) => open === "leave" || open === "stop";

/**
 * What asks is answered before all else, and what it costs is read with its title; what opens by itself asks nothing.
 * @param {Sheet} open
 */
function role(open) {
  if (asks(open)) return { role: "alertdialog", "aria-modal": "true", "aria-describedby": "sheet-text" };
  return { role: open === "hand" ? "region" : "dialog" };
}

/** @param {Model} m @param {TableKit} kit */
function last(m, kit) {
  const { lastTrick } = m;
  if (!lastTrick) return h("p", null, gettext("No trick is finished yet."));
  return [
    h(
      "ol",
      { class: "last-cards" },
      lastTrick.plays.map(([seat, card]) =>
        h(
          "li",
          { key: card, class: seat === lastTrick.winner ? "winner" : null },
          shownCard(card, kit, {}, m.rules.high_deuces),
          h("span", null, h("bdi", null, words.name(m.seats[seat]))),
        ),
      ),
    ),
    h("p", { class: "choice-text" }, words.wonBy(m.seats[lastTrick.winner])),
  ];
}

/** @param {Model} m @param {TableKit} kit */
function more(m, kit) {
  return [
    h("div", { class: "more-list" }, tools(m, kit)),
    address(m),
    h("h3", null, gettext("Rules of this table")),
    rules(m, kit),
    m.table.links.rules &&
      h(
        "p",
        { key: "rules-page" },
        h("a", { href: m.table.links.rules, target: "_blank" }, gettext("The rules with examples (new tab)")),
      ),
    terms(m),
    m.table.kind === "match" &&
      m.table.rated &&
      m.me !== null &&
      h(
        "p",
        { class: "muted small", key: "leaving" },
        gettext(
          "This game is rated. A bot plays on for you, and the game counts as lost for you unless you come back and take your seat again.",
        ),
      ),
    allRules(kit),
    h("h3", null, gettext("Keys")),
    keys(),
  ];
}

/** What a phone's bar has no room for, how the cards are liked, and the ways out. @param {Model} m @param {TableKit} kit */
function tools(m, kit) {
  return [
    // What a phone's bar has no room for.
    m.status !== "open" && button("open last", [icon("history", kit), gettext("Last trick")], { class: "for-phones" }),
    m.status !== "open" && button("open sheet", [icon("list", kit), gettext("Score sheet")], { class: "for-phones" }),
    button("copy", [icon("link", kit), h("span", { "data-copy-label": "" }, gettext("Copy link"))]),
    button("faces", [icon("cards", kit), gettext("Large card faces")], { "aria-pressed": String(kit.compact) }),
    button("suits", [icon("spade", kit), gettext("Four-colour deck")], { "aria-pressed": String(kit.fourColours) }),
    button("order", [icon("list", kit), orderText(kit.order)]),
    button("sound", [icon(`sound-${kit.sound}`, kit), soundText(kit.sound)], {
      "aria-pressed": String(kit.sound !== "off"),
    }),
    button("still", [icon("hand", kit), gettext("Reduce motion")], { "aria-pressed": String(kit.still) }),
    button("unmoved", [icon("chat-off", kit), gettext("Hide reactions")], { "aria-pressed": String(kit.unmoved) }),
    button("theme", [icon("moon", kit), gettext("Theme")]),
    m.can.has("end_vote") &&
      button("stop", [icon("flag", kit), gettext("Stop the game")], { "aria-pressed": String(m.mine?.wants_end) }),
    m.can.has("leave") && button("leave", [icon("logout", kit), gettext("Leave the table")]),
    m.table.links.sign_up &&
      h(
        "a",
        { key: "sign-up", class: "button", href: m.table.links.sign_up },
        icon("user", kit),
        gettext("Create an account"),
      ),
    m.table.links.match &&
      h("a", { class: "button", href: m.table.links.match }, icon("trophy", kit), gettext("Go to the match")),
  ];
}

/** @param {Order} order */
function orderText(order) {
  if (order === "ranks") return gettext("Hand: by rank");
  return order === "suits" ? gettext("Hand: by suit, high first") : gettext("Hand: by suit, low first");
}

function keys() {
  const shown = [
    ["← →", gettext("move between your cards")],
    ["Enter", gettext("play the card or press the button")],
    ["1 … 9", gettext("choose a bid")],
    ["L", gettext("last trick")],
    ["S", gettext("score sheet")],
    ["C", gettext("Chat")],
    ["Esc", gettext("close")],
  ];
  return h(
    "dl",
    { class: "keys" },
    shown.map(([name, text]) => [h("dt", null, h("kbd", null, name)), h("dd", null, text)]),
  );
}

/**
 * What was agreed for this table, as far as players ask for it during a game.
 * @param {Model} m
 * @param {TableKit} kit
 */
function rules(m, kit) {
  const {
    target,
    max_hands: hands,
    nil,
    blind_nil: blindNil,
    bag_limit: bags,
    bag_penalty: penalty,
    overtrick_points: bag,
  } = m.rules;
  const off = gettext("not played");
  /** @param {string} name @param {string} text */
  const row = (name, text) => h("tr", { key: name }, h("th", { scope: "row" }, name), h("td", { class: "num" }, text));
  return h(
    "table",
    { class: "score-side", key: "rules" },
    h("caption", null, m.table.preset_title),
    h(
      "tbody",
      null,
      target !== null && row(gettext("Play to"), String(target)),
      hands && row(gettext("Maximum hands"), String(hands)),
      m.lastHand?.at && row(gettext("Last hand from"), timeOfDay(m.lastHand.at, kit.now())),
      row(gettext("Nil"), nil ? `±${nil}` : off),
      row(gettext("Blind nil"), blindNil ? `±${blindNil}` : off),
      row(
        gettext("Bags"),
        bags
          ? gettext("%(n)s cost %(points)s", { n: bags, points: penalty })
          : bag < 0
            ? gettext("each costs %(points)s", { points: -bag })
            : off,
      ),
      !m.table.no_clock && row(gettext("Time per turn"), clockText(m.table.turn_seconds * 1000)),
      m.table.bank_seconds > 0 && row(gettext("Time bank"), clockText(m.table.bank_seconds * 1000)),
    ),
  );
}

/** Every rule; those that differ from the preset's are marked. @param {TableKit} kit */
function allRules(kit) {
  return h(
    "details",
    { class: "dealt", key: "all-rules" },
    h("summary", null, gettext("All rules")),
    h(
      "table",
      { class: "score-side" },
      h(
        "tbody",
        null,
        kit.rules.map(([label, value, changed]) =>
          h(
            "tr",
            { key: label, class: changed ? "house-rule" : null },
            h("th", { scope: "row" }, label, changed && h("span", { class: "tag" }, gettext("house rule"))),
            h("td", { class: "num" }, value),
          ),
        ),
      ),
    ),
  );
}

/** @param {Model} m */
function leave(m) {
  return [
    h(
      "p",
      { id: "sheet-text" },
      m.table.rated
        ? gettext(
            "This game is rated. A bot plays on for you, and the game counts as lost for you unless you come back and take your seat again.",
          )
        : gettext("A bot plays on in your seat. Meanwhile you or somebody else can take over the seat."),
    ),
    h(
      "div",
      { class: "choice-actions" },
      button("leave-now", gettext("Leave"), { class: "button-danger" }),
      button("close", gettext("Stay")),
    ),
  ];
}

/** Ending the game without a result: all must agree. @param {Model} m */
function stop(m) {
  const agreed = m.seats.filter((seat) => seat.wants_end).map((seat) => words.name(seat));
  return [
    h(
      "p",
      { id: "sheet-text" },
      m.table.rated
        ? gettext("It stops when every player agrees. Nobody’s rating changes.")
        : gettext("The game ends when all present players agree. Nobody wins."),
    ),
    agreed.length > 0 && h("p", null, gettext("In favour of stopping: %(names)s", { names: agreed.join(", ") })),
    h(
      "div",
      { class: "choice-actions" },
      m.mine?.wants_end
        ? button("stop-no", gettext("Play on after all"))
        : button("stop-yes", gettext("Stop the game"), { class: "button-danger" }),
      button("close", gettext("Play on")),
    ),
  ];
}
