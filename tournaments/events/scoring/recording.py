"""Recording results. A new version never erases an earlier one; the current one counts.

Everything here works on rows of a tournament that the caller has locked.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games import engine
from games.tables.models import Table
from spades_site.accounts.models import User
from tournaments.events.core import line_ups
from tournaments.events.core.result_events import ResultEvent, announce
from tournaments.events.models import (
    Match,
    MatchTable,
    Result,
    SideScore,
    StandIn,
    Timing,
    with_scores,
)
from tournaments.events.notices import notify
from tournaments.events.scoring.conduct import mark_absent
from tournaments.standings.placing import places_by


@dataclass(frozen=True, slots=True)
class SideOutcome:
    """One side's outcome: its place from 1 (None: all forfeit, or nothing counts), and its scores at its tables."""

    place: int | None = None
    points: int = 0
    bags: int = 0
    games: int = 0
    """Won, of a match of several."""


@dataclass(frozen=True, slots=True)
class Entered:
    """The score of a game that an organizer entered by hand: the number of its table, and by side points and bags."""

    table: int
    points: tuple[int, ...]
    bags: tuple[int, ...]
    hands: int
    by_hand: tuple[tuple[int, ...], ...] = ()
    """With shared deals: each side's points, deal by deal."""
    places: tuple[int, ...] = ()
    """The sides' places where the points don't say who won; empty where they do."""
    ended: str = ""
    """How the game ended, a `GameEnd`; empty in scores that were entered before this was asked."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as a result and the log store it."""
        return {
            "table": self.table,
            "points": list(self.points),
            "bags": list(self.bags),
            "hands": self.hands,
            "by_hand": [list(points) for points in self.by_hand],
            **({"places": list(self.places)} if self.places else {}),
            **({"ended": self.ended} if self.ended else {}),
        }


@dataclass(frozen=True, slots=True)
class Outcome:
    """A match's outcome: a kind of Result, and its sides by index."""

    kind: str
    sides: tuple[SideOutcome, ...]
    hands: int = 0
    by_hand: tuple[tuple[int, ...], ...] = ()
    """With shared deals: each side's points, hand by hand."""
    absent: frozenset[int] = frozenset()
    """Keys of single players' entries that forfeit though the others played."""
    entered: tuple[Entered, ...] = ()
    """Games whose score was entered by hand, by table."""
    ended: str = ""
    """How the only game ended, a `GameEnd`; empty for several games."""

    @property
    def winner(self) -> int | None:
        """Return the index of the sole winner, or None."""
        places = [side.place for side in self.sides]
        return places.index(1) if places.count(1) == 1 else None


BYE = Outcome(str(Result.Kind.BYE), (SideOutcome(1),))


def void(match: Match) -> Outcome:
    """Return the outcome of a match that counts for nobody."""
    return Outcome(str(Result.Kind.VOID), (SideOutcome(),) * len(match.sides))


def forfeit(match: Match, winner: int | None) -> Outcome:
    """Return a win by forfeit for the side with that index; None: all forfeit."""
    places = [1 if index == winner else 2 for index in range(len(match.sides))]
    return Outcome(
        str(Result.Kind.FORFEIT),
        tuple(SideOutcome(None if winner is None else place) for place in places),
    )


def outcome_at(at: MatchTable) -> Outcome:
    """Return the outcome of a finished table for its match's sides."""
    assert at.table is not None
    result = at.table.result
    assert result is not None
    totals = result["totals"]
    bags = result.get("bags") or [0] * len(totals)
    turn = -1 if at.crossed else 1
    sides = tuple(
        # Without a bag penalty in the rules, the counts may be negative or missing.
        SideOutcome(place, points, max(0, taken))
        for place, points, taken in zip(_places(result), totals, bags, strict=True)
    )
    return Outcome(
        kind=str(Result.Kind.PLAYED),
        sides=sides[::turn],
        hands=at.hands_before + result.get("hands", 0),
        by_hand=tuple(points[::turn] for points in _by_hand(at.table)),
        ended=result.get("ended", ""),
    )


def outcome_entered(given: Entered) -> Outcome:
    """Return the outcome of a game whose score was entered by hand."""
    places = given.places or places_by(given.points)
    scores = zip(places, given.points, given.bags, strict=True)
    return Outcome(
        kind=str(Result.Kind.PLAYED),
        sides=tuple(SideOutcome(*score) for score in scores),
        hands=given.hands,
        by_hand=given.by_hand,
        ended=given.ended,
    )


