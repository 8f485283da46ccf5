// The seats round the table: who sits there, whose turn it is, what was bid and won.

import { h } from "../dom.js";
import { numeral } from "../words.js";
import { avatar, button, countdown, country, icon } from "./parts.js";
import { drawing } from "./reactions.js";

/** @import { Bid, Card, Model, SeatModel, TableKit, Words } from "../../types.js" */

/** The seats of the others, or of everybody for a spectator. @param {Model} m @param {TableKit} kit */
export function seats(m, kit) {
  const shown = m.seats.filter((seat) => !seat.mine).sort((a, b) => a.place - b.place);
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
    { key: seat.seat, class: `seat at-${seat.place}`, "aria-label": spoken(seat, m, kit), "data-seat": seat.seat },
    plate(seat, m, kit),
    m.status === "playing" && backs(seat, kit),
    m.status === "playing" &&
      seat.bot &&
      m.can.has("sit") &&
      button(`sit ${seat.seat}`, kit.words.t("sit"), {
        key: "sit",
        class: "button-small take-over",
        "aria-label": kit.words.t("take_over_of", { name: kit.words.name(seat) }),
      }),
  );
}

/** A seat's plate. @param {SeatModel} seat @param {Model} m @param {TableKit} kit */
export function plate(seat, m, kit) {
  const { words } = kit;
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
        m.phase !== null && rating(seat, words),
        tags(seat, m, kit),
      ),
      h("div", { class: "tally num" }, tally(seat, m, kit)),
    ),
    seat.turn && m.table.deadline && countdown(m, seat, kit, "plate-clock"),
    m.ui.reactions[seat.seat] &&
      h("span", { class: "reaction", key: "reaction", "aria-hidden": "true" }, drawing(m.ui.reactions[seat.seat])),
    seat.dealer && h("span", { class: "dealer", title: words.t("dealer"), "aria-hidden": "true" }, "D"),
  );
}

/** @param {SeatModel} seat @param {Model} m @param {TableKit} kit */
function tags(seat, m, kit) {
  const { words } = kit;
  return [
    seat.partner &&
      h(
        "span",
        { class: "tag tag-partner", title: words.t("partner") },
        icon("users", kit),
        h("span", { class: "tag-text" }, words.t("partner")),
      ),
    (seat.bot || seat.program) &&
      h(
        "span",
        { class: "tag tag-bot", title: words.bot(seat) },
        icon("bot", kit),
        seat.bot && h("span", { class: "tag-text" }, words.level(seat)),
        seat.bot && initial(words.level(seat)),
      ),
    seat.stand_in &&
      m.status === "playing" &&
      h(
        "span",
        { class: "tag tag-warn", title: `${words.t("stand_in_of", { name: seat.name ?? "" })} · ${words.level(seat)}` },
        icon("bot", kit),
        h("span", { class: "tag-text" }, words.t("stand_in")),
        initial(words.level(seat)),
      ),
    seat.wants_end &&
      m.status === "playing" &&
      h(
        "span",
        { class: "tag tag-warn", key: "end", title: words.t("wants_end") },
        icon("flag", kit),
        h("span", { class: "visually-hidden" }, words.t("wants_end")),
      ),
    seat.taken &&
      !seat.bot &&
      !seat.online &&
      !seat.stand_in &&
      !seat.mine &&
      h(
        "span",
        { class: "tag tag-away", key: "away", title: words.t("away") },
        icon("offline", kit),
        h("span", { class: "tag-text" }, words.t("away")),
      ),
  ];
}

/** A level where there is no room for the word, for the eyes alone. @param {string} level */
function initial(level) {
  return h("span", { class: "tag-initial", "aria-hidden": "true" }, level[0]);
}

/** @param {SeatModel} seat @param {Model} m @param {TableKit} kit */
function tally(seat, m, kit) {
  const { words } = kit;
  if (m.status === "open" || m.phase === null) return ratingText(seat);
  if (seat.drew && !seat.turn) {
    // Five plates share a phone's width: the card's sign there, its name for who listens.
    return [
      h("span", { key: "drew", "aria-hidden": "true" }, words.t("drew", { card: numeral(signOf(seat.drew)) })),
      h("span", { key: "drew-spoken", class: "visually-hidden" }, words.t("drew", { card: words.card(seat.drew) })),
    ];
  }
  if (!seat.bid) return m.phase === "bid" ? words.t("bid_none") : "";
  return [
    h(
      "span",
      { class: `bid${seat.bid.nil ? " nil" : ""}` },
      seat.bid.nil || seat.bid.blind ? words.bid(seat.bid) : words.t("bid", { bid: words.bid(seat.bid) }),
    ),
    h("span", { class: "dot", "aria-hidden": "true" }, "·"),
    h("span", { class: wonKind(seat.bid, seat.won) }, words.t("won", { n: seat.won })),
  ];
}

/** @type {Record<string, string>} */
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** A card as printed in its corner: "10♥". @param {Card} card */
function signOf(card) {
  return (card[0] === "T" ? "10" : card[0]) + SIGNS[card[1]];
}

/** A broken nil and a reached bid show by weight and by a sign, not by colour alone. @param {Bid} bid @param {number} won */
function wonKind(bid, won) {
  if (bid.nil && won > 0) return "won broken";
  return !bid.nil && won >= bid.value ? "won made" : "won";
}

/**
 * During the game the rating is small beside the name, where there is room.
 * @param {SeatModel} seat
 * @param {Words} words
 */
function rating(seat, words) {
  const text = ratingText(seat);
  return (
    text &&
    h(
      "span",
      {
        class: "seat-rating num",
        key: "rating",
        title: seat.provisional ? words.t("provisional") : words.t("rating_change"),
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

/** A seat in one sentence, for screen readers. @param {SeatModel} seat @param {Model} m @param {TableKit} kit */
function spoken(seat, m, kit) {
  const { words } = kit;
  const parts = [words.name(seat)];
  if (seat.partner) parts.push(words.t("partner"));
  if (seat.bot || seat.program) parts.push(words.bot(seat));
  if (seat.stand_in && m.status === "playing") parts.push(words.t("stand_in"));
  if (seat.taken && !seat.bot && !seat.online && !seat.stand_in && !seat.mine) parts.push(words.t("away"));
  if (seat.dealer) parts.push(words.t("dealer"));
  if (seat.bid) parts.push(words.t("bid", { bid: words.bid(seat.bid) }), words.t("won", { n: seat.won }));
  if (m.status === "playing") parts.push(words.count("cards", seat.cards));
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
