"""What a profile shows of a person's seasons and teams, as far as the viewer may see the leagues. Constant queries."""

from collections.abc import Iterable
from itertools import chain

from django.db.models import Exists, OuterRef, QuerySet

from games.ratings.hooks import Career, SeasonLine, TeamLine
from spades_site.accounts.models import User, Viewer
from tournaments.events.models import LineUp, Result, SideScore
from tournaments.leagues.models import Season, TeamMember
from tournaments.leagues.selectors import visible_leagues
from tournaments.seasons.core import visible_to
from tournaments.seasons.models import FinalPlace, SeasonPlayer


def career_of(person: User, viewer: Viewer) -> Career:
    """Return a person's seasons, the newest first, their teams, and their matches in leagues. Takes four queries."""
    visible = visible_to(viewer).values("pk")
    teams = TeamMember.objects.filter(
        user=person, league__in=visible_leagues(viewer).order_by().values("pk")
    ).select_related("team__league")
    won, drawn, lost = _matches(person, visible)
    return Career(
        seasons=_seasons(person, visible),
        teams=[
            TeamLine(one.team.name, one.team.get_absolute_url(), one.team.league.name)
            for one in teams.order_by("team__name", "pk")
        ],
        won=won,
        drawn=drawn,
        lost=lost,
    )


def _seasons(person: User, visible: QuerySet) -> list[SeasonLine]:
    final = FinalPlace.objects.filter(user=person, season__in=visible)
    under_way = SeasonPlayer.objects.filter(
        user=person, active=True, season__in=visible, season__status=Season.Status.RUNNING
    )
    related = ("season__league", "entry__division", "entry__team")
    rows: Iterable[FinalPlace | SeasonPlayer] = chain(
        under_way.select_related(*related), final.select_related(*related)
    )
    newest = sorted(rows, key=lambda row: (row.season.ends_on, row.season_id), reverse=True)
    return [_line(row) for row in newest]


def _line(row: FinalPlace | SeasonPlayer) -> SeasonLine:
    season, entry = row.season, row.entry
    final = row if isinstance(row, FinalPlace) else None
    return SeasonLine(
        name=season.name,
        url=season.get_absolute_url(),
        league=season.league.name,
        entry=entry.name if entry else final.name if final else "",
        division=entry.division.name if entry and entry.division else "",
        place=final.place if final else None,
        field_size=final.field_size if final else None,
        champion=final.champion if final else False,
    )


def _matches(person: User, visible: QuerySet) -> tuple[int, int, int]:
    """Return how many league matches they came to and won, drew and lost, in any pair or team."""
    rows = LineUp.objects.counting().filter(user=person, present=True, side=OuterRef("side"))
    level = SideScore.objects.filter(result=OuterRef("result"), place=1).exclude(pk=OuterRef("pk"))
    scores = (
        SideScore.objects.filter(
            result__current=True,
            result__kind=Result.Kind.PLAYED,
            side__places__entry__season_entry__season__in=visible,
        )
        .filter(Exists(rows))
        .annotate(level=Exists(level))
        .values_list("place", "level")
    )
    found = list(scores)
    first = [level for place, level in found if place == 1]
    return len(first) - sum(first), sum(first), len(found) - len(first)
