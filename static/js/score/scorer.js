// The engine's score of a hand and the end of a game (docs/rules.md 5 and 6), for a pad that works without network.
// games/engine/scoring.py is the reference: tests/engine/test_score_pad.py compares the two over thousands of hands.

/**
 * @typedef {object} Terms what games/engine/scoring_terms.py says of a rule set
 * @property {number} players
 * @property {number} tricks
 * @property {number[][]} side_seats
 * @property {string} bidding of a whole game
 * @property {"player" | "side"} bid_by
 * @property {"prevented" | "penalised"} revoke
 * @property {number} min_bid
 * @property {number} highest_bid
 * @property {number} min_side_bid
 * @property {number} nil_partner_min
 * @property {number | null} forbidden_total
 * @property {number | null} nil
 * @property {number} nil_failed
 * @property {number | null} blind_nil
 * @property {number} blind_nil_deficit
 * @property {number} blind_nil_failed
 * @property {number | null} blind_bid
 * @property {number} blind_bid_deficit
 * @property {number} blind_bid_failed
 * @property {number} blind_bid_min
 * @property {number} highest_blind_bid
 * @property {string[]} programme
 * @property {string} first_hand
 * @property {boolean} first_hand_loses
 * @property {number} trick_points
 * @property {number} overtrick_points
 * @property {number} set_points
 * @property {number | null} bag_limit
 * @property {number} bag_penalty
 * @property {string} failed_nil
 * @property {number | null} double_nil
 * @property {[number, number][] | null} prices
 * @property {number} first_price
 * @property {number} boston_bonus
 * @property {number | null} target
 * @property {number | null} max_hands
 * @property {string} level_at_end
 * @property {number | null} loss_limit
 * @property {number | null} point_spread
 * @property {string} winner
 * @property {number | null} set_limit
 * @property {number | null} sets_in_a_row
 * @property {boolean} nil_is_set
 * @property {boolean} slam_wins
 * @property {boolean} boston_wins
 *
 * @typedef {object} Bid
 * @property {number} value 0: nil, or nothing if silent
 * @property {boolean} blind
 * @property {boolean} silent the partner bid for both, or the hand bids itself
 *
 * @typedef {"tricks" | "set" | "nothing" | "lost"} RenegeRule three tricks move, the contract fails, the contract scores
 *   nothing (5.9), or the game is lost
 *
 * @typedef {object} Hand as entered; bids and tricks by seat
 * @property {Bid[]} bids
 * @property {number[]} tricks
 * @property {number | null} renege the side that reneged
 * @property {boolean} [edited]
 *
 * @typedef {{code: string, text: string, points: number}} Line
 * @typedef {{points: number, bags: number, total: number, bagsAfter: number, lines: Line[]}} SideScore
 * @typedef {{all: number[], running: number[]}} Sets
 * @typedef {{winners: number[], places: number[], ended: string}} Result winners are sides
 * @typedef {{word: string, number: number}} Kind how a hand is bid; "none": it bids itself
 *
 * @typedef {object} Scored
 * @property {number} no
 * @property {number} dealer
 * @property {Kind} kind
 * @property {Hand} hand
 * @property {SideScore[]} sides
 * @property {number} moved how many tricks a renege moved
 * @property {boolean} late it came after the end of the game and doesn't count
 *
 * @typedef {object} Game
 * @property {Scored[]} hands
 * @property {number[]} totals
 * @property {number[]} bags
 * @property {Sets} sets
 * @property {Result | null} result
 */

const RENEGE_TRICKS = 3;

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

