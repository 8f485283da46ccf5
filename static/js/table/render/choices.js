// What the player must decide other than a card: a bid, to look or stay blind, a drawn card, cards to pass.

import { gettext, ngettext } from "../../texts.js";
import { h } from "../dom.js";
import * as words from "../words.js";
import { button, shownCard } from "./parts.js";

/** @import { Bidding, Card, Child, Model, TableKit } from "../../types.js" */

/** The panel of the decision that is due, or null. @param {Model} m @param {TableKit} kit */
export function choice(m, kit) {
  if (!m.myTurn || m.ui.held) return null;
  const { bidding, draw, passing } = m;
  if (bidding && m.blindOffer) return m.ui.blind ? blindNumbers(m, bidding) : blind(m, bidding);
  if (bidding) return m.ui.nil ? nilNumbers(m, bidding) : bid(m, bidding);
  if (draw?.card) return drawn(draw.card, draw, kit);
  return passing && pass(m, passing);
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

/** @param {Model} m @param {Bidding} bidding */
function bid(m, bidding) {
  const { numbers, nil, nilNumbers: beside, throwIn } = bidding;
  const picked = m.ui.picked;
  return panel(
    "bid",
    bidding.together && bidding.partner && !bidding.partner.nil ? gettext("Your side’s bid") : gettext("Your bid"),
    h(
      "p",
      { class: "choice-text" },
      bidding.together ? sideText(m, bidding) : bidText(m, bidding),
      bidding.noBlindNil &&
        ` · ${gettext("blind nil from %(points)s points behind", { points: m.rules.blind_nil_deficit })}`,
    ),
    grid(numbers, picked),
    h(
      "div",
      { class: "choice-actions" },
      nil &&
        button("pick nil", [h("b", null, gettext("nil")), h("small", null, nilPays(m.rules.nil))], {
          class: "bid-nil",
          "aria-pressed": String(picked === "nil"),
        }),
      beside.length > 0 &&
        button("nil", [h("b", null, gettext("nil")), h("small", null, nilPays(m.rules.nil))], { class: "bid-nil" }),
      throwIn &&
        button(
          "pick throw in",
          [h("b", null, gettext("Throw in")), h("small", null, gettext("shows your cards, no points, a new deal"))],
          { key: "throw-in", class: "bid-nil", "aria-pressed": String(picked === "throw in") },
        ),
      confirm(picked),
    ),
  );
}

/** A closer's own nil: the number is the partner's. @param {Model} m @param {Bidding} bidding */
function nilNumbers(m, bidding) {
  return panel(
    "nil-number",
    gettext("Your nil, and %(name)s’s number", { name: bidding.partner?.name ?? "" }),
    grid(bidding.nilNumbers, m.ui.picked),
    h("div", { class: "choice-actions" }, button("back", gettext("Back")), confirm(m.ui.picked)),
  );
}

/** @param {Bidding["numbers"]} numbers @param {string | null} picked */
function grid(numbers, picked) {
  return h(
    "div",
    {
      class: `bid-grid${numbers.length > 14 ? " many" : ""}`,
      role: "group",
      "aria-label": gettext("Choose how many tricks you will take"),
    },
    numbers.map(({ action, value }) =>
      button(`pick ${action}`, String(value), {
        key: action,
        class: "bid-number num",
        "aria-pressed": String(picked === action),
      }),
    ),
  );
}

/** @param {string | null} picked */
function confirm(picked) {
  return button(picked ? `act ${picked}` : "none", confirmText(picked), {
    class: "button-turn bid-confirm",
    disabled: !picked,
  });
}

/** @param {string | null} picked */
function confirmText(picked) {
  if (picked === null) return gettext("Choose a bid");
  if (picked === "nil") return gettext("Bid nil");
  if (picked === "throw in") return gettext("Throw the hand in");
  if (picked === "blind nil") return gettext("Bid blind nil");
  const [kind, n] = [picked.split(" ")[0], picked.split(" ").at(-1) ?? ""];
  if (kind === "nil") return gettext("Bid nil and %(n)s", { n });
  return kind === "blind" ? gettext("Bid blind %(n)s", { n }) : gettext("Bid %(n)s", { n });
}

/** What the number means where partners bid together. @param {Model} m @param {Bidding} bidding */
function sideText(m, { partner }) {
  const name = partner?.name ?? "";
  if (!partner) return gettext("You open for your side: your number binds nobody");
  if (partner.nil) return gettext("%(name)s bid nil, so this is your contract", { name });
  const least = m.rules.min_side_bid;
  const opened = gettext("%(name)s opened with %(n)s", { name, n: partner.opening ?? 0 });
  return least ? `${opened} · ${gettext("the board is %(n)s", { n: least })}` : opened;
}

/**
 * The partner's bid and the sum, else the bids so far.
 * @param {Model} m
 * @param {Bidding} bidding
 */
function bidText(m, { partner, sum, bidders, tricks }) {
  const value = m.ui.picked?.startsWith("bid ") ? Number(m.ui.picked.slice(4)) : m.ui.picked === "nil" ? 0 : null;
  if (partner?.nil) return gettext("%(name)s bid nil, so this is your contract", { name: partner.name ?? "" });
  if (partner && value !== null)
    return gettext("With %(name)s’s %(bid)s that makes %(sum)s", {
      name: partner.name ?? "",
      bid: words.bid(partner),
      sum: partner.value + value,
    });
  if (bidders === 0) return gettext("You bid first");
  return gettext("Bid so far: %(sum)s of %(tricks)s", { sum, tricks });
}

/** @param {number | null} points */
function nilPays(points) {
  return points ? gettext("no trick: ±%(points)s", { points }) : gettext("take no trick");
}

/** @param {Model} m @param {Bidding} bidding */
function blind(m, { blindNil, blindNumbers: numbers, look }) {
  const { picked } = m.ui;
  return panel(
    "blind",
    gettext("Bid before you look?"),
    h(
      "p",
      { class: "choice-text" },
      m.rules.bid_by === "side"
        ? gettext("You decide for your partner too. A blind bid pays more. Once you look, the chance is gone.")
        : gettext("A blind bid pays more. Once you look, the chance is gone."),
    ),
    h(
      "div",
      { class: "choice-actions" },
      blindNil &&
        button("pick blind nil", [h("b", null, gettext("blind nil")), h("small", null, nilPays(m.rules.blind_nil))], {
          class: "bid-nil",
          "aria-pressed": String(picked !== null),
        }),
      numbers.length > 0 &&
        button(
          "blind",
          [
            h("b", null, gettext("Blind bid")),
            h("small", null, m.rules.blind_bid ? gettext("%(points)s per trick", { points: m.rules.blind_bid }) : ""),
          ],
          { class: "bid-nil" },
        ),
      look && button("act look", gettext("Look at my cards"), { key: "look", class: picked ? "" : "button-turn" }),
      picked && confirm(picked),
    ),
  );
}

/** @param {Model} m @param {Bidding} bidding */
function blindNumbers(m, bidding) {
  return panel(
    "blind-number",
    gettext("Blind bid"),
    grid(bidding.blindNumbers, m.ui.picked),
    h("div", { class: "choice-actions" }, button("back", gettext("Back")), confirm(m.ui.picked)),
  );
}

/** @param {Card} card @param {NonNullable<Model["draw"]>} draw @param {TableKit} kit */
function drawn(card, { left, discards }, kit) {
  return panel(
    "draw",
    gettext("You drew the %(card)s", { card: words.card(card) }),
    h(
      "div",
      { class: "draw-row" },
      shownCard(card, kit, { key: card, "data-card": card }),
      h(
        "div",
        { class: "draw-buttons" },
        button(
          "act keep",
          [
            h("b", null, gettext("Keep it")),
            h("small", null, gettext("the next card is discarded, unseen by your opponent")),
          ],
          {
            class: "button-turn tall",
          },
        ),
        button(
          "act refuse",
          [h("b", null, gettext("Refuse it")), h("small", null, gettext("the next card is yours, whatever it is"))],
          {
            class: "tall",
          },
        ),
      ),
    ),
    h(
      "p",
      { class: "choice-text small" },
      ngettext("%(n)s card left in the stock", "%(n)s cards left in the stock", left),
      discards.length ? ` · ${gettext("Your discards")}: ${discards.map((own) => words.card(own)).join(", ")}` : "",
    ),
  );
}

/** @param {Model} m @param {NonNullable<Model["passing"]>} passing */
function pass(m, { size, action, marked }) {
  const partner = m.seats.find((seat) => seat.partner);
  return panel(
    "pass",
    ngettext("Choose %(n)s card for %(name)s", "Choose %(n)s cards for %(name)s", size, {
      name: partner ? words.name(partner) : "",
    }),
    h("p", { class: "choice-text" }, gettext("%(n)s of %(all)s chosen", { n: marked.length, all: size })),
    h(
      "div",
      { class: "choice-actions" },
      button(action ? `act ${action}` : "none", gettext("Pass these cards"), {
        class: "button-turn",
        disabled: !action,
      }),
    ),
  );
}
