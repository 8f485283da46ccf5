// Everything that the table says, in the page's language (games/tables/texts).
import { fill } from "../page.js";
import { suitOf } from "./model.js";

/** @import { Bid, Card, Ended, Model, Named, Outcome, Seat, SideName } from "../types.js" */

/** Signs come before their numbers also in right-to-left languages. @param {string} text */
export const numeral = (text) => (document.dir === "rtl" ? `\u2066${text}\u2069` : text);

/** @param {number} points */
function sign(points) {
  if (points === 0) return "0";
  return points > 0 ? `+${points}` : `−${-points}`;
}

/** @type {Record<string, string>} */
const TURNS = { bid: "bid_of", pass: "pass_of", draw: "draw_of" };

export class Words {
  /**
   * @param {Record<string, string>} texts
   * @param {string} language
   */
  constructor(texts, language) {
    this.texts = texts;
    this.plural = new Intl.PluralRules(language || "en");
  }

  /**
   * @param {string} key
   * @param {Record<string, string | number>} [values]
   */
  t(key, values = {}) {
    return fill(this.texts[key] ?? key, values);
  }

  /**
   * @param {string} key without _one or _other
   * @param {number} n
   * @param {Record<string, string | number>} [values]
   */
  count(key, n, values = {}) {
    const form = `${key}_${this.plural.select(n)}`;
    return this.t(form in this.texts ? form : `${key}_other`, { n, ...values });
  }

  /** Until when a bot plays for the viewer. @param {Model} m the model */
  standIn(m) {
    return this.t(m.can.has("take_back") ? "stand_in_you" : "from_next_hand");
  }

  /** @param {string} card */
  card(card) {
    if (`card_${card}` in this.texts) return this.t(`card_${card}`);
    const rank = this.texts[`rank_${card[0]}`] ?? card[0];
    return this.t("card", { rank, suit: this.suit(card[1]) });
  }

  /** @param {string} suit */
  suit(suit) {
    return this.t(`suit_${suit}`);
  }

  /** @param {Bid} bid */
  bid(bid) {
    const text = bid.nil ? this.t("nil") : String(bid.value);
    return bid.blind ? this.t("blind", { bid: text }) : text;
  }

  /** A line of the engine's score, known by its text with # for its numbers. @param {{code: string, text: string}} line */
  line({ code, text }) {
    const numbers = text.match(/\d+/g) ?? [];
    if (`${code}_other` in this.texts && numbers.length) return this.count(code, Number(numbers[0]));
    const key = `line_${text.replace(/\d+/g, "#")}`;
    return key in this.texts ? this.t(key, { a: numbers[0] ?? "", b: numbers[1] ?? "" }) : text;
  }

  /** @param {{level: number | null}} seat */
  level({ level }) {
    return this.t(`level_${level}`);
  }

  /** A bot and its level; a bot account has none. @param {{level: number | null}} seat */
  bot(seat) {
    return seat.level === null ? this.t("bot") : `${this.t("bot")} · ${this.level(seat)}`;
  }

  /** @param {Named} seat */
  name(seat) {
    if (seat.mine) return this.t("you");
    return seat.name ?? this.t("empty_seat");
  }

  /** @param {SideName} side */
  side(side) {
    if (side.word) return this.t(side.word);
    return side.names.reduce((a, b) => this.t("and", { a, b }));
  }

  /** Who plays which card. @param {Named} seat @param {string} card */
  played(seat, card) {
    return seat.mine
      ? this.t("say_you_played", { card: this.card(card) })
      : this.t("say_played", { name: this.name(seat), card: this.card(card) });
  }

  /** Who won a trick. @param {Named} seat */
  wonBy(seat) {
    return seat.mine ? this.t("last_by_you") : this.t("last_by", { name: this.name(seat) });
  }

