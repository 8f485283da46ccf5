// The style guide's samples of a replay: its controls, with comments and the analysis's findings.
import { shareRow } from "../replay/share.js";
import { choices, dock } from "../replay/view.js";

/** @import { Frame } from "../replay/fold.js" */
/** @import { Mark } from "../replay/share.js" */
/** @import { ReplayUi } from "../replay/view.js" */
/** @import { Kit, Replay } from "../types.js" */
/** @import { Sample } from "./samples.js" */

const STEPS = 56;
const PAST = 41;
const LINKS = { page: "#style-replay-title", picture: "#style-replay-title" };
const REPLAY = /** @type {Replay} */ (
  /** @type {unknown} */ ({
    names: ["ann", "Bernardine-Alexandra", "cy", "dee"],
    hands: [1, 2, 3].map((number) => ({ score: { number, thrown_in: [] } })),
  })
);

/** @param {Kit} kit @returns {Sample[]} */
export function replays(kit) {
  const comments = new Map([
    [12, 1],
    [PAST, 2],
  ]);
  /** @type {Map<number, Mark>} */
  const marks = new Map([
    [20, { kind: "some", text: "" }],
    [PAST, { kind: "much", text: "The 9♦ was worth 23 more than the K♦, by what ann could know." }],
    [50, { kind: "open", text: "" }],
  ]);
  /** @param {string} name @param {number} hand @param {number} step @param {string} says @param {Partial<ReplayUi>} [changes] */
  const controls = (name, hand, step, says, changes = {}) => {
    /** @type {ReplayUi} */
    const ui = {
      ...{ eye: null, bottom: 0, running: false, quiet: true, links: LINKS, marked: false },
      ...{ comments: new Map(), marks: new Map(), talk: [], ...changes },
    };
    const frame = /** @type {Frame} */ ({ hand, step, steps: STEPS });
    return {
      name: `replay, ${name}`,
      kind: "replay",
      step,
      content: [
        dock(REPLAY, frame, ui, says, kit),
        // The rest is the same at every place but for comments and marks.
        ui.marked && choices(REPLAY),
        ui.marked && shareRow(ui.links, ui.comments.get(step) ?? 0, ui.marked, kit),
      ],
    };
  };
  return [
    controls("at its beginning", 1, 0, "dee has dealt."),
    controls("a card that cost points, with comments", 2, PAST, "ann plays the K♦.", {
      ...{ comments, marks, marked: true },
    }),
    controls("playing", 3, 20, "cy bids 3.", { running: true }),
  ];
}
