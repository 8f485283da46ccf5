// The table's chat: receives messages, counts unread ones, sends the person's messages, mutes, blocks and reports.

import { around, one } from "../../page.js";
import { gettext } from "../../texts.js";
import { make } from "../connection/protocol.js";
import { patch } from "../dom.js";
import { rightsOf, UNKNOWN } from "./rights.js";
import { chatView, LONGEST, textOf } from "./view.js";

/** @import { Speech } from "../speech.js" */
/** @import { Channel, ChatHistoryFrame, ClientFrame, Drawn, ErrorFrame, Message, Model, Phrases, Report, ServerFrame, Talk } from "../../types.js" */

const MOST_KEPT = 300;
const NOTE_MS = 12000;
/** Here the chat covers the table; on a wider screen it is beside it. */
const over = matchMedia("(max-width: 1100px), (max-height: 480px)");
/** Here it covers all of the width; while the game is on it then keeps to the player's own line and cards. */
const phone = matchMedia("(max-width: 640px), (max-height: 480px)");
/** With less room only the text field and the way out are shown. */
const LEAST_ROOM = 104;
/** With less, reactions and phrases give way to the messages. */
const USUAL_ROOM = 240;
const OFF = "chat";

function storedOff() {
  try {
    return localStorage.getItem(OFF) === "off";
  } catch {
    return false;
  }
}

export class Chat {
  /**
   * @param {HTMLElement} root the element that the chat is drawn in
   * @param {object} parts
   * @param {Drawn} parts.kit
   * @param {Phrases} parts.phrases
   * @param {(frame: ClientFrame) => void} parts.send
   * @param {Speech} parts.speech
   * @param {() => void} parts.changed called when the button in the bar must be redrawn
   * @param {(() => void) | null} parts.becomeGuest
   * @param {() => boolean} parts.unmoved whether the person wants no reactions
   * @param {(seat: number, code: string) => void} parts.reacted called when a player has just reacted
   */
  constructor(root, { kit, phrases, send, speech, changed, becomeGuest, unmoved, reacted }) {
    this.root = root;
    this.kit = kit;
    this.phrases = phrases;
    this.send = send;
    this.speech = speech;
    this.changed = changed;
    this.becomeGuest = becomeGuest;
    this.unmoved = unmoved;
    this.reacted = reacted;
    this.guest = "guest" in root.dataset;
    /** @type {Map<number, Message>} by id, in their order */
    this.messages = new Map();
    this.unread = { table: 0, spectators: 0, partner: 0 };
    /** @type {Set<Channel>} the channels with messages older than those that are shown */
    this.older = new Set();
    /** Whether the first history has arrived; its messages aren't new. */
    this.begun = false;
    /** @type {Map<string, {what: string, text?: string, name?: string}>} what was sent and not answered, by id */
    this.waiting = new Map();
    this.off = storedOff();
    this.open = false;
    /** Whether the chat is hidden on a small screen because it is the person's turn. */
    this.aside = false;
    /** @type {Channel} */
    this.tab = "table";
    /** @type {number | null} */
    this.menu = null;
    /** @type {Report | null} */
    this.report = null;
    /** @type {Talk["note"]} */
    this.note = null;
    this.error = "";
    /** @type {Model | null} */
    this.model = null;
    /** The state that the chat and the bar's button were drawn for last. */
    this.drawnFor = "";
    this.toolDrawn = "";
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("submit", (event) => this.submitted(event));
    root.addEventListener("input", () => this.count());
    root.addEventListener("keydown", (event) => this.pressed(event));
    over.addEventListener("change", () => this.draw());
    window.visualViewport?.addEventListener("resize", () => this.fit());
  }

  /** What the bar's button shows. */
  get tool() {
    return {
      open: this.shown,
      unread: this.off ? 0 : this.rights.tabs.reduce((sum, tab) => sum + this.unread[tab], 0),
    };
  }

  get shown() {
    return this.open && !this.aside;
  }

  /** The channel of the text field. @returns {Channel} */
  get writesTo() {
    return this.tab === "partner" ? "partner" : this.rights.own;
  }

  get rights() {
    return this.model ? rightsOf(this.model, this.guest) : UNKNOWN;
  }

