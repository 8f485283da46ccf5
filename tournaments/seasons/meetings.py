"""The results of a season's divisions as its tables need them: values instead of rows, for hundreds of matches at once."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

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
    """Return the meetings of each tournament, by round and number, keyed by the tournament's key. Two queries.

    The tournaments are of pairs or teams, without comparison of deals.
    """
    if not tournaments:
        return {}
    sides = _sides(tournaments)
    policies = {key: policy_of(tournament) for key, tournament in tournaments.items()}
    shown = Result.objects.filter(current=True, match__tournament__in=tournaments)
    rows = shown.order_by("match__round__number", "match__number").values_list(
        "pk",
        "match_id",
        "match__tournament",
        "match__round__number",
        "match__round__status",
        "kind",
        "hands",
        "by_hand",
    )
    found: dict[int, list[Meeting]] = {}
    for key, match, tournament, number, status, kind, hands, by_hand in rows:
        own = sides[key]
        result = None
        if kind != Result.Kind.VOID:
            result = with_victory_points(
                tournaments[tournament],
                policies[tournament],
                MatchResult(number, own, Ending(kind)),
                hands,
                by_hand,
            )
        found.setdefault(tournament, []).append(
            Meeting(match, number, status == Round.Status.DONE, kind, own, result)
        )
    return found


def _sides(tournaments: Iterable[int]) -> dict[int, tuple[Side, ...]]:
    """The sides of each result, by its key. Where nobody has a place, all are last."""
    scores = SideScore.objects.filter(
        result__current=True, result__match__tournament__in=tournaments
    )
    rows = scores.order_by("result_id", "side__index").values_list(
        "result_id", "side__places__entry", "place", "points", "bags"
    )
    found: dict[int, list[tuple[int, int | None, int, int]]] = {}
    for result, entry, place, points, bags in rows:
        found.setdefault(result, []).append((entry, place, points, bags))
    return {
        result: tuple(
            Side((entry,), place or len(own), points, bags) for entry, place, points, bags in own
        )
        for result, own in found.items()
    }
