// What a phone has entered and not sent yet, kept in IndexedDB until the server has it; without IndexedDB only while the page is open.

/** @import { Draft } from "../score/store.js" */
/** @import { Op, Refusal, State } from "./outbox.js" */

/**
 * @typedef {object} Kept what is kept of a match
 * @property {number} match
 * @property {Op[]} queue
 * @property {Refusal[]} refused
 * @property {Draft | null} draft the next hand, as far as it is entered
 * @property {number} hands how many there are before it
 * @property {State} state the last one that the server sent
 * @property {number} heard when it came, by this phone's clock
 */

const NAME = "room";
const STORE = "pads";

/** @type {Promise<IDBDatabase | null> | null} */
let opened = null;

/** @returns {Promise<IDBDatabase | null>} null where the browser has none, or refuses */
function database() {
  opened ??= new Promise((done) => {
    try {
      const asked = indexedDB.open(NAME, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "match" });
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => done(null);
    } catch {
      done(null);
    }
  });
  return opened;
}

/** @param {number} match @returns {Promise<Kept | null>} */
export async function readKept(match) {
  const db = await database();
  if (!db) return null;
  return new Promise((done) => {
    const asked = db.transaction(STORE).objectStore(STORE).get(match);
    asked.onsuccess = () => done(asked.result ?? null);
    asked.onerror = () => done(null);
  });
}

/** @param {Kept} kept @returns {Promise<boolean>} whether the browser keeps it */
export async function writeKept(kept) {
  const db = await database();
  if (!db) return false;
  return new Promise((done) => {
    const work = db.transaction(STORE, "readwrite");
    work.objectStore(STORE).put(JSON.parse(JSON.stringify(kept)));
    work.oncomplete = () => done(true);
    work.onabort = work.onerror = () => done(false);
  });
}
