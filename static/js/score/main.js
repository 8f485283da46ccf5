// Starts the score pad, and makes it work without network where the browser allows that.
import { block, byId, cookie } from "../page.js";
import { themeSwitches } from "../site/theme.js";
import { gettext } from "../texts.js";
import { Pad } from "./pad.js";

/** A page that was kept has the colours of then. */
const theme = cookie("theme");
if (theme) document.documentElement.dataset.theme = theme;

const icons = /** @type {Record<string, string>} */ (block("icons"));
new Pad(byId("pad"), icons).start();
themeSwitches();

const note = byId("pad-network");
if (!isSecureContext || !("serviceWorker" in navigator)) {
  note.textContent = gettext(
    "This site is open without HTTPS, so a reload of this page needs the network. What you enter stays in this browser.",
  );
} else {
  navigator.serviceWorker
    .register("/service-worker.js")
    .then(() => navigator.serviceWorker.ready)
    .then(() => caches.match("/score/"))
    .then((kept) => {
      if (kept) note.textContent = gettext("Works without network. Games stay in this browser alone.");
    })
    .catch(() => undefined);
}
