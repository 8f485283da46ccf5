"""Tournaments, and what their organizers and arbiters do."""

import csv
import io
from collections.abc import Callable
from typing import Any, Literal

from django.db.models import QuerySet
from django.http import HttpRequest
from ninja import Router
from ninja.pagination import paginate

from spades_site.api import schemas
from spades_site.api.site import READING, REFUSALS, Bearer, Pages, found, person_of, viewer_of
from spades_site.common.forms import key_of
from tournaments.events.actions import lifecycle
from tournaments.events.actions.decisions.verdicts import Verdict, decide_match
from tournaments.events.actions.draws import drafts
from tournaments.events.actions.importing import import_entries
from tournaments.events.actions.night.attendance import check_in_place
from tournaments.events.core.permissions import may_organize, visible_to
from tournaments.events.models import Match, Status, Tournament
from tournaments.events.queries.selectors import tournament_for, tournament_view
from tournaments.public.feeds.tables import FEEDS, about_tournament, plain

router = Router(tags=["tournaments"])

type Step = Literal["announce", "open_registration", "start", "pause", "resume", "end", "cancel"]
_STEPS: dict[str, Callable[..., Tournament]] = {
    "announce": lifecycle.announce,
    "open_registration": lifecycle.open_registration,
    "start": lifecycle.start_now,
    "pause": lifecycle.pause,
    "resume": lifecycle.resume,
    "end": lifecycle.end_tournament,
    "cancel": lifecycle.cancel_tournament,
}


@router.get("/tournaments", response={200: list[schemas.TournamentOut], **READING})
@paginate(Pages, ordering=("-pk",), shape=about_tournament)
def tournaments(
    request: HttpRequest, league: str | None = None, status: Status | None = None
) -> QuerySet[Any]:
    """Return the tournaments that may be seen, the newest first; of one league, or in one state."""
    rows = visible_to(viewer_of(request)).exclude(status=Status.DRAFT)
    if league is not None:
        rows = rows.filter(league__slug=league)
    if status is not None:
        rows = rows.filter(status=status)
    return rows.select_related("league", "season").prefetch_related("stages")


@router.get("/tournaments/{slug}", response={200: schemas.TournamentOut, **READING})
def tournament(request: HttpRequest, slug: str) -> Any:
    """Return a tournament."""
    return about_tournament(_tournament(request, slug))


@router.get(
    "/tournaments/{slug}/entries",
    response={200: list[schemas.EntryRow], **READING},
    exclude_unset=True,
)
def entries(request: HttpRequest, slug: str) -> Any:
    """Return a tournament's entries."""
    return _rows(request, slug, "entries")


@router.get(
    "/tournaments/{slug}/pairings",
    response={200: list[schemas.PairingRow], **READING},
    exclude_unset=True,
)
def pairings(request: HttpRequest, slug: str) -> Any:
    """Return the matches that are drawn and released, by round and table."""
    return _rows(request, slug, "pairings")


@router.get(
    "/tournaments/{slug}/results",
    response={200: list[schemas.ResultRow], **READING},
    exclude_unset=True,
)
def results(request: HttpRequest, slug: str) -> Any:
    """Return the matches with a result that counts at this moment."""
    return _rows(request, slug, "results")


@router.get(
    "/tournaments/{slug}/standings",
    response={200: list[schemas.StandingRow], **READING},
    exclude_unset=True,
)
def standings(request: HttpRequest, slug: str) -> Any:
    """Return the standings, or the places of a bracket, the first first."""
    return _rows(request, slug, "standings")


@router.post(
    "/tournaments/{slug}/entries", auth=Bearer(), response={200: schemas.Entered, **REFUSALS}
)
def enter(request: HttpRequest, slug: str, new: schemas.NewEntries) -> Any:
    """Enter pairs or single players as an organizer, all or none. Those that are in already stay as they are."""
    text = io.StringIO()
    csv.writer(text).writerows(new.entries)
    entered = import_entries(
        tournament_id=_tournament(request, slug).pk,
        by=person_of(request),
        text=text.getvalue(),
        here=new.checked_in,
    )
    return {"entered": entered}


@router.post(
    "/tournaments/{slug}/entries/{entry}/check-in",
    auth=Bearer(),
    response={200: schemas.StateOut, **REFUSALS},
)
def check_in(request: HttpRequest, slug: str, entry: str) -> Any:
    """Check in an entry for its players. Doing so twice changes nothing."""
    of = _tournament(request, slug)
    check_in_place(tournament_id=of.pk, place=f"entry:{entry}", by=person_of(request))
    return _state(of)


@router.post(
    "/tournaments/{slug}/draw/confirm", auth=Bearer(), response={200: schemas.StateOut, **REFUSALS}
)
def confirm_draw(request: HttpRequest, slug: str, expected_version: int | None = None) -> Any:
    """Confirm the draw that waits for it."""
    of = _tournament(request, slug)
    draft = drafts.draft_of(of) if may_organize(person_of(request), of) else None
    drafts.confirm(
        round_id=0 if draft is None else draft.pk,
        by=person_of(request),
        expected_version=expected_version,
    )
    return _state(of)


@router.post(
    "/tournaments/{slug}/{step}", auth=Bearer(), response={200: schemas.StateOut, **REFUSALS}
)
def take_step(request: HttpRequest, slug: str, step: Step, why: schemas.Reason) -> Any:
    """Announce, open registration, start, pause, resume, end or cancel."""
    of = _tournament(request, slug)
    return _state(_STEPS[step](tournament_id=of.pk, by=person_of(request), reason=why.reason))


@router.post(
    "/matches/{match}/decision", auth=Bearer(), response={200: schemas.StateOut, **REFUSALS}
)
def decide(request: HttpRequest, match: str, decision: schemas.Decision) -> Any:
    """Decide a match, as the organizer or an arbiter."""
    seen = visible_to(person_of(request))
    one = Match.objects.filter(tournament__in=seen, pk=key_of(match)).first()
    decide_match(
        match_id=found(one).pk,
        by=person_of(request),
        verdict=Verdict(decision.verdict),
        winner=decision.winner,
        reason=decision.reason,
        expected_version=decision.expected_version,
    )
    return _state(found(one).tournament)


def _tournament(request: HttpRequest, slug: str) -> Tournament:
    return found(tournament_for(slug, viewer_of(request)))


def _rows(request: HttpRequest, slug: str, what: str) -> list[Any]:
    viewer = viewer_of(request)
    view = tournament_view(found(tournament_for(slug, viewer)), viewer)
    return [plain(row) for row in FEEDS[what](view)]


def _state(tournament: Tournament) -> Tournament:
    tournament.refresh_from_db(fields=["status", "version"])
    return tournament
