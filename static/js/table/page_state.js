// What only a table's page knows, before anything was done there.

/** @import { PageState } from "../types.js" */

/** @returns {PageState} a page on which nothing was done yet */
export function pageState() {
  return {
    picked: null,
    premove: null,
    claimed: null,
    passing: [],
    held: null,
    open: "",
    address: "",
    blind: false,
    nil: false,
    error: "",
    line: "open",
    reason: "",
    next: null,
    unfair: "",
    read: 0,
    checked: "",
    barred: false,
    reactions: {},
    bottom: 0,
  };
}
