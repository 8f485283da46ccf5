// The end of the game: who won, with what, what it did to the ratings, and where to go from here.
import { h } from "../dom.js";
import { avatar, button, clockText, icon } from "./parts.js";

/** @import { Model, SeatModel, TableKit } from "../../types.js" */

/** @param {Model} m @param {TableKit} kit */
export function over(m, kit) {
  const { words } = kit;
  if (m.ui.held) return null;
  const links = m.table.links;
  const winners = new Set(m.result?.winners ?? []);
  const order = [...m.totals].sort((a, b) => b.total - a.total);
  return h(
    "section",
    { class: "choice over", key: "over", "aria-label": words.t("over"), "data-choice": "over" },
    h("h2", null, m.result ? words.winner(m, m.result.winners) : words.t("abandoned")),
    m.can.has("rematch") && links.rematch && h("p", { class: "choice-text", key: "waits" }, words.t("rematch_waits")),
    links.match && m.me !== null && next(m, kit),
    m.table.result && "abandoned" in m.table.result && h("p", { class: "choice-text" }, m.table.result.abandoned),
    order.length > 0 &&
      h(
        "ol",
        { class: "over-sides", "aria-label": words.t("final") },
        order.map((side) =>
          h(
            "li",
            { key: side.side, class: m.sides[side.side].some((seat) => winners.has(seat)) ? "winner" : null },
            h(
              "span",
              { class: "over-people" },
              m.sides[side.side].map((seat) => person(m.seats[seat], m, kit)),
            ),
            h("strong", { class: "num" }, words.plain(side.total)),
          ),
        ),
      ),
    m.ui.checked && h("p", { class: `choice-text ${m.ui.checked}`, key: "checked" }, words.t(m.ui.checked)),
    links.sign_up && m.me !== null && h("p", { class: "choice-text", key: "guest" }, words.t("guest_keep")),
    h(
      "div",
      { class: "choice-actions" },
      // The tournament's page, above the match's, tells its players of their next match and opens their next table.
      links.match &&
        !m.ui.next &&
        h(
          "a",
          { key: "tournament", class: "button button-turn", href: `${links.match}../../` },
          icon("trophy", kit),
          words.t("tournament_page"),
        ),
      links.match && h("a", { key: "match", class: "button on-felt", href: links.match }, words.t("match_page")),
      m.can.has("rematch") &&
        button("rematch", words.t(links.rematch ? "rematch_join" : "rematch"), { class: "button-turn" }),
      links.rematch &&
        !m.can.has("rematch") &&
        h(
          "a",
          { key: "next-game", class: "button on-felt", href: links.rematch },
          icon("cards", kit),
          words.t("rematch_see"),
        ),
      links.sign_up &&
        m.me !== null &&
        h(
          "a",
          { key: "sign-up", class: "button on-felt", href: links.sign_up },
          icon("user", kit),
          words.t("make_account"),
        ),
      links.again && h("a", { class: "button on-felt", href: links.again }, words.t("again")),
      m.scores.length > 0 && button("open sheet", words.t("sheet")),
      links.replay && h("a", { class: "button on-felt", href: links.replay }, icon("history", kit), words.t("replay")),
      links.verify && h("a", { class: "button on-felt", href: links.verify }, words.t("verify")),
      links.record && h("a", { class: "button on-felt", href: links.record }, icon("download", kit), words.t("record")),
      h("a", { class: "button on-felt", href: links.lobby ?? "/" }, words.t("lobby")),
    ),
  );
}

/**
 * What comes next in the tournament, and the way there: the next table itself as soon as it is open.
 * @param {Model} m
 * @param {TableKit} kit
 */
function next(m, kit) {
  const stop = m.ui.next;
  if (!stop) return h("p", { class: "choice-text", key: "next" }, kit.words.t("next_match"));
  return h(
    "div",
    { class: stop.ready ? "next-stop ready" : "next-stop", key: "next", "data-next": stop.ready ? "ready" : "wait" },
    h(
      "p",
      { class: "choice-text" },
      stop.sentence,
      stop.at && [
        " ",
        h("span", { class: "num nowrap", "data-deadline": stop.at }, clockText(Date.parse(stop.at) - kit.now())),
      ],
    ),
    h("a", { class: "button button-turn", href: stop.url }, icon(stop.ready ? "cards" : "trophy", kit), stop.label),
  );
}

/** @param {SeatModel} seat @param {Model} m @param {TableKit} kit */
function person(seat, m, kit) {
  const change = m.table.rating_changes?.find((row) => row.seat === seat.seat);
  return h(
    "span",
    { class: "over-person", key: seat.seat },
    avatar(seat.name ?? "bot"),
    h("bdi", null, kit.words.name(seat)),
    change &&
      h("span", { class: "over-rating num", title: kit.words.t("rating_change") }, kit.words.ratingChange(change)),
  );
}
