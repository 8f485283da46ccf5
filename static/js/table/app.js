// The table: takes in pictures, keeps what only this page knows, draws, and sends what the player decides.
import { Salt } from "../salt.js";
import { dragCards, ignoreSecondTaps, keepFaces } from "./cards.js";
import { Chat } from "./chat.js";
import { Clock } from "./clock.js";
import { patch } from "./dom.js";
import { HeldTrick } from "./held.js";
import { Identity } from "./identity.js";
import { Keyboard } from "./keyboard.js";
import { claimOf, finishedTrick, present, whyNot } from "./model.js";
import { Motion } from "./motion.js";
import { NextStop } from "./next.js";
import { Preferences } from "./preferences.js";
import { Premove } from "./premove.js";
import { make } from "./protocol.js";
import { view } from "./render/view.js";
import { copyAddress } from "./share.js";
import { SheetFocus } from "./sheet_focus.js";
import { LATER, Line } from "./socket.js";
import { Sound } from "./sound.js";
import { happened, Speech } from "./speech.js";

/** How long the end of a hand waits for its last trick to be seen. */
const TRICK_MS = 950;
const HAND_SHEET_MS = 7000;
const HAND_SHEET_LEAST_MS = 2500;
const ERROR_MS = 7000;
const LOST_MS = 700;
/** The person may have another browser open, which has the salt. */
const WAIVE_MS = 8000;

export class TableApp {
  /**
   * @param {HTMLElement} root
   * @param {{links: Record<string, string>, rules: [string, string, boolean][], presetTitle: string, barred: string, guest: HTMLFormElement | null, words: import("./words.js").Words, faces: Record<string, string>, icons: Record<string, string>, live: Element, chat: HTMLElement}} parts
   */
  constructor(root, { links, rules, presetTitle, barred, guest, words, faces, icons, live, chat }) {
    this.root = root;
    /** Addresses beside those that the pictures bring. */
    this.links = links;
    /** The rules' name in the page's language; the pictures bring it in English. */
    this.presetTitle = presetTitle;
    this.guest = guest;
    this.words = words;
    this.likes = new Preferences();
    this.clock = new Clock();
    this.motion = new Motion(root);
    this.keyboard = new Keyboard(root, (does) => this.run(does));
    this.sheets = new SheetFocus(root);
    this.speech = new Speech(live);
    this.sound = new Sound(() => this.likes.sound);
    this.drawn = { words, faces, icons, rules, barred, guest: guest !== null && !barred, now: () => this.clock.now() };
    /** @type {any} the newest picture */
    this.frame = null;
    this.model = null;
    /** @type {{id: string, action: string, v: number | null} | null} */
    this.pending = null;
    this.premove = new Premove(this);
    this.held = new HeldTrick(this);
    this.who = new Identity(() => this.line.drop());
    this.next = new NextStop("next/", (stop) => this.leadOn(stop));
    /** The id of the rematch that was asked for, to go there when its table is known. */
    this.rematch = "";
    this.leaving = ""; // The id of the wish to leave a running game, to go to the lobby when that is done.
    this.chat = new Chat(chat, {
      kit: this.drawn,
      send: (frame) => this.line.send(frame),
      speech: this.speech,
      changed: () => this.draw(),
      becomeGuest: () => this.guest?.requestSubmit(),
    });
    this.ui = {
      picked: null,
      premove: null,
      claimed: null,
      passing: [],
      held: null,
      open: "",
      address: "",
      blind: false,
      error: "",
      line: "connecting",
      reason: "",
      next: null,
      barred: barred !== "",
    };
    this.salt = new Salt(root.dataset.table);
    this.line = new Line({
      url: root.dataset.socketUrl,
      hash: this.salt.hash,
      seen: () => this.frame?.v ?? 0,
      onFrame: (frame) => this.receive(frame),
      onState: (state, reason) => this.lineChanged(state, reason),
    });
  }

