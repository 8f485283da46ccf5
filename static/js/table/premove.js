// A card chosen ahead: it is played at the next own turn, if it may be played then.
import { whyNot } from "./model.js";

/** @import { TableApp } from "./app.js" */
/** @import { Game } from "../types.js" */

/** Long enough to see what the others played, and to take the choice back. */
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

  /** The own card that is on its way to the trick. */
  get sent() {
    const { pending } = this.app;
    return pending?.action.startsWith("play ") ? pending.action.slice(5) : null;
  }

  /** Chooses a card, or takes the choice back: by null or by the same card again. @param {string | null} card */
  set(card) {
    const { app } = this;
    this.stop();
    const game = app.frame?.game;
    if (!game || !app.model || app.model.you.stand_in || (app.pending && !this.sent)) return undefined;
    const chosen = card === app.ui.premove ? null : card;
    const why = chosen && this.forThisTrick(game) ? whyNot(game, chosen, app.model.rules) : null;
    if (why?.suit) {
      app.say(app.words.t(why.key, { suit: app.words.suit(why.suit) }));
      return app.draw();
    }
    const { hand_no: handNo, hand } = game;
    this.turn = { handNo, cards: hand?.filter((own) => own !== this.sent).length ?? 0 };
    app.say("");
    return app.choose({ premove: chosen });
  }

  /** Whether the next own card goes to the current trick: its suit binds only who hasn't played to it. @param {Game} game */
  forThisTrick({ trick }) {
    return trick !== null && !this.sent && !trick.plays.some(([seat]) => seat === this.app.model?.me);
  }

  /** Looks at what has changed: plays the card at its turn, or gives it up where that can't be. */
  consider() {
    if (!this.app.ui.premove) return;
    if (this.past()) {
      this.stop();
      this.app.choose({ premove: null });
    } else if (!this.app.model?.myTurn) this.stop();
    // Other news in the meantime don't put the card off.
    else this.timer ??= setTimeout(() => this.play(), PAUSE_MS);
  }

  /** Whether its turn can't come any more: the hand is over, or another card was played in its place. */
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
    app.say(app.words.t("premove_void", { card: app.words.card(card) }));
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
