// This browser's part in fair deals (docs/fairness.md): commits to a salt, reveals it once all hashes are frozen, compares.
// With SHA-256 (FIPS 180-4): browsers have their own only on https and on localhost, and tables are played on plain http too.

/** @import { Unfair, ViewFrame } from "./types.js" */

/** The first 32 bits of a number's fraction. @param {number} x */
const fraction = (x) => (x * 2 ** 32) | 0;
/** @param {number} x @param {number} n */
const turn = (x, n) => (x >>> n) | (x << (32 - n));
/** @type {number[]} */
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** The digest of an empty list: no table's salts are in the deals. */
const NO_SALTS = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** @param {Uint8Array} bytes @returns {Uint8Array} its hash, 32 bytes */
export function sha256(bytes) {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const data = new DataView(padded.buffer);
  data.setUint32(padded.length - 4, bytes.length * 8);
  let state = START;
  for (let at = 0; at < padded.length; at += 64) {
    /** @type {number[]} */
    const w = [];
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const [x, y] = [w[i - 15], w[i - 2]];
      w[i] =
        i < 16
          ? data.getInt32(at + 4 * i)
          : (w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) |
            0;
      const t = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i];
      const u = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(t + u) | 0, a, b, c, (d + t) | 0, e, f, g];
    }
    state = [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) | 0);
  }
  for (const [i, word] of state.entries()) data.setInt32(4 * i, word);
  return padded.slice(0, 32);
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * @param {number} bytes
 * @returns {string} random bytes as hexadecimal text
 */
export function randomHex(bytes) {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)));
}

/**
 * What the browser stores about a table: its salt, whether it was seated before the start, the first commitment that it
 * saw, and the digest of the frozen hashes before it revealed its salt.
 * @typedef {{salt: string, sat?: boolean, commitment?: string, digest?: string}} Kept
 */

/** @param {string} table the table's id @returns {Kept | null} */
export function keptOf(table) {
  try {
    return JSON.parse(localStorage.getItem(`salt:${table}`) ?? "null");
  } catch {
    return null;
  }
}

export class Salt {
  /** @param {string} table the table's id */
  constructor(table) {
    this.table = table;
    /** @type {Kept} */
    this.kept = keptOf(table) ?? { salt: randomHex(32) };
    this.hash = toHex(sha256(fromHex(this.kept.salt)));
    this.keep({});
  }

  /** @param {Partial<Kept>} more */
  keep(more) {
    Object.assign(this.kept, more);
    try {
      localStorage.setItem(`salt:${this.table}`, JSON.stringify(this.kept));
    } catch {
      // No storage: the salt lasts as long as the page is open.
    }
  }

  /** Compares a picture with the values seen earlier. @param {Pick<ViewFrame, "table" | "you">} frame @returns {Unfair} "", "reveal", or what is wrong */
  take({ table: { commitment, salts }, you: { seat } }) {
    const { kept } = this;
    if (!kept.commitment) this.keep({ commitment });
    if (seat === null) return "";
    if (kept.commitment !== commitment || (kept.digest && kept.digest !== salts?.digest)) return "changed";
    if (!salts) {
      if (!kept.sat) this.keep({ sat: true });
      return "";
    }
    if (!kept.digest) this.keep({ digest: salts.digest });
    if (salts.hashes[seat] !== this.hash) {
      if (kept.sat) return "missing";
      return salts.digest === NO_SALTS ? "alone" : "late";
    }
    if (salts.given) return salts.given[seat] === kept.salt ? "" : "left_out";
    return "reveal";
  }
}
