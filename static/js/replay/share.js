// What leads others to the place that a replay shows: its link and its picture.
import { h } from "../table/dom.js";
import { icon } from "../table/render/parts.js";

/** @import { Place } from "./fold.js" */
/** @import { Kit } from "../types.js" */

/**
 * What the page says of the replay's addresses: `at` is the place that its own address names, such as "h3s17", or "".
 * @typedef {{at: string, address: string, picture: string}} Shared
 *
 * @typedef {{page: string, picture: string}} Links to one place
 */

/** @param {Shared} shared @param {Place} place @returns {Links} */
export function linksTo(shared, { hand, step }) {
  const at = `h${hand}s${step}`;
  return { page: `${shared.address}?at=${at}`, picture: `${shared.picture}&at=${at}` };
}

/** @param {Links} links @param {Kit} kit */
export function shareRow(links, kit) {
  const { words } = kit;
  return h(
    "div",
    { class: "rp-share", key: "share" },
    h(
      "button",
      { type: "button", class: "button button-small", key: "link", "data-copy": links.page },
      icon("link", kit),
      h("span", { "data-copy-label": "" }, words.t("copy_here")),
    ),
    h(
      "a",
      { class: "button button-small", key: "picture", href: links.picture, target: "_blank" },
      icon("eye", kit),
      h("span", null, words.t("picture_here")),
    ),
  );
}
