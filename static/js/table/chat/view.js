// The chat as a tree: the messages of one channel, the phrases or text field, and the forms about other people.

import { gettext, ngettext } from "../../texts.js";
import { h } from "../dom.js";
import { avatar, icon } from "../render/parts.js";
import { drawing } from "../render/reactions.js";

/** @import { Channel, ChatTool, Drawn, Message, Phrases, Props, Report, Talk, Tree } from "../../types.js" */

export const LONGEST = 300;
const LONGEST_REPORT = 400;

/** The button in the bar. @param {ChatTool} chat @param {Drawn} kit */
export function chatTool(chat, kit) {
  const label = chat.unread
    ? ngettext("Chat, %(n)s new message", "Chat, %(n)s new messages", chat.unread)
    : gettext("Chat");
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
    h("span", { class: "tool-label" }, gettext("Chat")),
    chat.unread > 0 &&
      h("span", { class: "chat-badge num", "aria-hidden": "true" }, chat.unread > 99 ? "99+" : String(chat.unread)),
  );
}

/** @param {Message} message @param {Phrases} phrases @returns {string} what it says */
export function textOf({ phrase, text }, { phrases, reactions }) {
  return phrase ? (phrases[phrase] ?? reactions[phrase] ?? phrase) : (text ?? "");
}

/** @param {Talk} talk @param {Drawn} kit */
export function chatView(talk, kit) {
  return [
    h(
      "header",
      { class: "chat-head", key: "head" },
      h(
        "h2",
        { id: "chat-title", tabindex: "-1" },
        talk.report ? gettext("Report to the site’s staff") : gettext("Chat"),
      ),
      !talk.report && talk.signedIn && !talk.off && tool("report 0", "flag", gettext("Report a player"), kit),
      !talk.report && tool("off", "chat-off", gettext("Chat off"), kit, { "aria-pressed": String(talk.off) }),
      tool(
        talk.report ? "no-report" : "close",
        talk.report ? "chevron-left" : "cross",
        talk.report ? gettext("Back") : gettext("Close the chat"),
        kit,
      ),
    ),
    ...(talk.report ? reportForm(talk.report, talk) : talk.off ? turnedOff() : conversation(talk, kit)),
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

function turnedOff() {
  return [
    h(
      "div",
      { class: "chat-empty", key: "off" },
      h("p", null, gettext("The chat is off in this browser: nothing is shown or read out.")),
      button("off", gettext("Turn the chat on")),
    ),
  ];
}

/** @param {Talk} talk @param {Drawn} kit */
function conversation(talk, kit) {
  return [
    talk.tabs.length > 1 &&
      h(
        "div",
        { class: "chat-tabs", key: "tabs", role: "group", "aria-label": gettext("Chat channel") },
        talk.tabs.map((tab) => tabButton(tab, talk)),
      ),
    h(
      "div",
      {
        class: "chat-scroll",
        key: `scroll-${talk.tab}`,
        role: "log",
        "aria-live": "off",
        "aria-label": gettext("Messages"),
        tabindex: "0",
      },
      talk.older &&
        talk.messages.length > 0 &&
        h("p", { class: "chat-older muted small", key: "older" }, gettext("Older messages aren’t shown.")),
      talk.messages.length
        ? h(
            "ol",
            { class: "chat-list" },
            talk.messages.map((message) => line(message, talk, kit)),
          )
        : !(talk.shut && talk.tab === talk.own) && h("p", { class: "chat-empty" }, nobodyWrote(talk.tab)),
    ),
    status(talk),
    composer(talk, kit),
  ];
}

/** @param {Channel} tab */
function nobodyWrote(tab) {
  if (tab === "partner") return gettext("No messages between you and your partner yet.");
  return tab === "table"
    ? gettext("No messages from players yet. Everybody at the table can read this.")
    : gettext("No messages from spectators yet.");
}

/** @param {Channel} tab */
function tabName(tab) {
  if (tab === "partner") return gettext("Partner");
  return tab === "table" ? gettext("Players") : gettext("Spectators");
}

/** @param {Channel} tab @param {Talk} talk */
function tabButton(tab, talk) {
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
    tabName(tab),
    unread > 0 && h("span", { class: "chat-badge num" }, String(unread)),
  );
}

/** @param {Message} message @param {Talk} talk @param {Drawn} kit */
function line(message, talk, kit) {
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
        h("bdi", null, mine ? gettext("You") : message.name),
        message.program && h("span", { class: "badge" }, gettext("bot")),
        h("time", { class: "num", datetime: message.at }, clock(message.at)),
      ),
      h(
        "p",
        { class: message.phrase ? "chat-text phrase" : "chat-text", dir: "auto" },
        message.phrase && message.phrase in talk.phrases.reactions && drawing(message.phrase),
        textOf(message, talk.phrases),
      ),
    ),
    talk.signedIn &&
      !mine &&
      tool(`menu ${message.id}`, "more", gettext("About %(name)s", { name: message.name }), kit, {
        "aria-expanded": String(open),
      }),
    open && menu(message),
  );
}

