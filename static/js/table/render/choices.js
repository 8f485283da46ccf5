// What the player must decide other than a card: a bid, to look or stay blind, a drawn card, cards to pass.
import { h } from "../dom.js";
import { button, shownCard } from "./parts.js";

/** @import { Bidding, Card, Child, Model, TableKit, Words } from "../../types.js" */

/** The panel of the decision that is due, or null. @param {Model} m @param {TableKit} kit */
export function choice(m, kit) {
  if (!m.myTurn || m.ui.held) return null;
  const { bidding, draw, passing } = m;
  if (bidding && m.blindOffer) return m.ui.blind ? blindNumbers(m, bidding, kit) : blind(m, bidding, kit);
  if (bidding) return bid(m, bidding, kit);
  if (draw?.card) return drawn(draw.card, draw, kit);
  return passing && pass(m, passing, kit);
}

/** @param {string} name @param {string} title @param {...Child} content */
function panel(name, title, ...content) {
  return h(
    "section",
    { class: `choice choice-${name}`, key: `choice-${name}`, "aria-label": title, "data-choice": name },
    h("h2", null, title),
    content,
  );
}

/** @param {Model} m @param {Bidding} bidding @param {TableKit} kit */
function bid(m, bidding, kit) {
  const { words } = kit;
  const { numbers, nil } = bidding;
  const picked = m.ui.picked;
  return panel(
    "bid",
    words.t("bid_title"),
    h(
      "p",
      { class: "choice-text" },
      bidText(m, bidding, kit),
      bidding.noBlindNil && ` · ${words.t("blind_from", { points: m.rules.blind_nil_deficit })}`,
    ),
    grid(numbers, picked, words),
    h(
      "div",
      { class: "choice-actions" },
      nil &&
        button("pick nil", [h("b", null, words.t("nil")), h("small", null, nilPays(m.rules.nil, words))], {
          class: "bid-nil",
          "aria-pressed": String(picked === "nil"),
        }),
      confirm(picked, words),
    ),
  );
}

/** @param {Bidding["numbers"]} numbers @param {string | null} picked @param {Words} words */
function grid(numbers, picked, words) {
  return h(
    "div",
    { class: `bid-grid${numbers.length > 14 ? " many" : ""}`, role: "group", "aria-label": words.t("bid_pick") },
    numbers.map(({ action, value }) =>
      button(`pick ${action}`, String(value), {
        key: action,
        class: "bid-number num",
        "aria-pressed": String(picked === action),
      }),
    ),
  );
}

/** @param {string | null} picked @param {Words} words */
function confirm(picked, words) {
  return button(picked ? `act ${picked}` : "none", confirmText(picked, words), {
    class: "button-turn bid-confirm",
    disabled: !picked,
  });
}

/** @param {string | null} picked @param {Words} words */
function confirmText(picked, words) {
  if (picked === null) return words.t("bid_choose");
  if (picked === "nil") return words.t("bid_nil");
  if (picked === "blind nil") return words.t("bid_blind_nil");
  const [kind, n] = picked.split(" ");
  return words.t(kind === "blind" ? "bid_blind_n" : "bid_confirm", { n });
}

/**
 * The partner's bid and the sum, else the bids so far.
 * @param {Model} m
 * @param {Bidding} bidding
 * @param {TableKit} kit
 */
function bidText(m, { partner, sum, bidders, tricks }, kit) {
  const { words } = kit;
  const value = m.ui.picked?.startsWith("bid ") ? Number(m.ui.picked.slice(4)) : m.ui.picked === "nil" ? 0 : null;
  if (partner?.nil) return words.t("bid_with_nil", { name: partner.name ?? "" });
  if (partner && value !== null)
    return words.t("bid_with", { name: partner.name ?? "", bid: words.bid(partner), sum: partner.value + value });
  if (bidders === 0) return words.t("bid_first");
  return words.t("bid_so_far", { sum, tricks });
}

/** @param {number | null} points @param {Words} words */
function nilPays(points, words) {
  return points ? words.t("nil_pays", { points }) : words.t("nil_plain");
}

/** @param {Model} m @param {Bidding} bidding @param {TableKit} kit */
function blind(m, { blindNil, blindNumbers: numbers, look }, kit) {
  const { words } = kit;
  const { picked } = m.ui;
  return panel(
    "blind",
    words.t("blind_title"),
    h("p", { class: "choice-text" }, words.t("blind_text")),
    h(
      "div",
      { class: "choice-actions" },
      blindNil &&
        button(
          "pick blind nil",
          [h("b", null, words.t("blind_nil")), h("small", null, nilPays(m.rules.blind_nil, words))],
          {
            class: "bid-nil",
            "aria-pressed": String(picked !== null),
          },
        ),
      numbers.length > 0 &&
        button(
          "blind",
          [
            h("b", null, words.t("blind_number")),
            h("small", null, m.rules.blind_bid ? words.t("blind_number_pays", { points: m.rules.blind_bid }) : ""),
          ],
          { class: "bid-nil" },
        ),
      look && button("act look", words.t("look"), { key: "look", class: picked ? "" : "button-turn" }),
      picked && confirm(picked, words),
    ),
  );
}

/** @param {Model} m @param {Bidding} bidding @param {TableKit} kit */
function blindNumbers(m, bidding, kit) {
  const { words } = kit;
  return panel(
    "blind-number",
    words.t("blind_number"),
    grid(bidding.blindNumbers, m.ui.picked, words),
    h("div", { class: "choice-actions" }, button("sighted", words.t("back")), confirm(m.ui.picked, words)),
  );
}

/** @param {Card} card @param {NonNullable<Model["draw"]>} draw @param {TableKit} kit */
function drawn(card, { left, discards }, kit) {
  const { words } = kit;
  return panel(
    "draw",
    words.t("draw_title", { card: words.card(card) }),
    h(
      "div",
      { class: "draw-row" },
      shownCard(card, kit, { key: card, "data-card": card }),
      h(
        "div",
        { class: "draw-buttons" },
        button("act keep", [h("b", null, words.t("keep")), h("small", null, words.t("keep_text"))], {
          class: "button-turn tall",
        }),
        button("act refuse", [h("b", null, words.t("refuse")), h("small", null, words.t("refuse_text"))], {
          class: "tall",
        }),
      ),
    ),
    h(
      "p",
      { class: "choice-text small" },
      words.count("draw_left", left),
      discards.length ? ` · ${words.t("discards")}: ${discards.map((own) => words.card(own)).join(", ")}` : "",
    ),
  );
}

/** @param {Model} m @param {NonNullable<Model["passing"]>} passing @param {TableKit} kit */
function pass(m, { size, action, marked }, kit) {
  const { words } = kit;
  const partner = m.seats.find((seat) => seat.partner);
  return panel(
    "pass",
    words.count("pass_title", size, { name: partner ? words.name(partner) : "" }),
    h("p", { class: "choice-text" }, words.t("pass_marked", { n: marked.length, all: size })),
    h(
      "div",
      { class: "choice-actions" },
      button(action ? `act ${action}` : "none", words.t("pass_confirm"), { class: "button-turn", disabled: !action }),
    ),
  );
}
