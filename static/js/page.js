// Reads the data that the server wrote into the page for its scripts.

/**
 * Reads a block that Django's json_script wrote.
 * @param {string} id
 * @returns {unknown} the value, or null where the page has no such block
 */
export function block(id) {
  const element = document.getElementById(id);
  return element ? JSON.parse(element.textContent) : null;
}

/** @param {string} id @returns {Record<string, string>} a block of texts by name, as `block` reads it */
export function texts(id) {
  return /** @type {Record<string, string>} */ (block(id));
}

const loaded = performance.now();

/** @returns {number} the platform's present time in ms since 1970, by its clock and not by this computer's */
export function serverNow() {
  const served = Date.parse(document.documentElement.dataset.now ?? "");
  return Number.isNaN(served) ? Date.now() : served + (performance.now() - loaded);
}

/** @param {ParentNode} root @param {string} selector @returns {HTMLElement | null} the first that it finds */
export function one(root, selector) {
  return root.querySelector(selector);
}

/** @param {ParentNode} root @param {string} selector @returns {HTMLElement[]} all that it finds */
export function all(root, selector) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector))];
}

/** @param {Event} event @param {string} selector @returns {HTMLElement | null} what it finds around the event's target */
export function around(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/** @param {string} id @returns {HTMLElement} an element that the page always has. Throws where it hasn't. */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * @param {string} name
 * @returns {string} as the cookie is called: with https, browsers take such a name from this host alone (settings.py)
 */
const fullName = (name) => (location.protocol === "https:" ? `__Host-${name}` : name);

/**
 * Sets a cookie for a year.
 * @param {string} name
 * @param {string} value
 */
export function setCookie(name, value) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${fullName(name)}=${value}; path=/; max-age=31536000; SameSite=Lax${secure}`;
}

/**
 * @param {string} name
 * @returns {string} a cookie's value, or ""
 */
export function cookie(name) {
  const start = `${fullName(name)}=`;
  const pair = document.cookie.split("; ").find((text) => text.startsWith(start));
  return pair ? pair.slice(start.length) : "";
}
