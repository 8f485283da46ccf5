// The end of the game: who won, with what, what it did to the ratings, and where to go from here.
import { decided } from "../decided.js";
import { h } from "../dom.js";
import { ownFirst } from "./bar.js";
import { avatar, button, clockText, icon } from "./parts.js";

/** @import { Model, SeatModel, TableKit } from "../../types.js" */

/** So many actions are offered; the others are folded away. */
const ACTIONS = 2;

/** @param {Model} m @param {TableKit} kit */
export function over(m, kit) {
  const { words } = kit;
  if (m.ui.held) return null;
  const links = m.table.links;
  const why = decided(m, words);
  return h(
    "section",
    { class: "choice over", key: "over", "aria-label": words.t("over"), "data-choice": "over" },
    h("h2", { class: "num" }, title(m, kit)),
    m.can.has("rematch") && links.rematch && h("p", { class: "choice-text", key: "waits" }, words.t("rematch_waits")),
    links.match && m.me !== null && next(m, kit),
    m.table.result && "abandoned" in m.table.result && h("p", { class: "choice-text" }, m.table.result.abandoned),
    m.totals.length > 0 && sides(m, kit),
    why && h("p", { class: "choice-text", key: "why" }, why),
    m.ui.checked && h("p", { class: `choice-text ${m.ui.checked}`, key: "checked" }, words.t(m.ui.checked)),
    links.sign_up && m.me !== null && h("p", { class: "choice-text", key: "guest" }, words.t("guest_keep")),
    h("div", { class: "choice-actions" }, onwards(m, kit).slice(0, ACTIONS)),
    rest(m, kit),
  );
}

/** The sides by their totals, and what the game did to each player's rating. @param {Model} m @param {TableKit} kit */
function sides(m, kit) {
  const winners = new Set(m.result?.winners ?? []);
  return h(
    "ol",
    { class: "over-sides", "aria-label": kit.words.t("final") },
    [...m.totals]
      .sort((a, b) => b.total - a.total)
      .map(({ side, total }) =>
        h(
          "li",
          { key: side, class: m.sides[side].some((seat) => winners.has(seat)) ? "winner" : null },
          h(
            "span",
            { class: "over-people" },
            m.sides[side].map((seat) => person(m.seats[seat], m, kit)),
          ),
          h("strong", { class: "num" }, kit.words.plain(total)),
        ),
      ),
  );
}

/** Where to play on, and the game to look at again, what most want first. @param {Model} m @param {TableKit} kit */
function onwards(m, kit) {
  const { words } = kit;
  const { match, rematch, replay, sign_up: signUp } = m.table.links;
  return [
    // The tournament's page, above the match's, tells its players of their next match and opens their next table.
    match &&
      !m.ui.next &&
      h(
        "a",
        { key: "tournament", class: "button button-turn", href: `${match}../../` },
        icon("trophy", kit),
        words.t("tournament_page"),
      ),
    m.can.has("rematch") && button("rematch", words.t(rematch ? "rematch_join" : "rematch"), { class: "button-turn" }),
    signUp &&
      m.me !== null &&
      h("a", { key: "sign-up", class: "button on-felt", href: signUp }, icon("user", kit), words.t("make_account")),
    m.me !== null &&
      m.table.kind === "casual" &&
      !m.table.rated &&
      button("another", [icon("seat", kit), words.t("another_table")], { class: "on-felt" }),
    rematch &&
      !m.can.has("rematch") &&
      h("a", { key: "next-game", class: "button on-felt", href: rematch }, icon("cards", kit), words.t("rematch_see")),
    replay && h("a", { key: "replay", class: "button on-felt", href: replay }, icon("history", kit), words.t("replay")),
    replay &&
      m.status === "finished" &&
      h("a", { key: "analysis", class: "button on-felt", href: `${replay}../analysis/` }, words.t("analysis")),
  ].filter(Boolean);
}

/** What few want of a game that is over, folded away. @param {Model} m @param {TableKit} kit */
function rest(m, kit) {
  const { words } = kit;
  const { again, lobby, match, record, verify } = m.table.links;
  return h(
    "details",
    { class: "over-rest", key: "rest" },
    h("summary", null, words.t("over_more")),
    h(
      "div",
      { class: "choice-actions" },
      onwards(m, kit).slice(ACTIONS),
      match && h("a", { key: "match", class: "button on-felt", href: match }, words.t("match_page")),
      again && h("a", { class: "button on-felt", href: again }, words.t("again")),
      m.scores.length > 0 && button("open sheet", words.t("sheet")),
      verify && h("a", { class: "button on-felt", href: verify }, words.t("verify")),
      record && h("a", { class: "button on-felt", href: record }, icon("download", kit), words.t("record")),
      h("a", { class: "button on-felt", href: lobby ?? "/" }, words.t("lobby")),
    ),
  );
}

/** What the game came to: one's own score first, or who won. @param {Model} m @param {TableKit} kit */
export function title(m, { words }) {
  if (!m.result) return words.t("abandoned");
  const [own, other] = ownFirst(m.totals);
  if (m.me === null || m.totals.length !== 2 || own.total === other.total) return words.winner(m, m.result.winners);
  const key = m.result.winners.includes(m.me) ? "you_won" : "you_lost";
  return words.t(key, { own: words.plain(own.total), other: words.plain(other.total) });
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
    avatar(seat.name ?? "bot", seat.avatar),
    h("bdi", null, kit.words.name(seat)),
    change &&
      h("span", { class: "over-rating num", title: kit.words.t("rating_change") }, kit.words.ratingChange(change)),
  );
}
