// Reactions: phrases with a drawing, shown for a moment beside the player who sends one.
import { h } from "../dom.js";

/** @import { Message, Words } from "../../types.js" */

const DRAWN = new URL("../../../img/reactions.svg", import.meta.url).href;

/** @param {Words} words @returns {string[]} the codes of all reactions */
export function reactionsIn(words) {
  return Object.keys(words.texts)
    .filter((key) => key.startsWith("reaction_"))
    .map((key) => key.slice(9));
}

/** @param {Message} message @param {Words} words */
export function isReaction(message, words) {
  return message.phrase !== null && `reaction_${message.phrase}` in words.texts;
}

/** @param {string} code */
export function drawing(code) {
  return h(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("use", { href: `${DRAWN}#${code}` }),
  );
}
