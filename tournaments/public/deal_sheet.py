"""A match's result deal by deal, if all tables of its round played the same deals."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from games.engine.comparing import margin
from tournaments.events.models import Result, Round, Tournament
from tournaments.events.plan.choices import Comparison
from tournaments.events.queries.selectors import MatchView
from tournaments.events.scoring.ranking import with_all_loaded
from tournaments.events.setup.shared_deals import compare
from tournaments.formats.shared_deals import CAP


@dataclass(frozen=True)
class Cell:
    """One side on one deal: its score (None: not played), the mean of those who held the same cards, its points.
    `uncapped` is the difference that the cap has cut, or None.
    """

    score: int | None
    elsewhere: Decimal | None
    value: Decimal
    uncapped: Decimal | None = None


@dataclass(frozen=True)
class DealRow:
    """One deal by its number from 1."""

    number: int
    cells: list[Cell]


@dataclass(frozen=True)
class DealSheet:
    """A match's deals, and each side's total."""

    rows: list[DealRow]
    totals: list[Decimal]


def sheet_of(view: MatchView) -> DealSheet | None:
    """Return the comparison of a match whose round is over; None if there is none (yet)."""
    match, result = view.line.match, view.line.result
    over = match.round.status == Round.Status.DONE
    if not view.tournament.shares_deals or not over or result is None or view.line.is_bye:
        return None
    results = list(with_all_loaded(Result.objects.filter(match__round=match.round, current=True)))
    compared = compare(view.tournament, results).get(match.pk)
    if compared is None:
        return None
    sides = len(match.sides)
    others = [
        each.by_hand
        for each in results
        if each.match_id != match.pk and len(each.match.sides) == sides
    ]
    rows = [
        DealRow(
            number,
            [
                Cell(
                    result.by_hand[number - 1][side] if result.by_hand else None,
                    _mean(others, number - 1, side),
                    value,
                    _uncapped(view.tournament, result.by_hand, others, number - 1, side),
                )
                for side, value in enumerate(values)
            ],
        )
        for number, values in enumerate(compared.by_deal, start=1)
    ]
    return DealSheet(rows, list(compared.points))


def _uncapped(
    tournament: Tournament,
    own: list[list[int]],
    others: list[list[list[int]]],
    deal: int,
    side: int,
) -> Decimal | None:
    """Return the difference between the side's lead and the others' mean lead, to a tenth, if it is beyond the cap."""
    leads = [margin(by_hand[deal], side) for by_hand in others if deal < len(by_hand)]
    if tournament.comparison == Comparison.MATCHPOINTS or not own or not leads:
        return None
    difference = margin(own[deal], side) - sum(leads, Fraction(0)) / len(leads)
    return Decimal(round(10 * difference)) / 10 if abs(difference) > CAP else None


def _mean(others: list[list[list[int]]], deal: int, side: int) -> Decimal | None:
    """Return the other tables' mean score on a deal in a direction, to a tenth."""
    scores = [by_hand[deal][side] for by_hand in others if deal < len(by_hand)]
    return Decimal(round(10 * sum(scores) / len(scores))) / 10 if scores else None
