// Recomputes a game's deals from its master secret and salts.
// The specification is docs/fairness.md; the sections named below are its. games/fairness does the same in Python, and
// both give what static/js/verify/vectors.json says (vectors-1.json for records of the first algorithm).
import { fromHex, sha256, toHex } from "../salt.js";

export const ALGORITHM = "spades-deal/2";
/** Of older records: salts are texts, and nobody committed to them. */
export const FIRST_ALGORITHM = "spades-deal/1";
export const PURPOSES = { deal: "deal", draw: "draw", firstDealer: "first-dealer" };
export const MAX_SALT_BYTES = 256;

const RECORD_KEY = "x-fairness";
const JOKERS = ["BJ", "LJ"];
const CARD = /^([2-9TJQKA][CDHS]|BJ|LJ)$/;
const RANKS = "23456789TJQKA";
const SUITS = "CDHS";
const utf8 = new TextEncoder();

/** Something can't be computed or checked: `code` says what, `place` where it stands in the record. */
export class FairnessError extends Error {
  constructor(code, place) {
    super(`${place}: ${code}`);
    this.code = code;
    this.place = place;
  }
}

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

/** Section 4: the bytes that fix a stream. @returns {Uint8Array} */
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
  /** @param {Uint8Array} master */
  constructor(master, purpose, salts, handNo = 0, algorithm = ALGORITHM) {
    this.master = master;
    this.context = encodeContext(purpose, salts, handNo, algorithm);
    this.counter = 0;
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

  /** Fisher and Yates, from the end; in place. */
  shuffle(items) {
    for (let last = items.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [items[last], items[other]] = [items[other], items[last]];
    }
    return items;
  }
}

/** Section 7: the pack as it lies shuffled before a hand, the top card first. @returns {string[]} */
export function shuffled(pack, master, salts, handNo, algorithm = ALGORITHM) {
  return new Stream(master, PURPOSES.deal, salts, handNo, algorithm).shuffle([...pack].sort());
}

/** Section 8: the card that each seat draws for the first deal. @returns {string[]} */
export function drawn(pack, seats, master, salts, algorithm = ALGORITHM) {
  const cards = pack.filter((card) => !JOKERS.includes(card)).sort();
  return new Stream(master, PURPOSES.draw, salts, 0, algorithm).shuffle(cards).slice(0, seats);
}

/** Section 9: the seat that deals first where the rules say "at random". @returns {number} */
export function firstDealer(seats, master, salts, algorithm = ALGORITHM) {
  return new Stream(master, PURPOSES.firstDealer, salts, 0, algorithm).below(seats);
}

/** Section 10: each seat's cards when a shuffled pack is dealt singly from the dealer's left. */
export function dealt(order, seats, dealer) {
  const hands = Array.from({ length: seats }, () => []);
  for (const [index, card] of order.entries()) hands[(dealer + 1 + index) % seats].push(card);
  return hands;
}

/**
 * Section 11: checks every deal of a finished game. The finding "salts" has the places `leftOut`, and `nobody` where no
 * salt was given at all.
 * @param {object} record a game's record with the key "x-fairness", as parsed from JSON
 * @returns {{subject: string, hand: number | null, ok: boolean, expected: string, found: string, leftOut?: number[], nobody?: boolean}[]}
 */
export function verifyGame(record) {
  const claim = readClaim(record);
  const { algorithm, master, hashes, salts, pack, seats } = claim;
  const findings = [finding("commitment", null, commitment(master), claim.commitment)];
  if (hashes) findings.push(checkSalts(hashes, salts));
  if (claim.firstBy === "draw") {
    const cards = drawn(pack, seats, master, salts, algorithm);
    findings.push(finding("draw", null, cards.join(" "), claim.draw.join(" ")));
    findings.push(finding("first_dealer", null, `${highest(cards)}`, `${claim.firstDealer}`));
  } else if (claim.firstBy === "random") {
    const seat = firstDealer(seats, master, salts, algorithm);
    findings.push(finding("first_dealer", null, `${seat}`, `${claim.firstDealer}`));
  }
  for (const [index, hand] of claim.hands.entries()) {
    const order = shuffled(pack, master, salts, index + 1, algorithm);
    findings.push(checkHand(hand, order, index + 1, (claim.firstDealer + index) % seats, seats));
  }
  return findings;
}

function checkSalts(hashes, salts) {
  const given = salts.map((salt) => salt && saltHash(salt));
  const leftOut = [...hashes.keys()].filter((place) => hashes[place] && !salts[place]);
  const due = hashes.filter((_, place) => !leftOut.includes(place));
  const found = finding("salts", null, due.join(" "), given.filter((_, place) => !leftOut.includes(place)).join(" "));
  return { ...found, leftOut, nobody: !salts.some(Boolean) };
}

function checkHand(hand, order, handNo, dealer, seats) {
  if (hand.stock) return finding("hand", handNo, order.join(" "), hand.stock.join(" "));
  // Which seat got which cards counts; in which order a hand is written down does not.
  const text = (hands) => hands.map((cards) => [...cards].sort().join(" ")).join(" / ");
  return finding("hand", handNo, text(dealt(order, seats, dealer)), text(hand.deal));
}

