"""What pages ask about tournaments. Each answer takes a number of queries that doesn't grow with the tournament."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet

from spades_site.accounts.models import User, Viewer
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.models import AuditEntry
from tournaments.events.advance import has_enough_entries
from tournaments.events.core import permissions
from tournaments.events.core.permissions import may_organize, organized_by
from tournaments.events.core.state import OPEN, STEP_LABELS, UNDER_WAY, possible
from tournaments.events.draw.start import field_of
from tournaments.events.entries.waiting import Field
from tournaments.events.models import (
    Entry,
    Match,
    Status,
    Tournament,
    with_scores,
)
from tournaments.events.models.entries import winners_named
from tournaments.events.queries.loading import Loaded
from tournaments.events.queries.next_steps import Todo, live_matches, next_for
from tournaments.events.queries.view_models import (
    MatchView,
    OrganizerView,
    Player,
    Step,
    TournamentView,
)

__all__ = [
    "Todo",
    "live_matches",
    "match_view",
    "next_for",
    "organized_by",
    "organizer_view",
    "tournament_for",
    "tournament_view",
    "tournaments_of_league",
    "upcoming",
    "visible_tournaments",
]

LOADS = 4
"""How often a picture is loaded while its tournament keeps changing."""


def visible_tournaments(user: Viewer) -> QuerySet[Tournament]:
    """Return the tournaments that the user may see, the latest start first.

    Each has `league`, `winner` and `entries_count` (entries that hold or held a place in the field).
    """
    return (
        permissions.visible_to(user)
        .prefetch_related(winners_named())
        .annotate(entries_count=Count("entries", filter=_holding_a_place()))
        .order_by("-starts_at", "-pk")
    )


def upcoming(user: Viewer) -> QuerySet[Tournament]:
    """Return the visible tournaments that are announced, open or under way, the earliest start first."""
    ahead = (Status.ANNOUNCED, *OPEN, *UNDER_WAY)
    return visible_tournaments(user).filter(status__in=ahead).order_by("starts_at", "pk")


def tournaments_of_league(league: Any, user: User) -> QuerySet[Tournament]:
    """Return a league's tournaments that the user may see, the latest start first."""
    return visible_tournaments(user).filter(league=league)


def tournament_for(slug: str, user: Viewer) -> Tournament | None:
    """Return the tournament, or None where there is none or the user may not see it: both look alike."""
    return (
        permissions.visible_to(user)
        .select_related("league", "season", "winner", "created_by")
        .filter(slug=slug)
        .first()
    )


def tournament_view(
    tournament: Tournament, user: Viewer, at: datetime | None = None
) -> TournamentView:
    """Return everything that the tournament's page shows to the user at the moment `at` (now)."""
    return _of_one_moment(tournament, lambda: Loaded(tournament, user, at or now()).view())


def organizer_view(
    tournament: Tournament, user: Viewer, at: datetime | None = None
) -> OrganizerView:
    """Return what the organizers' page shows beside the tournament's own view; the caller has checked who asks."""
    at = at or now()
    view = tournament_view(tournament, user, at)
    field = field_of(tournament)
    lines = [line for round_ in view.rounds for line in round_.matches]
    return OrganizerView(
        view=view,
        steps=[
            Step(name, str(STEP_LABELS[name]))
            for name in possible(tournament)
            if name in STEP_LABELS and name not in _not_now(tournament, field, at)
        ],
        here=field.size,
        expected=view.places_taken,
        undecided=[line for line in lines if line.match.status == Match.Status.UNDECIDED],
        in_play=[line for line in lines if line.in_play],
        history=_history(tournament),
    )


def _not_now(tournament: Tournament, field: Field, at: datetime) -> set[str]:
    """The steps that the tournament's state allows, but not this moment or its entries."""
    before_start = {"announce", "open_registration"} if tournament.starts_at <= at else set()
    return before_start | (set() if has_enough_entries(tournament, field) else {"start"})


def match_view(match_id: int, user: Viewer, at: datetime | None = None) -> MatchView | None:
    """Return everything that a match's page shows, or None where the user may not see the tournament or the draw."""
    found = Match.objects.filter(pk=match_id).values_list("tournament__slug", flat=True).first()
    tournament = tournament_for(found, user) if found else None
    if tournament is None:
        return None
    return _of_one_moment(tournament, lambda: _match_view(tournament, match_id, user, at or now()))


def _match_view(
    tournament: Tournament, match_id: int, user: Viewer, at: datetime
) -> MatchView | None:
    # Open pages ask every few seconds: the other matches of a large tournament stay where they are.
    loaded = Loaded(tournament, user, at, match_id)
    rounds = loaded.rounds()
    if not rounds:
        return None
    round_, line = rounds[0], rounds[0].matches[0]
    return MatchView(
        tournament=tournament,
        round=round_,
        line=line,
        players=_players(loaded, line.match),
        versions=list(
            line.match.results.select_related("by")
            .prefetch_related(*with_scores())
            .order_by("-version")
        ),
        may_decide=not line.match.is_bye
        and tournament.status in UNDER_WAY | {str(Status.FINISHED)}
        and may_organize(user, tournament),
    )


def _players(loaded: Loaded, match: Match) -> list[list[Player]]:
    """Each side's people: by the match's line-up, or of its entries while no table was opened."""
    rows = list(match.line_up.select_related("user"))
    if rows:
        return [
            [Player(row.user, row) for row in rows if row.side_id == side.pk]
            for side in match.sides
        ]
    return [
        [Player(user) for key in side.keys for user in loaded.players[key]] for side in match.sides
    ]


def _of_one_moment[Picture](tournament: Tournament, load: Callable[[], Picture]) -> Picture:
    """Return what `load` does; once more, from the tournament as it is then, where it changed meanwhile.

    Rows are read one kind after the other: those of before and of after a start or a draw make no picture together.
    """
    for _ in range(LOADS - 1):
        try:
            picture = load()
        except Exception:
            if not _moved_on(tournament):
                raise
        else:
            if not _moved_on(tournament):
                return picture
    return load()


def _moved_on(tournament: Tournament) -> bool:
    """Tell whether the tournament is another than the one loaded; if so, load it again."""
    stored = Tournament.objects.filter(pk=tournament.pk)
    version = stored.values_list("version", flat=True).first()
    if version in (None, tournament.version):
        return False
    related = ("league", "season", "winner", "created_by")
    tournament.refresh_from_db(from_queryset=Tournament.objects.select_related(*related))
    return True


def _history(tournament: Tournament) -> QuerySet[AuditEntry]:
    """What was done to the tournament and to its matches, newest first."""
    subjects = [f"match:{pk}" for pk in tournament.matches.values_list("pk", flat=True)]
    return (
        AuditEntry.objects.filter(subject__in=[audit.subject_of(tournament), *subjects])
        .select_related("actor")
        .order_by("-at", "-pk")
    )


def _holding_a_place() -> Q:
    return Q(entries__seed_no__isnull=False) | Q(entries__status__in=Entry.LIVE)
