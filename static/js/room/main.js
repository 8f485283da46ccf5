// Starts the pad of a room's table.
import { block, byId, cookie } from "../page.js";
import { themeSwitches } from "../site/theme.js";
import { gettext } from "../texts.js";
import { RoomPad } from "./pad.js";

const theme = cookie("theme");
if (theme) document.documentElement.dataset.theme = theme;

const icons = /** @type {Record<string, string>} */ (block("icons"));
void new RoomPad(byId("pad"), icons, /** @type {any} */ (block("room"))).start();
themeSwitches();

if (!isSecureContext || !("serviceWorker" in navigator)) {
  byId("pad-network").textContent = gettext(
    "This site is open without HTTPS: keep this page open, and what you enter is sent as soon as the network is there.",
  );
} else navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
