// The sheets over the felt, never over the own cards: scores, the last trick, a finished hand, the tools.
import { h } from "../dom.js";
import { address, button, clockText, icon, shownCard, timeOfDay } from "./parts.js";
import { lastHand, scores, terms } from "./score_sheet.js";

/** @import { Model, Sheet, TableKit } from "../../types.js" */

/** The open sheet, or null. @param {Model} m @param {TableKit} kit */
export function sheet(m, kit) {
  if (m.ui.open === "") return null;
  const { words } = kit;
  const contents = { sheet: scores, last, hand: lastHand, more, leave, stop };
  const titles = {
    sheet: words.t("sheet"),
    last: words.t("last"),
    hand: words.t("hand_done", { n: m.scores.at(-1)?.hand_no ?? "" }),
    more: words.t("more"),
    leave: words.t("leave_title"),
    stop: words.t("stop_title"),
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
      button("close", icon("cross", kit), { class: "tool", "aria-label": words.t("close") }),
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
  const { words } = kit;
  const { lastTrick } = m;
  if (!lastTrick) return h("p", null, words.t("last_none"));
  return [
    h(
      "ol",
      { class: "last-cards" },
      lastTrick.plays.map(([seat, card]) =>
        h(
          "li",
          { key: card, class: seat === lastTrick.winner ? "winner" : null },
          shownCard(card, kit),
          h("span", null, h("bdi", null, words.name(m.seats[seat]))),
        ),
      ),
    ),
    h("p", { class: "choice-text" }, words.wonBy(m.seats[lastTrick.winner])),
  ];
}

/** @param {Model} m @param {TableKit} kit */
function more(m, kit) {
  const { words } = kit;
  return [
    h("div", { class: "more-list" }, tools(m, kit)),
    address(m, kit),
    h("h3", null, words.t("rules")),
    rules(m, kit),
    m.table.links.rules &&
      h("p", { key: "rules-page" }, h("a", { href: m.table.links.rules, target: "_blank" }, words.t("rules_page"))),
    terms(m, kit),
    m.table.kind === "match" &&
      m.table.rated &&
      m.me !== null &&
      h("p", { class: "muted small", key: "leaving" }, words.t("leave_rated")),
    allRules(kit),
    h("h3", null, words.t("keys")),
    keys(kit),
  ];
}

/** What a phone's bar has no room for, how the cards are liked, and the ways out. @param {Model} m @param {TableKit} kit */
function tools(m, kit) {
  const { words } = kit;
  return [
    // What a phone's bar has no room for.
    m.status !== "open" && button("open last", [icon("history", kit), words.t("last")], { class: "for-phones" }),
    m.status !== "open" && button("open sheet", [icon("list", kit), words.t("sheet")], { class: "for-phones" }),
    button("copy", [icon("link", kit), h("span", { "data-copy-label": "" }, words.t("copy"))]),
    button("faces", [icon("cards", kit), words.t("large_faces")], { "aria-pressed": String(kit.compact) }),
    button("suits", [icon("spade", kit), words.t("four_colours")], { "aria-pressed": String(kit.fourColours) }),
    button("order", [icon("list", kit), words.t(`order_${kit.order}`)]),
    button("sound", [icon("bell", kit), words.t(`sound_${kit.sound}`)], {
      "aria-pressed": String(kit.sound !== "off"),
    }),
    button("still", [icon("hand", kit), words.t("still")], { "aria-pressed": String(kit.still) }),
    button("unmoved", [icon("chat-off", kit), words.t("reactions_off")], { "aria-pressed": String(kit.unmoved) }),
    button("theme", [icon("moon", kit), words.t("theme")]),
    m.can.has("end_vote") &&
      button("stop", [icon("flag", kit), words.t("stop")], { "aria-pressed": String(m.mine?.wants_end) }),
    m.can.has("leave") && button("leave", [icon("logout", kit), words.t("leave_table")]),
    m.table.links.sign_up &&
      h(
        "a",
        { key: "sign-up", class: "button", href: m.table.links.sign_up },
        icon("user", kit),
        words.t("make_account"),
      ),
    m.table.links.match &&
      h("a", { class: "button", href: m.table.links.match }, icon("trophy", kit), words.t("match_page")),
  ];
}

/** @param {TableKit} kit */
function keys({ words }) {
  const shown = [
    ["← →", "key_arrows"],
    ["Enter", "key_enter"],
    ["1 … 9", "key_digits"],
    ["L", "key_last"],
    ["S", "key_sheet"],
    ["C", "chat"],
    ["Esc", "key_escape"],
  ];
  return h(
    "dl",
    { class: "keys" },
    shown.map(([name, text]) => [h("dt", null, h("kbd", null, name)), h("dd", null, words.t(text))]),
  );
}

/**
 * What was agreed for this table, as far as players ask for it during a game.
 * @param {Model} m
 * @param {TableKit} kit
 */
function rules(m, kit) {
  const { words } = kit;
  const {
    target,
    max_hands: hands,
    nil,
    blind_nil: blindNil,
    bag_limit: bags,
    bag_penalty: penalty,
    overtrick_points: bag,
  } = m.rules;
  const off = words.t("rule_off");
  /** @param {string} name @param {string} text */
  const row = (name, text) =>
    h("tr", { key: name }, h("th", { scope: "row" }, words.t(name)), h("td", { class: "num" }, text));
  return h(
    "table",
    { class: "score-side", key: "rules" },
    h("caption", null, m.table.preset_title),
    h(
      "tbody",
      null,
      target !== null && row("rule_target", String(target)),
      hands && row("rule_hands", String(hands)),
      m.lastHand?.at && row("rule_last_hand", timeOfDay(m.lastHand.at, kit.now())),
      row("rule_nil", nil ? `±${nil}` : off),
      row("rule_blind_nil", blindNil ? `±${blindNil}` : off),
      row(
        "rule_bags",
        bags
          ? words.t("rule_bags_cost", { n: bags, points: penalty })
          : bag < 0
            ? words.t("rule_bag_costs", { points: -bag })
            : off,
      ),
      row("rule_clock", clockText(m.table.turn_seconds * 1000)),
      m.table.bank_seconds > 0 && row("rule_bank", clockText(m.table.bank_seconds * 1000)),
    ),
  );
}

/** Every rule; those that differ from the preset's are marked. @param {TableKit} kit */
function allRules(kit) {
  const { words } = kit;
  return h(
    "details",
    { class: "dealt", key: "all-rules" },
    h("summary", null, words.t("rules_all")),
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
            h("th", { scope: "row" }, label, changed && h("span", { class: "tag" }, words.t("house_rule"))),
            h("td", { class: "num" }, value),
          ),
        ),
      ),
    ),
  );
}

/** @param {Model} m @param {TableKit} kit */
function leave(m, kit) {
  const { words } = kit;
  return [
    h("p", { id: "sheet-text" }, words.t(m.table.rated ? "leave_rated" : "leave_playing")),
    h(
      "div",
      { class: "choice-actions" },
      button("leave-now", words.t("leave_yes"), { class: "button-danger" }),
      button("close", words.t("leave_no")),
    ),
  ];
}

/** Ending the game without a result: all must agree. @param {Model} m @param {TableKit} kit */
function stop(m, kit) {
  const { words } = kit;
  const agreed = m.seats.filter((seat) => seat.wants_end).map((seat) => words.name(seat));
  return [
    h("p", { id: "sheet-text" }, words.t(m.table.rated ? "stop_text_rated" : "stop_text")),
    agreed.length > 0 && h("p", null, words.t("stop_agreed", { names: agreed.join(", ") })),
    h(
      "div",
      { class: "choice-actions" },
      m.mine?.wants_end
        ? button("stop-no", words.t("stop_take_back"))
        : button("stop-yes", words.t("stop_yes"), { class: "button-danger" }),
      button("close", words.t("stop_no")),
    ),
  ];
}
