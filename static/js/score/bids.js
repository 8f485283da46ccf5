// Which bids the pad offers. Cards aren't known here, so what depends on them (mirror, whiz, holder) is offered in full.
import { isNil } from "./scorer.js";

/** @import { Bid, Kind, Terms } from "./scorer.js" */

/** @typedef {(Bid | null)[]} Bids by seat; null: not said yet */

/**
 * @typedef {object} Offer
 * @property {number[]} numbers
 * @property {boolean} nil
 * @property {number[]} blind numbers that may be bid blind
 * @property {boolean} blindNil
 */

/** @param {number} from @param {number} to */
const range = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** @param {number} value @param {boolean} [blind] @returns {Bid} */
export const bidOf = (value, blind = false) => ({ value, blind, silent: false });

/** @returns {Bid} */
export const silent = () => ({ value: 0, blind: false, silent: true });

/** @param {Terms} terms @param {number} seat */
export const sideOf = (terms, seat) => terms.side_seats.findIndex((seats) => seats.includes(seat));

/**
 * The seats in the order in which they bid: clockwise from the dealer's left, or side by side (3.17).
 * @param {Terms} terms
 * @param {number} dealer
 */
export function biddingOrder(terms, dealer) {
  const ahead = terms.bid_by === "side" ? [1, 3, 2, 4] : range(1, terms.players);
  return ahead.map((places) => (dealer + places) % terms.players);
}

/**
 * Who bids together: each player alone, or partners whose side bids and of whom none has bid nil.
 * @param {Terms} terms
 * @param {Bids} bids
 * @param {number} dealer
 * @returns {number[][]} seats, in the order of bidding
 */
export function bidders(terms, bids, dealer) {
  const order = biddingOrder(terms, dealer);
  if (terms.bid_by === "player") return order.map((seat) => [seat]);
  return [order.slice(0, 2), order.slice(2)].flatMap((seats) =>
    seats.some((seat) => isNilHere(bids[seat])) ? seats.map((seat) => [seat]) : [seats],
  );
}

/** @param {Bid | null} bid */
const isNilHere = (bid) => bid !== null && isNil(bid);

/**
 * @param {Terms} terms
 * @param {Kind} kind
 * @param {Bids} bids
 * @param {number[]} seats who bids
 * @param {number[]} totals
 * @returns {Offer}
 */
export function offer(terms, kind, bids, seats, totals) {
  const none = { numbers: [], nil: false, blind: [], blindNil: false };
  if (terms.bid_by === "side") return sideOffer(terms, bids, seats, totals);
  const [seat] = seats;
  // A game of suicide keeps the bounds of bids, which a programme's words don't.
  if (kind.word !== "free" && terms.bidding !== "suicide") return { ...none, ...wordOffer(terms, kind, bids, seat) };
  const values = freeValues(terms, bids, seat);
  const behind = behindBy(terms, totals, seat);
  const mayBlind = terms.blind_bid !== null && behind >= terms.blind_bid_deficit;
  const mayBlindNil = terms.blind_nil !== null && behind >= terms.blind_nil_deficit;
  const numbers = values.filter((value) => value > 0);
  return {
    numbers,
    nil: values.includes(0),
    blind: mayBlind ? numbers.filter((n) => n >= terms.blind_bid_min && n <= terms.highest_blind_bid) : [],
    blindNil: mayBlindNil && values.includes(0),
  };
}

/** @param {Terms} terms @param {number[]} totals @param {number} seat */
function behindBy(terms, totals, seat) {
  const sign = terms.winner === "highest" ? 1 : -1;
  return Math.max(...totals.map((total) => sign * total)) - sign * totals[sideOf(terms, seat)];
}

/** @param {Terms} terms @param {Bids} bids @param {number[]} seats @param {number[]} totals @returns {Offer} */
function sideOffer(terms, bids, seats, totals) {
  const all = range(terms.min_bid, terms.highest_bid);
  if (seats.length === 1) {
    const partner = bids[(seats[0] + 2) % 4];
    const beside = isNilHere(partner);
    return {
      numbers: all.filter((n) => n >= terms.nil_partner_min),
      nil: !beside || terms.nil_partner_min === 0,
      blind: [],
      blindNil: false,
    };
  }
  const may = terms.blind_bid !== null && behindBy(terms, totals, seats[0]) >= terms.blind_bid_deficit;
  const least = Math.max(terms.blind_bid_min, terms.min_bid, terms.min_side_bid);
  return {
    numbers: all.filter((n) => n >= terms.min_side_bid),
    nil: false,
    blind: may ? range(least, terms.highest_blind_bid) : [],
    blindNil: false,
  };
}

