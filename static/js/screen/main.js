// The screen for the wall: follows its tournament, turns the slides, shows the round's clock and gives the signals.
import { byId, one, serverNow } from "../page.js";
import { gettext } from "../texts.js";
import { clockWords, signal } from "./clock.js";
import { Slides } from "./slides.js";
import { Bell } from "./sound.js";

/** @import { Times } from "./clock.js" */

const ASKED_EVERY = 4_000;
const PATIENCE = 10_000;
const TICK = 250;
const CONTROLS_FOR = 5_000;

const screen = byId("screen");
const slides = new Slides(screen);
const bell = new Bell();
const language = document.documentElement.lang;

// --------------------------------------------------------------------------------------------------- the picture
/** How far the server's clock is ahead of this page's, in ms; a screen that runs for hours must not drift. */
let ahead = serverNow() - Date.now();
const now = () => Date.now() + ahead;

/** @returns {Times} of the present picture */
function times() {
  const facts = one(screen, ".screen-picture")?.dataset ?? {};
  return {
    round: Number(facts.round),
    playing: "playing" in facts,
    starts: Date.parse(facts.starts ?? ""),
    ends: Date.parse(facts.ends ?? ""),
  };
}

/** @typedef {{now: string, mark: string, html?: string}} Answer */

/** @param {number | Date} moment @returns {string} its time of day here */
const timeOf = (moment) =>
  new Date(moment).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** The moment since which the server couldn't be reached. @type {Date | null} */
let awaySince = null;

async function ask() {
  const address = new URL(screen.dataset.nowAt ?? "", location.href);
  address.searchParams.set("seen", screen.dataset.seen ?? "");
  if (screen.dataset.key) address.searchParams.set("key", screen.dataset.key);
  const asked = Date.now();
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status === 404) return gone();
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    const picture = /** @type {Answer} */ (await answer.json());
    ahead = Date.parse(picture.now) - (asked + Date.now()) / 2;
    back();
    if (picture.html !== undefined) draw(picture.html, picture.mark);
  } catch {
    away();
  }
  setTimeout(ask, ASKED_EVERY);
}

/** @param {string} html from this site's own template @param {string} mark */
function draw(html, mark) {
  screen.innerHTML = html;
  screen.dataset.seen = mark;
  slides.renew();
  tick();
}

function away() {
  awaySince ??= new Date();
  const time = timeOf(awaySince);
  note(gettext("No connection since %(time)s. This is the last picture.", { time }));
}

function back() {
  awaySince = null;
  note("");
}

/** The link was renewed, or the tournament is no longer shown to visitors. */
function gone() {
  screen.replaceChildren();
  note(gettext("This screen’s link is no longer valid. Ask the organizer for the new one."));
}

/** @param {string} text */
function note(text) {
  const place = byId("screen-away");
  place.hidden = !text;
  if (place.textContent !== text) place.textContent = text;
}

// ----------------------------------------------------------------------------------------------------- the clock
let was = times();
let before = now();

function tick() {
  const present = times();
  const at = now();
  const place = document.getElementById("screen-clock");
  const words = clockWords(present, at);
  if (place && words && place.textContent !== words) place.textContent = words;
  place?.classList.toggle("is-last", present.playing && present.ends <= at);
  const time = document.getElementById("screen-time");
  const clock = timeOf(at);
  if (time && time.textContent !== clock) time.textContent = clock;
  const due = signal(was, before, present, at);
  if (due) bell.ring(due);
  [was, before] = [present, at];
}

// -------------------------------------------------------------------------------------------------- the controls
const controls = byId("screen-controls");
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Shows the buttons for a moment; until the sound was allowed or declined by waiting, and at each movement. */
function showControls() {
  controls.hidden = false;
  document.body.classList.remove("is-still");
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (controls.contains(document.activeElement) && document.activeElement?.matches(":focus-visible")) return;
    controls.hidden = true;
    document.body.classList.add("is-still");
  }, CONTROLS_FOR);
}

byId("screen-full").addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => undefined);
});

byId("screen-sound").addEventListener("click", async () => {
  await bell.allow();
  bell.ring("five");
  byId("screen-sound").hidden = true;
  const hint = one(controls, ".screen-hint");
  if (hint) hint.textContent = gettext("Signals: start of the round, five minutes left, last hand.");
});

for (const kind of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(kind, showControls);
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") slides.turn(1);
  if (event.key === "ArrowLeft") slides.turn(-1);
});

/** Keeps the projector's computer awake, where the browser can. */
async function stayAwake() {
  if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen").catch(() => undefined);
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
slides.renew();
showControls();
tick();
setInterval(tick, TICK);
setTimeout(ask, ASKED_EVERY);
