// The end of the game: who won, with what, what it did to the ratings, and where to go from here.

import { gettext } from "../../texts.js";
import { decided } from "../decided.js";
import { h } from "../dom.js";
import * as words from "../words.js";
import { ownFirst } from "./bar.js";
import { avatar, button, clockText, icon } from "./parts.js";

/** @import { Model, SeatModel, TableKit } from "../../types.js" */

/** So many actions are offered; the others are folded away. */
const ACTIONS = 2;

/** @param {Model} m @param {TableKit} kit */
export function over(m, kit) {
  if (m.ui.held) return null;
  const links = m.table.links;
  const why = decided(m);
  return h(
    "section",
    { class: "choice over", key: "over", "aria-label": gettext("The game is over"), "data-choice": "over" },
    h("h2", { class: "num" }, title(m)),
    m.can.has("rematch") &&
      links.rematch &&
      h("p", { class: "choice-text", key: "waits" }, gettext("The same people are playing again: a table is open.")),
    links.match && m.me !== null && next(m, kit),
    m.table.result && "abandoned" in m.table.result && h("p", { class: "choice-text" }, m.table.result.abandoned),
    m.totals.length > 0 && sides(m),
    why && h("p", { class: "choice-text", key: "why" }, why),
    m.ui.checked && checked(m.ui.checked, m, kit),
    links.sign_up &&
      m.me !== null &&
      h(
        "p",
        { class: "choice-text", key: "guest" },
        gettext("With an account you keep this game and can play for a rating."),
      ),
    h("div", { class: "choice-actions" }, onwards(m, kit).slice(0, ACTIONS)),
    rest(m, kit),
  );
}

/** The sides, the winners' first and the others by their totals, and what the game did to each player's rating. @param {Model} m */
function sides(m) {
  const winners = new Set(m.result?.winners ?? []);
  const won = (/** @type {number} */ side) => m.sides[side].some((seat) => winners.has(seat));
  const better = m.rules.winner === "lowest" ? -1 : 1;
  return h(
    "ol",
    { class: "over-sides", "aria-label": gettext("Final score") },
    [...m.totals]
      .sort((a, b) => Number(won(b.side)) - Number(won(a.side)) || better * (b.total - a.total))
      .map(({ side, total }) =>
        h(
          "li",
          { key: side, class: won(side) ? "winner" : null },
          h(
            "span",
            { class: "over-people" },
            m.sides[side].map((seat) => person(m.seats[seat], m)),
          ),
          h("strong", { class: "num" }, words.plain(total)),
        ),
      ),
  );
}

/** Where to play on, and the game to look at again, what most want first. @param {Model} m @param {TableKit} kit */
function onwards(m, kit) {
  const { match, rematch, replay, sign_up: signUp } = m.table.links;
  return [
    // The tournament's page, above the match's, tells its players of their next match and opens their next table.
    match &&
      !m.ui.next &&
      h(
        "a",
        { key: "tournament", class: "button button-turn", href: `${match}../../` },
        icon("trophy", kit),
        gettext("Go to the tournament"),
      ),
    m.can.has("rematch") &&
      button("rematch", rematch ? gettext("Join the next game") : gettext("Play again"), { class: "button-turn" }),
    signUp &&
      m.me !== null &&
      h(
        "a",
        { key: "sign-up", class: "button on-felt", href: signUp },
        icon("user", kit),
        gettext("Create an account"),
      ),
    m.me !== null &&
      m.table.kind === "casual" &&
      !m.table.rated &&
      button("another", [icon("seat", kit), gettext("Next free table")], { class: "on-felt" }),
    rematch &&
      !m.can.has("rematch") &&
      h(
        "a",
        { key: "next-game", class: "button on-felt", href: rematch },
        icon("cards", kit),
        gettext("Watch the next game"),
      ),
    replay && h("a", { key: "replay", class: "button on-felt", href: replay }, icon("history", kit), gettext("Replay")),
    replay &&
      m.status === "finished" &&
      h(
        "a",
        { key: "analysis", class: "button on-felt", href: `${replay}../analysis/` },
        gettext("See what you missed"),
      ),
  ].filter(Boolean);
}

/** What few want of a game that is over, folded away. @param {Model} m @param {TableKit} kit */
function rest(m, kit) {
  const { again, lobby, match, record, verify } = m.table.links;
  return h(
    "details",
    { class: "over-rest", key: "rest" },
    h("summary", null, gettext("More")),
    h(
      "div",
      { class: "choice-actions" },
      onwards(m, kit).slice(ACTIONS),
      match && h("a", { key: "match", class: "button on-felt", href: match }, gettext("Go to the match")),
      again && h("a", { class: "button on-felt", href: again }, gettext("Other rules")),
      m.scores.length > 0 && button("open sheet", gettext("Score sheet")),
      verify && h("a", { class: "button on-felt", href: verify }, gettext("Check the deals")),
      record && h("a", { class: "button on-felt", href: record }, icon("download", kit), gettext("The game’s record")),
      h("a", { class: "button on-felt", href: lobby ?? "/" }, gettext("Back to the lobby")),
    ),
  );
}

/** What the game came to: one's own score first, or who won. @param {Model} m */
export function title(m) {
  if (!m.result) return gettext("This table was abandoned");
  const [own, other] = ownFirst(m.totals);
  if (m.me === null || m.totals.length !== 2 || own.total === other.total) return words.winner(m, m.result.winners);
  const values = { own: words.plain(own.total), other: words.plain(other.total) };
  return m.result.winners.includes(m.me)
    ? gettext("You won %(own)s : %(other)s", values)
    : gettext("You lost %(own)s : %(other)s", values);
}

/**
 * That the browser checked the deals, and the way to what that means.
 * @param {"deals_good" | "deals_bad"} found @param {Model} m @param {TableKit} kit
 */
function checked(found, m, kit) {
  const good = found === "deals_good";
  const text = good
    ? [icon("check", kit), gettext("Deals checked")]
    : gettext("The deals don’t match what your browser saw. See “Check the deals”.");
  const { verify } = m.table.links;
  return h("p", { class: `choice-text ${found}`, key: "checked" }, verify ? h("a", { href: verify }, text) : text);
}

/**
 * What comes next in the tournament, and the way there: the next table itself as soon as it is open.
 * @param {Model} m
 * @param {TableKit} kit
 */
function next(m, kit) {
  const stop = m.ui.next;
  if (!stop)
    return h(
      "p",
      { class: "choice-text", key: "next" },
      gettext("Your next match, if any, is listed on the tournament’s page."),
    );
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

/** @param {SeatModel} seat @param {Model} m */
function person(seat, m) {
  const change = m.table.rating_changes?.find((row) => row.seat === seat.seat);
  return h(
    "span",
    { class: "over-person", key: seat.seat },
    avatar(seat.name ?? "bot", seat.avatar),
    h("bdi", null, words.name(seat)),
    change && h("span", { class: "over-rating num", title: gettext("Rating") }, words.ratingChange(change)),
  );
}
