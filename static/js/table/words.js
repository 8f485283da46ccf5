// What the table calls its cards, people and numbers, and its longer sentences, in the page's language.
import { gettext, ngettext, pgettext } from "../texts.js";
import { suitOf } from "./model.js";

/** @import { Bid, Card, Ended, HandScore, Model, Named, Outcome, Rules, Seat, SideName, Table } from "../types.js" */
/** @import { WhyNot } from "./model.js" */

/** Signs come before their numbers also in right-to-left languages. @param {string} text */
export const numeral = (text) => (document.dir === "rtl" ? `\u2066${text}\u2069` : text);

/** @param {number} points */
function sign(points) {
  if (points === 0) return "0";
  return points > 0 ? `+${points}` : `−${-points}`;
}

/** @type {Record<string, () => string>} by the letter in a card's name */
const RANKS = {
  A: () => gettext("ace"),
  K: () => gettext("king"),
  Q: () => gettext("queen"),
  J: () => gettext("jack"),
  T: () => "10",
};

/** @type {Record<string, () => string>} */
const SUITS = {
  S: () => gettext("spades"),
  H: () => gettext("hearts"),
  D: () => gettext("diamonds"),
  C: () => gettext("clubs"),
};

/** @type {Record<string, (values: { name: string }) => string>} what is worth announcing of a hand, by kind */
const OUTCOMES = {
  boston: (values) => gettext("Boston: %(name)s", values),
  set: (values) => gettext("Set: %(name)s", values),
  nil_kept: (values) => gettext("Nil kept: %(name)s", values),
  double_nil: (values) => gettext("Both nils kept: %(name)s", values),
  nil_broken: (values) => gettext("Nil broken: %(name)s", values),
  claim: (values) => gettext("Claimed the rest: %(name)s", values),
  thrown_in: (values) =>
    values.name ? gettext("Thrown in: %(name)s", values) : gettext("Thrown in: all bids together were too low"),
};

/** Until when a bot plays for the viewer. @param {Model} m the model */
export function standIn(m) {
  if (m.can.has("take_back")) return gettext("A bot plays for you.");
  if (!m.trickNo) return gettext("You join in at the next hand. A bot plays this one.");
  const n = m.trickNo.all - m.trickNo.n + 1;
  return ngettext(
    "You join in after %(n)s more trick. A bot plays this hand.",
    "You join in after %(n)s more tricks. A bot plays this hand.",
    n,
  );
}

/** @param {Card} code */
export function card(code) {
  if (code === "BJ") return gettext("big joker");
  if (code === "LJ") return gettext("little joker");
  const rank = RANKS[code[0]]?.() ?? code[0];
  return pgettext("card", "%(rank)s of %(suit)s", { rank, suit: suit(code[1]) });
}

/** A card by the rules of its table, which may raise deuces above the ace. @param {string} code @param {string[]} [highDeuces] */
export function cardThere(code, highDeuces = []) {
  return highDeuces.includes(code) ? gettext("%(card)s, a high spade", { card: card(code) }) : card(code);
}

/** @param {string} letter */
export function suit(letter) {
  return SUITS[letter]?.() ?? letter;
}

/** What a player bid, or the number with which they opened for their side; nothing if they said none. @param {Bid} bid */
export function bid({ nil, value, blind, opening }) {
  if (opening !== null) return opening ? gettext("opened with %(n)s", { n: opening }) : "";
  const text = nil ? gettext("nil") : String(value);
  return blind ? gettext("blind %(bid)s", { bid: text }) : text;
}

/** @type {Record<string, () => string>} */
const PROGRAMME = {
  free: () => gettext("free bidding"),
  itself: () => gettext("nobody bids"),
  suicide: () => gettext("one of two partners bids nil"),
  mirror: () => gettext("everybody bids their number of spades"),
  whiz: () => gettext("everybody bids their number of spades, or nil"),
  nil: () => gettext("everybody bids nil"),
  copy: () => gettext("who bids second bids like their partner"),
};

/** How a hand is bid. @param {string} word of a programme */
export function programme(word) {
  const [kind, rest] = word.split(" ");
  if (kind === "bid") return gettext("everybody bids %(n)s", { n: rest });
  if (kind === "total") return gettext("the last bidder makes all bids %(n)s together", { n: rest });
  if (kind === "holder") return gettext("who holds the %(card)s bids nil", { card: card(rest) });
  return PROGRAMME[kind]?.() ?? word;
}

