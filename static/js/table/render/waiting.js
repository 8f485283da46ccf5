// The table before the game: who sits where, who may still come, and how.
import { h } from "../dom.js";
import { address, avatar, button, clockText, country, icon } from "./parts.js";

/** @import { Model, SeatModel, Table, TableKit, Words } from "../../types.js" */

/** @param {Model} m @param {TableKit} kit */
export function waiting(m, kit) {
  const { words } = kit;
  const free = m.seats.filter((seat) => !seat.taken).length;
  return h(
    "section",
    { class: "choice waiting", key: "waiting", "aria-label": words.t("wait_title"), "data-choice": "waiting" },
    h("h2", null, words.waiting(m)),
    botsAt(m, kit),
    readyAsk(m, kit),
    h(
      "div",
      { class: m.partners ? "wait-sides paired" : "wait-sides" },
      m.sides.map((side, k) => group(side, k, m, kit)),
    ),
    h("p", { class: "choice-text small", key: "terms" }, terms(m, kit)),
    houseRules(kit),
    kit.barred && m.me === null && h("p", { class: "choice-text", key: "barred" }, kit.barred),
    m.can.has("invite") && free > 0 && invite(m, kit),
    m.can.has("add_bot") && free > 0 && botsLevel(m, kit),
    h("div", { class: "wait-error", key: "wrong", role: "alert" }, m.ui.error),
    h(
      "div",
      { class: "choice-actions", key: "actions" },
      m.can.has("add_bot") &&
        free > 0 &&
        button("fill", [icon("bot", kit), words.t("fill")], { class: m.table.bots_at ? "button-turn" : "" }),
      kit.guest &&
        free > 0 &&
        m.table.kind === "casual" &&
        !m.table.rated &&
        button("guest", words.t("guest"), { class: "button-turn" }),
      m.can.has("leave") && button("leave", words.t("leave"), { class: "on-felt" }),
      free > 0 &&
        button("copy", [icon("link", kit), h("span", { "data-copy-label": "" }, words.t("copy"))], {
          class: "on-felt",
        }),
    ),
    address(m, kit),
  );
}

