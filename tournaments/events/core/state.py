"""A tournament's states, transitions, next due moment, and lock."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import connection
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.tables.models import Table
from spades_site.common.errors import Refused
from tournaments.events.core import arena
from tournaments.events.core.named import places_by_hand
from tournaments.events.models import (
    ForfeitClaim,
    Match,
    MatchTable,
    NoShow,
    Round,
    Status,
    Substitution,
    TimeOffer,
    Timing,
    Tournament,
)

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True)
class Transition:
    """A transition of a tournament's life cycle: source states, target state, and the sentence if it isn't allowed."""

    sources: frozenset[str]
    target: str
    refusal: "StrOrPromise"


def _step(sources: set[Status], target: Status, refusal: "StrOrPromise") -> Transition:
    return Transition(frozenset(map(str, sources)), str(target), refusal)


OPEN = frozenset({str(Status.REGISTRATION), str(Status.CHECK_IN)})
"""States in which registration is open."""
UNDER_WAY = frozenset({str(Status.RUNNING), str(Status.PAUSED)})
OVER = frozenset({str(Status.FINISHED), str(Status.CANCELLED)})

TRANSITIONS: dict[str, Transition] = {
    "announce": _step(
        {Status.DRAFT},
        Status.ANNOUNCED,
        gettext_lazy("Only a draft can be announced, and this tournament is no longer a draft."),
    ),
    "open_registration": _step(
        {Status.DRAFT, Status.ANNOUNCED},
        Status.REGISTRATION,
        gettext_lazy("Registration opens once, before check-in. Reload to see the current state."),
    ),
    "open_check_in": _step(
        {Status.REGISTRATION},
        Status.CHECK_IN,
        gettext_lazy("Check-in follows registration. Open the registration first."),
    ),
    "start": _step(
        {Status.REGISTRATION, Status.CHECK_IN},
        Status.RUNNING,
        gettext_lazy("Only a tournament whose registration or check-in is open can be started."),
    ),
    "pause": _step(
        {Status.RUNNING},
        Status.PAUSED,
        gettext_lazy("Only a running tournament can be paused."),
    ),
    "resume": _step(
        {Status.PAUSED},
        Status.RUNNING,
        gettext_lazy("Only a paused tournament can be resumed."),
    ),
    "finish": _step(
        {Status.RUNNING},
        Status.FINISHED,
        gettext_lazy("Only a running tournament can finish."),
    ),
    "end": _step(
        {Status.RUNNING, Status.PAUSED},
        Status.FINISHED,
        gettext_lazy(
            "Only a tournament under way can be ended. One that has not begun can be cancelled."
        ),
    ),
    "reopen": _step(
        {Status.FINISHED},
        Status.RUNNING,
        gettext_lazy("Only a tournament that was ended can go on."),
    ),
    "cancel": _step(
        # Not from a draft, because a cancelled tournament is shown to everybody who may see its league.
        {
            Status.ANNOUNCED,
            Status.REGISTRATION,
            Status.CHECK_IN,
            Status.RUNNING,
            Status.PAUSED,
        },
        Status.CANCELLED,
        gettext_lazy(
            "Only an announced tournament that isn’t over can be cancelled. A draft can be deleted."
        ),
    ),
}

STEP_LABELS: "dict[str, StrOrPromise]" = {
    "announce": gettext_lazy("Announce"),
    "open_registration": gettext_lazy("Open registration"),
    "start": gettext_lazy("Start now"),
    "pause": gettext_lazy("Pause"),
    "resume": gettext_lazy("Resume"),
    "end": gettext_lazy("End now"),
    "cancel": gettext_lazy("Cancel the tournament"),
}
"""The steps that organizers take; the others happen by themselves."""


def possible(tournament: Tournament) -> list[str]:
    """Return the names of the steps that the tournament's state allows."""
    return [name for name, step in TRANSITIONS.items() if tournament.status in step.sources]


def require(tournament: Tournament, step: str) -> Transition:
    """Return the transition of `step`.

    Raises Refused "illegal_transition" if the state doesn't allow it; the sentence names the allowed steps.
    """
    transition = TRANSITIONS[step]
    if tournament.status not in transition.sources:
        labels = [str(STEP_LABELS[name]) for name in possible(tournament) if name in STEP_LABELS]
        sentence = str(transition.refusal)
        if labels:
            sentence = f"{sentence} " + _("Possible now: %(steps)s.") % {"steps": ", ".join(labels)}
        raise Refused("illegal_transition", sentence)
    return transition


def move(tournament: Tournament, step: str) -> None:
    """Set the (locked) tournament's state to the target of `step`; the caller saves. Raises Refused
    "illegal_transition".
    """
    tournament.status = require(tournament, step).target