/**
 * How often a side was set, where that may lose the game; null where it can't, or wasn't yet.
 * @param {{sets: number, running: number}} side
 * @param {Pick<Rules, "set_limit" | "sets_in_a_row">} rules
 * @returns {{long: string, short: string} | null}
 */
export function sets({ sets: all, running }, { set_limit: most, sets_in_a_row: row }) {
  const [n, limit] = most ? [all, most] : [running, row];
  if (!limit || !n) return null;
  return {
    long: most
      ? gettext("set %(n)s of %(limit)s", { n, limit })
      : gettext("set %(n)s of %(limit)s in a row", { n, limit }),
    short: `✗ ${n}/${limit}`,
  };
}

/** @param {number} n */
export const bags = (n) => ngettext("%(n)s bag", "%(n)s bags", n);

/**
 * A line of the engine's score. The texts are those of games/tables/texts/score_lines.py: English, with %(a)s and %(b)s for
 * the numbers.
 * @param {{code: string, text: string}} line
 */
export function line({ code, text }) {
  const [a = "", b = ""] = text.match(/\d+/g) ?? [];
  if (a && code === "bags") return bags(Number(a));
  if (a && code === "overtricks") return ngettext("%(n)s overtrick", "%(n)s overtricks", Number(a));
  let place = 0;
  const known = text.replace(/\d+/g, () => ["%(a)s", "%(b)s"][place++] ?? "%");
  return place > 2 ? text : gettext(known, { a, b });
}

/** How strong a bot is. @param {number | null} number */
export function level(number) {
  if (number === 1) return pgettext("level", "Relaxed");
  return number === 2 ? pgettext("level", "Club") : pgettext("level", "Strong");
}

/** A bot and its level; a bot account has none. @param {{level: number | null}} seat */
export function bot(seat) {
  return seat.level === null ? gettext("bot") : `${gettext("bot")} · ${level(seat.level)}`;
}

/** @param {Named} seat */
export function name(seat) {
  if (seat.mine) return gettext("You");
  return seat.name ?? gettext("Empty seat");
}

/** @param {SideName} given */
export function side({ word, names }) {
  if (word === "we") return gettext("We");
  if (word === "they") return gettext("They");
  return names ? joined(names) : gettext("You");
}

/** @param {string[]} names at least one */
export const joined = (names) => names.reduce((a, b) => gettext("%(a)s & %(b)s", { a, b }));

/** Who plays which card. @param {Named} seat @param {Card} code */
export function played(seat, code) {
  return seat.mine
    ? gettext("You play %(card)s.", { card: card(code) })
    : gettext("%(name)s plays %(card)s.", { name: name(seat), card: card(code) });
}

/** Who won a trick. @param {Named} seat */
export function wonBy(seat) {
  return seat.mine ? gettext("You won it") : gettext("%(name)s won it", { name: name(seat) });
}

/** What is worth announcing of a hand. @param {Outcome} outcome @param {Model} m */
export function outcome({ kind, side: index, seat, tricks = 0 }, m) {
  const values = { name: seat !== null ? name(m.seats[seat]) : index < 0 ? "" : side(m.sideNames[index]) };
  return tricks
    ? ngettext("Claimed the rest: %(name)s, %(n)s trick", "Claimed the rest: %(name)s, %(n)s tricks", tricks, values)
    : OUTCOMES[kind](values);
}

/**
 * A card that didn't follow suit, where that can happen.
 * @param {{seat: number, trick: number, card: Card, led: Card}} given
 * @param {Named} seat
 * @param {Card[]} [highDeuces]
 */
export function revoke({ trick, card: code, led }, seat, highDeuces) {
  const values = { n: trick, name: name(seat), card: card(code), suit: suit(suitOf(led, highDeuces)) };
  return seat.mine
    ? gettext("Trick %(n)s: you played the %(card)s while holding %(suit)s.", values)
    : gettext("Trick %(n)s: %(name)s played the %(card)s while holding %(suit)s.", values);
}

/** What the partner has passed. @param {Model} m the model @param {Card[]} passed */
export function received(m, passed) {
  const partner = m.seats.find((seat) => seat.partner);
  return gettext("%(name)s passed you %(cards)s", {
    name: partner ? name(partner) : "",
    cards: passed.map(card).join(", "),
  });
}

/** Why a card can't be played now. @param {WhyNot} why */
export function whyNot(why) {
  if (why.reason === "must_follow")
    return gettext("You have %(suit)s, so you must follow with one of them.", { suit: suit(why.suit) });
  if (why.reason === "first_trick") return gettext("That card can’t be played to the first trick.");
  return why.reason === "spades_not_broken"
    ? gettext("Spades are not broken yet, so they can’t be led.")
    : gettext("That card can’t be played now.");
}

