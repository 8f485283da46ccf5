// Terms in a lesson's text: "[tricks](trick)" becomes a button that shows the term's meaning.
import { h } from "../table/dom.js";

/** @import { Child } from "../types.js" */

// With the punctuation after it, which stays on its line.
const TERM = /\[([^\]]+)\]\((\w+)\)([.,;:?!)’”]*)/g;

/** @param {string} text @returns {string} the text as it is read out */
export const spoken = (text) => text.replace(TERM, "$1$3");

/**
 * @param {string} text
 * @param {Record<string, string>} meanings by term
 * @returns {Child[]}
 */
export function withTerms(text, meanings) {
  /** @type {Child[]} */
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(TERM)) {
    const [whole, word, term, end] = found;
    const id = `term-${term}-${found.index}`;
    parts.push(
      text.slice(from, found.index),
      h(
        "span",
        { class: "term-end", key: `${id}-end` },
        h("button", { type: "button", class: "term", popovertarget: id, key: id }, word),
        h("span", { class: "term-means", popover: "auto", id, key: `${id}-means` }, meanings[term] ?? ""),
        end,
      ),
    );
    from = found.index + whole.length;
  }
  return [...parts, text.slice(from)];
}
