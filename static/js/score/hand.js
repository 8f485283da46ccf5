// Entering a hand by taps: what the score pad and a pad of a room's table share. Each decides where the game is kept.
import { around, byId } from "../page.js";
import { bidders, bidOf, offer, withBid, withForced } from "./bids.js";
import { gameOf, kindOf } from "./scorer.js";
import { addsUp, bySeat, byWinners, untouched, winnersOf, withWon } from "./tricks.js";

/** @import { Bid, Game, Hand } from "./scorer.js" */
/** @import { Draft, Saved } from "./store.js" */

/**
 * @typedef {object} Entry the hand being entered
 * @property {number} no
 * @property {number} dealer
 * @property {number[]} totals before it
 * @property {Draft} draft
 * @property {number} active which row the numbers go to
 * @property {boolean} blind
 */

export class HandPad {
  /** @type {Saved | null} */
  game = null;
  /** The row that the numbers go to. */
  active = 0;
  blind = false;
  /** A short confirmation or refusal. */
  said = "";
  /** What was copied by hand because the browser can't. */
  shared = "";
  /** @type {WakeLockSentinel | null} */
  #lock = null;

  /** @param {HTMLElement} root @param {Record<string, string>} icons */
  constructor(root, icons) {
    this.root = root;
    this.icons = icons;
  }

  /** Draws the page anew. */
  draw() {}

  /** Keeps the game as it is now, and draws it. */
  keep() {
    this.draw();
  }

  /** What else is to say of a hand in the sheet. @param {number} _index @returns {string[]} */
  marksOf(_index) {
    return [];
  }

  /** @param {number} n @param {string} _word @returns {Record<string, () => void>} what the buttons do */
  deeds(n, _word) {
    return {
      row: () => this.row(n),
      blind: () => this.setBlind(),
      bid: () => this.bid(bidOf(n, this.blind)),
      nil: () => this.bid(bidOf(0, this.blind)),
      "nil-of": () => this.nilOf(n),
      together: () => this.bid(null),
      "to-tricks": () => this.toTricks(),
      "to-bids": () => this.toBids(),
      won: () => this.won(n),
      renege: () => this.renege(n),
      edit: () => this.edit(n),
    };
  }

  /** @param {Event} event */
  click(event) {
    const button = around(event, "[data-do]");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const [deed, ...words] = (button.dataset.do ?? "").split(" ");
    this.said = "";
    this.deeds(Number(words[0]), words.join(" "))[deed]?.();
    this.stayAwake();
  }

  /** @returns {Game | null} */
  get score() {
    return this.game && gameOf(this.game.terms, this.game.dealer, this.game.hands, this.game.rule);
  }

  /** The hand being entered; null once the game is over. @returns {Entry | null} */
  get entry() {
    const { game } = this;
    if (!game?.draft) return null;
    const index = game.draft.of ?? game.hands.length;
    const { totals } = gameOf(game.terms, game.dealer, game.hands.slice(0, index), game.rule);
    const dealer = (game.dealer + index) % game.terms.players;
    return { no: index + 1, dealer, totals, draft: game.draft, active: this.active, blind: this.blind };
  }

  /** @returns {Draft} */
  fresh() {
    const game = /** @type {Saved} */ (this.game);
    const { totals } = /** @type {Game} */ (this.score);
    const no = game.hands.length + 1;
    const kind = kindOf(game.terms, no);
    const none = Array(game.terms.players).fill(null);
    const bids = withForced(game.terms, kind, none, totals, (game.dealer + no - 1) % game.terms.players);
    const won = kind.word === "none" ? untouched(winnersOf(game.terms, /** @type {Bid[]} */ (bids))) : null;
    return { bids, won, renege: null, of: null };
  }

  /** Goes to the first row that is open. */
  restart() {
    const { entry, game } = this;
    this.blind = false;
    this.shared = "";
    if (!entry || !game) return;
    const { bids, won } = entry.draft;
    const open = won
      ? won.indexOf(null)
      : bidders(game.terms, bids, entry.dealer).findIndex((seats) => seats.some((seat) => bids[seat] === null));
    this.active = open < 0 ? 0 : open;
  }

  /** @param {number} index */
  row(index) {
    this.active = index;
    this.blind = false;
    this.draw();
  }

  setBlind() {
    this.blind = !this.blind;
    this.draw();
  }