  // ------------------------------------------------------------------------------------------- what comes in
  /** Handles a frame, if it is about the chat. @param {ServerFrame} frame @returns {boolean} whether it was */
  takes(frame) {
    if (frame.t === "chat") this.heard([frame.message], true);
    else if (frame.t === "chats") this.history(frame);
    else if (frame.t === "ack" && this.waiting.has(frame.id)) this.done(frame.id);
    else if (frame.t === "error" && this.waiting.has(frame.id)) this.failed(frame);
    else return false;
    return true;
  }

  /** Handles the history. If it contains no known message, there may be unsent messages in between. @param {ChatHistoryFrame} frame */
  history({ messages, older }) {
    const isJoined = messages.some((message) => this.messages.has(message.id));
    if (!isJoined) for (const channel of older) this.older.add(channel);
    this.heard(messages, false);
  }

  /** @param {Message[]} messages @param {boolean} live */
  heard(messages, live) {
    const wanted = this.unmoved() ? messages.filter((message) => !this.isReaction(message)) : messages;
    const fresh = wanted.filter((message) => !this.messages.has(message.id));
    if (fresh.length === 0 && live) return;
    const all = [...this.messages.values(), ...fresh].sort((a, b) => a.id - b.id);
    for (const message of all.splice(0, all.length - MOST_KEPT)) this.older.add(message.to);
    this.messages = new Map(all.map((message) => [message.id, message]));
    if (live || this.begun) for (const message of fresh) this.isNews(message);
    if (live && !this.off)
      for (const { seat, phrase } of fresh.filter((message) => this.isReaction(message)))
        if (seat !== null && phrase) this.reacted(seat, phrase);
    if (!live) this.begun = true;
    this.draw();
  }

  /** @param {Message} message */
  isReaction(message) {
    return message.phrase !== null && message.phrase in this.phrases.reactions;
  }

  /** @param {Message} message */
  isNews(message) {
    if (message.name === this.model?.you.name) return;
    // A reaction is shown at once, so it doesn't count as unread.
    if (!this.isReaction(message) && !(this.shown && this.tab === message.to)) this.unread[message.to] += 1;
    const text = textOf(message, this.phrases);
    if (!this.off) this.speech.say([gettext("%(name)s says: %(text)s", { name: message.name, text })]);
  }

  /** @param {string} id */
  done(id) {
    const { what, name = "" } = this.waiting.get(id) ?? { what: "" };
    this.waiting.delete(id);
    if (what === "mute" || what === "block") this.hide(name, what);
    else if (what === "unmute") this.tell(gettext("You can see what %(name)s writes again.", { name }));
    else if (what === "unblock") this.tell(gettext("%(name)s is no longer blocked.", { name }));
    else if (what === "report") {
      this.report = null;
      this.tell(gettext("Thanks, the staff will look at it."));
      this.focus();
    }
    if (what === "unmute" || what === "unblock") this.send(make.chats());
    this.draw();
  }

  /** @param {ErrorFrame} given */
  failed({ id, code, message }) {
    if (code === "too_fast" || code === "try_again") return; // The line sends it again.
    const { what, text = "" } = this.waiting.get(id) ?? { what: "" };
    this.waiting.delete(id);
    this.error = message;
    this.note = null;
    this.draw();
    const field = this.field;
    if (what === "say" && field && !field.value) {
      field.value = text;
      this.count();
    }
  }

  /** @param {string} name @param {"mute" | "block"} what */
  hide(name, what) {
    for (const [id, message] of this.messages) if (message.name === name) this.messages.delete(id);
    const told =
      what === "mute"
        ? gettext("You no longer see what %(name)s writes, at any table.", { name })
        : gettext("%(name)s can’t sit at your tables or invite you, and you no longer see their messages.", { name });
    this.tell(told, `un${what} ${name}`);
  }

  /** @param {string} text @param {string} [undo] */
  tell(text, undo = "") {
    clearTimeout(this.noteTimer);
    this.error = "";
    this.note = { text, undo };
    this.noteTimer = setTimeout(() => {
      this.note = null;
      this.draw();
    }, NOTE_MS);
  }

