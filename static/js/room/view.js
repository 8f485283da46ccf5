// A room's table on a phone: whose score it is, what waits, the hand being entered, and the sheet.
import { entryView } from "../score/entry.js";
import { namesOf } from "../score/names.js";
import { board, sheet } from "../score/view.js";
import { h } from "../table/dom.js";
import { icon } from "../table/render/parts.js";
import * as words from "../table/words.js";
import { gettext, ngettext } from "../texts.js";

/** @import { Child, Kit, Tree } from "../types.js" */
/** @import { Game } from "../score/scorer.js" */
/** @import { Saved } from "../score/store.js" */
/** @import { Refusal } from "./outbox.js" */
/** @import { RoomPad } from "./pad.js" */

/** @param {RoomPad} pad @returns {Tree} */
export function roomView(pad) {
  const { state } = pad;
  const game = /** @type {Saved} */ (pad.game);
  const score = /** @type {Game} */ (pad.score);
  const inside = state.desk || state.accepted;
  return h(
    "div",
    { class: "pad-game", key: "room" },
    h(
      "p",
      { class: "room-where", key: "where" },
      h("strong", null, gettext("Table %(n)s", { n: state.table })),
      h("span", { class: "muted" }, gettext("Round %(n)s", { n: state.round })),
      state.games.length > 0 && h("span", { class: "muted" }, gettext("Game %(n)s", { n: state.game })),
      state.desk && h("span", { class: "badge" }, gettext("as the desk")),
    ),
    network(pad),
    time(pad),
    pad.said && h("p", { class: "note pad-said", role: "status", key: "said" }, pad.said),
    !state.open && over(pad),
    state.open && !inside && sides(pad),
    state.asking.map(({ phone, side }) =>
      question(
        `ask-${phone}`,
        gettext("Another phone wants to keep the score of %(name)s.", { name: state.sides[side] }),
        [button(`admit ${phone}`, gettext("Let it in"), true), button(`reject ${phone}`, gettext("Refuse"))],
      ),
    ),
    pad.refused.map((one, index) => refusal(pad, one, index)),
    board(game, score),
    state.open && inside && main(pad, game, score),
    state.open && inside && tools(pad),
    score.hands.length > 0 && sheet(pad, game, score),
  );
}

/** @param {string} does @param {Child} label @param {boolean} [first] */
const button = (does, label, first = false) =>
  h("button", { type: "button", class: first ? "button button-primary" : "button", "data-do": does, key: does }, label);

/** @param {string} key @param {Child} text @param {Child[]} buttons @param {Child} [more] */
function question(key, text, buttons, more = null) {
  return h(
    "section",
    { class: "next stack", key },
    h("p", { role: "status" }, text),
    more,
    h("div", { class: "cluster" }, buttons),
  );
}

/** @param {RoomPad} pad */
function network(pad) {
  const { queue, outbox } = pad;
  if (outbox.gone) {
    return h(
      "p",
      { class: "note note-warn", role: "status", key: "network" },
      gettext("This phone can’t open this table any more. Scan the card again, or ask the desk."),
    );
  }
  if (outbox.online) return null;
  const waits = queue.length
    ? ngettext(
        "%(n)s hand waits on this phone, and is sent when the network is back.",
        "%(n)s hands wait on this phone, and are sent when the network is back.",
        queue.length,
      )
    : gettext("What you enter waits on this phone, and is sent when the network is back.");
  return h(
    "p",
    { class: "note note-warn", role: "status", key: "network" },
    gettext("No network."),
    " ",
    waits,
    pad.keeps ? "" : ` ${gettext("Keep this page open until then: this browser keeps nothing.")}`,
  );
}

/** @param {RoomPad} pad */
function time({ state, game, score, heard }) {
  if (!state.open) return null;
  const hands = game?.hands.length ?? 0;
  const left = state.seconds === null ? null : state.seconds - (Date.now() - heard) / 1000;
  const isUp = left !== null && left <= 0;
  const last = state.last_hand ?? (isUp && !score?.result ? hands + 1 : null);
  if (last !== null && !state.result) {
    const said =
      hands >= last ? gettext("The time is up.") : gettext("The time is up: hand %(n)s is the last.", { n: last });
    return h("p", { class: "note note-warn", key: "time", role: "status" }, said);
  }
  if (left === null || isUp) return null;
  const minutes = Math.ceil(left / 60);
  return h(
    "p",
    { class: "muted small", key: "time" },
    ngettext("About %(n)s minute left", "About %(n)s minutes left", minutes),
  );
}

