// The makers of the socket's frames that we send (docs/protocol.md).
import { randomHex } from "../../salt.js";

/** @import { Channel, ClientFrame } from "../../types.js" */

/** @returns {string} a new id of an action */
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  // Pages on plain http have no randomUUID.
  return randomHex(16);
}

/** @satisfies {Record<string, (...given: never[]) => ClientFrame>} */
export const make = {
  /** @param {number} seen @param {string} hash */
  hello: (seen, hash) => ({ t: "hello", seen, hash }),
  /** @param {string} salt */
  reveal: (salt) => ({ t: "reveal", id: newId(), salt }),
  /** @param {number} v the version that the action was decided on @param {string} a the action's text */
  act: (v, a) => ({ t: "act", id: newId(), v, a }),
  /** @param {number} seat @param {string} hash */
  sit: (seat, hash) => ({ t: "sit", id: newId(), seat, hash }),
  /** @param {number} seat @param {number | null} level null: the table's */
  addBot: (seat, level) => ({ t: "add_bot", id: newId(), seat, level }),
  /** @param {number | null} level */
  fill: (level) => ({ t: "fill", id: newId(), level }),
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
  /** @param {Channel} to @param {string} text */
  say: (to, text) => ({ t: "say", id: newId(), to, text }),
  /** @param {Channel} to @param {string} code */
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
