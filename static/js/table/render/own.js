// The line between the felt and the own cards: contracts, what is to be done, and what went wrong.

import { gettext, ngettext } from "../../texts.js";
import { h } from "../dom.js";
import * as words from "../words.js";
import { ownFirst } from "./bar.js";
import { button, icon } from "./parts.js";
import { plate, spoken } from "./seats.js";

/** @import { Child, Model, SideTotal, TableKit, Unfair } from "../../types.js" */

/** @param {Model} m @param {TableKit} kit */
export function own(m, kit) {
  const { mine } = m;
  return h(
    "div",
    { class: "own-line", key: "own" },
    h("div", { class: "contracts", key: "contracts" }, contracts(m, kit)),
    h("div", { class: "own-plate", key: "plate" }, mine ? plate(mine, m, kit) : watched(m, kit)),
    h(
      "div",
      { class: m.myTurn && !m.ui.pending && m.ui.line === "open" ? "prompt mine" : "prompt", key: "prompt" },
      words.prompt(m),
    ),
    notice(m, kit),
    h(
      "div",
      { class: "error-line", key: "error", role: "alert" },
      m.ui.error && m.status !== "open" && [icon("alert", kit), h("span", null, m.ui.error)],
    ),
  );
}

/** Somebody who watches looks from a seat, and can look from the next one. @param {Model} m @param {TableKit} kit */
function watched(m, kit) {
  const { near } = m;
  if (m.status === "open") return h("div", { class: "plate watching" }, icon("eye", kit), gettext("You are watching"));
  return [
    h("section", { key: near.seat, "aria-label": spoken(near, m), "data-seat": near.seat }, plate(near, m, kit)),
    button(
      `turn ${(near.seat + 1) % m.count}`,
      [icon("eye", kit), h("span", { class: "turn-text" }, gettext("Watching: next seat"))],
      { key: "turn", class: "button-small on-felt", title: gettext("See the table from the next seat") },
    ),
  ];
}

/** @param {Model} m @param {TableKit} kit */
function contracts(m, kit) {
  if (m.status !== "playing" || m.phase === "draw") return [];
  const shown = m.partners || m.me === null ? ownFirst(m.totals) : m.totals.filter((side) => side.own);
  return [
    ...shown.map((side) => {
      if (side.done && side.bid === null) return itself(side, m);
      const met = side.done && side.bid !== null && side.bid > 0 && side.won >= side.bid;
      return h(
        "span",
        { class: `contract${side.own ? " ours" : ""}${met ? " met" : ""}`, key: side.side },
        side.done
          ? [met && icon("check", kit), contractText(side, m)]
          : `${words.side(side.name)}: ${gettext("no contract yet")}`,
      );
    }),
    m.lastHand?.called &&
      h(
        "span",
        { class: "last-hand", key: "last-hand", title: gettext("last hand") },
        icon("flag", kit),
        h("span", { class: "last-hand-text" }, gettext("last hand")),
      ),
    m.phase === "play" &&
      h(
        "span",
        {
          class: m.broken ? "spades-sign broken" : "spades-sign",
          key: "broken",
          title: m.broken ? gettext("Spades are broken") : gettext("Spades not broken"),
        },
        icon("spade", kit),
        h("span", { class: "sign-text" }, m.broken ? gettext("Spades are broken") : gettext("Spades not broken")),
      ),
  ];
}

/** A side in a hand that nobody bid. @param {SideTotal} side @param {Model} m */
function itself(side, m) {
  const points = m.rules.trick_points;
  return h(
    "span",
    { class: `contract${side.own ? " ours" : ""}`, key: side.side, title: gettext("This hand bids itself") },
    gettext("%(name)s: won %(won)s, %(points)s a trick", { name: words.side(side.name), won: side.won, points }),
  );
}

/** @param {SideTotal} side @param {Model} m */
function contractText(side, m) {
  const values = { bid: side.bid ?? 0, won: side.won, name: words.side(side.name) };
  if (!m.partners || (m.me === null && !side.own)) return gettext("%(name)s: contract %(bid)s, won %(won)s", values);
  return side.own
    ? gettext("Our contract %(bid)s, won %(won)s", values)
    : gettext("Their contract %(bid)s, won %(won)s", values);
}

