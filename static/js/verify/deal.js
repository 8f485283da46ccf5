// Recomputes a game's deals from its master secret and salts.
// docs/fairness.md is the specification; section numbers below refer to it. games/fairness does the same in Python, and
// both are tested with static/js/verify/vectors.json (vectors-1.json for records of the first algorithm).
import { fromHex, sha256, toHex } from "../salt.js";
import { ALGORITHM, readClaim, saltBytes } from "./record.js";

/** @import { Claim } from "./record.js" */

export { ALGORITHM, FairnessError, FIRST_ALGORITHM, MAX_SALT_BYTES } from "./record.js";

export const PURPOSES = { deal: "deal", draw: "draw", firstDealer: "first-dealer" };

const JOKERS = ["BJ", "LJ"];
const RANKS = "23456789TJQKA";
const SUITS = "CDHS";
const utf8 = new TextEncoder();

/** Section 2: the commitment to a master secret. @param {Uint8Array} master @returns {string} hex */
export function commitment(master) {
  return toHex(sha256(master));
}

/** Section 3: the hash by which a browser commits to its salt. @param {string} salt hex @returns {string} hex */
export function saltHash(salt) {
  return toHex(sha256(fromHex(salt)));
}

/** Section 3: the digest of a frozen list of hashes. @param {string[]} hashes @returns {string} hex */
export function listDigest(hashes) {
  return toHex(sha256(utf8.encode(hashes.join(" "))));
}

/**
 * Section 4: the bytes that fix a stream.
 * @param {string} purpose
 * @param {string[]} salts
 * @param {number} handNo
 * @param {string} [algorithm]
 * @returns {Uint8Array}
 */
export function encodeContext(purpose, salts, handNo, algorithm = ALGORITHM) {
  const parts = [utf8.encode(`${algorithm} ${purpose}\0`), u32(handNo), u32(salts.length)];
  for (const [index, salt] of salts.entries()) {
    const data = saltBytes(salt, `salts[${index}]`, algorithm);
    parts.push(u32(data.length), data);
  }
  return join(parts);
}

/** Sections 5 and 6: the stream of bytes of one context, and fair choices made from it. */
export class Stream {
  /**
   * @param {Uint8Array} master
   * @param {string} purpose
   * @param {string[]} salts
   * @param {number} [handNo]
   * @param {string} [algorithm]
   */
  constructor(master, purpose, salts, handNo = 0, algorithm = ALGORITHM) {
    this.master = master;
    this.context = encodeContext(purpose, salts, handNo, algorithm);
    this.counter = 0;
    /** @type {Uint8Array} */
    this.block = new Uint8Array(0);
    this.used = 0;
  }

  byte() {
    if (this.used === this.block.length) {
      this.block = hmac(this.master, join([this.context, u32(this.counter)]));
      this.counter += 1;
      this.used = 0;
    }
    return this.block[this.used++];
  }

  /** @param {number} count 1 … 256 @returns {number} 0 … count - 1, each equally likely */
  below(count) {
    const limit = 256 - (256 % count);
    for (;;) {
      const value = this.byte();
      if (value < limit) return value % count;
    }
  }

  /** Fisher and Yates, from the end; in place. @template T @param {T[]} items */
  shuffle(items) {
    for (let last = items.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [items[last], items[other]] = [items[other], items[last]];
    }
    return items;
  }
}

/**
 * Section 7: the shuffled pack before a hand, the top card first.
 * @param {string[]} pack
 * @param {Uint8Array} master
 * @param {string[]} salts
 * @param {number} handNo
 * @param {string} [algorithm]
 * @returns {string[]}
 */
export function shuffled(pack, master, salts, handNo, algorithm = ALGORITHM) {
  return new Stream(master, PURPOSES.deal, salts, handNo, algorithm).shuffle([...pack].sort());
}

/**
 * Section 8: the card that each seat draws for the first deal.
 * @param {string[]} pack
 * @param {number} seats
 * @param {Uint8Array} master
 * @param {string[]} salts
 * @param {string} [algorithm]
 * @returns {string[]}
 */
export function drawn(pack, seats, master, salts, algorithm = ALGORITHM) {
  const cards = pack.filter((card) => !JOKERS.includes(card)).sort();
  return new Stream(master, PURPOSES.draw, salts, 0, algorithm).shuffle(cards).slice(0, seats);
}

/**
 * Section 9: the seat that deals first where the rules say "at random".
 * @param {number} seats
 * @param {Uint8Array} master
 * @param {string[]} salts
 * @param {string} [algorithm]
 * @returns {number}
 */
