// Describes a step in one or two sentences: the line under the felt, which screen readers announce.

/** @import { Frame } from "./fold.js" */
/** @import { Card, Ended, Replay, Words } from "../types.js" */

/**
 * @param {Replay} replay
 * @param {Frame} frame
 * @param {number | null} eye whose cards are seen; null: everybody's
 * @param {Words} words
 */
export function says(replay, frame, eye, words) {
  const { event } = frame;
  const name = replay.names[event.seat];
  const seen = eye === null || eye === event.seat;
  const sentences = [sentence(replay, frame, { name, seen }, words)];
  if (event.by) sentences.push(`(${byWhom(replay, frame, words)})`);
  if (event.breaks) sentences.push(words.t("at_broken"));
  if (event.kind === "play" && frame.trick.winner !== null) {
    sentences.push(words.t("at_won", { name: replay.names[frame.trick.winner] }));
  }
  if (event.kind === "score" && frame.hand === replay.hands.length) {
    sentences.push(words.t("at_end", { winner: words.winner(asModel(replay), replay.record.result.winners) }));
  }
  return sentences.join(" ");
}

/** @type {Record<string, string>} */
const BY = { bot: "by_bot", clock: "by_clock", server: "by_claim" };

/**
 * Who took this step for the player. A player who claims wins all remaining tricks.
 * @param {Replay} replay
 * @param {Frame} frame
 * @param {Words} words
 */
export function byWhom(replay, frame, words) {
  const claims = replay.hands[frame.hand - 1].winners.at(-1) ?? 0;
  return words.t(BY[frame.event.by ?? ""] ?? "by_other", { name: replay.names[claims] });
}

/** @param {Replay} replay @param {Frame} frame @param {{ name: string, seen: boolean }} given @param {Words} words */
function sentence(replay, frame, { name, seen }, words) {
  const { event } = frame;
  /** @param {Card[]} cards */
  const list = (cards) => cards.map((card) => words.card(card)).join(", ");
  const values = { name, card: event.cards[0] ? words.card(event.cards[0]) : "" };
  switch (event.kind) {
    case "deal":
      return dealt(replay, frame, name, words);
    case "look":
      return words.t("at_look", values);
    case "bid": {
      const bid = frame.bids[event.seat];
      return words.t("at_bid", { name, bid: bid ? words.bid(bid) : "" });
    }
    case "pass":
      return seen
        ? words.t("at_pass", { name, cards: list(event.cards) })
        : words.count("at_pass_hidden", event.cards.length, { name });
    case "keep":
    case "refuse":
      return seen
        ? words.t(`at_${event.kind}`, { ...values, gone: words.card(event.gone ?? "") })
        : words.t(`at_${event.kind}_hidden`, values);
    case "score":
      return words.t("at_score", { n: frame.hand, scores: scores(replay, frame, words) });
    default:
      return words.t(event.leads ? "at_lead" : "at_play", values);
  }
}

/** @param {Replay} replay @param {Frame} frame @param {string} name @param {Words} words */
function dealt(replay, frame, name, words) {
  const drawn = replay.record.draw_for_deal;
  if (frame.hand === 1 && drawn) {
    const cards = drawn.map((card, seat) => `${replay.names[seat]} ${words.card(card)}`).join(", ");
    return words.t("at_high_card", { cards, name });
  }
  return words.t(frame.phase === "draw" ? "at_draw" : "at_deal", { name });
}

/** @param {Replay} replay @param {Frame} frame @param {Words} words */
function scores(replay, frame, words) {
  const { sides } = replay.hands[frame.hand - 1].score;
  return sides
    .map((side, k) =>
      words.t("at_side", {
        name: sideName(replay, k, words),
        points: words.signed(side.points),
        total: plain(side.total),
      }),
    )
    .join("; ");
}

/** @param {number} points @returns {string} with a true minus sign */
export const plain = (points) => String(points).replace("-", "−");

/** @param {Replay} replay @param {number} side @param {Words} words */
export function sideName(replay, side, words) {
  return words.side({ names: replay.sides[side].map((seat) => replay.names[seat]) });
}

/** The data with which words.js says who won. @param {Replay} replay @returns {Ended} */
function asModel(replay) {
  const seats = replay.names.map((name, seat) => ({ seat, name, mine: false, partner: false }));
  return { sides: replay.sides, seats, me: null };
}
