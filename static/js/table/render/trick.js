// The middle of the table: the cards of the trick, each before the one who played it.
import { h } from "../dom.js";
import * as words from "../words.js";
import { shownCard } from "./parts.js";

/** @import { Model, Plays, SeatModel, TableKit } from "../../types.js" */

/** @param {Model} m @param {TableKit} kit */
export function trick(m, kit) {
  const { plays, winner } = m.trick;
  return h(
    "div",
    { class: winner === null ? "trick" : "trick done", key: "trick", role: "group", "aria-label": title(m) },
    m.status === "playing" && [...m.seats].sort((a, b) => a.place - b.place).map((seat) => spot(seat, plays)),
    plays.map(([seat, card], order) => {
      const won = seat === winner;
      const props = {
        key: card,
        class: `played at-${m.seats[seat].place}${won ? " winner" : ""}`,
        "data-card": card,
        "data-by": seat,
        "data-order": order,
        vars: { "--order": order },
      };
      return shownCard(card, kit, props, m.rules.high_deuces);
    }),
  );
}

/** Where a card will land, faintly, while the trick is open. @param {SeatModel} seat @param {Plays} plays */
function spot(seat, plays) {
  const played = plays.some(([by]) => by === seat.seat);
  return h("i", {
    key: `spot-${seat.seat}`,
    class: `spot at-${seat.place}${seat.turn && !played ? " due" : ""}`,
    "aria-hidden": "true",
  });
}

/** @param {Model} m */
function title(m) {
  const cards = m.trick.plays.map(([seat, card]) => words.played(m.seats[seat], card));
  if (m.trick.winner !== null) cards.push(words.wonBy(m.seats[m.trick.winner]));
  return cards.join(" ");
}
