// Whole pictures as the server sends them, and what a page knows beside them.

/** @import { Game, SeatState, Table, Ui, ViewFrame, You } from "../../static/js/types.js" */

import { pageState } from "../../static/js/table/page_state.js";

// What words and numbers ask of the page.
Object.assign(globalThis, { document: { dir: "ltr", documentElement: { lang: "en", dataset: {} } } });

export const NAMES = ["ann", "bob", "cy", "dee"];

/** @param {number} seat @param {Partial<SeatState>} [changes] @returns {SeatState} */
export function person(seat, changes = {}) {
  return {
    seat,
    name: NAMES[seat],
    username: NAMES[seat],
    bot: false,
    program: false,
    stand_in: false,
    online: true,
    bank: 0,
    swap_to: null,
    level: null,
    wants_end: false,
    ready: true,
    country: null,
    avatar: null,
    rating: null,
    provisional: false,
    ...changes,
  };
}

/** @type {Game} seat 0 leads to the first trick */
export const GAME = {
  preset: "cardgames_io",
  players: 4,
  sides: [
    [0, 2],
    [1, 3],
  ],
  target: 500,
  max_hands: null,
  overtrick_points: 1,
  bag_limit: 10,
  phase: "play",
  hand_no: 1,
  word: "",
  dealer: 3,
  to_act: [0],
  draw_for_deal: null,
  bids: [null, null, null, null],
  tricks_won: [0, 0, 0, 0],
  contracts: [
    { bid: 5, won: 0 },
    { bid: 5, won: 0 },
  ],
  spades_broken: true,
  counts: [1, 1, 1, 1],
  trick: null,
  history: { tricks: [] },
  totals: [0, 0],
  bags: [0, 0],
  sets: [0, 0],
  sets_running: [0, 0],
  scores: [],
  stock_left: 0,
  hands_open: null,
  result: null,
  ended: "",
  seat: 0,
  hand: [],
  legal: [],
  blind_offer: false,
  own_discards: [],
  drawn_card: null,
  passed: null,
};

/** @type {Table} */
export const TABLE = {
  id: "t",
  status: "playing",
  kind: "casual",
  title: "",
  preset: "cardgames_io",
  preset_title: "Spades",
  rules: {
    preset: "cardgames_io",
    players: 4,
    sides: "partners",
    jokers: false,
    removed: [],
    deal: "deal",
    first_dealer: "random",
    min_bid: 1,
    max_bid: null,
    nil: 100,
    blind_nil: null,
    blind_nil_deficit: 0,
    blind_bid: null,
    blind_bid_deficit: 0,
    nil_pass: 0,
    blind_nil_pass: 0,
    opening_lead: "left_of_dealer",
    spade_lead: "after_break",
    lone_spades_break: true,
    trick_points: 10,
    overtrick_points: 1,
    set_points: -10,
    bag_limit: 10,
    bag_penalty: 100,
    failed_nil: "bags",
    target: 500,
    max_hands: null,
    loss_limit: null,
    revoke: "prevented",
    bidding: "free",
    min_side_bid: 0,
    programme: [],
    winner: "highest",
    bid_by: "player",
    first_hand: "bid",
    first_hand_loses: false,
    partners_talk: false,
    throw_in: "never",
    throw_in_below: 0,
    forbidden_total: null,
    ten_for_200: false,
    blind_bid_min: 1,
    blind_bid_max: null,
    nil_partner_min: 0,
    nil_failed: null,
    blind_nil_failed: null,
    double_nil: null,
    blind_bid_failed: null,
    high_contracts: [],
    level_at_end: "draw",
    set_limit: null,
    sets_in_a_row: null,
    nil_is_set: false,
    slam_wins: false,
    boston_wins: false,
    point_spread: null,
    first_trick: "free",
    high_deuces: [],
    boston_bonus: 0,
  },
  sides: [
    [0, 2],
    [1, 3],
  ],
  rated: false,
  bots_allowed: true,
  bots_level: 1,
  min_rating: null,
  max_rating: null,
  bots_at: null,
  ready_by: null,
  seats: [0, 1, 2, 3].map((seat) => person(seat)),
  deadline: null,
  paused: null,
  turn_seconds: 30,
  bank_seconds: 0,
  no_clock: false,
  start: null,
  last_hand_after: null,
  invited: [],
  news: null,
  links: {},
  commitment: "0".repeat(64),
  salts: null,
  closed: false,
  result: null,
  rating_changes: null,
  version: 1,
};

/**
 * The picture of ann, who sits at seat 0.
 * @param {Partial<Game> | null} [game] what differs from `GAME`; null before there is one
 * @param {Partial<Table>} [table]
 * @param {Partial<You>} [you]
 * @returns {ViewFrame}
 */
export function picture(game = {}, table = {}, you = {}) {
  return {
    t: "view",
    v: 1,
    table: { ...TABLE, ...table },
    game: game && { ...GAME, ...game },
    you: { seat: 0, name: "ann", stand_in: false, can: ["act"], ...you },
    now: "2031-01-01T00:00:00+00:00",
  };
}

/** @param {Partial<Ui>} [changes] @returns {Ui} */
export function ui(changes = {}) {
  return { ...pageState(), pending: null, perRow: 99, order: "suits", who: "", waitingAnswer: false, ...changes };
}
