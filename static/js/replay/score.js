// The score sheet up to the current place: each scored hand with the engine's lines, newest first.
import { h } from "../table/dom.js";
import { plain, sideName } from "./says.js";

/** @import { Frame } from "./fold.js" */
/** @import { HandScore, Kit, Replay, ReplayHand, Words } from "../types.js" */

/**
 * @param {Replay} replay
 * @param {Frame} frame
 * @param {Kit} kit
 */
export function scoreSheet(replay, frame, kit) {
  const { words } = kit;
  const scored = replay.hands.slice(0, frame.phase === "score" ? frame.hand : frame.hand - 1);
  return h(
    "section",
    { class: "rp-sheet", key: "sheet", "aria-label": words.t("sheet") },
    h("h2", null, words.t("sheet")),
    scored.length === 0
      ? h("p", { class: "muted" }, words.t("score_none"))
      : h(
          "div",
          { class: "rp-sheet-hands", tabindex: "0", role: "group", "aria-label": words.t("sheet") },
          [...scored].reverse().map((hand) => handBlock(replay, hand, words)),
        ),
  );
}

/** @param {Replay} replay @param {ReplayHand} given @param {Words} words */
function handBlock(replay, { score }, words) {
  return h(
    "section",
    { class: "rp-sheet-hand", key: score.hand_no },
    h("h3", null, words.t("hand_done", { n: score.hand_no })),
    h(
      "div",
      { class: "rp-sides" },
      score.sides.map((side, k) => sideBlock(replay, score, side, k, words)),
    ),
    score.revokes.length > 0 &&
      h(
        "ul",
        { class: "rp-revokes", key: "revokes" },
        score.revokes.map((revoke, k) =>
          h("li", { key: k }, words.revoke(revoke, { name: replay.names[revoke.seat], mine: false })),
        ),
      ),
  );
}

/**
 * @param {Replay} replay
 * @param {HandScore} score
 * @param {HandScore["sides"][number]} side
 * @param {number} k
 * @param {Words} words
 */
function sideBlock(replay, score, side, k, words) {
  const won = replay.sides[k].map((seat) => score.tricks[seat]).join(" + ");
  return h(
    "table",
    { class: "rp-side", key: k },
    h(
      "caption",
      null,
      h("bdi", null, sideName(replay, k, words)),
      h("span", { class: "muted num" }, ` ${words.t("won", { n: won })}`),
    ),
    h(
      "tbody",
      null,
      row(words.t("before"), plain(side.total - side.points), "muted", "before"),
      side.lines.map((line, place) => row(words.line(line), words.signed(line.points), null, place)),
    ),
    h("tfoot", null, row(words.t("total"), plain(side.total), null, "total")),
  );
}

/** @param {string} text @param {string} points @param {string | null} kind @param {string | number} key */
function row(text, points, kind, key) {
  return h("tr", { key, class: kind }, h("th", { scope: "row" }, text), h("td", { class: "num" }, points));
}
