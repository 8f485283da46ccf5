// Updates "in 2 h" while a page stays open. The server's tag `when` formats it the same way (templatetags/times.py).
import { all, serverNow } from "../page.js";
import { gettext } from "../texts.js";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86400;

/**
 * Formats how far away a moment is: "in 2 h", "5 min ago", "now".
 * @param {number} seconds from now, negative in the past
 */
export function relative(seconds) {
  const size = Math.abs(seconds);
  if (size < MINUTE / 2) return gettext("now");
  const values = { span: span(size) };
  return seconds > 0 ? gettext("in %(span)s", values) : gettext("%(span)s ago", values);
}

/** @param {number} size in seconds */
function span(size) {
  if (size < 59.5 * MINUTE) return gettext("%(n)d min", { n: Math.max(1, Math.round(size / MINUTE)) });
  if (size < 35.5 * HOUR) return gettext("%(n)d h", { n: Math.round(size / HOUR) });
  return gettext("%(n)d d", { n: Math.round(size / DAY) });
}

export function keepTimes() {
  const update = () => {
    const now = serverNow();
    for (const place of all(document, "time [data-relative]")) {
      const moment = Date.parse(place.closest("time")?.dateTime ?? "");
      const text = relative((moment - now) / 1000);
      if (text && place.textContent !== text) place.textContent = text;
    }
  };
  setInterval(update, 15000);
  document.addEventListener("visibilitychange", update);
  document.addEventListener("htmx:afterSwap", update);
}