/** What the arbiter wrote to the table, or whom the arbiter replaced; null: anything else. @param {Table["news"]} news */
export function fromArbiter(news) {
  const { what, text = "", name = "" } = news ?? {};
  if (what === "message") return gettext("The arbiter: %(text)s", { text });
  return what === "replaced" ? gettext("%(name)s plays on for %(text)s.", { name, text }) : null;
}

/** What a game did to a rating: "1500 → 1516 (+16)". @param {{before: number, after: number}} row */
export function ratingChange({ before, after }) {
  const [was, is] = [Math.round(before), Math.round(after)];
  return numeral(`${was} → ${is} (${sign(is - was)})`);
}

/** A number with a real minus. @param {number} points */
export function plain(points) {
  return numeral(String(points).replace("-", "−"));
}

/** @param {number} points */
export function signed(points) {
  return numeral(sign(points));
}

/** The instruction for the player, for the line above their hand. @param {Model} m the model */
export function prompt(m) {
  if (m.status === "finished") return gettext("The game is over");
  if (m.status === "abandoned") return gettext("This table was abandoned");
  if (m.status === "open") return waiting(m);
  if (m.ui.pending) return gettext("Sending…");
  if (m.ui.line === "lost") return gettext("No connection");
  if (m.ui.line === "closed") return "";
  if (m.phase === null)
    return m.table.salts
      ? gettext("Shuffling: every browser reveals its salt…")
      : gettext("Waiting for the other tables of the round, which get the same cards…");
  // Of lessons and practice, which are at no table of the site, the player asks for the next hand.
  if (m.phase === "deal") return m.table.id && gettext("The next hand is being dealt");
  if (m.myTurn) return ownTurn(m);
  // For whom a bot plays, the notice says that.
  const names = m.acting.filter((seat) => seat !== m.me).map((seat) => name(m.seats[seat]));
  if (names.length === 0) return "";
  const values = { name: joined(names) };
  if (m.phase === "bid") return gettext("%(name)s to bid", values);
  if (m.phase === "pass") return gettext("%(name)s to pass cards", values);
  return m.phase === "draw" ? gettext("%(name)s to draw", values) : gettext("%(name)s to play", values);
}

/** @param {Model} m */
function ownTurn(m) {
  if (m.phase === "bid") return gettext("Your bid");
  if (m.phase === "pass") return gettext("Choose cards to pass");
  if (m.phase === "draw") return gettext("Keep the card or refuse it");
  const led = m.livePlays[0]?.[1];
  if (!led) return gettext("Your lead");
  const following = suitOf(led, m.rules.high_deuces);
  const values = { suit: suit(following) };
  return m.hand?.cards.some((own) => own.suit === following)
    ? gettext("Your turn: follow %(suit)s", values)
    : gettext("Your turn: no %(suit)s, play any card", values);
}

/** @param {Model} m */
export function waiting(m) {
  const free = m.seats.filter((seat) => !seat.taken).length;
  return free
    ? ngettext("%(n)s seat is free", "%(n)s seats are free", free)
    : gettext("Every seat is taken. The game begins when everybody is here.");
}

/** Who won, as a sentence without its full stop. @param {Ended} m @param {Seat[]} winners */
export function winner(m, winners) {
  // Several sides share the highest total after the last of a fixed number of hands.
  const first = m.sides.filter((side) => winners.includes(side[0])).length;
  if (first > 1 && first === m.sides.length) return gettext("The game is drawn");
  if (first > 1)
    return gettext("First place is shared: %(names)s", {
      names: winners.map((seat) => name(m.seats[seat])).join(", "),
    });
  if (m.me !== null && winners.includes(m.me)) {
    const partner = m.seats.find((seat) => seat.partner && winners.includes(seat.seat));
    return partner ? gettext("You and %(name)s win", { name: partner.name ?? "" }) : gettext("You win");
  }
  const names = joined(winners.map((seat) => m.seats[seat].name ?? ""));
  return winners.length > 1 ? gettext("%(names)s win", { names }) : gettext("%(names)s wins", { names });
}

/** A hand's name, by its number among those that count. @param {Pick<HandScore, "number" | "thrown_in">} hand */
export function handTitle({ number: n, thrown_in: thrown }) {
  return thrown.length ? gettext("Hand %(n)s, thrown in", { n }) : gettext("Hand %(n)s", { n });
}
