// From the server's picture to what the table shows. Pure: no page, no clock, no socket.

/**
 * @import {
 *   Card,
 *   Claimed,
 *   Game,
 *   GameModel,
 *   Model,
 *   Order,
 *   Outcome,
 *   OwnCard,
 *   Plays,
 *   Rules,
 *   SeatModel,
 *   SeatState,
 *   SeatsModel,
 *   SideName,
 *   Suit,
 *   Table,
 *   Ui,
 *   ViewFrame,
 * } from "../types.js"
 */

const SUIT_ORDER = "SHCD";
const ANNOUNCED = ["boston", "set", "nil_kept", "double_nil", "nil_broken"];
const RANK_ORDER = "23456789TJQKA";
/** @type {Record<Card, number>} */
const JOKER_PLACE = { BJ: 20, LJ: 19 };

/**
 * @param {Card} card
 * @param {Card[]} [highDeuces] the deuces above the ace of spades
 * @returns {Suit} its suit; jokers and high deuces are spades
 */
export const suitOf = (card, highDeuces = []) =>
  card in JOKER_PLACE || highDeuces.includes(card) ? "S" : /** @type {Suit} */ (card[1]);

/** @type {Record<Order, (suit: number, rank: number) => number>} */
const ORDERS = {
  suits: (suit, rank) => suit * 100 - rank,
  suits_up: (suit, rank) => suit * 100 + rank,
  ranks: (suit, rank) => suit - rank * 10,
};

/**
 * @param {Card[]} cards
 * @param {Order} [order] "suits": by suit, colours alternating, high cards first; "suits_up": low first; "ranks"
 * @param {Card[]} [highDeuces] the deuces above the ace of spades, the highest first
 * @returns {Card[]}
 */
export function sorted(cards, order = "suits", highDeuces = []) {
  /** @param {Card} card */
  const rankOf = (card) => {
    const at = highDeuces.indexOf(card);
    return JOKER_PLACE[card] ?? (at < 0 ? RANK_ORDER.indexOf(card[0]) : JOKER_PLACE.LJ - 1 - at);
  };
  /** @param {Card} card */
  const place = (card) => ORDERS[order](SUIT_ORDER.indexOf(suitOf(card, highDeuces)), rankOf(card));
  return [...cards].sort((a, b) => place(a) - place(b));
}

/**
 * @param {ViewFrame} frame the server's newest picture
 * @param {Ui} ui
 * @returns {Model}
 */
export function present(frame, ui) {
  const { table, you, game } = frame;
  const count = table.seats.length;
  const me = you.seat;
  const sides = game?.sides ?? table.sides;
  /** @param {number} seat */
  const sideOf = (seat) => sides.findIndex((side) => side.includes(seat));
  const bottom = me ?? ui.bottom % count;
  const common = {
    table,
    you,
    me,
    count,
    sides,
    version: frame.v,
    status: table.status,
    phase: game?.phase ?? null,
    handNo: game?.hand_no ?? 0,
    partners: sides.length < count,
    rules: table.rules,
    can: new Set(ui.barred && me === null ? you.can.filter((what) => what !== "sit") : you.can),
    ui,
  };
  const seats = table.seats.map((seat) => seatOf(seat, common, game, sideOf, bottom));
  const mine = me === null ? null : seats[me];
  const model = { ...common, seats, mine, near: seats[bottom], sideNames: sideNames(common, seats) };
  if (!game) return { ...model, ...nothingYet };
  return {
    ...model,
    ...turnOf(model, game, ui),
    scores: game.scores,
    totals: sides.map((side, k) => ({
      side: k,
      own: me !== null && side.includes(me),
      name: model.sideNames[k],
      total: game.totals[k],
      bags: game.bags[k],
      sets: game.sets[k],
      running: game.sets_running[k],
      bid: game.contracts[k]?.bid ?? null,
      won: game.contracts[k]?.won ?? 0,
      done: side.every((seat) => game.bids[seat] !== null),
    })),
    target: game.target,
    maxHands: game.max_hands,
    thrownIn: thrownIn(game),
    word: game.word,
    lastHand: lastHandOf(table, game),
    broken: game.spades_broken,
    lastTrick: lastTrickOf(game),
    trick: trickOf(game, ui, me),
    livePlays: game.trick?.plays ?? [],
    hand: handOf(game, ui, me, table.rules.high_deuces),
    draw: game.phase === "draw" ? { card: game.drawn_card, left: game.stock_left, discards: game.own_discards } : null,
    passed: game.passed,
    open: game.hands_open,
    result: game.result,
    ended: game.ended,
    bids: game.bids,
    trickNo: trickNoOf(game),
    outcomes: outcomesOf(game, sides, ui.claimed),
  };
}

