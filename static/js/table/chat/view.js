// The chat as a tree: the messages of one channel, the phrases or text field, and the forms about other people.
import { h } from "../dom.js";
import { avatar, icon } from "../render/parts.js";
import { drawing, isReaction, reactionsIn } from "../render/reactions.js";

/** @import { Channel, ChatTool, Drawn, Message, Props, Report, Talk, Tree, Words } from "../../types.js" */

export const LONGEST = 300;
const LONGEST_REPORT = 400;
const REASONS = ["abuse", "cards", "stalling", "spam", "name", "other"];

/** The button in the bar. @param {ChatTool} chat @param {Drawn} kit */
export function chatTool(chat, kit) {
  const { words } = kit;
  const label = chat.unread ? words.count("chat_unread", chat.unread) : words.t("chat");
  return h(
    "button",
    {
      type: "button",
      key: "chat",
      class: "button tool tool-chat",
      "data-do": "chat",
      "aria-expanded": String(chat.open),
      "aria-label": label,
    },
    icon("chat", kit),
    h("span", { class: "tool-label" }, words.t("chat")),
    chat.unread > 0 &&
      h("span", { class: "chat-badge num", "aria-hidden": "true" }, chat.unread > 99 ? "99+" : String(chat.unread)),
  );
}

/** @param {string} code @param {Words} words */
export function phraseText(code, words) {
  const key = [`phrase_${code}`, `reaction_${code}`].find((one) => one in words.texts);
  return key ? words.t(key) : code;
}

/** @param {Talk} talk @param {Drawn} kit */
export function chatView(talk, kit) {
  const { words } = kit;
  return [
    h(
      "header",
      { class: "chat-head", key: "head" },
      h("h2", { id: "chat-title", tabindex: "-1" }, words.t(talk.report ? "report_title" : "chat")),
      !talk.report && talk.signedIn && !talk.off && tool("report 0", "flag", words.t("report_player"), kit),
      !talk.report && tool("off", "chat-off", words.t("chat_off"), kit, { "aria-pressed": String(talk.off) }),
      tool(
        talk.report ? "no-report" : "close",
        talk.report ? "chevron-left" : "cross",
        words.t(talk.report ? "back" : "chat_close"),
        kit,
      ),
    ),
    ...(talk.report ? reportForm(talk.report, talk, kit) : talk.off ? turnedOff(kit) : conversation(talk, kit)),
  ];
}

/**
 * @param {string} does
 * @param {string} picture
 * @param {string} label
 * @param {Drawn} kit
 * @param {Props} [props]
 */
function tool(does, picture, label, kit, props = {}) {
  return h(
    "button",
    {
      type: "button",
      class: "button chat-tool",
      key: does,
      "data-chat": does,
      "aria-label": label,
      title: label,
      ...props,
    },
    icon(picture, kit),
  );
}

/** @param {string} does @param {string} label @param {Props} [props] */
function button(does, label, props = {}) {
  return h(
    "button",
    { type: "button", ...props, class: `button button-small ${props.class ?? ""}`.trim(), "data-chat": does },
    label,
  );
}

/** @param {Drawn} kit */
function turnedOff(kit) {
  return [
    h(
      "div",
      { class: "chat-empty", key: "off" },
      h("p", null, kit.words.t("chat_is_off")),
      button("off", kit.words.t("chat_on")),
    ),
  ];
}

/** @param {Talk} talk @param {Drawn} kit */
function conversation(talk, kit) {
  return [
    talk.tabs.length > 1 &&
      h(
        "div",
        { class: "chat-tabs", key: "tabs", role: "group", "aria-label": kit.words.t("chat_channels") },
        talk.tabs.map((tab) => tabButton(tab, talk, kit)),
      ),
    h(
      "div",
      {
        class: "chat-scroll",
        key: `scroll-${talk.tab}`,
        role: "log",
        "aria-live": "off",
        "aria-label": kit.words.t("chat_messages"),
        tabindex: "0",
      },
      talk.older &&
        talk.messages.length > 0 &&
        h("p", { class: "chat-older muted small", key: "older" }, kit.words.t("chat_older")),
      talk.messages.length
        ? h(
            "ol",
            { class: "chat-list" },
            talk.messages.map((message) => line(message, talk, kit)),
          )
        : !(talk.shut && talk.tab === talk.own) &&
            h("p", { class: "chat-empty" }, kit.words.t(`chat_none_${talk.tab}`)),
    ),
    status(talk, kit),
    composer(talk, kit),
  ];
}

