// Three signals for the hall, made on the spot. Browsers allow them only after a press on the page.

/** @import { Signal } from "./clock.js" */

/** @type {Record<Signal, number[]>} the tones in Hz, one after another */
const TONES = { start: [523, 659, 784], five: [659, 659], last: [784, 659, 523, 523] };
const SECONDS = 0.45;
const LOUD = 0.4;

export class Bell {
  /** @type {AudioContext | null} */
  #context = null;

  /** Allows the sounds; must be called on a press. @returns {Promise<void>} */
  async allow() {
    this.#context ??= new AudioContext();
    await this.#context.resume();
  }

  /** @returns {boolean} whether signals are heard */
  get rings() {
    return this.#context?.state === "running";
  }

  /** @param {Signal} signal */
  ring(signal) {
    const context = this.#context;
    if (!context || !this.rings) return;
    TONES[signal].forEach((pitch, n) => {
      const at = context.currentTime + n * SECONDS;
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.type = "triangle";
      tone.frequency.setValueAtTime(pitch, at);
      volume.gain.setValueAtTime(LOUD, at);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + SECONDS);
      tone.connect(volume).connect(context.destination);
      tone.start(at);
      tone.stop(at + SECONDS);
    });
  }
}
