"""What a bot would do in a player's place, and why, in a sentence a beginner can check against their own cards."""

from typing import Final, NamedTuple

from games.bots.bidding import Reckoning, opening_of, reckon
from games.bots.cards import SPADES, Card, beats
from games.bots.choosing import Dice, choose
from games.bots.play import Plan
from games.bots.view import BotView, View
from games.engine.rules import RuleSet
from games.engine.sentences import Sentence, message

LIKELY: Final = 0.8
"""From this chance on a card is said to be likely to win."""


class Advice(NamedTuple):
    """An action, like "bid 3" or "play QH", and the reason for it."""

    action: str
    why: Sentence


def advise(view: View, rules: RuleSet, rng: Dice) -> Advice:
    """Return what a bot would do with this view, and why. Raises ValueError if the seat has nothing to do."""
    action = choose(view, rules, rng)
    seat = view["to_act"][0] if view["seat"] is None else view["seat"]
    seen = BotView(view, seat, rules)
    if len(view["legal"]) == 1:
        return Advice(action, message("There is nothing else that you may do."))
    match action.split()[0]:
        case "play":
            return Advice(action, _why_play(seen, seen.deck[action.split()[1]]))
        case "bid" | "nil" | "blind" | "look":
            return Advice(action, _why_bid(seen, action))
        case "throw":
            return Advice(
                action,
                message("Your cards are worth few tricks: throw them in, and new ones are dealt."),
            )
        case "pass":
            return Advice(action, message("Pass on the cards that you need least yourself."))
        case _:
            return Advice(action, message("The better of the two cards is worth keeping."))


def _why_bid(seen: BotView, action: str) -> Sentence:
    if action == "look":
        return message("Look at your cards first: bidding blind is for a side that is far behind.")
    if action.startswith("blind"):
        return message("Your side is far behind: only a blind bid can still catch up.")
    if action.partition(" ")[0] == "nil":
        return message(
            "Nothing here is likely to win a trick: your high cards are few, and low cards lie beneath them."
        )
    if seen.rules.sign < 0:
        return message("The lowest total wins, and a high contract that fails costs most.")
    worth = reckon(seen.hand, seen.players, above=seen.rules.above_ace)
    why = _why_number(worth)
    if seen.rules.bid_by == "side":
        return _why_together(seen, why)
    others = sum(bid["value"] or 0 for bid in seen.view["bids"] if bid)
    number = int(action.split()[1])
    if number < int(worth.total) and others + number >= seen.tricks - 1:
        return message(
            "%(why)s But the others have bid %(others)s of the %(tricks)s tricks, so a little less.",
            why=why,
            others=others,
            tricks=seen.tricks,
        )
    return why


def _why_together(seen: BotView, why: Sentence) -> Sentence:
    opened = opening_of(seen)
    if not opened:
        return why
    return message(
        "%(why)s Your partner opened with %(n)s, and the contract is for both.", why=why, n=opened
    )


def _why_number(worth: Reckoning) -> Sentence:
    counted = (
        (worth.spades, message("%(tricks)s from spades", tricks=_halves(worth.spades))),
        (
            worth.high,
            message("%(tricks)s from high cards in other suits", tricks=_halves(worth.high)),
        ),
        (
            worth.ruffs,
            message("%(tricks)s from trumping a short suit", tricks=_halves(worth.ruffs)),
        ),
    )
    parts = [text for tricks, text in counted if round(2 * tricks)]
    if not parts:
        return message("Hardly a card here wins by itself, but a low one does now and then.")
    listed = parts[0]
    for part in parts[1:]:
        listed = message("%(first)s, %(more)s", first=listed, more=part)
    return message("Count about %(tricks)s; a low card wins now and then too.", tricks=listed)


def _halves(tricks: float) -> str:
    """Return a number of tricks to the nearest half, like "1½"."""
    halves = round(2 * tricks)
    whole = str(halves // 2) if halves // 2 or not halves % 2 else ""
    return whole + ("½" if halves % 2 else "")


def _why_play(seen: BotView, held: Card) -> Sentence:
    if seen.has_nil(seen.seat):
        return _why_for_nil(seen, held)
    return _why_lead(seen, held) if seen.winning is None else _why_follow(seen, held)


def _why_for_nil(seen: BotView, held: Card) -> Sentence:
    if seen.winning is None:
        return message("You bid nil: lead a card that somebody can beat.")
    if beats(held, seen.winning[1]):
        return message("You bid nil, and this card is the least likely to keep the trick.")
    if held.suit != seen.led:
        return message("You bid nil: now a dangerous card can go without winning.")
    return message("You bid nil: this card loses the trick, and you are rid of it.")


def _why_lead(seen: BotView, held: Card) -> Sentence:
    if Plan(seen).want < 0:
        return message(
            "Your side has all the tricks it bid. More would be bags, so lead what others will win."
        )
    if seen.holds(held, held.suit, tuple(seen.opponents)) >= LIKELY:
        return message("It is likely to win: no card, or hardly any, is left that beats it.")
    return message("No card of yours is sure to win. This one costs least if it doesn’t.")


def _why_follow(seen: BotView, held: Card) -> Sentence:
    assert seen.winning is not None
    leader, best = seen.winning
    if beats(held, best):
        if any(seen.has_nil(partner) for partner in seen.partners):
            return message("Your partner bid nil: win the trick, so that they don’t have to.")
        if held.suit == SPADES and seen.led != SPADES:
            return message("You have no card of the suit led, so a spade can win the trick.")
        return message("It takes the lead in this trick, and is the best card for that.")
    if leader in seen.partners and not seen.has_nil(leader):
        return message("Your partner is winning the trick: play what you need least.")
    legal = [seen.deck[text.split()[1]] for text in seen.view["legal"] if text.startswith("play ")]
    if not any(beats(other, best) for other in legal):
        return message("You can’t win this trick, so play what you need least.")
    if Plan(seen).want < 0:
        return message("Your side has all the tricks it bid. This one would be a bag: stay below.")
    return message("You could win this trick, but the card for it is worth more later.")
