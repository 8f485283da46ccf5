// What happened between two pictures, in sentences for the live region.

/**
 * @param {any} before the model shown until now, or null
 * @param {any} after
 * @param {import("./words.js").Words} words
 * @returns {string[]}
 */
export function happened(before, after, words) {
  if (!before) return [words.prompt(after)].filter(Boolean);
  if (!before.phase && !after.phase) return people(before, after, words);
  const said = [...bids(before, after, words), ...plays(before, after, words)];
  if (after.broken && !before.broken) said.push(words.t("say_broken"));
  if (after.scores.length > before.scores.length) said.push(...handOver(after, words));
  if (after.result && !before.result) said.push(words.t("say_game", { winner: words.winner(after) }));
  else if (after.handNo !== before.handNo) said.push(dealt(after, words));
  const turned = after.myTurn && (!before.myTurn || before.phase !== after.phase || said.length > 0);
  if (turned) said.push(`${words.prompt(after)}.`);
  return said;
}

function people(before, after, words) {
  return after.seats.flatMap((seat, k) => {
    if (seat.taken === before.seats[k].taken || seat.mine) return [];
    const name = (seat.taken ? seat : before.seats[k]).name ?? words.t("bot");
    return [words.t(seat.taken ? "say_joined" : "say_left", { name })];
  });
}

function bids(before, after, words) {
  if (before.handNo !== after.handNo && after.phase !== "bid") return [];
  return after.seats
    .filter((seat, k) => seat.bid && (!before.seats[k].bid || before.handNo !== after.handNo) && !seat.mine)
    .map((seat) => words.t("say_bid", { name: words.name(seat), bid: words.bid(seat.bid) }));
}

function plays(before, after, words) {
  const known = new Set([...(before.lastTrick?.plays ?? []), ...before.livePlays].map(([, card]) => card));
  const said = [];
  const tell = ([seat, card]) => {
    if (known.has(card)) return;
    const name = words.name(after.seats[seat]);
    said.push(after.seats[seat].mine ? words.t("say_you_played", { card: words.card(card) }) : words.t("say_played", { name, card: words.card(card) }));
  };
  if (JSON.stringify(before.lastTrick) !== JSON.stringify(after.lastTrick) && after.lastTrick) {
    after.lastTrick.plays.forEach(tell);
    const winner = after.seats[after.lastTrick.winner];
    said.push(winner.mine ? words.t("say_you_won") : words.t("say_won", { name: words.name(winner) }));
  }
  after.livePlays.forEach(tell);
  return said;
}

function handOver(after, words) {
  const hand = after.scores.at(-1);
  const list = hand.sides.map((side, k) =>
    words.t("say_side", { name: words.side(after.sideNames[k]), points: words.signed(side.points), total: side.total }),
  );
  return [...after.outcomes.map((outcome) => `${words.outcome(outcome, after)}.`), words.t("say_hand", { n: hand.hand_no, scores: list.join("; ") })];
}

function dealt(after, words) {
  if (!after.hand || after.hand.cards.length === 0) return words.t("say_deal_unseen", { n: after.handNo });
  return words.t("say_deal", { n: after.handNo, cards: after.hand.cards.map((own) => words.card(own.card)).join(", ") });
}

/** The live region: sentences come one after another and are all read. */
export class Speech {
  /** @param {Element} region an element with aria-live */
  constructor(region) {
    this.region = region;
  }

  /** @param {string[]} sentences */
  say(sentences) {
    if (sentences.length === 0) return;
    const line = document.createElement("p");
    line.textContent = sentences.join(" ");
    this.region.append(line);
    while (this.region.childElementCount > 12) this.region.firstElementChild.remove();
  }
}