export function firstDealer(seats, master, salts, algorithm = ALGORITHM) {
  return new Stream(master, PURPOSES.firstDealer, salts, 0, algorithm).below(seats);
}

/**
 * Section 10: each seat's cards when a shuffled pack is dealt singly from the dealer's left.
 * @param {string[]} order
 * @param {number} seats
 * @param {number} dealer
 */
export function dealt(order, seats, dealer) {
  /** @type {string[][]} */
  const hands = Array.from({ length: seats }, () => []);
  for (const [index, card] of order.entries()) hands[(dealer + 1 + index) % seats].push(card);
  return hands;
}

/**
 * One thing that was checked; `hand` is its number. Of "salts": the places `leftOut`, and whether `nobody` gave one.
 * @typedef {{subject: string, hand: number | null, ok: boolean, expected: string, found: string, leftOut?: number[], nobody?: boolean}} Finding
 */

/**
 * Section 11: checks every deal of a finished game.
 * @param {unknown} record a game's record with the key "x-fairness", as parsed from JSON
 * @returns {Finding[]}
 */
export function verifyGame(record) {
  const claim = readClaim(record);
  const { algorithm, master, hashes, salts, pack, seats } = claim;
  /** @type {Finding[]} */
  const findings = [finding("commitment", null, commitment(master), claim.commitment)];
  if (hashes) findings.push(checkSalts(hashes, salts));
  if (claim.draw) {
    const cards = drawn(pack, seats, master, salts, algorithm);
    findings.push(finding("draw", null, cards.join(" "), claim.draw.join(" ")));
    findings.push(finding("first_dealer", null, `${highest(cards)}`, `${claim.firstDealer}`));
  } else if (claim.firstBy === "random") {
    const seat = firstDealer(seats, master, salts, algorithm);
    findings.push(finding("first_dealer", null, `${seat}`, `${claim.firstDealer}`));
  }
  // Who dealt a hand that was thrown in deals the next one too.
  let turns = 0;
  for (const [index, hand] of claim.hands.entries()) {
    const order = shuffled(pack, master, salts, index + 1, algorithm);
    findings.push(checkHand(hand, order, index + 1, (claim.firstDealer + turns) % seats, seats));
    if (!hand.thrownIn) turns += 1;
  }
  return findings;
}

/** @param {string[]} hashes @param {string[]} salts */
function checkSalts(hashes, salts) {
  const given = salts.map((salt) => salt && saltHash(salt));
  const leftOut = [...hashes.keys()].filter((place) => hashes[place] && !salts[place]);
  const due = hashes.filter((_, place) => !leftOut.includes(place));
  const found = finding("salts", null, due.join(" "), given.filter((_, place) => !leftOut.includes(place)).join(" "));
  return { ...found, leftOut, nobody: !salts.some(Boolean) };
}

/**
 * @param {Claim["hands"][number]} hand
 * @param {string[]} order
 * @param {number} handNo
 * @param {number} dealer
 * @param {number} seats
 */
function checkHand(hand, order, handNo, dealer, seats) {
  if (hand.stock) return finding("hand", handNo, order.join(" "), hand.stock.join(" "));
  // Compare each seat's cards in any order.
  /** @param {string[][]} hands */
  const text = (hands) => hands.map((cards) => [...cards].sort().join(" ")).join(" / ");
  return finding("hand", handNo, text(dealt(order, seats, dealer)), text(hand.deal));
}

/** @param {string} subject @param {number | null} hand @param {string} expected @param {string} found */
function finding(subject, hand, expected, found) {
  return { subject, hand, ok: expected === found, expected, found };
}

/** @param {string[]} cards */
function highest(cards) {
  /** @param {string} card */
  const height = (card) => RANKS.indexOf(card[0]) * SUITS.length + SUITS.indexOf(card[1]);
  return cards.reduce((best, card, seat) => (height(card) > height(cards[best]) ? seat : best), 0);
}

// ------------------------------------------------------------------------------------- bytes
/** @param {number} value */
function u32(value) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** @param {Uint8Array[]} parts */
function join(parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

/** HMAC-SHA256 (RFC 2104) for a key of 32 bytes. @param {Uint8Array} key @param {Uint8Array} message */
function hmac(key, message) {
  /** @param {number} value */
  const pad = (value) => Uint8Array.from({ length: 64 }, (_, index) => (key[index] ?? 0) ^ value);
  return sha256(join([pad(0x5c), sha256(join([pad(0x36), message]))]));
}

export { fromHex, toHex };
