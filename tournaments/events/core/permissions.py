"""Who may do what with a tournament.

| who | may |
|---|---|
| anybody | see a tournament that isn't a draft and whose league, if it has one, is public |
| member of the league | see all of the league's except drafts; enter; without a league any account may enter |
| current or former player, and whoever has a role in it | see that tournament, regardless of membership |
| its owner: without a league who created it or was handed it, else the league's owner | everything organizers do; without a league hand it over |
| organizer: of the league, or of this tournament (`TournamentRole`) | run it: everything but handing it over; invite and remove its organizers and arbiters |
| arbiter: of the league, or of this tournament | see who runs it; decide matches, answer disputes, deduct and restore points, but not where their own side is concerned |

Staff can hide a tournament, or its league: then only those who run it, its arbiters and staff see it; its tables can be played
to their ends. It goes on, so its players are still told of their rounds and results, and its address leads them to
their own tables. Organizers may decide about their own matches, because somebody must be able to; the log says so.
"""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, CharField, Exists, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Cast, Concat
from django.utils.translation import gettext as _

from games.tables.models import Table
from spades_site.accounts.models import User, Viewer
from spades_site.common.errors import Refused
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Match,
    MatchTable,
    Single,
    Status,
    Substitution,
    Tournament,
    TournamentRole,
)
from tournaments.leagues.models import League, Membership
from tournaments.leagues.permissions import is_organizer, not_hidden_from
from tournaments.leagues.permissions import require_shown as require_league_shown


def may_create(user: Viewer, league: League | None) -> bool:
    """Return whether the user may create a tournament in the league, or (None) one of their own."""
    if not user.is_authenticated or user.is_guest:
        return False
    return league is None or is_organizer(league, user)


def may_organize(user: Viewer, tournament: Tournament) -> bool:
    """Return whether the user runs this tournament."""
    return _has_role(user, tournament, Membership.RUNS)


def may_arbitrate(user: Viewer, tournament: Tournament) -> bool:
    """Return whether the user decides about this tournament's tables and results."""
    return _has_role(user, tournament, Membership.DECIDES)


class Rights(NamedTuple):
    """Whether somebody runs a tournament, and whether they decide about its results."""

    organizes: bool = False
    arbitrates: bool = False


def rights_of(user: Viewer, tournament: Tournament) -> Rights:
    """Return the user's rights in this tournament."""
    return Rights(may_organize(user, tournament), may_arbitrate(user, tournament))


def organizers_of(tournament: Tournament) -> list[Any]:
    """Return all organizers of this tournament (see `may_organize`), in the order of their accounts."""
    return _people(tournament, Membership.RUNS)


def arbiters_of(tournament: Tournament) -> list[Any]:
    """Return all who decide about this tournament's results (see `may_arbitrate`), in the order of their accounts."""
    return _people(tournament, Membership.DECIDES)


def is_owner(user: Viewer, tournament: Tournament) -> bool:
    """Return whether the user owns this tournament, which belongs to no league."""
    return tournament.league_id is None and tournament.created_by_id == user.pk


def require_owner(user: User, tournament: Tournament) -> None:
    """Raise Refused "not_owner" unless the user owns this tournament, which belongs to no league."""
    if not is_owner(user, tournament):
        raise Refused("not_owner", _("Only the owner of the tournament can do that. Ask them."))


def require_organizer(user: User, tournament: Tournament) -> None:
    """Raise Refused "not_organizer" unless the user runs this tournament."""
    if not may_organize(user, tournament):
        raise Refused(
            "not_organizer",
            _("Only an organizer of the tournament can do that. Ask one of them."),
        )


def require_shown(tournament: Tournament) -> None:
    """Raise Refused "hidden" while staff hide the tournament or its league: no messages and no invitations then."""
    if tournament.league is not None:
        require_league_shown(tournament.league)
    if tournament.hidden_at is not None:
        raise Refused(
            "hidden",
            _("The site’s staff have hidden this tournament. Reason: %(reason)s")
            % {"reason": tournament.hidden_reason},
        )


