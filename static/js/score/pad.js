// The score pad: what is tapped changes the game, which is kept in the browser and drawn anew.
import { block, byId } from "../page.js";
import { patch } from "../table/dom.js";
import { gettext } from "../texts.js";
import { HandPad } from "./hand.js";
import { seatNames } from "./names.js";
import { readRules } from "./rules.js";
import { kindOf } from "./scorer.js";
import { KEPT, Setup } from "./setup.js";
import { sharePicture, shareText } from "./share.js";
import { startView } from "./start.js";
import { keepRules, savedGames, saveGame } from "./store.js";
import { byWinners, winnersOf } from "./tricks.js";
import { gameView } from "./view.js";

/** @import { RenegeRule, Terms } from "./scorer.js" */
/** @import { Family } from "./setup.js" */

export class Pad extends HandPad {
  /** Whether the browser keeps the game. */
  #kept = true;

  /** @param {HTMLElement} root @param {Record<string, string>} icons */
  constructor(root, icons) {
    super(root, icons);
    this.setup = new Setup(/** @type {Family[]} */ (block("rule-sets")));
    const last = savedGames()[0];
    if (last) this.setup.like(last);
  }

  start() {
    this.root.addEventListener("click", (event) => this.click(event));
    this.root.addEventListener("change", (event) => this.#change(event));
    this.root.addEventListener("input", (event) => this.#typed(event));
    addEventListener("hashchange", () => this.#fromAddress());
    addEventListener("storage", () => this.#readAgain());
    addEventListener("pageshow", () => this.#readAgain());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#readAgain();
      this.stayAwake();
    });
    this.draw();
    this.#fromAddress();
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
  keep() {
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
    this.restart();
    this.draw();
  }

  /** @param {number} n @param {string} word @returns {Record<string, () => void>} */
  deeds(n, word) {
    return {
      ...super.deeds(n, word),
      start: () => this.#begin({ ...this.setup.chosen, rule: this.setup.penalty }),
      open: () => this.#open(word),
      leave: () => this.#leave(),
      again: () => this.#again(),
      save: () => this.#save(),
      undo: () => this.#undo(),
      cancel: () => this.#next(),
      delete: () => this.#delete(),
      share: () => void this.#share(),
      picture: () => void this.#picture(),
      rules: () => void this.#rules(/** @type {HTMLTextAreaElement} */ (byId("pad-json")).value),
    };
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
    this.restart();
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
      game.draft = game.aside ?? this.fresh();
      game.aside = null;
    }
    this.restart();
    this.keep();
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
    this.keep();
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
}
