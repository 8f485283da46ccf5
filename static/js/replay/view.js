// The replay as one tree: scores, seats with their cards, the trick, what happened, and the controls.
import { h } from "../table/dom.js";
import { sorted } from "../table/model.js";
import { avatar, face, icon, shownCard } from "../table/render/parts.js";
import * as words from "../table/words.js";
import { gettext, ngettext } from "../texts.js";
import { byWhom, plain, says, sideName } from "./says.js";
import { scoreSheet } from "./score.js";
import { shareRow } from "./share.js";

/** @import { Frame } from "./fold.js" */
/** @import { Links, Mark } from "./share.js" */
/** @import { Kit, Replay } from "../types.js" */

/**
 * What the viewer has chosen.
 * @typedef {object} ReplayUi
 * @property {number | null} eye whose cards are seen; null: everybody's
 * @property {number} bottom the seat that is drawn at the bottom
 * @property {boolean} running
 * @property {boolean} quiet steps aren't announced in the live region
 * @property {Links} links to the place that is shown
 * @property {Map<number, number>} comments how many a step of this hand has, where it has any
 * @property {Map<number, Mark>} marks what the analysis found at steps of this hand
 * @property {boolean} marked it found something in the game
 * @property {string[]} talk what partners had said by now
 *
 * @typedef {{place: number, seat: number}} Placed where a seat is drawn: 0 at the bottom, then clockwise
 */

/**
 * @param {Replay} replay
 * @param {Frame} frame
 * @param {ReplayUi} ui
 * @param {Kit} kit
 */
export function view(replay, frame, ui, kit) {
  const count = replay.names.length;
  const order = Array.from({ length: count }, (_, place) => ({ place, seat: (ui.bottom + place) % count }));
  const text = says(replay, frame, ui.eye);
  return [
    bar(replay, frame),
    h(
      "div",
      { class: `rp-felt of-${count}`, key: "felt" },
      order.map((at) => seat(replay, frame, ui, at, kit)),
      centre(replay, frame, ui, order, kit),
    ),
    dock(replay, frame, ui, text, kit),
    choices(replay),
    shareRow(ui.links, ui.comments.get(frame.step) ?? 0, ui.marked, kit),
    scoreSheet(replay, frame),
  ];
}

/** @param {Replay} replay @param {Frame} frame */
function bar(replay, frame) {
  const counts = replay.record.rules.bag_limit !== null;
  return h(
    "div",
    { class: "rp-bar", key: "bar" },
    replay.sides.map((side, k) =>
      h(
        "div",
        { class: "rp-side-score", key: k },
        h("span", { class: "rp-side-name" }, h("bdi", null, sideName(replay, k))),
        h("strong", { class: "num", "data-total": k }, plain(frame.totals[k])),
        counts && h("span", { class: "rp-faint num" }, words.bags(frame.bags[k])),
        contract(frame, side),
      ),
    ),
    h("div", { class: "rp-hand-no num" }, handOf(replay, frame)),
  );
}

/** @param {Replay} replay @param {Frame} frame */
function handOf(replay, frame) {
  const { score } = replay.hands[frame.hand - 1];
  if (score.thrown_in.length) return words.handTitle(score);
  const all = replay.hands.filter((hand) => !hand.score.thrown_in.length).length;
  return gettext("Hand %(n)s of %(all)s", { n: score.number, all });
}

/**
 * A side's contract once all of it have bid: its bids and the tricks of the whole side.
 * @param {Frame} frame
 * @param {number[]} side
 */
function contract(frame, side) {
  const bids = side.map((seat) => frame.bids[seat]);
  if (side.length < 2 || bids.includes(null)) return null;
  const bid = bids.reduce((sum, one) => sum + (one?.value ?? 0), 0);
  if (!bid && bids.some((one) => one?.opening)) return null;
  const won = side.reduce((sum, seat) => sum + frame.won[seat], 0);
  return h(
    "span",
    { class: "rp-faint num" },
    `${gettext("bid %(bid)s", { bid })} · ${gettext("won %(n)s", { n: won })}`,
  );
}

