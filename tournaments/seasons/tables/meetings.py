"""The results of a season's divisions for its tables, as plain values instead of rows, because there are hundreds."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from tournaments.events.models import Result, Round, SideScore, Tournament
from tournaments.events.scoring.ranking import policy_of, with_victory_points
from tournaments.standings import Ending, MatchResult, Side


@dataclass(frozen=True, slots=True)
class Meeting:
    """The current result of a match, or a bye: `match` is its key, `kind` a kind of Result. A void one doesn't count,
    and has no `result`.
    """

    match: int
    round: int
    round_over: bool
    kind: str
    sides: tuple[Side, ...]
    result: MatchResult | None
    is_corrected: bool = False
    """Whether a person replaced an earlier result by this one."""

    @property
    def is_bye(self) -> bool:
        """Return whether one entry sat out."""
        return len(self.sides) < 2

    @property
    def keys(self) -> tuple[int, ...]:
        """Return the entries, by side."""
        return tuple(side.keys[0] for side in self.sides)

    @property
    def winner(self) -> int | None:
        """Return the index of the sole winner, by play or by forfeit, or None."""
        places = [side.place for side in self.sides]
        return places.index(1) if places.count(1) == 1 else None


def meetings_of(tournaments: Mapping[int, Tournament]) -> dict[int, list[Meeting]]:
    """Return the meetings of each tournament, by round and number, keyed by the tournament's key. One query.

    The tournaments are of pairs or teams, without comparison of deals.
    """
    if not tournaments:
        return {}
    policies = {key: policy_of(tournament) for key, tournament in tournaments.items()}
    shown = SideScore.objects.filter(
        result__current=True, result__match__tournament__in=tournaments
    )
    order = ("result__match__round__number", "result__match__number", "result_id", "side__index")
    rows = shown.order_by(*order).values_list(
        "result_id",
        "result__match_id",
        "result__match__tournament",
        "result__match__round__number",
        "result__match__round__status",
        "result__kind",
        "result__hands",
        "result__by_hand",
        "result__version",
        "result__by",
        "side__places__entry",
        "place",
        "points",
        "bags",
    )
    found: dict[int, list[Meeting]] = {}
    for _result, group in groupby(rows, key=itemgetter(0)):
        both = list(group)
        _key, match, tournament, number, status, kind, hands, by_hand, version, by = both[0][:10]
        # If nobody has a place, all are last.
        sides = tuple(
            Side((entry,), place or len(both), points, bags)
            for *_of_result, entry, place, points, bags in both
        )
        result = None
        if kind != Result.Kind.VOID:
            result = with_victory_points(
                tournaments[tournament],
                policies[tournament],
                MatchResult(number, sides, Ending(kind)),
                hands,
                by_hand,
            )
        found.setdefault(tournament, []).append(
            Meeting(
                match,
                number,
                status == Round.Status.DONE,
                kind,
                sides,
                result,
                is_corrected=version > 1 and by is not None,
            )
        )
    return found
