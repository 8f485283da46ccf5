// Premoves: a card chosen ahead is played at the player's next turn, if it is legal then.

import { gettext } from "../texts.js";
import { whyNot } from "./model.js";
import * as words from "./words.js";

/** @import { TableApp } from "./app.js" */
/** @import { Game } from "../types.js" */

/** Long enough to see what the others played, and to cancel the premove. */
const PAUSE_MS = 350;

export class Premove {
  /** @param {TableApp} app */
  constructor(app) {
    this.app = app;
    /** The turn that the card is for: which hand, and how many cards are held then. */
    this.turn = { handNo: 0, cards: 0 };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** The own card that has been sent but isn't in the trick yet. */
  get sent() {
    const { pending } = this.app;
    return pending?.action.startsWith("play ") ? pending.action.slice(5) : null;
  }

  /** Chooses a card; null, or the same card again, cancels the choice. @param {string | null} card */
  set(card) {
    const { app } = this;
    this.stop();
    const game = app.frame?.game;
    if (!game || !app.model || app.model.you.stand_in || (app.pending && !this.sent)) return undefined;
    const chosen = card === app.ui.premove ? null : card;
    const why = chosen && this.forThisTrick(game) ? whyNot(game, chosen, app.model.rules) : null;
    if (why?.reason === "must_follow") {
      app.say(words.whyNot(why));
      return app.draw();
    }
    const { hand_no: handNo, hand } = game;
    this.turn = { handNo, cards: hand?.filter((own) => own !== this.sent).length ?? 0 };
    app.say("");
    return app.choose({ premove: chosen });
  }

  /** Whether the player's next card goes to the current trick, so that they must follow its suit. @param {Game} game */
  forThisTrick({ trick }) {
    return trick !== null && !this.sent && !trick.plays.some(([seat]) => seat === this.app.model?.me);
  }

  /** After a change, plays the card if it is its turn, or cancels it if it can't be played. */
  consider() {
    if (!this.app.ui.premove) return;
    if (this.past()) {
      this.stop();
      this.app.choose({ premove: null });
    } else if (!this.app.model?.myTurn) this.stop();
    // Other updates don't delay the card.
    else this.timer ??= setTimeout(() => this.play(), PAUSE_MS);
  }

  /** Whether the premove is obsolete: the hand is over, or another card was played instead. */
  past() {
    const { ui, model, frame } = this.app;
    const { hand, hand_no: handNo } = frame?.game ?? {};
    return (
      model?.phase !== "play" ||
      !ui.premove ||
      !hand?.includes(ui.premove) ||
      handNo !== this.turn.handNo ||
      hand.length < this.turn.cards
    );
  }

  play() {
    const { app } = this;
    this.stop();
    const card = app.ui.premove;
    if (!card || !app.model?.myTurn) return;
    if (app.model.legal.includes(`play ${card}`)) {
      app.deeds.act(`play ${card}`);
      return;
    }
    app.say(gettext("The %(card)s can’t be played now. Choose another card.", { card: words.card(card) }));
    app.choose({ premove: null });
  }

  /** After another play, or a refusal, the player chooses again. */
  drop() {
    this.stop();
    this.app.ui.premove = null;
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