/** @param {Replay} replay @param {Frame} frame @param {ReplayUi} ui @param {Placed} given @param {Kit} kit */
function seat(replay, frame, ui, { seat: n, place }, kit) {
  const name = replay.names[n];
  const { event } = frame;
  const acts = event.seat === n && !["deal", "score"].includes(event.kind);
  return h(
    "section",
    { class: `rp-seat at-${place}${acts ? " rp-acts" : ""}`, key: `seat-${n}`, "aria-label": name, "data-seat": n },
    h(
      "div",
      { class: "rp-plate" },
      avatar(name, replay.avatars[n]),
      h(
        "div",
        { class: "rp-who" },
        h(
          "div",
          { class: "rp-name" },
          h("bdi", null, name),
          replay.bots[n] &&
            h(
              "span",
              { class: "rp-tag", title: words.bot({ level: replay.bots[n] }) },
              icon("bot", kit),
              h("span", { class: "visually-hidden" }, words.bot({ level: replay.bots[n] })),
            ),
          acts &&
            event.by &&
            event.by in BY_ICONS &&
            h("span", { class: "rp-tag rp-by", title: byWhom(replay, frame) }, icon(BY_ICONS[event.by], kit)),
          frame.dealer === n &&
            h(
              "span",
              { class: "rp-dealer" },
              h("span", { "aria-hidden": "true" }, "D"),
              h("span", { class: "visually-hidden" }, gettext("Dealer")),
            ),
        ),
        h("div", { class: "rp-tally num" }, tally(frame, n)),
      ),
    ),
    cards(replay, frame, ui, n, kit),
    discards(replay, frame, ui, n),
  );
}

/** @type {Record<string, string>} */
const BY_ICONS = { bot: "bot", clock: "clock" };

/** @param {Frame} frame @param {number} n */
function tally(frame, n) {
  const bid = frame.bids[n];
  if (!bid) return "";
  const plain = !bid.nil && !bid.blind && bid.opening === null;
  const text = plain ? gettext("bid %(bid)s", { bid: words.bid(bid) }) : words.bid(bid);
  if (bid.opening !== null) return [text, gettext("won %(n)s", { n: frame.won[n] })].filter(Boolean).join(" · ");
  const made = bid.nil ? frame.won[n] === 0 && frame.phase === "score" : frame.won[n] >= bid.value;
  const sign = bid.nil && frame.won[n] > 0 ? " ✗" : made ? " ✓" : "";
  return `${text} · ${gettext("won %(n)s", { n: frame.won[n] })}${sign}`;
}

/**
 * The cards as they were dealt, shown when a hand is over.
 * @param {Frame} frame
 * @param {ReplayUi} ui
 * @param {number} n
 */
function visible(frame, ui, n) {
  return frame.phase === "score" || ui.eye === null || (ui.eye === n && frame.looked[n]);
}

/** @param {Replay} replay @param {Frame} frame @param {ReplayUi} ui @param {number} n @param {Kit} kit */
function cards(replay, frame, ui, n, kit) {
  const held = sorted(
    frame.phase === "score" ? frame.dealt[n] : frame.hands[n],
    "suits",
    replay.record.rules.high_deuces,
  );
  const open = visible(frame, ui, n);
  const names = held.map((card) => words.card(card)).join(", ");
  const label = open
    ? `${gettext("The cards of %(name)s", { name: replay.names[n] })}: ${names}`
    : ngettext("%(n)s card face down", "%(n)s cards face down", held.length);
  return h(
    "div",
    {
      class: `rp-cards${open ? "" : " hidden"}`,
      role: "img",
      "aria-label": label,
      vars: { "--n": Math.max(held.length, 1) },
    },
    held.map((card, k) =>
      open
        ? h("div", { class: "rp-card", key: card }, face(card, { ...kit, compact: true }))
        : h("div", { class: "rp-card back", key: `back-${k}` }),
    ),
  );
}

