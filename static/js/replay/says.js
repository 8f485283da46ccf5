// Describes a step in one or two sentences: the line under the felt, which screen readers announce.

import * as words from "../table/words.js";
import { gettext, ngettext } from "../texts.js";

/** @import { Frame } from "./fold.js" */
/** @import { Card, Ended, Replay } from "../types.js" */

/**
 * @param {Replay} replay
 * @param {Frame} frame
 * @param {number | null} eye whose cards are seen; null: everybody's
 */
export function says(replay, frame, eye) {
  const { event } = frame;
  const name = replay.names[event.seat];
  const seen = eye === null || eye === event.seat;
  const sentences = [sentence(replay, frame, { name, seen })];
  if (event.by) sentences.push(`(${byWhom(replay, frame)})`);
  if (event.breaks) sentences.push(gettext("Spades are broken."));
  if (event.kind === "play" && frame.trick.winner !== null) {
    sentences.push(gettext("%(name)s wins the trick.", { name: replay.names[frame.trick.winner] }));
  }
  if (event.kind === "score" && frame.hand === replay.hands.length) {
    sentences.push(
      gettext("The game is over. %(winner)s.", { winner: words.winner(asModel(replay), replay.record.result.winners) }),
    );
  }
  return sentences.join(" ");
}

/**
 * Who took this step for the player. A player who claims wins all remaining tricks.
 * @param {Replay} replay
 * @param {Frame} frame
 */
export function byWhom(replay, frame) {
  const claims = replay.hands[frame.hand - 1].winners.at(-1) ?? 0;
  switch (frame.event.by) {
    case "bot":
      return gettext("a bot played");
    case "clock":
      return gettext("time ran out, a bot played");
    case "server":
      return gettext("%(name)s has claimed the rest", { name: replay.names[claims] });
    default:
      return gettext("played by somebody who has left");
  }
}

/** @param {Replay} replay @param {Frame} frame @param {{ name: string, seen: boolean }} given */
function sentence(replay, frame, { name, seen }) {
  const { event } = frame;
  /** @param {Card[]} cards */
  const list = (cards) => cards.map((card) => words.card(card)).join(", ");
  const values = { name, card: event.cards[0] ? words.card(event.cards[0]) : "" };
  switch (event.kind) {
    case "deal":
      return dealt(replay, frame, name);
    case "look":
      return gettext("%(name)s looks at the cards.", values);
    case "bid": {
      const bid = frame.bids[event.seat];
      if (bid?.opening) return gettext("%(name)s opens with %(n)s.", { name, n: bid.opening });
      if (bid?.nil && event.cards.length)
        return gettext("%(name)s bids nil and %(n)s for the partner.", { name, n: event.cards[0] });
      return gettext("%(name)s bids %(bid)s.", { name, bid: bid ? words.bid(bid) : "" });
    }
    case "throw":
      return gettext("%(name)s throws the hand in.", values);
    case "pass":
      return seen
        ? gettext("%(name)s passes %(cards)s.", { name, cards: list(event.cards) })
        : ngettext("%(name)s passes %(n)s card.", "%(name)s passes %(n)s cards.", event.cards.length, { name });
    case "keep":
      return seen ? gettext("%(name)s keeps the %(card)s.", values) : gettext("%(name)s keeps the card.", values);
    case "refuse":
      return seen
        ? gettext("%(name)s refuses the %(gone)s and gets the %(card)s.", {
            ...values,
            gone: words.card(event.gone ?? ""),
          })
        : gettext("%(name)s refuses the card.", values);
    case "score":
      return gettext("Hand %(n)s is over. %(scores)s.", {
        n: replay.hands[frame.hand - 1].score.number,
        scores: scores(replay, frame),
      });
    default:
      return event.leads
        ? gettext("%(name)s leads the %(card)s.", values)
        : gettext("%(name)s plays the %(card)s.", values);
  }
}

/** @param {Replay} replay @param {Frame} frame @param {string} name */
function dealt(replay, frame, name) {
  const drawn = replay.record.draw_for_deal;
  if (frame.hand === 1 && drawn) {
    const cards = drawn.map((card, seat) => `${replay.names[seat]} ${words.card(card)}`).join(", ");
    return gettext("Drawn for the deal: %(cards)s. %(name)s deals.", { cards, name });
  }
  return frame.phase === "draw"
    ? gettext("Now the players draw their cards from the stock.")
    : gettext("%(name)s has dealt.", { name });
}

/** @param {Replay} replay @param {Frame} frame */
function scores(replay, frame) {
  const { sides } = replay.hands[frame.hand - 1].score;
  return sides
    .map((side, k) =>
      gettext("%(name)s %(points)s, total %(total)s", {
        name: sideName(replay, k),
        points: words.signed(side.points),
        total: plain(side.total),
      }),
    )
    .join("; ");
}

/** @param {number} points @returns {string} with a true minus sign */
export const plain = (points) => String(points).replace("-", "−");

/** @param {Replay} replay @param {number} side */
export function sideName(replay, side) {
  return words.side({ names: replay.sides[side].map((seat) => replay.names[seat]) });
}

/** The data with which words.js says who won. @param {Replay} replay @returns {Ended} */
function asModel(replay) {
  const seats = replay.names.map((name, seat) => ({ seat, name, mine: false, partner: false }));
  return { sides: replay.sides, seats, me: null };
}
