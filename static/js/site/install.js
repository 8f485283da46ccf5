// Registers the service worker (service-worker.js) once the page has loaded.

/** Not at a table, to leave the first seconds to the game. */
const WANTED = "serviceWorker" in navigator && !document.body.classList.contains("at-table");
const LATER_MS = 3000;

function register() {
  // A browser that refuses it only lacks the offline page and push messages.
  navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
}

export function installWorker() {
  if (!WANTED) return;
  const later = () => setTimeout(register, LATER_MS);
  if (document.readyState === "complete") later();
  else addEventListener("load", later);
}
