// Shows on the page that a passkey or security key wasn't used. allauth's scripts only log it to the console.
import { one } from "../page.js";

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const note = one(document, "[data-key-failed]");
  if (note) note.hidden = false;
});