/** @param {Message} message */
function menu(message) {
  return h(
    "div",
    { class: "chat-menu", key: "menu", role: "group", "aria-label": gettext("About %(name)s", { name: message.name }) },
    button(`mute ${message.name}`, gettext("Mute")),
    button(`block ${message.name}`, gettext("Block")),
    button(`report ${message.id}`, gettext("Report")),
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

/** @param {Talk} talk */
function status(talk) {
  return h(
    "div",
    { class: "chat-status", key: "status", role: "status" },
    talk.error && h("p", { class: "chat-error", key: "error" }, talk.error),
    talk.note &&
      h(
        "p",
        { class: "chat-note", key: "note" },
        talk.note.text,
        talk.note.undo && button(talk.note.undo, gettext("Undo")),
      ),
    talk.sending && h("p", { class: "chat-note", key: "sending" }, gettext("Sending…")),
  );
}

/** @param {Talk} talk @param {Drawn} kit */
function composer(talk, kit) {
  if (talk.shut && talk.tab === talk.own)
    return h(
      "div",
      { class: "chat-say", key: "say" },
      h(
        "p",
        { class: "chat-hint" },
        gettext("Until the game is over, only members can read and write here. Sign in to join in."),
      ),
      signIn(talk),
    );
  if (!talk.signedIn)
    return h(
      "div",
      { class: "chat-say", key: "say" },
      h(
        "p",
        { class: "chat-hint" },
        talk.guests
          ? gettext("Everybody can read this. To write, play as a guest or sign in.")
          : gettext("Everybody can read this. To write, sign in."),
      ),
      talk.guests && button("guest", gettext("Play as a guest"), { class: "button-primary" }),
      signIn(talk),
    );
  if (talk.tab === "partner") return toPartner(talk, kit);
  if (talk.tab !== talk.own)
    return h("div", { class: "chat-say", key: "say" }, h("p", { class: "chat-hint" }, notHere(talk.tab)));
  return h(
    "div",
    { class: "chat-say", key: "say" },
    talk.unmoved ? null : reactions(talk),
    h(
      "div",
      { class: "chat-phrases", key: "phrases", role: "group", "aria-label": gettext("Phrases") },
      Object.entries(talk.phrases.phrases).map(([code, text]) => button(`phrase ${code}`, text, { key: code })),
    ),
    talk.words ? textForm(kit) : h("p", { class: "chat-hint", key: "hint" }, onlyPhrases(talk.why)),
  );
}

/** What is written to the partner. @param {Talk} talk @param {Drawn} kit */
function toPartner(talk, kit) {
  const hint = talk.talks
    ? gettext("Only your partner reads this now. After the game everybody can read it in the replay.")
    : gettext("You can talk with your partner during the bidding, until your side’s number stands.");
  return h(
    "div",
    { class: "chat-say", key: "say" },
    h("p", { class: "chat-hint", key: "partner" }, hint),
    talk.talks && textForm(kit),
  );
}

/** @param {Talk} talk */
function signIn({ signInAt }) {
  return signInAt && h("a", { class: "button", key: "sign-in", href: signInAt }, gettext("Sign in"));
}

/** @param {Channel} tab */
function notHere(tab) {
  return tab === "table"
    ? gettext("Only players can write here.")
    : gettext("Only spectators can write here. They can read what you write to players.");
}

/** @param {Talk["why"]} why */
function onlyPhrases(why) {
  if (why === "rated")
    return gettext("During this game, players can only use these phrases. Free text is allowed afterwards.");
  return why === "closed"
    ? gettext("While other tables play the same deals, only these phrases are allowed.")
    : gettext("Guests can only use these phrases here. Create an account to write freely.");
}

/** @param {Talk} talk */
function reactions(talk) {
  const props = { class: "chat-reactions", key: "reactions", role: "group", "aria-label": gettext("Reactions") };
  if (!talk.reacts)
    return h("p", { class: "chat-hint", key: "reactions" }, gettext("During this game, players react between hands."));
  return h(
    "div",
    props,
    Object.entries(talk.phrases.reactions).map(([code, label]) =>
      h(
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
      ),
    ),
  );
}

/** @param {Drawn} kit */
function textForm(kit) {
  return h(
    "form",
    { class: "chat-form", key: "form", "data-chat": "say" },
    h("label", { class: "visually-hidden", for: "chat-text" }, gettext("Write a message")),
    h("textarea", {
      id: "chat-text",
      name: "text",
      rows: 1,
      maxlength: LONGEST,
      autocomplete: "off",
      enterkeyhint: "send",
      placeholder: gettext("Write a message"),
      "aria-describedby": "chat-count",
    }),
    h("span", { class: "chat-count num muted", id: "chat-count" }, gettext("%(n)s of %(all)s", { n: 0, all: LONGEST })),
    h(
      "button",
      { type: "submit", class: "button button-primary chat-send", "aria-label": gettext("Send") },
      icon("send", kit),
    ),
  );
}

/** The message that is reported, or who of the people at the table. @param {Report} report @param {Phrases} phrases */
function about({ message, names }, phrases) {
  if (message)
    return h(
      "blockquote",
      { class: "chat-quote" },
      h("bdi", { class: "chat-by" }, message.name),
      h("p", { class: "chat-text", dir: "auto" }, textOf(message, phrases)),
    );
  return field(
    "report-name",
    gettext("Who is it about?"),
    h(
      "select",
      { id: "report-name", name: "name", required: true },
      names.map((name) => h("option", { key: name, value: name }, name)),
    ),
  );
}

/** @param {Report} report @param {Talk} talk */
function reportForm(report, talk) {
  return [
    h(
      "form",
      { class: "chat-report", key: `report-${report.message?.id ?? 0}`, "data-chat": "send-report" },
      about(report, talk.phrases),
      field(
        "report-reason",
        gettext("What happened?"),
        h(
          "select",
          { id: "report-reason", name: "reason", required: true },
          h("option", { value: "" }, gettext("Choose…")),
          Object.entries(talk.phrases.reasons).map(([code, text]) => h("option", { key: code, value: code }, text)),
        ),
      ),
      field(
        "report-text",
        gettext("Anything to add?"),
        h("textarea", { id: "report-text", name: "text", rows: 3, maxlength: LONGEST_REPORT }),
      ),
      h("p", { class: "chat-hint" }, gettext("The staff also see the latest messages and the seating.")),
      status(talk),
      h(
        "div",
        { class: "chat-actions" },
        h(
          "button",
          { type: "submit", class: "button button-primary", disabled: talk.sending },
          gettext("Send the report"),
        ),
        h("button", { type: "button", class: "button", "data-chat": "no-report" }, gettext("Cancel")),
      ),
    ),
  ];
}

/** @param {string} id @param {string} label @param {Tree} control */
function field(id, label, control) {
  return h("div", { class: "chat-field", key: id }, h("label", { for: id }, label), control);
}
