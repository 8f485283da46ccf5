"""The data of a problem's page: the engine's picture, what the player can know, and the solution after the answer."""

from typing import Any, Final

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import State, view_for
from games.engine.actions import action_text, parse_action
from games.engine.cards import NAMES as CARDS
from games.engine.cards import SUIT_OF, cards_of
from games.engine.sentences import format_number, format_score
from games.engine.state import PLAY
from games.learn.course.people import NAMES
from games.problems import solving
from games.problems.answers import Given, how_others_answered
from games.problems.models import Problem
from games.problems.position import SEATS, YOU, Position, shown_out, unseen
from games.tables.models import Table
from games.tables.replay.summary import card_text
from games.tables.texts.rules import preset_title

SUITS: Final = "♣♦♥♠"
FROM_THE_TOP: Final = (3, 2, 1, 0)
"""The suits in the order in which they are listed: spades first."""


def moment(problem: Problem) -> dict[str, Any]:
    """Return a problem for the page, in the shape of a lesson's step (static/js/learn/lesson.js)."""
    states = Position.stored(problem.position).states()
    state = states[-1]
    plays = state.phase == PLAY
    return {
        "step": 0,
        "of": 1,
        "text": _score(state),
        "problem": True,
        "ask": _("Which card do you play?") if plays else _("What do you bid?"),
        "hint": "",
        "choices": [],
        "acts": True,
        "frames": [view_for(state, YOU)],
        "laid": True,
        "rules": state.rules.to_dict(),
        "sheet": False,
        "out": _unseen(state) if plays else [],
        "shown_out": _voids(states) if plays else [],
    }


def solution(problem: Problem, given: Given, games: QuerySet[Table]) -> dict[str, Any]:
    """Return the data that a problem's page shows after the answer. `games` are those that the viewer may see."""
    state = Position.stored(problem.position).state()
    found = solving.verdict(problem.values)
    best = max(found.worth.values())
    others = how_others_answered(problem)
    mine = solving.same_card(state, given.answer)
    played = solving.same_card(state, problem.played)
    rows = [
        {
            "answer": _named(state, answer),
            "loss": format_number(round(worth - best)),
            "width": max(
                2, round(100 - (best - worth) * 100 / max(1.0, best - min(found.worth.values())))
            ),
            "right": answer in found.right,
            "yours": answer == mine,
            "played": answer == played,
            "share": round(100 * others[answer] / others.total()) if others else 0,
        }
        for answer, worth in sorted(found.worth.items(), key=lambda item: -item[1])
    ]
    return {
        "right": given.right,
        "says": capfirst(_verdict(state, found, given, mine)),
        "rating": _rating(given),
        "rows": rows,
        "others": _others(others.total()),
        "how": _how(problem, state),
        "hands": _hands(state),
        "replay": _replay(problem, games),
    }


def _score(state: State) -> str:
    values = {
        "rules": preset_title(state.rules.preset),
        "score": format_score(state.totals),
        "own": state.bags[YOU],
        "theirs": state.bags[1],
    }
    if not any(state.bags):
        return _("%(rules)s. The score is %(score)s.") % values
    return (
        _("%(rules)s. The score is %(score)s, your side has %(own)s bags, they have %(theirs)s.")
        % values
    )


def _unseen(state: State) -> list[list[str]]:
    """Return the cards that the others hold, one line per suit: its symbol and the ranks."""
    cards = unseen(state, YOU)
    lines = [
        [SUITS[suit], " ".join(card_text(CARDS[card])["text"].rstrip("\ufe0e").rstrip(SUITS) for card in sorted(cards, reverse=True) if SUIT_OF[card] == suit)]
        for suit in FROM_THE_TOP
    ]  # fmt: skip
    return [[sign, ranks or "–"] for sign, ranks in lines]


def _voids(states: list[State]) -> list[str]:
    suits = {0: _("clubs"), 1: _("diamonds"), 2: _("hearts"), 3: _("spades")}
    return [
        _("%(name)s has no %(suits)s left.")
        % {"name": NAMES[seat], "suits": ", ".join(suits[suit] for suit in sorted(out))}
        for seat, out in enumerate(shown_out(states))
        if out and seat != YOU
    ]


def _verdict(state: State, found: solving.Verdict, given: Given, mine: str) -> str:
    best = _(" or ").join(_named(state, answer) for answer in found.right)
    if given.right:
        return _("Right. %(best)s is worth %(points)s points more than any other answer, on average.") % {
            "best": best,
            "points": round(found.margin),
        }  # fmt: skip
    loss = max(found.worth.values()) - found.worth.get(mine, min(found.worth.values()))
    return _("%(best)s is best here. Your answer, %(yours)s, costs %(points)s points on average.") % {
        "best": best,
        "yours": _named(state, mine),
        "points": round(loss),
    }  # fmt: skip


def _rating(given: Given) -> str:
    if given.after is None or given.before is None:
        return ""
    values = {
        "rating": given.after,
        "change": format_number(given.after - given.before, signed=True),
    }
    return _("Your rating in problems: %(rating)s (%(change)s)") % values


def _others(total: int) -> str:
    """Say how many members and guests have answered; "" for none."""
    if not total:
        return ""
    return ngettext("%(n)s answer so far.", "%(n)s answers so far.", total) % {"n": total}


def _how(problem: Problem, state: State) -> str:
    worlds = {"n": problem.worlds}
    if state.phase == PLAY:
        how = _("The unseen cards were dealt anew %(n)s times, and each ending was played out as well as can be with every card.") % worlds  # fmt: skip
    else:
        how = _("The other hands were dealt anew %(n)s times, and bots played each of them out after every bid.") % worlds  # fmt: skip
    rules = state.rules
    if not rules.bag_limit:
        return how
    share = format_number(round(rules.bag_penalty / rules.bag_limit))
    return f"{how} {_('A bag counts %(n)s points against its side at once.') % {'n': share}}"


def _hands(state: State) -> list[list[str]]:
    """Return the others' names and actual cards."""
    return [
        [NAMES[seat], " ".join(card_text(CARDS[card])["text"] for card in _by_suit(state.hands[seat]))]
        for seat in range(SEATS)
        if seat != YOU
    ]  # fmt: skip


def _by_suit(hand: int) -> list[int]:
    return sorted(cards_of(hand), key=lambda card: (-SUIT_OF[card], -card))


def _replay(problem: Problem, games: QuerySet[Table]) -> str:
    """Return the address of the game's replay at this position; "" if the viewer may not see the game."""
    if problem.table_id is None:
        return ""
    public_id = games.filter(pk=problem.table_id).values_list("public_id", flat=True).first()
    if public_id is None:
        return ""
    step = len(problem.position["actions"])
    return f"{reverse('table_replay', args=[public_id])}#h{problem.hand_no}s{step}"


def _named(state: State, answer: str) -> str:
    """Return an answer for people: a bid's number, or a card with its equivalent ones."""
    if state.phase != PLAY:
        return _("nil") if answer == "nil" else answer.removeprefix("bid ")
    same = [
        CARDS[parse_action(text)]
        for text in (action_text(card) for card in sorted(state.legal, reverse=True))
        if solving.same_card(state, text) == answer
    ]
    return "/".join(card_text(card)["text"] for card in same)
