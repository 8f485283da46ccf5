// The style guide's samples: the table's views with fixed pictures, by group and state.
import { frameOf } from "../learn/frame.js";
import { panel as coursePanel } from "../learn/panel.js";
import { view as practice } from "../practice/view.js";
import { panel as problemPanel } from "../problems/panel.js";
import { UNKNOWN } from "../table/chat/rights.js";
import { chatView } from "../table/chat/view.js";
import { present } from "../table/model.js";
import { pageState } from "../table/page_state.js";
import { choice } from "../table/render/choices.js";
import { over } from "../table/render/over.js";
import { sheet } from "../table/render/sheet.js";
import { view } from "../table/render/view.js";
import { waiting } from "../table/render/waiting.js";
import { replays } from "./replay.js";

/** @import { Preferences } from "../table/preferences.js" */
/** @import { Moment } from "../learn/lesson.js" */
/** @import { Position, Solution } from "../problems/problem.js" */
/** @import { Child, Game, Kit, Message, Model, PageState, Phrases, Rules, Table, TableKit, Talk, You } from "../types.js" */

/**
 * What the server gives (spades_site/staff/style_table.py).
 * @typedef {{games: Record<string, {game: Game, rules: Rules}>, course: Moment, problem: Position, solution: Solution,
 *   phrases: Phrases}} Given
 * @typedef {{name: string, kind: string, content: Child, step?: number}} Sample `step` is where its slider is
 * @typedef {{game?: string, ui?: Partial<PageState>, table?: Partial<Table>, you?: Partial<You>}} State
 */

const NAMES = ["ann", "Bernardine-Alexandra", "cy", "dee"];
const NOW = "2020-02-20T19:00:00Z";
const SOON = "2020-02-20T19:00:25Z";
const HERE = "#style-table-title";
const LINKS = { lobby: HERE, glossary: HERE, rules: HERE, replay: HERE, verify: HERE, record: HERE, again: HERE };
/** @type {[string, string, boolean][]} */
const RULES = [
  ["Nil", "50", true],
  ["Target", "250", true],
  ["Bag penalty", "100", false],
];

/**
 * @param {Given} given @param {Kit & Preferences["shown"]} drawn @param {Preferences} likes
 * @returns {Record<string, Sample[]>} the samples by the id of the element that they are drawn in
 */
export function groups(given, drawn, likes) {
  /** @type {TableKit} */
  const kit = {
    ...drawn,
    comesIn: false,
    site: "Spades",
    barred: "",
    levels: [1, 2, 3],
    now: () => Date.parse(NOW),
    rules: RULES,
    chat: { open: false, unread: 3 },
  };
  /** @param {State} state @returns {Model} */
  const model = ({ game = "", ui = {}, table = {}, you = {} }) => {
    const played = given.games[game || "bid"];
    const frame = frameOf(played.game, { names: NAMES.slice(0, played.rules.players), rules: played.rules, v: 1 });
    Object.assign(
      frame.table,
      { title: "Thursday club", links: LINKS, turn_seconds: 30, bank_seconds: 120, no_clock: false },
      table,
    );
    const own = { seat: played.game.seat ?? null, name: NAMES[played.game.seat ?? 0] };
    const shown = { ...frame, game: game ? frame.game : null, you: { ...frame.you, ...own, ...you } };
    const page = { pending: null, perRow: likes.perRow, order: likes.order, who: "", waitingAnswer: false };
    return present(shown, { ...pageState(), ...page, ...ui });
  };
  return {
    "style-drawn-tables": tables(model, kit),
    "style-drawn-choices": choices(model, kit),
    "style-drawn-ends": ends(model, kit),
    "style-drawn-sheets": sheets(model, kit),
    "style-drawn-chat": chats(given, kit),
    "style-drawn-lesson": learning(given, kit),
    "style-drawn-problem": problems(given, kit),
    "style-drawn-replay": replays(drawn),
  };
}

/** @typedef {(state: State) => Model} Models */

