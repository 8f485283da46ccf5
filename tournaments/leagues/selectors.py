"""Queries about leagues for pages; each takes a constant number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, TypedDict

from django.db.models import (
    Case,
    CharField,
    Count,
    Exists,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Cast, Concat

from spades_site.accounts.models import User, Viewer
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.leagues.models import Admission, Ban, League, Membership, Season, Team, TeamMember
from tournaments.leagues.permissions import (
    bans_in_force,
    not_hidden_from,
    role_in,
    why_banned,
)

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Annotations(TypedDict):
        """The annotations of `visible_leagues`."""

        members_count: int
        my_role: str | None

    type VisibleLeague = WithAnnotations[League, Annotations]


def visible_leagues(user: Viewer) -> "QuerySet[VisibleLeague]":
    """Return the leagues that the user may see, by name.

    Each has `members_count` and `my_role` (a `Membership.Role` or None).
    """
    mine = Membership.objects.filter(league=OuterRef("pk"), user_id=user.pk or 0)
    return (
        League.objects.annotate(
            members_count=Count("memberships"), my_role=Subquery(mine.values("role")[:1])
        )
        .filter(not_hidden_from(user), Q(is_public=True) | Q(my_role__isnull=False))
        .order_by("name")
    )


def leagues_of(user: User) -> "QuerySet[VisibleLeague]":
    """Return the leagues of which the user is a member, by name, as `visible_leagues` does."""
    return visible_leagues(user).filter(my_role__isnull=False)


def may_see(league: League, user: Viewer) -> bool:
    """Return whether the user may see the league's page; no query for a public league."""
    if league.is_public and league.hidden_at is None:
        return True
    return visible_leagues(user).filter(pk=league.pk).exists()


def invitation_to(slug: str, user: Viewer) -> Admission | None:
    """Return the user's open invitation to a league, with the league and the inviter, or None."""
    found = Admission.objects.filter(
        league__slug=slug,
        league__hidden_at=None,
        user_id=user.pk or 0,
        state=Admission.State.INVITED,
    )
    return found.select_related("league", "by").first()


def invitations_of(user: Viewer) -> list[Admission]:
    """Return the user's open league invitations, oldest first, with the leagues and inviters."""
    if not user.is_authenticated or user.is_guest:
        return []
    found = Admission.objects.filter(
        user=user, state=Admission.State.INVITED, league__hidden_at=None
    )
    return list(found.select_related("league", "by").order_by("at", "pk"))


def circles_of(user_id: int) -> dict[str, str]:
    """Return the names of the user's leagues, keyed by the `ref` of their casual tables."""
    rows = League.objects.filter(memberships__user_id=user_id, hidden_at=None).order_by("name")
    return {f"league:{pk}": name for pk, name in rows.values_list("pk", "name")}


def tables_seen_by(viewer: Viewer | None) -> Q:
    """Return the condition for leagues' casual tables that the viewer (None: a visitor) may see."""
    key = 0 if viewer is None else viewer.pk or 0
    mine = Membership.objects.filter(league=OuterRef("pk"), user_id=key)
    visible = League.objects.filter(not_hidden_from(viewer), Q(is_public=True) | Q(Exists(mine)))
    named = visible.annotate(table_ref=Concat(Value("league:"), Cast("pk", CharField())))
    return Q(Exists(named.filter(table_ref=OuterRef("ref"))))


def leagues_run_by(user: User) -> "QuerySet[VisibleLeague]":
    """Return the leagues that the user organizes, by name, as `visible_leagues` does."""
    return visible_leagues(user).filter(my_role__in=Membership.RUNS)


def league_for(slug: str, user: Viewer) -> "VisibleLeague | None":
    """Return the league; None if it doesn't exist or the user may not see it (indistinguishable on purpose)."""
    return visible_leagues(user).filter(slug=slug).first()


BY_ROLE = Case(*(When(role=role, then=rank) for rank, role in enumerate(Membership.Role.values)))


def bans_of(league: League) -> QuerySet[Ban]:
    """Return the league's bans in force, the newest first, with `user` and `by`."""
    found = bans_in_force(now()).filter(league=league)
    return found.select_related("user", "by").order_by("-at", "-pk")


@dataclass(frozen=True)
class LeaguePage:
    """A league as one person sees it."""

    league: League
    role: str | None
    can_join: bool
    organizers: list[Membership]
    members: list[Membership]
    """All members, by role (the owner first), then by user name; with `user`."""
    seasons: list[Season]
    """Newest first."""
    season: Season | None
    """The current season, by today's date in UTC."""
    teams: list[Team]
    """By name; `team.members.all()` is loaded with users."""
    my_team: Team | None
    admission: Admission | None = None
    """A non-member's relation to the league."""
    asking: Sequence[Admission] = ()
    """The requests to join, oldest first, with `user`; only for organizers."""
    may_ask: bool = False
    banned: Refused | None = None
    """Why a non-member is banned."""

    @property
    def is_organizer(self) -> bool:
        """Return whether the viewer runs the league."""
        return self.role in Membership.RUNS

    @property
    def has_rules(self) -> bool:
        """Return whether the league states rules of conduct or play."""
        return bool(self.league.conduct or self.league.rules)

    @property
    def is_owner(self) -> bool:
        """Return whether the viewer owns the league."""
        return self.role == Membership.Role.OWNER


def league_page(league: League, user: Viewer) -> LeaguePage:
    """Return everything that the league's page shows, in at most six queries."""
    members = list(league.memberships.select_related("user").order_by(BY_ROLE, "user__username"))
    role = getattr(league, "my_role", None) or role_in(league, user)
    people = TeamMember.objects.select_related("user")
    teams = list(league.teams.prefetch_related(Prefetch("members", queryset=people)))
    shown = league.seasons.all()
    if role not in Membership.RUNS:
        shown = shown.exclude(status=Season.Status.DRAFT)
    seasons = list(shown)
    admissions = _admissions(league, user, role)
    mine = next((one for one in admissions if one.user_id == user.pk), None)
    outside = role is None and user.is_authenticated and not user.is_guest
    banned = why_banned(league, user) if outside else None
    return LeaguePage(
        league=league,
        role=role,
        can_join=outside and league.is_open and banned is None,
        organizers=[place for place in members if place.is_organizer],
        members=members,
        seasons=seasons,
        season=_under_way(seasons, now().date()),
        teams=teams,
        my_team=next(
            (team for team in teams for place in team.members.all() if place.user_id == user.pk),
            None,
        ),
        admission=mine if outside else None,
        asking=[one for one in admissions if one.state == Admission.State.ASKING],
        may_ask=outside and not league.is_open and mine is None and banned is None,
        banned=banned,
    )


def _admissions(league: League, user: Viewer, role: str | None) -> list[Admission]:
    """Return all requests and invitations for an organizer, or a non-member's own row."""
    found = league.admissions.select_related("user").order_by("at", "pk")
    if role in Membership.RUNS:
        return list(found)
    return list(found.filter(user_id=user.pk)) if role is None and user.is_authenticated else []


def _under_way(seasons: list[Season], today: date) -> Season | None:
    return next((season for season in seasons if season.starts_on <= today <= season.ends_on), None)
