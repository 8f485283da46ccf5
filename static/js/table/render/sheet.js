// The sheets over the felt, never over the own cards: scores, the last trick, a finished hand, the tools.
import { h } from "../dom.js";
import { ownFirst } from "./bar.js";
import { address, button, clockText, icon, shownCard, timeOfDay } from "./parts.js";

/** @import { HandScore, Model, Sheet, TableKit, Words } from "../../types.js" */

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
function scores(m, kit) {
  if (m.scores.length === 0) return [h("p", { key: "empty" }, kit.words.t("sheet_empty")), terms(m, kit)];
  const { words } = kit;
  return [
    overview(m, kit),
    h(
      "details",
      { class: "score-lines", key: "lines" },
      h("summary", null, words.t("score_lines")),
      [...m.scores].reverse().map((hand) => handBlock(hand, m, kit, true)),
    ),
    terms(m, kit),
  ];
}

/** The words of a score and what they mean: the glossary's entries. @param {Model} m @param {TableKit} kit */
function terms(m, { words }) {
  const { glossary } = m.table.links;
  if (!glossary) return null;
  return h(
    "p",
    { key: "terms", class: "small" },
    words.t("glossary"),
    ["bid", "contract", "bag", "nil"].map((term, k) => [
      k ? ", " : " ",
      h("a", { key: term, href: `${glossary}#${term}`, target: "_blank" }, words.t(`term_${term}`)),
    ]),
  );
}

/** A row a hand, with each side's points and the sum so far. @param {Model} m @param {TableKit} kit */
function overview(m, { words }) {
  const sides = ownFirst(m.totals);
  return h(
    "table",
    { class: "score-table", key: "overview", "aria-label": words.t("sheet") },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, words.t("score_hand")),
        sides.map(({ side, name }) => h("th", { key: side, scope: "col" }, h("bdi", null, words.side(name)))),
      ),
    ),
    h(
      "tbody",
      null,
      m.scores.map((hand) =>
        h(
          "tr",
          { key: hand.hand_no },
          h("th", { scope: "row", class: "num" }, String(hand.hand_no)),
          sides.map(({ side }) => points(hand.sides[side], side, words)),
        ),
      ),
    ),
  );
}

/** @param {HandScore["sides"][number]} side @param {number} key @param {Words} words */
function points(side, key, words) {
  return h(
    "td",
    { key, class: "num" },
    h("span", { class: side.points < 0 ? "minus" : "muted" }, words.signed(side.points)),
    " ",
    h("strong", null, words.plain(side.total)),
  );
}

/** @param {Model} m @param {TableKit} kit */
function lastHand(m, kit) {
  const hand = m.scores.at(-1);
  return hand ? [outcomes(m, kit), handBlock(hand, m, kit, false), dealt(m, kit)] : null;
}

/** Boston, set, nil kept or broken, and who claimed the rest. @param {Model} m @param {TableKit} kit */
function outcomes(m, kit) {
  if (m.outcomes.length === 0) return null;
  return h(
    "ul",
    { class: "outcomes", key: "outcomes" },
    m.outcomes.map((outcome, k) =>
      h("li", { key: k, class: `outcome outcome-${outcome.kind}` }, kit.words.outcome(outcome, m)),
    ),
  );
}

/**
 * One hand of the score sheet, each side's lines and how they add up.
 * @param {HandScore} hand
 * @param {Model} m
 * @param {TableKit} kit
 * @param {boolean} titled
 */
export function handBlock(hand, m, kit, titled) {
  const { words } = kit;
  return h(
    "section",
    { class: "score-hand", key: hand.hand_no, "data-hand-no": hand.hand_no },
    titled && h("h3", null, words.t("hand_done", { n: hand.hand_no })),
    h(
      "div",
      { class: `score-sides of-${hand.sides.length}` },
      ownFirst(m.totals).map(({ side }) => sideBlock(hand.sides[side], side, hand, m, kit)),
    ),
    revokes(hand, m, kit),
  );
}

/**
 * Which cards didn't follow suit, where that can happen: the lines above say only what it cost.
 * @param {HandScore} hand
 * @param {Model} m
 * @param {TableKit} kit
 */
function revokes(hand, m, { words }) {
  if (!hand.revokes?.length) return null;
  return h(
    "ul",
    { class: "revokes", key: "revokes" },
    hand.revokes.map((revoke, k) => h("li", { key: k }, words.revoke(revoke, m.seats[revoke.seat]))),
  );
}

/**
 * @param {HandScore["sides"][number]} side
 * @param {number} k
 * @param {HandScore} hand
 * @param {Model} m
 * @param {TableKit} kit
 */
function sideBlock(side, k, hand, m, kit) {
  const { words } = kit;
  return h(
    "table",
    { class: "score-side", key: k },
    h(
      "caption",
      null,
      h("bdi", null, words.side(m.sideNames[k])),
      h("span", { class: "muted num" }, ` ${hand.tricks ? won(hand, m.sides[k], words) : ""}`),
    ),
    h(
      "tbody",
      null,
      line(words.t("before"), side.total - side.points, "before", words, true),
      side.lines.map((item, place) => line(words.line(item), item.points, place, words, false)),
    ),
    h(
      "tfoot",
      null,
      h(
        "tr",
        null,
        h(
          "th",
          { scope: "row" },
          words.t("total"),
          m.rules.bag_limit !== null && h("span", { class: "muted" }, ` · ${words.count("bags", side.bags_after)}`),
        ),
        h("td", { class: "num" }, words.plain(side.total)),
      ),
    ),
  );
}

/**
 * @param {string} text
 * @param {number} points
 * @param {string | number} key
 * @param {Words} words
 * @param {boolean} faint
 */
function line(text, points, key, words, faint) {
  return h(
    "tr",
    { key, class: faint ? "faint" : null },
    h("th", { scope: "row" }, text),
    h("td", { class: `num ${points < 0 ? "minus" : ""}`.trim() }, faint ? words.plain(points) : words.signed(points)),
  );
}

/** @param {HandScore} hand @param {number[]} seats @param {Words} words */
function won(hand, seats, words) {
  return words.t("won", { n: seats.map((seat) => hand.tricks[seat]).join(" + ") });
}

/** The finished hand's cards as dealt, once everybody may see them. @param {Model} m @param {TableKit} kit */
function dealt(m, kit) {
  if (!m.open) return null;
  const { words } = kit;
  return h(
    "details",
    { class: "dealt", key: "dealt" },
    h("summary", null, words.t("hands_open")),
    Object.entries(m.open).map(([seat, cards]) =>
      h(
        "div",
        { class: "dealt-row", key: seat },
        h("span", { class: "label" }, words.name(m.seats[Number(seat)])),
        h(
          "div",
          { class: "dealt-cards" },
          cards.map((card) => shownCard(card, { ...kit, compact: true }, { key: card, class: "small" })),
        ),
      ),
    ),
  );
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
