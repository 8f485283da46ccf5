// Computes the table after any number of a hand's actions from a replay's data (games/tables/replay/timeline.py).
// Pure: no page, no clock. The data name the winner of each trick, so this needs no rules of the game.

/** @import { Bid, Card, Plays, Replay, ReplayHand } from "../types.js" */

/**
 * The state after one step. `hands` are everybody's cards; the view decides which to show.
 * @typedef {object} Frame
 * @property {number} hand the hand's number, from 1
 * @property {number} step actions taken; the last step of a hand shows its score
 * @property {number} steps the hand's last step
 * @property {"draw" | "bid" | "pass" | "play" | "score"} phase
 * @property {number} dealer
 * @property {string[][]} hands by seat
 * @property {string[][]} dealt by seat: the hand's cards as dealt or drawn, before any were passed
 * @property {boolean[]} looked by seat: whether the player has seen the own cards
 * @property {(Bid | null)[]} bids by seat
 * @property {number[]} won tricks by seat
 * @property {{plays: Plays, winner: number | null}} trick
 * @property {number} trickNo the trick shown, from 1; 0 before the first
 * @property {string[][]} discards by seat, in the draw
 * @property {string[]} stock what is left of it
 * @property {boolean} broken
 * @property {number[]} totals by side, before this hand or, in its last step, after it
 * @property {number[]} bags
 * @property {Map<number, Card[]>} passes by seat: the cards given away, until the hand is played
 * @property {Step} event what happened in this step
 */

/**
 * What happened in a step.
 * @typedef {object} Step
 * @property {"deal" | "look" | "bid" | "pass" | "keep" | "refuse" | "throw" | "play" | "score"} kind
 * @property {number} seat
 * @property {string[]} cards
 * @property {string} [gone] the card refused or unseen, in the draw
 * @property {string} [by] "bot", "clock" …: who acted in the player's stead
 * @property {boolean} [leads]
 * @property {boolean} [breaks] spades are broken by it
 */

/** @typedef {{hand: number, step: number}} Place a place in the game: the hand's number, from 1, and the step in it */

/** @param {Replay} replay @param {number} number the hand's, from 1 @returns {number} its last step */
export function stepsOf(replay, number) {
  return replay.record.hands[number - 1].actions.length + 1;
}

/**
 * Where a hand is shown first: after the deal; where cards are drawn nobody holds one then, so after the first decision.
 * @param {Replay} replay
 * @param {number} hand its number, from 1
 * @returns {Place}
 */
export function beginning(replay, hand) {
  return { hand, step: replay.record.hands[hand - 1].stock ? 1 : 0 };
}

/**
 * @param {Replay} replay
 * @param {number} number the hand's, from 1
 * @param {number} step 0 … stepsOf(replay, number)
 * @returns {Frame}
 */
export function frameAt(replay, number, step) {
  const frame = dealt(replay, number);
  const hand = replay.hands[number - 1];
  const actions = replay.record.hands[number - 1].actions;
  const bids = replay.record.rules.bid_by === "side" ? sideBid : bid;
  for (const [index, text] of actions.slice(0, step).entries()) act(frame, hand, index, text, bids);
  frame.step = Math.min(step, frame.steps);
  if (frame.step === frame.steps) score(frame, hand);
  return frame;
}

/** The hand after the deal, or with its stock laid out. @param {Replay} replay @param {number} number @returns {Frame} */
function dealt(replay, number) {
  const { record, hands } = replay;
  const { deal, stock } = record.hands[number - 1];
  const seats = record.players.length;
  const before = hands[number - 2]?.score.sides;
  const start = record.start ?? {};
  /** @template T @param {() => T} value */
  const each = (value) => Array.from({ length: seats }, () => value());
  /** @returns {Card[]} */
  const none = () => [];
  return {
    hand: number,
    step: 0,
    steps: stepsOf(replay, number),
    phase: stock ? "draw" : "bid",
    dealer: hands[number - 1].dealer,
    hands: deal ? deal.map(words) : each(none),
    dealt: deal ? deal.map(words) : each(none),
    looked: each(() => true).map((_, seat) => !hands[number - 1].unlooked.includes(seat)),
    bids: each(() => null),
    won: each(() => 0),
    trick: { plays: [], winner: null },
    trickNo: 0,
    discards: each(none),
    stock: stock ? words(stock) : [],
    passes: new Map(),
    broken: false,
    totals: before ? before.map((side) => side.total) : (start.totals ?? replay.sides.map(() => 0)),
    bags: before ? before.map((side) => side.bags_after) : (start.bags ?? replay.sides.map(() => 0)),
    event: { kind: "deal", seat: hands[number - 1].dealer, cards: [] },
  };
}

/** @param {string} text */
function words(text) {
  return text.split(/\s+/).filter(Boolean);
}

/** @type {Record<string, (frame: Frame, seat: number, rest: string[], kind: string, hand: ReplayHand) => void>} */
const ACTIONS = { keep: draw, refuse: draw, look, throw: look, pass, play };

/**
 * @param {Frame} frame
 * @param {ReplayHand} hand
 * @param {number} index
 * @param {string} action
 * @param {typeof bid} bids how bids are made
 */
