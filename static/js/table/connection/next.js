// Where a match's player goes from the finished table: polled until the next table is open.

const ASK_MS = 5000;

/**
 * @typedef {{sentence: string, label: string, url: string, at: string | null, ready: boolean, final: boolean}} Stop
 */
export class NextStop {
  /**
   * @param {string} address
   * @param {(stop: Stop) => void} onStop called with each answer that differs from the one before
   */
  constructor(address, onStop) {
    this.address = address;
    this.onStop = onStop;
    this.known = "";
    this.asking = false;
    document.addEventListener("visibilitychange", () => document.hidden || this.ask());
  }

  /** Begins to ask, once. */
  start() {
    if (this.asking) return;
    this.asking = true;
    this.ask();
  }

  /** Ends the questions: the game goes on after all. */
  stop() {
    clearTimeout(this.timer);
    this.asking = false;
    this.known = "";
  }

  async ask() {
    if (!this.asking || document.hidden) return; // A page that comes back to the front asks at once.
    clearTimeout(this.timer);
    const stop = await this.fetch();
    if (stop?.final) this.asking = false;
    else this.timer = setTimeout(() => this.ask(), ASK_MS);
    if (!this.asking && !stop?.final) return; // Stopped meanwhile.
    if (!stop?.url || JSON.stringify(stop) === this.known) return;
    this.known = JSON.stringify(stop);
    this.onStop(stop);
  }

  async fetch() {
    try {
      const answer = await fetch(this.address, { headers: { Accept: "application/json" } });
      return answer.ok ? await answer.json() : null;
    } catch {
      return null; // The line may be away; we ask again.
    }
  }
}