/** @param {Models} model @param {TableKit} kit @returns {Sample[]} */
function tables(model, kit) {
  /** @param {string} name @param {State} state @returns {Sample} */
  const whole = (name, state) => ({ name: `table, ${name}`, kind: "table", content: view(model(state), kit) });
  const message = { what: "message", v: 2, text: "Ten more minutes, please." };
  const mine = model({ game: "play" });
  const done = model({ game: "over", ui: { open: "hand" } });
  const page = { busy: false, day: "", home: HERE, fresh: HERE };
  /** @param {string} says @param {"" | "hand" | "game"} over */
  const moment = (says, over) => ({
    ...page,
    ui: { says, hinted: true },
    moment: { v: 1, frames: [], rules: mine.rules, over, undo: true, level: 2, fell_back: false, thinking: false },
  });
  return [
    whole("your turn", { game: "play", table: { deadline: SOON } }),
    whole("a card planned", { game: "waiting", ui: { premove: "JC", error: "That card can’t be played now." } }),
    whole("watched, line lost", { game: "watched", ui: { line: "lost", reactions: { 1: "heart" } } }),
    whole("message and pause", {
      game: "play",
      table: { news: /** @type {Table["news"]} */ (message), paused: { at: NOW, reason: "Back at 20:00." } },
    }),
    {
      name: "table, practice with a hint",
      kind: "table",
      content: practice(mine, moment("Try the queen of clubs.", ""), kit),
    },
    { name: "table, practice over", kind: "table", content: practice(done, moment("", "game"), kit) },
  ];
}

/** @param {Models} model @param {TableKit} kit @returns {Sample[]} */
function choices(model, kit) {
  /** @param {string} name @param {State} state @returns {Sample} */
  const asked = (name, state) => ({ name, kind: "table style-choice", content: choice(model(state), kit) });
  const passed = { passing: ["2C", "5C"] };
  const free = { name: null, username: null };
  const table = /** @type {Partial<Table>} */ ({ status: "open", ready_by: SOON, invited: ["eve"] });
  const seats = model({ table }).table.seats.map((seat, n) => (n === 2 ? { ...seat, ...free } : seat));
  seats[3] = { ...seats[3], bot: true, level: 2 };
  return [
    asked("bid", { game: "bid" }),
    asked("bid, marked", { game: "bid", ui: { picked: "bid 4" } }),
    asked("bid, nil marked", { game: "bid", ui: { picked: "nil" } }),
    asked("blind", { game: "blind" }),
    asked("blind number", { game: "blind", ui: { blind: true, picked: "blind 5" } }),
    asked("drawn card", { game: "draw" }),
    asked("pass", { game: "pass" }),
    asked("pass, marked", { game: "pass", ui: passed }),
    {
      name: "before the game",
      kind: "table style-choice",
      content: waiting(
        model({
          table: { ...table, seats },
          you: { can: ["invite", "add_bot", "leave", "swap", "ready"] },
          ui: { error: "Nobody has this name." },
        }),
        kit,
      ),
    },
    {
      name: "before the game, watched",
      kind: "table style-choice",
      content: waiting(model({ table: { ...table, seats }, you: { seat: null, can: ["sit"] } }), {
        ...kit,
        barred: "Only players rated from 1500 may sit here.",
      }),
    },
  ];
}

/** @param {Models} model @param {TableKit} kit @returns {Sample[]} */
function ends(model, kit) {
  /** @type {Partial<Table>} */
  const done = { status: "finished", closed: true };
  /** @param {string} name @param {State} state @returns {Sample} */
  const ended = (name, { table, ...state }) => ({
    name: `end, ${name}`,
    kind: "table style-choice",
    content: over(model({ ...state, table: { ...done, ...table } }), kit),
  });
  const stop = {
    sentence: "Round 2 starts soon.",
    at: SOON,
    url: HERE,
    label: "To the tournament",
    ready: false,
    final: false,
  };
  const next = { ...stop, ready: true, at: null, sentence: "Your next table is open.", label: "Take your seat" };
  const changes = [-12, 12, -12, 12].map((change, seat) => ({ seat, before: 1500, after: 1500 + change }));
  const match = { kind: "match", rated: true, rating_changes: changes, links: { ...LINKS, match: HERE } };
  const table = /** @type {Partial<Table>} */ (match);
  const abandoned = /** @type {Partial<Table>} */ ({
    status: "abandoned",
    result: { abandoned: "The players agreed to stop." },
  });
  return [
    ended("lost", { game: "over", you: { can: ["rematch"] } }),
    ended("won, rematch offered", {
      game: "won",
      you: { can: ["rematch"] },
      table: { links: { ...LINKS, rematch: HERE } },
    }),
    ended("match", { game: "over", table, ui: { next: stop, checked: "deals_good" } }),
    ended("match, next table open", { game: "won", table, ui: { next, checked: "deals_bad" } }),
    ended("watched", { game: "over", you: { seat: null } }),
    ended("abandoned", { game: "bid", table: abandoned }),
    ended("guest", { game: "over", table: { links: { ...LINKS, sign_up: HERE } } }),
  ];
}

