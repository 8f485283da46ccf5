// The score sheet up to the current place: each scored hand with the engine's lines, newest first.
import { h } from "../table/dom.js";
import * as words from "../table/words.js";
import { gettext } from "../texts.js";
import { plain, sideName } from "./says.js";

/** @import { Frame } from "./fold.js" */
/** @import { HandScore, Kit, Replay, ReplayHand } from "../types.js" */

/**
 * @param {Replay} replay
 * @param {Frame} frame
 */
export function scoreSheet(replay, frame) {
  const scored = replay.hands.slice(0, frame.phase === "score" ? frame.hand : frame.hand - 1);
  return h(
    "section",
    { class: "rp-sheet", key: "sheet", "aria-label": gettext("Score sheet") },
    h("h2", null, gettext("Score sheet")),
    scored.length === 0
      ? h("p", { class: "muted" }, gettext("No hand has been scored yet."))
      : h(
          "div",
          { class: "rp-sheet-hands", tabindex: "0", role: "group", "aria-label": gettext("Score sheet") },
          [...scored].reverse().map((hand) => handBlock(replay, hand)),
        ),
  );
}

/** @param {Replay} replay @param {ReplayHand} given */
function handBlock(replay, { score }) {
  return h(
    "section",
    { class: "rp-sheet-hand", key: score.hand_no },
    h("h3", null, words.handTitle(score)),
    h(
      "div",
      { class: "rp-sides" },
      score.sides.map((side, k) => sideBlock(replay, score, side, k)),
    ),
    score.revokes.length > 0 &&
      h(
        "ul",
        { class: "rp-revokes", key: "revokes" },
        score.revokes.map((revoke, k) =>
          h(
            "li",
            { key: k },
            words.revoke(revoke, { name: replay.names[revoke.seat], mine: false }, replay.record.rules.high_deuces),
          ),
        ),
      ),
  );
}

/**
 * @param {Replay} replay
 * @param {HandScore} score
 * @param {HandScore["sides"][number]} side
 * @param {number} k
 */
function sideBlock(replay, score, side, k) {
  const n = replay.sides[k].map((seat) => score.tricks[seat]).join(" + ");
  return h(
    "table",
    { class: "rp-side", key: k },
    h(
      "caption",
      null,
      h("bdi", null, sideName(replay, k)),
      h("span", { class: "muted num" }, score.thrown_in.length ? "" : ` ${gettext("won %(n)s", { n })}`),
    ),
    h(
      "tbody",
      null,
      row(gettext("before"), plain(side.total - side.points), "muted", "before"),
      side.lines.map((line, place) => row(words.line(line), words.signed(line.points), null, place)),
    ),
    h("tfoot", null, row(gettext("Total"), plain(side.total), null, "total")),
  );
}

/** @param {string} text @param {string} points @param {string | null} kind @param {string | number} key */
function row(text, points, kind, key) {
  return h("tr", { key, class: kind }, h("th", { scope: "row" }, text), h("td", { class: "num" }, points));
}
