"""What people reached in tournaments and seasons, for their achievements."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Exists, F, OuterRef

from games.statistics.models import Achievement
from tournaments.events.models import EntryPlayer, Status
from tournaments.leagues.models import Season
from tournaments.seasons.models import FinalPlace


def honours(person: int | None) -> Iterator[tuple[int, str, datetime]]:
    """Yield (user, kind, when) for each tournament that a person won and each season that they played through.

    Without a person, yield what isn't stored as an achievement yet. Two queries.
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


def _stored(kind: str) -> Exists:
    return Exists(Achievement.objects.filter(user=OuterRef("user"), kind=kind))
