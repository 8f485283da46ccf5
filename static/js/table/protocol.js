// The shapes of the socket's frames (docs/protocol.md) and the makers of those that we send.

/**
 * @typedef {object} Seat
 * @property {number} seat
 * @property {string | null} name
 * @property {string | null} username
 * @property {boolean} bot
 * @property {boolean} stand_in a bot plays for the person
 * @property {boolean} online
 * @property {number | null} rating
 * @property {boolean} provisional
 * @property {number} bank seconds left in the player's bank when the present turn began
 * @property {number | null} swap_to the seat that the player asks to change with
 * @property {boolean} wants_end the player agrees to end the game without a result
 *
 * @typedef {object} Table
 * @property {string} id
 * @property {"open" | "playing" | "finished" | "abandoned"} status
 * @property {"casual" | "match"} kind
 * @property {string} title
 * @property {string} preset_title
 * @property {boolean} rated
 * @property {Seat[]} seats
 * @property {string | null} deadline when the turn's own time is up; after it the bank of who is at turn runs
 * @property {number} turn_seconds
 * @property {number} bank_seconds
 * @property {boolean} bots_allowed
 * @property {string[]} invited who was asked to the open table by name and hasn't answered
 * @property {{what: string, seat: number, v: number} | null} news what happened last that pictures alone don't tell
 * @property {Record<string, string | null>} links
 * @property {{seat: number, before: number, after: number}[] | null} rating_changes
 *
 * @typedef {object} ViewFrame
 * @property {"view"} t
 * @property {number} v
 * @property {Table} table
 * @property {any} game the engine's view of the viewer, or null before the start
 * @property {{seat: number | null, name: string, stand_in: boolean, can: string[]}} you
 * @property {string} now
 */

/** Frames that the server answers with `ack` or `error` and that are sent again until it has. */
export const ANSWERED = new Set(["act", "sit", "leave", "add_bot", "fill", "start", "take_back", "swap", "invite", "claim", "end_vote", "ready", "rematch", "say", "phrase", "mute", "block", "report"]);

/** @returns {string} a new id of an action */
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  // Pages on plain http have no randomUUID.
  return randomHex(16);
}

/**
 * @param {number} bytes
 * @returns {string} random bytes as hexadecimal text
 */
export function randomHex(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The viewer's part of the shuffle's randomness (docs/fairness.md): one a table and tab, kept over reloads.
 * @param {string} table the table's id
 */
export function saltOf(table) {
  const name = `salt:${table}`;
  try {
    const known = sessionStorage.getItem(name);
    if (known) return known;
    const fresh = randomHex(16);
    sessionStorage.setItem(name, fresh);
    return fresh;
  } catch {
    return randomHex(16); // The browser keeps nothing for us: any salt is a good one.
  }
}

export const make = {
  /** @param {number} seen @param {string} salt */
  hello: (seen, salt) => ({ t: "hello", seen, salt }),
  /** @param {number} v the version that the action was decided on @param {string} a the action's text */
  act: (v, a) => ({ t: "act", id: newId(), v, a }),
  /** @param {number} seat @param {string} salt */
  sit: (seat, salt) => ({ t: "sit", id: newId(), seat, salt }),
  /** @param {number} seat */
  addBot: (seat) => ({ t: "add_bot", id: newId(), seat }),
  fill: () => ({ t: "fill", id: newId() }),
  start: () => ({ t: "start", id: newId() }),
  leave: () => ({ t: "leave", id: newId() }),
  takeBack: () => ({ t: "take_back", id: newId() }),
  /** @param {number} seat the seat to change with; one's own takes the wish back */
  swap: (seat) => ({ t: "swap", id: newId(), seat }),
  /** @param {string} name a user name */
  invite: (name) => ({ t: "invite", id: newId(), name }),
  /** @param {number} v the version that the claim was decided on */
  claim: (v) => ({ t: "claim", id: newId(), v }),
  /** @param {boolean} yes */
  endVote: (yes) => ({ t: "end_vote", id: newId(), yes }),
  ready: () => ({ t: "ready", id: newId() }),
  rematch: () => ({ t: "rematch", id: newId() }),
  /** @param {"table" | "spectators"} to @param {string} text */
  say: (to, text) => ({ t: "say", id: newId(), to, text }),
  /** @param {"table" | "spectators"} to @param {string} code */
  phrase: (to, code) => ({ t: "phrase", id: newId(), to, code }),
  chats: () => ({ t: "chats" }),
  /** @param {string} name a user name @param {boolean} yes */
  mute: (name, yes) => ({ t: "mute", id: newId(), name, yes }),
  /** @param {string} name a user name @param {boolean} yes */
  block: (name, yes) => ({ t: "block", id: newId(), name, yes }),
  /** @param {string} name a user name, or "" where `message` tells whom it is about @param {number} message its id, or 0 @param {string} reason @param {string} text */
  report: (name, message, reason, text) => ({ t: "report", id: newId(), name, message, reason, text }),
  ping: () => ({ t: "ping" }),
  sync: () => ({ t: "sync" }),
};
