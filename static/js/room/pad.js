// The pad of a room's table: two phones keep one score. What is entered here is kept in the browser until the server has it.

import { HandPad } from "../score/hand.js";
import { patch } from "../table/dom.js";
import { gettext } from "../texts.js";
import { Outbox } from "./outbox.js";
import { readKept, writeKept } from "./store.js";
import { roomView } from "./view.js";

/** @import { Hand } from "../score/scorer.js" */
/** @import { Saved } from "../score/store.js" */
/** @import { Deed, Op, Refusal, State } from "./outbox.js" */

const EVERY = 5000;

/** @returns {string} */
const newName = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`.slice(0, 36);

export class RoomPad extends HandPad {
  /** @type {Saved | null} */
  game = null;
  /** @type {Op[]} */
  queue = [];
  /** @type {Refusal[]} */
  refused = [];
  /** The first dealer, before the first hand. @type {number | null} */
  dealer = null;
  /** When the server said its state, by this phone's clock. */
  heard = Date.now();
  /** Whether this browser keeps what wasn't sent when the page is closed. */
  keeps = true;
  #busy = false;

  /**
   * @param {HTMLElement} root
   * @param {Record<string, string>} icons
   * @param {{state: State, state_url: string, send_url: string, token: string}} config
   */
  constructor(root, icons, config) {
    super(root, icons);
    this.state = config.state;
    this.outbox = new Outbox(config);
    this.take(config.state);
  }

  async start() {
    this.root.addEventListener("click", (event) => this.click(event));
    this.root.addEventListener("change", (event) => {
      const list = /** @type {HTMLSelectElement} */ (event.target);
      if (list.name !== "dealer" || !this.game) return;
      this.dealer = Number(list.value);
      this.game.dealer = this.dealer;
      this.game.draft = null;
      this.#settle();
    });
    addEventListener("online", () => void this.go());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void this.go();
      this.stayAwake();
    });
    const kept = await readKept(this.state.match);
    if (kept) {
      this.queue = kept.queue;
      this.refused = kept.refused;
      // The page may be the service worker's, and so older than what was kept.
      const { mark } = this.state;
      const newer = kept.state.mark === mark || Number.parseInt(kept.state.mark, 10) > Number.parseInt(mark, 10);
      this.take(newer ? kept.state : this.state);
      if (newer) this.heard = kept.heard;
      const same = kept.state.game === this.state.game && kept.hands === this.game?.hands.length;
      if (this.game && same && kept.draft && this.#fits(kept.draft.bids.length)) {
        this.game.draft = kept.draft;
        this.restart();
      }
    }
    this.draw();
    setInterval(() => document.visibilityState === "visible" && void this.go(), EVERY);
    void this.go();
  }

  /** @param {number} players */
  #fits(players) {
    return this.game?.terms.players === players && this.mayEnter && this.game.draft !== null;
  }

  /** Whether this phone, or the desk, enters hands now. */
  get mayEnter() {
    return this.state.open && (this.state.desk || this.state.accepted);
  }

  /** Only the last hand can be taken back. */
  get mayDelete() {
    const { game } = this;
    return game?.draft?.of === (game?.hands.length ?? 0) - 1;
  }

  /** The other side's hands that wait for this one. */
  get toConfirm() {
    return this.state.hands.filter((hand) => !hand.confirmed && !hand.mine).length + this.state.earlier;
  }

  /** Takes over what the server says, with what it doesn't know yet on top. @param {State} state */
  take(state) {
    const before = this.game;
    const known = before ? this.state.hands.length : 0;
    if (state !== this.state) this.heard = Date.now();
    this.state = state;
    /** @type {Hand[]} */
    const hands = state.hands.map(({ bids, tricks, renege }) => ({ bids, tricks, renege }));
    for (const { game, number, hand } of this.queue) {
      if (game !== state.game) continue;
      if (hand) hands[number - 1] = { ...hand, edited: number <= state.hands.length };
      else hands.length = Math.min(hands.length, number - 1);
    }
    const id = `${state.match}.${state.game}`;
    const same = before?.id === id && hands.length === before.hands.length;
    const draft = before?.id === id ? before.draft : null;
    const began = draft && JSON.stringify(draft) !== JSON.stringify(this.game && this.fresh());
    this.game = {
      id,
      at: "",
      names: state.names,
      title: state.title,
      terms: state.terms,
      dealer: state.hands.length || this.dealer === null ? state.dealer : this.dealer,
      rule: state.renege,
      hands,
      deleted: 0,
      draft: null,
      aside: same ? (before.aside ?? null) : null,
    };
    if (draft && draft.of !== null && draft.of < hands.length) this.game.draft = draft;
    else if (draft && same && draft.of === null) this.game.draft = draft;
    else if (began && state.hands.length > known && before && hands.length > before.hands.length) {
      this.said = gettext("The other side has entered hand %(n)s meanwhile. Check it below.", { n: hands.length });
    }
    this.#settle();
  }

  /** Goes to the next hand if there is one to enter. */
  #settle() {
    const { game } = this;
    if (!game) return;
    if (!this.mayEnter) game.draft = null;
    else if (!game.draft && !this.score?.result) {
      game.draft = game.aside ?? this.fresh();
      game.aside = null;
    }
    if (game.draft?.of === null && this.score?.result) game.draft = null;
    this.restart();
    this.draw();
  }

  draw() {
    patch(this.root, [roomView(this)]);
    for (const list of this.root.querySelectorAll("select")) list.value = String(this.game?.dealer ?? 0);
  }

  keep() {
    const { game } = this;
    void writeKept({
      match: this.state.match,
      queue: this.queue,
      refused: this.refused,
      draft: (game?.draft?.of === null ? game.draft : game?.aside) ?? null,
      hands: game?.hands.length ?? 0,
      state: this.state,
      heard: this.heard,
    }).then((kept) => {
      if (kept === this.keeps) return;
      this.keeps = kept;
      this.draw();
    });
    this.draw();
  }

  /** @param {number} index @returns {string[]} */
  marksOf(index) {
    if (this.queue.some(({ game, number }) => game === this.state.game && number === index + 1)) {
      return [gettext("not sent yet")];
    }
    const hand = this.state.hands[index];
    if (!hand) return [];
    const whose = hand.mine ? gettext("by us") : gettext("by them");
    return [
      hand.side === null ? gettext("by the desk") : whose,
      hand.confirmed ? gettext("confirmed") : gettext("not confirmed"),
    ];
  }

  /** @param {number} n @param {string} word @returns {Record<string, () => void>} */
  deeds(n, word) {
    return {
      ...super.deeds(n, word),
      save: () => this.#save(),
      undo: () => this.#undo(),
      cancel: () => this.#cancel(),
      delete: () => this.#undo(),
      edit: () => this.mayEnter && this.edit(n),
      side: () => void this.tell({ do: "side", side: n }),
      confirm: () => void this.tell({ do: "confirm", seen: this.state.seen }),
      raise: () => void this.tell({ do: "raise", up: !this.state.raised }),
      admit: () => void this.tell({ do: "phone", phone: n, ok: true }),
      reject: () => void this.tell({ do: "phone", phone: n, ok: false }),
      theirs: () => this.#drop(n),
      mine: () => this.#insist(n),
    };
  }

  /** Sends something that isn't kept. @param {Deed} deed */
  async tell(deed) {
    const answer = await this.outbox.send(deed);
    if (!answer) this.said = gettext("The server can’t be reached. Try again.");
    else if ("error" in answer) this.said = answer.error;
    if (answer?.state) this.take(answer.state);
    this.keep();
  }

  #save() {
    const { game, ready, state } = this;
    if (!game?.draft || !ready) return;
    const number = (game.draft.of ?? game.hands.length) + 1;
    const sent = state.hands[number - 1];
    this.#enqueue(number, ready, sent ? sent.version : null);
  }

  #undo() {
    const { game, state } = this;
    const number = game?.hands.length ?? 0;
    if (!game || !number) return;
    const sent = state.hands[number - 1];
    if (!this.#busy) this.queue = this.queue.filter((op) => op.game !== state.game || op.number !== number);
    game.draft = null;
    if (sent) this.#enqueue(number, null, sent.version);
    else {
      this.take(state);
      this.keep();
    }
  }

  #cancel() {
    if (this.game) this.game.draft = null;
    this.#settle();
  }

  /** @param {number} number @param {Op["hand"]} hand @param {number | null} replaces */
  #enqueue(number, hand, replaces) {
    const { state, game } = this;
    const first = state.game === 1 && number === 1 && !state.hands.length;
    this.queue.push({
      do: "hand",
      entry: newName(),
      game: state.game,
      number,
      hand,
      replaces,
      dealer: first ? (game?.dealer ?? null) : null,
      at: Date.now(),
    });
    if (game) game.draft = null;
    this.take(state);
    this.keep();
    void this.go();
  }

  /** The other side's hand stays. @param {number} index of a refusal */
  #drop(index) {
    const [{ code }] = this.refused.splice(index, 1);
    if (code === "pad_conflict") void this.tell({ do: "confirm", seen: this.state.seen });
    else this.keep();
  }

  /** Our own hand replaces the other side's. @param {number} index of a refusal */
  #insist(index) {
    const [{ op }] = this.refused.splice(index, 1);
    const sent = this.state.hands[op.number - 1];
    this.#enqueue(op.number, op.hand, sent?.version ?? null);
  }

  /** Sends what waits, in its order, and asks what is new. */
  async go() {
    if (this.#busy) return;
    this.#busy = true;
    const was = this.outbox.online;
    let changed = false;
    while (this.queue.length) {
      const op = this.queue[0];
      // How long it has waited tells the server whether it was over before the time was up, whatever time this phone has.
      const ago = Math.max(0, Math.floor((Date.now() - op.at) / 1000));
      const answer = await this.outbox.send({ ...op, ago });
      if (!answer) break;
      changed = true;
      this.queue.shift();
      const later = this.queue.filter(({ game, number }) => game === op.game && number === op.number);
      if (!("error" in answer)) this.#follow(later, op, answer.state);
      // What corrects it is refused itself, if it has to be.
      else if (!later.length) this.refused.push({ op, code: answer.code, error: answer.error });
      if (answer.state) this.take(answer.state);
    }
    if (!this.queue.length) {
      const answer = await this.outbox.look(this.state.mark);
      if (answer?.state) {
        changed = true;
        this.take(answer.state);
      }
    }
    this.#busy = false;
    if (changed) this.keep();
    else if (was !== this.outbox.online || this.outbox.gone || this.state.seconds !== null) this.draw();
  }

  /** What waits behind an entry for the same hand corrects that one. @param {Op[]} later @param {Op} op @param {State} state after it */
  #follow(later, op, state) {
    if (state.game !== op.game) return;
    for (const next of later) next.replaces = state.hands[op.number - 1]?.version ?? null;
  }
}
