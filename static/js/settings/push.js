// Enables push messages to this browser, on the page of the notices' settings.
import { all, byId, one } from "../page.js";

const section = byId("devices");
const part = /** @type {HTMLElement} */ (one(section, "[data-push]"));
const button = /** @type {HTMLButtonElement} */ (one(part, "button"));
/** Set while this browser receives push messages. If it no longer does, something else has ended that. */
const TURNED_ON = "push on";
const canPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** @param {string} state of the texts, "on" or "off" @param {string} [sentence] */
function show(state, sentence = "") {
  for (const text of all(part, "[data-for]")) {
    text.hidden = text.dataset.for !== state;
    if (!text.hidden && sentence) text.textContent = sentence;
    if (!text.hidden && document.activeElement === button) focusOn(text);
  }
  button.hidden = ["on", "denied", "missing"].includes(state);
  part.hidden = state === "on";
}

/** @param {HTMLElement} text */
function focusOn(text) {
  text.tabIndex = -1;
  text.focus();
}

/** @param {string} text in base64url */
function bytesOf(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** The id of a subscription on this page: the hash of its address. @param {string} endpoint */
async function nameOf(endpoint) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {boolean | null} [yes] */
function remembered(yes = null) {
  try {
    if (yes !== null) localStorage.setItem(TURNED_ON, String(yes));
    return localStorage.getItem(TURNED_ON) === "true";
  } catch {
    return false; // The browser keeps nothing.
  }
}

/** Shows whether this browser receives push messages. */
async function look() {
  if (!canPush) return show("missing");
  if (Notification.permission === "denied") return show("denied");
  const registration = await navigator.serviceWorker.getRegistration("/");
  const known = await registration?.pushManager.getSubscription();
  const name = known ? await nameOf(known.endpoint) : "";
  const here = all(section, "[data-push-here]").find((mark) => mark.dataset.pushHere === name);
  if (here) here.hidden = false;
  here
    ?.closest("li")
    ?.querySelector("form")
    ?.addEventListener("submit", () => remembered(false));
  return show(here ? "on" : remembered() ? "ended" : "off");
}

/** Subscribes in the browser, then registers with the server. */
async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") {
    return show(Notification.permission === "denied" ? "denied" : "off");
  }
  await navigator.serviceWorker.register("/service-worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = { userVisibleOnly: true, applicationServerKey: bytesOf(section.dataset.pushKey ?? "") };
  /** @type {PushSubscription} */
  let made;
  try {
    made = await subscribe(pushManager, key);
  } catch {
    return show("failed");
  }
  const { endpoint = "", keys = {} } = made.toJSON();
  const token = /** @type {HTMLInputElement} */ (document.querySelector("[name=csrfmiddlewaretoken]")).value;
  const answer = await fetch(section.dataset.pushAdd ?? "", {
    method: "POST",
    headers: { "X-CSRFToken": token },
    body: new URLSearchParams({ endpoint, public_key: keys.p256dh ?? "", auth: keys.auth ?? "" }),
  });
  if (answer.status === 422) {
    await made.unsubscribe();
    return show("refused", (await answer.json()).sentence);
  }
  if (!answer.ok) return show("failed");
  remembered(true);
  return location.reload();
}

/**
 * @param {PushManager} manager
 * @param {PushSubscriptionOptionsInit} key
 */
async function subscribe(manager, key) {
  try {
    return await manager.subscribe(key);
  } catch (error) {
    // Subscribed with an earlier key of the site.
    const known = await manager.getSubscription();
    if (!known) throw error;
    await known.unsubscribe();
    return manager.subscribe(key);
  }
}

button.addEventListener("click", () => {
  turnOn().catch(() => show("failed"));
});
look().catch(() => show("failed"));
