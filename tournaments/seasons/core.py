"""The lock and the permissions of seasons: the league's lock covers its seasons, and only organizers see drafts."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.models import User, Viewer
from spades_site.common.errors import Refused
from tournaments.events.core.state import UNDER_WAY
from tournaments.events.models import Round, Tournament
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import Membership, Season
from tournaments.leagues.permissions import not_hidden_from, require_organizer
from tournaments.seasons.terms import terms_of

BEFORE = frozenset({str(Season.Status.DRAFT), str(Season.Status.OPEN)})
"""The states before its fixtures are published."""


def visible_to(user: Viewer) -> QuerySet[Season]:
    """Return the seasons that the user may see, with their leagues; only organizers of the league see drafts."""
    mine = Membership.objects.filter(league=OuterRef("league"), user_id=user.pk or 0)
    runs = Exists(mine.filter(role__in=Membership.RUNS))
    visible = Q(league__is_public=True) | Q(Exists(mine))
    shown = (~Q(status=Season.Status.DRAFT) & visible) | Q(runs)
    return Season.objects.filter(not_hidden_from(user, "league__"), shown).select_related("league")


def lock_season(season_id: int) -> Season:
    """Return the season with its league's row locked until the transaction ends. Raises Refused "unknown_season"."""
    league_id = Season.objects.filter(pk=season_id).values_list("league_id", flat=True).first()
    league = lock_league(league_id) if league_id else None
    season = Season.objects.filter(pk=season_id).first()
    if league is None or season is None:
        raise unknown()
    season.league = league
    return season


def lock_to_organize(season_id: int, by: User) -> Season:
    """Return the locked season for one of its organizers. Raises Refused: "unknown_season", "not_organizer"."""
    season = lock_season(season_id)
    require_organizer(season.league, by)
    return season


def require_before(season: Season) -> None:
    """Raise Refused "season_published" once the fixtures are published."""
    if season.status not in BEFORE:
        raise Refused(
            "season_published",
            _(
                "The season has been published, and people rely on it. This can’t be changed any more."
            ),
        )


def late_round(tournament: Tournament) -> int | None:
    """Return the first round that a late entry would play in a division; None if there is none."""
    if tournament.status not in UNDER_WAY:
        return None
    if tournament.facts.late_entries_join_next_round:
        number = tournament.rounds.count() + 1
        return number if number <= (tournament.rounds_planned or 0) else None
    ahead = tournament.rounds.filter(status__in=(Round.Status.DRAFTED, Round.Status.CONFIRMED))
    return ahead.order_by("number").values_list("number", flat=True).first()


def accepts_late(season: Season) -> bool:
    """Return whether entries may still be added to some division of a season under way. One query per division, plus
    one.
    """
    if season.status != Season.Status.RUNNING or not season.has_divisions:
        return False
    last = terms_of(season).late_until_round
    found = Tournament.objects.filter(division__season=season)
    return any((number := late_round(one)) is not None and number <= last for one in found)


def require_enterable(season: Season) -> None:
    """Raise Refused "season_published" if no entry is possible any more, not even a late one."""
    if not accepts_late(season):
        require_before(season)


def season_for(slug: str, user: Viewer) -> Season | None:
    """Return the season; None if it doesn't exist or the user may not see it (indistinguishable on purpose)."""
    return visible_to(user).filter(slug=slug).first()


def unknown() -> Refused:
    """Return the refusal for a season that doesn't exist."""
    return Refused("unknown_season", _("There is no such season any more. Reload the page."))
