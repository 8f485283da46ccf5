// Updates "in 2 h" while a page stays open. The server's tag `when` formats it the same way (templatetags/times.py).
import { all, fill, serverNow } from "../page.js";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86400;

/**
 * Formats how far away a moment is: "in 2 h", "5 min ago", "now".
 * @param {number} seconds from now, negative in the past
 * @param {Record<string, string>} words
 */
export function relative(seconds, words) {
  const size = Math.abs(seconds);
  if (size < MINUTE / 2) return words.now;
  return fill(seconds > 0 ? words.in : words.ago, { span: span(size, words) });
}

/** @param {number} size in seconds @param {Record<string, string>} words */
function span(size, words) {
  if (size < 59.5 * MINUTE) return fill(words.min, { n: Math.max(1, Math.round(size / MINUTE)) });
  if (size < 35.5 * HOUR) return fill(words.h, { n: Math.round(size / HOUR) });
  return fill(words.d, { n: Math.round(size / DAY) });
}

/** @param {Record<string, string>} words */
export function keepTimes(words) {
  const update = () => {
    const now = serverNow();
    for (const place of all(document, "time [data-relative]")) {
      const moment = Date.parse(place.closest("time")?.dateTime ?? "");
      const text = relative((moment - now) / 1000, words);
      if (text && place.textContent !== text) place.textContent = text;
    }
  };
  setInterval(update, 15000);
  document.addEventListener("visibilitychange", update);
  document.addEventListener("htmx:afterSwap", update);
}
