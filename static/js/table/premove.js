// A card chosen ahead: it is played as soon as it is the own turn, if it may be played then.
import { whyNot } from "./model.js";

/** Long enough to see what the others played, and to take the choice back. */
const PAUSE_MS = 350;

export class Premove {
  /** @param {import("./app.js").TableApp} app */
  constructor(app) {
    this.app = app;
  }

  /** Chooses a card, or takes the choice back: by null or by the same card again. @param {string | null} card */
  set(card) {
    const { app } = this;
    clearTimeout(this.timer);
    if (app.pending || app.model.you.stand_in) return;
    const chosen = card === app.ui.premove ? null : card;
    const why = chosen && app.frame.game.trick ? whyNot(app.frame.game, chosen) : null;
    if (why?.key === "must_follow") {
      app.say(app.words.t(why.key, { suit: app.words.suit(why.suit) }));
      return app.draw();
    }
    app.say("");
    return app.choose({ premove: chosen });
  }

  /** Looks at a new picture: plays the card, or gives it up where that can't be. */
  consider() {
    const { ui, model, frame } = this.app;
    if (!ui.premove) return;
    if (model.phase !== "play" || !frame.game.hand?.includes(ui.premove)) {
      this.app.choose({ premove: null });
    } else if (model.myTurn) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.play(), PAUSE_MS);
    }
  }

  play() {
    const { app } = this;
    const card = app.ui.premove;
    if (!card || !app.model.myTurn) return;
    if (app.model.legal.includes(`play ${card}`)) {
      app.act(`play ${card}`);
      return;
    }
    app.say(app.words.t("premove_void", { card: app.words.card(card) }));
    app.choose({ premove: null });
  }
}