  /** What is worth announcing of a hand. @param {Outcome} outcome @param {Model} m */
  outcome({ kind, side, seat, tricks = 0 }, m) {
    const name = seat === null ? this.side(m.sideNames[side]) : this.name(m.seats[seat]);
    return tricks ? this.count("out_claim", tricks, { name }) : this.t(`out_${kind}`, { name });
  }

  /**
   * A card that didn't follow suit, where that can happen.
   * @param {{seat: number, trick: number, card: string, led: string}} revoke
   * @param {Named} seat
   */
  revoke({ trick, card, led }, seat) {
    const values = { n: trick, name: this.name(seat), card: this.card(card), suit: this.suit(suitOf(led)) };
    return this.t(seat.mine ? "revoked_you" : "revoked", values);
  }

  /** What the partner has passed. @param {Model} m the model @param {Card[]} passed */
  received(m, passed) {
    const partner = m.seats.find((seat) => seat.partner);
    const cards = passed.map((card) => this.card(card));
    return this.t("pass_received", { name: partner ? this.name(partner) : "", cards: cards.join(", ") });
  }

  /** What a game did to a rating: "1500 → 1516 (+16)". @param {{before: number, after: number}} row */
  ratingChange({ before, after }) {
    const [was, is] = [Math.round(before), Math.round(after)];
    return numeral(`${was} → ${is} (${sign(is - was)})`);
  }

  /** A number with a real minus. @param {number} points */
  plain(points) {
    return numeral(String(points).replace("-", "−"));
  }

  /** @param {number} points */
  signed(points) {
    return numeral(sign(points));
  }

  /** The instruction for the player, for the line above their hand. @param {Model} m the model */
  prompt(m) {
    if (m.status === "finished") return this.t("over");
    if (m.status === "abandoned") return this.t("abandoned");
    if (m.status === "open") return this.waiting(m);
    if (m.ui.pending) return this.t("sending");
    if (m.ui.line === "lost") return this.t("no_line");
    if (m.ui.line === "closed") return "";
    if (m.phase === null) return this.t(m.table.salts ? "shuffling" : "other_tables");
    if (m.phase === "deal") return this.t("next_hand");
    if (m.myTurn) return this.ownTurn(m);
    // For whom a bot plays, the notice says that.
    const names = m.acting.filter((seat) => seat !== m.me).map((seat) => this.name(m.seats[seat]));
    if (names.length === 0) return "";
    return this.t(TURNS[m.phase] ?? "turn_of", { name: names.reduce((a, b) => this.t("and", { a, b })) });
  }

  /** @param {Model} m */
  ownTurn(m) {
    if (m.phase !== "play") return this.t(`your_turn_${m.phase}`);
    const led = m.livePlays[0]?.[1];
    if (!led) return this.t("your_turn_lead");
    const suit = suitOf(led);
    const follows = m.hand?.cards.some((own) => own.suit === suit);
    return this.t(follows ? "your_turn_follow" : "your_turn_any", { suit: this.suit(suit) });
  }

  /** @param {Model} m */
  waiting(m) {
    const free = m.seats.filter((seat) => !seat.taken).length;
    return free ? this.count("wait", free) : this.t("wait_full");
  }

  /** Who won, as a sentence without its full stop. @param {Ended} m @param {Seat[]} winners */
  winner(m, winners) {
    // Several sides share the highest total after the last of a fixed number of hands.
    const first = m.sides.filter((side) => winners.includes(side[0])).length;
    if (first > 1 && first === m.sides.length) return this.t("win_nobody");
    if (first > 1) return this.t("win_shared", { names: winners.map((seat) => this.name(m.seats[seat])).join(", ") });
    if (m.me !== null && winners.includes(m.me)) {
      const partner = m.seats.find((seat) => seat.partner && winners.includes(seat.seat));
      return partner ? this.t("win_we", { name: partner.name ?? "" }) : this.t("win_you");
    }
    const names = winners.map((seat) => m.seats[seat].name ?? "").reduce((a, b) => this.t("and", { a, b }));
    return this.t(winners.length > 1 ? "win_others" : "win_other", { names });
  }
}
