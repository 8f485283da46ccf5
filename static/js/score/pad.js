// The score pad: what is tapped changes the game, which is kept in the browser and drawn anew.
import { around, block, byId } from "../page.js";
import { patch } from "../table/dom.js";
import { gettext } from "../texts.js";
import { bidders, bidOf, offer, withBid, withForced } from "./bids.js";
import { seatNames } from "./names.js";
import { readRules } from "./rules.js";
import { gameOf, kindOf } from "./scorer.js";
import { KEPT, Setup } from "./setup.js";
import { sharePicture, shareText } from "./share.js";
import { startView } from "./start.js";
import { keepRules, savedGames, saveGame } from "./store.js";
import { addsUp, bySeat, byWinners, untouched, winnersOf, withWon } from "./tricks.js";
import { gameView } from "./view.js";

/** @import { Bid, Game, Hand, RenegeRule, Terms } from "./scorer.js" */
/** @import { Family } from "./setup.js" */
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

export class Pad {
  /** @type {Saved | null} */
  game = null;
  /** The row that the numbers go to. */
  active = 0;
  blind = false;
  /** A short confirmation or refusal. */
  said = "";
  /** What was copied by hand because the browser can't. */
  shared = "";
  /** Whether the browser keeps the game. */
  #kept = true;
  /** @type {WakeLockSentinel | null} */
  #lock = null;

  /** @param {HTMLElement} root @param {Record<string, string>} icons */
  constructor(root, icons) {
    this.root = root;
    this.icons = icons;
    this.setup = new Setup(/** @type {Family[]} */ (block("rule-sets")));
    const last = savedGames()[0];
    if (last) this.setup.like(last);
  }

