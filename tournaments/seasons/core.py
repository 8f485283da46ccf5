"""The lock and the permissions of seasons: a season is covered by its league's lock, and drafts are the organizers'."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.models import User, Viewer
from spades_site.common.errors import Refused
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import Membership, Season
from tournaments.leagues.permissions import require_organizer

BEFORE = frozenset({str(Season.Status.DRAFT), str(Season.Status.OPEN)})
"""The states before its fixtures are published."""


def visible_to(user: Viewer) -> QuerySet[Season]:
    """Return the seasons that the user may see, with their leagues: drafts only as an organizer of the league."""
    mine = Membership.objects.filter(league=OuterRef("league"), user_id=user.pk or 0)
    runs = Exists(mine.filter(role__in=Membership.RUNS))
    seen = Q(league__is_public=True) | Q(Exists(mine))
    return Season.objects.filter((~Q(status=Season.Status.DRAFT) & seen) | Q(runs)).select_related(
        "league"
    )


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
                "The season has been published, and people rely on it. This can't be changed any more."
            ),
        )


def season_for(slug: str, user: Viewer) -> Season | None:
    """Return the season; None if it doesn't exist or the user may not see it, which look alike."""
    return visible_to(user).filter(slug=slug).first()


def unknown() -> Refused:
    """Return the refusal for a season that doesn't exist."""
    return Refused("unknown_season", _("There is no such season any more. Reload the page."))