/** @param {Channel} tab @param {Talk} talk @param {Drawn} kit */
function tabButton(tab, talk, { words }) {
  const unread = tab === talk.tab ? 0 : talk.unread[tab];
  return h(
    "button",
    {
      type: "button",
      class: "chat-tab",
      key: tab,
      "data-chat": `tab ${tab}`,
      "aria-pressed": String(tab === talk.tab),
    },
    words.t(`chat_to_${tab}`),
    unread > 0 && h("span", { class: "chat-badge num" }, String(unread)),
  );
}

/** @param {Message} message @param {Talk} talk @param {Drawn} kit */
function line(message, talk, kit) {
  const { words } = kit;
  const mine = message.name === talk.me;
  const open = talk.menu === message.id;
  return h(
    "li",
    { key: message.id, class: mine ? "chat-line mine" : "chat-line", "data-message": message.id },
    avatar(message.name, message.avatar),
    h(
      "div",
      { class: "chat-said" },
      h(
        "span",
        { class: "chat-by" },
        h("bdi", null, mine ? words.t("you") : message.name),
        message.program && h("span", { class: "badge" }, words.t("bot")),
        h("time", { class: "num", datetime: message.at }, clock(message.at)),
      ),
      h(
        "p",
        { class: message.phrase ? "chat-text phrase" : "chat-text", dir: "auto" },
        message.phrase && isReaction(message, words) && drawing(message.phrase),
        message.phrase ? phraseText(message.phrase, words) : message.text,
      ),
    ),
    talk.signedIn &&
      !mine &&
      tool(`menu ${message.id}`, "more", words.t("chat_about", { name: message.name }), kit, {
        "aria-expanded": String(open),
      }),
    open && menu(message, kit),
  );
}

/** @param {Message} message @param {Drawn} kit */
function menu(message, { words }) {
  return h(
    "div",
    { class: "chat-menu", key: "menu", role: "group", "aria-label": words.t("chat_about", { name: message.name }) },
    button(`mute ${message.name}`, words.t("mute")),
    button(`block ${message.name}`, words.t("block")),
    button(`report ${message.id}`, words.t("report")),
  );
}

