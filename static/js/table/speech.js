// What happened between two pictures, in sentences for the live region.

/** @import { Model, Plays, Words } from "../types.js" */

/**
 * @param {Model | null} before the model shown until now, or null
 * @param {Model} after
 * @param {Words} words
 * @returns {string[]}
 */
export function happened(before, after, words) {
  if (!before) return [words.prompt(after)].filter(Boolean);
  if (!before.phase && !after.phase) return [...people(before, after, words), ...fromArbiter(before, after, words)];
  const sentences = [...bids(before, after, words), ...cards(before, after, words), ...plays(before, after, words)];
  if (after.broken && !before.broken) sentences.push(words.t("say_broken"));
  if (after.scores.length > before.scores.length) sentences.push(...handOver(after, words));
  if (after.result && !before.result)
    sentences.push(words.t("say_game", { winner: words.winner(after, after.result.winners) }));
  else if (after.handNo !== before.handNo) sentences.push(dealt(after, words));
  if (after.lastHand?.called && !before.lastHand?.called && !after.result)
    sentences.push(words.t(after.lastHand.late ? "last_hand_now" : "say_last_hand"));
  if (after.can.has("claim") && !before.can.has("claim")) sentences.push(words.t("claim_text"));
  sentences.push(...fromArbiter(before, after, words));
  const turned = after.myTurn && (!before.myTurn || before.phase !== after.phase || sentences.length > 0);
  if (turned) sentences.push(`${words.prompt(after)}.`);
  if (turned && after.blindOffer) sentences.push(words.t("blind_text"));
  sentences.push(...afterwards(before, after, words));
  return [...comings(before, after, words), ...sentences];
}

/** A message of the arbiter, a pause and its end. @param {Model} before @param {Model} after @param {Words} words */
function fromArbiter(before, after, words) {
  const sentences = [];
  const { news, paused } = after.table;
  if (news && ["message", "replaced"].includes(news.what) && news.v > before.version)
    sentences.push(words.t(news.what, { text: news.text ?? "", name: news.name ?? "" }));
  if (paused && !before.table.paused) sentences.push(`${words.t("paused")} ${paused.reason}`);
  if (!paused && before.table.paused && after.status === "playing") sentences.push(words.t("resumed"));
  return sentences;
}

/**
 * After the end: the player's rating change, and others' rematch.
 * @param {Model} before
 * @param {Model} after
 * @param {Words} words
 */
function afterwards(before, after, words) {
  const sentences = [];
  const rated = after.table.rating_changes?.find((row) => row.seat === after.me);
  if (rated && !before.table.rating_changes)
    sentences.push(`${words.t("rating_change")}: ${words.ratingChange(rated)}.`);
  if (after.can.has("rematch") && after.table.links.rematch && !before.table.links.rematch)
    sentences.push(words.t("rematch_waits"));
  return sentences;
}

/** @param {Model} before @param {Model} after @param {Words} words */
function people(before, after, words) {
  return after.seats.flatMap((seat, k) => {
    const asks = seat.swap_to !== null && seat.swap_to === after.me;
    if (asks && before.seats[k].swap_to !== after.me) return [words.t("say_swap", { name: words.name(seat) })];
    if (seat.taken === before.seats[k].taken || seat.mine) return [];
    const name = (seat.taken ? seat : before.seats[k]).name ?? words.t("bot");
    return [words.t(seat.taken ? "say_joined" : "say_left", { name })];
  });
}

/**
 * Who is away or back, for whom a bot plays, who would stop the game.
 * @param {Model} before
 * @param {Model} after
 * @param {Words} words
 */
function comings(before, after, words) {
  if (after.status !== "playing") return [];
  return after.seats.flatMap((seat, k) => {
    const was = before.seats[k];
    const name = words.name(seat);
    // The last to sit down lets the game begin.
    if (!was.taken) return seat.taken && !seat.mine ? [words.t("say_joined", { name })] : [];
    if (seat.mine && seat.stand_in && !was.stand_in) return [words.standIn(after)];
    if (seat.bot !== was.bot)
      return seat.mine || was.mine
        ? []
        : [seat.bot ? words.t("say_left", { name: words.name(was) }) : words.t("say_joined", { name })];
    if (seat.bot) return [];
    const sentences = [];
    if (seat.stand_in && !was.stand_in) sentences.push(`${words.t("stand_in_of", { name })}.`);
    else if (!seat.mine && !seat.stand_in && (was.stand_in || (seat.online && !was.online)))
      sentences.push(words.t("say_back", { name }));
    else if (!seat.mine && !seat.stand_in && !seat.online && was.online) sentences.push(words.t("say_away", { name }));
    if (seat.wants_end && !was.wants_end && !seat.mine) sentences.push(words.t("end_asked", { name }));
    return sentences;
  });
}

