"""The order in which a field enters the draw: by rating, by lot, by an earlier tournament's standings, or by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.errors import Refused
from tournaments.events.core.locks import unknown_entry
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import OPEN, lock, save
from tournaments.events.models import Entry, Seeding, Stage, Status, Tournament
from tournaments.events.scoring.brackets import progress_of_stage
from tournaments.events.scoring.ranking import standings_of_stage
from tournaments.events.scoring.stage_fields import field_of_stage, groups_of
from tournaments.formats.shape import lot

LAST = 10**6


ENTERED = "entered"
"""Seeding in the order of entry: available for a waiting draw, but not as a tournament's setting."""


def seeded(
    tournament: Tournament,
    entries: Sequence[Entry],
    players: Mapping[int, Sequence[int]],
    by: str | None = None,
) -> list[Entry]:
    """Return a field in the order of its seeds, and set the entries' ratings; `players` are by entry key.

    `by` is a `Seeding` or `ENTERED`, by default the tournament's. Ties in that order, and entries missing from it, go by
    rating, then by lot.
    """
    first = _measure(tournament, entries, players, by or tournament.seeding)
    by_lot = (by or tournament.seeding) == Seeding.LOT
    return sorted(
        entries,
        key=lambda entry: (
            first.get(entry.pk, LAST),
            0 if by_lot else -(entry.rating or 0),
            # Draw lots by players, not by the entry's key, because entries of a repeated draw have new keys.
            lot(tournament.seed, "seed", *sorted(players[entry.pk])),
        ),
    )


def standings_for(tournament: Tournament) -> Tournament | None:
    """Return the tournament whose standings can seed a field: the configured one, else the league's last."""
    if tournament.seeded_from is not None or tournament.league_id is None:
        return tournament.seeded_from
    over = Tournament.objects.filter(league=tournament.league_id, status=Status.FINISHED)
    return over.exclude(pk=tournament.pk).order_by("-finished_at", "-pk").first()


def _measure(
    tournament: Tournament,
    entries: Sequence[Entry],
    players: Mapping[int, Sequence[int]],
    by: str,
) -> dict[int, float]:
    """Return the primary sort value by entry, lowest first, without entries that it doesn't cover."""
    if by == ENTERED:
        came = sorted(entries, key=lambda entry: (entry.created_at, entry.pk))
        return {entry.pk: place for place, entry in enumerate(came)}
    if by == Seeding.HAND:
        return {entry.pk: entry.hand_seed for entry in entries if entry.hand_seed is not None}
    earlier = standings_for(tournament) if by == Seeding.STANDINGS else None
    # The tournament's setting names the earlier tournament; without one, seed by rating.
    if earlier is None or (tournament.seeding == by and tournament.seeded_from is None):
        return {}
    ranks = ranks_by_player(earlier)
    known = {
        entry.pk: [ranks[user] for user in players[entry.pk] if user in ranks] for entry in entries
    }
    # If only one of the partners played in it, use that partner's rank.
    return {key: sum(each) / len(each) for key, each in known.items() if each}


def ranks_by_player(tournament: Tournament) -> dict[int, int]:
    """Return the places of all players of a tournament, as `ranks_by_entry` does for entries."""
    ranks = ranks_by_entry(tournament)
    players = tournament.entries.filter(pk__in=ranks).values_list("pk", "players__user_id")
    return {user: ranks[key] for key, user in players if user is not None}


def ranks_by_entry(tournament: Tournament) -> dict[int, int]:
    """Return the places of a tournament's entries by their keys: those of its last stage first, then those of earlier
    stages.
    """
    ranks: dict[int, int] = {}
    for stage in tournament.stages.order_by("-index"):
        unranked = [(rank, key) for rank, key in _places(stage) if key not in ranks]
        ahead = len(ranks)
        for rank, key in unranked:
            ranks[key] = ahead + rank
    return ranks


def _places(stage: Stage) -> list[tuple[int, int]]:
    """Return the stage's places with the entries' keys; groups rank in parallel."""
    field = field_of_stage(stage)
    if len(field) < 2 or not stage.rounds.exists():
        return [(1, entry.pk) for entry in field]
    if stage.plan.is_knock_out:
        known = progress_of_stage(stage).places
        return [(place.first, field[place.entry].pk) for place in known]
    return [
        (row.rank, row.key)
        for group in range(1, len(groups_of(stage, field)) + 1)
        for row in standings_of_stage(stage, group)
    ]


def set_seeds(
    *,
    tournament_id: int,
    by: User,
    seeds: Mapping[int, int | None],
    seen: Mapping[int, int | None] | None = None,
) -> None:
    """Store the organizer's manual seeds, by entry key, before the start; None removes a seed. When undoing, `seen` has
    the seeds to undo, which must still be set.

    Raises Refused: "unknown_tournament", "not_organizer", "not_by_hand", "begun", "unknown_entry", "seed_twice",
    "seed_low", "stale".
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organizer(by, tournament)
        if tournament.seeding != Seeding.HAND:
            raise Refused("not_by_hand", _("This tournament isn’t seeded by hand."))
        if tournament.status not in OPEN:
            raise Refused(
                "begun", _("Seeds can be set only while people can enter, until the start.")
            )
        entries = {entry.pk: entry for entry in tournament.entries.filter(status__in=Entry.LIVE)}
        _check_seeds(seeds, entries)
        if seen is not None and any(entries[key].hand_seed != seed for key, seed in seen.items()):
            raise Refused("stale", _("The seeds have changed since. Look at them again."))
        changed = [entries[key] for key, seed in seeds.items() if entries[key].hand_seed != seed]
        before = _in_log(changed)
        for key, seed in seeds.items():
            entries[key].hand_seed = seed
        Entry.objects.bulk_update(entries.values(), ["hand_seed"])
        save(tournament)
        audit.record(
            actor=by,
            verb="tournament.seeded",
            subject=tournament,
            before=before,
            after=_in_log(changed),
            entries=[entry.pk for entry in changed],
        )


def _in_log(entries: Sequence[Entry]) -> dict[str, Any]:
    """Return entries' seeds in the log's format, with names in a form that follows renamed people."""
    return {"seeds": [{"name": entry.name, "seed": entry.hand_seed} for entry in entries]}


def _check_seeds(seeds: Mapping[int, int | None], entries: Mapping[int, Entry]) -> None:
    if seeds.keys() - entries.keys():
        raise unknown_entry()
    kept = [entry.hand_seed for key, entry in entries.items() if key not in seeds]
    numbers = [seed for seed in (*kept, *seeds.values()) if seed is not None]
    if numbers and min(numbers) < 1:
        raise Refused("seed_low", _("Seeds count from 1."))
    twice = sorted({seed for seed in numbers if numbers.count(seed) > 1})
    if twice:
        raise Refused(
            "seed_twice", _("Seed %(seed)d is given twice. Give each once.") % {"seed": twice[0]}
        )
