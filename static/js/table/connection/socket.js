// The line to the table: connects, says hello, notices silence, reconnects, and sends what was not answered again.
import { make } from "./protocol.js";

/** @import { ClientFrame, LineState, ServerFrame } from "../../types.js" */

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;
const SILENCE_MS = 15000;
const ANSWER_MS = 6000;
/** The interval of pings: the server counts a player as present only if it hears from them, even at a busy table. */
const LIFE_MS = 20000;
const SLOW_DOWN_MS = 1500;
/** Codes of errors after which the same frame is sent again, a little later. */
export const LATER = new Set(["too_fast", "try_again"]);
/** Close codes 4400 … 4499 are the server's decision about us: trying again would change nothing. @param {number} code */
const isFinal = (code) => code >= 4400 && code < 4500;

export class Line {
  /**
   * @param {object} options
   * @param {string} options.url the socket's path
   * @param {string} options.hash what we commit to (salt.js)
   * @param {() => number} options.seen the highest version shown
   * @param {(frame: ServerFrame) => void} options.onFrame
   * @param {(state: LineState, reason?: string) => void} options.onState
   */
  constructor({ url, hash, seen, onFrame, onState }) {
    this.url = new URL(url, location.href);
    this.url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.hash = hash;
    this.seen = seen;
    this.onFrame = onFrame;
    this.onState = onState;
    /** @type {Map<string, ClientFrame>} what was sent and not answered, oldest first */
    this.open = new Map();
    this.tries = 0;
    this.heard = 0;
    this.sent = 0;
    this.ended = false;
    /** The silence in ms at which to give up, where a sign of life is awaited; else 0. */
    this.asked = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    addEventListener("online", () => this.hurry());
    // Without a network no close is ever reported.
    addEventListener("offline", () => this.drop());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    setInterval(() => this.watch(), 1000);
  }

  /** Connects, unless the server has closed it for good. */
  connect() {
    if (this.ended || this.socket) return;
    clearTimeout(this.timer);
    if (this.tries === 0) this.onState("connecting");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.heard = performance.now();
    socket.addEventListener("open", () => {
      this.raw(make.hello(this.seen(), this.hash));
      this.again();
    });
    socket.addEventListener("message", (event) => this.receive(event.data));
    socket.addEventListener("close", (event) => this.lost(socket, event.code));
  }

  /** @param {string} data */
  receive(data) {
    this.heard = performance.now();
    this.asked = 0;
    /** @type {ServerFrame} */
    const frame = JSON.parse(data);
    if (frame.t === "view") {
      this.tries = 0;
      this.onState("open");
    }
    // What was dropped for haste or in an outage has no answer: say it again, with the same ids, a little later.
    const later = frame.t === "error" && LATER.has(frame.code);
    if ((frame.t === "ack" || frame.t === "error") && frame.id && !later) this.open.delete(frame.id);
    if (later) setTimeout(() => this.again(), SLOW_DOWN_MS);
    if (frame.t === "bye") this.reason = frame.message;
    this.onFrame(frame);
  }

  /** @param {WebSocket} socket @param {number} code */
  lost(socket, code) {
    if (socket !== this.socket) return;
    this.socket = null;
    if (isFinal(code)) {
      this.ended = true;
      this.open.clear();
      this.onState("closed", this.reason);
      return;
    }
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.tries) * (0.7 + 0.6 * Math.random());
    this.tries += 1;
    this.onState("lost");
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /**
   * Sends a frame; one that expects an answer is sent again, with the same id, over every new connection.
   * @param {ClientFrame} frame
   */
  send(frame) {
    const answered = "id" in frame;
    if (answered) this.open.set(frame.id, frame);
    this.raw(frame);
    // A dead line shows by the missing answer.
    if (this.socket && answered) this.asked ||= performance.now() - this.heard + ANSWER_MS;
  }

  again() {
    for (const frame of this.open.values()) this.raw(frame);
  }

  /** @param {ClientFrame} frame */
  raw(frame) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.sent = performance.now();
    this.socket.send(JSON.stringify(frame));
  }

  /** Detects dead connections, which often don't close: pings after a silence, and gives up without an answer. */
  watch() {
    if (!this.socket) return;
    const silence = performance.now() - this.heard;
    if (silence > SILENCE_MS + ANSWER_MS || (this.asked && silence > this.asked)) this.drop();
    else if (silence > SILENCE_MS && !this.asked) this.ask(silence + ANSWER_MS);
    else if (performance.now() - this.sent > LIFE_MS) this.raw(make.ping());
  }

  /** Asks for a sign of life. @param {number} limit the silence in ms at which to give up */
  ask(limit) {
    this.asked = limit;
    this.raw(make.ping());
  }

  /** The network or the page is back: tests the connection at once. */
  hurry() {
    if (!this.socket) {
      this.tries = 0;
      this.connect();
    } else if (this.socket.readyState === WebSocket.OPEN) {
      this.raw(make.sync());
      this.ask(performance.now() - this.heard + 3000);
    }
  }

  drop() {
    const socket = this.socket;
    this.asked = 0;
    if (!socket) return;
    socket.close();
    // A close on a dead network takes long to be reported: go on without waiting for it.
    this.lost(socket, 1006);
  }
}