function finding(subject, hand, expected, found) {
  return { subject, hand, ok: expected === found, expected, found };
}

function highest(cards) {
  const height = (card) => RANKS.indexOf(card[0]) * SUITS.length + SUITS.indexOf(card[1]);
  return cards.reduce((best, card, seat) => (height(card) > height(cards[best]) ? seat : best), 0);
}

// ------------------------------------------------------------------------------------- reading the record
function readClaim(record) {
  const fair = object(object(record, "record")[RECORD_KEY], RECORD_KEY);
  const at = (key) => `${RECORD_KEY}.${key}`;
  const { algorithm } = fair;
  if (![ALGORITHM, FIRST_ALGORITHM].includes(algorithm)) throw new FairnessError("unknown_algorithm", at("algorithm"));
  const salts = list(fair.salts, at("salts"));
  for (const [place, salt] of salts.entries()) saltBytes(salt, `${at("salts")}[${place}]`, algorithm);
  const seats = number(fair.seats, at("seats"), 2, 5);
  const firstBy = fair.first_dealer;
  if (!["random", "draw", "assigned"].includes(firstBy)) throw new FairnessError("malformed", at("first_dealer"));
  return {
    algorithm,
    commitment: hex(fair.commitment, at("commitment")),
    master: fromHex(hex(fair.master, at("master"))),
    hashes: algorithm === ALGORITHM ? readHashes(fair.salt_hashes, salts.length, at("salt_hashes")) : null,
    salts,
    pack: cards(fair.pack, at("pack")),
    seats,
    firstBy,
    firstDealer: number(record.first_dealer, "first_dealer", 0, seats - 1),
    draw: firstBy === "draw" ? readDraw(record.draw_for_deal, seats) : null,
    hands: list(record.hands, "hands").map((hand, index) => readHand(hand, seats, `hands[${index}]`)),
  };
}

function readHashes(value, number, place) {
  const hashes = ofLength(list(value, place), number, place);
  return hashes.map((text, index) => toHex(saltBytes(text, `${place}[${index}]`, ALGORITHM)));
}

function readDraw(value, seats) {
  const names = ofLength(list(value, "draw_for_deal"), seats, "draw_for_deal");
  if (names.some((name) => typeof name !== "string")) throw new FairnessError("malformed", "draw_for_deal");
  return cards(names.join(" "), "draw_for_deal");
}

function readHand(value, seats, place) {
  const hand = object(value, place);
  if ("stock" in hand) return { stock: cards(hand.stock, `${place}.stock`) };
  const deal = ofLength(list(hand.deal, `${place}.deal`), seats, `${place}.deal`);
  return { deal: deal.map((text, seat) => cards(text, `${place}.deal[${seat}]`)) };
}

function object(value, place) {
  if (value === undefined) throw new FairnessError("missing", place);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new FairnessError("malformed", place);
  return value;
}

function list(value, place) {
  if (value === undefined) throw new FairnessError("missing", place);
  if (!Array.isArray(value)) throw new FairnessError("malformed", place);
  return value;
}

function ofLength(values, length, place) {
  if (values.length !== length) throw new FairnessError("malformed", place);
  return values;
}

function number(value, place, low, high) {
  if (value === undefined) throw new FairnessError("missing", place);
  if (!Number.isInteger(value) || value < low || value > high) throw new FairnessError("malformed", place);
  return value;
}

function hex(value, place) {
  if (value === undefined) throw new FairnessError("missing", place);
  if (typeof value !== "string" || !/^[0-9a-f]{64}$/i.test(value)) throw new FairnessError("not_hex", place);
  return value.toLowerCase();
}

function cards(value, place) {
  if (value === undefined) throw new FairnessError("missing", place);
  const names = typeof value === "string" ? value.split(/\s+/).filter(Boolean) : [];
  if (names.length === 0 || names.some((name) => !CARD.test(name)) || new Set(names).size !== names.length) {
    throw new FairnessError("not_cards", place);
  }
  return names;
}

/** The bytes of a salt: of 64 hexadecimal digits or none; of the first algorithm, of any short text. */
function saltBytes(salt, place, algorithm) {
  if (typeof salt !== "string") throw new FairnessError("malformed", place);
  if (algorithm !== FIRST_ALGORITHM) {
    if (!/^([0-9a-f]{64})?$/i.test(salt)) throw new FairnessError("not_hex", place);
    return fromHex(salt);
  }
  // TextEncoder would put a replacement character in place of half a surrogate pair.
  const broken = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(salt);
  if (broken || salt.includes("\0") || utf8.encode(salt).length > MAX_SALT_BYTES) {
    throw new FairnessError("bad_salt", place);
  }
  return utf8.encode(salt);
}

// ------------------------------------------------------------------------------------- bytes
function u32(value) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function join(parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

/** HMAC-SHA256 (RFC 2104) for a key of 32 bytes. */
function hmac(key, message) {
  const pad = (value) => Uint8Array.from({ length: 64 }, (_, index) => (key[index] ?? 0) ^ value);
  return sha256(join([pad(0x5c), sha256(join([pad(0x36), message]))]));
}

export { fromHex, toHex };
