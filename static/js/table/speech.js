// What happened between two pictures, in sentences for the live region.

import { gettext } from "../texts.js";
import * as words from "./words.js";

/** @import { Model, Plays } from "../types.js" */

/**
 * @param {Model | null} before the model shown until now, or null
 * @param {Model} after
 * @returns {string[]}
 */
export function happened(before, after) {
  if (!before) return [words.prompt(after)].filter(Boolean);
  if (!before.phase && !after.phase) return [...people(before, after), ...fromArbiter(before, after)];
  const sentences = [...bids(before, after), ...cards(before, after), ...plays(before, after)];
  if (after.broken && !before.broken) sentences.push(gettext("Spades are broken."));
  if (after.scores.length > before.scores.length) sentences.push(...handOver(after));
  if (after.result && !before.result)
    sentences.push(gettext("The game is over. %(winner)s.", { winner: words.winner(after, after.result.winners) }));
  else if (after.handNo !== before.handNo) sentences.push(dealt(after));
  if (after.lastHand?.called && !before.lastHand?.called && !after.result)
    sentences.push(
      after.lastHand.late ? gettext("Time is up: this hand is the last.") : gettext("This hand is the last."),
    );
  if (after.can.has("claim") && !before.can.has("claim"))
    sentences.push(gettext("Nobody can take another trick from you."));
  sentences.push(...fromArbiter(before, after));
  const turned = after.myTurn && (!before.myTurn || before.phase !== after.phase || sentences.length > 0);
  if (turned) sentences.push(`${words.prompt(after)}.`);
  if (turned && after.blindOffer) sentences.push(gettext("A blind bid pays more. Once you look, the chance is gone."));
  sentences.push(...afterwards(before, after));
  return [...comings(before, after), ...sentences];
}

/** A message of the arbiter, a pause and its end. @param {Model} before @param {Model} after */
function fromArbiter(before, after) {
  const sentences = [];
  const { news, paused } = after.table;
  const message = words.fromArbiter(news);
  if (message && news && news.v > before.version) sentences.push(message);
  if (paused && !before.table.paused) sentences.push(`${gettext("The arbiter paused this table.")} ${paused.reason}`);
  if (!paused && before.table.paused && after.status === "playing") sentences.push(gettext("The game goes on."));
  return sentences;
}

/**
 * After the end: the player's rating change, and others' rematch.
 * @param {Model} before
 * @param {Model} after
 */
function afterwards(before, after) {
  const sentences = [];
  const rated = after.table.rating_changes?.find((row) => row.seat === after.me);
  if (rated && !before.table.rating_changes) sentences.push(`${gettext("Rating")}: ${words.ratingChange(rated)}.`);
  if (after.can.has("rematch") && after.table.links.rematch && !before.table.links.rematch)
    sentences.push(gettext("The same people are playing again: a table is open."));
  return sentences;
}

/** @param {Model} before @param {Model} after */
function people(before, after) {
  return after.seats.flatMap((seat, k) => {
    const asks = seat.swap_to !== null && seat.swap_to === after.me;
    if (asks && before.seats[k].swap_to !== after.me)
      return [gettext("%(name)s asks to swap seats with you.", { name: words.name(seat) })];
    if (seat.taken === before.seats[k].taken || seat.mine) return [];
    const name = (seat.taken ? seat : before.seats[k]).name ?? gettext("bot");
    return [seat.taken ? gettext("%(name)s sits down.", { name }) : gettext("%(name)s has left.", { name })];
  });
}

/**
 * Who is away or back, for whom a bot plays, who would stop the game.
 * @param {Model} before
 * @param {Model} after
 */
