// The replay as one tree: scores, seats with their cards, the trick, what happened, and the controls.
import { h } from "../table/dom.js";
import { sorted } from "../table/model.js";
import { avatar, face, icon, shownCard } from "../table/render/parts.js";
import { byWhom, plain, says, sideName } from "./says.js";
import { scoreSheet } from "./score.js";
import { shareRow } from "./share.js";

/** @import { Frame } from "./fold.js" */
/** @import { Links, Mark } from "./share.js" */
/** @import { Kit, Replay, Words } from "../types.js" */

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
  const { words } = kit;
  const count = replay.names.length;
  const order = Array.from({ length: count }, (_, place) => ({ place, seat: (ui.bottom + place) % count }));
  const text = says(replay, frame, ui.eye, words);
  return [
    bar(replay, frame, kit),
    h(
      "div",
      { class: `rp-felt of-${count}`, key: "felt" },
      order.map((at) => seat(replay, frame, ui, at, kit)),
      centre(replay, frame, ui, order, kit),
    ),
    dock(replay, frame, ui, text, kit),
    choices(replay, kit),
    shareRow(ui.links, ui.comments.get(frame.step) ?? 0, ui.marked, kit),
    scoreSheet(replay, frame, kit),
  ];
}

/** @param {Replay} replay @param {Frame} frame @param {Kit} kit */
function bar(replay, frame, kit) {
  const { words } = kit;
  const counts = replay.record.rules.bag_limit !== null;
  return h(
    "div",
    { class: "rp-bar", key: "bar" },
    replay.sides.map((side, k) =>
      h(
        "div",
        { class: "rp-side-score", key: k },
        h("span", { class: "rp-side-name" }, h("bdi", null, sideName(replay, k, words))),
        h("strong", { class: "num", "data-total": k }, plain(frame.totals[k])),
        counts && h("span", { class: "rp-faint num" }, words.count("bags", frame.bags[k])),
        contract(frame, side, words),
      ),
    ),
    h("div", { class: "rp-hand-no num" }, words.t("hand_of", { n: frame.hand, all: replay.hands.length })),
  );
}

/**
 * A side's contract once all of it have bid: its bids and the tricks of the whole side.
 * @param {Frame} frame
 * @param {number[]} side
 * @param {Words} words
 */
function contract(frame, side, words) {
  const bids = side.map((seat) => frame.bids[seat]);
  if (side.length < 2 || bids.includes(null)) return null;
  const bid = bids.reduce((sum, one) => sum + (one?.value ?? 0), 0);
  const won = side.reduce((sum, seat) => sum + frame.won[seat], 0);
  return h("span", { class: "rp-faint num" }, `${words.t("bid", { bid })} · ${words.t("won", { n: won })}`);
}

/** @param {Replay} replay @param {Frame} frame @param {ReplayUi} ui @param {Placed} given @param {Kit} kit */
function seat(replay, frame, ui, { seat: n, place }, kit) {
  const { words } = kit;
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
            h("span", { class: "rp-tag rp-by", title: byWhom(replay, frame, words) }, icon(BY_ICONS[event.by], kit)),
          frame.dealer === n &&
            h(
              "span",
              { class: "rp-dealer" },
              h("span", { "aria-hidden": "true" }, "D"),
              h("span", { class: "visually-hidden" }, words.t("dealer")),
            ),
        ),
        h("div", { class: "rp-tally num" }, tally(frame, n, words)),
      ),
    ),
    cards(replay, frame, ui, n, kit),
    discards(frame, ui, n, kit),
  );
}

/** @type {Record<string, string>} */
const BY_ICONS = { bot: "bot", clock: "clock" };

