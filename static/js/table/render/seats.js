// The seats round the table: who sits there, whose turn it is, what was bid and won.

import { gettext, ngettext } from "../../texts.js";
import { h } from "../dom.js";
import * as words from "../words.js";
import { numeral } from "../words.js";
import { avatar, button, countdown, country, icon } from "./parts.js";
import { drawing } from "./reactions.js";

/** @import { Bid, Card, Model, SeatModel, TableKit } from "../../types.js" */

/** The seats but for the one at the bottom, which is below the felt. @param {Model} m @param {TableKit} kit */
export function seats(m, kit) {
  const shown = m.seats.filter((seat) => seat.place !== 0).sort((a, b) => a.place - b.place);
  return h(
    "div",
    { class: "seats", key: "seats" },
    shown.map((seat) => place(seat, m, kit)),
  );
}

/** @param {SeatModel} seat @param {Model} m @param {TableKit} kit */
function place(seat, m, kit) {
  return h(
    "section",
    { key: seat.seat, class: `seat at-${seat.place}`, "aria-label": spoken(seat, m), "data-seat": seat.seat },
    plate(seat, m, kit),
    m.status === "playing" && backs(seat, kit),
    m.status === "playing" &&
      seat.bot &&
      m.can.has("sit") &&
      button(`sit ${seat.seat}`, gettext("Sit here"), {
        key: "sit",
        class: "button-small take-over",
        "aria-label": gettext("Take the seat of %(name)s", { name: words.name(seat) }),
      }),
  );
}

/** A seat's plate. @param {SeatModel} seat @param {Model} m @param {TableKit} kit */
export function plate(seat, m, kit) {
  const kinds = ["plate"];
  if (seat.turn) kinds.push("turn");
  if (!seat.taken) kinds.push("free");
  if (seat.taken && !seat.bot && !seat.online) kinds.push("away");
  if (m.partners && m.me !== null) kinds.push(seat.mine || seat.partner ? "ours" : "theirs");
  return h(
    "div",
    { class: kinds.join(" "), "data-anchor": seat.seat },
    seat.taken ? avatar(seat.name ?? "bot", seat.avatar) : h("span", { class: "avatar-free" }, icon("seat", kit)),
    h(
      "div",
      { class: "who" },
      h(
        "div",
        { class: "name" },
        h("bdi", null, words.name(seat)),
        country(seat),
        m.phase !== null && rating(seat),
        tags(seat, m, kit),
      ),
      h("div", { class: "tally num" }, tally(seat, m)),
    ),
    seat.turn && m.table.deadline && !m.table.no_clock && countdown(m, seat, kit, "plate-clock"),
    m.ui.reactions[seat.seat] &&
      h("span", { class: "reaction", key: "reaction", "aria-hidden": "true" }, drawing(m.ui.reactions[seat.seat])),
    seat.dealer && h("span", { class: "dealer", title: gettext("Dealer"), "aria-hidden": "true" }, "D"),
  );
}

/** @param {SeatModel} seat @param {Model} m @param {TableKit} kit */
function tags(seat, m, kit) {
  return [
    seat.partner &&
      h(
        "span",
        { class: "tag tag-partner", title: gettext("partner") },
        icon("users", kit),
        h("span", { class: "tag-text" }, gettext("partner")),
      ),
    (seat.bot || seat.program) &&
      h(
        "span",
        { class: "tag tag-bot", title: words.bot(seat) },
        icon("bot", kit),
        seat.bot && h("span", { class: "tag-text" }, words.level(seat.level)),
        seat.bot && initial(words.level(seat.level)),
      ),
    seat.stand_in &&
      m.status === "playing" &&
      h(
        "span",
        {
          class: "tag tag-warn",
          title: `${gettext("A bot plays for %(name)s", { name: seat.name ?? "" })} · ${words.level(seat.level)}`,
        },
        icon("bot", kit),
        h("span", { class: "tag-text" }, gettext("a bot plays")),
        initial(words.level(seat.level)),
      ),
    seat.wants_end &&
      m.status === "playing" &&
      h(
        "span",
        { class: "tag tag-warn", key: "end", title: gettext("wants to stop") },
        icon("flag", kit),
        h("span", { class: "visually-hidden" }, gettext("wants to stop")),
      ),
    seat.taken &&
      !seat.bot &&
      !seat.online &&
      !seat.stand_in &&
      !seat.mine &&
      h(
        "span",
        { class: "tag tag-away", key: "away", title: gettext("away") },
        icon("offline", kit),
        h("span", { class: "tag-text" }, gettext("away")),
      ),
  ];
}

