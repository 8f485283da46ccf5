"""Undoing what concerns entries: removals before the start, made pairs, seeds set by hand."""

from collections.abc import Mapping

from spades_site.accounts.models import User
from spades_site.common.audit import subject_of
from spades_site.common.models import AuditEntry
from tournaments.events.actions import partners, penalties, places
from tournaments.events.core.state import OPEN
from tournaments.events.draw import seeding
from tournaments.events.models import Entry, Penalty, Seeding, Tournament
from tournaments.organizer.undo.lines import Lines, Undo, number

Seeds = Mapping[int, int | None]


def _removed(lines: Lines) -> frozenset[int]:
    """The lines that removed an entry which can be put back."""
    subjects = {one.subject for one in lines.entries}
    about = [one for one in lines.tournaments if subject_of(one) in subjects]
    return lines.with_number("entry", {key for one in about for key in places.restorable(one)})


def _made_pairs(lines: Lines) -> frozenset[int]:
    """The lines that made a pair which can be split."""
    found = Entry.objects.filter(
        pk__in={number(one, "entry") for one in lines.entries},
        tournament__in=lines.tournaments,
        tournament__status__in=OPEN,
        tournament__entry_alone=True,
        status__in=Entry.TAKING_PART,
    )
    return lines.with_number("entry", set(found.values_list("pk", flat=True)))


def _penalties(lines: Lines) -> frozenset[int]:
    """The lines whose deduction counts, in tournaments under way."""
    found = Penalty.objects.filter(
        pk__in={number(one, "penalty") for one in lines.entries},
        entry__tournament__in=lines.under_way,
        undone_at=None,
    )
    return lines.with_number("penalty", set(found.values_list("pk", flat=True)))


# ----------------------------------------------------------------------------------------------------- seeds
def _still_seeded(lines: Lines) -> frozenset[int]:
    """The lines whose seeds are those of now, and can be set."""
    keys = {key for one in lines.entries for key in one.data.get("entries", ())}
    found = Entry.objects.filter(
        pk__in=keys,
        tournament__in=lines.tournaments,
        tournament__status__in=OPEN,
        tournament__seeding=Seeding.HAND,
        status__in=Entry.LIVE,
    )
    seeds: Seeds = dict(found.values_list("pk", "hand_seed"))
    return frozenset(one.pk for one in lines.entries if _has_seeds(one, seeds))


def _has_seeds(entry: AuditEntry, seeds: Seeds) -> bool:
    after = _seeds_in(entry, "after")
    return bool(after) and all(key in seeds and seeds[key] == one for key, one in after.items())


def _restore_seeds(entry: AuditEntry, tournament: Tournament, by: User) -> None:
    before, after = _seeds_in(entry, "before"), _seeds_in(entry, "after")
    seeding.set_seeds(tournament_id=tournament.pk, by=by, seeds=before, seen=after)


def _seeds_in(entry: AuditEntry, when: str) -> Seeds:
    rows = (entry.data.get(when) or {}).get("seeds", ())
    keys = entry.data.get("entries", ())
    return {key: row["seed"] for key, row in zip(keys, rows, strict=False)}


UNDOS: dict[str, Undo] = {
    places.REMOVED: Undo(
        _removed,
        lambda entry, _tournament, by: places.restore_entry(entry_id=number(entry, "entry"), by=by),
    ),
    "tournament.pair_made": Undo(
        _made_pairs,
        lambda entry, _tournament, by: partners.split_pair(entry_id=number(entry, "entry"), by=by),
    ),
    "tournament.penalized": Undo(
        _penalties,
        lambda entry, _tournament, by: penalties.undo(penalty_id=number(entry, "penalty"), by=by),
        judges=True,
    ),
    "tournament.seeded": Undo(_still_seeded, _restore_seeds),
}
