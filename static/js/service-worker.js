// The site's service worker: the offline page, and push messages. It caches no other page and nothing of a table: pages
// always come from the server, and it doesn't handle any other request.

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
const FILES = /(?:href|src)="(\/static\/[^"]+)"/g;

/** Caches the offline page with its files, and deletes the files of an earlier one. */
async function keepShell() {
  const page = await fetch(OFFLINE, { cache: "reload" });
  if (!page.ok) throw new Error(`the offline page answered ${page.status}`);
  const named = [...(await page.clone().text()).matchAll(FILES)].map(([, address]) => address);
  const shell = await caches.open(SHELL);
  await shell.addAll(named);
  await shell.put(OFFLINE, page);
  const kept = [OFFLINE, ...named];
  for (const old of await shell.keys()) {
    if (!kept.includes(new URL(old.url).pathname)) await shell.delete(old);
  }
}

/** Fetches a page from the server, or shows the offline page if the server can't be reached. @param {Fetching} event */
async function pageFor(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
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
