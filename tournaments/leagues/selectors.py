"""What pages ask about leagues; each answer takes a constant number of queries."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import (
    CharField,
    Count,
    Exists,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import Cast, Concat

from spades_site.common.clock import now
from tournaments.leagues.models import League, Membership, Season, Team, TeamMember
from tournaments.leagues.permissions import role_in


def visible_leagues(user: Any) -> QuerySet[League]:
    """Return the leagues that the user may see, by name.

    Each has `members_count` and `my_role` ("organizer", "member" or None).
    """
    mine = Membership.objects.filter(league=OuterRef("pk"), user_id=user.pk or 0)
    return (
        League.objects.annotate(
            members_count=Count("memberships"), my_role=Subquery(mine.values("role")[:1])
        )
        .filter(Q(is_public=True) | Q(my_role__isnull=False))
        .order_by("name")
    )


def leagues_of(user: Any) -> QuerySet[League]:
    """Return the leagues that the user belongs to, by name, as `visible_leagues` gives them."""
    return visible_leagues(user).filter(my_role__isnull=False)


def circles_of(user_id: int) -> dict[str, str]:
    """Return the names of the leagues that a user belongs to, by what their casual tables have as `ref`."""
    rows = League.objects.filter(memberships__user_id=user_id).order_by("name")
    return {f"league:{pk}": name for pk, name in rows.values_list("pk", "name")}


def tables_seen_by(viewer: Any) -> Q:
    """Return the condition for the leagues' casual tables that the viewer (None: a visitor) may see: those of leagues they may see."""
    key = 0 if viewer is None else viewer.pk or 0
    mine = Membership.objects.filter(league=OuterRef("pk"), user_id=key)
    seen = League.objects.filter(Q(is_public=True) | Q(Exists(mine)))
    named = seen.annotate(table_ref=Concat(Value("league:"), Cast("pk", CharField())))
    return Q(Exists(named.filter(table_ref=OuterRef("ref"))))


def leagues_run_by(user: Any) -> QuerySet[League]:
    """Return the leagues that the user organizes, by name, as `visible_leagues` gives them."""
    return visible_leagues(user).filter(my_role=Membership.Role.ORGANIZER)


def league_for(slug: str, user: Any) -> League | None:
    """Return the league, or None where there is none or the user may not see it: both look alike."""
    return visible_leagues(user).filter(slug=slug).first()


@dataclass(frozen=True)
class LeaguePage:
    """A league as one person sees it."""

    league: League
    role: str | None
    can_join: bool
    organizers: list[Membership]
    members: list[Membership]
    """Everybody, organizers first, then by user name; with `user`."""
    seasons: list[Season]
    """Newest first."""
    season: Season | None
    """The one under way today (UTC)."""
    teams: list[Team]
    """By name; `team.members.all()` is loaded with users."""
    my_team: Team | None

    @property
    def is_organizer(self) -> bool:
        """Return whether the viewer runs the league."""
        return self.role == Membership.Role.ORGANIZER


def league_page(league: League, user: Any) -> LeaguePage:
    """Return everything that the league's page shows, in at most five queries."""
    members = list(league.memberships.select_related("user").order_by("-role", "user__username"))
    role = getattr(league, "my_role", None) or role_in(league, user)
    people = TeamMember.objects.select_related("user")
    teams = list(league.teams.prefetch_related(Prefetch("members", queryset=people)))
    seasons = list(league.seasons.all())
    return LeaguePage(
        league=league,
        role=role,
        can_join=role is None and league.is_open and user.is_authenticated and not user.is_guest,
        organizers=[place for place in members if place.is_organizer],
        members=members,
        seasons=seasons,
        season=_under_way(seasons, now().date()),
        teams=teams,
        my_team=next(
            (team for team in teams for place in team.members.all() if place.user_id == user.pk),
            None,
        ),
    )


def _under_way(seasons: list[Season], today: date) -> Season | None:
    return next((season for season in seasons if season.starts_on <= today <= season.ends_on), None)
