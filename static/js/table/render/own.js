// The line between the felt and the own cards: contracts, what is to be done, and what went wrong.
import { h } from "../dom.js";
import { ownFirst } from "./bar.js";
import { button, icon } from "./parts.js";
import { plate } from "./seats.js";

/** @import { Child, Model, TableKit } from "../../types.js" */

/** @param {Model} m @param {TableKit} kit */
export function own(m, kit) {
  const { mine } = m;
  return h(
    "div",
    { class: "own-line", key: "own" },
    h("div", { class: "contracts", key: "contracts" }, contracts(m, kit)),
    h(
      "div",
      { class: "own-plate", key: "plate" },
      mine ? plate(mine, m, kit) : h("div", { class: "plate watching" }, icon("eye", kit), kit.words.t("watching")),
    ),
    h(
      "div",
      { class: m.myTurn && !m.ui.pending && m.ui.line === "open" ? "prompt mine" : "prompt", key: "prompt" },
      kit.words.prompt(m),
    ),
    notice(m, kit),
    h(
      "div",
      { class: "error-line", key: "error", role: "alert" },
      m.ui.error && m.status !== "open" && [icon("alert", kit), h("span", null, m.ui.error)],
    ),
  );
}

/** @param {Model} m @param {TableKit} kit */
function contracts(m, kit) {
  const { words } = kit;
  if (m.status !== "playing" || m.phase === "draw") return [];
  const shown = m.partners || m.me === null ? ownFirst(m.totals) : m.totals.filter((side) => side.own);
  return [
    ...shown.map((side) => {
      const values = { bid: side.bid, won: side.won, name: words.side(side.name) };
      const key = side.own ? "our_contract" : m.me === null || !m.partners ? "contract_of" : "their_contract";
      const met = side.done && side.bid > 0 && side.won >= side.bid;
      return h(
        "span",
        { class: `contract${side.own ? " ours" : ""}${met ? " met" : ""}`, key: side.side },
        side.done
          ? [met && icon("check", kit), words.t(key === "our_contract" && !m.partners ? "contract_of" : key, values)]
          : `${words.side(side.name)}: ${words.t("contract_open")}`,
      );
    }),
    m.lastHand?.called &&
      h(
        "span",
        { class: "last-hand", key: "last-hand", title: words.t("last_hand") },
        icon("flag", kit),
        h("span", { class: "last-hand-text" }, words.t("last_hand")),
      ),
    m.phase === "play" &&
      h(
        "span",
        {
          class: m.broken ? "spades-sign broken" : "spades-sign",
          key: "broken",
          title: words.t(m.broken ? "broken" : "unbroken"),
        },
        icon("spade", kit),
        h("span", { class: "sign-text" }, words.t(m.broken ? "broken" : "unbroken")),
      ),
  ];
}

/** @param {Model} m @param {TableKit} kit */
function notice(m, kit) {
  const { words } = kit;
  return h(
    "div",
    { class: "notices", key: "notices" },
    m.you.stand_in &&
      m.status === "playing" &&
      line(
        "stand-in",
        words.standIn(m),
        m.can.has("take_back") && button("takeback", words.t("take_back"), { class: "button-turn" }),
        icon("bot", kit),
      ),
    ["changed", "missing", "left_out"].includes(m.ui.unfair) &&
      line("salt", words.t(`salt_${m.ui.unfair}`), null, icon("alert", kit)),
    m.ui.unfair === "late" &&
      m.status === "playing" &&
      (m.you.stand_in || m.phase !== "play") &&
      line("salt-late", words.t("salt_late")),
    m.can.has("claim") &&
      !m.ui.pending &&
      !m.ui.held &&
      line("claim", words.t("claim_text"), button("claim", words.t("claim"), { class: "button-turn" })),
    m.lastHand?.late &&
      m.status === "playing" &&
      (m.phase === "bid" || m.phase === "deal") &&
      line("last-hand", words.t("last_hand_now"), null, icon("flag", kit)),
    m.ui.premove &&
      line(
        "premove",
        words.t("premove_set", { card: words.card(m.ui.premove) }),
        button("unplan", words.t("premove_off")),
      ),
    ...enders(m, kit),
    botsSeats(m, kit),
    m.passed?.received && m.phase === "play" && !m.lastTrick && line("passed", words.received(m, m.passed.received)),
  );
}

/** How many bots' seats people may take, and the way to one. @param {Model} m @param {TableKit} kit */
function botsSeats(m, kit) {
  const { words } = kit;
  const free = m.seats.filter((seat) => seat.bot);
  if (m.status !== "playing" || m.table.kind !== "casual" || m.table.rated || !free.length) return null;
  if (!kit.guest && !m.can.has("sit")) return null;
  const act = kit.guest ? button("guest", words.t("guest")) : button(`sit ${free[0].seat}`, words.t("sit_down"));
  return line("bots-seats", words.count("bots_seats", free.length), act, icon("seat", kit));
}

/** @param {string} key @param {string | null} text @param {Child} [act] @param {Child} [sign] */
function line(key, text, act, sign) {
  return h("div", { class: "notice", key }, sign, h("span", null, text), act);
}

/** Who wants to stop the game, as long as it's for the viewer to answer. @param {Model} m @param {TableKit} kit */
function enders(m, kit) {
  const { words } = kit;
  if (m.status !== "playing" || !m.can.has("end_vote") || m.mine?.wants_end) return [];
  const names = m.seats.filter((seat) => seat.wants_end).map((seat) => words.name(seat));
  if (names.length === 0) return [];
  const name = names.reduce((a, b) => words.t("and", { a, b }));
  return [line("end", words.t("end_asked", { name }), button("stop-yes", words.t("end_agree")))];
}
