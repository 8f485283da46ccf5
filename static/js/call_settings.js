// How this browser calls its person to a table (calls.js): what the page of the notices' settings lets them choose.

const section = document.getElementById("calls");
const sound = section.querySelector("[data-call-sound]");
const permission = section.querySelector("[data-call-permission]");

/** Shows what holds for the browser's permission as it is now, and moves the focus where its button goes. */
function showPermission() {
  const now = window.Notification?.permission;
  permission.hidden = !now;
  for (const part of permission.querySelectorAll("[data-for]")) part.hidden = part.dataset.for !== now;
}

try {
  sound.checked = localStorage.getItem("call sound") !== "false";
  sound.addEventListener("change", () => localStorage.setItem("call sound", String(sound.checked)));
} catch {
  sound.parentElement.hidden = true; // The browser keeps nothing.
}
permission.querySelector("button").addEventListener("click", async () => {
  await Notification.requestPermission();
  showPermission();
  const said = permission.querySelector("p:not([hidden])");
  said.tabIndex = -1;
  said.focus();
});
showPermission();
section.hidden = false;
