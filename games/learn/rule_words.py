"""A preset's rules in sentences, section by section, for people who have never played."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import PRESETS, RuleSet
from games.engine.cards import SUITS
from games.engine.rule_fields import prices_of
from games.engine.rule_sentence import differences
from games.engine.sentences import format_number
from spades_site.common.translation import translate

SIGNS: Final = dict(zip(SUITS, "♣♦♥♠", strict=True))

_IN_SHORT: Final = frozenset(
    ("players", "sides", "removed", "deal", "nil", "blind_nil", "set_points", "bag_limit", "first_dealer", "failed_nil",
    "lone_spades_break", "blind_nil_deficit", "min_bid")
)  # fmt: skip
"""The fields that the comparison has in columns of their own, or leaves to the presets' pages."""


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
        Section("score", _("Scoring"), [*_score(rules), *_nils(rules)]),
        Section("end", _("The end of the game"), list(_end(rules))),
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
        "more": ", ".join(
            translate(phrase) for phrase in differences(rules, PRESETS["cardgames_io"], _IN_SHORT)
        )
        or "–",
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
    if rules.jokers and not rules.high_deuces:
        yield _(
            "Two jokers join the pack as the highest spades: the big joker beats everything, then comes the little joker, then the ace of spades."
        )
    elif rules.jokers:
        yield _(
            "Two jokers join the pack as the highest spades: the big joker beats everything, then comes the little joker."
        )
    if rules.high_deuces:
        cards = ", ".join(f"{SIGNS[name[1]]}{name[0]}" for name in rules.high_deuces)
        yield _(
            "There are [high deuces](deuce): they are spades, higher than the ace of spades, in this order: %(cards)s."
        ) % {"cards": cards}
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
    if rules.first_hand == "bids_itself":
        yield _(
            "Nobody bids in the first hand of a game: it bids itself. Every trick scores %(points)s points for its side, and there are no bags."
        ) % {"points": rules.trick_points}
    if rules.bid_by == "side":
        yield from _together(rules)
    else:
        yield from _one_by_one(rules)
    if rules.min_side_bid:
        yield _board(rules) % {"n": rules.min_side_bid}
    if rules.forbidden_total is not None:
        yield _(
            "The bids may not add up to %(n)s: whoever bids last must bid one more or one less."
        ) % {"n": rules.forbidden_total}
    yield from _nil_bids(rules)
    yield from _thrown_in(rules)


def _thrown_in(rules: RuleSet) -> Iterator[str]:
    if rules.throw_in == "no_spades":
        yield _(
            "Whoever holds no spade may [throw the hand in](thrown_in) in place of a bid, and shows it to all."
        )
    elif rules.throw_in == "no_spades_or_faces":
        yield _(
            "Whoever holds no spade and no king, queen or jack may [throw the hand in](thrown_in) in place of a bid, and shows it to all."
        )
    if rules.throw_in_below:
        yield _(
            "If all bids together are below %(n)s, the hand is [thrown in](thrown_in), and all hands are shown."
        ) % {"n": rules.throw_in_below}
    if rules.throws_in:
        yield _(
            "It scores nothing and doesn’t count as a hand. The same player deals again, and after three such hands in a row the next one is played."
        )


def _board(rules: RuleSet) -> str:
    if rules.bid_by == "player":
        return _("The [board](board) is %(n)s: the bids of a side must add up to at least that.")
    if rules.nil is None:
        return _("The [board](board) is %(n)s: the contract of a side may not be lower.")
    return _(
        "The [board](board) is %(n)s: the contract of a side may not be lower, unless one of its players has bid nil."
    )


def _one_by_one(rules: RuleSet) -> Iterator[str]:
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
    ways = {
        "suicide": _("Suicide: one of two partners must bid nil, and the other a number."),
        "mirror": _("Mirror: everybody must bid the number of spades in their hand."),
        "whiz": _("Whiz: everybody must bid the number of spades in their hand, or nil."),
    }
    if rules.bidding in ways:
        yield ways[rules.bidding]
    if rules.programme:
        yield _("The way of bidding changes hand by hand, in turn: %(ways)s.") % {
            "ways": ", ".join(rules.programme)
        }
    yield _("A bid is a number from %(least)s to %(most)s.") % {
        "least": rules.min_bid,
        "most": rules.highest_bid,
    }
    if rules.sides == "partners":
        yield _("The bids of two partners are added up: that is their [contract](contract).")
    else:
        yield _("A bid is the player’s own contract.")


