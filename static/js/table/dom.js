// A very small renderer: views are pure functions from the model to a tree of plain objects, and `patch` makes the
// page agree with the tree. Elements stay the same while their tag and key do, so focus and motion survive.

/** @import { Child, Props, Tree } from "../types.js" */

const SVG = "http://www.w3.org/2000/svg";

/** @type {WeakMap<Node, string | null>} the keys of elements that `patch` made */
const keys = new WeakMap();
/** @type {WeakMap<Element, string[]>} the attributes that it set */
const attributesOf = new WeakMap();

/**
 * Describes an element. `props`: attributes (true: present, false or null: absent), `key` (identity among its
 * siblings) and `vars` (custom properties, set through the CSSOM: the page's policy forbids style attributes).
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {Tree}
 */
export function h(tag, props, ...children) {
  const { key = null, ...rest } = props ?? {};
  return { tag, key: key === null ? null : String(key), props: rest, children: flat(children) };
}

/** @param {Child[]} children @returns {Tree[]} */
function flat(children) {
  /** @type {Tree[]} */
  const list = [];
  for (const child of children) {
    if (child === null || child === undefined || child === false || child === "") continue;
    if (Array.isArray(child)) list.push(...flat(child));
    else if (typeof child === "object") list.push(child);
    else list.push({ tag: "#text", key: null, props: { text: String(child) }, children: [] });
  }
  return list;
}

/**
 * Makes the children of `parent` agree with `trees`, except those with `data-apart`, which other code has added.
 * @param {Element} parent
 * @param {Child[]} children
 */
export function patch(parent, children) {
  const trees = flat(children);
  const spare = [...parent.childNodes].filter((node) => !(node instanceof HTMLElement && "apart" in node.dataset));
  let place = parent.firstChild;
  for (const tree of trees) {
    const found = spare.findIndex((node) => agrees(node, tree));
    const node = found >= 0 ? spare.splice(found, 1)[0] : create(tree, parent);
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
    update(node, tree);
  }
  for (const node of spare) node.remove();
}

/** @param {Node} node @param {Tree} tree */
function agrees(node, tree) {
  if (tree.tag === "#text") return node instanceof Text;
  return node instanceof Element && node.localName === tree.tag && (keys.get(node) ?? null) === tree.key;
}

/** @param {Tree} tree @param {Element} parent */
function create(tree, parent) {
  if (tree.tag === "#text") return document.createTextNode("");
  const vector = tree.tag === "svg" || parent.namespaceURI === SVG;
  const node = vector ? document.createElementNS(SVG, tree.tag) : document.createElement(tree.tag);
  keys.set(node, tree.key);
  return node;
}

/** @param {Node} node @param {Tree} tree */
function update(node, tree) {
  if (node instanceof Text) {
    if (node.data !== tree.props.text) node.data = tree.props.text ?? "";
  } else if (node instanceof HTMLElement || node instanceof SVGElement) {
    const { vars = {}, ...attributes } = tree.props;
    // Remove only what a tree has set: other code (such as the clock's ticker) also marks elements.
    for (const name of attributesOf.get(node) ?? []) if (!(name in attributes)) node.removeAttribute(name);
    attributesOf.set(node, Object.keys(attributes));
    for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, value);
    for (const [name, value] of Object.entries(vars)) {
      if (node.style.getPropertyValue(name) !== String(value)) node.style.setProperty(name, String(value));
    }
    patch(node, tree.children);
  }
}

/** @param {Element} node @param {string} name @param {unknown} value */
function setAttribute(node, name, value) {
  if (value === false || value === null || value === undefined) node.removeAttribute(name);
  else {
    const text = value === true ? "" : String(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}
