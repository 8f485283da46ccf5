"""A person's tasks and matches in seasons: answers awaited, and their next matches. Constant queries."""

from django.db.models import Q, QuerySet

from spades_site.accounts.models import User, Viewer
from tournaments.events.core import permissions
from tournaments.events.models import EntryPlayer, Match, Round, named
from tournaments.leagues.models import Season, TeamMember
from tournaments.seasons.core import visible_to
from tournaments.seasons.models import SeasonEntry, SeasonPlayer


def asked_of(user: Viewer) -> QuerySet[SeasonEntry]:
    """Return the entries that wait for the person's answer while sign-up is open: their pairs, and teams that they
    lead.

    Each with its season and league, the oldest first. One query.
    """
    if not isinstance(user, User) or user.is_guest:
        return SeasonEntry.objects.none()
    pairs = SeasonPlayer.objects.filter(user=user, accepted_at=None, entry__team=None)
    return (
        SeasonEntry.objects.filter(
            Q(pk__in=pairs.values("entry")) | Q(team__captain=user) | Q(team__vice=user),
            status=SeasonEntry.Status.INVITED,
            season__status__in=(Season.Status.OPEN, Season.Status.RUNNING),
            season__in=visible_to(user).values("pk"),
        )
        .select_related("season__league", "team")
        .order_by("created_at", "pk")
    )


def fixtures_of(user: Viewer) -> QuerySet[Match]:
    """Return the future matches of the person's pairs and teams in all seasons, the next first, with the sides' names.

    Includes matches of teams that they lead. Excludes byes and matches without a time.
    """
    if not isinstance(user, User) or user.is_guest:
        return Match.objects.none()
    # Use the tournament's present players: permanent substitutes have no place in the season's entry.
    plays = EntryPlayer.objects.filter(user=user, active=True).values("entry")
    own = SeasonEntry.objects.filter(
        Q(entry__in=plays) | Q(team__captain=user) | Q(team__vice=user),
        status=SeasonEntry.Status.ENTERED,
        entry__isnull=False,
    )
    return (
        Match.objects.filter(
            Q(tournament__division__isnull=False) | Q(tournament__play_off_of__isnull=False),
            status=Match.Status.DRAWN,
            starts_at__isnull=False,
            tournament__in=permissions.visible_to(user).values("pk"),
            sides__places__entry__in=own.values("entry"),
        )
        .filter(sides__index=1)
        .exclude(round__status=Round.Status.DRAFTED)
        .select_related("round", "tournament__division__season")
        .prefetch_related(*named())
        .order_by("starts_at", "pk")
        .distinct()
    )


def teams_of(user: Viewer) -> QuerySet[TeamMember]:
    """Return the person's places in teams, with the teams and their leagues, by name. One query."""
    if not isinstance(user, User) or user.is_guest:
        return TeamMember.objects.none()
    places = TeamMember.objects.filter(user=user).select_related("team__league")
    return places.order_by("team__name", "pk")