/** @param {Replay} replay @param {Frame} frame @param {ReplayUi} ui @param {number} n */
function discards(replay, frame, ui, n) {
  if (frame.discards[n].length === 0 || !visible(frame, ui, n)) return null;
  const gone = sorted(frame.discards[n], "suits", replay.record.rules.high_deuces);
  return h("p", { class: "rp-discards" }, `${gettext("Discards")}: `, gone.map(short).join(" "));
}

/** @type {Record<string, string>} */
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** @param {string} card as people write it */
function short(card) {
  return card[1] in SIGNS ? `${card[0].replace("T", "10")}${SIGNS[card[1]]}\ufe0e` : card;
}

/** @param {Replay} replay @param {Frame} frame @param {ReplayUi} ui @param {Placed[]} order @param {Kit} kit */
function centre(replay, frame, ui, order, kit) {
  return h("div", { class: "rp-centre", key: "centre" }, inCentre(replay, frame, ui, order, kit));
}

/** @param {Replay} replay @param {Frame} frame @param {ReplayUi} ui @param {Placed[]} order @param {Kit} kit */
function inCentre(replay, frame, ui, order, kit) {
  if (frame.phase === "score") return result(replay, frame);
  if (frame.phase === "draw" || frame.event.kind === "keep" || frame.event.kind === "refuse")
    return drawn(frame, ui, kit);
  return trick(replay, frame, order, kit);
}

/** @param {Replay} replay @param {Frame} frame @param {Placed[]} order @param {Kit} kit */
function trick(replay, frame, order, kit) {
  const { plays, winner } = frame.trick;
  const places = new Map(order.map(({ seat: n, place }) => [n, place]));
  return h(
    "div",
    {
      class: `rp-trick${winner === null ? "" : " done"}`,
      role: "group",
      "aria-label": frame.trickNo ? gettext("Trick %(n)s", { n: frame.trickNo }) : gettext("Trick %(n)s", { n: 1 }),
    },
    plays.map(([n, card], k) => {
      const props = {
        key: card,
        class: `rp-played at-${places.get(n)}${n === winner ? " winner" : ""}`,
        "data-card": card,
        "data-by": n,
        vars: { "--order": k },
      };
      return shownCard(card, kit, props, replay.record.rules.high_deuces);
    }),
  );
}

/**
 * The draw: the rest of the stock, the card kept and the card thrown away.
 * @param {Frame} frame
 * @param {ReplayUi} ui
 * @param {Kit} kit
 */
function drawn(frame, ui, kit) {
  const { event } = frame;
  const open = event.cards.length > 0 && (ui.eye === null || ui.eye === event.seat);
  return h(
    "div",
    { class: "rp-draw" },
    h("p", { class: "num" }, gettext("Stock: %(n)s", { n: frame.stock.length })),
    open &&
      h(
        "div",
        { class: "rp-drawn" },
        shownCard(event.cards[0], kit, { key: event.cards[0] }),
        event.gone && shownCard(event.gone, kit, { key: event.gone, class: "gone" }),
      ),
  );
}

/** @param {Replay} replay @param {Frame} frame */
function result(replay, frame) {
  const last = frame.hand === replay.hands.length;
  const { sides } = replay.hands[frame.hand - 1].score;
  return h(
    "div",
    { class: "rp-result" },
    h(
      "p",
      { class: "rp-result-title" },
      last ? gettext("Final score") : gettext("After hand %(n)s", { n: frame.hand }),
    ),
    h(
      "table",
      null,
      h(
        "tbody",
        null,
        sides.map((side, k) =>
          h(
            "tr",
            { key: k },
            h("th", { scope: "row" }, h("bdi", null, sideName(replay, k))),
            h("td", { class: "num" }, words.signed(side.points)),
            h("td", { class: "num total" }, plain(side.total)),
          ),
        ),
      ),
    ),
  );
}

