"""Every action of a ladder, each with a ladder in which it is possible, for the tests of crashes and concurrency."""

from datetime import timedelta
from functools import partial
from typing import Any

from games.tables.models import Table
from spades_site.common.clock import now
from tests.events.conftest import Club
from tests.faults import actions
from tests.faults.actions import Call, Prepare
from tournaments.ladders import challenges, correcting, entering, making, playing
from tournaments.ladders.making import LadderProposal
from tournaments.ladders.models import Challenge, Ladder
from tournaments.leagues import joining, services
from tournaments.leagues.models import League

OF_LADDERS: dict[str, Prepare] = {}
action = partial(actions.action, into=OF_LADDERS)
PLAYERS = LadderProposal(name="Ladder", kind="players", rules={"preset": "rubl_two_player"})


def _league(club: Club) -> League:
    """Return the club's league, made at first need; everybody in the tests joins it."""
    league = League.objects.filter(name="Club").first()
    return league or services.create_league(by=club.organizer, name="Club")


def _joined(club: Club, name: str) -> Any:
    person, league = club.player(name), _league(club)
    if not league.memberships.filter(user=person).exists():
        joining.join_league(league_id=league.pk, user=person)
    return person


def _ladder(club: Club, entries: int = 3, proposal: LadderProposal = PLAYERS) -> Ladder:
    """Return a ladder with `p1` to `p3` on it."""
    league_id = _league(club).pk
    made = making.create_ladder(league_id=league_id, by=club.organizer, proposal=proposal)
    for number in range(1, entries + 1):
        entering.join(ladder_id=made.pk, user=_joined(club, f"p{number}"))
    return made


def _challenge(club: Club, ladder: Ladder) -> Challenge:
    top = ladder.entries.get(rung=1)
    return challenges.challenge(ladder_id=ladder.pk, by=club.player("p3"), entry_id=top.pk)


def _accepted(club: Club) -> Challenge:
    found = _challenge(club, _ladder(club))
    return challenges.answer(challenge_id=found.pk, by=club.player("p1"), accept=True)


def _playing(club: Club) -> Challenge:
    found = _accepted(club)
    for name in ("p3", "p1"):
        found = challenges.play_now(challenge_id=found.pk, by=club.player(name))
    return found


@action("making.create_ladder")
def _(club: Club) -> Call:
    league = _league(club)
    return lambda: making.create_ladder(league_id=league.pk, by=club.organizer, proposal=PLAYERS)


@action("making.edit_ladder")
def _(club: Club) -> Call:
    ladder = _ladder(club)
    changed = LadderProposal(
        name="Steps", kind="players", rules={"preset": "rubl_two_player"}, drop=5
    )
    return lambda: making.edit_ladder(ladder_id=ladder.pk, by=club.organizer, proposal=changed)


@action("making.freeze")
def _(club: Club) -> Call:
    ladder = _ladder(club)
    return lambda: making.freeze(ladder_id=ladder.pk, by=club.organizer, reason="Holidays")


@action("making.resume")
def _(club: Club) -> Call:
    ladder = _ladder(club)
    _challenge(club, ladder)
    making.freeze(ladder_id=ladder.pk, by=club.organizer, reason="Holidays")
    return lambda: making.resume(ladder_id=ladder.pk, by=club.organizer)


@action("entering.join")
def _(club: Club) -> Call:
    ladder, person = _ladder(club), _joined(club, "p4")
    return lambda: entering.join(ladder_id=ladder.pk, user=person)


@action("entering.answer")
def _(club: Club) -> Call:
    ladder = _ladder(club, 0, LadderProposal(name="Pairs"))
    one, other = _joined(club, "p1"), _joined(club, "p2")
    entry = entering.join(ladder_id=ladder.pk, user=one, partner=other.username)
    return lambda: entering.answer(entry_id=entry.pk, user=other, accept=True)


@action("entering.leave")
def _(club: Club) -> Call:
    ladder = _ladder(club)
    _challenge(club, ladder)
    entry = ladder.entries.get(rung=1)
    return lambda: entering.leave(entry_id=entry.pk, by=club.player("p1"))


@action("challenges.challenge")
def _(club: Club) -> Call:
    ladder = _ladder(club)
    return lambda: _challenge(club, ladder)


@action("challenges.answer")
def _(club: Club) -> Call:
    found = _challenge(club, _ladder(club))
    return lambda: challenges.answer(challenge_id=found.pk, by=club.player("p1"), accept=True)


@action("challenges.withdraw")
def _(club: Club) -> Call:
    found = _challenge(club, _ladder(club))
    return lambda: challenges.withdraw(challenge_id=found.pk, by=club.player("p3"))


@action("challenges.play_now")
def _(club: Club) -> Call:
    found = _accepted(club)
    challenges.play_now(challenge_id=found.pk, by=club.player("p3"))
    return lambda: challenges.play_now(challenge_id=found.pk, by=club.player("p1"))


@action("challenges.offer_time")
def _(club: Club) -> Call:
    found, at = _accepted(club), now() + timedelta(days=1)
    by = club.player("p3")
    return lambda: challenges.offer_time(challenge_id=found.pk, by=by, play_at=at)


@action("challenges.accept_time")
def _(club: Club) -> Call:
    found, at = _accepted(club), now() + timedelta(days=1)
    challenges.offer_time(challenge_id=found.pk, by=club.player("p3"), play_at=at)
    return lambda: challenges.accept_time(challenge_id=found.pk, by=club.player("p1"))


@action("playing.advance")
def _(club: Club) -> Call:
    ladder = _ladder(club)
    _challenge(club, ladder)
    later = now() + timedelta(days=4)
    return lambda: playing.advance(ladder.pk, later)


@action("playing.on_table_finished")
def _(club: Club) -> Call:
    found = _playing(club)
    table = Table.objects.get(pk=found.table_id)
    table.seats.update(arrived_at=now())
    table.status, table.started_at, table.finished_at = "finished", now(), now()
    table.wake_at = table.deadline = None
    table.result = {"winners": [0], "places": [1, 2], "totals": [500, 300], "bags": [0, 0]}
    table.save()
    return lambda: playing.on_table_finished({"table": table.pk})


@action("correcting.move")
def _(club: Club) -> Call:
    ladder = _ladder(club)
    entry = ladder.entries.get(rung=3)
    return lambda: correcting.move(
        ladder_id=ladder.pk, by=club.organizer, entry_id=entry.pk, rung=1, reason="New partner"
    )


@action("correcting.undo")
def _(club: Club) -> Call:
    ladder = _ladder(club)
    entry = ladder.entries.get(rung=3)
    step = correcting.move(
        ladder_id=ladder.pk, by=club.organizer, entry_id=entry.pk, rung=1, reason="New partner"
    )
    return lambda: correcting.undo(ladder_id=ladder.pk, by=club.organizer, step_id=step.pk)
