// Sharing the current place of a replay: its link and its picture.
import { all } from "../page.js";
import { h } from "../table/dom.js";
import { icon } from "../table/render/parts.js";
import { gettext, ngettext } from "../texts.js";

/** @import { Place } from "./fold.js" */
/** @import { Kit } from "../types.js" */

/**
 * The page's data: `at` is the place in its own address, such as "h3s17", or "". `comments` are the places of comments:
 * hand, step, how many. `marks` are the analysis's findings: hand, step, class, text. `talk` is what partners said before their
 * side's number stood: hand, step, name, text.
 * @typedef {{at: string, address: string, picture: string, comments: [number, number, number][],
 *   marks: [number, number, string, string][], talk: [number, number, string, string][]}} Shared
 *
 * @typedef {{kind: string, text: string}} Mark
 *
 * @typedef {{page: string, picture: string}} Links to one place
 */

/** @param {Shared} shared @param {Place} place @returns {Links} */
export function linksTo(shared, { hand, step }) {
  const at = `h${hand}s${step}`;
  return { page: `${shared.address}?at=${at}`, picture: `${shared.picture}&at=${at}` };
}

/**
 * @param {Shared} shared
 * @param {number} hand
 * @returns {Map<number, number>} how many comments a step of the hand has, where it has any
 */
export function commentsIn(shared, hand) {
  return new Map(shared.comments.filter(([number]) => number === hand).map(([, step, n]) => [step, n]));
}

/**
 * @param {Shared} shared
 * @param {number} hand
 * @returns {Map<number, Mark>} what the analysis found at steps of the hand
 */
export function marksIn(shared, hand) {
  return new Map(
    shared.marks.filter(([number]) => number === hand).map(([, step, kind, text]) => [step, { kind, text }]),
  );
}

/**
 * @param {Shared} shared
 * @param {Place} place
 * @returns {string[]} what partners had said at a place
 */
export function talkAt(shared, { hand, step }) {
  return shared.talk
    .filter(([h, s]) => h === hand && s === step)
    .map(([, , name, text]) => gettext("%(name)s to the partner: %(text)s", { name, text }));
}

/**
 * The next marked place of the game after a place; after the last, the first.
 * @param {Shared} shared
 * @param {Place} place
 * @returns {Place | null}
 */
export function nextMark(shared, { hand, step }) {
  const next = shared.marks.find(([h, s]) => h > hand || (h === hand && s > step)) ?? shared.marks[0];
  return next ? { hand: next[0], step: next[1] } : null;
}

/**
 * Sets the current place in the comment form below the replay, and marks the comments on it.
 * @param {Place} place
 * @param {string} what happened there
 */
export function tellComments({ hand, step }, what) {
  const at = `h${hand}s${step}`;
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector("#comments input[name=at]"));
  if (field) field.value = at;
  const here = document.querySelector("[data-here]");
  if (here) here.textContent = what;
  for (const row of all(document, "#comments [data-at]")) row.classList.toggle("is-here", row.dataset.at === at);
}

/** @param {Links} links @param {number} comments at the place @param {boolean} marked @param {Kit} kit */
export function shareRow(links, comments, marked, kit) {
  return h(
    "div",
    { class: "rp-share", key: "share" },
    marked &&
      h(
        "button",
        { type: "button", class: "button button-small", key: "mark", "data-do": "mark" },
        gettext("Next card that cost points"),
      ),
    h(
      "button",
      { type: "button", class: "button button-small", key: "link", "data-copy": links.page },
      icon("link", kit),
      h("span", { "data-copy-label": "" }, gettext("Copy link to this position")),
    ),
    h(
      "a",
      { class: "button button-small", key: "picture", href: links.picture, target: "_blank" },
      icon("eye", kit),
      h("span", null, gettext("Picture of this position")),
    ),
    h(
      "a",
      { class: "button button-small", key: "comments", href: "#comments" },
      icon("chat", kit),
      h("span", null, comments > 0 ? ngettext("%(n)s comment", "%(n)s comments", comments) : gettext("Comment")),
    ),
  );
}