def _together(rules: RuleSet) -> Iterator[str]:
    yield _(
        "Partners bid together. The side that didn’t deal begins: the player to the dealer’s left opens with a number that binds nobody, and the "
        "partner closes with the side’s [contract](contract). Then the dealer’s partner opens, and the dealer closes."
    )
    yield _(
        "A contract is a number from %(least)s to %(most)s, whichever partner wins the tricks."
    ) % {
        "least": rules.min_bid,
        "most": rules.highest_bid,
    }
    if rules.partners_talk:
        yield _(
            "Until their side’s number stands, partners may talk with each other, unseen by the others. Afterwards nobody may."
        )


def _nil_bids(rules: RuleSet) -> Iterator[str]:
    if rules.nil is not None:
        yield _(
            "You may also bid [nil](nil), which promises that you win no trick at all. It is worth %(points)s points, won or lost."
        ) % {"points": rules.nil}
        if rules.bid_by == "side":
            yield _(
                "Nil is one partner’s own. After an opener’s nil the closer’s number is the closer’s contract; a closer who bids nil says the opener’s number too."
            )
        if rules.nil_partner_min:
            yield _("Beside a nil the partner must bid at least %(n)s.") % {
                "n": rules.nil_partner_min
            }
    if rules.blind_nil is not None:
        yield _(
            "Before looking at the cards you may bid a [blind nil](blind), for %(points)s points, won or lost."
        ) % {"points": rules.blind_nil} + _only_behind(rules.blind_nil_deficit)
    if rules.blind_bid is not None:
        sentence = (
            _(
                "Before either partner looks, the opener may bid blind for the side, from %(least)s to %(most)s: %(points)s points for each trick of the contract."
            )
            if rules.bid_by == "side"
            else _(
                "Before looking at the cards you may bid a number blind, from %(least)s to %(most)s: %(points)s points for each of its tricks."
            )
        )
        yield sentence % {
            "least": max(rules.blind_bid_min, rules.min_bid),
            "most": rules.highest_blind_bid,
            "points": rules.blind_bid,
        } + _only_behind(rules.blind_bid_deficit)
    for cards, what in ((rules.nil_pass, _("nil")), (rules.blind_nil_pass, _("blind nil"))):
        if cards:
            yield ngettext(
                "With a %(what)s the partners exchange %(n)s card before the first lead.",
                "With a %(what)s the partners exchange %(n)s cards before the first lead.",
                cards,
            ) % {"n": cards, "what": what}


def _only_behind(points: int) -> str:
    if not points:
        return ""
    return " " + _("Only a side that is at least %(points)s points behind may do so.") % {
        "points": points
    }


def _play(rules: RuleSet) -> Iterator[str]:
    if rules.opening_lead == "two_of_clubs":
        yield _("Whoever holds the two of clubs leads it to the first trick.")
    else:
        yield (
            _("The player who drew first leads to the first trick.")
            if rules.deal == "draw"
            else _("The player to the dealer’s left leads to the first trick.")
        )
    yield _(
        "The others play a card each, clockwise. If you hold a card of the suit that was led, you must [follow suit](follow). If you don’t, you may play "
        "anything, a spade too."
    )
    if rules.revoke == "penalised":
        yield _(
            "The table doesn’t prevent a [renege](renege): a side that fails to follow suit scores nothing for a contract that it made, and nothing for its overtricks."
        )
    firsts = {
        "no_spades": _("To the first trick nobody may play a spade who has another card."),
        "lowest_club": _("To the first trick everybody plays their lowest club."),
    }
    if rules.first_trick in firsts:
        yield firsts[rules.first_trick]
    yield _(
        "The highest spade wins the trick, and without a spade the highest card of the suit led. The winner leads to the next one."
    )
    if rules.spade_lead == "anytime":
        yield _("Spades may be led at any time.")
    elif rules.spade_lead == "only_when_void":
        yield _("Spades may be led only by a player who holds nothing else.")
    else:
        yield _breaking(rules)