/** The values of a hand that is bid freely (3.2, 3.11, 3.12, 3.15); 0 is nil. @param {Terms} terms @param {Bids} bids @param {number} seat */
function freeValues(terms, bids, seat) {
  const partners = terms.side_seats[sideOf(terms, seat)].filter((other) => other !== seat);
  const made = partners.map((other) => bids[other]).filter((bid) => bid !== null);
  let values = [...range(terms.min_bid, terms.highest_bid), ...(terms.nil === null ? [] : [0])];
  if (terms.nil_partner_min && made.some(isNil)) values = values.filter((value) => value >= terms.nil_partner_min);
  else if (made.some((bid) => bid.value < terms.nil_partner_min)) values = values.filter((value) => value > 0);
  const suicide = terms.bidding === "suicide";
  if (made.length === partners.length) {
    const theirs = bidTotal(made);
    if (suicide) values = values.filter((value) => (value === 0) !== made.some(isNil));
    values = values.filter((value) => value + theirs >= terms.min_side_bid);
  } else if (suicide) {
    const least = Math.max(terms.min_side_bid, terms.nil_partner_min);
    values = values.filter((value) => value === 0 || value >= least);
  } else values = values.filter((value) => value + terms.highest_bid >= terms.min_side_bid);
  const others = bids.filter((_, other) => other !== seat).filter((bid) => bid !== null);
  if (terms.forbidden_total === null || others.length < terms.players - 1) return values;
  const said = bidTotal(others);
  return values.filter((value) => value + said !== terms.forbidden_total);
}

/**
 * What a word of the programme leaves open (3.8 to 3.10, 3.19).
 * @param {Terms} terms
 * @param {Kind} kind
 * @param {Bids} bids
 * @param {number} seat
 * @returns {Partial<Offer>}
 */
function wordOffer(terms, { word, number }, bids, seat) {
  const all = range(1, terms.tricks);
  const nil = terms.nil !== null;
  const partner = terms.side_seats[sideOf(terms, seat)]
    .filter((other) => other !== seat)
    .map((other) => bids[other])
    .find((bid) => bid !== null);
  if (word === "bid") return { numbers: [number] };
  if (word === "nil") return { nil: true };
  if (word === "suicide" && partner) return isNil(partner) ? { numbers: all } : { nil: true };
  if (word === "copy" && partner) return isNil(partner) ? { nil: true } : { numbers: [partner.value] };
  const others = bids.filter((_, other) => other !== seat).filter((bid) => bid !== null);
  if (word === "total" && others.length === terms.players - 1) {
    const wanted = number - bidTotal(others);
    if (wanted <= 0 && nil) return { nil: true };
    return { numbers: [Math.min(terms.tricks, Math.max(1, wanted))] };
  }
  return { numbers: all, nil };
}

/** @param {Offer} offered @param {Bid} bid */
function allows(offered, bid) {
  if (bid.silent) return true;
  if (isNil(bid)) return bid.blind ? offered.blindNil : offered.nil;
  return (bid.blind ? offered.blind : offered.numbers).includes(bid.value);
}

/**
 * The bids after somebody's: bids that don't go with it are open again, and bids without a choice are filled in.
 * @param {Terms} terms
 * @param {Kind} kind
 * @param {Bids} bids
 * @param {number[]} seats who bids
 * @param {Bid | null} bid null: open again
 * @param {{dealer: number, totals: number[]}} place
 * @returns {Bids}
 */
export function withBid(terms, kind, bids, seats, bid, { dealer, totals }) {
  const after = [...bids];
  if (terms.bid_by === "side") {
    const [first, last] = seats;
    if (seats.length > 1) [after[first], after[last]] = bid ? [silent(), bid] : [null, null];
    else {
      const partner = (first + 2) % 4;
      // Partners who no longer bid for both name their numbers anew.
      if (after[partner]?.silent || (after[first]?.silent ?? false)) after[partner] = null;
      if (bid && !isNil(bid) && !isNilHere(after[partner])) after[partner] = null;
      after[first] = bid;
    }
    return after;
  }
  after[seats[0]] = bid;
  for (const seat of biddingOrder(terms, dealer)) {
    const given = after[seat];
    if (given && seat !== seats[0] && !allows(offer(terms, kind, after, [seat], totals), given)) after[seat] = null;
  }
  return kind.word === "free" ? after : withForced(terms, kind, after, totals, dealer);
}

/**
 * Fills in the bids that a word of the programme leaves no choice in.
 * @param {Terms} terms
 * @param {Kind} kind
 * @param {Bids} bids
 * @param {number[]} totals
 * @param {number} dealer
 * @returns {Bids}
 */
export function withForced(terms, kind, bids, totals, dealer) {
  if (kind.word === "none") return bids.map(silent);
  const after = [...bids];
  if (terms.bid_by === "side" || kind.word === "free") return after;
  for (const seat of biddingOrder(terms, dealer)) {
    const { numbers, nil } = offer(terms, kind, after, [seat], totals);
    if (after[seat] === null && numbers.length + Number(nil) === 1) after[seat] = bidOf(nil ? 0 : numbers[0]);
  }
  return after;
}

/** Whether everybody has bid. @param {Bids} bids @returns {bids is Bid[]} */
export const allBid = (bids) => bids.every((bid) => bid !== null);

/** The bids so far together; nils are none. @param {Bids} bids */
export const bidTotal = (bids) => bids.reduce((total, bid) => total + (bid?.value ?? 0), 0);
