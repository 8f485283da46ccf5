// The lesson's panel beside the table: the step's text, the question, the answer's result, and the button for going on.
import { h } from "../table/dom.js";
import { button, icon } from "../table/render/parts.js";
import { gettext } from "../texts.js";
import { withTerms } from "./terms.js";

/** @import { Drawn } from "../types.js" */
/** @import { LessonUi, Moment } from "./lesson.js" */

/**
 * @param {Moment} moment
 * @param {LessonUi & {busy: boolean}} ui
 * @param {Drawn & {meanings: Record<string, string>, after: {label: string, url: string}, list: string}} kit
 */
export function panel(moment, ui, kit) {
  return h(
    "section",
    { class: "lesson-panel", key: "panel", "aria-labelledby": "lesson-step" },
    h(
      "h2",
      { class: "lesson-step", id: "lesson-step", tabindex: "-1" },
      moment.problem
        ? gettext("A problem to end with")
        : gettext("Step %(n)s of %(all)s", { n: moment.step + 1, all: moment.of }),
    ),
    dots(moment),
    h("p", { class: "lesson-text", key: `text-${moment.step}` }, withTerms(moment.text, kit.meanings)),
    moment.ask && !ui.right && h("p", { class: "lesson-ask", key: "ask" }, moment.ask),
    ui.says && told(ui, kit),
    choices(moment, ui),
    ways(moment, ui, kit),
  );
}

/** @param {Moment} moment */
function dots({ step, of }) {
  return h(
    "div",
    { class: "lesson-dots", key: "dots", "aria-hidden": "true" },
    Array.from({ length: of }, (_, n) => h("i", { key: n, class: n < step ? "done" : n === step ? "here" : null })),
  );
}

/** @param {LessonUi & {busy: boolean}} ui @param {Drawn & {meanings: Record<string, string>}} kit */
function told(ui, kit) {
  const kind = ui.right ? "good" : ui.hinted ? "hint" : "bad";
  const sign = { good: "check", hint: "info", bad: "alert" }[kind];
  return h(
    "p",
    { class: `lesson-said ${kind}`, key: "said" },
    icon(sign, kit),
    h("span", null, withTerms(ui.says, kit.meanings)),
  );
}

/** @param {Moment} moment @param {LessonUi & {busy: boolean}} ui */
function choices(moment, ui) {
  if (moment.choices.length === 0 || ui.right) return null;
  return h(
    "div",
    { class: "lesson-choices", key: "choices", role: "group", "aria-label": moment.ask },
    moment.choices.map(([value, text]) =>
      button(`answer ${value}`, text, { key: value, "aria-disabled": ui.busy ? "true" : null }),
    ),
  );
}

/**
 * @param {Moment} moment
 * @param {LessonUi & {busy: boolean}} ui
 * @param {Drawn & {after: {label: string, url: string}, list: string}} kit
 */
function ways(moment, ui, kit) {
  const open = !moment.ask || ui.right;
  return h(
    "div",
    { class: "lesson-ways", key: "ways" },
    open &&
      !ui.over &&
      button("on", gettext("Continue"), { key: "on", class: "button-turn", "aria-disabled": ui.busy ? "true" : null }),
    ui.over && h("a", { class: "button button-turn", key: "next", href: kit.after.url }, kit.after.label),
    ui.over && h("a", { class: "button", key: "list", href: kit.list }, gettext("All lessons")),
    moment.ask && moment.hint && !ui.right && button("hint", gettext("Hint"), { key: "hint" }),
    moment.step > 0 &&
      !ui.over &&
      h("a", { class: "lesson-back", key: "back", href: `?step=${moment.step}` }, gettext("One step back")),
  );
}
