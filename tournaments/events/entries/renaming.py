"""Entries and what the platform wrote about a tournament name its players; when one gets another name, they follow."""

from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q

from spades_site.accounts.renaming import earlier_names
from spades_site.common.renaming import put_name
from tournaments.events.core.state import lock, save
from tournaments.events.models import Entry, Result, Round, Tournament


def on_renamed(payload: dict[str, Any]) -> None:
    """Hear of a member's new name (the outbox)."""
    user = get_user_model().objects.filter(pk=payload["user"]).first()
    if user is None:
        return
    for tournament_id in tournaments_of(user):
        follow_name(tournament_id=tournament_id, user=user)
    put_name(
        earlier_names(user),
        user.username,
        (Round, "flags"),
        (Result, "reason"),
        (Tournament, "status_reason"),
    )


def tournaments_of(user: Any) -> list[int]:
    """Return the keys of the tournaments whose entries may bear the user's name, in the order in which they are locked."""
    theirs = Q(players__user=user) | Q(invitations__to_user=user)
    entries = Entry.objects.filter(theirs).order_by("tournament_id")
    return list(entries.values_list("tournament_id", flat=True).distinct())


def follow_name(*, tournament_id: int, user: Any) -> None:
    """Write the present names of all players on the entries of one tournament in which the user is, or was asked to be."""
    with transaction.atomic():
        tournament = lock(tournament_id)
        theirs = Q(players__user=user) | Q(invitations__to_user=user)
        changed = False
        for entry in tournament.entries.filter(theirs).distinct():
            name = " & ".join(_names_in(entry))
            if name != entry.name:
                Entry.objects.filter(pk=entry.pk).update(name=name)
                changed = True
        if changed:
            save(tournament)


def _names_in(entry: Entry) -> list[str]:
    """Return who plays the entry; where one waits for a partner, or waited in vain, with whom they asked last."""
    names = list(entry.players.order_by("position").values_list("user__username", flat=True))
    if len(names) == 1:
        asked = entry.invitations.order_by("pk").last()
        names += [] if asked is None else [asked.to_user.username]
    return names