/** @param {Models} model @param {TableKit} kit @returns {Sample[]} */
function sheets(model, kit) {
  /** @param {string} name @param {PageState["open"]} open @param {State} [state] @returns {Sample} */
  const opened = (name, open, state = {}) => ({
    name: `sheet, ${name}`,
    kind: "table style-sheet",
    content: sheet(model({ game: "over", ...state, ui: { open } }), kit),
  });
  return [
    opened("scores", "sheet"),
    opened("scores, none yet", "sheet", { game: "bid" }),
    opened("a finished hand", "hand", { game: "hand" }),
    opened("last trick", "last"),
    opened("last trick, none yet", "last", { game: "bid" }),
    opened("settings", "more", { game: "play", you: { can: ["end_vote", "leave"] } }),
    opened("leave", "leave", { table: { rated: true } }),
    opened("stop", "stop"),
  ];
}

/** @param {Given} given @param {TableKit} kit @returns {Sample[]} */
function chats({ phrases }, kit) {
  /** @type {Message[]} */
  const messages = [
    { id: 1, name: "cy", seat: 2, text: "Good evening! Are we playing to 500?", phrase: null },
    { id: 2, name: "ann", seat: 0, text: "To 250 today.", phrase: null },
    { id: 3, name: "Bernardine-Alexandra", seat: 1, text: null, phrase: "star" },
  ].map((message) => ({ ...message, to: "table", avatar: null, program: false, at: NOW }));
  /** @type {Talk} */
  const plain = {
    ...UNKNOWN,
    ...{
      own: "table",
      signedIn: true,
      guests: true,
      signInAt: HERE,
      words: true,
      reacts: true,
      me: "ann",
      tab: "table",
    },
    ...{ off: false, unmoved: false, older: true, sending: false, menu: null, report: null, note: null, error: "" },
    unread: { partner: 0, table: 0, spectators: 2 },
    messages,
    phrases,
  };
  /** @param {string} name @param {Partial<Talk>} [changes] @returns {Sample} */
  const talk = (name, changes = {}) => ({
    name: `chat, ${name}`,
    kind: "chat",
    content: chatView({ ...plain, ...changes }, kit),
  });
  return [
    talk("messages and a reaction", { menu: 1 }),
    talk("empty, phrases only", { messages: [], words: false, reacts: false, tabs: ["table"] }),
    talk("watched by a visitor", { own: "spectators", tab: "spectators", messages: [], signedIn: false }),
    talk("refused, and something to undo", {
      error: "You write too fast.",
      note: { text: "cy is muted.", undo: "unmute cy" },
    }),
    talk("off", { off: true }),
    talk("report", { report: { message: messages[0], names: [] } }),
  ];
}

/** @param {Given} given @param {TableKit} kit @returns {Sample[]} */
function learning({ course }, kit) {
  const meanings = {};
  const after = { label: "Next lesson", url: HERE };
  /** @param {string} name @param {Partial<Moment>} step @param {object} [ui] @returns {Sample} */
  const panel = (name, step, ui = {}) => ({
    name: `lesson, ${name}`,
    kind: "lesson style-panel",
    content: coursePanel(
      { ...course, ...step },
      { says: "", right: false, hinted: false, over: false, busy: false, ...ui },
      { ...kit, meanings, after, list: HERE },
    ),
  });
  return [
    panel("to read", { ask: "", hint: "", choices: [] }),
    panel("question", {}),
    panel("hint", {}, { says: course.hint, hinted: true }),
    panel("wrong", {}, { says: "Wanda’s card is lower. Look again." }),
    panel("right", {}, { says: "Yes: the spade is a trump.", right: true }),
    panel("finished", { step: 5 }, { says: "Lesson finished.", right: true, over: true }),
  ];
}

/** @param {Given} given @param {TableKit} kit @returns {Sample[]} */
function problems({ problem, solution }, kit) {
  const after = { label: "Today’s bidding problem", url: HERE };
  /** @param {string} name @param {string} note @param {Solution | null} solved @returns {Sample} */
  const panel = (name, note, solved) => ({
    name: `problem, ${name}`,
    kind: "lesson style-panel",
    content: problemPanel(problem, { busy: false, note, solution: solved }, { ...kit, after, list: HERE }),
  });
  const wrong = { ...solution, right: false, says: "The ace of spades is better.", others: "", replay: "" };
  return [
    panel("asked", "", null),
    panel("refused", "This card may not be played.", null),
    panel("right", "", solution),
    panel("wrong", "", wrong),
  ];
}