def require_arbiter(user: User, tournament: Tournament) -> None:
    """Raise Refused "not_arbiter" unless the user decides about this tournament's tables and results."""
    if not may_arbitrate(user, tournament):
        raise Refused(
            "not_arbiter",
            _("Only an organizer or arbiter of the tournament can do that. Ask one of them."),
        )


def require_judge(
    user: User, tournament: Tournament, sides: Collection[Entry], match: Match | None = None
) -> dict[str, Any]:
    """Raise Refused "not_arbiter" unless the user decides about results, and "own_match" if an arbiter's own side is
    concerned.

    `sides` are the entries concerned, `match` their match. Returns what the log adds if an organizer decides about
    their own side.
    """
    require_arbiter(user, tournament)
    if not is_concerned(user, sides, match):
        return {}
    if not may_organize(user, tournament):
        raise Refused(
            "own_match",
            _("You belong to one of the sides. Ask an organizer or another arbiter to decide."),
        )
    return {"own_match": True}


def may_judge(user: Viewer, tournament: Tournament, match: Match) -> bool:
    """Return whether the user decides about a match; arbiters don't decide about their own."""
    if may_organize(user, tournament):
        return True
    return may_arbitrate(user, tournament) and not is_concerned(user, match.entries, match)


def is_concerned(user: Viewer, sides: Collection[Entry], match: Match | None) -> bool:
    """Return whether the user belongs to one of the entries, leads it, or played the match for it."""
    mine = Q(players__user=user.pk) | Q(captain=user.pk) | Q(vice_captain=user.pk)
    if Entry.objects.filter(mine, pk__in=[entry.pk for entry in sides]).exists():
        return True
    return match is not None and match.line_up.filter(user=user.pk).exists()


def own_matches(user: Viewer, tournaments: Collection[Tournament]) -> frozenset[int]:
    """Return the keys of the matches that the user, as an arbiter of these tournaments, may not decide."""
    mine = Q(players__user=user.pk) | Q(captain=user.pk) | Q(vice_captain=user.pk)
    entries = Entry.objects.filter(mine, tournament__in=tournaments)
    played = Q(sides__places__entry__in=entries) | Q(line_up__user=user.pk)
    found = Match.objects.filter(played, tournament__in=tournaments)
    return frozenset(found.order_by().values_list("pk", flat=True))


def arbitrated_by(user: Viewer) -> QuerySet[Tournament]:
    """Return the tournaments about whose results the user decides, except drafts of others, with their leagues.

    Each is annotated with `is_run`: whether the user runs it.
    """
    mine = _in_role(user, Membership.DECIDES)
    return (
        Tournament.objects.filter(mine)
        .annotate(is_run=Case(When(_runs(user), then=True), default=False))
        .exclude(is_run=False, status=Status.DRAFT)
        .select_related("league")
    )


def organized_by(user: Viewer) -> QuerySet[Tournament]:
    """Return the tournaments that the user runs, the latest start first, with their leagues."""
    return (
        Tournament.objects.filter(_runs(user))
        .select_related("league")
        .order_by("-starts_at", "-pk")
    )


def organizes(user: Viewer) -> bool:
    """Return whether the user runs a tournament or a league, or is an arbiter of one."""
    if not user.is_authenticated or user.is_guest:
        return False
    leagues = Membership.objects.filter(user=user, role__in=Membership.DECIDES)
    own = Q(created_by=user) | _has_own_role(user, Membership.DECIDES)
    return leagues.exists() or Tournament.objects.filter(own).exists()


def visible_to(user: Viewer) -> QuerySet[Tournament]:
    """Return the tournaments that the user may see, with their leagues."""
    member = Exists(Membership.objects.filter(league=OuterRef("league"), user_id=user.pk or 0))
    of_league = Q(league=None) | Q(league__is_public=True) | Q(member)
    helps = _has_own_role(user, Membership.DECIDES)
    published = ~Q(status=Status.DRAFT) & (of_league | _takes_part(user) | helps)
    shown = Q() if user.is_authenticated and user.is_staff else Q(hidden_at=None)
    if shown and user.is_authenticated:
        shown |= _in_role(user, Membership.DECIDES)
    found = Tournament.objects.filter(
        shown, not_hidden_from(user, "league__"), published | _runs(user)
    )
    return found.select_related("league", "winner")


