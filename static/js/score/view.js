// A game on the pad: the totals, the hand being entered, and the sheet of all hands.
import { h } from "../table/dom.js";
import { icon } from "../table/render/parts.js";
import * as words from "../table/words.js";
import { gettext, ngettext } from "../texts.js";
import { chart } from "./chart.js";
import { entryView } from "./entry.js";
import { bidName, outcomeOf, sideName } from "./names.js";

/** @import { Kit } from "../types.js" */
/** @import { HandPad } from "./hand.js" */
/** @import { Pad } from "./pad.js" */
/** @import { Game, Line, Scored } from "./scorer.js" */
/** @import { Saved } from "./store.js" */

/** @param {Pad} pad */
export function gameView(pad) {
  const game = /** @type {Saved} */ (pad.game);
  const score = /** @type {Game} */ (pad.score);
  const kit = /** @type {Kit} */ (/** @type {unknown} */ ({ icons: pad.icons }));
  return h(
    "div",
    { class: "pad-game", key: game.id },
    board(game, score),
    h(
      "div",
      { class: "pad-main", id: "pad-entry", key: "main" },
      pad.entry ? entryView(pad, score) : over(game, score),
    ),
    pad.said && h("p", { class: "note pad-said", role: "status", key: "said" }, pad.said),
    tools(pad, game, kit),
    score.hands.length > 0 && sheet(pad, game, score),
  );
}

/** The sides' totals, bags and sets. @param {Saved} game @param {Game} score */
export function board(game, score) {
  return h(
    "div",
    { class: "pad-board", key: "board", role: "group", "aria-label": gettext("Score") },
    score.totals.map((total, side) => {
      const sets = words.sets({ sets: score.sets.all[side], running: score.sets.running[side] }, game.terms);
      return h(
        "div",
        { class: "pad-side", key: side },
        h("span", { class: "pad-names-of" }, sideName(game, side)),
        h("strong", { class: "pad-total" }, words.plain(total)),
        h(
          "span",
          { class: "muted small" },
          [game.terms.bag_limit === null ? "" : words.bags(score.bags[side]), sets ? sets.long : ""]
            .filter(Boolean)
            .join(" · "),
        ),
      );
    }),
  );
}

/** @param {Saved} game @param {Game} score */
function over(game, score) {
  return h(
    "div",
    { class: "next stack pad-over", key: "over" },
    h("p", { role: "status" }, h("strong", null, score.result ? outcomeOf(game, score.result) : "")),
    h(
      "div",
      { class: "cluster" },
      h("button", { type: "button", class: "button button-primary", "data-do": "again" }, gettext("Play again")),
      h("button", { type: "button", class: "button", "data-do": "picture" }, gettext("Share a picture")),
      h("button", { type: "button", class: "button", "data-do": "share" }, gettext("Share the result")),
    ),
  );
}

/** @param {Pad} pad @param {Saved} game @param {Kit} kit */
function tools(pad, game, kit) {
  return h(
    "div",
    { class: "cluster pad-tools", key: "tools" },
    pad.mayUndo &&
      h(
        "button",
        { type: "button", class: "button button-small", "data-do": "undo", key: "undo" },
        icon("undo", kit),
        gettext("Undo last hand"),
      ),
    game.hands.length > 0 &&
      pad.entry &&
      h("button", { type: "button", class: "button button-small", "data-do": "share", key: "share" }, gettext("Share")),
    h(
      "button",
      { type: "button", class: "button button-small", "data-do": "leave", key: "leave" },
      icon("list", kit),
      gettext("All games"),
    ),
    pad.shared && h("textarea", { class: "pad-text", readonly: true, rows: 6, key: "text" }, pad.shared),
  );
}

/** @param {HandPad} pad @param {Saved} game @param {Game} score */
export function sheet(pad, game, score) {
  const sides = [...game.terms.side_seats.keys()];
  return h(
    "section",
    { class: "stack pad-sheet", "aria-labelledby": "pad-hands", key: "sheet" },
    h("h2", { id: "pad-hands" }, gettext("Score sheet")),
    game.deleted > 0 &&
      h("p", { class: "muted small" }, ngettext("%(n)s hand was deleted.", "%(n)s hands were deleted.", game.deleted)),
    chart(game, score),
    h(
      "div",
      { class: "table-wrap" },
      h(
        "table",
        { class: "data pad-table" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "col" }, gettext("Hand")),
            sides.map((side) => h("th", { scope: "col", class: "num", key: side }, sideName(game, side))),
          ),
        ),
        h(
          "tbody",
          null,
          [...score.hands].reverse().map((hand) => row(pad, game, hand)),
        ),
      ),
    ),
  );
}

/** @param {HandPad} pad @param {Saved} game @param {Scored} scored */
function row(pad, game, scored) {
  const { no, dealer, hand, sides, late } = scored;
  const here = pad.entry?.draft.of === no - 1;
  const marks = [
    gettext("%(name)s dealt", { name: game.names[dealer] }),
    hand.edited ? gettext("edited") : "",
    hand.renege === null ? "" : gettext("renege: %(name)s", { name: sideName(game, hand.renege) }),
    scored.moved ? ngettext("%(n)s trick moved", "%(n)s tricks moved", scored.moved) : "",
    late ? gettext("after the end, not counted") : "",
    ...pad.marksOf(no - 1),
  ];
  return h(
    "tr",
    { key: no, class: [here ? "own" : "", late ? "pad-late" : ""].filter(Boolean).join(" ") || null },
    h(
      "th",
      { scope: "row" },
      h(
        "button",
        {
          type: "button",
          class: "button button-small",
          "data-do": `edit ${no - 1}`,
          "aria-label": gettext("Edit hand %(n)s", { n: no }),
        },
        no,
      ),
      h("span", { class: "muted small pad-marks" }, marks.filter(Boolean).join(" · ")),
    ),
    sides.map(({ points, total, lines }, side) =>
      h(
        "td",
        { class: "num", key: side },
        h("strong", null, late ? "–" : words.plain(total)),
        h("span", { class: points < 0 ? "down" : "up" }, words.signed(points)),
        h("span", { class: "muted small" }, bidsOf(game, scored, side)),
        lines.map((line, index) => h("span", { class: "muted small", key: index }, lineText(line))),
      ),
    ),
  );
}

/** What a side bid and won. @param {Saved} game @param {Scored} scored @param {number} side */
function bidsOf(game, { hand: { bids, tricks } }, side) {
  const seats = game.terms.side_seats[side];
  const said = seats.filter((seat) => !bids[seat].silent);
  const won = seats.reduce((total, seat) => total + tricks[seat], 0);
  if (!said.length) return "";
  return gettext("bid %(bid)s, won %(won)s", { bid: said.map((seat) => bidName(bids[seat])).join(" + "), won });
}

/** @param {Line} line */
function lineText(line) {
  const said = words.line(line);
  const text = line.code === "renege" ? gettext("%(contract)s fails by a renege", { contract: said }) : said;
  return line.points ? `${text} ${words.signed(line.points)}` : text;
}
