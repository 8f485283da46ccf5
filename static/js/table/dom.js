// A very small renderer: views are pure functions from the model to a tree of plain objects, and `patch` makes the
// page agree with the tree. Elements stay the same while their tag and key do, so focus and motion survive.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {{tag: string, key: string | null, props: Record<string, any>, children: Tree[]}} Tree
 */

/**
 * Describes an element. `props`: attributes (true: present, false or null: absent), `key` (identity among its
 * siblings) and `vars` (custom properties, set through the CSSOM: the page's policy forbids style attributes).
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...any} children trees, texts, lists of them; null, undefined and false are left out
 * @returns {Tree}
 */
export function h(tag, props, ...children) {
  const { key = null, ...rest } = props ?? {};
  return { tag, key: key === null ? null : String(key), props: rest, children: flat(children) };
}

function flat(children) {
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
 * Makes the children of `parent` agree with `trees`.
 * @param {Element} parent
 * @param {any[]} children as `h` takes them
 */
export function patch(parent, children) {
  const trees = flat(children);
  const spare = [...parent.childNodes];
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

function agrees(node, tree) {
  if (tree.tag === "#text") return node.nodeType === Node.TEXT_NODE;
  return node.nodeType === Node.ELEMENT_NODE && node.localName === tree.tag && (node.treeKey ?? null) === tree.key;
}

function create(tree, parent) {
  if (tree.tag === "#text") return document.createTextNode("");
  const vector = tree.tag === "svg" || parent.namespaceURI === SVG;
  const node = vector ? document.createElementNS(SVG, tree.tag) : document.createElement(tree.tag);
  node.treeKey = tree.key;
  return node;
}

function update(node, tree) {
  if (tree.tag === "#text") {
    if (node.data !== tree.props.text) node.data = tree.props.text;
    return;
  }
  const { vars = {}, ...attributes } = tree.props;
  // Only what a tree has set is taken away: others (the ticker of the clock) mark elements too.
  for (const name of node.treeNames ?? []) if (!(name in attributes)) node.removeAttribute(name);
  node.treeNames = Object.keys(attributes);
  for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, value);
  for (const [name, value] of Object.entries(vars)) {
    if (node.style.getPropertyValue(name) !== String(value)) node.style.setProperty(name, String(value));
  }
  patch(node, tree.children);
}

function setAttribute(node, name, value) {
  if (value === false || value === null || value === undefined) node.removeAttribute(name);
  else {
    const text = value === true ? "" : String(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}
