// Tells the server the browser's time zone, for visitors and for new accounts.
import { cookie, setCookie } from "./page.js";

export function tellZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && /^[\w+\-/]+$/.test(zone) && cookie("tz") !== zone) setCookie("tz", zone);
}
