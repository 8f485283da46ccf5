// Reactions: phrases with a drawing, shown for a moment beside the player who sends one.
import { h } from "../dom.js";

const DRAWN = new URL("../../../img/reactions.svg", import.meta.url).href;

/** @param {string} code */
export function drawing(code) {
  return h(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("use", { href: `${DRAWN}#${code}` }),
  );
}
