// What goes to the server, one after the other: what was entered waits until the server has answered it.

/** @import { Hand, Terms, RenegeRule } from "../score/scorer.js" */

/**
 * @typedef {Hand & {version: number, side: number | null, mine: boolean, confirmed: boolean}} SentHand
 *
 * @typedef {object} State what the server says of the pad
 * @property {string} mark
 * @property {number} match
 * @property {number} table
 * @property {number} round
 * @property {string} tournament
 * @property {string[]} sides
 * @property {string[]} names by seat
 * @property {string} title of the rules
 * @property {Terms} terms
 * @property {RenegeRule} renege
 * @property {"hand" | "end"} confirm
 * @property {number} game
 * @property {number[][]} games the totals of the games before
 * @property {number} dealer
 * @property {SentHand[]} hands
 * @property {number} earlier the others' hands of games before that wait for confirmation
 * @property {number} seen the version of the newest entry
 * @property {number | null} last_hand
 * @property {number | null} seconds until the hand in play is the last
 * @property {boolean} raised
 * @property {boolean} open
 * @property {string} result
 * @property {boolean} desk
 * @property {number | null} side
 * @property {boolean} accepted
 * @property {number[]} taken
 * @property {{phone: number, side: number}[]} asking
 *
 * @typedef {object} Op a hand to send
 * @property {"hand"} do
 * @property {string} entry our own name for it
 * @property {number} game
 * @property {number} number
 * @property {Hand | null} hand null: the last hand is taken back
 * @property {number | null} replaces
 * @property {number | null} dealer
 * @property {number} at when it was entered, by this phone's clock
 *
 * @typedef {object} Refusal
 * @property {Op} op
 * @property {string} code
 * @property {string} error in words
 *
 * @typedef {{do: string} & Record<string, unknown>} Deed
 * @typedef {{state: State} | {code: string, error: string, state?: State} | null} Answer null: no answer
 */

export class Outbox {
  /** @param {{state_url: string, send_url: string, token: string}} config */
  constructor(config) {
    this.config = config;
    /** Whether the server answered the last time. */
    this.online = true;
    /** Whether the server doesn't know this phone any more. */
    this.gone = false;
  }

  /** @param {Deed | Op} deed @returns {Promise<Answer>} */
  async send(deed) {
    return this.#ask(this.config.send_url, {
      method: "POST",
      body: JSON.stringify(deed),
      headers: { "Content-Type": "application/json", "X-CSRFToken": this.config.token, Accept: "application/json" },
    });
  }

  /** @param {string} mark what is known @returns {Promise<Answer>} null also where nothing is new */
  async look(mark) {
    return this.#ask(`${this.config.state_url}?${new URLSearchParams({ mark })}`, {});
  }

  /** @param {string} address @param {RequestInit} how @returns {Promise<Answer>} */
  async #ask(address, how) {
    try {
      const answer = await fetch(address, { ...how, cache: "no-store" });
      this.gone = answer.status === 404;
      this.online = answer.ok || answer.status === 404 || answer.status === 422;
      if (answer.status === 204 || !this.online || this.gone) return null;
      const said = await answer.json();
      return answer.ok ? { state: said } : said;
    } catch {
      this.online = false;
      return null;
    }
  }
}