  /** What the active row may bid. */
  get offer() {
    const { entry, game } = this;
    if (!entry || !game) return null;
    const seats = bidders(game.terms, entry.draft.bids, entry.dealer)[this.active];
    return seats && offer(game.terms, kindOf(game.terms, entry.no), entry.draft.bids, seats, entry.totals);
  }

  /** @param {Bid | null} bid of the active row; null: partners bid together again */
  bid(bid) {
    const { entry, game } = this;
    if (!entry || !game) return;
    const { draft, dealer } = entry;
    const rows = bidders(game.terms, draft.bids, dealer);
    const seats = rows[this.active];
    const kind = kindOf(game.terms, entry.no);
    if (!bid) for (const seat of [seats[0], (seats[0] + 2) % 4]) draft.bids[seat] = null;
    else draft.bids = withBid(game.terms, kind, draft.bids, seats, bid, entry);
    this.restart();
    this.keep();
  }

  /** One of the partners who bid together bids nil for themself. @param {number} seat */
  nilOf(seat) {
    const { entry, game } = this;
    if (!entry || !game) return;
    entry.draft.bids[(seat + 2) % 4] = null;
    entry.draft.bids[seat] = bidOf(0);
    this.restart();
    this.keep();
  }

  toTricks() {
    const { entry, game } = this;
    if (!entry || !game) return;
    const bids = /** @type {Bid[]} */ (entry.draft.bids);
    const earlier = entry.draft.of === null ? null : game.hands[entry.draft.of];
    const winners = winnersOf(game.terms, bids);
    const same = earlier && JSON.stringify(winnersOf(game.terms, earlier.bids)) === JSON.stringify(winners);
    entry.draft.won = same ? byWinners(winners, earlier.tricks) : untouched(winners);
    this.restart();
    this.keep();
  }

  toBids() {
    if (this.game?.draft) this.game.draft.won = null;
    this.active = 0;
    this.keep();
  }

  /** @param {number} n tricks of the active row */
  won(n) {
    const { entry, game } = this;
    if (!entry?.draft.won || !game) return;
    const winners = winnersOf(game.terms, /** @type {Bid[]} */ (entry.draft.bids));
    entry.draft.won = withWon(winners, entry.draft.won, this.active, n, game.terms.tricks);
    const open = entry.draft.won.indexOf(null);
    if (open >= 0) this.active = open;
    this.keep();
  }

  /** @param {number} side */
  renege(side) {
    const draft = this.game?.draft;
    if (draft) draft.renege = draft.renege === side ? null : side;
    this.keep();
  }

  /** The hand as it would be saved; null until its tricks add up. @returns {Hand | null} */
  get ready() {
    const { entry, game } = this;
    if (!game || !entry?.draft.won || !addsUp(entry.draft.won, game.terms.tricks)) return null;
    const bids = /** @type {Bid[]} */ (entry.draft.bids);
    const tricks = bySeat(winnersOf(game.terms, bids), entry.draft.won, game.terms.players);
    return { bids, tricks, renege: entry.draft.renege };
  }

  /** Keeps the screen on while a game is open. */
  async stayAwake() {
    try {
      if (!this.game) {
        await this.#lock?.release();
        this.#lock = null;
      } else if (document.visibilityState === "visible" && (this.#lock?.released ?? true)) {
        this.#lock = (await navigator.wakeLock?.request("screen")) ?? null;
      }
    } catch {
      // Saving the battery is the device's choice.
    }
  }

  /** @param {number} index of a hand */
  edit(index) {
    const { game } = this;
    if (!game) return;
    if (game.draft?.of === null) game.aside = game.draft;
    const { bids, tricks, renege } = game.hands[index];
    game.draft = { bids: [...bids], won: byWinners(winnersOf(game.terms, bids), tricks), renege, of: index };
    this.active = 0;
    this.keep();
    byId("pad-entry").scrollIntoView({ block: "nearest" });
  }

  /** Whether the hand being edited may be deleted. */
  get mayDelete() {
    return true;
  }

  /** Whether the last hand may be taken back: not over a hand that somebody has begun to enter. */
  get mayUndo() {
    const { game } = this;
    if (!game?.hands.length) return false;
    return !game.draft || JSON.stringify(game.draft) === JSON.stringify(this.fresh());
  }
}