/**
 * Who took the rest of which hand by a claim, and how many tricks that was.
 * @param {{v: number, game: Game}} before the picture shown until then; where another came between, the tricks are not known
 * @param {{seat: number, v: number}} news
 * @returns {Claimed}
 */
export function claimOf({ v: shown, game }, { seat, v }) {
  const tricks = shown === v - 1 && !game.trick?.plays.length ? game.counts[seat] : 0;
  return { seat, handNo: game.hand_no, tricks };
}

/**
 * What is worth announcing of the hand that was finished last: who took all tricks, was set, kept or broke a nil.
 * @param {Game} game
 * @param {number[][]} sides
 * @param {Claimed | null} claimed
 * @returns {Outcome[]}
 */
function outcomesOf(game, sides, claimed) {
  const hand = game.scores.at(-1);
  if (!hand) return [];
  const shown = hand.thrown_in;
  if (shown.length) return [{ kind: "thrown_in", side: -1, seat: shown.length > 1 ? null : shown[0] }];
  // The next hand's bids don't tell whose nil it was.
  const same = game.hand_no === hand.hand_no;
  const list = hand.sides.flatMap((side, k) => {
    const nils = same ? sides[k].filter((seat) => game.bids[seat]?.nil) : [];
    return side.lines
      .filter(({ code }) => ANNOUNCED.includes(code))
      .map(({ code }) => ({ kind: code, side: k, seat: code.startsWith("nil") ? (nils.shift() ?? null) : null }));
  });
  const claim =
    claimed?.handNo === hand.hand_no ? [{ kind: "claim", side: -1, seat: claimed.seat, tricks: claimed.tricks }] : [];
  return [...claim, ...list];
}

/** How many hands were thrown in. @param {Game} game */
const thrownIn = (game) => game.scores.filter((hand) => hand.thrown_in.length).length;

/**
 * What limits the number of hands.
 * @param {Table} table
 * @param {Game} game
 * @returns {NonNullable<Model["lastHand"]>}
 */
function lastHandOf(table, game) {
  const most = game.max_hands ?? Infinity;
  const now = game.hand_no - thrownIn(game) >= most;
  const late = now && table.news?.what === "last_hand";
  return {
    called: now && (late || most > 1),
    at: now || table.status !== "playing" ? null : table.last_hand_after,
    late,
  };
}

/** @type {GameModel} */
const nothingYet = {
  acting: [],
  myTurn: false,
  legal: [],
  bidding: null,
  passing: null,
  blindOffer: false,
  scores: [],
  totals: [],
  target: 0,
  maxHands: null,
  thrownIn: 0,
  word: "",
  lastHand: null,
  broken: false,
  lastTrick: null,
  trick: { plays: [], winner: null, leader: null },
  livePlays: [],
  hand: null,
  draw: null,
  passed: null,
  open: null,
  result: null,
  ended: "",
  bids: [],
  trickNo: null,
  outcomes: [],
};

/**
 * @param {SeatState} seat
 * @param {Pick<SeatsModel, "me" | "count" | "status">} common
 * @param {Game | null} game
 * @param {(seat: number) => number} sideOf
 * @param {number} bottom
 */
function seatOf(seat, common, game, sideOf, bottom) {
  const { me, count } = common;
  const n = seat.seat;
  const bid = game?.bids[n] ?? null;
  return {
    ...seat,
    place: (n - bottom + count) % count,
    mine: n === me,
    partner: me !== null && n !== me && sideOf(n) === sideOf(me),
    side: sideOf(n),
    taken: seat.name !== null || seat.bot,
    turn: common.status === "playing" && Boolean(game?.to_act.includes(n)),
    dealer: game !== null && game.dealer === n,
    bid,
    won: game?.tricks_won[n] ?? 0,
    cards: game?.counts[n] ?? 0,
    drew:
      game?.hand_no === 1 && ["draw", "bid"].includes(game.phase) && game.bids.every((one) => one === null)
        ? (game.draw_for_deal?.[n] ?? null)
        : null,
  };
}

