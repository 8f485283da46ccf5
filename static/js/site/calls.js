// Calls people to a table that waits for them, on every page of the site.
// A browser's pages take turns polling and share the answer. One of them rings; all show the call until it is answered or
// dismissed.
import { one } from "../page.js";
import { gettext } from "../texts.js";

/**
 * @typedef {{key: string, title: string, text: string, url: string, rings: boolean}} Call
 * @typedef {{calls: Call[], style: string}} Answer the server's answer
 */

const ASK = document.body.dataset.calls ?? ""; // It names the person, so that pages of two people share nothing.
const EVERY_MS = 12_000;
const HIDDEN_MS = 30_000;
/** At a live table, whose clock runs. */
const AT_TABLE = document.querySelector("[data-socket-url]") !== null;
const HEARD = `heard ${ASK}`;
const RUNG = `rung ${ASK}`;
const PUT_OFF = `put off ${ASK}`;
const REMEMBERED = 40;

/** This page's state if there is no storage. */
const own = new Map();

/** @param {string} name */
function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? own.get(name);
  } catch {
    return own.get(name);
  }
}

/** @param {string} name @param {unknown} value */
function keep(name, value) {
  own.set(name, value);
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // No storage: lasts as long as the page.
  }
}

/** @param {string} name @param {string} key @returns {boolean} */
const has = (name, key) => (read(name) ?? []).includes(key);
/** @param {string} name @param {string} key */
const add = (name, key) => keep(name, [...(read(name) ?? []), key].slice(-REMEMBERED));

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** When this page polled. */
let mine = 0;
const every = () => (document.hidden || AT_TABLE ? HIDDEN_MS : EVERY_MS);

/** Polls repeatedly, unless another page has just done so. */
async function ask() {
  clearTimeout(timer);
  const last = read(HEARD);
  const rest = last ? last.at + every() - Date.now() : 0;
  // A larger difference means that the computer's clock was set back.
  if (rest > 0 && rest <= HIDDEN_MS) {
    // The page that polled last polls first. If it is gone, the others don't all poll at once.
    timer = setTimeout(ask, last.at === mine ? rest : rest + 300 + Math.random() * 1700);
    return;
  }
  timer = setTimeout(ask, every());
  mine = Date.now();
  keep(HEARD, { ...last, at: mine });
  try {
    const answer = await fetch(ASK, { headers: { Accept: "application/json" } });
    // Signed out, or somebody else is signed in: this page is outdated.
    if (answer.status === 403) clearTimeout(timer);
    if (answer.status >= 500) return;
    keep(HEARD, { at: mine, answer: answer.status === 200 ? await answer.json() : null });
    show({ rings: true });
  } catch {
    // Offline: try again the next time.
  }
}

// ------------------------------------------------------------------------------------------------ on the page
/** A live region: screen readers announce what is added to it. */
const region = document.createElement("div");
region.className = "calls";

let shown = "";
let marked = "";
/** @type {HTMLElement | null} Where the focus was before it came to a call. */
let before = null;

/** Shows the latest answer, of this page or another; the page that polled `rings`. */
async function show({ rings = false } = {}) {
  /** @type {Answer | null | undefined} */
  const heard = read(HEARD)?.answer;
  const due = (heard?.calls ?? []).filter((call) => !has(PUT_OFF, call.key) && !isHere(call));
  const now = JSON.stringify(due);
  if (now === shown) return;
  shown = now;
  const fresh = due.filter((call) => rings && call.rings && !has(RUNG, call.key));
  for (const call of fresh) add(RUNG, call.key);
  if (heard && due.length) await dress(heard.style);
  const focused = region.contains(document.activeElement);
  region.replaceChildren(...(heard ? due.map((call) => card(call, fresh.includes(call))) : []));
  if (focused) giveBack();
  mark(due[0]);
  if (fresh.length) ring(fresh[0]);
}

/** @param {Call} call @returns {boolean} whether this is its own page, or one that leads there: a finished match's */
const isHere = (call) =>
  call.url === location.pathname || document.querySelector(`#table a[href="${CSS.escape(call.url)}"]`) !== null;

/** @param {Call} call @param {boolean} fresh */
function card(call, fresh) {
  const card = element("section", "call");
  // Screen readers announce a new call at once, and one that has already rung on another page when they are idle.
  card.setAttribute("role", fresh ? "alert" : "status");
  const go = element("a", "button button-primary", gettext("Go to my table"));
  go.href = call.url;
  const later = button("button-quiet", gettext("Not now"), () => putOff(call));
  const buttons = element("div", "cluster");
  buttons.append(go, later);
  if (window.Notification?.permission === "default") buttons.append(allow());
  const text = element("p", "muted", call.text);
  text.dir = "auto";
  card.append(element("p", "call-title", call.title), text, buttons);
  card.addEventListener("keydown", (event) => {
    if (event.key === "Escape") putOff(call);
  });
  return card;
}

function allow() {
  const asks = button("button-quiet", gettext("Notify me outside this page too"), async () => {
    await Notification.requestPermission();
    const before = asks.previousElementSibling;
    if (before instanceof HTMLElement) before.focus();
    asks.remove();
  });
  return asks;
}

/** @param {Call} call */
function putOff(call) {
  add(PUT_OFF, call.key);
  show();
}

function giveBack() {
  const to = before?.isConnected ? before : document.getElementById("main");
  to?.focus({ preventScroll: true });
}

/** Shows the call in the tab, before the page's title. @param {Call | undefined} call */
function mark(call) {
  if (marked && document.title.startsWith(marked)) document.title = document.title.slice(marked.length);
  marked = call ? `${call.title} · ` : "";
  document.title = marked + document.title;
}

/** Waits for the calls' style sheet, which pages without a call don't need. @param {string} address */
function dress(address) {
  if (document.querySelector("link[data-calls-style]")) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.dataset.callsStyle = "";
  link.href = address;
  const there = new Promise((done) => {
    link.addEventListener("load", done);
    link.addEventListener("error", done);
  });
  document.head.append(link);
  return there;
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} className
 * @param {string} [text]
 */
function element(name, className, text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

/** @param {string} kind @param {string} label @param {() => void} press */
function button(kind, label, press) {
  const made = element("button", `button ${kind}`, label);
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}

// ---------------------------------------------------------------------------------------------- beyond the page
/** @param {Call} call */
async function ring(call) {
  if (window.Notification?.permission === "granted" && !document.hasFocus()) notify(call);
  if (read("call sound") === false) return;
  const { Sound } = await import("../table/sound.js");
  new Sound(() => "on").call();
}

/** @param {Call} call */
function notify(call) {
  try {
    const made = new Notification(call.title, { body: call.text, tag: call.key });
    made.addEventListener("click", () => {
      window.focus();
      location.assign(call.url);
    });
  } catch {
    // Chromium on phones doesn't let pages create notifications.
  }
}

if (ASK) {
  one(document, ".skip")?.after(region);
  region.addEventListener("focusin", (event) => {
    const from = /** @type {HTMLElement | null} */ (event.relatedTarget);
    if (from && !region.contains(from)) before = from;
  });
  addEventListener("storage", (event) => {
    if (event.key === HEARD || event.key === PUT_OFF) show();
  });
  document.addEventListener("visibilitychange", ask);
  addEventListener("pageshow", (event) => event.persisted && ask());
  show();
  ask();
}
