"""Undoing actions on entries: removals and withdrawals, pairing and splitting, the waiting list, permanent
substitutes, deducted points, manual seeds.
"""

from collections import Counter
from collections.abc import Mapping

from django.db.models import Exists, OuterRef

from spades_site.accounts.models import User
from spades_site.common.models import AuditEntry
from tournaments.events.actions import partners, penalties, places, returning
from tournaments.events.core.state import OPEN, UNDER_WAY
from tournaments.events.draw import seeding
from tournaments.events.entries import substitutes, waiting
from tournaments.events.entries.taking_part import REMOVED, WITHDRAWN
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Penalty,
    Seeding,
    Single,
    Substitution,
    Tournament,
)
from tournaments.organizer.undo.lines import Lines, Undo, number
from tournaments.organizer.undo.of_the_evening import take_back_request, unanswered

Seeds = Mapping[int, int | None]


def _left(lines: Lines) -> frozenset[int]:
    """Return the lines by which an entry left that can be restored."""
    entries = returning.restorable(*lines.tournaments)
    singles = returning.restorable_singles(*lines.tournaments)
    return lines.with_number("entry", entries) | lines.with_number("single", singles)


def _restore(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    if "single" in entry.data:
        returning.restore_single(single_id=number(entry, "single"), by=by)
    else:
        returning.restore_entry(entry_id=number(entry, "entry"), by=by)


# ----------------------------------------------------------------------------------------------------- pairs
def _made_pairs(lines: Lines) -> frozenset[int]:
    """Return the lines that made a pair which can be split; a pair from the waiting list only while it waits there."""
    rows = Entry.objects.filter(
        pk__in={number(one, "entry") for one in lines.entries},
        tournament__in=lines.tournaments,
        tournament__status__in=OPEN,
        tournament__entry_alone=True,
        status__in=Entry.TAKING_PART,
    )
    found = dict(rows.values_list("pk", "status"))
    waits = {key for key, status in found.items() if status == Entry.Status.WAITING}
    return frozenset(
        one.pk
        for one in lines.entries
        if number(one, "entry") in (waits if "waited" in one.data else found)
    )


def _split(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    waited = entry.data.get("waited", ())
    partners.split_pair(entry_id=number(entry, "entry"), by=by, waited=waited)


def _split_pairs(lines: Lines) -> frozenset[int]:
    """Return the lines that split a pair, both of whom still wait for partners."""
    alone = Single.objects.filter(
        user=OuterRef("user"),
        tournament=OuterRef("tournament"),
        status__in=Single.TAKING_PART,
    )
    players = EntryPlayer.objects.filter(
        Exists(alone),
        entry__in={number(one, "entry") for one in lines.entries},
        entry__status=Entry.Status.WITHDRAWN,
        tournament__in=lines.tournaments,
        tournament__status__in=OPEN,
    )
    counts = Counter(players.values_list("entry", flat=True))
    return lines.with_number("entry", {key for key, count in counts.items() if count == 2})


# ---------------------------------------------------------------------------------- waiting list, substitutes
def _moved(lines: Lines) -> frozenset[int]:
    """Return the lines whose order of the waiting list is still current and whose moved place still waits."""
    queues = waiting.queues([one for one in lines.tournaments if one.status in OPEN | UNDER_WAY])
    by_subject = {f"tournament:{key}": queue for key, queue in queues.items()}
    return frozenset(
        one.pk for one in lines.entries if _is_so(one, by_subject.get(one.subject, []))
    )


def _is_so(entry: AuditEntry, queued: list[waiting.Place]) -> bool:
    before, after = entry.data.get("places") or ((), ())
    waits = entry.data.get("place") in map(waiting.named, queued)
    return waits and waiting.has_order(queued, after) and not waiting.has_order(queued, before)


def _move_back(entry: AuditEntry, tournament: Tournament, by: User) -> None:
    before, after = entry.data["places"]
    places.undo_move(
        tournament_id=tournament.pk, by=by, place=entry.data["place"], before=before, after=after
    )


def _substituted(lines: Lines) -> frozenset[int]:
    """Return the lines whose substitute still has the place and hasn't sat at a table, in tournaments that can still
    change.
    """
    played = substitutes.played_since(OuterRef("entry"), OuterRef("into"), OuterRef("at"))
    holds = EntryPlayer.objects.filter(
        entry=OuterRef("entry"), user=OuterRef("into"), position=OuterRef("position"), active=True
    )
    found = Substitution.objects.filter(
        Exists(holds),
        ~Exists(played),
        pk__in={number(one, "substitution") for one in lines.entries},
        match=None,
        entry__status__in=Entry.TAKING_PART,
        entry__tournament__in=[one for one in lines.tournaments if one.status in OPEN | UNDER_WAY],
    )
    return lines.with_number("substitution", set(found.values_list("pk", flat=True)))


def _give_back(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    substitutes.undo_substitution(
        substitution_id=number(entry, "substitution"),
        by=by,
        reserve=str(entry.data.get("reserve", "")),
    )


def _penalties(lines: Lines) -> frozenset[int]:
    """Return the lines whose deduction still counts, in tournaments under way."""
    found = Penalty.objects.filter(
        pk__in={number(one, "penalty") for one in lines.entries},
        entry__tournament__in=lines.under_way,
        undone_at=None,
    )
    return lines.with_number("penalty", set(found.values_list("pk", flat=True)))


# ----------------------------------------------------------------------------------------------------- seeds
def _still_seeded(lines: Lines) -> frozenset[int]:
    """Return the lines whose seeds are still current and can be changed."""
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
    **dict.fromkeys((REMOVED, WITHDRAWN), Undo(_left, _restore)),
    "tournament.pair_made": Undo(_made_pairs, _split),
    "tournament.pair_split": Undo(
        _split_pairs,
        lambda entry, _tournament, by: partners.rejoin_pair(entry_id=number(entry, "entry"), by=by),
    ),
    **dict.fromkeys(("tournament.moved_up", "tournament.move_undone"), Undo(_moved, _move_back)),
    "tournament.substituted": Undo(_substituted, _give_back),
    "tournament.substitute_asked": Undo(unanswered, take_back_request),
    "tournament.penalized": Undo(
        _penalties,
        lambda entry, _tournament, by: penalties.undo(penalty_id=number(entry, "penalty"), by=by),
        judges=True,
    ),
    "tournament.seeded": Undo(_still_seeded, _restore_seeds),
}