/**
 * How each side is called: "We" and "They" for a player in a partnership, else by name.
 * @param {Pick<SeatsModel, "sides" | "me" | "partners">} given
 * @param {SeatModel[]} seats
 * @returns {SideName[]}
 */
function sideNames({ sides, me, partners }, seats) {
  return sides.map((side) => {
    if (me !== null && side.includes(me)) return partners ? { word: "we" } : { word: "you" };
    if (me !== null && partners) return { word: "they" };
    return { names: side.map((seat) => seats[seat].name ?? "") };
  });
}

/** @param {SeatsModel} model @param {Game} game @param {Ui} ui */
function turnOf(model, game, ui) {
  const playing = model.status === "playing" && !model.table.paused && model.you.seat !== null && !model.you.stand_in;
  const waits = ui.pending !== null;
  const myTurn = playing && model.me !== null && game.to_act.includes(model.me) && !waits;
  const legal = myTurn ? game.legal : [];
  return {
    acting: model.status === "playing" ? game.to_act : [],
    myTurn,
    legal,
    blindOffer: myTurn && game.blind_offer && game.hand === null,
    bidding: myTurn && game.phase === "bid" ? biddingOf(model, game, legal) : null,
    passing: myTurn && game.phase === "pass" ? passingOf(legal, ui) : null,
  };
}

/** How many points a side is behind the leaders. @param {number[]} totals @param {number} side @param {Pick<Rules, "winner">} rules */
function behind(totals, side, { winner }) {
  return winner === "lowest" ? totals[side] - Math.min(...totals) : Math.max(...totals) - totals[side];
}

/**
 * The choices of a bid: numbers, nil and blind bids, and what the partner's bid adds up to.
 * @param {SeatsModel} model
 * @param {Game} game
 * @param {string[]} legal
 */
function biddingOf(model, game, legal) {
  /** @param {string} start */
  const numbers = (start) =>
    legal
      .filter((action) => action.startsWith(start))
      .map((action) => ({ action, value: Number(action.split(" ").at(-1)) }));
  const { rules, mine } = model;
  const partner = model.seats.find((seat) => seat.partner);
  const made = game.bids.filter((bid) => bid !== null);
  return {
    numbers: numbers("bid "),
    blindNumbers: numbers("blind ").filter(({ value }) => !Number.isNaN(value)),
    nil: legal.includes("nil"),
    nilNumbers: numbers("nil "),
    together: rules.bid_by === "side",
    blindNil: legal.includes("blind nil"),
    look: legal.includes("look"),
    throwIn: legal.includes("throw in"),
    noBlindNil:
      rules.blind_nil !== null && mine !== null && behind(game.totals, mine.side, rules) < rules.blind_nil_deficit,
    partner: partner?.bid ? { name: partner.name, ...partner.bid } : null,
    sum: made.reduce((sum, bid) => sum + bid.value, 0),
    bidders: made.length,
    tricks: Math.max(...game.counts, 0),
  };
}

/** @param {string[]} legal @param {Ui} ui */
function passingOf(legal, ui) {
  const size = legal.length ? legal[0].split(" ").length - 1 : 0;
  const marked = new Set(ui.passing);
  const action = legal.find((text) => {
    const cards = text.split(" ").slice(1);
    return cards.length === marked.size && cards.every((card) => marked.has(card));
  });
  return { size, action: action ?? null, marked: [...marked] };
}

/**
 * The trick to show: a finished one for a moment, else the present one with the own card that is on its way.
 * @param {Game} game
 * @param {Ui} ui
 * @param {number | null} me
 */
function trickOf(game, ui, me) {
  if (ui.held) return { plays: ui.held.plays, winner: ui.held.winner, leader: ui.held.leader };
  const plays = game.trick?.plays ?? [];
  const sent = ui.pending?.startsWith("play ") ? ui.pending.slice(5) : null;
  /** @type {Plays} */
  const shown = sent && me !== null && !plays.some(([, card]) => card === sent) ? [...plays, [me, sent]] : plays;
  return { plays: shown, winner: null, leader: game.trick?.leader ?? null };
}

