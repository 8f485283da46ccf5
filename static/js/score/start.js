// The pad's first screen: names, rules and the first dealer, and the games kept on this device.
import { h } from "../table/dom.js";
import * as words from "../table/words.js";
import { gettext, ngettext } from "../texts.js";
import { RULES_OF_RENEGE, renegeWords, seatNames, sideName } from "./names.js";
import { gameOf } from "./scorer.js";
import { savedGames } from "./store.js";

/** @import { Child } from "../types.js" */
/** @import { Pad } from "./pad.js" */
/** @import { Saved } from "./store.js" */

/** @param {Pad} pad */
export function startView(pad) {
  const { setup } = pad;
  const { chosen } = setup;
  const seats = seatNames(chosen.terms.players);
  const names = seats.map((seat, index) => setup.names[index].trim() || seat);
  const kept = savedGames();
  const current = kept.find((game) => game.draft);
  return h(
    "div",
    { class: "stack stack-l pad-start", key: "start" },
    current && going(current),
    h(
      "section",
      { class: "panel stack", "aria-labelledby": "pad-new", key: "new" },
      h("h2", { id: "pad-new" }, gettext("New game")),
      h(
        "div",
        { class: "pad-names" },
        seats.map((seat, index) =>
          h(
            "label",
            { class: "field", key: index },
            h("span", null, seatLabel(chosen.terms.side_seats, seats, index)),
            h("input", {
              type: "text",
              maxlength: 20,
              autocomplete: "off",
              "data-seat": String(index),
              placeholder: seat,
              value: setup.names[index],
            }),
          ),
        ),
      ),
      field(
        gettext("Rules"),
        "rules",
        setup.offered.map(({ family, sets }) =>
          h(
            "optgroup",
            { label: family, key: family },
            sets.map(({ key, title }) => h("option", { key, value: key }, title)),
          ),
        ),
      ),
      field(
        gettext("Deals first"),
        "dealer",
        names.map((name, seat) => h("option", { key: seat, value: seat }, name)),
      ),
      h(
        "button",
        { type: "button", class: "button button-primary pad-go", "data-do": "start", key: "go" },
        gettext("Start"),
      ),
      h(
        "details",
        { key: "more" },
        h("summary", null, gettext("Reneges and other rule sets")),
        h(
          "div",
          { class: "stack" },
          field(
            gettext("A renege costs"),
            "rule",
            RULES_OF_RENEGE.filter((rule) => rule !== "tricks" || chosen.terms.side_seats.length === 2).map((rule) =>
              h("option", { key: rule, value: rule }, renegeWords(rule)),
            ),
          ),
          h(
            "label",
            { class: "field" },
            h("span", null, gettext("A league’s rule set: its page’s address, or its JSON")),
            h("textarea", { id: "pad-json", rows: 3, maxlength: 8000, spellcheck: "false" }),
          ),
          h("button", { type: "button", class: "button", "data-do": "rules" }, gettext("Take over")),
        ),
      ),
      pad.said && h("p", { class: "note", role: "status", key: "said" }, pad.said),
    ),
    kept.length > 0 && history(kept),
  );
}

/** A seat, and its partner's if it has one. @param {number[][]} sides @param {string[]} seats @param {number} index */
function seatLabel(sides, seats, index) {
  const side = sides.find((side) => side.includes(index)) ?? [];
  const partner = side.length === 2 ? seats[side[0] + side[1] - index] : "";
  return partner ? gettext("%(seat)s, with %(partner)s", { seat: seats[index], partner }) : seats[index];
}

/** @param {string} label @param {string} name @param {Child[]} options */
function field(label, name, options) {
  return h("label", { class: "field", key: name }, h("span", null, label), h("select", { name }, options));
}

/** @param {Saved} game */
function totalsOf(game) {
  const { totals } = gameOf(game.terms, game.dealer, game.hands, game.rule);
  return totals.map((total, side) => `${sideName(game, side)} ${words.plain(total)}`).join(" : ");
}

/** The game that isn't over. @param {Saved} game */
function going(game) {
  return h(
    "section",
    { class: "next stack", key: "going" },
    h("p", null, h("strong", null, totalsOf(game))),
    h(
      "button",
      { type: "button", class: "button button-primary pad-go", "data-do": `open ${game.id}` },
      gettext("Go on: hand %(n)s", { n: game.hands.length + 1 }),
    ),
  );
}

/** @param {Saved[]} games */
function history(games) {
  const day = new Intl.DateTimeFormat(document.documentElement.lang || "en", { dateStyle: "medium" });
  return h(
    "section",
    { class: "stack", "aria-labelledby": "pad-kept", key: "kept" },
    h("h2", { id: "pad-kept" }, gettext("Games on this device")),
    h(
      "ul",
      { class: "rows pad-kept" },
      games.map((game) =>
        h(
          "li",
          { key: game.id },
          h(
            "button",
            { type: "button", class: "button button-quiet", "data-do": `open ${game.id}` },
            h("span", null, totalsOf(game)),
            h(
              "span",
              { class: "muted small" },
              [
                day.format(new Date(game.at)),
                game.title,
                ngettext("%(n)s hand", "%(n)s hands", game.hands.length),
                game.draft ? gettext("not over") : "",
              ]
                .filter(Boolean)
                .join(" · "),
            ),
          ),
        ),
      ),
    ),
  );
}
