// This browser's settings for calls to a table (site/calls.js), on the page of the notices' settings.
import { all, byId, one } from "../page.js";

const section = byId("calls");
const sound = /** @type {HTMLInputElement} */ (section.querySelector("[data-call-sound]"));
const permission = /** @type {HTMLElement} */ (section.querySelector("[data-call-permission]"));

/** Shows the part for the browser's current permission, and moves the focus if its button disappears. */
function showPermission() {
  const now = window.Notification?.permission;
  permission.hidden = !now;
  for (const part of all(permission, "[data-for]")) part.hidden = part.dataset.for !== now;
}

try {
  sound.checked = localStorage.getItem("call sound") !== "false";
  sound.addEventListener("change", () => localStorage.setItem("call sound", String(sound.checked)));
} catch {
  // No storage.
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
