// The table before the game: who sits where, who may still come, and how.

import { gettext } from "../../texts.js";
import { h } from "../dom.js";
import * as words from "../words.js";
import { address, avatar, button, clockText, country, icon } from "./parts.js";

/** @import { Model, SeatModel, Table, TableKit } from "../../types.js" */

/** @param {Model} m @param {TableKit} kit */
export function waiting(m, kit) {
  const free = m.seats.filter((seat) => !seat.taken).length;
  return h(
    "section",
    { class: "choice waiting", key: "waiting", "aria-label": gettext("Waiting for players"), "data-choice": "waiting" },
    h("h2", null, words.waiting(m)),
    botsAt(m, kit),
    readyAsk(m, kit),
    h(
      "div",
      { class: m.partners ? "wait-sides paired" : "wait-sides" },
      m.sides.map((side, k) => group(side, k, m, kit)),
    ),
    h("p", { class: "choice-text small", key: "terms" }, terms(m)),
    houseRules(kit),
    kit.barred && m.me === null && h("p", { class: "choice-text", key: "barred" }, kit.barred),
    m.can.has("invite") && free > 0 && invite(m),
    m.can.has("add_bot") && free > 0 && botsLevel(m, kit),
    h("div", { class: "wait-error", key: "wrong", role: "alert" }, m.ui.error),
    h(
      "div",
      { class: "choice-actions", key: "actions" },
      m.can.has("add_bot") &&
        free > 0 &&
        button("fill", [icon("bot", kit), gettext("Fill with bots")], { class: m.table.bots_at ? "button-turn" : "" }),
      kit.comesIn && free > 0 && button("come-in", gettext("Take a seat"), { class: "button-turn" }),
      m.can.has("leave") && button("leave", gettext("Leave"), { class: "on-felt" }),
      free > 0 &&
        button("copy", [icon("link", kit), h("span", { "data-copy-label": "" }, gettext("Copy link"))], {
          class: "on-felt",
        }),
    ),
    address(m),
  );
}

