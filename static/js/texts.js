// Texts in the page's language. They are written in English in the scripts and translated by the catalogue that a page
// loads before its modules (`{% script_texts %}`); without one, as in tests and on English pages, they stay English.

/**
 * @typedef {object} Catalogue Django's, as far as it is used here
 * @property {(text: string) => string} gettext
 * @property {(context: string, text: string) => string} pgettext
 * @property {(one: string, many: string, n: number) => string} ngettext
 */

/** @typedef {Record<string, string | number>} Values what is filled in for %(name)s, by name */

const catalogue = () => /** @type {{django?: Catalogue}} */ (globalThis).django;

/** @param {string} text @param {Values} [values] */
function filled(text, values = {}) {
  return text.replace(/%\((\w+)\)[sd]/g, (place, name) => (name in values ? String(values[name]) : place));
}

/** gettext("in %(span)s", { span: "2 h" }) @param {string} text @param {Values} [values] */
export function gettext(text, values) {
  return filled(catalogue()?.gettext(text) ?? text, values);
}

/** @param {string} context tells equal English texts apart @param {string} text @param {Values} [values] */
export function pgettext(context, text, values) {
  return filled(catalogue()?.pgettext(context, text) ?? text, values);
}

/**
 * The form that the language has for a number, which is filled in as %(n)s.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Values} [values]
 */
export function ngettext(one, many, n, values) {
  return filled(catalogue()?.ngettext(one, many, n) ?? (n === 1 ? one : many), { n, ...values });
}
