"""Tournaments, and what their organizers and arbiters do."""

from collections.abc import Callable, Iterable
from typing import Any, Literal

from django.db.models import QuerySet
from django.http import HttpRequest
from ninja import Router
from ninja.pagination import paginate

from spades_site.api import requests, schemas
from spades_site.api.site import (
    READING,
    REFUSALS,
    Bearer,
    Pages,
    as_csv,
    found,
    person_of,
    state_of,
    tables_of,
    viewer_of,
)
from spades_site.common.forms import key_of
from tournaments.events.actions import lifecycle
from tournaments.events.actions.draws import drafts
from tournaments.events.actions.draws.released import draw_to_take_back, take_back
from tournaments.events.actions.entering import remove_entry
from tournaments.events.actions.importing import import_entries
from tournaments.events.actions.night.attendance import check_in_place, undo_check_in
from tournaments.events.actions.penalties import penalize
from tournaments.events.actions.places import restore_entry
from tournaments.events.core.permissions import may_organize, visible_to
from tournaments.events.models import Status, Tournament
from tournaments.events.queries.selectors import tournament_for, tournament_view
from tournaments.public.feeds.tables import FEEDS, about_tournament

router = Router(tags=["tournaments"])
ANSWERS: dict[Any, Any] = {200: schemas.StateOut, **REFUSALS}

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


@tables_of(
    router,
    "/tournaments/{slug}",
    entries=(schemas.EntryRow, "Return a tournament's entries."),
    pairings=(
        schemas.PairingRow,
        "Return the matches that are drawn and released, with their states, by round and table.",
    ),
    results=(schemas.ResultRow, "Return the matches with a result that counts at this moment."),
    standings=(
        schemas.StandingRow,
        "Return the standings, or the places of a bracket, the first first.",
    ),
)
def _rows(request: HttpRequest, slug: str, what: str) -> Iterable[Any]:
    viewer = viewer_of(request)
    return FEEDS[what](tournament_view(found(tournament_for(slug, viewer)), viewer))


@router.post(
    "/tournaments/{slug}/entries", auth=Bearer(), response={200: schemas.Entered, **REFUSALS}
)
def enter(request: HttpRequest, slug: str, new: requests.NewEntries) -> Any:
    """Enter pairs or single players as an organizer, all or none. Those that are in already stay as they are."""
    entered = import_entries(
        tournament_id=_tournament(request, slug).pk,
        by=person_of(request),
        text=as_csv(new.entries),
        here=new.checked_in,
    )
    return {"entered": entered}


@router.post("/tournaments/{slug}/entries/{entry}/check-in", auth=Bearer(), response=ANSWERS)
def check_in(request: HttpRequest, slug: str, entry: str) -> Any:
    """Check in an entry for its players. Doing so twice changes nothing."""
    return _at_place(check_in_place, request, slug, entry)


@router.delete("/tournaments/{slug}/entries/{entry}/check-in", auth=Bearer(), response=ANSWERS)
def take_check_in_back(request: HttpRequest, slug: str, entry: str) -> Any:
    """Take an entry's check-in back. Doing so twice changes nothing."""
    return _at_place(undo_check_in, request, slug, entry)


@router.post("/tournaments/{slug}/entries/{entry}/withdrawal", auth=Bearer(), response=ANSWERS)
def withdraw(request: HttpRequest, slug: str, entry: str, why: requests.Reason) -> Any:
    """Take an entry out of the tournament, as the organizer. Its players read the reason."""
    of, one = _entry(request, slug, entry)
    remove_entry(entry_id=one, by=person_of(request), reason=why.reason)
    return state_of(of)


@router.delete("/tournaments/{slug}/entries/{entry}/withdrawal", auth=Bearer(), response=ANSWERS)
def restore(request: HttpRequest, slug: str, entry: str) -> Any:
    """Put an entry back that was taken out before the start."""
    of, one = _entry(request, slug, entry)
    restore_entry(entry_id=one, by=person_of(request))
    return state_of(of)


@router.post("/tournaments/{slug}/entries/{entry}/penalties", auth=Bearer(), response=ANSWERS)
def deduct(request: HttpRequest, slug: str, entry: str, what: requests.Deduction) -> Any:
    """Deduct points from an entry, as the organizer or an arbiter."""
    of, one = _entry(request, slug, entry)
    penalize(entry_id=one, by=person_of(request), points=what.points, reason=what.reason)
    return state_of(of)


@router.post("/tournaments/{slug}/draw/confirm", auth=Bearer(), response=ANSWERS)
def confirm_draw(request: HttpRequest, slug: str, expected_version: int | None = None) -> Any:
    """Confirm the draw that waits for it."""
    return _with_draft(drafts.confirm, request, slug, expected_version=expected_version)


@router.post("/tournaments/{slug}/draw/again", auth=Bearer(), response=ANSWERS)
def redraw(request: HttpRequest, slug: str, again: requests.DrawAgain) -> Any:
    """Draw the round that waits for confirmation by another lot, with the entries of now."""
    return _with_draft(drafts.redraw, request, slug, **again.dict())


@router.post("/tournaments/{slug}/draw/swap", auth=Bearer(), response=ANSWERS)
def swap(request: HttpRequest, slug: str, two: requests.Exchange) -> Any:
    """Let two entries change places in the draw that waits for confirmation."""
    said = two.dict()
    pair = {"first_id": said.pop("first"), "second_id": said.pop("second")}
    return _with_draft(drafts.swap, request, slug, **pair, **said)


@router.post("/tournaments/{slug}/draw/recall", auth=Bearer(), response=ANSWERS)
def take_draw_back(request: HttpRequest, slug: str, why: requests.Reason) -> Any:
    """Take a released draw back while no card is played: it can be changed, and must be confirmed again."""
    of = _tournament(request, slug)
    runs = may_organize(person_of(request), of)
    released = draw_to_take_back(of) if runs else None
    key = 0 if released is None else released.pk
    take_back(round_id=key, by=person_of(request), reason=why.reason)
    return state_of(of)


@router.post("/tournaments/{slug}/{step}", auth=Bearer(), response=ANSWERS)
def take_step(request: HttpRequest, slug: str, step: Step, why: requests.Reason) -> Any:
    """Announce, open registration, start, pause, resume, end or cancel."""
    of = _tournament(request, slug)
    return state_of(_STEPS[step](tournament_id=of.pk, by=person_of(request), reason=why.reason))


def _tournament(request: HttpRequest, slug: str) -> Tournament:
    return found(tournament_for(slug, viewer_of(request)))


def _at_place(act: Callable[..., None], request: HttpRequest, slug: str, entry: str) -> Any:
    of = _tournament(request, slug)
    act(tournament_id=of.pk, place=f"entry:{entry}", by=person_of(request))
    return state_of(of)


def _entry(request: HttpRequest, slug: str, entry: str) -> tuple[Tournament, int]:
    """Return the tournament and the entry's key; 0, which no entry has, unless it is one of the tournament's."""
    of = _tournament(request, slug)
    keys = of.entries.filter(pk=key_of(entry)).values_list("pk", flat=True)
    return of, keys.first() or 0


def _with_draft(act: Callable[..., Any], request: HttpRequest, slug: str, **said: Any) -> Any:
    """Do something with the draw that waits; without one, or to others, it is an unknown round."""
    of = _tournament(request, slug)
    draft = drafts.draft_of(of) if may_organize(person_of(request), of) else None
    act(round_id=0 if draft is None else draft.pk, by=person_of(request), **said)
    return state_of(of)