/** @param {number} n @param {string} one */
const counted = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`;

/** @param {Bid} bid */
export const isNil = (bid) => bid.value === 0 && !bid.silent;

/** How the hand with this number is bid (3.18, 3.19). @param {Terms} terms @param {number} no @returns {Kind} */
export function kindOf(terms, no) {
  if (no === 1 && terms.first_hand === "bids_itself") return { word: "none", number: 0 };
  const [word, number] = terms.programme[(no - 1) % terms.programme.length].split(" ");
  return { word, number: Number(number) || 0 };
}

/**
 * A side's lines without the bag penalty, and its new bags.
 * @param {Terms} terms
 * @param {number[]} seats
 * @param {Bid[]} bids
 * @param {number[]} tricks
 * @param {RenegeRule | null} renege what the side's own renege costs in this hand
 * @returns {{lines: Line[], bags: number}}
 */
function sideLines(terms, seats, bids, tricks, renege) {
  let [contract, worth, cost, won, nilTricks, lost, silent] = [0, 0, 0, 0, 0, 0, 0];
  let blind = false;
  /** @type {Line[]} */
  let nils = [];
  for (const seat of seats) {
    const bid = bids[seat];
    const taken = tricks[seat];
    if (bid.silent) {
      silent += 1;
      won += taken;
    } else if (bid.value === 0) {
      nilTricks += taken;
      nils.push(nilLine(terms, bid.blind, taken > 0));
    } else {
      contract += bid.value;
      won += taken;
      if (bid.blind) {
        blind = true;
        worth += bid.value * (terms.blind_bid || terms.trick_points);
        cost += bid.value * terms.blind_bid_failed;
        lost += Math.max(0, taken - bid.value);
      } else {
        worth += bid.value * terms.trick_points;
        cost += bid.value * terms.set_points;
      }
    }
  }
  /** @type {Line[]} */
  const lines = [];
  let bags = 0;
  const allWon = won + nilTricks === terms.tricks;
  if (terms.failed_nil === "help_partner") won += nilTricks;
  if (silent && blind) lost = Math.max(0, won - contract);
  const name = blind ? `blind contract ${contract}` : `contract ${contract}`;
  if (silent === seats.length) {
    const points = renege === "set" || renege === "nothing" ? 0 : won * terms.trick_points;
    lines.push({ code: "tricks", text: counted(won, "trick"), points });
  } else if (contract) {
    if (terms.prices && contract >= terms.first_price) {
      [worth, cost] = terms.prices[Math.min(contract, terms.prices.length - 1)];
    }
    if (renege === "set") lines.push({ code: "renege", text: name, points: cost });
    else if (won < contract) lines.push({ code: "set", text: `${name} set, ${won} won`, points: cost });
    else if (renege === "nothing") lines.push({ code: "revoke", text: `${name} made with a revoke`, points: 0 });
    else {
      lines.push({ code: "contract", text: name, points: worth });
      bags = Math.max(0, won - contract - lost);
    }
  } else if (terms.failed_nil === "help_partner") bags = nilTricks;
  if (terms.failed_nil === "bags") bags += nilTricks;
  if (bags) {
    const what = terms.bag_limit === null ? "overtrick" : "bag";
    lines.push({ code: `${what}s`, text: counted(bags, what), points: bags * terms.overtrick_points });
  }
  if (terms.double_nil !== null && nils.length > 1 && !nilTricks) {
    nils = [{ code: "double_nil", text: "both nils kept", points: terms.double_nil }];
  }
  lines.push(...nils);
  if (allWon) lines.push({ code: "boston", text: "Boston", points: terms.boston_bonus });
  return { lines, bags };
}

/** @param {Terms} terms @param {boolean} blind @param {boolean} broken @returns {Line} */
function nilLine(terms, blind, broken) {
  const name = blind ? "blind nil" : "nil";
  if (!broken) {
    return { code: "nil_kept", text: `${name} kept`, points: (blind ? terms.blind_nil : terms.nil) ?? 0 };
  }
  const points = blind ? terms.blind_nil_failed : terms.nil_failed;
  return { code: "nil_broken", text: `${name} broken`, points };
}

/**
 * The tricks as they count after a renege under "three tricks move": never a nil's, and never to a nil.
 * @param {Terms} terms
 * @param {Hand} hand
 * @returns {{tricks: number[], moved: number}}
 */
function movedTricks(terms, { bids, tricks, renege }) {
  const after = [...tricks];
  if (renege === null || terms.side_seats.length !== 2) return { tricks: after, moved: 0 };
  const receiver = terms.side_seats[1 - renege].find((seat) => !isNil(bids[seat]));
  let moved = 0;
  for (const seat of terms.side_seats[renege]) {
    if (isNil(bids[seat])) continue;
    const taken = Math.min(after[seat], RENEGE_TRICKS - moved);
    after[seat] -= taken;
    moved += taken;
  }
  if (receiver !== undefined) after[receiver] += moved;
  return { tricks: after, moved };
}

/**
 * @param {Terms} terms
 * @param {Hand} hand
 * @param {{totals: number[], bags: number[]}} before
 * @param {RenegeRule} rule
 * @returns {{sides: SideScore[], moved: number}}
 */
export function scoreHand(terms, hand, before, rule) {
  const { bids, renege } = hand;
  const { tricks, moved } = rule === "tricks" ? movedTricks(terms, hand) : { tricks: hand.tricks, moved: 0 };
  const limit = terms.bag_limit;
  const sides = terms.side_seats.map((seats, side) => {
    const { lines: all, bags } = sideLines(terms, seats, bids, tricks, side === renege ? rule : null);
    // Tricks that a penalty moves make no Boston.
    const lines = moved ? all.filter((line) => line.code !== "boston") : all;
    let after = limit === null ? 0 : before.bags[side] + bags;
    if (limit !== null && after >= limit) {
      const passed = Math.floor(after / limit);
      after %= limit;
      const text = (limit === 10 ? "tenth bag" : `bag ${limit}`) + (passed === 1 ? "" : `, ${passed} times`);
      lines.push({ code: "bag_penalty", text, points: 0 - terms.bag_penalty * passed });
    }
    const points = sum(lines.map((line) => line.points));
    return { points, bags, total: before.totals[side] + points, bagsAfter: after, lines };
  });
  return { sides, moved };
}

/** @param {Terms} terms @param {Line[]} lines */
function isSet(terms, lines) {
  return lines.some(({ code }) => code === "set" || code === "renege" || (terms.nil_is_set && code === "nil_broken"));
}

/** @param {Terms} terms @param {Sets} sets @returns {Set<number>} the sides that lose by their sets (6.6) */
function atLimit(terms, sets) {
  /** @type {Set<number>} */
  const lost = new Set();
  for (const side of terms.side_seats.keys()) {
    if (terms.set_limit !== null && sets.all[side] >= terms.set_limit) lost.add(side);
    if (terms.sets_in_a_row !== null && sets.running[side] >= terms.sets_in_a_row) lost.add(side);
  }
  return lost;
}

/** The sides that lose by a hand that bid itself (6.10). @param {Terms} terms @param {Hand} hand */
function shortOfBoard(terms, { bids, tricks }) {
  if (!terms.first_hand_loses || bids.some((bid) => !bid.silent)) return new Set();
  const won = terms.side_seats.map((seats) => sum(seats.map((seat) => tricks[seat])));
  return new Set([...won.keys()].filter((side) => won[side] < terms.min_side_bid));
}

/** Who wins the game by a hand, whatever the totals (6.8). @param {Terms} terms @param {SideScore[]} sides */
function wonOutright(terms, sides) {
  for (const [side, { lines }] of sides.entries()) {
    const made = lines.find((line) => line.code === "contract");
    if (terms.slam_wins && made && Number(made.text.split(" ").at(-1)) === terms.tricks) return { side, ended: "slam" };
    if (terms.boston_wins && lines.some((line) => line.code === "boston")) return { side, ended: "boston" };
  }
  return null;
}

/** @param {Terms} terms @param {number[]} totals @param {boolean} last */
function endedBy(terms, totals, last) {
  if (terms.target !== null && Math.max(...totals) >= terms.target) return "target";
  if (terms.loss_limit !== null && Math.min(...totals) <= -terms.loss_limit) return "loss_limit";
  const sign = terms.winner === "highest" ? 1 : -1;
  const [best, second] = totals.map((total) => sign * total).sort((a, b) => b - a);
  if (terms.point_spread !== null && best - second >= terms.point_spread) return "spread";
  return last ? "hands" : "";
}

/**
 * The result in which the sides with the least key win.
 * @param {[number, number][]} keys
 * @param {string} ended
 * @returns {Result}
 */
function placed(keys, ended) {
  const places = keys.map(([a, b]) => 1 + keys.filter(([c, d]) => c < a || (c === a && d < b)).length);
  return { winners: [...places.keys()].filter((side) => places[side] === 1), places, ended };
}

/**
 * The result after a number of hands, or null if the game goes on.
 * @param {Terms} terms
 * @param {{totals: number[], sets: Sets}} now
 * @param {number} hands
 * @param {Hand} hand the last one
 * @param {SideScore[]} sides
 * @param {{moved: number, rule: RenegeRule}} penalty
 */
function resultAfter(terms, { totals, sets }, hands, hand, sides, { moved, rule }) {
  const sign = terms.winner === "highest" ? 1 : -1;
  /** @param {(side: number) => boolean} behind @returns {[number, number][]} */
  const keysBy = (behind) => totals.map((total, side) => [behind(side) ? 1 : 0, -sign * total]);
  if (rule === "lost" && hand.renege !== null) {
    return placed(
      keysBy((side) => side === hand.renege),
      "renege",
    );
  }
  const outright = moved ? null : wonOutright(terms, sides);
  if (outright)
    return placed(
      keysBy((side) => side !== outright.side),
      outright.ended,
    );
  const last = terms.max_hands !== null && hands >= terms.max_hands;
  const bySets = atLimit(terms, sets);
  const lost = bySets.size ? bySets : shortOfBoard(terms, hand);
  const ended = lost.size ? (bySets.size ? "sets" : "board") : endedBy(terms, totals, last);
  if (!ended) return null;
  const keys = keysBy((side) => lost.size < totals.length && lost.has(side));
  const result = placed(keys, ended);
  return result.winners.length > 1 && !(last && terms.level_at_end === "draw") ? null : result;
}

/**
 * A game from its hands.
 * @param {Terms} terms
 * @param {number} dealer who deals first
 * @param {Hand[]} hands
 * @param {RenegeRule} rule
 * @returns {Game}
 */
export function gameOf(terms, dealer, hands, rule) {
  const none = terms.side_seats.map(() => 0);
  /** @type {Game} */
  const game = { hands: [], totals: none, bags: none, sets: { all: none, running: none }, result: null };
  for (const [index, hand] of hands.entries()) {
    const no = index + 1;
    const { sides, moved } = scoreHand(terms, hand, game, rule);
    const late = game.result !== null;
    game.hands.push({
      no,
      dealer: (dealer + index) % terms.players,
      kind: kindOf(terms, no),
      hand,
      sides,
      moved,
      late,
    });
    if (late) continue;
    game.totals = sides.map((side) => side.total);
    game.bags = sides.map((side) => side.bagsAfter);
    if (terms.set_limit !== null || terms.sets_in_a_row !== null) {
      const set = sides.map((side) => isSet(terms, side.lines));
      game.sets = {
        all: game.sets.all.map((n, side) => n + Number(set[side])),
        running: game.sets.running.map((n, side) => (set[side] ? n + 1 : 0)),
      };
    }
    game.result = resultAfter(terms, game, no, hand, sides, { moved, rule });
  }
  return game;
}