/** @param {Unfair} unfair what is wrong with the own part in the deals */
function unfairText(unfair) {
  if (unfair === "changed")
    return gettext("Don’t trust these deals: what determines them was changed after your browser saw it.");
  return unfair === "missing"
    ? gettext("This browser’s salt isn’t in these deals: it came too late, or another of your devices contributed one.")
    : gettext(
        "Your salt was left out of these deals, though your browser had committed to it. If you were connected at the start, the server dropped it.",
      );
}

/** @param {Model} m @param {TableKit} kit */
function notice(m, kit) {
  return h(
    "div",
    { class: "notices", key: "notices" },
    m.you.stand_in &&
      m.status === "playing" &&
      line(
        "stand-in",
        words.standIn(m),
        m.can.has("take_back") && button("takeback", gettext("Take my seat back"), { class: "button-turn" }),
        icon("bot", kit),
      ),
    ["changed", "missing", "left_out"].includes(m.ui.unfair) &&
      line("salt", unfairText(m.ui.unfair), null, icon("alert", kit)),
    m.ui.unfair === "late" &&
      m.status === "playing" &&
      (m.you.stand_in || m.phase !== "play") &&
      line("salt-late", gettext("You joined during the game, so your browser had no part in its deals.")),
    m.ui.unfair === "alone" &&
      m.status === "playing" &&
      m.phase !== "play" &&
      line("salt-alone", gettext("No player contributed a salt: the server alone determined these deals.")),
    m.word !== "" &&
      m.status === "playing" &&
      (m.phase === "bid" || m.phase === "deal") &&
      line(
        "word",
        m.phase === "bid"
          ? gettext("This hand: %(how)s", { how: words.programme(m.word) })
          : gettext("Next hand: %(how)s", { how: words.programme(m.word) }),
      ),
    m.can.has("talk") && m.phase === "bid" && talk(m, kit),
    m.can.has("claim") &&
      !m.ui.pending &&
      !m.ui.held &&
      line(
        "claim",
        gettext("Nobody can take another trick from you."),
        button("claim", gettext("Claim the rest"), { class: "button-turn" }),
      ),
    m.lastHand?.late &&
      m.status === "playing" &&
      (m.phase === "bid" || m.phase === "deal") &&
      line("last-hand", gettext("Time is up: this hand is the last."), null, icon("flag", kit)),
    m.ui.premove &&
      line(
        "premove",
        gettext("On your turn: %(card)s", { card: words.card(m.ui.premove) }),
        button("unplan", gettext("Take back")),
      ),
    ...enders(m),
    botsSeats(m, kit),
    m.passed?.received && m.phase === "play" && !m.lastTrick && line("passed", words.received(m, m.passed.received)),
  );
}

/** The way to talk with the partner before the side's number stands. @param {Model} m @param {TableKit} kit */
function talk(m, kit) {
  const name = m.seats.find((seat) => seat.partner)?.name ?? "";
  return line(
    "talk",
    gettext("Until your side’s number stands, you may talk with %(name)s.", { name }),
    button("talk", gettext("Talk")),
    icon("chat", kit),
  );
}

/** How many bots' seats people may take, and the way to one. @param {Model} m @param {TableKit} kit */
function botsSeats(m, kit) {
  const free = m.seats.filter((seat) => seat.bot);
  if (m.status !== "playing" || m.table.kind !== "casual" || m.table.rated || !free.length) return null;
  if (!kit.comesIn && !m.can.has("sit")) return null;
  const act = kit.comesIn
    ? button("come-in", gettext("Take a seat"))
    : button(`sit ${free[0].seat}`, gettext("Sit down"));
  return line(
    "bots-seats",
    ngettext("%(n)s bot seat is free from the next hand.", "%(n)s bot seats are free from the next hand.", free.length),
    act,
    icon("seat", kit),
  );
}

/** @param {string} key @param {string | null} text @param {Child} [act] @param {Child} [sign] */
function line(key, text, act, sign) {
  return h("div", { class: "notice", key }, sign, h("span", null, text), act);
}

/** Who wants to stop the game, as long as it's for the viewer to answer. @param {Model} m */
function enders(m) {
  if (m.status !== "playing" || !m.can.has("end_vote") || m.mine?.wants_end) return [];
  const names = m.seats.filter((seat) => seat.wants_end).map((seat) => words.name(seat));
  if (names.length === 0) return [];
  const name = names.reduce((a, b) => gettext("%(a)s & %(b)s", { a, b }));
  return [
    line(
      "end",
      gettext("%(name)s proposes to stop this game without a result.", { name }),
      button("stop-yes", gettext("Stop the game")),
    ),
  ];
}
