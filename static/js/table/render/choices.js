// What the player must decide other than a card: a bid, to look or stay blind, a drawn card, cards to pass.
import { h } from "../dom.js";
import { button, shownCard } from "./parts.js";

/** The panel of the decision that is due, or null. @param {any} m @param {import("./parts.js").Kit} kit */
export function choice(m, kit) {
  if (!m.myTurn || m.ui.held) return null;
  if (m.phase === "bid" && m.blindOffer) return m.ui.blind ? blindNumbers(m, kit) : blind(m, kit);
  if (m.phase === "bid") return bid(m, kit);
  if (m.phase === "draw") return draw(m, kit);
  if (m.phase === "pass") return pass(m, kit);
  return null;
}

function panel(name, title, ...content) {
  return h(
    "section",
    { class: `choice choice-${name}`, key: `choice-${name}`, "aria-label": title, "data-choice": name },
    h("h2", null, title),
    content,
  );
}

function bid(m, kit) {
  const { words } = kit;
  const { numbers, nil } = m.bidding;
  const picked = m.ui.picked;
  return panel(
    "bid",
    words.t("bid_title"),
    h(
      "p",
      { class: "choice-text" },
      bidText(m, kit),
      m.bidding.noBlindNil && ` · ${words.t("blind_from", { points: m.rules.blind_nil_deficit })}`,
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

function confirm(picked, words) {
  const known = { nil: words.t("bid_nil"), "blind nil": words.t("bid_blind_nil") };
  const [kind, n] = (picked ?? "").split(" ");
  const label =
    known[picked] ?? (picked ? words.t(kind === "blind" ? "bid_blind_n" : "bid_confirm", { n }) : words.t("bid_title"));
  return button(picked ? `act ${picked}` : "none", label, { class: "button-turn bid-confirm", disabled: !picked });
}

/** The partner's bid and the sum, else how the bidding stands. */
function bidText(m, kit) {
  const { words } = kit;
  const { partner, sum, bidders, tricks } = m.bidding;
  const value = m.ui.picked?.startsWith("bid ") ? Number(m.ui.picked.slice(4)) : m.ui.picked === "nil" ? 0 : null;
  if (partner?.nil) return words.t("bid_with_nil", { name: partner.name });
  if (partner && value !== null)
    return words.t("bid_with", { name: partner.name, bid: words.bid(partner), sum: partner.value + value });
  if (bidders === 0) return words.t("bid_first");
  return words.t("bid_so_far", { sum, tricks });
}

function nilPays(points, words) {
  return points ? words.t("nil_pays", { points }) : words.t("nil_plain");
}

function blind(m, kit) {
  const { words } = kit;
  const { blindNil, blindNumbers: numbers } = m.bidding;
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
      picked ? confirm(picked, words) : m.bidding.look && button("act look", words.t("look"), { class: "button-turn" }),
    ),
  );
}

function blindNumbers(m, kit) {
  const { words } = kit;
  return panel(
    "blind-number",
    words.t("blind_number"),
    grid(m.bidding.blindNumbers, m.ui.picked, words),
    h("div", { class: "choice-actions" }, button("sighted", words.t("back")), confirm(m.ui.picked, words)),
  );
}

function draw(m, kit) {
  const { words } = kit;
  const { card, left, discards } = m.draw;
  if (!card) return null;
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

function pass(m, kit) {
  const { words } = kit;
  const partner = m.seats.find((seat) => seat.partner);
  const { size, action, marked } = m.passing;
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
