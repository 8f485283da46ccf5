// Avatars as the server draws them (templatetags/people.py): a motif of the drawn set on a colour, a person's own
// picture, or the letters of a name.

const DRAWN = new URL("../img/avatars.svg", import.meta.url).href;

const HUES = 12;

const UPLOADED = "picture";

/**
 * @param {string} name
 * @returns {number} the colour class, 0 … 11
 */
export function hueOf(name) {
  const chars = [...name.toLowerCase()];
  return chars.reduce((sum, char, place) => sum + (place + 1) * (char.codePointAt(0) ?? 0), 0) % HUES;
}

/**
 * @param {string} name
 * @returns {string} one or two letters
 */
export function initialsOf(name) {
  const words = name.split(/[-_.\s]+/).filter(Boolean);
  if (words.length === 0) return "?";
  const letters = words.length > 1 ? [...words[0]][0] + [...words[1]][0] : [...words[0]].slice(0, 2).join("");
  return letters.toUpperCase();
}

/**
 * @param {string | null | undefined} code a choice such as "owl.3"
 * @returns {{hue: number, drawing: string} | null} its colour class and the address of its drawing; null without one
 */
export function drawn(code) {
  const [motif, hue] = (code ?? "").split(".");
  return hue === undefined || motif === UPLOADED ? null : { hue: Number(hue), drawing: `${DRAWN}#${motif}` };
}

/**
 * @param {string | null | undefined} code a choice such as "picture." and a hash
 * @returns {string | null} the address of the person's own picture (spades_site/accounts/urls.py)
 */
export function uploaded(code) {
  const [kind, digest] = (code ?? "").split(".");
  return kind === UPLOADED ? `/account/avatar/${digest}.webp` : null;
}
