"""A preset's rules in sentences, section by section, for people who have never played."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import RuleSet
from games.engine.cards import SUITS
from games.engine.sentences import format_number

SIGNS: Final = dict(zip(SUITS, "♣♦♥♠", strict=True))


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rules: its key, title and paragraphs."""

    key: str
    title: str
    paragraphs: list[str]


def sections(rules: RuleSet) -> list[Section]:
    """Return the rules in sections, in the order of a hand and in the active language."""
    return [
        Section("players", _("Players and cards"), list(_players(rules))),
        Section("bidding", _("Bidding"), list(_bidding(rules))),
        Section("play", _("Play"), list(_play(rules))),
        Section("score", _("Scoring"), list(_score(rules))),
    ]


def in_short(rules: RuleSet) -> dict[str, str]:
    """Return the main differences between presets, in a few words each."""
    if rules.sides == "partners":
        players = _("4, in pairs")
    else:
        players = (
            _("2, each alone")
            if rules.players == 2
            else _("%(n)s, each alone") % {"n": rules.players}
        )
    return {
        "players": players,
        "nil": f"±{rules.nil}" if rules.nil else "–",
        "blind": f"±{rules.blind_nil}" if rules.blind_nil else "–",
        "set": format_number(rules.set_points),
        "bags": _("%(n)s cost %(points)s") % {"n": rules.bag_limit, "points": rules.bag_penalty}
        if rules.bag_limit
        else "–",
    }


def _players(rules: RuleSet) -> Iterator[str]:
    if rules.sides == "partners":
        yield _(
            "Four people play, two against two. Partners sit opposite each other and score together."
        )
    else:
        yield _("%(n)s people play, each for themselves.") % {"n": rules.players}
    yield _(
        "The suits are spades, hearts, diamonds and clubs. In each the ace is the highest card, then king, queen, jack, ten and so on "
        "down to the two. Spades are [trumps](trump): every spade beats every card of another suit."
    )
    if rules.jokers:
        yield _(
            "Two jokers join the pack as the highest spades: the big joker beats everything, then comes the little joker, then the ace of spades."
        )
    if rules.removed:
        cards = ", ".join(f"{SIGNS[name[1]]}{name[0]}" for name in rules.removed)
        yield _("These cards are left out, so that all get the same number: %(cards)s.") % {
            "cards": cards
        }
    if rules.deal == "draw":
        yield _(
            "Nothing is dealt. The pack lies face down, and the two take turns at it: look at the top card and either keep it, and throw away the "
            "next one unseen by the other; or throw it away, and keep the next one, whatever it is. In the end both hold %(n)s cards."
        ) % {"n": rules.tricks}
        yield _(
            "The first to draw is chosen at random. After that they begin in turn, hand by hand."
        )
        return
    yield _("Everybody gets %(n)s cards. The deal moves on to the left with every hand.") % {
        "n": rules.tricks
    }
    yield (
        _("Everybody draws a card for the first deal, and the highest deals.")
        if rules.first_dealer == "high_card"
        else _("The first dealer is chosen at random.")
    )


def _bidding(rules: RuleSet) -> Iterator[str]:
    begins = (
        _("The player who drew first bids first.")
        if rules.deal == "draw"
        else _("The player to the dealer’s left bids first, the others follow clockwise.")
    )
    yield (
        begins
        + " "
        + _(
            "Everybody says once how many [tricks](trick) they will win. Nobody may pass, and a bid can’t be changed."
        )
    )
    least, most = rules.min_bid, rules.highest_bid
    yield _("A bid is a number from %(least)s to %(most)s.") % {"least": least, "most": most}
    if rules.sides == "partners":
        yield _("The bids of two partners are added up: that is their [contract](contract).")
    else:
        yield _("A bid is the player’s own contract.")
    if rules.nil is not None:
        yield _(
            "You may also bid [nil](nil), which promises that you win no trick at all. It is worth %(points)s points, won or lost."
        ) % {"points": rules.nil}
    if rules.blind_nil is not None:
        yield _(
            "Before looking at the cards you may bid a [blind nil](blind), for %(points)s points, won or lost."
        ) % {"points": rules.blind_nil} + (
            " "
            + _("Only a side that is at least %(points)s points behind may do so.")
            % {"points": rules.blind_nil_deficit}
            if rules.blind_nil_deficit
            else ""
        )


def _play(rules: RuleSet) -> Iterator[str]:
    yield (
        _("The player who drew first leads to the first trick.")
        if rules.deal == "draw"
        else _("The player to the dealer’s left leads to the first trick.")
    )
    yield _(
        "The others play a card each, clockwise. If you hold a card of the suit that was led, you must [follow suit](follow). If you don’t, you may play "
        "anything, a spade too."
    )
    yield _(
        "The highest spade wins the trick, and without a spade the highest card of the suit led. The winner leads to the next one."
    )
    yield (
        _(
            "Spades may not be led until they are [broken](break), that is, until somebody has played one on another suit."
        )
        + " "
        + (
            _(
                "If you hold nothing but spades, you may lead one at any time, and that breaks them too."
            )
            if rules.lone_spades_break
            else _(
                "If you hold nothing but spades, you may lead one at any time, but that doesn’t break them."
            )
        )
    )


def _score(rules: RuleSet) -> Iterator[str]:
    yield _(
        "A contract is made with as many tricks as were bid, or more. It scores %(points)s points for each trick bid."
    ) % {"points": rules.trick_points}
    over = {"points": rules.overtrick_points, "n": rules.bag_limit, "cost": rules.bag_penalty}
    if rules.bag_limit is None:
        yield (
            ngettext(
                "Every trick beyond it scores %(points)s point more.",
                "Every trick beyond it scores %(points)s points more.",
                rules.overtrick_points,
            )
            % over
        )
    else:
        yield (
            ngettext(
                "Every trick beyond it is a [bag](bag) and scores %(points)s point. Bags add up over the whole game: each time a side reaches %(n)s of them, it loses "
                "%(cost)s points.",
                "Every trick beyond it is a [bag](bag) and scores %(points)s points. Bags add up over the whole game: each time a side reaches %(n)s of them, it loses "
                "%(cost)s points.",
                rules.overtrick_points,
            )
            % over
        )
    if rules.set_points:
        yield _(
            "With fewer tricks than bid the side is [set](set): it loses %(points)s points for each trick bid, and its tricks count for nothing."
        ) % {"points": -rules.set_points}
    else:
        yield _("With fewer tricks than bid the side scores nothing.")
    if rules.nil is not None:
        yield (
            _(
                "A nil is scored apart from the contract. If it fails, its tricks don’t help the partner’s contract, but count as bags."
            )
            if rules.sides == "partners"
            else _("A nil that fails loses its points, and its tricks count as bags.")
        )
    if rules.target:
        yield _(
            "The game is won by the first side to reach %(target)s points; if both do in the same hand, by the higher score. Equal scores play another hand."
        ) % {"target": rules.target}
