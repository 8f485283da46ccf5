// The table: receives pictures, holds the page's own state, draws, and sends the player's decisions.
import { around } from "../page.js";
import { Salt } from "../salt.js";
import { gettext } from "../texts.js";
import { dragCards, ignoreSecondTaps, keepFaces } from "./cards.js";
import { Chat } from "./chat/chat.js";
import { Clock } from "./connection/clock.js";
import { NextStop } from "./connection/next.js";
import { make } from "./connection/protocol.js";
import { LATER, Line } from "./connection/socket.js";
import { Deeds } from "./deeds.js";
import { patch } from "./dom.js";
import { HandSheet } from "./hand_sheet.js";
import { HeldTrick } from "./held.js";
import { Identity } from "./identity.js";
import { Keyboard } from "./keyboard.js";
import { claimOf, finishedTrick, present } from "./model.js";
import { Motion } from "./motion.js";
import { pageState } from "./page_state.js";
import { Preferences } from "./preferences.js";
import { Premove } from "./premove.js";
import { view } from "./render/view.js";
import { SheetFocus } from "./sheet_focus.js";
import { Sound } from "./sound.js";
import { happened, Speech } from "./speech.js";

/** @import { Stop } from "./connection/next.js" */
/**
 * @import {
 *   AckFrame,
 *   ActFrame,
 *   ClaimFrame,
 *   ErrorFrame,
 *   LineState,
 *   Model,
 *   PageState,
 *   ServerFrame,
 *   Sheet,
 *   Ui,
 *   ViewFrame,
 *   Phrases,
 * } from "../types.js"
 */

const ERROR_MS = 7000;
const LOST_MS = 700;
const REACTION_MS = 3500;
/** The person may have another browser open, which has the salt. */
const WAIVE_MS = 8000;

/** The turn that an unfinished choice belongs to: the hand, its phase, and whether it is the player's turn. @param {ViewFrame | null} frame */
function turnOf(frame) {
  const game = frame?.game;
  if (!game) return "";
  return `${game.hand_no} ${game.phase} ${frame.you.seat !== null && game.to_act.includes(frame.you.seat)}`;
}

export class TableApp {
  /**
   * @param {HTMLElement} root
   * @param {{links: Record<string, string>, rules: [string, string, boolean][], presetTitle: string, barred: string, site: string, levels: number[], phrases: Phrases, guest: HTMLFormElement | null, comeIn: HTMLFormElement | null, faces: Record<string, string>, icons: Record<string, string>, live: Element, chat: HTMLElement}} parts
   */
  constructor(
    root,
    { links, rules, presetTitle, barred, site, levels, phrases, guest, comeIn, faces, icons, live, chat },
  ) {
    this.root = root;
    this.id = root.dataset.table ?? "";
    /** Addresses besides those in the pictures. */
    this.links = links;
    /** The rules' name in the page's language; the pictures have it in English. */
    this.presetTitle = presetTitle;
    this.guest = guest;
    /** Leads to a seat by the sign-in page. */
    this.comeIn = comeIn;
    this.likes = new Preferences();
    this.clock = new Clock();
    this.motion = new Motion(root);
    this.deeds = new Deeds(this);
    this.keyboard = new Keyboard(root, (does) => this.deeds.run(does));
    this.sheets = new SheetFocus(root);
    this.speech = new Speech(live);
    this.sound = new Sound(() => this.likes.sound);
    this.drawn = {
      faces,
      icons,
      rules,
      barred,
      site,
      levels,
      comesIn: comeIn !== null,
      now: () => this.clock.now(),
    };
    /** @type {ViewFrame | null} the newest picture */
    this.frame = null;
    /** @type {Model | null} */
    this.model = null;
    this.checks = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.lostTimer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.errorTimer = undefined;
    /** @type {{id: string, action: string, v: number | null} | null} */
    this.pending = null;
    this.premove = new Premove(this);
    this.held = new HeldTrick(this);
    this.who = new Identity(() => this.line.drop());
    this.next = new NextStop("next/", (stop) => this.leadOn(stop));
    this.handSheet = new HandSheet(this);
    this.chat = new Chat(chat, {
      kit: { faces, icons },
      phrases,
      send: (frame) => this.line.send(frame),
      speech: this.speech,
      changed: () => this.draw(),
      becomeGuest: guest && (() => guest.requestSubmit()),
      unmoved: () => this.likes.unmoved,
      reacted: (seat, code) => this.reacted(seat, code),
    });
    /** @type {PageState} */
    this.ui = { ...pageState(), line: "connecting", barred: barred !== "" };
    this.salt = new Salt(this.id);
    this.line = new Line({
      url: root.dataset.socketUrl ?? "",
      hash: this.salt.hash,
      seen: () => this.frame?.v ?? 0,
      onFrame: (frame) => this.receive(frame),
      onState: (state, reason) => this.lineChanged(state, reason),
    });
  }

