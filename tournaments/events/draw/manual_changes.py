"""The compromises of a draw after a manual change, as sentences stored with the round."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from games.engine.sentences import counted, message
from tournaments.events.draw.separation import places_apart
from tournaments.events.models import Entry, Format, Match, Result, Round, played_by

Table = Sequence[Entry]
"""The entries at a table, or one entry with a bye."""
NAMED = ("one", "other", "name", "a", "b")
"""The placeholders that name the entries in sentences about a pair or a bye."""


def tables_of(round_: Round) -> list[list[Entry]]:
    """Return the current tables of a round, by number."""
    matches = round_.matches.prefetch_related(*played_by()).order_by("number")
    return [match.entries for match in matches]


def flags_after(round_: Round, before: Iterable[Table], first: Entry, second: Entry) -> list[str]:
    """Return a round's sentences after two entries were swapped; `before` are its tables before the swap.

    Sentences about changed tables are dropped. New ones name rematches, pairs that should be kept apart, and second
    byes at these tables.
    """
    same = {frozenset(table) for table in before}
    tables = tables_of(round_)
    changed = [table for table in tables if frozenset(table) not in same]
    others = [table for table in tables if frozenset(table) in same]
    by_hand = message(
        "Changed by hand: %(first)s and %(second)s swapped places.",
        first=first.name,
        second=second.name,
    )
    notes = [*_still_true(round_, changed), by_hand]
    if round_.stage.format == Format.ROTATION:
        return notes
    notes += _kept_apart(round_, changed)
    met = _met(round_)
    notes += [
        message("%(a)s and %(b)s meet again.", a=a.name, b=b.name) for a, b in _again(changed, met)
    ]
    elsewhere = len(_again(others, met))
    if round_.stage.format == Format.SOLO and elsewhere:
        notes.append(
            counted(
                "One pair meets again at the other tables.",
                "%(n)s pairs meet again at the other tables.",
                elsewhere,
            )
        )
    return notes + _second_byes(round_, changed)


def _still_true(round_: Round, changed: Iterable[Table]) -> list[str]:
    """The round's sentences without those about changed tables and the summary of solo tables."""
    names = {entry.name for table in changed for entry in table}
    solo = round_.stage.format == Format.SOLO
    kept = []
    for flag in round_.flags:
        values = getattr(flag, "values", {})
        in_all = solo and ("moved" in values or bool(getattr(flag, "plural", "")))
        if not in_all and names.isdisjoint(str(values.get(name, "")) for name in NAMED):
            kept.append(flag)
    return kept


def _kept_apart(round_: Round, changed: Iterable[Table]) -> list[str]:
    if round_.stage.format != Format.SWISS:
        return []
    found: list[str] = []
    for table in changed:
        if places_apart(round_.stage.tournament, table):
            a, b = table
            found.append(
                message(
                    "%(a)s and %(b)s meet although they should be kept apart.", a=a.name, b=b.name
                )
            )
    return found


def _met(round_: Round) -> set[frozenset[int]]:
    """The pairs that have met: at solo tables in this stage, otherwise in the tournament."""
    played = Match.objects.filter(
        tournament_id=round_.tournament_id, results__current=True,
        results__kind=Result.Kind.PLAYED,
    )  # fmt: skip
    if round_.stage.format == Format.SOLO:
        played = played.filter(round__stage=round_.stage)
    return {
        frozenset((a.pk, b.pk))
        for match in played.prefetch_related(*played_by())
        for a, b in combinations(match.entries, 2)
    }


def _again(tables: Iterable[Table], met: set[frozenset[int]]) -> list[tuple[Entry, Entry]]:
    return [
        (a, b)
        for table in tables
        for a, b in combinations(table, 2)
        if frozenset((a.pk, b.pk)) in met
    ]


def _second_byes(round_: Round, changed: Iterable[Table]) -> list[str]:
    sat_out = Result.objects.filter(
        match__tournament=round_.tournament_id, current=True, kind=Result.Kind.BYE
    )
    byes = set(sat_out.values_list("match__sides__places__entry", flat=True))
    return [
        message("%(name)s sit out a second time.", name=table[0].name)
        for table in changed
        if len(table) == 1 and table[0].pk in byes
    ]
