// Says on the page that a passkey or security key wasn't used. allauth's scripts tell the console only.
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const note = document.querySelector("[data-key-failed]");
  if (note) note.hidden = false;
});
