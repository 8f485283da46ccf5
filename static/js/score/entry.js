// The hand being entered: rows for the bids or the tricks, and the numbers for the active row.
import { h } from "../table/dom.js";
import * as words from "../table/words.js";
import { gettext, ngettext } from "../texts.js";
import { allBid, bidders, bidTotal } from "./bids.js";
import { bidName, namesOf, renegeWords, sideName } from "./names.js";
import { isNil, kindOf, scoreHand } from "./scorer.js";
import { mostOf, winnersOf } from "./tricks.js";

/** @import { Child, Tree } from "../types.js" */
/** @import { Entry, HandPad } from "./hand.js" */
/** @import { Bid, Game } from "./scorer.js" */
/** @import { Saved } from "./store.js" */

/** @param {HandPad} pad @param {Game} score */
export function entryView(pad, score) {
  const game = /** @type {Saved} */ (pad.game);
  const entry = /** @type {Entry} */ (pad.entry);
  const { terms } = game;
  const { no, dealer, draft } = entry;
  const word = kindOf(terms, no).word === "none" ? "itself" : terms.programme[(no - 1) % terms.programme.length];
  return h(
    "section",
    { class: "pad-entry", "aria-labelledby": "pad-hand", key: "entry" },
    h(
      "header",
      { class: "pad-head", key: "head" },
      h("h2", { id: "pad-hand" }, gettext("Hand %(n)s", { n: no })),
      h("span", { class: "muted" }, gettext("%(name)s deals", { name: game.names[dealer] })),
      word !== "free" && h("span", { class: "badge badge-accent", key: "word" }, words.programme(word)),
      draft.of !== null && h("span", { class: "badge badge-warn", key: "edit" }, gettext("editing")),
    ),
    draft.won ? tricksView(pad, game, entry, score) : bidsView(pad, game, entry),
    draft.of !== null &&
      h(
        "div",
        { class: "cluster", key: "edits" },
        h("button", { type: "button", class: "button", "data-do": "cancel" }, gettext("Cancel")),
        pad.mayDelete &&
          h(
            "button",
            { type: "button", class: "button button-danger", "data-do": "delete" },
            gettext("Delete hand %(n)s", { n: no }),
          ),
      ),
  );
}

/** @param {number} index @param {boolean} active @param {string} name @param {string} value */
function rowView(index, active, name, value) {
  return h(
    "button",
    { type: "button", class: "pad-row", "data-do": `row ${index}`, "aria-pressed": String(active), key: index },
    h("span", null, name),
    h("strong", null, value || "–"),
  );
}

/** @param {string} does @param {Child} label @param {{off?: boolean, on?: boolean, wide?: boolean}} [how] */
function key(does, label, { off = false, on = false, wide = false } = {}) {
  return h(
    "button",
    {
      type: "button",
      class: wide ? "pad-key pad-wide" : "pad-key",
      "data-do": does,
      "aria-disabled": off ? "true" : null,
      "aria-pressed": on ? "true" : null,
      key: does,
    },
    label,
  );
}

/** @param {number} from @param {number} to @returns {number[]} */
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** @param {HandPad} pad @param {Saved} game @param {Entry} entry */
function bidsView(pad, game, entry) {
  const { draft, dealer, active, blind } = entry;
  const { terms } = game;
  const rows = bidders(terms, draft.bids, dealer);
  const seats = rows[active];
  const offered = pad.offer;
  const now = seats && draft.bids[/** @type {number} */ (seats.at(-1))];
  const numbers = (blind ? offered?.blind : offered?.numbers) ?? [];
  const nil = (blind ? offered?.blindNil : offered?.nil) ?? false;
  const mayBlind = Boolean(offered?.blind.length || offered?.blindNil);
  const partners = terms.bid_by === "side" && terms.nil !== null ? (seats ?? []) : [];
  const apart = terms.bid_by === "side" && seats?.length === 1;
  /** @type {(false | Tree)[]} */
  const others = [
    mayBlind && key("blind", gettext("Blind"), { on: blind, wide: true }),
    nil && key("nil", bidName({ value: 0, blind, silent: false }), { on: Boolean(now && isNil(now)), wide: true }),
    ...(partners.length > 1
      ? partners.map((seat) =>
          key(`nil-of ${seat}`, gettext("Nil: %(name)s", { name: game.names[seat] }), { wide: true }),
        )
      : []),
    apart && key("together", gettext("One bid for both"), { wide: true }),
  ];
  return h(
    "div",
    { class: "pad-parts", key: "bids" },
    h(
      "div",
      { class: "pad-rows", role: "group", "aria-label": gettext("Bids"), key: "rows" },
      rows.map((row, index) => {
        const said = draft.bids[/** @type {number} */ (row.at(-1))];
        return rowView(index, index === active, namesOf(game, row), said ? bidName(said) : "");
      }),
    ),
    h(
      "div",
      {
        class: "pad-keys",
        key: "keys",
        role: "group",
        "aria-label": gettext("Bid of %(name)s", { name: namesOf(game, seats ?? []) }),
      },
      range(1, terms.tricks).map((n) =>
        key(`bid ${n}`, n, { off: !numbers.includes(n), on: Boolean(now && now.value === n && now.blind === blind) }),
      ),
      others,
    ),
    h(
      "p",
      { class: "muted pad-sum", key: "sum" },
      gettext("All bids: %(n)s of %(tricks)s", { n: bidTotal(draft.bids), tricks: terms.tricks }),
    ),
    h(
      "button",
      {
        type: "button",
        class: "button button-primary pad-go",
        "data-do": "to-tricks",
        "aria-disabled": allBid(draft.bids) ? null : "true",
        key: "go",
      },
      gettext("Enter the tricks"),
    ),
  );
}

