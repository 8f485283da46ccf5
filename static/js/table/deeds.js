// What the player does: each button's data-do is a word, and what it is about.

import { make } from "./connection/protocol.js";
import { whyNot } from "./model.js";
import { copyAddress } from "./share.js";
import * as words from "./words.js";

/** @import { TableApp } from "./app.js" */
/** @import { Card, Sheet } from "../types.js" */

/** @returns {number | null} the level that is chosen for new bots; null: the table's */
function botsLevel() {
  const choice = /** @type {HTMLSelectElement | null} */ (document.getElementById("bots-level"));
  return choice && Number(choice.value);
}

export class Deeds {
  /** @param {TableApp} app */
  constructor(app) {
    this.app = app;
    /** The id of the request for a rematch, to go there when its table is known. */
    this.rematch = "";
    /** Whether the person sits at the rematch's table. */
    this.seated = false;
    /** The id of the request to leave a running game, to go to the lobby when that is done. */
    this.leaving = "";
  }

  /**
   * @param {string} does a button's data-do: a word and what it is about
   * @param {HTMLElement} [target]
   */
  run(does, target) {
    const { app } = this;
    const { likes, line, ui } = app;
    const [word] = does.split(" ", 1);
    const rest = does.slice(word.length + 1);
    /** @type {Record<string, () => void>} */
    const deeds = {
      act: () => this.act(rest),
      card: () => this.card(rest),
      pick: () => app.choose({ picked: ui.picked === rest ? null : rest }),
      blind: () => app.choose({ blind: true, picked: null }),
      nil: () => app.choose({ nil: true, picked: null }),
      back: () => app.choose({ blind: false, nil: false, picked: null }),
      sit: () => line.send(make.sit(Number(rest), app.salt.hash)),
      bot: () => line.send(make.addBot(Number(rest), botsLevel())),
      fill: () => line.send(make.fill(botsLevel())),
      ready: () => line.send(make.ready()),
      another: () => /** @type {HTMLFormElement} */ (document.getElementById("another")).requestSubmit(),
      "come-in": () => app.comeIn?.requestSubmit(),
      takeback: () => line.send(make.takeBack()),
      leave: () => this.leave(),
      "leave-now": () => this.leaveNow(),
      swap: () => line.send(make.swap(Number(rest))),
      invite: () => this.invite(/** @type {HTMLFormElement} */ (target)),
      claim: () => this.claim(),
      read: () => app.choose({ read: app.frame?.table.news?.v ?? 0 }),
      unplan: () => app.premove.set(null),
      stop: () => app.open("stop"),
      "stop-yes": () => this.vote(true),
      "stop-no": () => this.vote(false),
      rematch: () => this.askRematch(),
      open: () => app.open(ui.open === rest ? "" : /** @type {Sheet} */ (rest)),
      chat: () => app.chat.toggle(),
      talk: () => app.chat.talkToPartner(),
      turn: () => app.choose({ bottom: Number(rest) }),
      close: () => (ui.premove && !ui.open ? app.premove.set(null) : app.open("")),
      copy: () => copyAddress(app, target),
      faces: () => this.like(() => likes.toggleFaces()),
      sound: () => this.like(() => likes.toggleSound()),
      order: () => this.like(() => likes.toggleOrder()),
      still: () => this.like(() => likes.toggleStill()),
      unmoved: () => this.like(() => likes.toggleReactions()),
      suits: () => this.like(() => likes.toggleSuits()),
      theme: () => this.like(() => likes.toggleTheme()),
    };
    deeds[word]?.();
  }

  /** @param {() => void} change */
  like(change) {
    change();
    this.app.draw();
  }

  /** @param {Card} card */
  card(card) {
    const { app } = this;
    const { model, frame } = app;
    if (model?.passing) return this.mark(card, model.passing.size);
    if (!frame?.game || model?.status !== "playing" || model.phase !== "play") return undefined;
    if (!model.myTurn) return app.premove.set(card);
    if (model.legal.includes(`play ${card}`)) return this.act(`play ${card}`);
    app.say(words.whyNot(whyNot(frame.game, card, model.rules)));
    return app.draw();
  }

  /** Marks a card to be passed, or takes that back; of too many the first one goes. @param {Card} card @param {number} room */
  mark(card, room) {
    const { passing } = this.app.ui;
    const rest = passing.filter((marked) => marked !== card);
    this.app.choose({ passing: rest.length < passing.length ? rest : [...passing, card].slice(-room) });
  }

  /** @param {string} action */
  act(action) {
    const { app } = this;
    if (app.frame) app.send(make.act(app.frame.v, action), action);
  }

  claim() {
    const { app } = this;
    if (app.frame) app.send(make.claim(app.frame.v), "claim");
  }

  /** @param {HTMLFormElement} form */
  invite(form) {
    const { app } = this;
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
    const name = field.value.trim();
    app.say("");
    if (name) app.line.send(make.invite(name));
    field.value = "";
    app.draw();
  }

  /** @param {boolean} yes */
  vote(yes) {
    this.app.line.send(make.endVote(yes));
    this.app.open("");
  }

  askRematch() {
    const frame = make.rematch();
    this.rematch = frame.id;
    this.app.line.send(frame);
  }

  /** The new table of a rematch that this page asked for. */
  goToRematch() {
    const address = this.app.frame?.table.links.rematch;
    if (this.rematch && this.seated && address) location.assign(address);
  }

  leave() {
    const { model } = this.app;
    if (model?.status === "playing" && model.me !== null) this.app.open("leave");
    else this.leaveNow();
  }

  leaveNow() {
    const { app } = this;
    const frame = make.leave();
    if (app.model?.status === "playing") this.leaving = frame.id;
    app.line.send(frame);
    app.open("");
  }

  /** The server has done what was asked. @param {string} id the request's */
  answered(id) {
    if (this.rematch === id) {
      this.seated = true;
      this.goToRematch();
    }
    if (this.leaving === id) location.assign(this.app.links.lobby);
  }
}
