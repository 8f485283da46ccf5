// Draws the style guide's samples (samples.js) with the views of the pages. They don't react to anything.
import { all, block, byId, texts } from "../page.js";
import { h, patch } from "../table/dom.js";
import { Preferences } from "../table/preferences.js";
import { groups } from "./samples.js";

/** @import { Child, Props, Tree } from "../types.js" */
/** @import { Given, Sample } from "./samples.js" */

const NAMED = ["id", "for", "aria-labelledby", "aria-describedby"];

/**
 * Makes ids and the names of landmarks unique by a suffix. Nothing is modal here.
 * @param {Tree} tree
 * @param {string} name the sample's
 * @returns {Tree}
 */
function apart(tree, name) {
  /** @type {Props} */
  const props = { ...tree.props, "aria-modal": null };
  for (const key of NAMED) if (props[key]) props[key] = `${props[key]}-${name.replaceAll(" ", "-")}`;
  if (tree.tag === "section" && (props["aria-label"] || props["aria-labelledby"])) {
    props["aria-label"] = [props["aria-label"], name].filter(Boolean).join(": ");
    delete props["aria-labelledby"];
  }
  return { ...tree, props, children: tree.children.map((child) => apart(child, name)) };
}

/** @param {Sample} sample @returns {Child} */
function specimen({ name, kind, content, step }) {
  const drawn = h("div", { class: kind, "data-specimen": name, "data-step": step }, content);
  return h("div", { class: "style-sample", key: name }, h("p", { class: "label" }, name), apart(drawn, name));
}

const given = /** @type {Given} */ (block("style-samples"));
const likes = new Preferences();
const root = byId("style-table");

function draw() {
  const kit = { faces: texts("faces"), icons: texts("icons"), ...likes.shown };
  for (const [place, samples] of Object.entries(groups(given, kit, likes))) patch(byId(place), samples.map(specimen));
  for (const each of all(root, "[data-step] input[type=range]")) {
    const slider = /** @type {HTMLInputElement} */ (each);
    slider.value = /** @type {HTMLElement} */ (slider.closest("[data-step]")).dataset.step ?? "";
  }
  root.dataset.drawn = "";
}

root.addEventListener("submit", (event) => event.preventDefault());
likes.watch(draw);
draw();