/** Which trick of the hand is played, and of how many; null while none is. @param {Game} game */
function trickNoOf(game) {
  if (game.phase !== "play") return null;
  const done = game.tricks_won.reduce((sum, won) => sum + won, 0);
  return { n: done + 1, all: done + Math.max(...game.counts) };
}

/**
 * The own hand in rows, each card with whether it may be played now; null where there is none to see.
 * @param {Game} game
 * @param {Ui} ui
 * @param {number | null} me
 * @param {Card[]} highDeuces
 */
function handOf(game, ui, me, highDeuces) {
  if (me === null || game.hand === null) return null;
  const sent = new Set(ui.pending?.startsWith("play ") ? [ui.pending.slice(5)] : []);
  const playable = new Set(game.legal.filter((action) => action.startsWith("play ")).map((action) => action.slice(5)));
  const marked = new Set(ui.passing);
  const received = new Set(game.phase === "play" && !lastTrickOf(game) ? (game.passed?.received ?? []) : []);
  const cards = sorted(
    game.hand.filter((card) => !sent.has(card)),
    ui.order,
    highDeuces,
  ).map((card) => ({
    card,
    suit: suitOf(card, highDeuces),
    legal: playable.has(card),
    marked: marked.has(card),
    planned: ui.premove === card,
    received: received.has(card),
  }));
  return { cards, rows: inRows(cards, ui.perRow), choosing: playable.size > 0 };
}

/**
 * Cards in as few rows as there may be, of about the same length; a row ends where a suit does if it can.
 * @param {OwnCard[]} cards sorted
 * @param {number} perRow
 * @returns {OwnCard[][]}
 */
function inRows(cards, perRow) {
  const count = Math.ceil(cards.length / perRow);
  if (count < 2) return cards.length ? [cards] : [];
  const least = cards.length - (count - 1) * perRow;
  /** @param {number} end how bad it is if the first row ends there */
  const cost = (end) => Math.abs(end - cards.length / count) + (cards[end - 1].suit === cards[end].suit ? perRow : 0);
  const ends = Array.from({ length: Math.min(perRow, cards.length - 1) - least + 1 }, (_, n) => least + n);
  const end = ends.filter((at) => at > 0).reduce((best, at) => (cost(at) <= cost(best) ? at : best));
  return [cards.slice(0, end), ...inRows(cards.slice(end), perRow)];
}

/**
 * The trick that was finished between two pictures, if the newer one shows it for the first time.
 * @param {Game | null} before the game shown until now, or null
 * @param {Game} after
 */
export function finishedTrick(before, after) {
  const last = lastTrickOf(after);
  if (!before || !last) return null;
  return JSON.stringify(lastTrickOf(before)) === JSON.stringify(last) ? null : last;
}

/** The trick completed last in this hand. @param {Pick<Game, "history">} game */
export function lastTrickOf(game) {
  return game.history.tricks.at(-1) ?? null;
}

/** @typedef {{reason: "must_follow", suit: Suit} | {reason: "spades_not_broken" | "first_trick" | "card_not_now"}} WhyNot */

/**
 * Why a card can't be played now; the server decides, this only says it at once.
 * @param {Game} game
 * @param {string} card
 * @param {Pick<Rules, "revoke" | "first_trick" | "high_deuces">} rules
 * @returns {WhyNot}
 */
export function whyNot(game, card, rules) {
  const led = game.trick?.plays[0]?.[1];
  /** @param {Card} one */
  const suit = (one) => suitOf(one, rules.high_deuces);
  // Where a revoke is penalised, it may be made.
  const bound = led && rules.revoke === "prevented";
  if (bound && suit(card) !== suit(led) && game.hand?.some((own) => suit(own) === suit(led))) {
    return { reason: "must_follow", suit: suit(led) };
  }
  if (rules.first_trick !== "free" && !game.history.tricks.length) return { reason: "first_trick" };
  if (!led && suit(card) === "S" && !game.spades_broken) return { reason: "spades_not_broken" };
  return { reason: "card_not_now" };
}