  // --------------------------------------------------------------------------------------- what is shown on
  /** The table was redrawn: update who may read and write. @param {Model} model */
  follow(model) {
    const before = this.model;
    this.model = model;
    const moved = before && before.me !== model.me;
    if (!before || moved) this.tab = this.rights.own;
    if (over.matches && model.myTurn !== before?.myTurn) {
      // It is the person's turn, so don't cover the cards; what was being written is kept. Where there is room above
      // the cards, somebody who is writing continues there.
      this.aside = model.myTurn && (phone.matches || document.activeElement !== this.field);
    }
    if (!over.matches) this.aside = false;
    const key = JSON.stringify([
      model.me,
      model.status,
      model.myTurn,
      this.aside,
      model.table.rated,
      model.table.closed,
      this.rights.reacts,
      this.rights.talks,
    ]);
    if (key !== this.drawnFor) {
      this.drawnFor = key;
      this.draw(false);
    }
    this.fit();
  }

  /** @param {boolean} [tellBar] */
  draw(tellBar = true) {
    if (!this.model) return;
    const { tabs, own } = this.rights;
    if (!tabs.includes(this.tab)) this.tab = own;
    if (this.shown && !this.off) this.unread[this.tab] = 0;
    this.root.hidden = !this.shown;
    document.body.classList.toggle("chat-open", this.shown);
    if (this.shown) this.patch(this.model);
    this.fit();
    const tool = JSON.stringify(this.tool);
    if (tool !== this.toolDrawn) {
      this.toolDrawn = tool;
      if (tellBar) this.changed();
    }
  }

  /** @param {Model} model */
  patch(model) {
    const scroll = this.root.querySelector(".chat-scroll");
    const atEnd = !scroll || scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 40;
    const focused = this.root.contains(document.activeElement);
    patch(this.root, chatView(this.talk(model), this.kit));
    const now = this.root.querySelector(".chat-scroll");
    if (now && (atEnd || now !== scroll)) now.scrollTop = now.scrollHeight;
    if (focused && !this.root.contains(document.activeElement)) this.focus();
    this.count();
  }

  /** @param {Model} model @returns {Talk} */
  talk(model) {
    const { off, tab, unread, menu, report, note, error } = this;
    const messages = [...this.messages.values()].filter((message) => message.to === tab);
    const sending = this.waiting.size > 0;
    return {
      ...this.rights,
      guests: this.becomeGuest !== null,
      signInAt: model.table.links.sign_in ?? "",
      unmoved: this.unmoved(),
      off,
      tab,
      unread,
      messages,
      older: this.older.has(tab),
      menu,
      report,
      note,
      error,
      sending,
      me: model.you.name,
      phrases: this.phrases,
    };
  }

  /**
   * Keeps clear of a phone's keyboard, and while the game is on of bids and trick; where the screen is larger, of the own
   * cards while it's the person's turn. What is done about a message needs
   * room, and covers what it must.
   */
  fit() {
    const cards = document.querySelector(".own-line");
    if (!this.shown || !over.matches || !cards) return;
    const { visualViewport: seen } = window;
    const keys = seen ? Math.max(0, innerHeight - seen.height - seen.offsetTop) : 0;
    const rest = innerHeight - cards.getBoundingClientRect().top;
    const reading = this.report === null && this.menu === null;
    const plays = this.model?.status === "playing" && this.model.me !== null && !this.model.table.paused;
    const under = phone.matches && reading && plays;
    const below = !under && this.model?.myTurn ? rest : 0;
    this.root.toggleAttribute("data-under", under);
    this.root.toggleAttribute("data-low", under && rest - keys < LEAST_ROOM);
    this.root.toggleAttribute("data-tight", under && rest - keys < USUAL_ROOM);
    this.root.style.setProperty("--below", `${Math.max(below, keys)}px`);
    this.root.style.setProperty("--room", `${rest - keys}px`);
  }

  get field() {
    return /** @type {HTMLTextAreaElement | null} */ (this.root.querySelector("#chat-text"));
  }

  count() {
    const place = this.root.querySelector("#chat-count");
    if (!place || !this.field) return;
    const n = [...this.field.value].length;
    place.textContent = gettext("%(n)s of %(all)s", { n, all: LONGEST });
    place.toggleAttribute("data-near", n > LONGEST / 2);
  }

  // ------------------------------------------------------------------------------------ what the person does
  toggle() {
    if (this.shown) this.close();
    else this.show();
  }