def record_result(
    match: Match, outcome: Outcome, *, at: datetime, by: User | None = None, reason: str = ""
) -> Result:
    """Make `outcome` the current result of a match and end the match. `by` None: the platform.

    Idempotent: writes nothing if it is the current result already.
    """
    current = match.results.filter(current=True).first()
    if (
        current is not None
        and match.status == Match.Status.DONE
        and is_outcome_of(current, outcome)
    ):
        return current
    if outcome.kind != Result.Kind.PLAYED or outcome.entered:
        # Tables of played matches have been recorded before (`match_games.note_tables`).
        line_ups.record_attendance(match)
    newest = match.results.order_by("-version").values_list("version", flat=True).first() or 0
    match.results.filter(current=True).update(current=False)
    result = Result.objects.create(
        match=match,
        version=newest + 1,
        kind=outcome.kind,
        hands=outcome.hands,
        ended=outcome.ended,
        by_hand=[list(points) for points in outcome.by_hand],
        entered=[one.to_dict() for one in outcome.entered],
        attended=line_ups.attended(match),
        by=by,
        reason=reason,
        at=at,
    )
    SideScore.objects.bulk_create(
        SideScore(
            result=result,
            side=side,
            place=one.place,
            points=one.points,
            bags=one.bags,
            games=one.games,
        )
        for side, one in zip(match.sides, outcome.sides, strict=True)
    )
    _write_stand_ins(result, outcome)
    match.status = Match.Status.DONE
    match.save(update_fields=["status"])
    if match.tournament.timing == Timing.WINDOWS:
        match.availability.all().delete()
        if not outcome.entered:
            mark_absent(match, at)
    notify.resulted(match, result)
    announce(match, _event_of(outcome, before=current), result.version)
    return result


def set_aside(match: Match) -> None:
    """Clear a match's current result, because it is replayed; all versions are kept."""
    version = match.results.filter(current=True).values_list("version", flat=True).first()
    if version is not None:
        match.results.filter(current=True).update(current=False)
        announce(match, ResultEvent.VOIDED, version)


def is_outcome_of(result: Result, outcome: Outcome) -> bool:
    """Return whether a stored result equals `outcome`."""
    return outcome == recorded(result)


def recorded(result: Result) -> Outcome:
    """Return the outcome that a result stores."""
    return Outcome(
        kind=result.kind,
        sides=tuple(
            SideOutcome(side.place, side.points, side.bags, side.games) for side in result.sides
        ),
        hands=result.hands,
        by_hand=tuple(tuple(points) for points in result.by_hand),
        absent=frozenset(result.absent),
        entered=tuple(map(_entered, result.entered)),
        ended=result.ended,
    )


def last_decision(match: Match, version: int) -> tuple[Result, Result] | None:
    """Return a person's decision with this version, and the result before it to which the match can return; or None.
    There is no such result if the match was replayed in between.
    """
    rows = match.results.filter(version__in=(version - 1, version)).prefetch_related(*with_scores())
    found = {one.version: one for one in rows}
    decision, earlier = found.get(version), found.get(version - 1)
    if decision is None or decision.by_id is None or earlier is None:
        return None
    has_result = match.results.filter(current=True).exists()
    replayed = any(at.table and at.table.created_at > earlier.at for at in match.counting)
    return (decision, earlier) if has_result and not replayed else None


def _event_of(outcome: Outcome, before: Result | None) -> ResultEvent:
    if outcome.kind == Result.Kind.VOID:
        return ResultEvent.VOIDED
    return ResultEvent.RECORDED if before is None else ResultEvent.CORRECTED


def _entered(stored: dict[str, Any]) -> Entered:
    return Entered(
        table=stored["table"],
        points=tuple(stored["points"]),
        bags=tuple(stored["bags"]),
        hands=stored["hands"],
        by_hand=tuple(map(tuple, stored["by_hand"])),
        places=tuple(stored.get("places", ())),
        ended=stored.get("ended", ""),
    )


def _write_stand_ins(result: Result, outcome: Outcome) -> None:
    match = result.match
    mostly = line_ups.stood_in(match) if outcome.kind == Result.Kind.PLAYED else []
    absent = outcome.absent.union(mostly)
    StandIn.objects.bulk_create(
        StandIn(
            result=result,
            place=place,
            mostly=place.entry_id in mostly,
            forfeits=place.entry_id in outcome.absent,
        )
        for side in match.sides
        for place in side.places.all()
        if place.entry_id in absent
    )


def _places(result: dict[str, Any]) -> tuple[int, ...]:
    """Return the sides' places; results from before tables kept them have winners and totals."""
    if result.get("places"):
        return tuple(result["places"])
    if len(result["totals"]) > 2:
        return places_by(result["totals"])
    winners = set(result["winners"])
    first, second = bool(winners & {0, 2}), bool(winners & {1, 3})
    if first == second:
        return 1, 1
    return (1, 2) if first else (2, 1)


def _by_hand(table: Table) -> tuple[tuple[int, ...], ...]:
    """Return each side's points at a finished table, hand by hand, if it shares deals; otherwise nothing."""
    if table.deals_id is None or table.state is None:
        return ()
    state = engine.restore({**table.state, "rules": table.rules})
    return tuple(tuple(side.points for side in hand.sides) for hand in state.hand_results)
