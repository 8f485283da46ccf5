// From the engine's picture of a lesson to the frame that the table's model is made of. Pure: no page, no clock.

/** @import { Game, Rules, SeatState, ViewFrame } from "../types.js" */

/**
 * @param {number} seat
 * @param {string} name
 * @returns {SeatState}
 */
function seated(seat, name) {
  return {
    seat,
    name,
    username: null,
    bot: false,
    program: false,
    stand_in: false,
    level: null,
    online: true,
    bank: 0,
    swap_to: null,
    wants_end: false,
    ready: true,
    country: null,
    avatar: null,
    rating: null,
    provisional: false,
  };
}

/**
 * @param {Game} game the learner's picture
 * @param {{names: readonly string[], rules: Rules, v: number}} given the names by seat, and the number of the picture
 * @returns {ViewFrame}
 */
export function frameOf(game, { names, rules, v }) {
  return {
    t: "view",
    v,
    now: "",
    you: { seat: 0, name: names[0], stand_in: false, can: ["act"] },
    game,
    table: {
      id: "",
      status: "playing",
      kind: "casual",
      title: "",
      preset: rules.preset,
      preset_title: "",
      rules,
      sides: game.sides,
      rated: false,
      bots_allowed: true,
      bots_level: 1,
      min_rating: null,
      max_rating: null,
      bots_at: null,
      ready_by: null,
      seats: names.map((name, seat) => seated(seat, name)),
      deadline: null,
      paused: null,
      turn_seconds: 0,
      bank_seconds: 0,
      no_clock: true,
      last_hand_after: null,
      invited: [],
      news: null,
      links: {},
      commitment: "",
      salts: null,
      start: null,
      closed: false,
      result: null,
      rating_changes: null,
      version: v,
    },
  };
}