  start() {
    keepFaces(this.root);
    ignoreSecondTaps(this.root);
    dragCards(this.root, (does) => this.run(does));
    this.root.addEventListener("click", (event) => {
      const target = event.target.closest?.("[data-do]");
      if (target && !target.disabled && target.localName !== "form") this.run(target.dataset.do, target);
    });
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.run(event.target.dataset.do, event.target);
    });
    this.likes.watch(() => this.draw());
    this.clock.run(this.root);
    this.line.connect();
  }

  // ------------------------------------------------------------------------------------------- what comes in
  receive(frame) {
    if (this.chat.takes(frame)) return;
    if (frame.t === "view") this.picture(frame);
    else if (frame.t === "ack") this.answered(frame);
    else if (frame.t === "error") this.refused(frame);
  }

  picture(told) {
    if (this.frame && told.v < this.frame.v) return;
    const table = { ...told.table, preset_title: this.presetTitle };
    const frame = {
      ...told,
      table: { ...table, title: table.title || table.preset_title, links: { ...this.links, ...table.links } },
    };
    const before = this.frame;
    this.frame = frame;
    this.clock.set(frame.now);
    if (this.pending?.v !== undefined && this.pending?.v !== null && frame.v >= this.pending.v) this.pending = null;
    const done = finishedTrick(before, frame);
    if (done) this.held.show(done);
    if (frame.game?.trick?.plays.length) this.held.hurry();
    if (before?.game && frame.game && frame.game.scores.length > before.game.scores.length) this.handOver();
    if (table.news?.what === "claim" && before?.game && table.news.v > before.v)
      this.ui.claimed = claimOf(before, table.news);
    if (!before || frame.v > before.v) this.forget(before);
    this.asked(before);
    this.compare();
    if (this.who.take(frame.you)) this.speech.say([this.who.told(this.words)]);
    this.draw();
    this.premove.consider();
    this.goToRematch();
    this.hurryHandSheet();
    if (table.kind === "match" && ["finished", "abandoned"].includes(table.status) && frame.you.seat !== null)
      this.next.start();
  }

  /** What comes next in the tournament, or its next table. @param {import("./next.js").Stop} stop */
  leadOn(stop) {
    this.ui.next = stop;
    this.draw();
    if (stop.ready) {
      this.speech.say([stop.sentence]);
      this.sound.call();
    }
  }

  /** A new picture makes half-made choices of another moment void. */
  forget(before) {
    const turn = (frame) =>
      frame?.game && `${frame.game.hand_no} ${frame.game.phase} ${frame.game.to_act.includes(frame.you.seat)}`;
    if (turn(before) === turn(this.frame)) return;
    Object.assign(this.ui, { picked: null, passing: [], blind: false });
    this.say("");
  }

  /** Whoever was away when the table filled is called, and told when the seat is gone. */
  asked(before) {
    const { news } = this.frame.table;
    const called = (frame) => frame?.you.can.includes("ready") ?? false;
    if (called(this.frame) && !called(before)) {
      this.speech.say([this.words.t("ready_ask")]);
      this.sound.call();
    }
    if (news?.what === "not_ready" && before && news.v > before.v && news.seat === before.you.seat)
      this.say(this.words.t("seat_lost"));
  }

  /** The own part in the deals: revealed when it is asked for, and a loud word where something is wrong with it. */
  compare() {
    const found = this.salt.take(this.frame);
    const before = this.ui.unfair;
    this.ui.unfair = found;
    const { status, links } = this.frame.table;
    if (status === "finished" && links.record && this.frame.you.seat !== null) this.checkDeals(links.record);
    if (found === before) return;
    if (found === "reveal") this.line.send(make.reveal(this.salt.kept.salt));
    else if (found && found !== "changed" && !this.frame.game)
      setTimeout(() => this.frame.game || this.line.send(make.reveal("")), WAIVE_MS);
  }

  /** Deals everything again, once, now that the secret is known. @param {string} record its address */
  async checkDeals(record) {
    if (this.checks) return;
    this.checks = true;
    const { checked } = await import("../verify/check.js");
    this.choose({ checked: await checked(this.root.dataset.table, record) });
  }

  answered({ id, v }) {
    if (this.rematch === id) this.goToRematch(true);
    if (this.leaving === id) location.assign(this.links.lobby);
    if (this.pending?.id !== id) return;
    this.pending.v = v;
    if (this.frame.v >= v) this.pending = null;
    this.draw();
    // The own turn may have come again before the answer.
    this.premove.consider();
  }

  refused({ id, code, message }) {
    // What only met an outage is sent again by the line, under the same id.
    if (id && this.pending?.id === id && !LATER.has(code)) {
      this.pending = null;
      this.premove.drop();
    }
    this.say(message);
    this.draw();
  }

  /** The new table of a rematch that this page asked for. @param {boolean} [seated] */
  goToRematch(seated = false) {
    if (seated) this.seated = true;
    const address = this.frame.table.links.rematch;
    if (this.rematch && this.seated && address) location.assign(address);
  }

  lineChanged(state, reason = "") {
    // Until a new picture comes, a line that was lost stays lost, however often it's tried.
    if (state === "connecting" && this.frame) return;
    // A short break heals by itself and is not worth a word; failed tries don't make it longer.
    if (state === "lost" && this.ui.line === "open") {
      this.lostTimer ??= setTimeout(() => this.showLine(state), LOST_MS);
      return;
    }
    clearTimeout(this.lostTimer);
    this.lostTimer = undefined;
    if (state !== this.ui.line) this.showLine(state, reason);
  }

  showLine(state, reason = "") {
    this.lostTimer = undefined;
    const before = this.ui.line;
    Object.assign(this.ui, { line: state, reason });
    this.draw();
    if (state === "lost") this.speech.say([this.words.t("lost")]);
    else if (state === "closed") this.speech.say([reason || this.words.t("closed")]);
    else if (state === "open" && before === "lost") this.speech.say([this.words.t("back")]);
  }

  // --------------------------------------------------------------------------------------- what is shown on
  handOver() {
    if (this.frame.table.status !== "playing") return;
    setTimeout(() => {
      this.handSince = performance.now();
      this.open("hand");
      this.closeHandIn(HAND_SHEET_MS);
    }, TRICK_MS + 300);
  }

  closeHandIn(ms) {
    clearTimeout(this.handTimer);
    this.handTimer = setTimeout(() => this.ui.open === "hand" && this.open(""), ms);
  }

  /** The score of the hand stays shorter when the player must act. */
  hurryHandSheet() {
    if (this.ui.open !== "hand" || !this.model?.myTurn) return;
    this.closeHandIn(Math.max(0, HAND_SHEET_LEAST_MS - (performance.now() - this.handSince)));
  }

  open(name) {
    Object.assign(this.ui, { open: name, address: "" });
    this.draw();
  }

  /** Shows a sentence at the own hand, where the player is looking. */
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
    const { hand, counts } = this.frame.game ?? {};
    const size = hand?.length ?? counts?.[this.frame.you.seat] ?? 0;
    const ui = {
      ...this.ui,
      pending: this.pending?.action ?? null,
      rows: this.likes.rows(size),
      order: this.likes.order,
      who: this.who.told(this.words),
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
    // What was said while people sat down is no news of the game.
    if (before?.status === "open" && this.model.status !== "open") this.speech.forget();
    this.speech.say(happened(before, this.model, this.words));
    this.root.dataset.v = String(this.frame.v);
    this.root.toggleAttribute("data-my-turn", this.model.myTurn);
    this.root.toggleAttribute("data-large", this.likes.large);
    const calls = (this.model.myTurn && this.ui.line === "open") || this.ui.next?.ready;
    document.title = `${calls ? "● " : ""}${this.frame.table.title}`;
  }

  /** Before the first picture there is only the connection to speak of. */
  drawLine() {
    const place = this.root.querySelector("[data-connecting]");
    if (!place) return;
    const key = this.ui.line === "closed" ? "closed" : this.ui.line === "lost" ? "lost" : "connecting";
    place.textContent = this.ui.line === "closed" && this.ui.reason ? this.ui.reason : this.words.t(key);
  }

  // ------------------------------------------------------------------------------------ what the player does
  /**
   * @param {string} does a button's data-do: a word and what it is about
   * @param {HTMLElement} [target]
   */
  run(does, target) {
    const [word] = does.split(" ", 1);
    const rest = does.slice(word.length + 1);
    const deeds = {
      act: () => this.act(rest),
      card: () => this.card(rest),
      pick: () => this.pick(rest),
      blind: () => this.choose({ blind: true, picked: null }),
      sighted: () => this.choose({ blind: false, picked: null }),
      sit: () => this.line.send(make.sit(Number(rest), this.salt.hash)),
      bot: () => this.line.send(make.addBot(Number(rest))),
      fill: () => this.line.send(make.fill()),
      start: () => this.line.send(make.start()),
      ready: () => this.line.send(make.ready()),
      guest: () => this.guest?.requestSubmit(),
      takeback: () => this.line.send(make.takeBack()),
      leave: () => this.leave(),
      "leave-now": () => this.leaveNow(),
      swap: () => this.line.send(make.swap(Number(rest))),
      invite: () => this.invite(target),
      claim: () => this.send(make.claim(this.frame.v), "claim"),
      unplan: () => this.premove.set(null),
      stop: () => this.open("stop"),
      "stop-yes": () => this.vote(true),
      "stop-no": () => this.vote(false),
      rematch: () => this.askRematch(),
      open: () => this.open(this.ui.open === rest ? "" : rest),
      chat: () => this.chat.toggle(),
      close: () => (this.ui.premove && !this.ui.open ? this.premove.set(null) : this.open("")),
      copy: () => copyAddress(this, target),
      faces: () => this.like(() => this.likes.toggleFaces()),
      sound: () => this.like(() => this.likes.toggleSound()),
      order: () => this.like(() => this.likes.toggleOrder()),
      still: () => this.like(() => this.likes.toggleStill()),
      suits: () => this.like(() => this.likes.toggleSuits()),
      theme: () => this.like(() => this.likes.toggleTheme()),
    };
    deeds[word]?.();
  }

  choose(changes) {
    Object.assign(this.ui, changes);
    this.draw();
  }

  like(change) {
    change();
    this.draw();
  }

  pick(action) {
    this.choose({ picked: this.ui.picked === action ? null : action });
  }

  card(card) {
    const { model } = this;
    if (model.passing) return this.mark(card);
    if (model.status !== "playing" || model.phase !== "play") return undefined;
    if (!model.myTurn) return this.premove.set(card);
    if (model.legal.includes(`play ${card}`)) return this.act(`play ${card}`);
    const { key, suit } = whyNot(this.frame.game, card, this.model.rules);
    this.say(this.words.t(key, suit ? { suit: this.words.suit(suit) } : {}));
    return this.draw();
  }

  mark(card) {
    const { passing } = this.ui;
    const rest = passing.filter((marked) => marked !== card);
    const room = this.model.passing.size;
    this.choose({ passing: rest.length < passing.length ? rest : [...passing, card].slice(-room) });
  }

  act(action) {
    this.send(make.act(this.frame.v, action), action);
  }

  /** Sends what ends the own turn; until a picture shows it, nothing else is sent. */
  send(frame, action) {
    if (this.pending) return;
    this.pending = { id: frame.id, action, v: null };
    this.line.send(frame);
    this.say("");
    this.held.drop();
    this.premove.drop();
    this.choose({ picked: null, passing: [], blind: false, open: "" });
  }

  /** @param {HTMLFormElement} form */
  invite(form) {
    const field = form.elements.namedItem("name");
    const name = field.value.trim();
    this.say("");
    if (name) this.line.send(make.invite(name));
    field.value = "";
    this.draw();
  }

  vote(yes) {
    this.line.send(make.endVote(yes));
    this.open("");
  }

  askRematch() {
    const frame = make.rematch();
    this.rematch = frame.id;
    this.line.send(frame);
  }

  leave() {
    if (this.model.status === "playing" && this.model.me !== null) this.open("leave");
    else this.leaveNow();
  }

  leaveNow() {
    const frame = make.leave();
    if (this.model.status === "playing") this.leaving = frame.id;
    this.line.send(frame);
    this.open("");
  }
}