/** @param {Frame} frame @param {number} n @param {Words} words */
function tally(frame, n, words) {
  const bid = frame.bids[n];
  if (!bid) return "";
  const text = bid.nil || bid.blind ? words.bid(bid) : words.t("bid", { bid: words.bid(bid) });
  const made = bid.nil ? frame.won[n] === 0 && frame.phase === "score" : frame.won[n] >= bid.value;
  const sign = bid.nil && frame.won[n] > 0 ? " ✗" : made ? " ✓" : "";
  return `${text} · ${words.t("won", { n: frame.won[n] })}${sign}`;
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
  const { words } = kit;
  const held = sorted(frame.phase === "score" ? frame.dealt[n] : frame.hands[n]);
  const open = visible(frame, ui, n);
  const names = held.map((card) => words.card(card)).join(", ");
  const label = open
    ? `${words.t("hand_cards", { name: replay.names[n] })}: ${names}`
    : words.count("hidden", held.length);
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

/** @param {Frame} frame @param {ReplayUi} ui @param {number} n @param {Kit} kit */
function discards(frame, ui, n, kit) {
  const { words } = kit;
  if (frame.discards[n].length === 0 || !visible(frame, ui, n)) return null;
  return h("p", { class: "rp-discards" }, `${words.t("discards")}: `, sorted(frame.discards[n]).map(short).join(" "));
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
  if (frame.phase === "score") return result(replay, frame, kit);
  if (frame.phase === "draw" || frame.event.kind === "keep" || frame.event.kind === "refuse")
    return drawn(frame, ui, kit);
  return trick(frame, order, kit);
}

/** @param {Frame} frame @param {Placed[]} order @param {Kit} kit */
function trick(frame, order, kit) {
  const { words } = kit;
  const { plays, winner } = frame.trick;
  const places = new Map(order.map(({ seat: n, place }) => [n, place]));
  return h(
    "div",
    {
      class: `rp-trick${winner === null ? "" : " done"}`,
      role: "group",
      "aria-label": frame.trickNo ? words.t("trick", { n: frame.trickNo }) : words.t("trick", { n: 1 }),
    },
    plays.map(([n, card], k) =>
      shownCard(card, kit, {
        key: card,
        class: `rp-played at-${places.get(n)}${n === winner ? " winner" : ""}`,
        "data-card": card,
        "data-by": n,
        vars: { "--order": k },
      }),
    ),
  );
}

/**
 * The draw: the rest of the stock, the card kept and the card thrown away.
 * @param {Frame} frame
 * @param {ReplayUi} ui
 * @param {Kit} kit
 */
function drawn(frame, ui, kit) {
  const { words } = kit;
  const { event } = frame;
  const open = event.cards.length > 0 && (ui.eye === null || ui.eye === event.seat);
  return h(
    "div",
    { class: "rp-draw" },
    h("p", { class: "num" }, words.t("stock", { n: frame.stock.length })),
    open &&
      h(
        "div",
        { class: "rp-drawn" },
        shownCard(event.cards[0], kit, { key: event.cards[0] }),
        event.gone && shownCard(event.gone, kit, { key: event.gone, class: "gone" }),
      ),
  );
}

/** @param {Replay} replay @param {Frame} frame @param {Kit} kit */
function result(replay, frame, kit) {
  const { words } = kit;
  const last = frame.hand === replay.hands.length;
  const { sides } = replay.hands[frame.hand - 1].score;
  return h(
    "div",
    { class: "rp-result" },
    h("p", { class: "rp-result-title" }, last ? words.t("final") : words.t("score_after", { n: frame.hand })),
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
            h("th", { scope: "row" }, h("bdi", null, sideName(replay, k, words))),
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
  const { words } = kit;
  const here = ui.comments.get(frame.step);
  const found = ui.marks.get(frame.step);
  const all = [text, found?.text, here && words.count("comments", here)].filter(Boolean).join(" ");
  return h(
    "div",
    { class: "rp-dock", key: "dock", role: "group", "aria-label": words.t("controls") },
    h(
      "p",
      { class: "rp-says", key: "says", "aria-live": ui.quiet ? "off" : "polite" },
      text,
      found && h("span", { class: "rp-found" }, found.text),
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
        "aria-label": words.t("place"),
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
  const { words } = kit;
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
    tool("hand-back", words.t("hand_before"), "chevrons-left", begun),
    tool("back", words.t("step_back"), "chevron-left", begun),
    tool("run", words.t(ui.running ? "pause" : "play"), ui.running ? "pause" : "play", more || ui.running),
    tool("on", words.t("step_on"), "chevron-right", more),
    tool("hand-on", words.t("hand_after"), "chevrons-right", more),
  ];
}

/** @param {Replay} replay @param {Kit} kit */
export function choices(replay, kit) {
  const { words } = kit;
  /** @type {[string | number, string][]} */
  const names = replay.names.map((name, n) => [n, name]);
  return h(
    "div",
    { class: "rp-choices", key: "choices" },
    choose(
      "hand",
      words.t("go_to_hand"),
      replay.hands.map((_, k) => [k + 1, words.t("hand_no", { n: k + 1 })]),
    ),
    choose("eye", words.t("eye"), [["all", words.t("eye_all")], ...names]),
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
