// Who may read and write where in the table's chat, as the server allows it. Pure: no page.

/** @import { Channel, Model, Talk } from "../../types.js" */

/**
 * @typedef {object} Rights
 * @property {Channel} own the channel in which the person writes
 * @property {Channel[]} tabs the channels that the person may read
 * @property {boolean} signedIn
 * @property {boolean} shut whether the spectators' channel is for members alone, and the person is none
 * @property {boolean} words whether own words may be written now
 * @property {Talk["why"]} why they may not
 * @property {boolean} reacts whether the person may react now
 * @property {boolean} talks whether the person may write to the partner now
 */

/** @type {Rights} before the first picture */
export const UNKNOWN = {
  own: "spectators",
  tabs: ["table", "spectators"],
  signedIn: false,
  shut: false,
  words: false,
  why: "rated",
  reacts: false,
  talks: false,
};

/**
 * @param {Pick<Model, "me" | "you" | "table" | "status" | "phase" | "can" | "rules">} model
 * @param {boolean} guest whether the person has no account
 * @returns {Rights}
 */
export function rightsOf({ me, you, table, status, phase, can, rules }, guest) {
  const { closed, rated, kind } = table;
  const seated = me !== null;
  const signedIn = you.name !== "";
  const counts = rated || kind === "match";
  // While the game counts, or its deals are played elsewhere, players can't read the spectators and can only use phrases.
  const apart = closed || (status === "playing" && counts);
  /** @type {Channel[]} */
  const tabs = seated && apart ? ["table"] : ["table", "spectators"];
  return {
    own: seated ? "table" : "spectators",
    tabs: seated && rules.partners_talk ? ["partner", ...tabs] : tabs,
    signedIn,
    // While spectators are kept apart, only members who aren't playing can read and write there.
    shut: apart && !seated && (guest || !signedIn),
    words: !closed && !(apart && seated) && !(guest && counts),
    why: closed ? "closed" : guest && counts ? "guest" : "rated",
    // A reaction could tell the partner something about a hand.
    reacts: !(apart && seated) || phase === null || phase === "deal" || phase === "over",
    talks: can.has("talk"),
  };
}