/** What is agreed: the pace, and whether it counts. @param {Model} m */
function terms(m) {
  const { turn_seconds: turn, bank_seconds: bank } = m.table;
  const pace = bank
    ? gettext("%(turn)s per turn and %(bank)s in the bank", {
        turn: clockText(turn * 1000),
        bank: clockText(bank * 1000),
      })
    : gettext("%(turn)s per turn", { turn: clockText(turn * 1000) });
  return [
    m.table.title === m.table.preset_title ? null : m.table.preset_title,
    m.table.no_clock ? gettext("no clock") : pace,
    m.table.rated ? gettext("rated, for members") : gettext("casual"),
    range(m.table),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Whose rating lets them sit down. @param {Table} given */
function range({ min_rating: low, max_rating: high }) {
  if (low === null) return high === null ? null : gettext("for ratings up to %(high)s", { high });
  return high === null
    ? gettext("for ratings from %(low)s", { low })
    : gettext("for ratings from %(low)s to %(high)s", { low, high });
}

/** Bots come by themselves after a moment: until when people may. @param {Model} m @param {TableKit} kit */
function botsAt(m, kit) {
  if (!m.table.bots_at) return null;
  return h(
    "p",
    { class: "choice-text small", key: "bots" },
    gettext("Bots take the free seats in"),
    " ",
    until(m.table.bots_at, kit),
  );
}

/**
 * A player who was away when the table filled confirms that they play; the others see for how long the table waits.
 * @param {Model} m
 * @param {TableKit} kit
 */
function readyAsk(m, kit) {
  if (!m.table.ready_by) return null;
  if (!m.can.has("ready"))
    return h(
      "p",
      { class: "choice-text", key: "ready" },
      gettext("Waiting for players who aren’t here yet:"),
      " ",
      until(m.table.ready_by, kit),
    );
  return h(
    "div",
    { class: "next-stop ready", key: "ready" },
    h("p", { class: "choice-text" }, gettext("The table is full. Will you play?"), " ", until(m.table.ready_by, kit)),
    button("ready", gettext("I’m ready"), { class: "button-turn" }),
  );
}

/** How strong the next bots are, where there is a choice. @param {Model} m @param {TableKit} kit */
function botsLevel(m, { levels }) {
  if (levels.length < 2) return null;
  return h(
    "p",
    { class: "bots-level", key: "level" },
    h("label", { for: "bots-level" }, gettext("Bots’ level")),
    h(
      "select",
      { id: "bots-level", autocomplete: "off" },
      levels.map((level) => h("option", { value: level, selected: level === m.table.bots_level }, words.level(level))),
    ),
  );
}

/** @param {string} moment @param {TableKit} kit */
function until(moment, kit) {
  return h("span", { class: "num", key: moment, "data-deadline": moment }, clockText(Date.parse(moment) - kit.now()));
}

/** The rules that differ from the named ones: whoever sits down must know them. @param {TableKit} kit */
function houseRules(kit) {
  const changed = kit.rules.filter(([, , differs]) => differs);
  if (changed.length === 0) return null;
  return h(
    "p",
    { class: "choice-text small", key: "house" },
    h("b", { class: "sentence" }, gettext("house rules")),
    `: ${changed.map(([label, value]) => `${label} ${value}`).join(" · ")}`,
  );
}

/** Invite somebody by name; the invited are listed below. @param {Model} m */
function invite(m) {
  const { invited } = m.table;
  return h(
    "form",
    { class: "invite", key: "invite", "data-do": "invite" },
    h("label", { for: "invite-name" }, gettext("Invite a player by name")),
    h(
      "div",
      { class: "invite-row" },
      h(
        "div",
        { class: "picker", "data-people": m.table.links.people },
        h("input", {
          id: "invite-name",
          name: "name",
          maxlength: 150,
          autocomplete: "off",
          autocapitalize: "none",
          spellcheck: "false",
          required: true,
        }),
      ),
      h("button", { type: "submit", class: "button" }, gettext("Invite")),
    ),
    invited.length > 0 &&
      h(
        "p",
        { class: "choice-text small", key: "asked" },
        gettext("Invited: %(names)s", { names: invited.join(", ") }),
      ),
  );
}

/** @param {number[]} side @param {number} k @param {Model} m @param {TableKit} kit */
function group(side, k, m, kit) {
  return h(
    "div",
    { class: "wait-side", key: k },
    m.partners && h("h3", null, gettext("Side %(n)s", { n: k + 1 })),
    m.table.start &&
      h(
        "p",
        { class: "choice-text small", key: "start" },
        gettext("begins with %(points)s points", { points: words.plain(m.table.start.totals[k]) }),
      ),
    side.map((seat) => row(m.seats[seat], m, kit)),
  );
}

/** @param {SeatModel} seat @param {Model} m @param {TableKit} kit */
function row(seat, m, kit) {
  const n = seat.seat + 1;
  if (seat.taken) {
    return h(
      "div",
      { class: seat.mine ? "wait-row mine" : "wait-row", key: seat.seat, "data-seat": seat.seat },
      avatar(seat.name ?? "bot", seat.avatar),
      h("span", { class: "wait-name" }, h("bdi", null, words.name(seat))),
      country(seat),
      !seat.ready && h("span", { class: "tag tag-warn" }, gettext("not ready")),
      !seat.bot && !seat.online && seat.ready && h("span", { class: "tag" }, gettext("away")),
      seat.bot || seat.program ? h("span", { class: "tag" }, icon("bot", kit), words.bot(seat)) : rating(seat),
      m.can.has("swap") && !seat.mine && swap(seat, m),
    );
  }
  return h(
    "div",
    { class: "wait-row free", key: seat.seat, "data-seat": seat.seat },
    h("span", { class: "avatar-free" }, icon("seat", kit)),
    h("span", { class: "wait-name" }, gettext("Seat %(n)s", { n })),
    m.can.has("sit") &&
      button(`sit ${seat.seat}`, m.me === null ? gettext("Sit here") : gettext("Move here"), {
        class: "button-small",
        "aria-label": gettext("Sit at seat %(n)s", { n }),
      }),
    m.can.has("add_bot") &&
      button(`bot ${seat.seat}`, icon("bot", kit), {
        class: "button-small on-felt",
        "aria-label": gettext("Add a bot at seat %(n)s", { n }),
        title: gettext("Add a bot"),
      }),
  );
}

/**
 * Changing places: with a bot at once, with a person when both want to.
 * @param {SeatModel} seat
 * @param {Model} m
 */
function swap(seat, m) {
  const name = words.name(seat);
  if (seat.bot)
    return button(`swap ${seat.seat}`, gettext("Move here"), {
      class: "button-small on-felt",
      "aria-label": gettext("Swap seats with %(name)s", { name }),
    });
  if (seat.swap_to === m.me)
    return button(`swap ${seat.seat}`, gettext("Swap seats"), {
      class: "button-small button-turn",
      "aria-label": gettext("%(name)s asks to swap seats with you: swap", { name }),
    });
  if (m.mine?.swap_to === seat.seat)
    return button(`swap ${m.me}`, gettext("Asked to swap"), { class: "button-small on-felt", "aria-pressed": "true" });
  return button(`swap ${seat.seat}`, gettext("Ask to swap"), {
    class: "button-small on-felt",
    "aria-label": gettext("Ask %(name)s to swap seats", { name }),
  });
}

/** @param {SeatModel} seat */
function rating(seat) {
  if (seat.rating === null || seat.rating === undefined) return null;
  return h(
    "span",
    { class: "num muted", title: seat.provisional ? gettext("Provisional: few games played yet") : null },
    seat.provisional ? `${seat.rating}?` : String(seat.rating),
  );
}
