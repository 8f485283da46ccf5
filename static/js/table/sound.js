// Two quiet sounds, made on the spot: a card on the table, and one's own turn. Browsers allow them after the first press.

/** @import { Model } from "../types.js" */

/** @typedef {{from: number, to: number, seconds: number, loud: number}} Tone from and to in Hz */

const CARD = { from: 420, to: 160, seconds: 0.06, loud: 0.05 };
const TURN = { from: 620, to: 640, seconds: 0.22, loud: 0.06 };
const LOUD = { off: 0, soft: 0.5, on: 1.5 };

export class Sound {
  /** @param {() => "off" | "soft" | "on"} wanted */
  constructor(wanted) {
    this.wanted = wanted;
    /** @type {AudioContext | null} */
    this.context = null;
  }

  /**
   * Says by ear what changed between two models.
   * @param {Model | null} before
   * @param {Model} after
   */
  changed(before, after) {
    if (!before || !LOUD[this.wanted()]) return;
    if (after.myTurn && !before.myTurn) this.play(TURN);
    else if (after.trick.plays.length > before.trick.plays.length) this.play(CARD);
  }

  /** Calls the player to a table elsewhere, as to the own turn. */
  call() {
    if (LOUD[this.wanted()]) this.play(TURN);
  }

  /** @param {Tone} given */
  play({ from, to, seconds, loud }) {
    // Browsers let a page sound only after a press on it, and what was begun before would then sound all at once.
    if (navigator.userActivation?.hasBeenActive === false) return;
    this.context ??= new AudioContext();
    // Phones put it to sleep, for a call for instance.
    if (this.context.state !== "running") this.context.resume();
    const at = this.context.currentTime;
    const tone = this.context.createOscillator();
    const volume = this.context.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(from, at);
    tone.frequency.exponentialRampToValueAtTime(to, at + seconds);
    volume.gain.setValueAtTime(loud * LOUD[this.wanted()], at);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    tone.connect(volume).connect(this.context.destination);
    tone.start(at);
    tone.stop(at + seconds);
  }
}