/** A level where there is no room for the word, for the eyes alone. @param {string} level */
function initial(level) {
  return h("span", { class: "tag-initial", "aria-hidden": "true" }, level[0]);
}

/** @param {SeatModel} seat @param {Model} m */
function tally(seat, m) {
  if (m.status === "open" || m.phase === null) return rating(seat, "num");
  if (seat.drew && !seat.turn) {
    // Five plates share a phone's width: the card's sign there, its name for who listens.
    return [
      h("span", { key: "drew", "aria-hidden": "true" }, gettext("drew %(card)s", { card: numeral(signOf(seat.drew)) })),
      h(
        "span",
        { key: "drew-spoken", class: "visually-hidden" },
        gettext("drew %(card)s", { card: words.card(seat.drew) }),
      ),
    ];
  }
  if (!seat.bid) return toBid(seat, m);
  const said = bidOf(seat.bid);
  return [
    said && h("span", { class: `bid${seat.bid.nil ? " nil" : ""}` }, said),
    said && h("span", { class: "dot", "aria-hidden": "true" }, "·"),
    h("span", { class: wonKind(seat.bid, seat.won, m.rules) }, gettext("won %(n)s", { n: seat.won })),
  ];
}

/** What a seat without a bid waits for. @param {SeatModel} seat @param {Model} m */
function toBid(seat, m) {
  if (m.phase !== "bid") return "";
  return seat.turn ? gettext("bidding now") : gettext("yet to bid");
}

/** @type {Record<string, string>} */
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** A card as printed in its corner: "10♥". @param {Card} card */
function signOf(card) {
  return (card[0] === "T" ? "10" : card[0]) + SIGNS[card[1]];
}

/** @param {Bid} bid */
function bidOf(bid) {
  const plain = !bid.nil && !bid.blind && bid.opening === null;
  return plain ? gettext("bid %(bid)s", { bid: words.bid(bid) }) : words.bid(bid);
}

/**
 * A broken nil and a reached bid show by weight and by a sign, not by colour alone; a contract bid together is the side's.
 * @param {Bid} bid
 * @param {number} won
 * @param {Model["rules"]} rules
 */
function wonKind(bid, won, rules) {
  if (bid.nil && won > 0) return "won broken";
  if (!bid.nil && (rules.bid_by === "side" || bid.opening !== null)) return "won";
  return !bid.nil && won >= bid.value ? "won made" : "won";
}

/**
 * The rating; a provisional one has a question mark, which its title explains.
 * @param {SeatModel} seat
 * @param {string} [kinds] during the game it is small beside the name, where there is room
 */
function rating(seat, kinds = "seat-rating num") {
  const text = ratingText(seat);
  return (
    text &&
    h(
      "span",
      {
        class: kinds,
        key: "rating",
        title: seat.provisional ? gettext("Provisional: few games played yet") : gettext("Rating"),
      },
      text,
    )
  );
}

/** @param {SeatModel} seat */
function ratingText(seat) {
  if (seat.rating === null || seat.rating === undefined) return "";
  return seat.provisional ? `${seat.rating}?` : String(seat.rating);
}

/** A seat in one sentence, for screen readers. @param {SeatModel} seat @param {Model} m */
export function spoken(seat, m) {
  const parts = [words.name(seat)];
  if (seat.partner) parts.push(gettext("partner"));
  if (seat.bot || seat.program) parts.push(words.bot(seat));
  if (seat.stand_in && m.status === "playing") parts.push(gettext("a bot plays"));
  if (seat.taken && !seat.bot && !seat.online && !seat.stand_in && !seat.mine) parts.push(gettext("away"));
  if (seat.dealer) parts.push(gettext("Dealer"));
  if (!seat.bid && toBid(seat, m)) parts.push(toBid(seat, m));
  if (seat.bid) parts.push(...[bidOf(seat.bid)].filter(Boolean), gettext("won %(n)s", { n: seat.won }));
  if (m.status === "playing") parts.push(ngettext("%(n)s card", "%(n)s cards", seat.cards));
  return parts.join(", ");
}

/** @param {SeatModel} seat @param {TableKit} kit */
function backs(seat, kit) {
  const cards = Array.from({ length: seat.cards }, (_, k) =>
    h("i", { class: "back", vars: { "--o": k - (seat.cards - 1) / 2 } }),
  );
  return h(
    "div",
    { class: "backs", key: "backs", "aria-hidden": "true" },
    cards,
    h("span", { class: "backs-count num" }, icon("cards", kit), String(seat.cards)),
  );
}
