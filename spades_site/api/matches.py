"""Matches: one with its state, and what organizers and arbiters decide about it."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from spades_site.api import requests, schemas
from spades_site.api.site import READING, REFUSALS, Bearer, found, person_of, state_of, viewer_of
from spades_site.common.forms import key_of
from tournaments.events.actions.decisions.replays import replay_match
from tournaments.events.actions.decisions.scores import Given, enter_score
from tournaments.events.actions.decisions.undoing import undo_decision
from tournaments.events.actions.decisions.verdicts import Verdict, decide_match
from tournaments.events.core.permissions import visible_to
from tournaments.events.models import Match
from tournaments.public.feeds.tables import match_row

router = Router(tags=["matches"])
ANSWERS: dict[Any, Any] = {200: schemas.StateOut, **REFUSALS}


@router.get("/matches/{match}", response={200: schemas.MatchOut, **READING}, exclude_unset=True)
def match(request: HttpRequest, match: str) -> Any:
    """Return a match that is drawn and released, with its state and its result."""
    return found(match_row(key_of(match), viewer_of(request)))


@router.post("/matches/{match}/decision", auth=Bearer(), response=ANSWERS)
def decide(request: HttpRequest, match: str, decision: requests.Decision) -> Any:
    """Decide a match, as the organizer or an arbiter."""
    one = _match(request, match)
    decide_match(
        match_id=one.pk,
        by=person_of(request),
        verdict=Verdict(decision.verdict),
        winner=decision.winner,
        reason=decision.reason,
        expected_version=decision.expected_version,
    )
    return state_of(one.tournament)


@router.post("/matches/{match}/score", auth=Bearer(), response=ANSWERS)
def score(request: HttpRequest, match: str, scores: requests.Scores) -> Any:
    """Enter or correct the score of a match's games, as the organizer or an arbiter."""
    one = _match(request, match)
    enter_score(
        match_id=one.pk,
        by=person_of(request),
        games={
            game.game: Given(tuple(game.points), game.hands, game.deal) for game in scores.games
        },
        reason=scores.reason,
        expected_version=scores.expected_version,
    )
    return state_of(one.tournament)


@router.post("/matches/{match}/replay", auth=Bearer(), response=ANSWERS)
def replay(request: HttpRequest, match: str, again: requests.Again) -> Any:
    """Have a match of the round in play played again, at a new table."""
    one = _match(request, match)
    replay_match(match_id=one.pk, by=person_of(request), **again.dict())
    return state_of(one.tournament)


@router.post("/matches/{match}/undo", auth=Bearer(), response=ANSWERS)
def undo(request: HttpRequest, match: str, again: requests.Again) -> Any:
    """Return to the result that a match had before the decision of this version."""
    one = _match(request, match)
    undo_decision(match_id=one.pk, by=person_of(request), **again.dict())
    return state_of(one.tournament)


def _match(request: HttpRequest, match: str) -> Match:
    seen = visible_to(person_of(request))
    return found(Match.objects.filter(tournament__in=seen, pk=key_of(match)).first())
