"""Where a person goes after a table of a tournament: to the next table, or to what they wait for."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.tables.hooks import NextStop
from spades_site.accounts.models import Viewer
from spades_site.common.clock import now
from tournaments.events.core.permissions import visible_to
from tournaments.events.core.state import OVER
from tournaments.events.models import Match, Round, Tournament
from tournaments.events.queries.next_steps import next_for
from tournaments.events.queries.tournament_next import next_of


def stop_after(ref: str, user: Viewer) -> NextStop | None:
    """Return the user's next stop after the table opened for `ref`; None if it has no match.

    That is their next open table in the same tournament, else what they wait for; for a spectator, the tournament.
    """
    tournament = _tournament_of(ref, user)
    if tournament is None:
        return None
    page = tournament.get_absolute_url()
    to_page = _("Go to the tournament")
    for todo in next_for(user):
        if todo.tournament.pk != tournament.pk:
            continue
        if todo.code == "play":
            return NextStop(
                todo.sentence, _("Go to my next table"), todo.url, ready=True, final=True
            )
        if todo.code == "wait":
            return NextStop(todo.sentence, to_page, page, at=todo.at)
    following = next_of(tournament, list(_rounds(tournament)), now())
    over = tournament.status in OVER
    return NextStop(following.sentence, to_page, page, at=following.at, final=over)


def _tournament_of(ref: str, user: Viewer) -> Tournament | None:
    kind, key, *_rest = [*ref.split(":"), ""]
    if kind == "tournament" and key.isdecimal():
        return visible_to(user).select_related("winner").filter(pk=int(key)).first()
    if kind != "match" or not key.isdecimal():
        return None
    match = Match.objects.filter(pk=int(key)).only("tournament_id").first()
    if match is None:
        return None
    return visible_to(user).select_related("winner").filter(pk=match.tournament_id).first()


def _rounds(tournament: Tournament) -> QuerySet[Round]:
    return Round.objects.filter(stage__tournament=tournament).order_by("stage__index", "number")