/** @param {string} at */
function clock(at) {
  return new Intl.DateTimeFormat(document.documentElement.lang || "en", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(new Date(at));
}

/** @param {Talk} talk @param {Drawn} kit */
function status(talk, { words }) {
  return h(
    "div",
    { class: "chat-status", key: "status", role: "status" },
    talk.error && h("p", { class: "chat-error", key: "error" }, talk.error),
    talk.note &&
      h(
        "p",
        { class: "chat-note", key: "note" },
        talk.note.text,
        talk.note.undo && button(talk.note.undo, words.t("undo")),
      ),
    talk.sending && h("p", { class: "chat-note", key: "sending" }, words.t("sending")),
  );
}

/** @param {Talk} talk @param {Drawn} kit */
function composer(talk, kit) {
  const { words } = kit;
  if (talk.shut && talk.tab === talk.own)
    return h("div", { class: "chat-say", key: "say" }, h("p", { class: "chat-hint" }, words.t("chat_shut")));
  if (!talk.signedIn)
    return h(
      "div",
      { class: "chat-say", key: "say" },
      h("p", { class: "chat-hint" }, words.t("chat_guest")),
      button("guest", words.t("guest"), { class: "button-primary" }),
    );
  if (talk.tab !== talk.own)
    return h("div", { class: "chat-say", key: "say" }, h("p", { class: "chat-hint" }, words.t(`chat_not_${talk.tab}`)));
  return h(
    "div",
    { class: "chat-say", key: "say" },
    talk.unmoved ? null : reactions(talk, words),
    h(
      "div",
      { class: "chat-phrases", key: "phrases", role: "group", "aria-label": words.t("chat_phrases") },
      phrases(words),
    ),
    talk.words
      ? textForm(words, kit)
      : h("p", { class: "chat-hint", key: "hint" }, words.t(`chat_phrases_${talk.why}`)),
  );
}

/** @param {Talk} talk @param {Words} words */
function reactions(talk, words) {
  const props = { class: "chat-reactions", key: "reactions", role: "group", "aria-label": words.t("reactions") };
  if (!talk.reacts) return h("p", { class: "chat-hint", key: "reactions" }, words.t("reactions_wait"));
  return h(
    "div",
    props,
    reactionsIn(words).map((code) => {
      const label = words.t(`reaction_${code}`);
      return h(
        "button",
        {
          type: "button",
          class: "button",
          key: code,
          "data-chat": `phrase ${code}`,
          "aria-label": label,
          title: label,
        },
        drawing(code),
      );
    }),
  );
}

/** @param {Words} words */
function phrases(words) {
  return Object.keys(words.texts)
    .filter((key) => key.startsWith("phrase_"))
    .map((key) => button(`phrase ${key.slice(7)}`, words.t(key), { key }));
}

/** @param {Words} words @param {Drawn} kit */
function textForm(words, kit) {
  return h(
    "form",
    { class: "chat-form", key: "form", "data-chat": "say" },
    h("label", { class: "visually-hidden", for: "chat-text" }, words.t("chat_write")),
    h("textarea", {
      id: "chat-text",
      name: "text",
      rows: 1,
      maxlength: LONGEST,
      autocomplete: "off",
      enterkeyhint: "send",
      placeholder: words.t("chat_write"),
      "aria-describedby": "chat-count",
    }),
    h("span", { class: "chat-count num muted", id: "chat-count" }, words.t("chat_count", { n: 0, all: LONGEST })),
    h(
      "button",
      { type: "submit", class: "button button-primary chat-send", "aria-label": words.t("chat_send") },
      icon("send", kit),
    ),
  );
}

/** The message that is reported, or who of the people at the table. @param {Report} report @param {Words} words */
function about({ message, names }, words) {
  if (message)
    return h(
      "blockquote",
      { class: "chat-quote" },
      h("bdi", { class: "chat-by" }, message.name),
      h("p", { class: "chat-text", dir: "auto" }, message.phrase ? phraseText(message.phrase, words) : message.text),
    );
  return field(
    "report-name",
    words.t("report_who"),
    h(
      "select",
      { id: "report-name", name: "name", required: true },
      names.map((name) => h("option", { key: name, value: name }, name)),
    ),
  );
}

/** @param {Report} report @param {Talk} talk @param {Drawn} kit */
function reportForm(report, talk, kit) {
  const { words } = kit;
  return [
    h(
      "form",
      { class: "chat-report", key: `report-${report.message?.id ?? 0}`, "data-chat": "send-report" },
      about(report, words),
      field(
        "report-reason",
        words.t("report_reason"),
        h(
          "select",
          { id: "report-reason", name: "reason", required: true },
          h("option", { value: "" }, words.t("report_choose")),
          REASONS.map((code) => h("option", { key: code, value: code }, words.t(`report_${code}`))),
        ),
      ),
      field(
        "report-text",
        words.t("report_text"),
        h("textarea", { id: "report-text", name: "text", rows: 3, maxlength: LONGEST_REPORT }),
      ),
      h("p", { class: "chat-hint" }, words.t("report_hint")),
      status(talk, kit),
      h(
        "div",
        { class: "chat-actions" },
        h("button", { type: "submit", class: "button button-primary", disabled: talk.sending }, words.t("report_send")),
        h("button", { type: "button", class: "button", "data-chat": "no-report" }, words.t("cancel")),
      ),
    ),
  ];
}

/** @param {string} id @param {string} label @param {Tree} control */
function field(id, label, control) {
  return h("div", { class: "chat-field", key: id }, h("label", { for: id }, label), control);
}