  start() {
    this.root.addEventListener("click", (event) => this.#click(event));
    this.root.addEventListener("change", (event) => this.#change(event));
    this.root.addEventListener("input", (event) => this.#typed(event));
    addEventListener("hashchange", () => this.#fromAddress());
    addEventListener("storage", () => this.#readAgain());
    addEventListener("pageshow", () => this.#readAgain());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#readAgain();
      this.#stayAwake();
    });
    this.draw();
    this.#fromAddress();
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

  /** Whether the last hand may be taken back: not over a hand that somebody has begun to enter. */
  get mayUndo() {
    const { game } = this;
    if (!game?.hands.length) return false;
    return !game.draft || JSON.stringify(game.draft) === JSON.stringify(this.#fresh());
  }

  draw() {
    this.setup.fit();
    patch(this.root, [this.game ? gameView(this) : startView(this)]);
    // Once somebody has chosen, the options' attributes no longer say what a list shows.
    /** @type {Record<string, string>} */
    const shown = { rules: this.setup.chosen.key, dealer: String(this.setup.dealer), rule: this.setup.penalty };
    for (const list of this.root.querySelectorAll("select")) list.value = shown[list.name];
  }

  /** Keeps the game as it is now, and draws it. */
  #keep() {
    this.#kept = !this.game || saveGame(this.game);
    if (!this.#kept) this.said = gettext("This browser keeps nothing: the game is lost when the page is closed.");
    this.draw();
  }

  /** Takes over what another tab, or the installed app, has entered meanwhile. */
  #readAgain() {
    const { game } = this;
    if (!game) return this.draw();
    const now = savedGames().find(({ id }) => id === game.id);
    if (!this.#kept || !now || JSON.stringify(now) === JSON.stringify(game)) return;
    this.game = now;
    this.#restart();
    this.draw();
  }

  /** @param {Event} event */
  #click(event) {
    const button = around(event, "[data-do]");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const [deed, ...words] = (button.dataset.do ?? "").split(" ");
    this.said = "";
    this.#do(deed, words.join(" "));
    this.#stayAwake();
  }

  /** @param {string} deed @param {string} word */
  #do(deed, word) {
    const n = Number(word);
    /** @type {Record<string, () => void>} */
    const deeds = {
      start: () => this.#begin({ ...this.setup.chosen, rule: this.setup.penalty }),
      open: () => this.#open(word),
      leave: () => this.#leave(),
      again: () => this.#again(),
      row: () => this.#row(n),
      blind: () => this.#blind(),
      bid: () => this.#bid(bidOf(n, this.blind)),
      nil: () => this.#bid(bidOf(0, this.blind)),
      "nil-of": () => this.#nilOf(n),
      together: () => this.#bid(null),
      "to-tricks": () => this.#toTricks(),
      "to-bids": () => this.#toBids(),
      won: () => this.#won(n),
      renege: () => this.#renege(n),
      save: () => this.#save(),
      undo: () => this.#undo(),
      edit: () => this.#edit(n),
      cancel: () => this.#next(),
      delete: () => this.#delete(),
      share: () => void this.#share(),
      picture: () => void this.#picture(),
      rules: () => void this.#rules(/** @type {HTMLTextAreaElement} */ (byId("pad-json")).value),
    };
    deeds[deed]?.();
  }

  /** @param {Event} event */
  #change(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    if (field.name === "rules") this.setup.choose(field.value);
    if (field.name === "dealer") this.setup.dealer = Number(field.value);
    if (field.name === "rule") this.setup.rule = /** @type {RenegeRule} */ (field.value);
    this.draw();
  }

  /** @param {Event} event */
  #typed(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const seat = field.dataset.seat;
    if (seat === undefined) return;
    this.setup.names[Number(seat)] = field.value;
    this.draw();
  }

  /** @param {{title: string, terms: Terms, rule: RenegeRule}} under */
  #begin({ title, terms, rule }) {
    const seats = seatNames(terms.players);
    this.game = {
      id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`,
      at: new Date().toISOString(),
      names: seats.map((seat, index) => this.setup.names[index].trim() || seat),
      title,
      terms,
      dealer: this.setup.dealer,
      rule,
      hands: [],
      deleted: 0,
      draft: null,
    };
    this.#next();
  }

  /** @param {string} id */
  #open(id) {
    this.game = savedGames().find((game) => game.id === id) ?? null;
    this.#restart();
    this.draw();
  }

  #leave() {
    if (this.game) this.setup.like(this.game);
    this.game = null;
    this.draw();
    scrollTo(0, 0);
  }

  /** The same players once more; the deal goes on. */
  #again() {
    if (!this.game) return;
    this.setup.like(this.game);
    const { dealer, hands, terms } = this.game;
    this.setup.dealer = (dealer + hands.length) % terms.players;
    this.#begin(this.game);
  }

  /** Goes to the next hand, as far as it was entered, if there is one. */
  #next() {
    const { game, score } = this;
    if (!game || !score) return;
    if (score.result) game.draft = null;
    else {
      game.draft = game.aside ?? this.#fresh();
      game.aside = null;
    }
    this.#restart();
    this.#keep();
  }

  /** @returns {Draft} */
  #fresh() {
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
  #restart() {
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
  #row(index) {
    this.active = index;
    this.blind = false;
    this.draw();
  }

  #blind() {
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
  #bid(bid) {
    const { entry, game } = this;
    if (!entry || !game) return;
    const { draft, dealer } = entry;
    const rows = bidders(game.terms, draft.bids, dealer);
    const seats = rows[this.active];
    const kind = kindOf(game.terms, entry.no);
    if (!bid) for (const seat of [seats[0], (seats[0] + 2) % 4]) draft.bids[seat] = null;
    else draft.bids = withBid(game.terms, kind, draft.bids, seats, bid, entry);
    this.#restart();
    this.#keep();
  }

  /** One of the partners who bid together bids nil for themself. @param {number} seat */
  #nilOf(seat) {
    const { entry, game } = this;
    if (!entry || !game) return;
    entry.draft.bids[(seat + 2) % 4] = null;
    entry.draft.bids[seat] = bidOf(0);
    this.#restart();
    this.#keep();
  }

  #toTricks() {
    const { entry, game } = this;
    if (!entry || !game) return;
    const bids = /** @type {Bid[]} */ (entry.draft.bids);
    const earlier = entry.draft.of === null ? null : game.hands[entry.draft.of];
    const winners = winnersOf(game.terms, bids);
    const same = earlier && JSON.stringify(winnersOf(game.terms, earlier.bids)) === JSON.stringify(winners);
    entry.draft.won = same ? byWinners(winners, earlier.tricks) : untouched(winners);
    this.#restart();
    this.#keep();
  }

  #toBids() {
    if (this.game?.draft) this.game.draft.won = null;
    this.active = 0;
    this.#keep();
  }

  /** @param {number} n tricks of the active row */
  #won(n) {
    const { entry, game } = this;
    if (!entry?.draft.won || !game) return;
    const winners = winnersOf(game.terms, /** @type {Bid[]} */ (entry.draft.bids));
    entry.draft.won = withWon(winners, entry.draft.won, this.active, n, game.terms.tricks);
    const open = entry.draft.won.indexOf(null);
    if (open >= 0) this.active = open;
    this.#keep();
  }

  /** @param {number} side */
  #renege(side) {
    const draft = this.game?.draft;
    if (draft) draft.renege = draft.renege === side ? null : side;
    this.#keep();
  }

  /** The hand as it would be saved; null until its tricks add up. @returns {Hand | null} */
  get ready() {
    const { entry, game } = this;
    if (!game || !entry?.draft.won || !addsUp(entry.draft.won, game.terms.tricks)) return null;
    const bids = /** @type {Bid[]} */ (entry.draft.bids);
    const tricks = bySeat(winnersOf(game.terms, bids), entry.draft.won, game.terms.players);
    return { bids, tricks, renege: entry.draft.renege };
  }

  #save() {
    const { game, ready } = this;
    if (!game?.draft || !ready) return;
    const at = game.draft.of;
    if (at === null) game.hands.push(ready);
    else if (JSON.stringify({ ...game.hands[at], edited: undefined }) !== JSON.stringify(ready)) {
      game.hands[at] = { ...ready, edited: true };
    }
    this.#next();
  }

  /** Takes the last hand back into the entry. */
  #undo() {
    const { game } = this;
    const last = game?.hands.pop();
    if (!game || !last) return;
    const won = byWinners(winnersOf(game.terms, last.bids), last.tricks);
    game.draft = { bids: last.bids, won, renege: last.renege, of: null };
    this.active = 0;
    this.#keep();
  }

  /** @param {number} index of a hand */
  #edit(index) {
    const { game } = this;
    if (!game) return;
    if (game.draft?.of === null) game.aside = game.draft;
    const { bids, tricks, renege } = game.hands[index];
    game.draft = { bids: [...bids], won: byWinners(winnersOf(game.terms, bids), tricks), renege, of: index };
    this.active = 0;
    this.#keep();
    byId("pad-entry").scrollIntoView({ block: "nearest" });
  }

  #delete() {
    const { game } = this;
    if (!game?.draft || game.draft.of === null) return;
    const at = game.draft.of;
    if (!confirm(gettext("Delete hand %(n)s?", { n: at + 1 }))) return;
    const kind = JSON.stringify(kindOf(game.terms, game.hands.length + 1));
    game.hands.splice(at, 1);
    game.deleted += 1;
    // Bids entered for one kind of hand may not go with another.
    if (kind !== JSON.stringify(kindOf(game.terms, game.hands.length + 1))) game.aside = null;
    this.#next();
  }

  async #share() {
    const { game, score } = this;
    if (!game || !score) return;
    const text = shareText(game, score);
    try {
      if (navigator.share) await navigator.share({ text });
      else {
        await navigator.clipboard.writeText(text);
        this.said = gettext("Copied");
      }
    } catch (refused) {
      if (refused instanceof DOMException && refused.name === "AbortError") return;
      this.shared = text;
    }
    this.draw();
  }

  async #picture() {
    const { game, score } = this;
    if (!game || !score) return;
    this.said = await sharePicture(game, score);
    this.draw();
  }

  /** Takes over a rule set by its page's address, its link or its JSON. @param {string} given */
  async #rules(given) {
    const read = await readRules(given);
    if ("rules" in read) {
      const name = keepRules(read.rules);
      if (name === null) this.said = gettext("This browser keeps nothing, so it can’t take over rules.");
      else {
        this.setup.choose(KEPT + name);
        this.said = gettext("Kept on this device: %(name)s", { name });
      }
    } else this.said = read.refused;
    this.draw();
  }

  /** A rule set's page leads here with its own path behind the #. */
  #fromAddress() {
    const path = location.hash.slice(1);
    if (!path.startsWith("/")) return;
    history.replaceState(null, "", location.pathname);
    this.game = null;
    void this.#rules(location.origin + path);
  }

  /** Keeps the screen on while a game is open. */
  async #stayAwake() {
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
}