/**
 * What happened, and the controls; visible whenever the felt is.
 * @param {Replay} replay
 * @param {Frame} frame
 * @param {ReplayUi} ui
 * @param {string} text
 * @param {Kit} kit
 */
export function dock(replay, frame, ui, text, kit) {
  const here = ui.comments.get(frame.step);
  const found = ui.marks.get(frame.step);
  const all = [text, ...ui.talk, found?.text, here && ngettext("%(n)s comment", "%(n)s comments", here)]
    .filter(Boolean)
    .join(" ");
  return h(
    "div",
    { class: "rp-dock", key: "dock", role: "group", "aria-label": gettext("Move through the game") },
    h(
      "p",
      { class: "rp-says", key: "says", "aria-live": ui.quiet ? "off" : "polite" },
      text,
      ui.talk.map((said, n) => h("span", { class: "rp-found rp-said", key: `said-${n}`, dir: "auto" }, said)),
      found && h("span", { class: "rp-found", key: "found" }, found.text),
    ),
    h(
      "div",
      { class: "rp-slide", key: "slide" },
      h("input", {
        type: "range",
        class: "rp-place",
        min: 0,
        max: frame.steps,
        step: 1,
        "aria-label": gettext("Position in the hand"),
        "aria-valuetext": all,
        "data-place": "",
      }),
      h(
        "div",
        { class: "rp-marks", "aria-hidden": "true" },
        [...ui.comments.keys()].map((step) =>
          h("span", { class: "rp-mark", key: step, vars: { "--at": step / frame.steps } }),
        ),
        [...ui.marks].map(([step, { kind }]) =>
          h("span", { class: `rp-mark rp-cost of-${kind}`, key: `cost-${step}`, vars: { "--at": step / frame.steps } }),
        ),
      ),
    ),
    h("div", { class: "rp-buttons", key: "buttons" }, buttons(replay, frame, ui, kit)),
  );
}

/** @param {Replay} replay @param {Frame} frame @param {ReplayUi} ui @param {Kit} kit */
function buttons(replay, frame, ui, kit) {
  const lastHand = frame.hand === replay.hands.length;
  const begun = frame.hand > 1 || frame.step > 0;
  const more = !lastHand || frame.step < frame.steps;
  /** @param {string} does @param {string} label @param {string} picture @param {boolean} works */
  const tool = (does, label, picture, works) =>
    h(
      "button",
      {
        type: "button",
        class: `button rp-${does}`,
        key: does,
        "data-do": does,
        "aria-label": label,
        title: label,
        "aria-disabled": works ? null : "true",
      },
      icon(picture, kit),
    );
  return [
    tool("hand-back", gettext("Previous hand"), "chevrons-left", begun),
    tool("back", gettext("One step back"), "chevron-left", begun),
    tool("run", ui.running ? gettext("Pause") : gettext("Autoplay"), ui.running ? "pause" : "play", more || ui.running),
    tool("on", gettext("One step forward"), "chevron-right", more),
    tool("hand-on", gettext("Next hand"), "chevrons-right", more),
  ];
}

/** @param {Replay} replay */
export function choices(replay) {
  /** @type {[string | number, string][]} */
  const names = replay.names.map((name, n) => [n, name]);
  return h(
    "div",
    { class: "rp-choices", key: "choices" },
    choose(
      "hand",
      gettext("Go to hand"),
      replay.hands.map(({ score }, k) => [k + 1, words.handTitle(score)]),
    ),
    choose("eye", gettext("Show the cards of"), [["all", gettext("everybody")], ...names]),
  );
}

/** @param {string} name @param {string} label @param {[string | number, string][]} options */
function choose(name, label, options) {
  return h(
    "label",
    { class: "rp-choose", key: name },
    h("span", null, label),
    h(
      "select",
      { "data-choose": name },
      options.map(([value, text]) => h("option", { key: value, value }, text)),
    ),
  );
}
