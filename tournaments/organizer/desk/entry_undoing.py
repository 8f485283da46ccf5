"""What of the lines of the log about entries can be undone: removals before the start, and seeds set by hand."""

from collections.abc import Mapping, Sequence

from spades_site.accounts.models import User
from spades_site.common.audit import subject_of
from spades_site.common.models import AuditEntry
from tournaments.events.actions import places
from tournaments.events.core.state import OPEN
from tournaments.events.draw import seeding
from tournaments.events.models import Entry, Seeding, Tournament

PAIRED, SEEDED = "tournament.pair_made", "tournament.seeded"
Seeds = Mapping[int, int | None]


def removed_in(tournaments: Sequence[Tournament], lines: Sequence[AuditEntry]) -> frozenset[int]:
    """Return the keys of the entries that can be put back, where a line removed one."""
    subjects = {one.subject for one in lines if one.verb == places.REMOVED}
    about = [one for one in tournaments if subject_of(one) in subjects]
    return frozenset(key for one in about for key in places.restorable(one))


def seeds_now(tournaments: Sequence[Tournament], lines: Sequence[AuditEntry]) -> Seeds:
    """Return the seeds, by the entries' keys, of those that lines set, where they can still be set."""
    keys = {key for one in lines if one.verb == SEEDED for key in one.data.get("entries", ())}
    if not keys:
        return {}
    found = Entry.objects.filter(
        pk__in=keys,
        tournament__in=tournaments,
        tournament__status__in=OPEN,
        tournament__seeding=Seeding.HAND,
        status__in=Entry.LIVE,
    )
    return dict(found.values_list("pk", "hand_seed"))


def pairs_now(tournaments: Sequence[Tournament], lines: Sequence[AuditEntry]) -> frozenset[int]:
    """Return the keys of the pairs that lines made of two people, where they can be split."""
    keys = {one.data.get("entry") for one in lines if one.verb == PAIRED} - {None}
    if not keys:
        return frozenset()
    found = Entry.objects.filter(
        pk__in=keys,
        tournament__in=tournaments,
        tournament__status__in=OPEN,
        tournament__entry_alone=True,
        status__in=Entry.TAKING_PART,
    )
    return frozenset(found.values_list("pk", flat=True))


def still_seeded(entry: AuditEntry, seeds: Seeds) -> bool:
    """Return whether the seeds that a line set are those of now."""
    after = _seeds_in(entry, "after")
    return bool(after) and all(key in seeds and seeds[key] == one for key, one in after.items())


def restore_seeds(entry: AuditEntry, tournament: Tournament, by: User) -> None:
    """Set the seeds of before a line. Raises Refused like `seeding.set_seeds`."""
    before, after = _seeds_in(entry, "before"), _seeds_in(entry, "after")
    seeding.set_seeds(tournament_id=tournament.pk, by=by, seeds=before, seen=after)


def _seeds_in(entry: AuditEntry, when: str) -> Seeds:
    rows = (entry.data.get(when) or {}).get("seeds", ())
    keys = entry.data.get("entries", ())
    return {key: row["seed"] for key, row in zip(keys, rows, strict=False)}
