// The own cards: large, in a fan, those that may be played raised.

import { gettext } from "../../texts.js";
import { h } from "../dom.js";
import * as words from "../words.js";
import { face, raised } from "./parts.js";

/** @import { Model, OwnCard, TableKit } from "../../types.js" */

/** @param {Model} m @param {TableKit} kit */
export function hand(m, kit) {
  if (m.status === "open") return null;
  if (m.mine === null)
    return h(
      "div",
      { class: "hand", key: "hand", "aria-hidden": "true" },
      hiddenRow(m.status === "playing" ? m.near.cards : 0),
    );
  const cards = m.hand?.cards ?? [];
  const hidden = m.hand === null && m.status === "playing" ? m.mine.cards : 0;
  const stop = (cards.find((own) => own.legal) ?? cards[0])?.card;
  const kinds = ["hand"];
  if (m.hand?.choosing && m.myTurn) kinds.push("choosing");
  if (m.passing) kinds.push("passing");
  return h(
    "div",
    { class: kinds.join(" "), key: "hand", role: "group", "aria-label": gettext("Your cards"), "data-hand": "" },
    m.hand
      ? m.hand.rows.map((row, k) =>
          h(
            "div",
            { class: "hand-row", key: k },
            row.map((own, place) => slot(own, place, row.length, own.card === stop, m, kit)),
          ),
        )
      : hiddenRow(hidden),
    cards.length === 0 && hidden === 0 && h("div", { class: "hand-row none", key: "none" }),
  );
}

/**
 * @param {OwnCard} own
 * @param {number} place
 * @param {number} size
 * @param {boolean} stop
 * @param {Model} m
 * @param {TableKit} kit
 */
function slot(own, place, size, stop, m, kit) {
  const playable = own.legal && m.myTurn;
  const kinds = ["card", "own-card"];
  if (playable) kinds.push("legal");
  if (own.marked) kinds.push("marked");
  if (own.received) kinds.push("received");
  if (own.planned) kinds.push("planned");
  return h(
    "div",
    { class: "slot", key: own.card, vars: { "--o": place - (size - 1) / 2, "--i": place } },
    h(
      "button",
      {
        type: "button",
        class: kinds.join(" ") + raised(own.card, m.rules.high_deuces),
        "data-do": `card ${own.card}`,
        "data-card": own.card,
        "aria-label": label(own, playable, m),
        "aria-pressed": m.passing ? String(own.marked) : own.planned ? "true" : null,
        "aria-disabled": m.hand?.choosing && m.myTurn && !playable ? "true" : null,
        tabindex: stop ? "0" : "-1",
      },
      face(own.card, kit),
    ),
  );
}

/** @param {OwnCard} own @param {boolean} playable @param {Model} m */
function label(own, playable, m) {
  const name = words.cardThere(own.card, m.rules.high_deuces);
  if (own.marked) return gettext("%(card)s, marked to pass", { card: name });
  if (own.planned) return gettext("%(card)s, will be played on your turn", { card: name });
  if (own.received) return gettext("%(card)s, passed to you", { card: name });
  return playable ? gettext("%(card)s, can be played", { card: name }) : name;
}

/** A hand that was not looked at. @param {number} count */
function hiddenRow(count) {
  const backs = Array.from({ length: count }, (_, place) =>
    h(
      "div",
      { class: "slot", key: `back-${place}`, vars: { "--o": place - (count - 1) / 2, "--i": place } },
      h("i", { class: "card back" }),
    ),
  );
  return h("div", { class: "hand-row unseen", key: "unseen" }, backs);
}