/** What is agreed: the pace, and whether it counts. @param {Model} m @param {TableKit} kit */
function terms(m, kit) {
  const { words } = kit;
  const { turn_seconds: turn, bank_seconds: bank } = m.table;
  const pace = bank
    ? words.t("pace_bank", { turn: clockText(turn * 1000), bank: clockText(bank * 1000) })
    : words.t("pace", { turn: clockText(turn * 1000) });
  return [
    m.table.title === m.table.preset_title ? null : m.table.preset_title,
    pace,
    words.t(m.table.rated ? "rated_members" : "casual"),
    range(m.table, words),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Whose rating lets them sit down. @param {Table} given @param {Words} words */
function range({ min_rating: low, max_rating: high }, words) {
  if (low === null) return high === null ? null : words.t("range_to", { high });
  return high === null ? words.t("range_from", { low }) : words.t("range", { low, high });
}

/** Bots come by themselves after a moment: until when people may. @param {Model} m @param {TableKit} kit */
function botsAt(m, kit) {
  if (!m.table.bots_at) return null;
  return h("p", { class: "choice-text small", key: "bots" }, kit.words.t("bots_at"), " ", until(m.table.bots_at, kit));
}

/**
 * A player who was away when the table filled confirms that they play; the others see for how long the table waits.
 * @param {Model} m
 * @param {TableKit} kit
 */
function readyAsk(m, kit) {
  if (!m.table.ready_by) return null;
  const { words } = kit;
  if (!m.can.has("ready"))
    return h("p", { class: "choice-text", key: "ready" }, words.t("ready_wait"), " ", until(m.table.ready_by, kit));
  return h(
    "div",
    { class: "next-stop ready", key: "ready" },
    h("p", { class: "choice-text" }, words.t("ready_ask"), " ", until(m.table.ready_by, kit)),
    button("ready", words.t("ready"), { class: "button-turn" }),
  );
}

/** How strong the next bots are, where there is a choice. @param {Model} m @param {TableKit} kit */
function botsLevel(m, { levels, words }) {
  if (levels.length < 2) return null;
  return h(
    "p",
    { class: "bots-level", key: "level" },
    h("label", { for: "bots-level" }, words.t("bots_level")),
    h(
      "select",
      { id: "bots-level", autocomplete: "off" },
      levels.map((level) =>
        h("option", { value: level, selected: level === m.table.bots_level }, words.t(`level_${level}`)),
      ),
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
    h("b", { class: "sentence" }, kit.words.t("house_rules")),
    `: ${changed.map(([label, value]) => `${label} ${value}`).join(" · ")}`,
  );
}

/** Invite somebody by name; the invited are listed below. @param {Model} m @param {TableKit} kit */
function invite(m, kit) {
  const { words } = kit;
  const { invited } = m.table;
  return h(
    "form",
    { class: "invite", key: "invite", "data-do": "invite" },
    h("label", { for: "invite-name" }, words.t("invite_by_name")),
    h(
      "div",
      { class: "invite-row" },
      h("input", {
        id: "invite-name",
        name: "name",
        maxlength: 150,
        autocomplete: "off",
        autocapitalize: "none",
        spellcheck: "false",
        required: true,
      }),
      h("button", { type: "submit", class: "button" }, words.t("invite_send")),
    ),
    invited.length > 0 &&
      h("p", { class: "choice-text small", key: "asked" }, words.t("invited", { names: invited.join(", ") })),
  );
}

/** @param {number[]} side @param {number} k @param {Model} m @param {TableKit} kit */
function group(side, k, m, kit) {
  return h(
    "div",
    { class: "wait-side", key: k },
    m.partners && h("h3", null, kit.words.t("side_no", { n: k + 1 })),
    m.table.start &&
      h(
        "p",
        { class: "choice-text small", key: "start" },
        kit.words.t("carried", { points: kit.words.plain(m.table.start.totals[k]) }),
      ),
    side.map((seat) => row(m.seats[seat], m, kit)),
  );
}

/** @param {SeatModel} seat @param {Model} m @param {TableKit} kit */
function row(seat, m, kit) {
  const { words } = kit;
  const n = seat.seat + 1;
  if (seat.taken) {
    return h(
      "div",
      { class: seat.mine ? "wait-row mine" : "wait-row", key: seat.seat, "data-seat": seat.seat },
      avatar(seat.name ?? "bot", seat.avatar),
      h("span", { class: "wait-name" }, h("bdi", null, words.name(seat))),
      country(seat),
      !seat.ready && h("span", { class: "tag tag-warn" }, words.t("not_ready")),
      !seat.bot && !seat.online && seat.ready && h("span", { class: "tag" }, words.t("away")),
      seat.bot || seat.program ? h("span", { class: "tag" }, icon("bot", kit), words.bot(seat)) : rating(seat, words),
      m.can.has("swap") && !seat.mine && swap(seat, m, kit),
    );
  }
  return h(
    "div",
    { class: "wait-row free", key: seat.seat, "data-seat": seat.seat },
    h("span", { class: "avatar-free" }, icon("seat", kit)),
    h("span", { class: "wait-name" }, words.t("seat_no", { n })),
    m.can.has("sit") &&
      button(`sit ${seat.seat}`, words.t(m.me === null ? "sit" : "move"), {
        class: "button-small",
        "aria-label": words.t("sit_at", { n }),
      }),
    m.can.has("add_bot") &&
      button(`bot ${seat.seat}`, icon("bot", kit), {
        class: "button-small on-felt",
        "aria-label": words.t("add_bot_at", { n }),
        title: words.t("add_bot"),
      }),
  );
}

/**
 * Changing places: with a bot at once, with a person when both want to.
 * @param {SeatModel} seat
 * @param {Model} m
 * @param {TableKit} kit
 */
function swap(seat, m, kit) {
  const { words } = kit;
  const name = words.name(seat);
  if (seat.bot)
    return button(`swap ${seat.seat}`, words.t("move"), {
      class: "button-small on-felt",
      "aria-label": words.t("swap_bot", { name }),
    });
  if (seat.swap_to === m.me)
    return button(`swap ${seat.seat}`, words.t("swap_accept"), {
      class: "button-small button-turn",
      "aria-label": words.t("swap_accept_of", { name }),
    });
  if (m.mine?.swap_to === seat.seat)
    return button(`swap ${m.me}`, words.t("swap_asked"), { class: "button-small on-felt", "aria-pressed": "true" });
  return button(`swap ${seat.seat}`, words.t("swap"), {
    class: "button-small on-felt",
    "aria-label": words.t("swap_of", { name }),
  });
}

/** @param {SeatModel} seat @param {Words} words */
function rating(seat, words) {
  if (seat.rating === null || seat.rating === undefined) return null;
  return h(
    "span",
    { class: "num muted", title: seat.provisional ? words.t("provisional") : null },
    seat.provisional ? `${seat.rating}?` : String(seat.rating),
  );
}
