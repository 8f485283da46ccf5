"""The terms of the game and their meanings, for the glossary and for the hints in pages and lessons.

The keys are used by `{% term %}` and in lessons' texts. docs/glossary.md has the same words under "The game".
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True)
class Term:
    """A term, and its meaning in one or two sentences."""

    word: "StrOrPromise"
    meaning: "StrOrPromise"


TERMS: Final[dict[str, Term]] = {
    "seat": Term(
        _("seat"),
        _("A place at the table. Play goes round the seats clockwise, from left to left."),
    ),
    "side": Term(
        _("side"),
        _(
            "Those who win and lose together: two partners, or a single player where all play alone."
        ),
    ),
    "partner": Term(_("partner"), _("The player opposite you, on your side.")),
    "game": Term(
        _("game"),
        _("As many hands as it takes until a side reaches the target, usually 500 points."),
    ),
    "hand": Term(
        _("hand"), _("One deal, bid, played and scored. Also the cards that a player holds.")
    ),
    "deal": Term(_("deal"), _("The cards that the shuffle gives to each player.")),
    "bid": Term(
        _("bid"),
        _("The number of tricks that a player promises to win, said before the first card."),
    ),
    "board": Term(
        _("board"),
        _("The lowest contract that a side may bid, four at most live events."),
    ),
    "books": Term(_("books"), _("Another word for tricks, usual at live tables.")),
    "renege": Term(
        _("renege"),
        _("Failing to follow suit with a card of the suit led in hand, also called a revoke."),
    ),
    "contract": Term(
        _("contract"),
        _("The bids of both partners together: how many tricks their side has promised to win."),
    ),
    "make": Term(
        _("make"),
        _(
            "A side makes its contract when it wins at least as many tricks as promised. It scores 10 points a trick bid."
        ),
    ),
    "set": Term(
        _("set"),
        _(
            "A side is set when it wins fewer tricks than it promised. It usually loses 10 points a trick bid."
        ),
    ),
    "trick": Term(
        _("trick"),
        _(
            "One card from each player. The highest spade wins it, or else the highest card of the suit led."
        ),
    ),
    "lead": Term(
        _("lead"),
        _("To play the first card of a trick. The winner of the last trick leads to the next."),
    ),
    "follow": Term(
        _("follow suit"),
        _("To play a card of the suit that was led. You must, as long as you hold one."),
    ),
    "trump": Term(
        _("trump"),
        _(
            "The suit that beats the others. In Spades it is always spades: the two beats every ace of another suit."
        ),
    ),
    "deuce": Term(
        _("high deuce"),
        _(
            "A two that ranks above the ace of spades, below the jokers, where the rules say so. It is a spade, whatever its sign."
        ),
    ),
    "ruff": Term(
        _("ruff"), _("To play a spade on another suit, because you hold no card of that suit.")
    ),
    "discard": Term(
        _("discard"), _("To throw away a card that can’t win: neither of the suit led nor a spade.")
    ),
    "break": Term(
        _("break spades"),
        _("To play the first spade of a hand on another suit. From then on spades may be led."),
    ),
    "bag": Term(
        _("bag"), _("A trick beyond the contract. It scores 1 point, but ten bags cost 100.")
    ),
    "penalty": Term(
        _("bag penalty"),
        _("The points that a side loses for its tenth bag, usually 100. Then it counts anew."),
    ),
    "nil": Term(
        _("nil"),
        _(
            "The promise to win no trick at all. It scores 100 if you keep it, and costs 100 if you don’t."
        ),
    ),
    "blind": Term(
        _("blind nil"),
        _("A nil bid before looking at your cards. It counts double: 200 points, won or lost."),
    ),
    "pass": Term(
        _("pass"),
        _("To exchange cards with your partner before play, where the rules allow it with a nil."),
    ),
    "draw": Term(
        _("draw"),
        _(
            "With two players: taking a hand from the stock, card by card, keeping one of every two."
        ),
    ),
    "thrown_in": Term(
        _("thrown in"),
        _(
            "A hand that isn’t played, because its cards or all bids are too weak, where the rules say so. It scores nothing, and the same player deals again."
        ),
    ),
    "claim": Term(
        _("claim"),
        _("To say that you win all the remaining tricks, when nobody can take one from you."),
    ),
    "rules": Term(_("rule set"), _("All the rules of a game together.")),
    "preset": Term(_("preset"), _("A rule set with a name, which many people play by.")),
    "house": Term(_("house rule"), _("A rule in which a table differs from its preset.")),
}

MARK: Final = re.compile(r"\[([^\]]+)\]\((\w+)\)")
"""A term in a lesson's text: the word as it stands there, and the term's key. static/js/learn/terms.js draws it."""


def meanings() -> dict[str, str]:
    """Return every term's meaning by its key, in the page's language."""
    return {key: str(term.meaning) for key, term in TERMS.items()}
