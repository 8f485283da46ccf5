// Reads a record's claims about its deals (docs/fairness.md, section 11). Throws FairnessError if they can't be checked.
import { fromHex, toHex } from "../salt.js";

export const ALGORITHM = "spades-deal/2";
/** Of older records: salts are texts, and nobody committed to them. */
export const FIRST_ALGORITHM = "spades-deal/1";
export const MAX_SALT_BYTES = 256;

const RECORD_KEY = "x-fairness";
const CARD = /^([2-9TJQKA][CDHS]|BJ|LJ)$/;
const utf8 = new TextEncoder();

/** Something can't be computed or checked: `code` says what, `place` where in the record. */
export class FairnessError extends Error {
  /** @param {string} code @param {string} place */
  constructor(code, place) {
    super(`${place}: ${code}`);
    this.code = code;
    this.place = place;
  }
}

/** @typedef {ReturnType<typeof readClaim>} Claim */

/** @param {unknown} record */
export function readClaim(record) {
  const whole = object(record, "record");
  const fair = object(whole[RECORD_KEY], RECORD_KEY);
  /** @param {string} key */
  const at = (key) => `${RECORD_KEY}.${key}`;
  const { algorithm } = fair;
  if (algorithm !== ALGORITHM && algorithm !== FIRST_ALGORITHM)
    throw new FairnessError("unknown_algorithm", at("algorithm"));
  const salts = list(fair.salts, at("salts")).map((salt, place) =>
    checkedSalt(salt, `${at("salts")}[${place}]`, algorithm),
  );
  const seats = number(fair.seats, at("seats"), 2, 5);
  const firstBy = fair.first_dealer;
  if (firstBy !== "random" && firstBy !== "draw" && firstBy !== "assigned")
    throw new FairnessError("malformed", at("first_dealer"));
  return {
    algorithm,
    commitment: hex(fair.commitment, at("commitment")),
    master: fromHex(hex(fair.master, at("master"))),
    hashes: algorithm === ALGORITHM ? readHashes(fair.salt_hashes, salts.length, at("salt_hashes")) : null,
    salts,
    pack: cards(fair.pack, at("pack")),
    seats,
    firstBy,
    firstDealer: number(whole.first_dealer, "first_dealer", 0, seats - 1),
    draw: firstBy === "draw" ? readDraw(whole.draw_for_deal, seats) : null,
    hands: list(whole.hands, "hands").map((hand, index) => readHand(hand, seats, `hands[${index}]`)),
  };
}

/** @param {unknown} value @param {number} number @param {string} place */
function readHashes(value, number, place) {
  const hashes = ofLength(list(value, place), number, place);
  return hashes.map((text, index) => toHex(saltBytes(text, `${place}[${index}]`, ALGORITHM)));
}

/** @param {unknown} value @param {number} seats */
function readDraw(value, seats) {
  const names = ofLength(list(value, "draw_for_deal"), seats, "draw_for_deal");
  if (names.some((name) => typeof name !== "string")) throw new FairnessError("malformed", "draw_for_deal");
  return cards(names.join(" "), "draw_for_deal");
}

/**
 * @param {unknown} value
 * @param {number} seats
 * @param {string} place
 * @returns {{stock: string[], deal?: undefined, thrownIn: false} | {stock?: undefined, deal: string[][], thrownIn: boolean}}
 */
function readHand(value, seats, place) {
  const hand = object(value, place);
  if ("stock" in hand) return { stock: cards(hand.stock, `${place}.stock`), thrownIn: false };
  const deal = ofLength(list(hand.deal, `${place}.deal`), seats, `${place}.deal`);
  const actions = list(hand.actions ?? [], `${place}.actions`);
  if (actions.some((action) => typeof action !== "string")) throw new FairnessError("malformed", `${place}.actions`);
  return {
    deal: deal.map((text, seat) => cards(text, `${place}.deal[${seat}]`)),
    // Nobody played a card.
    thrownIn: actions.length > 0 && !actions.some((action) => /^. play /.test(`${action}`)),
  };
}

/** @param {unknown} value @param {string} place @returns {Record<string, unknown>} */
function object(value, place) {
  if (value === undefined) throw new FairnessError("missing", place);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new FairnessError("malformed", place);
  return /** @type {Record<string, unknown>} */ (value);
}

/** @param {unknown} value @param {string} place @returns {unknown[]} */
function list(value, place) {
  if (value === undefined) throw new FairnessError("missing", place);
  if (!Array.isArray(value)) throw new FairnessError("malformed", place);
  return value;
}

/** @param {unknown[]} values @param {number} length @param {string} place */
function ofLength(values, length, place) {
  if (values.length !== length) throw new FairnessError("malformed", place);
  return values;
}

/** @param {unknown} value @param {string} place @param {number} low @param {number} high */
function number(value, place, low, high) {
  if (value === undefined) throw new FairnessError("missing", place);
  if (typeof value !== "number" || !Number.isInteger(value) || value < low || value > high)
    throw new FairnessError("malformed", place);
  return value;
}

/** @param {unknown} value @param {string} place */
function hex(value, place) {
  if (value === undefined) throw new FairnessError("missing", place);
  if (typeof value !== "string" || !/^[0-9a-f]{64}$/i.test(value)) throw new FairnessError("not_hex", place);
  return value.toLowerCase();
}

/** @param {unknown} value @param {string} place */
function cards(value, place) {
  if (value === undefined) throw new FairnessError("missing", place);
  const names = typeof value === "string" ? value.split(/\s+/).filter(Boolean) : [];
  if (names.length === 0 || names.some((name) => !CARD.test(name)) || new Set(names).size !== names.length) {
    throw new FairnessError("not_cards", place);
  }
  return names;
}

/** @param {unknown} value @param {string} place @param {string} algorithm @returns {string} */
function checkedSalt(value, place, algorithm) {
  if (typeof value !== "string") throw new FairnessError("malformed", place);
  saltBytes(value, place, algorithm);
  return value;
}

/**
 * The bytes of a salt: of 64 hexadecimal digits or none; of the first algorithm, of any short text.
 * @param {unknown} salt
 * @param {string} place
 * @param {string} algorithm
 */
export function saltBytes(salt, place, algorithm) {
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
