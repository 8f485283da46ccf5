"""Updating the names of renamed players in entries and in the platform's texts about tournaments."""

from collections.abc import Collection
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q

from spades_site.accounts.models import User
from spades_site.accounts.renaming import earlier_names
from spades_site.common.people.renaming import naming, put_name
from tournaments.events.core.state import lock, save
from tournaments.events.models import Entry, Result, Round, Tournament

_TEXTS: tuple[tuple[Any, str, str], ...] = (
    (Round, "flags", "tournament"),
    (Result, "reason", "match__tournament"),
    (Tournament, "status_reason", "pk"),
)
"""Fields with the platform's sentences that name players: model, field, and the path to the locked tournament."""


def on_renamed(payload: dict[str, Any]) -> None:
    """Handle the outbox topic of a member's new name."""
    user = get_user_model().objects.filter(pk=payload["user"]).first()
    if user is None:
        return
    for tournament_id in sorted({*tournaments_of(user), *_tournaments_naming(earlier_names(user))}):
        follow_name(tournament_id=tournament_id, user=user)


def tournaments_of(user: User) -> list[int]:
    """Return the keys of the tournaments whose entries may contain the user's name, in lock order."""
    theirs = Q(players__user=user) | Q(invitations__to_user=user)
    entries = Entry.objects.filter(theirs).order_by("tournament_id")
    return list(entries.values_list("tournament_id", flat=True).distinct())


def follow_name(*, tournament_id: int, user: User) -> None:
    """Write the user's current name into one tournament: entries with or inviting the user, and texts."""
    with transaction.atomic():
        tournament = lock(tournament_id)
        places = (
            (model.objects.filter(**{tournament: tournament_id}), field)
            for model, field, tournament in _TEXTS
        )
        put_name(earlier_names(user), user.username, *places)
        # `put_name` updates this text in the database; reload it, or `save` would overwrite it.
        tournament.refresh_from_db(fields=["status_reason"])
        theirs = Q(players__user=user) | Q(invitations__to_user=user)
        changed = False
        # Team names don't derive from players.
        pairs = tournament.entries.none() if tournament.is_team else tournament.entries
        for entry in pairs.filter(theirs).distinct():
            name = " & ".join(_names_in(entry))
            if name != entry.name:
                Entry.objects.filter(pk=entry.pk).update(name=name)
                changed = True
        if changed:
            save(tournament)


def _tournaments_naming(names: Collection[str]) -> set[int]:
    """Return the keys of the tournaments whose texts may contain the name."""
    return {
        key
        for model, field, tournament in _TEXTS
        for key in naming(names, model, field).values_list(tournament, flat=True)
    }


def _names_in(entry: Entry) -> list[str]:
    """Return the names of the entry's players; if a partner is missing, with the last invited partner."""
    names = list(entry.players.order_by("position").values_list("user__username", flat=True))
    if len(names) == 1:
        asked = entry.invitations.order_by("pk").last()
        names += [] if asked is None else [asked.to_user.username]
    return names
