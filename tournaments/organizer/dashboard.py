"""An organizer's dashboard: what needs a decision, what is in play, what comes next."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common.clock import now
from tournaments.events.actions.fixtures.conduct import open_appeals
from tournaments.events.core.permissions import arbitrated_by, organized_by
from tournaments.events.core.state import OVER
from tournaments.events.entries.by_name import waits_for_score
from tournaments.events.matches.claims import open_claims
from tournaments.events.matches.disputes import open_disputes
from tournaments.events.models import (
    ConductMark,
    Dispute,
    Entry,
    ForfeitClaim,
    Match,
    Round,
    Single,
    Status,
    Tournament,
    named,
    with_tables,
)
from tournaments.leagues.models import League, Membership
from tournaments.leagues.selectors import visible_leagues

SOON = timedelta(hours=24)
PLAYED = Q(matches__sides__index=1)
"""Matches at a table, without byes."""


@dataclass(frozen=True)
class Decision:
    """Something that needs the organizer: `what` must be done, for which tournament, and by when."""

    tournament: Tournament
    what: str
    due: datetime | None
    urgency: int
    """The lowest is the most urgent: -1 for a contested result or a claimed forfeit."""
    match: Match | None = None
    """The match to decide."""


@dataclass(frozen=True)
class Dashboard:
    """The dashboard of one organizer."""

    decisions: list[Decision]
    """All of them, the most urgent first."""
    rounds: QuerySet[Round]
    """In play, with `done` and `all` matches counted."""
    matches: QuerySet[Match]
    """In play, with their tables."""
    leagues: QuerySet[League]
    """Those that the user runs, or in which they are an arbiter."""


def dashboard_of(user: User) -> Dashboard:
    """Return the user's dashboard, in a constant number of queries. The caller paginates its lists."""
    mine = organized_by(user).exclude(status__in=OVER)
    decided = arbitrated_by(user).exclude(status__in=OVER)
    at = now()
    stuck = (
        Match.objects.filter(
            Q(status=Match.Status.UNDECIDED) | waits_for_score(at), tournament__in=decided
        )
        .select_related("tournament", "round")
        .prefetch_related(*named())
        .order_by("pk")
    )
    decisions = [_contested(dispute) for dispute in open_disputes(user)]
    decisions.extend(_claimed(claim) for claim in open_claims(user))
    decisions.extend(_appealed(mark) for mark in open_appeals(user))
    decisions.extend(_undecided(match) for match in stuck)
    drafted = Round.objects.filter(tournament__in=mine, status=Round.Status.DRAFTED)
    first = drafted.exclude(tournament__status=Status.PAUSED).order_by("tournament", "number")
    seen: set[int] = set()
    for round_ in first.select_related("tournament"):
        if round_.tournament_id not in seen:
            seen.add(round_.tournament_id)
            what = _("Confirm the draw of round %(number)d") % {"number": round_.number}
            decisions.append(Decision(round_.tournament, what, round_.starts_at, 0))
    for tournament in with_counts(mine).order_by("starts_at"):
        decisions.extend(_of_tournament(tournament, at))
    decisions.sort(key=lambda each: (each.urgency, each.due or at))
    rounds = (
        Round.objects.filter(tournament__in=mine, status=Round.Status.PLAYING)
        .select_related("tournament")
        .annotate(
            all=Count("matches", PLAYED),
            done=Count("matches", PLAYED & Q(matches__status=Match.Status.DONE)),
        )
        .order_by("tournament__name", "number", "pk")
    )
    matches = (
        Match.objects.filter(tournament__in=mine, status=Match.Status.PLAYING)
        .select_related("tournament", "round")
        .prefetch_related(*named(), with_tables())
        .order_by("tournament__name", "round__number", "number", "pk")
    )
    decides = visible_leagues(user).filter(my_role__in=Membership.DECIDES)
    return Dashboard(decisions, rounds, matches, decides)


def with_counts(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return the tournaments with `pairs` (partnerships in), `alone` and `here` (pairs checked in) counted."""
    ready = (Entry.Status.ENTERED, Entry.Status.CHECKED_IN)
    return tournaments.annotate(
        pairs=Count("entries", Q(entries__status__in=ready), distinct=True),
        here=Count("entries", Q(entries__status=Entry.Status.CHECKED_IN), distinct=True),
        alone=Count("singles", Q(singles__status__in=Single.LIVE), distinct=True),
    )


def _contested(dispute: Dispute) -> Decision:
    return Decision(
        dispute.match.tournament,
        _("Result of round %(round)d contested by %(name)s")
        % {"name": dispute.entry, "round": dispute.match.round.number},
        None,
        -1,
        dispute.match,
    )


def _claimed(claim: ForfeitClaim) -> Decision:
    return Decision(
        claim.match.tournament,
        _("Round %(round)d: %(name)s claim the forfeit")
        % {"name": claim.entry, "round": claim.match.round.number},
        None,
        -1,
        claim.match,
    )


def _appealed(mark: ConductMark) -> Decision:
    return Decision(
        mark.match.tournament,
        _("Round %(round)d: %(name)s appeal")
        % {"name": mark.entry, "round": mark.match.round.number},
        None,
        -1,
        mark.match,
    )


def _undecided(match: Match) -> Decision:
    needs_score = match.status == Match.Status.DRAWN
    words = (
        _("Round %(round)d: enter the score of %(match)s")
        if needs_score
        else _("Round %(round)d: decide %(match)s")
    )
    what = words % {"round": match.round.number, "match": match.title}
    return Decision(match.tournament, what, None, 1 if needs_score else 0, match)


def _of_tournament(tournament: Any, at: datetime) -> list[Decision]:
    """Return what an unfinished tournament needs from its organizer."""
    soon = tournament.starts_at - at < SOON
    fields = tournament.pairs + tournament.alone // 2
    if tournament.status == Status.PAUSED:
        return [Decision(tournament, _("Paused: resume or end it"), None, 0)]
    if tournament.status == Status.DRAFT:
        what = (
            _("Still a draft: open its registration, or nobody can enter")
            if soon
            else _("A draft that nobody sees yet")
        )
        return [Decision(tournament, what, tournament.starts_at, 1 if soon else 3)]
    if tournament.status == Status.ANNOUNCED and soon:
        what = _("Registration is not open yet")
        return [Decision(tournament, what, tournament.starts_at, 1)]
    short = tournament.status in (Status.REGISTRATION, Status.CHECK_IN)
    if short and soon and fields < tournament.min_entries:
        what = _("Only %(here)d of at least %(least)d entries: it will not start") % {
            "here": fields,
            "least": tournament.min_entries,
        }
        return [Decision(tournament, what, tournament.starts_at, 1)]
    return []
