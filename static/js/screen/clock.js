// The clock of a round on the screen for the wall: its words, and which signal is due. Needs no page.
import { gettext } from "../texts.js";

/**
 * @typedef {object} Times
 * @property {number} round the round's number; 0 before the tournament starts
 * @property {boolean} playing whether the round has begun
 * @property {number} starts when it begins, or began, in ms since 1970; NaN if unknown
 * @property {number} ends after which moment no new hand begins; NaN without limit
 */

/** @typedef {"start" | "five" | "last"} Signal */

export const FIVE = 5 * 60_000;
/** For how long after its moment a signal still makes sense, in ms: the page may have slept, or had no network. */
const LATE = 30_000;

/** @param {number} ms @returns {string} e.g. "4:05" or "1:04:05" */
export function span(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0"));
  const hours = Math.floor(seconds / 3600);
  const text = [...(hours ? [hours] : []), ...parts].join(":");
  return hours ? text : text.replace(/^0(?=\d:)/, "");
}

/** @param {Times} times @param {number} now @returns {string} what the clock says; "" if there is nothing to say */
export function clockWords(times, now) {
  if (times.playing) {
    if (Number.isNaN(times.ends)) return "";
    return now < times.ends ? span(times.ends - now) : gettext("Last hand");
  }
  if (Number.isNaN(times.starts)) return "";
  const left = times.starts - now;
  if (left > 24 * 3600_000) return "";
  return left > 0 ? gettext("Starts in %(span)s", { span: span(left) }) : gettext("Starts now");
}

/**
 * The signal that is due between two looks at the clock.
 * @param {Times} was @param {number} before the time then @param {Times} times @param {number} now
 * @returns {Signal | null}
 */
export function signal(was, before, times, now) {
  if (times.playing && (!was.playing || was.round !== times.round)) return "start";
  if (!times.playing || Number.isNaN(times.ends)) return null;
  const passed = (/** @type {number} */ moment) => before < moment && moment <= now && now - moment < LATE;
  if (passed(times.ends)) return "last";
  return passed(times.ends - FIVE) ? "five" : null;
}