def is_hidden_from_player(slug: str, user: Viewer) -> bool:
    """Return whether the user takes part in this tournament and staff have hidden it."""
    found = Tournament.objects.filter(_takes_part(user), slug=slug).exclude(status=Status.DRAFT)
    hidden = Q(hidden_at__isnull=False) | Q(league__hidden_at__isnull=False)
    return found.filter(hidden).exists() and not visible_to(user).filter(slug=slug).exists()


def tables_seen_by(viewer: Viewer | None) -> Q:
    """Return the condition for the matches' tables that the viewer (None: a visitor) may see: those of tournaments
    they may see, also closed ones whose draw was taken back.
    """
    visible = visible_to(AnonymousUser() if viewer is None else viewer)
    own = MatchTable.objects.filter(
        table=OuterRef("pk"), match__tournament__in=visible.values("pk")
    )
    named = Concat(Value("tournament:"), Cast("pk", CharField()))
    of_it = visible.annotate(named=named).filter(named=OuterRef("ref"))
    taken_back = Q(status=Table.Status.ABANDONED, ref__startswith="tournament:") & Q(Exists(of_it))
    return Q(Exists(own)) | taken_back


def _takes_part(user: Viewer) -> Q:
    """Return the condition for tournaments in which the user has a place, played, or was called to a match."""
    key = user.pk or 0
    if not key:
        return Q(pk__in=[])
    place = {"tournament": OuterRef("pk"), "user_id": key}
    played = Q(active=True) | Q(entry__seed_no__isnull=False)
    waits = (*Single.LIVE, Single.Status.QUEUED)
    replaced = Substitution.objects.filter(
        Q(into_id=key) | Q(out_id=key), entry__tournament=OuterRef("pk")
    )
    return (
        Q(Exists(EntryPlayer.objects.filter(played, **place)))
        | Q(Exists(Single.objects.filter(status__in=waits, **place)))
        | Q(Exists(replaced))
    )


def _runs(user: Viewer) -> Q:
    return _in_role(user, Membership.RUNS)


def _in_role(user: Viewer, roles: Sequence[str]) -> Q:
    """Return the condition for tournaments in which the user has one of the roles, from the league or individually, or
    that they own.
    """
    key = user.pk or 0
    place = Membership.objects.filter(league=OuterRef("league"), user_id=key, role__in=roles)
    own = Q(league=None, created_by_id=key)
    return Q(Exists(place)) | own | _has_own_role(user, roles)


def _has_own_role(user: Viewer, roles: Sequence[str]) -> Q:
    """Return the condition for tournaments in which the user has accepted one of the roles."""
    accepted = TournamentRole.objects.filter(
        tournament=OuterRef("pk"), user_id=user.pk or 0, role__in=roles, accepted_at__isnull=False
    )
    return Q(Exists(accepted))


def _has_role(user: Viewer, tournament: Tournament, roles: Sequence[str]) -> bool:
    if not user.is_authenticated:
        return False
    if is_owner(user, tournament):
        return True
    return Tournament.objects.filter(_in_role(user, roles), pk=tournament.pk).exists()


def _people(tournament: Tournament, roles: Sequence[str]) -> list[Any]:
    accepted = tournament.roles.filter(role__in=roles, accepted_at__isnull=False)
    found = Q(pk__in=accepted.values("user"))
    if tournament.league_id is None:
        found |= Q(pk=tournament.created_by_id)
    else:
        rows = Membership.objects.filter(league=tournament.league_id, role__in=roles)
        found |= Q(pk__in=rows.values("user"))
    return list(User.objects.filter(found).order_by("pk"))
