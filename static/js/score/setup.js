// What the pad's first screen asks before a game.
import { gettext } from "../texts.js";
import { seatNames } from "./names.js";
import { keptRules, sameTerms } from "./store.js";

/** @import { RenegeRule, Terms } from "./scorer.js" */
/** @import { Saved } from "./store.js" */

/**
 * @typedef {{key: string, title: string, terms: Terms}} Choice a rule set on offer
 * @typedef {{family: string, sets: Choice[]}} Family
 */

/** Begins the keys of rules kept on this device. */
export const KEPT = "kept:";

export class Setup {
  names = ["", "", "", "", ""];
  dealer = 0;
  /** @type {RenegeRule} */
  rule = "tricks";

  /** @param {Family[]} families the presets */
  constructor(families) {
    this.families = families;
    /** The key of the rule set. */
    this.rules = families[0].sets[0].key;
  }

  /** Every rule set on offer, those kept on this device last. @returns {Family[]} */
  get offered() {
    const own = keptRules().map(({ name, terms }) => ({ key: KEPT + name, title: name, terms }));
    return own.length ? [...this.families, { family: gettext("Kept on this device"), sets: own }] : this.families;
  }

  /** @returns {Choice} */
  get chosen() {
    const sets = this.offered.flatMap((family) => family.sets);
    return sets.find(({ key }) => key === this.rules) ?? sets[0];
  }

  /** What a renege costs in the new game: three tricks have nowhere to go among more than two sides. @returns {RenegeRule} */
  get penalty() {
    const { rule } = this;
    return rule === "tricks" && this.chosen.terms.side_seats.length > 2 ? "set" : rule;
  }

  /** Chooses rules, with what a renege costs under them. @param {string} key */
  choose(key) {
    this.rules = key;
    this.rule = this.chosen.terms.revoke === "penalised" ? "nothing" : "tricks";
  }

  /** The same players under the same rules, if they are on offer. @param {Saved} game */
  like(game) {
    const seats = seatNames(game.terms.players);
    game.names.forEach((name, seat) => {
      this.names[seat] = name === seats[seat] ? "" : name;
    });
    const found = this.offered
      .flatMap(({ sets }) => sets)
      .find(({ title, terms }) => title === game.title && sameTerms(terms, game.terms));
    if (found) this.rules = found.key;
    this.rule = game.rule;
    this.dealer = game.dealer;
  }

  /** Somebody at the table deals first, also under other rules. */
  fit() {
    if (this.dealer >= this.chosen.terms.players) this.dealer = 0;
  }
}
