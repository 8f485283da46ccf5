"""What people reached in tournaments and seasons, for their achievements."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from django.db.models import Exists, F, OuterRef

from games.statistics.models import Achievement
from spades_site.accounts.models import User, Viewer
from tournaments.events.core.permissions import visible_to as tournaments_for
from tournaments.events.models import EntryPlayer, Status
from tournaments.leagues.models import Season
from tournaments.seasons.core import visible_to as seasons_for
from tournaments.seasons.models import FinalPlace


def honours(person: int | None) -> Iterator[tuple[int, str, datetime]]:
    """Yield (user, kind, when) for each tournament that a person won and each season that they completed. Without a
    person, yield everything not yet stored as an achievement. Two queries.
    """
    won = EntryPlayer.objects.filter(
        active=True, tournament__status=Status.FINISHED, entry=F("tournament__winner")
    )
    ended = FinalPlace.objects.filter(season__status=Season.Status.FINISHED)
    if person is not None:
        won, ended = won.filter(user=person), ended.filter(user=person)
    else:
        won = won.exclude(_stored("tournament"))
        ended = ended.exclude(_stored("season"))
    for user, at in won.order_by("pk").values_list("user_id", "tournament__finished_at"):
        if at is not None:
            yield user, "tournament", at
    for user, at in ended.order_by("pk").values_list("user_id", "season__finished_at"):
        if at is not None:
            yield user, "season", at


def honour_pages(person: User, at: Mapping[str, datetime], viewer: Viewer) -> dict[str, str]:
    """Return the addresses of the tournament and of the season that gave a person their achievements at these times, if
    the viewer may see them. At most two queries.
    """
    found: dict[str, str] = {}
    if "tournament" in at:
        won = EntryPlayer.objects.filter(
            active=True,
            user=person,
            entry=F("tournament__winner"),
            tournament__finished_at=at["tournament"],
        )
        if tournament := tournaments_for(viewer).filter(pk__in=won.values("tournament")).first():
            found["tournament"] = tournament.get_absolute_url()
    if "season" in at:
        ended = FinalPlace.objects.filter(user=person, season__finished_at=at["season"])
        seasons = seasons_for(viewer).filter(pk__in=ended.values("season")).select_related("league")
        if season := seasons.first():
            found["season"] = season.get_absolute_url()
    return found


def _stored(kind: str) -> Exists:
    return Exists(Achievement.objects.filter(user=OuterRef("user"), kind=kind))
