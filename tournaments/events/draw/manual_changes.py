"""Manual changes of a draw: swapping two entries, and the compromises as sentences stored with the round."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Max

from games.engine.sentences import counted, message
from tournaments.events.draw.quality import Judge, Table
from tournaments.events.draw.round_rows import Drawn, Sides, write_matches
from tournaments.events.models import Entry, Round, Stage, played_by

NAMED = ("one", "other", "name", "a", "b")
"""The placeholders that name the entries in sentences about a pair or a bye."""


def sides_drawn(round_: Round) -> list[Sides]:
    """Return the sides of a round's matches, by number."""
    matches = round_.matches.prefetch_related(*played_by()).order_by("number")
    return [[side.entries for side in match.sides] for match in matches]


def by_hand(flag: object) -> bool:
    """Return whether a round's sentence says that its draw was changed by hand."""
    return str(getattr(flag, "template", "")).startswith("Changed by hand:")


def swapped(drawn: Iterable[Sides], first: Entry, second: Entry) -> list[Sides]:
    """Return the sides with two entries swapped, without storing anything."""
    other = {first: second, second: first}
    return [[[other.get(entry, entry) for entry in side] for side in sides] for sides in drawn]


def tables_of(drawn: Iterable[Sides]) -> list[list[Entry]]:
    """Return the entries at each table."""
    return [[entry for side in sides for entry in side] for sides in drawn]


def flags_after(judge: Judge, drawn: Sequence[Sides], first: Entry, second: Entry) -> list[str]:
    """Return a round's sentences if two entries of its draw are swapped, without storing anything.

    Sentences about changed tables are dropped. New ones name rematches, pairs that should be kept apart, pairings across
    scores, and second byes at these tables.
    """
    round_ = judge.round
    same = {frozenset(table) for table in tables_of(drawn)}
    tables = tables_of(swapped(drawn, first, second))
    changed = [table for table in tables if frozenset(table) not in same]
    others = [table for table in tables if frozenset(table) in same]
    changed_words = message(
        "Changed by hand: %(first)s and %(second)s swapped places.",
        first=first.name,
        second=second.name,
    )
    notes = [*_still_true(round_, changed), changed_words]
    if round_.stage.facts.partners_change:
        return notes
    notes += _in_swiss(judge, changed)
    notes += [
        message("%(a)s and %(b)s meet again.", a=a.name, b=b.name) for a, b in judge.again(changed)
    ]
    elsewhere = len(judge.again(others)) if round_.stage.facts.places_score else 0
    if elsewhere:
        notes.append(
            counted(
                "One pair meets again at the other tables.",
                "%(n)s pairs meet again at the other tables.",
                elsewhere,
            )
        )
    return notes + [
        message("%(name)s sit out a second time.", name=entry.name)
        for entry in judge.second_byes(changed)
    ]


def _still_true(round_: Round, changed: Iterable[Table]) -> list[str]:
    """Return the round's sentences, except those about changed tables and the summary of solo tables."""
    names = {entry.name for table in changed for entry in table}
    solo = round_.stage.facts.places_score
    kept = []
    for flag in round_.flags:
        values = getattr(flag, "values", {})
        in_all = solo and ("moved" in values or bool(getattr(flag, "plural", "")))
        if not in_all and names.isdisjoint(str(values.get(name, "")) for name in NAMED):
            kept.append(flag)
    return kept


def _in_swiss(judge: Judge, changed: Sequence[Table]) -> list[str]:
    """Yield the sentences specific to a Swiss: about pairs to keep apart, and about pairings across scores."""
    if not judge.stage.facts.pairs_by_score:
        return []
    found: list[str] = [
        message("%(a)s and %(b)s meet although they should be kept apart.", a=a.name, b=b.name)
        for a, b in judge.together(changed)
    ]
    for table in changed:
        scores = [judge.score(entry) for entry in table]
        if len(set(scores)) == 2:
            high, low = sorted(table, key=judge.score, reverse=True)
            found.append(
                message(
                    "%(a)s with a score of %(more)s meets %(b)s with a score of %(less)s.",
                    a=high.name,
                    more=max(scores),
                    b=low.name,
                    less=min(scores),
                )
            )
    return found


def exchange(round_: Round, first: Entry, second: Entry) -> None:
    """Rewrite the round's matches with two entries swapped."""
    other = {first: second, second: first}
    drawn = [
        Drawn(
            match.number,
            [[other.get(entry, entry) for entry in side.entries] for side in match.sides],
            match.slot,
            match.best_of,
        )
        for match in round_.matches.prefetch_related(*played_by())
    ]
    round_.matches.all().delete()
    write_matches(round_, drawn)


def swap_seeds(stage: Stage, first: Entry, second: Entry) -> None:
    """Swap two entries' seeds in a stage, and so their places in its bracket or groups."""
    places: list[Any] = [first, second]
    if stage.index > 1:
        places = [stage.qualifiers.get(entry=entry) for entry in places]
    a, b = places
    a.seed_no, b.seed_no = b.seed_no, a.seed_no
    # One seed at a time: seeds are unique.
    free = 1 + (type(a).objects.aggregate(most=Max("seed_no"))["most"] or 0)
    type(a).objects.filter(pk=a.pk).update(seed_no=free)
    b.save(update_fields=["seed_no"])
    a.save(update_fields=["seed_no"])