  show() {
    Object.assign(this, { open: true, aside: false, error: "" });
    this.draw();
    this.fit();
    // Get the messages that were lost meanwhile.
    this.send(make.chats());
    this.focus();
  }

  /** Opens the chat with the partner. */
  talkToPartner() {
    Object.assign(this, { tab: "partner", menu: null, report: null });
    this.show();
  }

  close() {
    const inside = this.root.contains(document.activeElement);
    Object.assign(this, { open: false, menu: null, report: null, error: "", note: null });
    this.draw();
    if (inside) (one(document, '[data-do="chat"]') ?? document.getElementById("table"))?.focus({ preventScroll: true });
  }

  /** Moves the focus to the text field; not on a phone, where that would open the keyboard. */
  focus() {
    const keys = !matchMedia("(pointer: coarse)").matches;
    const place = one(this.root, keys ? "form textarea, form select" : "h2") ?? one(this.root, "h2");
    place?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      if (this.report || this.menu !== null) this.change({ report: null, menu: null });
      else this.close();
    } else if (event.key === "Enter" && event.target === this.field && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.say();
    }
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const target = around(event, "[data-chat]");
    if (!target || target.matches("form, :disabled")) return;
    const does = target.dataset.chat ?? "";
    const [word] = does.split(" ", 1);
    const rest = does.slice(word.length + 1);
    /** @type {Record<string, () => void>} */
    const deeds = {
      close: () => this.close(),
      off: () => this.turn(),
      tab: () => this.change({ tab: /** @type {Channel} */ (rest), menu: null }),
      menu: () => this.change({ menu: this.menu === Number(rest) ? null : Number(rest) }),
      phrase: () => this.ask(make.phrase(this.writesTo, rest), { what: "phrase" }),
      mute: () => this.ask(make.mute(rest, true), { what: "mute", name: rest }),
      unmute: () => this.ask(make.mute(rest, false), { what: "unmute", name: rest }),
      block: () => this.ask(make.block(rest, true), { what: "block", name: rest }),
      unblock: () => this.ask(make.block(rest, false), { what: "unblock", name: rest }),
      report: () => this.startReport(Number(rest)),
      "no-report": () => this.change({ report: null }),
      guest: () => this.becomeGuest?.(),
    };
    deeds[word]?.();
  }

  /** @param {SubmitEvent} event */
  submitted(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.dataset.chat === "say") this.say();
    else this.sendReport(form);
  }

  /** @param {Partial<Pick<Chat, "tab" | "menu" | "report" | "note" | "error">>} changes */
  change(changes) {
    Object.assign(this, { error: "", ...changes });
    this.draw();
    if ("report" in changes) this.focus();
  }

  turn() {
    this.off = !this.off;
    try {
      localStorage.setItem(OFF, this.off ? "off" : "on");
    } catch {
      // No storage: lasts as long as the page.
    }
    this.change({ menu: null });
  }

  /** @param {Extract<ClientFrame, {id: string}>} frame @param {{what: string, text?: string, name?: string}} about */
  ask(frame, about) {
    this.waiting.set(frame.id, about);
    this.change({ menu: null, note: null });
    this.send(frame);
  }

  say() {
    const { field } = this;
    const text = field?.value.trim();
    if (!field || !text) return;
    field.value = "";
    this.ask(make.say(this.writesTo, text), { what: "say", text });
  }

  /** @param {number} id */
  startReport(id) {
    const message = this.messages.get(id) ?? null;
    const here = this.model?.seats.flatMap((seat) => (seat.name && !seat.bot && !seat.mine ? [seat.name] : [])) ?? [];
    const wrote = [...this.messages.values()].map((one) => one.name).filter((name) => name !== this.model?.you.name);
    const names = [...new Set([...here, ...wrote])];
    if (!message && names.length === 0) this.change({ error: gettext("There is nobody else here to report.") });
    else this.change({ report: { message, names }, menu: null, note: null });
  }

  /** @param {HTMLFormElement} form */
  sendReport(form) {
    const message = this.report?.message;
    const given = new FormData(form);
    /** @param {string} name */
    const value = (name) => String(given.get(name) ?? "");
    this.ask(make.report(message ? "" : value("name"), message?.id ?? 0, value("reason"), value("text")), {
      what: "report",
    });
  }
}
