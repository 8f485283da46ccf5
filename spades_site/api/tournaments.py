"""Tournaments, and what their organizers and arbiters do."""

from collections.abc import Callable, Iterable
from typing import Any, Literal

from django.db.models import QuerySet
from django.http import HttpRequest

from spades_site.api import answers, requests, schemas
from spades_site.api.entries import tournament_of
from spades_site.api.making import make
from spades_site.api.site import (
    NOTHING,
    Routes,
    as_csv,
    person_of,
    state_of,
    tables_of,
    viewer_of,
)
from tournaments.events.actions import lifecycle
from tournaments.events.actions.draws import drafts
from tournaments.events.actions.draws.released import draw_to_take_back, take_back
from tournaments.events.actions.importing import import_entries
from tournaments.events.core.permissions import may_organize, visible_to
from tournaments.events.models import Status, Tournament
from tournaments.events.queries.selectors import tournament_view
from tournaments.events.setup.creating import delete_draft
from tournaments.public.feeds.tables import FEEDS, about_tournament

router = Routes(tags=["tournaments"])

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


@router.pages("/tournaments", schemas.TournamentOut, ordering=("-pk",), row=about_tournament)
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


@router.read("/tournaments/{slug}", schemas.TournamentOut)
def tournament(request: HttpRequest, slug: str) -> Any:
    """Return a tournament."""
    return about_tournament(tournament_of(request, slug))


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
    return FEEDS[what](tournament_view(tournament_of(request, slug), viewer_of(request)))


@router.make("/tournaments", schemas.TournamentOut)
def create(request: HttpRequest, new: requests.NewTournament) -> Any:
    """Create a draft: from a template of a league, whose settings are replaced by what is said here, or without one.

    Sent again with its `request_id`, it updates that draft instead of creating another.
    """
    return about_tournament(make(person_of(request), new))


@router.undo("/tournaments/{slug}", None)
def delete(request: HttpRequest, slug: str) -> Any:
    """Delete a draft. What was announced is cancelled instead."""
    delete_draft(tournament_id=tournament_of(request, slug).pk, by=person_of(request))
    return NOTHING


@router.make("/tournaments/{slug}/entries", answers.Entered)
def enter(request: HttpRequest, slug: str, new: requests.NewEntries) -> Any:
    """Enter pairs or single players as an organizer, all or none. Those that are in already stay as they are."""
    entered = import_entries(
        tournament_id=tournament_of(request, slug).pk,
        by=person_of(request),
        text=as_csv(new.entries),
        here=new.checked_in,
    )
    return {"entered": entered}


@router.act("/tournaments/{slug}/draw/confirm", answers.StateOut)
def confirm_draw(
    request: HttpRequest, slug: str, expected_version: requests.Version | None = None
) -> Any:
    """Confirm the draw that waits for it."""
    return _with_draft(drafts.confirm, request, slug, expected_version=expected_version)


@router.act("/tournaments/{slug}/draw/again", answers.StateOut)
def redraw(request: HttpRequest, slug: str, again: requests.DrawAgain) -> Any:
    """Draw the round that waits for confirmation by another lot, with the entries of now."""
    return _with_draft(drafts.redraw, request, slug, **again.model_dump())


@router.act("/tournaments/{slug}/draw/swap", answers.StateOut)
def swap(request: HttpRequest, slug: str, two: requests.Exchange) -> Any:
    """Let two entries change places in the draw that waits for confirmation."""
    said = two.model_dump()
    pair = {"first_id": said.pop("first"), "second_id": said.pop("second")}
    return _with_draft(drafts.swap, request, slug, **pair, **said)


@router.act("/tournaments/{slug}/draw/recall", answers.StateOut)
def take_draw_back(request: HttpRequest, slug: str, why: requests.Reason) -> Any:
    """Take a released draw back while no card is played: it can be changed, and must be confirmed again."""
    of = tournament_of(request, slug)
    runs = may_organize(person_of(request), of)
    released = draw_to_take_back(of) if runs else None
    key = 0 if released is None else released.pk
    take_back(round_id=key, by=person_of(request), reason=why.reason)
    return state_of(of)


@router.act("/tournaments/{slug}/{step}", answers.StateOut)
def take_step(request: HttpRequest, slug: str, step: Step, why: requests.Note) -> Any:
    """Announce, open registration, start, pause, resume, end or cancel."""
    of = tournament_of(request, slug)
    return state_of(_STEPS[step](tournament_id=of.pk, by=person_of(request), reason=why.reason))


def _with_draft(act: Callable[..., Any], request: HttpRequest, slug: str, **said: Any) -> Any:
    """Do something with the draw that waits; without one, or to others, it is an unknown round."""
    of = tournament_of(request, slug)
    draft = drafts.draft_of(of) if may_organize(person_of(request), of) else None
    act(round_id=0 if draft is None else draft.pk, by=person_of(request), **said)
    return state_of(of)
