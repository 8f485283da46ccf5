"""Matches: one with its state, and what organizers and arbiters decide about it."""

from typing import Any

from django.http import HttpRequest

from spades_site.accounts.models import User, Viewer
from spades_site.api import answers, requests, schemas
from spades_site.api.site import Routes, found, person_of, state_of, viewer_of
from spades_site.common.clock import now
from spades_site.common.folding import fold_name
from tournaments.events.actions.decisions.replays import replay_match
from tournaments.events.actions.decisions.scores import Given, enter_score
from tournaments.events.actions.decisions.undoing import undo_decision
from tournaments.events.actions.decisions.verdicts import Verdict, decide_match
from tournaments.events.actions.teams import name_line_up
from tournaments.events.core.permissions import visible_to
from tournaments.events.entries import nominations
from tournaments.events.models import Entry, EntryPlayer, Match
from tournaments.events.queries.selectors import match_view
from tournaments.public.feeds.tables import match_row

router = Routes(tags=["matches"])


@router.read("/matches/{match}", schemas.MatchOut, exclude_unset=True)
def match(request: HttpRequest, match: schemas.Key) -> Any:
    """Return a match that is drawn and released, with its state and its result."""
    return found(match_row(match, viewer_of(request)))


@router.read("/matches/{match}/line-ups", list[answers.LineUpOut])
def line_ups(request: HttpRequest, match: schemas.Key) -> Any:
    """Return who plays for the teams of a match at its two tables.

    `pairs` is null while the viewer may not see it, or a team has too few players; `final` says whether it can't be
    named any more.
    """
    viewer = viewer_of(request)
    one = found(match_view(match, viewer)).line.match
    return [
        _line_up(one, entry, viewer)
        for entry in found(one if one.tournament.is_team else None).entries
    ]


@router.act("/matches/{match}/line-ups", list[answers.LineUpOut])
def name(request: HttpRequest, match: schemas.Key, named: requests.NewLineUp) -> Any:
    """Name a team's line-up, as its captain or vice-captain, or as an organizer, until the deadline."""
    one = _match(request, match)
    people = {
        place.user.folded_name: place.user_id
        for place in EntryPlayer.objects.filter(
            entry__match_places__side__match=one, active=True
        ).select_related("user")
    }
    keys = [[people.get(fold_name(each), 0) for each in pair] for pair in named.pairs]
    name_line_up(match_id=one.pk, by=person_of(request), pairs=keys, entry_id=named.entry)
    return line_ups(request, match)


@router.act("/matches/{match}/decision", answers.StateOut)
def decide(request: HttpRequest, match: schemas.Key, decision: requests.Decision) -> Any:
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


@router.act("/matches/{match}/score", answers.StateOut)
def score(request: HttpRequest, match: schemas.Key, scores: requests.Scores) -> Any:
    """Enter or correct the score of a match's games, as the organizer or an arbiter."""
    one = _match(request, match)
    enter_score(
        match_id=one.pk,
        by=person_of(request),
        games={
            game.game: Given(tuple(game.points), game.hands, game.deal, game.winner, game.ended)
            for game in scores.games
        },
        reason=scores.reason,
        expected_version=scores.expected_version,
    )
    return state_of(one.tournament)


@router.act("/matches/{match}/replay", answers.StateOut)
def replay(request: HttpRequest, match: schemas.Key, again: requests.Again) -> Any:
    """Have a match of the round in play played again, at a new table."""
    one = _match(request, match)
    replay_match(match_id=one.pk, by=person_of(request), **again.model_dump())
    return state_of(one.tournament)


@router.act("/matches/{match}/undo", answers.StateOut)
def undo(request: HttpRequest, match: schemas.Key, again: requests.Again) -> Any:
    """Return to the result that a match had before the decision of this version."""
    one = _match(request, match)
    undo_decision(match_id=one.pk, by=person_of(request), **again.model_dump())
    return state_of(one.tournament)


def _line_up(match: Match, entry: Entry, viewer: Viewer) -> dict[str, Any]:
    drawn = match.status == Match.Status.DRAWN
    pairs: Any = None
    if not drawn:
        pairs = _seated(match, entry)
    elif nominations.may_see(match, entry, viewer):
        pairs = nominations.pairs_of(match, entry)
    return {
        "entry": entry.pk,
        "name": entry.name,
        "pairs": pairs and [[user.username for user in pair] for pair in pairs],
        "final": nominations.is_closed(match, now()),
        "until": nominations.deadline_of(match),
    }


def _seated(match: Match, entry: Entry) -> list[list[User]]:
    """Return who was at the match's tables for a team, table by table."""
    rows = match.line_up.counting().filter(entry=entry, table__isnull=False)
    tables: dict[int | None, list[User]] = {}
    for row in rows.select_related("user", "table").order_by("table__number", "seat", "pk"):
        tables.setdefault(row.table_id, []).append(row.user)
    return list(tables.values())


def _match(request: HttpRequest, match: schemas.Key) -> Match:
    seen = visible_to(person_of(request))
    return found(Match.objects.filter(tournament__in=seen, pk=match).first())
