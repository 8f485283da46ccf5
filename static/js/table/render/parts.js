// The small parts that several views draw.
import { drawn, hueOf, initialsOf, uploaded } from "../../avatar.js";
import { gettext } from "../../texts.js";
import { h } from "../dom.js";
import { suitOf } from "../model.js";
import * as words from "../words.js";

/** @import { Child, Kit, Model, Props, SeatModel, TableKit } from "../../types.js" */

/** @param {string} name @param {Pick<Kit, "icons">} kit */
export function icon(name, kit) {
  // What points back turns round with the reading.
  const kind = name.startsWith("chevron") ? "icon icon-points" : "icon";
  return h("svg", { class: kind, viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: kit.icons[name] }));
}

/** @param {string} name @param {string | null} [code] the person's choice, if they have made one */
export function avatar(name, code) {
  const chosen = drawn(code);
  const picture = uploaded(code);
  return h(
    "svg",
    { class: `avatar hue-${chosen ? chosen.hue : hueOf(name)}`, viewBox: "0 0 40 40", "aria-hidden": "true" },
    picture
      ? h("image", { href: picture, width: 40, height: 40 })
      : chosen
        ? h("use", { href: chosen.drawing })
        : h("text", { x: 20, y: 20 }, initialsOf(name)),
  );
}

/** Where a person comes from, as two letters; its name in the page's language is in the title. @param {Pick<SeatModel, "country">} seat */
export function country({ country: code }) {
  if (!code) return null;
  const names = new Intl.DisplayNames([document.documentElement.lang || "en"], { type: "region" });
  const name = names.of(code);
  return h(
    "span",
    { class: "country", key: "country", title: name },
    h("span", { "aria-hidden": "true" }, code),
    h("span", { class: "visually-hidden" }, name),
  );
}

/** A card's face; its name is the label of what holds it. @param {string} card @param {Kit} kit */
export function face(card, kit) {
  if (kit.compact) {
    return h(
      "svg",
      {
        key: card,
        class: `face face-compact suit-${card === "BJ" ? "H" : suitOf(card)}`,
        viewBox: "0 0 100 140",
        "aria-hidden": "true",
      },
      h("use", { href: `${kit.faces.compact}#${card}` }),
    );
  }
  return h("img", { key: card, class: "face", src: kit.faces[card], alt: "", draggable: "false", decoding: "sync" });
}

/** The class that marks a deuce above the ace, or "". @param {string} card @param {string[]} [highDeuces] */
export const raised = (card, highDeuces = []) => (highDeuces.includes(card) ? " raised" : "");

/** A card that is only shown. @param {string} card @param {Kit} kit @param {Props} [props] @param {string[]} [highDeuces] */
export function shownCard(card, kit, props = {}, highDeuces = []) {
  const kinds = `card ${props.class ?? ""}`.trim() + raised(card, highDeuces);
  return h(
    "div",
    { ...props, class: kinds, role: "img", "aria-label": words.cardThere(card, highDeuces) },
    face(card, kit),
  );
}

/**
 * A button; `does` is read by the table's one click listener.
 * @param {string} does @param {Child} label @param {Props} [props]
 */
export function button(does, label, props = {}) {
  return h("button", { type: "button", ...props, class: `button ${props.class ?? ""}`.trim(), "data-do": does }, label);
}

/**
 * The countdown of a turn, which clock.js keeps true: the turn's time, then the bank of whoever is at turn.
 * @param {Model} m @param {SeatModel | undefined} seat the seat at turn @param {TableKit} kit @param {string} kind a class
 * @param {string} [bankWord] shown before the time while the bank runs, where there is room for it
 */
export function countdown(m, seat, kit, kind, bankWord = "") {
  const paused = m.table.paused ? Date.parse(m.table.paused.at) : null;
  const left = Date.parse(m.table.deadline ?? "") - (paused ?? kit.now());
  const bank = seat?.bank ?? 0;
  const shown = left < 0 && bank ? left + bank * 1000 : left;
  return h(
    "span",
    {
      class: `${kind} num`,
      key: "clock",
      "data-deadline": paused === null ? m.table.deadline : null,
      "data-bank": bank || null,
      "data-bank-word": bankWord || null,
    },
    clockText(shown),
  );
}

/** The table's address, selected to be copied by hand, where the page may not do that. @param {Model} m */
export function address(m) {
  if (!m.ui.address) return null;
  return h(
    "label",
    { class: "address", key: "address" },
    gettext("Copy this address"),
    h("input", { type: "text", readonly: true, value: m.ui.address, "data-address": "" }),
  );
}

/** A moment in the viewer's own time, as "21:30"; with the weekday where it is another day. @param {string} iso @param {number} now in ms */
export function timeOfDay(iso, now) {
  const at = new Date(iso);
  const weekday = at.toDateString() === new Date(now).toDateString() ? undefined : "short";
  return new Intl.DateTimeFormat(document.documentElement.lang || "en", {
    weekday,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(at);
}

const MINUTE_MS = 60000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** @param {number} value @param {string} name */
const unit = (value, name) =>
  new Intl.NumberFormat(document.documentElement.lang || "en", {
    style: "unit",
    unit: name,
    unitDisplay: "narrow",
  }).format(value);

/** The time left of a turn, as the ticker in clock.js writes it. @param {number} ms */
export function clockText(ms) {
  if (ms >= DAY_MS) {
    const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
    return [unit(Math.floor(ms / DAY_MS), "day"), hours ? unit(hours, "hour") : ""].filter(Boolean).join(" ");
  }
  /** @param {number} value */
  const pad = (value) => String(value).padStart(2, "0");
  if (ms >= HOUR_MS) return `${Math.floor(ms / HOUR_MS)}:${pad(Math.floor((ms % HOUR_MS) / MINUTE_MS))} h`;
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
}

/** @param {"off" | "soft" | "on"} sound */
export function soundText(sound) {
  if (sound === "off") return gettext("Sounds: off");
  return sound === "soft" ? gettext("Sounds: soft") : gettext("Sounds: on");
}