/** @param {RoomPad} pad */
function over({ state }) {
  return h(
    "div",
    { class: "next stack pad-over", key: "over" },
    h(
      "p",
      { role: "status" },
      h(
        "strong",
        null,
        state.result
          ? gettext("This match is over: %(score)s", { score: state.result })
          : gettext("This match isn’t on now."),
      ),
    ),
    h("p", { class: "muted" }, gettext("In the next round, scan the card of your table again.")),
  );
}

/** @param {RoomPad} pad */
function sides({ state }) {
  if (state.side !== null) {
    return question(
      "sides",
      gettext("Another phone keeps the score of %(name)s already. It, or the desk, must let this one in.", {
        name: state.sides[state.side],
      }),
      [],
    );
  }
  return question(
    "sides",
    gettext("Which side are you?"),
    state.sides.map((name, side) =>
      button(
        `side ${side}`,
        [name, state.taken.includes(side) && h("span", { class: "small" }, gettext("has a phone"))],
        true,
      ),
    ),
  );
}

/** @param {RoomPad} pad @param {Refusal} refused @param {number} index */
function refusal({ game, state }, { op, code, error }, index) {
  const said = op.hand && game ? `${gettext("Entered here")}: ${handText(game, op.hand)}` : "";
  const sent = state.hands[op.number - 1];
  const decides = code === "pad_conflict" && state.open && op.game === state.game && sent;
  return question(
    `refused-${op.entry}`,
    h("strong", null, error),
    decides
      ? [
          button(`theirs ${index}`, gettext("Confirm theirs"), true),
          button(`mine ${index}`, gettext("Replace it by ours")),
        ]
      : [button(`theirs ${index}`, gettext("Close"))],
    h(
      "div",
      { class: "small" },
      said && h("p", null, said),
      decides && game && h("p", null, `${gettext("Entered by the others")}: ${handText(game, sent)}`),
    ),
  );
}

/** A hand in short: what each side bid and won. @param {Saved} game @param {{bids: {value: number, silent: boolean}[], tricks: number[]}} hand */
function handText(game, { bids, tricks }) {
  return game.terms.side_seats
    .map((seats) => {
      const bid = seats.reduce((sum, seat) => sum + bids[seat].value, 0);
      const won = seats.reduce((sum, seat) => sum + tricks[seat], 0);
      return `${namesOf(game, seats)}: ${gettext("bid %(bid)s, won %(won)s", { bid, won })}`;
    })
    .join(" · ");
}

/** @param {RoomPad} pad @param {Saved} game @param {Game} score */
function main(pad, game, score) {
  const { state, toConfirm } = pad;
  const ended = score.result !== null;
  const ask = toConfirm > 0 && !pad.queue.length && (state.confirm === "hand" || ended);
  const asked =
    ask &&
    question(
      "confirm",
      ended
        ? gettext("Is the score right? %(score)s", { score: totals(game, score) })
        : ngettext(
            "Is their entry right? Look at the sheet.",
            "Are their entries right? Look at the sheet.",
            toConfirm,
          ),
      [button("confirm", gettext("Confirm"), true)],
      ended && state.hands.some((hand) => hand.mine && !hand.confirmed)
        ? h("p", { class: "muted small" }, gettext("The other side confirms what you entered."))
        : null,
    );
  const waits =
    ended &&
    !ask &&
    h(
      "p",
      { class: "next", role: "status", key: "waits" },
      h("strong", null, totals(game, score)),
      " ",
      pad.queue.length ? "" : gettext("The other side, or the desk, must confirm the score."),
    );
  return h(
    "div",
    { class: "pad-main", id: "pad-entry", key: "main" },
    asked,
    waits,
    pad.entry && state.game === 1 && !score.hands.length && dealer(game),
    pad.entry && entryView(pad, score),
  );
}

/** @param {Saved} game @param {Game} score */
const totals = (game, score) =>
  score.totals.map((total, side) => `${namesOf(game, game.terms.side_seats[side])} ${words.plain(total)}`).join(" : ");

/** @param {Saved} game */
function dealer(game) {
  return h(
    "label",
    { class: "field", key: "dealer" },
    h("span", null, gettext("Deals first")),
    h(
      "select",
      { name: "dealer" },
      game.names.map((name, seat) => h("option", { key: seat, value: seat }, name)),
    ),
  );
}

/** @param {RoomPad} pad */
function tools(pad) {
  const kit = /** @type {Kit} */ (/** @type {unknown} */ ({ icons: pad.icons }));
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
    !pad.state.desk || pad.state.raised
      ? h(
          "button",
          {
            type: "button",
            class: "button button-small",
            "data-do": "raise",
            "aria-pressed": String(pad.state.raised),
            key: "raise",
          },
          icon("flag", kit),
          pad.state.raised ? gettext("The organizer was called") : gettext("Call the organizer"),
        )
      : null,
  );
}
