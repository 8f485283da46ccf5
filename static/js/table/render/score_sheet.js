// The score sheet: each hand's lines and how they add up, and the hand that was just finished.

import { gettext } from "../../texts.js";
import { h } from "../dom.js";
import * as words from "../words.js";
import { ownFirst } from "./bar.js";
import { shownCard } from "./parts.js";

/** @import { HandScore, Model, TableKit } from "../../types.js" */

/** The sheet of all finished hands: the sums, then line by line. @param {Model} m */
export function scores(m) {
  if (m.scores.length === 0)
    return [
      h("p", { key: "empty" }, gettext("No hand is finished yet. Each hand’s points will appear here, line by line.")),
      terms(m),
    ];
  return [
    overview(m),
    h(
      "details",
      { class: "score-lines", key: "lines" },
      h("summary", null, gettext("Line by line")),
      [...m.scores].reverse().map((hand) => handBlock(hand, m, true)),
    ),
    terms(m),
  ];
}

/** The words of a score and what they mean: the glossary's entries. @param {Model} m */
export function terms(m) {
  const { glossary } = m.table.links;
  if (!glossary) return null;
  return h(
    "p",
    { key: "terms", class: "small" },
    gettext("What the words mean (new tab):"),
    [
      ["bid", gettext("bid")],
      ["contract", gettext("contract")],
      ["bag", gettext("bag")],
      ["nil", gettext("nil")],
    ].map(([term, text], k) => [
      k ? ", " : " ",
      h("a", { key: term, href: `${glossary}#${term}`, target: "_blank" }, text),
    ]),
  );
}

/** A row a hand, with each side's points and the sum so far. @param {Model} m */
function overview(m) {
  const sides = ownFirst(m.totals);
  return h(
    "table",
    { class: "score-table", key: "overview", "aria-label": gettext("Score sheet") },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, gettext("Hand")),
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
          h("th", { scope: "row", class: "num" }, String(hand.number)),
          hand.thrown_in.length
            ? h("td", { class: "muted", colspan: sides.length }, gettext("thrown in"))
            : sides.map(({ side }) => points(hand.sides[side], side)),
        ),
      ),
    ),
  );
}

/** @param {HandScore["sides"][number]} side @param {number} key */
function points(side, key) {
  return h(
    "td",
    { key, class: "num" },
    h("span", { class: side.points < 0 ? "minus" : "muted" }, words.signed(side.points)),
    " ",
    h("strong", null, words.plain(side.total)),
  );
}

/** The sheet that opens when a hand is finished. @param {Model} m @param {TableKit} kit */
export function lastHand(m, kit) {
  const hand = m.scores.at(-1);
  return hand ? [outcomes(m), handBlock(hand, m, false), dealt(m, kit)] : null;
}

/** Each side's total after the hand, in the head of its sheet: the lines below may need scrolling. @param {Model} m */
export function handTotals(m) {
  const hand = m.scores.at(-1);
  return (
    hand &&
    h(
      "ul",
      { class: "sheet-totals" },
      ownFirst(m.totals).map(({ side, name }) =>
        h(
          "li",
          { key: side },
          h("bdi", null, words.side(name)),
          " ",
          h("strong", { class: "num" }, words.plain(hand.sides[side].total)),
        ),
      ),
    )
  );
}

/** Boston, set, nil kept or broken, and who claimed the rest. @param {Model} m */
function outcomes(m) {
  if (m.outcomes.length === 0) return null;
  return h(
    "ul",
    { class: "outcomes", key: "outcomes" },
    m.outcomes.map((outcome, k) =>
      h("li", { key: k, class: `outcome outcome-${outcome.kind}` }, words.outcome(outcome, m)),
    ),
  );
}

/**
 * One hand of the score sheet, each side's lines and how they add up.
 * @param {HandScore} hand
 * @param {Model} m
 * @param {boolean} titled
 */
function handBlock(hand, m, titled) {
  return h(
    "section",
    { class: "score-hand", key: hand.hand_no, "data-hand-no": hand.hand_no },
    titled && h("h3", null, words.handTitle(hand)),
    h(
      "div",
      { class: `score-sides of-${hand.sides.length}` },
      ownFirst(m.totals).map(({ side }) => sideBlock(hand.sides[side], side, hand, m)),
    ),
    revokes(hand, m),
  );
}

/**
 * Which cards didn't follow suit, where that can happen: the lines above say only what it cost.
 * @param {HandScore} hand
 * @param {Model} m
 */
function revokes(hand, m) {
  if (!hand.revokes?.length) return null;
  return h(
    "ul",
    { class: "revokes", key: "revokes" },
    hand.revokes.map((revoke, k) =>
      h("li", { key: k }, words.revoke(revoke, m.seats[revoke.seat], m.rules.high_deuces)),
    ),
  );
}

/**
 * @param {HandScore["sides"][number]} side
 * @param {number} k
 * @param {HandScore} hand
 * @param {Model} m
 */
function sideBlock(side, k, hand, m) {
  return h(
    "table",
    { class: "score-side", key: k },
    h(
      "caption",
      null,
      h("bdi", null, words.side(m.sideNames[k])),
      h("span", { class: "muted num" }, ` ${hand.tricks && !hand.thrown_in.length ? won(hand, m.sides[k]) : ""}`),
    ),
    h(
      "tbody",
      null,
      line(gettext("before"), side.total - side.points, "before", true),
      side.lines.map((item, place) => line(words.line(item), item.points, place, false)),
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
          gettext("Total"),
          m.rules.bag_limit !== null && h("span", { class: "muted" }, ` · ${words.bags(side.bags_after)}`),
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
 * @param {boolean} faint
 */
function line(text, points, key, faint) {
  return h(
    "tr",
    { key, class: faint ? "faint" : null },
    h("th", { scope: "row" }, text),
    h("td", { class: `num ${points < 0 ? "minus" : ""}`.trim() }, faint ? words.plain(points) : words.signed(points)),
  );
}

/** @param {HandScore} hand @param {number[]} seats */
function won(hand, seats) {
  return gettext("won %(n)s", { n: seats.map((seat) => hand.tricks[seat]).join(" + ") });
}

/** The finished hand's cards as dealt, or those shown of one that was thrown in. @param {Model} m @param {TableKit} kit */
function dealt(m, kit) {
  if (!m.open) return null;
  const open = m.scores.at(-1)?.thrown_in.length ? "" : null;
  return h(
    "details",
    { class: "dealt", key: "dealt", open },
    h("summary", null, gettext("The cards as dealt")),
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
