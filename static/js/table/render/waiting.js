// The table before the game: who sits where, who may still come, and how.
import { h } from "../dom.js";
import { avatar, button, icon } from "./parts.js";

/** @param {any} m @param {import("./parts.js").Kit} kit */
export function waiting(m, kit) {
  const { words } = kit;
  const free = m.seats.filter((seat) => !seat.taken).length;
  return h(
    "section",
    { class: "choice waiting", key: "waiting", "aria-label": words.t("wait_title"), "data-choice": "waiting" },
    h("h2", null, m.table.title),
    h("p", { class: "choice-text" }, words.waiting(m)),
    h("div", { class: m.partners ? "wait-sides paired" : "wait-sides" }, m.sides.map((side, k) => group(side, k, m, kit))),
    h(
      "div",
      { class: "choice-actions" },
      m.can.has("add_bot") && free > 0 && button("fill", [icon("bot", kit), words.t("fill")]),
      kit.guest && free > 0 && m.table.kind === "casual" && button("guest", words.t("guest"), { class: "button-turn" }),
      m.can.has("start") && button("start", words.t("start"), { class: "button-turn" }),
      m.can.has("leave") && button("leave", words.t("leave"), { class: "on-felt" }),
      free > 0 && button("copy", [icon("link", kit), h("span", { "data-copy-label": "" }, words.t("copy"))], { class: "on-felt" }),
    ),
  );
}

function group(side, k, m, kit) {
  return h(
    "div",
    { class: "wait-side", key: k },
    m.partners && h("h3", null, kit.words.t("side_no", { n: k + 1 })),
    side.map((seat) => row(m.seats[seat], m, kit)),
  );
}

function row(seat, m, kit) {
  const { words } = kit;
  const n = seat.seat + 1;
  if (seat.taken) {
    return h(
      "div",
      { class: seat.mine ? "wait-row mine" : "wait-row", key: seat.seat, "data-seat": seat.seat },
      avatar(seat.name ?? "bot"),
      h("span", { class: "wait-name" }, h("bdi", null, words.name(seat))),
      !seat.bot && !seat.online && h("span", { class: "tag" }, words.t("away")),
      seat.bot ? h("span", { class: "tag" }, icon("bot", kit), words.t("bot")) : rating(seat, words),
    );
  }
  return h(
    "div",
    { class: "wait-row free", key: seat.seat, "data-seat": seat.seat },
    h("span", { class: "avatar-free" }, icon("seat", kit)),
    h("span", { class: "wait-name" }, words.t("seat_no", { n })),
    m.can.has("sit") && button(`sit ${seat.seat}`, words.t(m.me === null ? "sit" : "move"), { class: "button-small", "aria-label": words.t("sit_at", { n }) }),
    m.can.has("add_bot") && button(`bot ${seat.seat}`, icon("bot", kit), { class: "button-small on-felt", "aria-label": words.t("add_bot_at", { n }), title: words.t("add_bot") }),
  );
}

function rating(seat, words) {
  if (seat.rating === null || seat.rating === undefined) return null;
  return h("span", { class: "num muted", title: seat.provisional ? words.t("provisional") : null }, seat.provisional ? `${seat.rating}?` : String(seat.rating));
}