/**
 * Cards that came otherwise than by the deal: drawn from the stock, or passed; and a hand that is seen only now.
 * @param {Model} before
 * @param {Model} after
 * @param {Words} words
 */
function cards(before, after, words) {
  const sentences = [];
  if (after.handNo === before.handNo && !before.hand && after.hand?.cards.length)
    sentences.push(cardsDealt(after, words));
  // The last card drawn begins the bidding.
  if (before.phase === "draw" && after.handNo === before.handNo) {
    const had = new Set(before.hand?.cards.map((own) => own.card));
    for (const { card } of after.hand?.cards ?? [])
      if (!had.has(card)) sentences.push(words.t("say_took", { card: words.card(card) }));
  }
  const drawn = after.draw?.card;
  if (drawn && drawn !== before.draw?.card) sentences.push(`${words.t("draw_title", { card: words.card(drawn) })}.`);
  const received = after.passed?.received;
  if (received && !before.passed?.received) sentences.push(`${words.received(after, received)}.`);
  return sentences;
}

/** @param {Model} before @param {Model} after @param {Words} words */
function bids(before, after, words) {
  if (before.handNo !== after.handNo && after.phase !== "bid") return [];
  return after.seats.flatMap((seat, k) => {
    if (!seat.bid || (before.seats[k].bid && before.handNo === after.handNo)) return [];
    return [words.t("say_bid", { name: words.name(seat), bid: words.bid(seat.bid) })];
  });
}

/** @param {Model} before @param {Model} after @param {Words} words */
function plays(before, after, words) {
  const known = new Set([...(before.lastTrick?.plays ?? []), ...before.livePlays].map(([, card]) => card));
  /** @type {string[]} */
  const sentences = [];
  /** @param {Plays[number]} play */
  const tell = ([seat, card]) => {
    if (known.has(card)) return;
    sentences.push(words.played(after.seats[seat], card));
  };
  if (JSON.stringify(before.lastTrick) !== JSON.stringify(after.lastTrick) && after.lastTrick) {
    after.lastTrick.plays.forEach(tell);
    const winner = after.seats[after.lastTrick.winner];
    sentences.push(winner.mine ? words.t("say_you_won") : words.t("say_won", { name: words.name(winner) }));
  }
  after.livePlays.forEach(tell);
  return sentences;
}

/** @param {Model} after @param {Words} words */
function handOver(after, words) {
  const hand = after.scores[after.scores.length - 1];
  const list = hand.sides.map((side, k) =>
    words.t("say_side", {
      name: words.side(after.sideNames[k]),
      points: words.signed(side.points),
      total: words.plain(side.total),
    }),
  );
  return [
    ...after.outcomes.map((outcome) => `${words.outcome(outcome, after)}.`),
    words.t("say_hand", { n: hand.hand_no, scores: list.join("; ") }),
  ];
}

/** The draw for the first deal, and who deals. @param {Model} after @param {Words} words */
function drew(after, words) {
  const list = after.seats.flatMap((seat) =>
    seat.drew
      ? [words.t("say_bid", { name: words.name(seat), bid: words.t("drew", { card: words.card(seat.drew) }) })]
      : [],
  );
  const dealer = after.seats.find((seat) => seat.dealer);
  return list.length && dealer ? `${list.join(" ")} ${words.t("dealer")}: ${words.name(dealer)}. ` : "";
}

/** @param {Model} after @param {Words} words */
function dealt(after, words) {
  return drew(after, words) + cardsDealt(after, words);
}

/** @param {Model} after @param {Words} words */
function cardsDealt(after, words) {
  if (!after.hand || after.hand.cards.length === 0) return words.t("say_deal_unseen", { n: after.handNo });
  return words.t("say_deal", {
    n: after.handNo,
    cards: after.hand.cards.map((own) => words.card(own.card)).join(", "),
  });
}

/** The live region: sentences come one after another and are all read. */
export class Speech {
  /** @param {Element} region an element with aria-live */
  constructor(region) {
    this.region = region;
  }

  /** Drops queued sentences, because they are outdated. */
  forget() {
    this.region.replaceChildren();
  }

  /** @param {string[]} sentences */
  say(sentences) {
    if (sentences.length === 0) return;
    const line = document.createElement("p");
    line.textContent = sentences.join(" ");
    this.region.append(line);
    while (this.region.childElementCount > 12) this.region.firstElementChild?.remove();
  }
}
