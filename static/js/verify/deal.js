// Recomputes a game's deals from its master secret and salts, by nothing but the browser's WebCrypto.
// The specification is docs/fairness.md; the sections named below are its. games/fairness does the same in Python, and
// both give what static/js/verify/vectors.json says.

export const ALGORITHM = "spades-deal/1";
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

/** @returns {boolean} whether this page may use WebCrypto (browsers grant it on https and on localhost) */
export function canVerify() {
  return Boolean(globalThis.crypto?.subtle);
}

/** Section 2: the commitment to a master secret. @param {Uint8Array} master @returns {Promise<string>} hex */
export async function commitment(master) {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", master)));
}

/** Section 4: the bytes that fix a stream. @returns {Uint8Array} */
export function encodeContext(purpose, salts, handNo) {
  const parts = [utf8.encode(`${ALGORITHM} ${purpose}\0`), u32(handNo), u32(salts.length)];
  for (const [index, salt] of salts.entries()) {
    const data = utf8.encode(checkSalt(salt, `salts[${index}]`));
    parts.push(u32(data.length), data);
  }
  return join(parts);
}

/** Sections 5 and 6: the stream of bytes of one context, and fair choices made from it. */
export class Stream {
  /** @param {Uint8Array} master */
  constructor(master, purpose, salts, handNo = 0) {
    this.master = master;
    this.context = encodeContext(purpose, salts, handNo);
    this.counter = 0;
    this.block = new Uint8Array(0);
    this.used = 0;
  }

  async byte() {
    if (this.used === this.block.length) {
      this.key ??= await crypto.subtle.importKey("raw", this.master, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
      const message = join([this.context, u32(this.counter)]);
      this.block = new Uint8Array(await crypto.subtle.sign("HMAC", this.key, message));
      this.counter += 1;
      this.used = 0;
    }
    return this.block[this.used++];
  }

  /** @param {number} count 1 … 256 @returns {Promise<number>} 0 … count - 1, each equally likely */
  async below(count) {
    const limit = 256 - (256 % count);
    for (;;) {
      const value = await this.byte();
      if (value < limit) return value % count;
    }
  }

  /** Fisher and Yates, from the end; in place. */
  async shuffle(items) {
    for (let last = items.length - 1; last > 0; last--) {
      const other = await this.below(last + 1);
      [items[last], items[other]] = [items[other], items[last]];
    }
    return items;
  }
}

/** Section 7: the pack as it lies shuffled before a hand, the top card first. @returns {Promise<string[]>} */
export function shuffled(pack, master, salts, handNo) {
  return new Stream(master, PURPOSES.deal, salts, handNo).shuffle([...pack].sort());
}

/** Section 8: the card that each seat draws for the first deal. @returns {Promise<string[]>} */
export async function drawn(pack, seats, master, salts) {
  const cards = pack.filter((card) => !JOKERS.includes(card)).sort();
  return (await new Stream(master, PURPOSES.draw, salts).shuffle(cards)).slice(0, seats);
}

/** Section 9: the seat that deals first where the rules say "at random". @returns {Promise<number>} */
export function firstDealer(seats, master, salts) {
  return new Stream(master, PURPOSES.firstDealer, salts).below(seats);
}

/** Section 10: each seat's cards when a shuffled pack is dealt singly from the dealer's left. */
export function dealt(order, seats, dealer) {
  const hands = Array.from({ length: seats }, () => []);
  order.forEach((card, index) => hands[(dealer + 1 + index) % seats].push(card));
  return hands;
}

/**
 * Section 11: checks every deal of a finished game.
 * @param {object} record a game's record with the key "x-fairness", as parsed from JSON
 * @returns {Promise<{subject: string, hand: number | null, ok: boolean, expected: string, found: string}[]>}
 */
export async function verifyGame(record) {
  const claim = readClaim(record);
  const { master, salts, pack, seats } = claim;
  const findings = [finding("commitment", null, await commitment(master), claim.commitment)];
  if (claim.firstBy === "draw") {
    const cards = await drawn(pack, seats, master, salts);
    findings.push(finding("draw", null, cards.join(" "), claim.draw.join(" ")));
    findings.push(finding("first_dealer", null, `${highest(cards)}`, `${claim.firstDealer}`));
  } else if (claim.firstBy === "random") {
    const seat = await firstDealer(seats, master, salts);
    findings.push(finding("first_dealer", null, `${seat}`, `${claim.firstDealer}`));
  }
  for (const [index, hand] of claim.hands.entries()) {
    const order = await shuffled(pack, master, salts, index + 1);
    findings.push(checkHand(hand, order, index + 1, (claim.firstDealer + index) % seats, seats));
  }
  return findings;
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
  if (fair.algorithm !== ALGORITHM) throw new FairnessError("unknown_algorithm", at("algorithm"));
  const seats = number(fair.seats, at("seats"), 2, 5);
  const firstBy = fair.first_dealer;
  if (!["random", "draw", "assigned"].includes(firstBy)) throw new FairnessError("malformed", at("first_dealer"));
  return {
    commitment: hex(fair.commitment, at("commitment")),
    master: fromHex(hex(fair.master, at("master"))),
    salts: list(fair.salts, at("salts")).map((salt, index) => checkSalt(salt, `${at("salts")}[${index}]`)),
    pack: cards(fair.pack, at("pack")),
    seats,
    firstBy,
    firstDealer: number(record.first_dealer, "first_dealer", 0, seats - 1),
    draw: firstBy === "draw" ? readDraw(record.draw_for_deal, seats) : null,
    hands: list(record.hands, "hands").map((hand, index) => readHand(hand, seats, `hands[${index}]`)),
  };
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

function checkSalt(salt, place) {
  if (typeof salt !== "string") throw new FairnessError("malformed", place);
  // TextEncoder would put a replacement character in place of half a surrogate pair.
  const broken = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(salt);
  if (broken || salt.includes("\0") || utf8.encode(salt).length > MAX_SALT_BYTES) {
    throw new FairnessError("bad_salt", place);
  }
  return salt;
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

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
