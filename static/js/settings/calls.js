// How this browser calls its person to a table (calls.js): what the page of the notices' settings lets them choose.
import { all, byId, one } from "../page.js";

const section = byId("calls");
const sound = /** @type {HTMLInputElement} */ (section.querySelector("[data-call-sound]"));
const permission = /** @type {HTMLElement} */ (section.querySelector("[data-call-permission]"));

/** Shows what holds for the browser's permission as it is now, and moves the focus where its button goes. */
function showPermission() {
  const now = window.Notification?.permission;
  permission.hidden = !now;
  for (const part of all(permission, "[data-for]")) part.hidden = part.dataset.for !== now;
}

try {
  sound.checked = localStorage.getItem("call sound") !== "false";
  sound.addEventListener("change", () => localStorage.setItem("call sound", String(sound.checked)));
} catch {
  // The browser keeps nothing.
  if (sound.parentElement) sound.parentElement.hidden = true;
}
permission.querySelector("button")?.addEventListener("click", async () => {
  await Notification.requestPermission();
  showPermission();
  const text = one(permission, "p:not([hidden])");
  if (!text) return;
  text.tabIndex = -1;
  text.focus();
});
showPermission();
section.hidden = false;