def lock(tournament_id: int) -> Tournament:
    """Return the tournament with its row locked until the transaction ends. Raises Refused "unknown_tournament"."""
    tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if tournament is None:
        raise unknown()
    return tournament


def lock_if_free(tournament_id: int) -> Tournament | None:
    """Return the tournament locked, or None if it is gone or locked by another transaction."""
    skip = connection.features.has_select_for_update_skip_locked
    return Tournament.objects.select_for_update(skip_locked=skip).filter(pk=tournament_id).first()


def unknown() -> Refused:
    """Return the refusal for a tournament that doesn't exist or that the person may not see."""
    return Refused("unknown_tournament", _("There is no such tournament. Check the address."))


def save(tournament: Tournament) -> None:
    """Save the (locked) tournament with its next due moment. Every change must go through here."""
    tournament.version += 1
    tournament.next_due_at = next_due(tournament)
    tournament.save()


def check_in_opens(tournament: Tournament) -> datetime:
    """Return when check-in opens; without check-in, the start."""
    return tournament.starts_at - timedelta(minutes=tournament.check_in_minutes)


def next_due(tournament: Tournament) -> datetime | None:
    """Return when the clock next requires `advance` to run, or None.

    In a round in play that covers only matches' times and no-shows; finished tables call it through the outbox.
    """
    if tournament.status == Status.ANNOUNCED or tournament.status == Status.CHECK_IN:
        return tournament.starts_at
    if tournament.status == Status.REGISTRATION:
        return check_in_opens(tournament)
    if tournament.status != Status.RUNNING:
        return None
    begins = (
        Round.objects.filter(
            tournament=tournament, status=Round.Status.CONFIRMED, starts_at__isnull=False
        )
        .order_by("stage__index", "number")
        .values_list("starts_at", flat=True)
        .first()
    )
    found = (
        begins,
        due_in_play(tournament),
        draw_due(tournament),
        arena.due(tournament),
    )
    return min((at for at in found if at is not None), default=None)


def draw_due(tournament: Tournament) -> datetime | None:
    """Return when the next round of a Swiss in windows is drawn despite unfinished matches: at the end of the last
    window, if no table is in play then. None if there is no next round, or no unfinished match.
    """
    stages = list(tournament.stages.all())
    if tournament.timing != Timing.WINDOWS or [one.facts.pairs_each_round for one in stages] != [
        True
    ]:
        return None
    last = tournament.rounds.order_by("-number").first()
    begun = (Round.Status.PLAYING, Round.Status.DONE)
    if last is None or last.status not in begun or last.number >= (tournament.rounds_planned or 0):
        return None
    unfinished = tournament.matches.exclude(status=Match.Status.DONE)
    waits = unfinished.filter(status=Match.Status.PLAYING).exists() or not unfinished.exists()
    return None if waits else last.closes_at


def due_in_play(tournament: Tournament) -> datetime | None:
    """Return the next time at which a table with its own time opens, an offered time lapses, a claim is decided, or a
    grace period ends; None if only results are missing.
    """
    found = [
        *_openings(tournament),
        *_offers(tournament),
        *_claims(tournament),
        *_graces(tournament),
    ]
    return min(found, default=None)


def _openings(tournament: Tournament) -> Iterator[datetime]:
    waiting = (
        Match.objects.filter(
            tournament=tournament,
            status=Match.Status.DRAWN,
            round__status=Round.Status.PLAYING,
        )
        .exclude(
            # Nothing opens in a room, or for people without an account (`entries/by_name.py`).
            Exists(places_by_hand().filter(side__match=OuterRef("pk")))
        )
        .values_list("starts_at", "round__closes_at")
    )
    return (at for agreed, closes_at in waiting if (at := agreed or closes_at) is not None)


def _offers(tournament: Tournament) -> Iterator[datetime]:
    waiting = TimeOffer.objects.filter(match__tournament=tournament, status=TimeOffer.Status.OPEN)
    return iter(waiting.values_list("expires_at", flat=True))


def _claims(tournament: Tournament) -> Iterator[datetime]:
    waiting = ForfeitClaim.objects.filter(
        match__tournament=tournament, status=ForfeitClaim.Status.WAITING
    )
    return iter(waiting.values_list("decides_at", flat=True))


def _graces(tournament: Tournament) -> Iterator[datetime]:
    if tournament.no_show == NoShow.BOT:
        return iter(())
    grace = timedelta(minutes=tournament.grace_minutes)
    # Called after a no-show, not at an open table.
    called = Substitution.objects.filter(match__isnull=False, table=None, by=None)
    waiting = MatchTable.objects.filter(
        match__tournament=tournament,
        match__status=Match.Status.PLAYING,
        counts=True,
        table__status=Table.Status.OPEN,
    ).exclude(match__in=called.values("match"))
    moments = waiting.values_list("table__created_at", "match__waits_until")
    return (max(at + grace, extended or at) for at, extended in moments)