function act(frame, hand, index, action, bids) {
  const [seatText, kind, ...rest] = action.split(" ");
  const seat = Number(seatText);
  const step = /** @type {Step["kind"]} */ (kind);
  frame.event = { kind: step, seat, cards: rest, by: hand.by[index], breaks: index === hand.broken };
  (ACTIONS[kind] ?? bids)(frame, seat, rest, kind, hand);
}

/**
 * Keeping takes the first card of the stock and discards the second; refusing does the opposite.
 * @param {Frame} frame
 * @param {number} seat
 * @param {string[]} _rest
 * @param {string} kind
 */
function draw(frame, seat, _rest, kind) {
  const [first, second, ...left] = frame.stock;
  const [kept, gone] = kind === "keep" ? [first, second] : [second, first];
  frame.hands[seat].push(kept);
  frame.discards[seat].push(gone);
  frame.stock = left;
  frame.event.cards = [kept];
  frame.event.gone = gone;
  if (left.length > 0) return;
  frame.phase = "bid";
  frame.dealt = frame.hands.map((cards) => [...cards]);
}

/** @param {Frame} frame @param {number} seat */
function look(frame, seat) {
  frame.looked[seat] = true;
}

/** @param {Frame} frame @param {number} seat @param {string[]} rest @param {string} kind */
function bid(frame, seat, rest, kind) {
  const text = kind === "nil" ? "nil" : rest[0];
  const nil = text === "nil";
  frame.looked[seat] = true;
  frame.bids[seat] = { text, value: nil ? 0 : Number(text), nil, blind: kind === "blind", opening: null };
  frame.event.kind = "bid";
}

/**
 * A bid of partners who bid together: the first opens for both or bids nil, the second closes (docs/rules.md 3.17).
 * @param {Frame} frame
 * @param {number} seat
 * @param {string[]} rest
 * @param {string} kind
 */
function sideBid(frame, seat, rest, kind) {
  const partner = (seat + 2) % frame.hands.length;
  const number = Number(rest.at(-1) ?? 0);
  const opens = kind === "bid" && frame.bids[partner] === null;
  bid(frame, seat, kind === "blind" ? rest.slice(1) : rest, kind);
  frame.looked[partner] = true;
  if (opens) frame.bids[seat] = { text: `(${number})`, value: 0, nil: false, blind: false, opening: number };
  if (kind === "blind") frame.bids[partner] = { text: "", value: 0, nil: false, blind: false, opening: 0 };
  if (kind === "nil" && rest.length)
    frame.bids[partner] = { text: rest[0], value: number, nil: false, blind: false, opening: null };
}

/**
 * Partners swap at the same moment: when both have chosen.
 * @param {Frame} frame
 * @param {number} seat
 * @param {Card[]} cards
 */
function pass(frame, seat, cards) {
  frame.phase = "pass";
  frame.passes.set(seat, cards);
  const partner = (seat + 2) % frame.hands.length;
  const back = frame.passes.get(partner);
  if (!back) return;
  frame.hands[seat] = [...frame.hands[seat].filter((card) => !cards.includes(card)), ...back];
  frame.hands[partner] = [...frame.hands[partner].filter((card) => !back.includes(card)), ...cards];
}

/** @param {Frame} frame @param {number} seat @param {Card[]} given @param {string} _kind @param {ReplayHand} hand */
function play(frame, seat, [card], _kind, hand) {
  if (frame.trick.winner !== null || frame.trickNo === 0) {
    frame.trick = { plays: [], winner: null };
    frame.trickNo += 1;
    frame.event.leads = true;
  }
  frame.phase = "play";
  frame.hands[seat] = frame.hands[seat].filter((own) => own !== card);
  frame.trick.plays.push([seat, card]);
  if (frame.event.breaks) frame.broken = true;
  if (frame.trick.plays.length === frame.hands.length) {
    const winner = hand.winners[frame.trickNo - 1];
    frame.trick.winner = winner;
    frame.won[winner] += 1;
  }
}

/** @param {Frame} frame @param {ReplayHand} hand */
function score(frame, hand) {
  frame.phase = "score";
  frame.totals = hand.score.sides.map((side) => side.total);
  frame.bags = hand.score.sides.map((side) => side.bags_after);
  frame.event = { kind: "score", seat: frame.dealer, cards: [] };
}

/**
 * The place a number of steps away, across hands.
 * @param {Replay} replay
 * @param {Place} place
 * @param {number} by 1 or -1
 */
export function moved(replay, { hand, step }, by) {
  const next = step + by;
  if (next < 0) return hand > 1 ? { hand: hand - 1, step: stepsOf(replay, hand - 1) } : { hand, step: 0 };
  if (next > stepsOf(replay, hand)) return hand < replay.hands.length ? { hand: hand + 1, step: 0 } : { hand, step };
  return { hand, step: next };
}

/** @param {string} hash like "#h3s17" @param {Replay} replay @returns {Place | null} */
export function placeIn(hash, replay) {
  const found = /^#h(\d+)s(\d+)$/.exec(hash);
  if (!found) return null;
  const hand = Number(found[1]);
  if (hand < 1 || hand > replay.hands.length) return null;
  return { hand, step: Math.min(Number(found[2]), stepsOf(replay, hand)) };
}