  start() {
    keepFaces(this.root);
    ignoreSecondTaps(this.root);
    dragCards(this.root, (does) => this.deeds.run(does));
    this.root.addEventListener("click", (event) => {
      const target = around(event, "[data-do]");
      if (target && !target.matches("form, :disabled")) this.deeds.run(target.dataset.do ?? "", target);
    });
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      this.deeds.run(form.dataset.do ?? "", form);
    });
    this.likes.watch(() => this.draw());
    this.clock.run(this.root);
    this.line.connect();
  }

  // ------------------------------------------------------------------------------------------- what comes in
  /** @param {ServerFrame} frame */
  receive(frame) {
    if (this.chat.takes(frame)) return;
    if (frame.t === "view") this.picture(frame);
    else if (frame.t === "ack") this.answered(frame);
    else if (frame.t === "error") this.refused(frame);
  }

  /** @param {ViewFrame} received */
  picture(received) {
    if (this.frame && received.v < this.frame.v) return;
    const table = { ...received.table, preset_title: this.presetTitle };
    const frame = {
      ...received,
      table: { ...table, title: table.title || table.preset_title, links: { ...this.links, ...table.links } },
    };
    const before = this.frame;
    this.frame = frame;
    this.clock.set(frame.now);
    if (this.pending?.v !== undefined && this.pending?.v !== null && frame.v >= this.pending.v) this.pending = null;
    this.progress(before, frame);
    if (!before || frame.v > before.v) this.forget(before, frame);
    this.asked(before, frame);
    this.compare(frame);
    if (this.who.take(frame.you)) this.speech.say([this.who.sentence()]);
    this.draw();
    this.premove.consider();
    this.deeds.goToRematch();
    this.handSheet.hurry();
    if (table.kind === "match" && ["finished", "abandoned"].includes(table.status) && frame.you.seat !== null)
      this.next.start();
    else if (this.next.asking) {
      this.next.stop();
      this.ui.next = null;
    }
  }

  /** Handles the end of a trick or hand, and claims. @param {ViewFrame | null} before @param {ViewFrame} frame */
  progress(before, { table, game }) {
    const done = game && finishedTrick(before?.game ?? null, game);
    if (done) this.held.show(done);
    if (game?.trick?.plays.length) this.held.hurry();
    if (!before?.game || !game) return;
    const { v, game: was } = before;
    if (game.scores.length > was.scores.length && table.status === "playing") this.handSheet.show();
    const { news } = table;
    if (news?.what === "claim" && news.seat !== undefined && news.v > v)
      this.ui.claimed = claimOf({ v, game: was }, { seat: news.seat, v: news.v });
  }

  /** Shows a player's reaction for a moment. @param {number} seat @param {string} code */
  reacted(seat, code) {
    const reactions = { ...this.ui.reactions, [seat]: code };
    this.ui.reactions = reactions;
    this.draw();
    setTimeout(() => {
      if (this.ui.reactions !== reactions) return;
      this.ui.reactions = {};
      this.draw();
    }, REACTION_MS);
  }

  /** What comes next in the tournament, or its next table. @param {Stop} stop */
  leadOn(stop) {
    this.ui.next = stop;
    this.draw();
    if (stop.ready) {
      this.speech.say([stop.sentence]);
      this.sound.call();
    }
  }

  /**
   * Discards unfinished choices that belong to an earlier turn.
   * @param {ViewFrame | null} before
   * @param {ViewFrame} now
   */
  forget(before, now) {
    if (turnOf(before) === turnOf(now)) return;
    Object.assign(this.ui, { picked: null, passing: [], blind: false, nil: false });
    this.say("");
  }

  /**
   * Alerts a player who was away when the table filled, and notifies them when they lose the seat.
   * @param {ViewFrame | null} before
   * @param {ViewFrame} now
   */
  asked(before, now) {
    const { news } = now.table;
    if (now.you.can.includes("ready") && !before?.you.can.includes("ready")) {
      this.speech.say([gettext("The table is full. Will you play?")]);
      this.sound.call();
    }
    if (news?.what === "not_ready" && before && news.v > before.v && news.seat === before.you.seat)
      this.say(gettext("You were away when the table filled up, so you lost your seat."));
  }

  /**
   * This browser's part in the deals: reveals the salt when due, and warns if something is wrong.
   * @param {ViewFrame} frame
   */
  compare(frame) {
    const found = this.salt.take(frame);
    const before = this.ui.unfair;
    this.ui.unfair = found;
    const { status, links } = frame.table;
    if (status === "finished" && links.record && frame.you.seat !== null) this.checkDeals(links.record);
    if (found === before) return;
    if (found === "reveal") this.line.send(make.reveal(this.salt.kept.salt));
    else if (found && found !== "changed" && !frame.game && status === "playing")
      setTimeout(() => this.frame?.game || this.line.send(make.reveal("")), WAIVE_MS);
  }

  /** Deals everything again, once, now that the secret is known. @param {string} record its address */
  async checkDeals(record) {
    if (this.checks) return;
    this.checks = true;
    const { checked } = await import("../verify/check.js");
    this.choose({ checked: await checked(this.id, record) });
  }

  /** @param {AckFrame} given */
  answered({ id, v }) {
    this.deeds.answered(id);
    if (this.pending?.id !== id) return;
    this.pending.v = v;
    if (this.frame && this.frame.v >= v) this.pending = null;
    this.draw();
    // It may be the player's turn again before the answer arrives.
    this.premove.consider();
  }

  /** @param {ErrorFrame} given */
  refused({ id, code, message }) {
    // After an outage, the connection resends the frame under the same id.
    if (id && this.pending?.id === id && !LATER.has(code)) {
      this.pending = null;
      this.premove.drop();
    }
    this.say(message);
    this.draw();
  }

  /** @param {LineState} state @param {string} [reason] */
  lineChanged(state, reason = "") {
    // A lost connection counts as lost until a new picture arrives, whatever happens in between.
    if (state === "connecting" && this.frame) return;
    // Don't report short interruptions; failed retries don't restart the delay.
    if (state === "lost" && this.ui.line === "open") {
      this.lostTimer ??= setTimeout(() => this.showLine(state), LOST_MS);
      return;
    }
    clearTimeout(this.lostTimer);
    this.lostTimer = undefined;
    if (state !== this.ui.line) this.showLine(state, reason);
  }

  /** @param {LineState} state @param {string} [reason] */
  showLine(state, reason = "") {
    this.lostTimer = undefined;
    const before = this.ui.line;
    Object.assign(this.ui, { line: state, reason });
    this.draw();
    if (state === "lost") this.speech.say([gettext("Connection lost. Reconnecting…")]);
    else if (state === "closed") this.speech.say([reason || gettext("The table has closed this page’s connection.")]);
    else if (state === "open" && before === "lost") this.speech.say([gettext("Connected again.")]);
  }

  // --------------------------------------------------------------------------------------- what is shown on
  /** @param {Sheet} name */
  open(name) {
    Object.assign(this.ui, { open: name, address: "" });
    this.draw();
  }

  /** Shows a message near the player's hand, where they are looking. @param {string} sentence */
  say(sentence) {
    clearTimeout(this.errorTimer);
    this.ui.error = sentence;
    if (sentence)
      this.errorTimer = setTimeout(() => {
        this.say("");
        this.draw();
      }, ERROR_MS);
  }

  draw() {
    if (!this.frame) return this.drawLine();
    /** @type {Ui} */
    const ui = {
      ...this.ui,
      pending: this.pending?.action ?? null,
      perRow: this.likes.perRow,
      order: this.likes.order,
      who: this.who.sentence(),
      waitingAnswer: this.line.open.size > 0,
    };
    const before = this.model;
    this.model = present(this.frame, ui);
    this.motion.before();
    this.keyboard.remember();
    this.sheets.before();
    this.chat.follow(this.model);
    patch(this.root, view(this.model, { ...this.drawn, ...this.likes.shown, chat: this.chat.tool }));
    this.keyboard.restore();
    this.sheets.after();
    this.motion.after();
    this.sound.changed(before, this.model);
    // Don't announce what happened before the game.
    if (before?.status === "open" && this.model.status !== "open") this.speech.forget();
    this.speech.say(happened(before, this.model));
    this.root.dataset.v = String(this.frame.v);
    this.root.toggleAttribute("data-my-turn", this.model.myTurn);
    this.root.toggleAttribute("data-large", this.likes.large);
    const calls = (this.model.myTurn && this.ui.line === "open") || this.ui.next?.ready;
    document.title = `${calls ? "● " : ""}${this.frame.table.title}`;
  }

  /** Before the first picture, shows only the state of the connection. */
  drawLine() {
    const place = this.root.querySelector("[data-connecting]");
    if (!place) return;
    const { line, reason } = this.ui;
    if (line === "closed") place.textContent = reason || gettext("The table has closed this page’s connection.");
    else
      place.textContent =
        line === "lost" ? gettext("Connection lost. Reconnecting…") : gettext("Connecting to the table…");
  }

  /** @param {Partial<PageState>} changes */
  choose(changes) {
    Object.assign(this.ui, changes);
    this.draw();
  }

  /** Sends an action that ends the player's turn; sends nothing else until a picture shows it. @param {ActFrame | ClaimFrame} frame @param {string} action */
  send(frame, action) {
    if (this.pending) return;
    this.pending = { id: frame.id, action, v: null };
    this.line.send(frame);
    this.say("");
    this.held.drop();
    this.premove.drop();
    this.choose({ picked: null, passing: [], blind: false, nil: false, open: "" });
  }
}