function comings(before, after) {
  if (after.status !== "playing") return [];
  return after.seats.flatMap((seat, k) => {
    const was = before.seats[k];
    const name = words.name(seat);
    // The last to sit down lets the game begin.
    if (!was.taken) return seat.taken && !seat.mine ? [gettext("%(name)s sits down.", { name })] : [];
    if (seat.mine && seat.stand_in && !was.stand_in) return [words.standIn(after)];
    if (seat.bot !== was.bot)
      return seat.mine || was.mine
        ? []
        : [
            seat.bot
              ? gettext("%(name)s has left.", { name: words.name(was) })
              : gettext("%(name)s sits down.", { name }),
          ];
    if (seat.bot) return [];
    const sentences = [];
    if (seat.stand_in && !was.stand_in) sentences.push(`${gettext("A bot plays for %(name)s", { name })}.`);
    else if (!seat.mine && !seat.stand_in && (was.stand_in || (seat.online && !was.online)))
      sentences.push(gettext("%(name)s is back.", { name }));
    else if (!seat.mine && !seat.stand_in && !seat.online && was.online)
      sentences.push(gettext("%(name)s is away.", { name }));
    if (seat.wants_end && !was.wants_end && !seat.mine)
      sentences.push(gettext("%(name)s proposes to stop this game without a result.", { name }));
    return sentences;
  });
}

/**
 * Cards that came otherwise than by the deal: drawn from the stock, or passed; and a hand that is seen only now.
 * @param {Model} before
 * @param {Model} after
 */
function cards(before, after) {
  const sentences = [];
  if (after.handNo === before.handNo && !before.hand && after.hand?.cards.length) sentences.push(cardsDealt(after));
  // The last card drawn begins the bidding.
  if (before.phase === "draw" && after.handNo === before.handNo) {
    const had = new Set(before.hand?.cards.map((own) => own.card));
    for (const { card } of after.hand?.cards ?? [])
      if (!had.has(card)) sentences.push(gettext("You take the %(card)s.", { card: words.card(card) }));
  }
  const drawn = after.draw?.card;
  if (drawn && drawn !== before.draw?.card)
    sentences.push(`${gettext("You drew the %(card)s", { card: words.card(drawn) })}.`);
  const received = after.passed?.received;
  if (received && !before.passed?.received) sentences.push(`${words.received(after, received)}.`);
  return sentences;
}

/** @param {Model} before @param {Model} after */
function bids(before, after) {
  if (before.handNo !== after.handNo && after.phase !== "bid") return [];
  return after.seats.flatMap((seat, k) => {
    const told = before.handNo === after.handNo && before.seats[k].bid?.text === seat.bid?.text;
    if (!seat.bid || told) return [];
    const said = words.bid(seat.bid);
    return said ? [gettext("%(name)s: %(bid)s.", { name: words.name(seat), bid: said })] : [];
  });
}

/** @param {Model} before @param {Model} after */
function plays(before, after) {
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
    sentences.push(
      winner.mine ? gettext("You win the trick.") : gettext("%(name)s wins the trick.", { name: words.name(winner) }),
    );
  }
  after.livePlays.forEach(tell);
  return sentences;
}

/** @param {Model} after */
function handOver(after) {
  const hand = after.scores[after.scores.length - 1];
  const list = hand.sides.map((side, k) =>
    gettext("%(name)s %(points)s, total %(total)s", {
      name: words.side(after.sideNames[k]),
      points: words.signed(side.points),
      total: words.plain(side.total),
    }),
  );
  return [
    ...after.outcomes.map((outcome) => `${words.outcome(outcome, after)}.`),
    gettext("Hand %(n)s is over. %(scores)s.", { n: hand.number, scores: list.join("; ") }),
  ];
}

/** The draw for the first deal, and who deals. @param {Model} after */
function drew(after) {
  const list = after.seats.flatMap((seat) =>
    seat.drew
      ? [
          gettext("%(name)s: %(bid)s.", {
            name: words.name(seat),
            bid: gettext("drew %(card)s", { card: words.card(seat.drew) }),
          }),
        ]
      : [],
  );
  const dealer = after.seats.find((seat) => seat.dealer);
  return list.length && dealer ? `${list.join(" ")} ${gettext("Dealer")}: ${words.name(dealer)}. ` : "";
}

/** @param {Model} after */
function dealt(after) {
  return drew(after) + cardsDealt(after);
}

/** @param {Model} after */
function cardsDealt(after) {
  const n = after.handNo - after.thrownIn;
  if (!after.hand || after.hand.cards.length === 0) return gettext("Hand %(n)s.", { n });
  return gettext("Hand %(n)s. You have %(cards)s.", {
    n,
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
