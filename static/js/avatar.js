// The avatar of a name: the same letters and colour as the server draws (templatetags/spades.py).

const HUES = 12;

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
