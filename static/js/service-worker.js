// The site's service worker: the offline page, the score pad, the pad of a room's table that was open last, and push messages. It
// caches no other page and nothing of an online table: pages come from the server whenever it can be reached, and it doesn't handle any other request.

/**
 * @typedef {Event & {waitUntil: (work: Promise<unknown>) => void}} Lasting
 * @typedef {Lasting & {request: Request, preloadResponse: Promise<Response | undefined>, respondWith: (answer: Promise<Response>) => void}} Fetching
 * @typedef {Lasting & {data: {json: () => unknown}}} Pushed
 * @typedef {Lasting & {notification: Notification}} Clicked
 * @typedef {{url: string, focus: () => Promise<unknown>}} Open
 * @typedef {object} ServiceWorkerScope
 * @property {{navigationPreload?: {enable: () => Promise<void>}, showNotification: ServiceWorkerRegistration["showNotification"]}} registration
 * @property {{matchAll: (about: object) => Promise<Open[]>, openWindow: (url: string) => Promise<unknown>}} clients
 * @property {() => Promise<void>} skipWaiting
 * @property {(name: string, listen: (event: any) => void) => void} addEventListener
 */
const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));

const SHELL = "shell";
const OFFLINE = "/offline/";
const PAGES = [OFFLINE, "/score/"];
/** A pad of a room's table, and the cache with the one that was open last. */
const ROOM_PAD = /^\/room\/pads\/\d+\/$/;
const ROOM = "room";
const FILES = /(?:href|src)="(\/static\/[^"]+)"/g;
const IMPORTS = /^(?:import|export \{)[^;]*?"(\.[^"]+\.js)"/gm;

/** Caches the pages with their files, and deletes the files of earlier ones. */
async function keepShell() {
  const shell = await caches.open(SHELL);
  /** @type {Set<string>} */
  const kept = new Set();
  for (const address of PAGES) {
    const page = await fetch(address, { cache: "reload" });
    if (!page.ok) throw new Error(`${address} answered ${page.status}`);
    const named = [...(await page.clone().text()).matchAll(FILES)].map(([, file]) => file);
    for (const file of named) await keepFile(shell, file, kept);
    await shell.put(address, page);
    kept.add(address);
  }
  for (const old of await shell.keys()) {
    if (!kept.has(new URL(old.url).pathname)) await shell.delete(old);
  }
}

/** Caches a file, and the modules that it imports. @param {Cache} shell @param {string} address @param {Set<string>} kept */
async function keepFile(shell, address, kept) {
  if (kept.has(address)) return;
  kept.add(address);
  const file = await fetch(address);
  if (!file.ok) throw new Error(`${address} answered ${file.status}`);
  const script = address.endsWith(".js") ? await file.clone().text() : "";
  await shell.put(address, file);
  for (const [, name] of script.matchAll(IMPORTS)) {
    await keepFile(shell, new URL(name, location.origin + address).pathname, kept);
  }
}

/** Caches the pad of a room's table with its files, in place of the one before. @param {string} address @param {Response} page */
async function keepPad(address, page) {
  const room = await caches.open(ROOM);
  /** @type {Set<string>} */
  const kept = new Set();
  for (const [, file] of (await page.clone().text()).matchAll(FILES)) await keepFile(room, file, kept);
  await room.put(address, page);
  kept.add(address);
  for (const old of await room.keys()) {
    if (!kept.has(new URL(old.url).pathname)) await room.delete(old);
  }
}

/**
 * Fetches a page from the server. Where it can't be reached, or a proxy says so, shows the pad as kept; instead of others,
 * which only the server has, the offline page if nothing answers.
 * @param {Fetching} event
 */
async function pageFor(event) {
  const { pathname } = new URL(event.request.url);
  const isPad = ROOM_PAD.test(pathname);
  const kept = isPad || PAGES.includes(pathname);
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    if (isPad && answer.ok) event.waitUntil(keepPad(pathname, answer.clone()));
    return (kept && answer.status >= 500 && (await caches.match(pathname))) || answer;
  } catch {
    return (await caches.match(kept ? pathname : OFFLINE)) ?? (await caches.match(OFFLINE)) ?? Response.error();
  }
}

/** A file of the offline page; its address changes with its content. @param {Request} request */
const fileFor = async (request) => (await caches.match(request)) ?? fetch(request);

worker.addEventListener("install", (/** @type {Lasting} */ event) => {
  event.waitUntil(Promise.all([keepShell(), worker.skipWaiting()]));
});

worker.addEventListener("activate", (/** @type {Lasting} */ event) => {
  event.waitUntil(Promise.resolve(worker.registration.navigationPreload?.enable()));
});

worker.addEventListener("fetch", (/** @type {Fetching} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(pageFor(event));
  else if (origin === location.origin && pathname.startsWith("/static/")) event.respondWith(fileFor(request));
});

// ------------------------------------------------------------------------------------------------------------- push
/** @typedef {{title: string, text: string, path: string, tag: string, icon: string}} Notice what the server sends (notices/pushing.py) */

/** The notice's address on this site; never another site's, whatever was sent. @param {string} path */
const addressOf = (path) => location.origin + new URL(path, location.origin).pathname;

/** @param {Pushed} event */
function notify(event) {
  const { title, text, path, tag, icon } = /** @type {Notice} */ (event.data.json());
  return worker.registration.showNotification(title, {
    body: text,
    tag,
    icon,
    data: addressOf(path),
  });
}

/** Focuses the page that shows the notice's address already, or opens it. @param {Notification} notification */
async function goTo({ data: address }) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url === address);
  await (there ? there.focus() : worker.clients.openWindow(address));
}

worker.addEventListener("push", (/** @type {Pushed} */ event) => event.waitUntil(notify(event)));

worker.addEventListener("notificationclick", (/** @type {Clicked} */ event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification));
});