/** @param {HandPad} pad @param {Saved} game @param {Entry} entry @param {Game} score */
function tricksView(pad, game, entry, score) {
  const { draft, active, no } = entry;
  const { terms } = game;
  const bids = /** @type {Bid[]} */ (draft.bids);
  const won = draft.won ?? [];
  const winners = winnersOf(terms, bids);
  const most = mostOf(winners, won, active, terms.tricks);
  const { ready } = pad;
  const left = won.reduce((/** @type {number} */ rest, n) => rest - (n ?? 0), terms.tricks);
  return h(
    "div",
    { class: "pad-parts", key: "tricks" },
    h(
      "div",
      { class: "pad-rows", role: "group", "aria-label": gettext("Tricks"), key: "rows" },
      winners.map(({ seats }, index) => {
        const said = seats.filter((seat) => !bids[seat].silent).map((seat) => bidName(bids[seat]));
        const name = namesOf(game, seats) + (said.length ? ` (${said.join(" + ")})` : "");
        return rowView(index, index === active, name, won[index] === null ? "" : String(won[index]));
      }),
    ),
    h(
      "div",
      {
        class: "pad-keys",
        key: "keys",
        role: "group",
        "aria-label": gettext("Tricks of %(name)s", { name: namesOf(game, winners[active]?.seats ?? []) }),
      },
      range(0, terms.tricks).map((n) => key(`won ${n}`, n, { off: n > most, on: won[active] === n })),
    ),
    h(
      "div",
      { class: "pad-reneges", role: "group", "aria-label": gettext("Renege"), key: "renege" },
      h("span", { class: "muted small" }, gettext("Renege by")),
      terms.side_seats.map((_, side) =>
        h(
          "button",
          {
            type: "button",
            class: "button button-small",
            "data-do": `renege ${side}`,
            "aria-pressed": String(draft.renege === side),
            key: side,
          },
          sideName(game, side),
        ),
      ),
      draft.renege !== null && h("span", { class: "small", key: "rule" }, renegeWords(game.rule)),
    ),
    h(
      "p",
      { class: "muted pad-sum", role: "status", key: "sum" },
      ready
        ? pointsText(game, scoreHand(terms, ready, before(game, entry, score), game.rule).sides)
        : ngettext("%(n)s trick left to enter", "%(n)s tricks left to enter", left),
    ),
    h(
      "div",
      { class: "pad-acts", key: "acts" },
      kindOf(terms, no).word !== "none" &&
        h("button", { type: "button", class: "button", "data-do": "to-bids", key: "back" }, gettext("Bids")),
      h(
        "button",
        {
          type: "button",
          class: "button button-primary pad-go",
          "data-do": "save",
          "aria-disabled": ready ? null : "true",
          key: "go",
        },
        gettext("Save the hand"),
      ),
    ),
  );
}

/** Totals and bags before the hand. @param {Saved} game @param {Entry} entry @param {Game} score */
function before(game, { draft, totals }, score) {
  if (draft.of === null) return { totals: score.totals, bags: score.bags };
  const earlier = score.hands[draft.of - 1];
  return { totals, bags: earlier ? earlier.sides.map((side) => side.bagsAfter) : game.terms.side_seats.map(() => 0) };
}

/** @param {Saved} game @param {{points: number}[]} sides */
const pointsText = (game, sides) =>
  sides.map(({ points }, side) => `${sideName(game, side)} ${words.signed(points)}`).join(" · ");