def _breaking(rules: RuleSet) -> str:
    return (
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
    over = {
        "points": format_number(rules.overtrick_points),
        "n": rules.bag_limit,
        "cost": rules.bag_penalty,
    }
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
    if rules.blind_bid is not None and rules.blind_bid_failed is not None:
        yield _(
            "A blind bid of a number that fails costs %(points)s points for each of its tricks."
        ) % {"points": rules.blind_bid_failed}
    prices = ("10 200 -200",) if rules.ten_for_200 else rules.high_contracts
    for contract, made, failed in prices_of(prices):
        yield _(
            "A contract of %(n)s or more scores %(made)s when made and %(failed)s when failed."
        ) % {
            "n": contract,
            "made": made,
            "failed": format_number(failed),
        }
    if rules.boston_bonus:
        yield _("A side that wins all the tricks of a hand scores %(points)s points more.") % {
            "points": rules.boston_bonus
        }


def _nils(rules: RuleSet) -> Iterator[str]:
    if rules.nil is None:
        return
    if rules.failed_nil == "help_partner":
        yield _(
            "A nil is scored apart from the contract. If it fails, its tricks help the partner’s contract."
        )
    elif rules.failed_nil == "nothing":
        yield _(
            "A nil is scored apart from the contract. If it fails, its tricks count for nothing."
        )
    else:
        yield (
            _(
                "A nil is scored apart from the contract. If it fails, its tricks don’t help the partner’s contract, but count as bags."
            )
            if rules.sides == "partners"
            else _("A nil that fails loses its points, and its tricks count as bags.")
        )
    if rules.nil_failed is not None:
        yield _("A nil that fails costs %(points)s points.") % {"points": rules.nil_failed}
    if rules.blind_nil is not None and rules.blind_nil_failed is not None:
        yield _("A blind nil that fails costs %(points)s points.") % {
            "points": rules.blind_nil_failed
        }
    if rules.double_nil is not None:
        yield _("Two partners who both bid nil and both keep it score %(points)s together.") % {
            "points": rules.double_nil
        }


def _end(rules: RuleSet) -> Iterator[str]:
    if rules.target:
        yield _(
            "The game is won by the first side to reach %(target)s points; if both do in the same hand, by the higher score. Equal scores play another hand."
        ) % {"target": rules.target}
    if rules.max_hands is not None:
        yield (
            ngettext(
                "The game has at most %(n)s hand.",
                "The game has at most %(n)s hands.",
                rules.max_hands,
            )
            % {"n": rules.max_hands}
            + " "
            + (
                _("The higher score wins, and equal ones are a draw.")
                if rules.level_at_end == "draw"
                else _("The higher score wins, and equal ones play one hand more.")
            )
        )
    if rules.winner == "lowest":
        yield _("The lowest total wins.")
    limits = (
        (rules.set_limit, _("A side that has been [set](set) %(n)s times loses at once, whatever the score.")),
        (rules.sets_in_a_row, _("A side that is [set](set) %(n)s times running loses at once, whatever the score.")),
        (rules.loss_limit, _("The game also ends when a side is %(n)s points below zero.")),
        (rules.point_spread, _("The game also ends when one side leads by %(n)s points.")),
    )  # fmt: skip
    yield from (sentence % {"n": n} for n, sentence in limits if n is not None)
    flags = (
        (rules.nil_is_set, _("A nil that fails counts as a set.")),
        (rules.first_hand_loses, _("A side that wins fewer tricks than the board in the first hand loses the game.")),
        (rules.slam_wins, _("A side that bids all the tricks of a hand and wins them has won the game.")),
        (rules.boston_wins, _("A side that wins all the tricks of a hand has won the game.")),
    )  # fmt: skip
    yield from (sentence for flag, sentence in flags if flag)
