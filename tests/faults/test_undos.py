"""Every way to undo a line of the log: offered, closed to everybody else, whole after a crash, noted, and done once."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from spades_site.common.clock import now
from spades_site.common.models import AuditEntry
from tests.events.conftest import Club
from tests.faults import actions
from tests.faults.actions import Call
from tests.faults.season_actions import ACTIONS
from tests.faults.test_actions import club as club
from tests.support.crashes import crash_everywhere, everything
from tournaments.events.actions import lifecycle
from tournaments.events.actions.night import absences, attendance
from tournaments.events.entries import replacing
from tournaments.events.models import Match, Tournament, TournamentRole
from tournaments.organizer.undo.undoing import UNDOS, undo, undoable

pytestmark = pytest.mark.django_db


def resumed(club: Club) -> Call:
    cup = club.started(4)
    lifecycle.pause(tournament_id=cup.pk, by=club.organizer, reason="A cable")
    club.hands.forward(60)
    return lambda: lifecycle.resume(tournament_id=cup.pk, by=club.organizer)


def asked_to_take_over(club: Club) -> Call:
    at = actions._table_in_play(club)
    out = at.line_up.get(seat=0, from_hand=None)
    club.player("zoe")
    return lambda: replacing.replace(
        at_id=at.pk, out_id=out.user_id, username="zoe", reason="Ill", by=club.organizer
    )


def waits_longer(club: Club) -> Call:
    match = club.in_play(club.started(2, no_show="forfeit", grace_minutes=10))[0]
    until = now() + timedelta(minutes=20)
    return lambda: absences.extend_grace(match_id=match.pk, until=until, by=club.organizer)


def left_out_at_the_draw(club: Club) -> Call:
    asked = actions.held(club)
    return lambda: attendance.undo_on_the_way(**asked)


CASES: dict[str, tuple[str, Callable[[Club], Call]]] = {
    **{
        name: (verb, ACTIONS[name])
        for verb, name in (
            ("tournament.entry_removed", "entering.remove_entry"),
            ("tournament.entry_removed", "places.remove_single"),
            ("tournament.withdrawn", "entering.withdraw under way"),
            ("tournament.pair_made", "partners.make_pair"),
            ("tournament.pair_split", "partners.split_pair"),
            ("tournament.moved_up", "places.move_up"),
            ("tournament.move_undone", "places.undo_move"),
            ("tournament.substituted", "substitutes.substitute"),
            ("tournament.substitute_asked", "substitute_offers.offer"),
            ("tournament.penalized", "penalties.penalize"),
            ("tournament.seeded", "seeding.set_seeds"),
            ("tournament.kept_apart", "separation.keep_apart"),
            ("tournament.may_meet", "separation.let_meet"),
            ("tournament.asked", "inviting.ask"),
            ("tournament.pause", "lifecycle.pause"),
            ("tournament.checked_in", "attendance.check_in_place"),
            ("tournament.check_in_undone", "attendance.undo_check_in"),
            ("tournament.on_the_way", "attendance.note_on_the_way"),
            ("tournament.on_the_way_undone", "attendance.undo_on_the_way"),
            ("match.absence_forfeit", "absences.settle_absence"),
            ("match.decided", "verdicts.decide_match"),
            ("match.score_entered", "scores.enter_score"),
            ("match.replayed_from", "replays.replay_from_hand"),
            ("match.table_paused", "tables.pause"),
            ("match.table_resumed", "tables.resume"),
            ("match.turn_extended", "tables.extend_turn"),
            ("match.bank_filled", "tables.add_bank"),
            ("match.player_replaced", "replacing.replace"),
        )
    },
    "a pair of the waiting list": ("tournament.pair_made", actions.pair_of_the_list),
    "resuming the tournament": ("tournament.resume", resumed),
    "asking to take over": ("match.take_over_asked", asked_to_take_over),
    "leaving out who is on the way": ("tournament.left_out", left_out_at_the_draw),
    "waiting longer": ("match.grace_extended", waits_longer),
}
"""What adds a line of each kind that can be undone."""


def test_every_undo_has_its_case() -> None:
    assert {verb for verb, _prepare in CASES.values()} == set(UNDOS)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("name", CASES)
def test_d4_s1_an_undo_is_whole_and_for_those_who_may(club: Club, name: str) -> None:
    verb, prepare = CASES[name]
    prepare(club)()
    line = AuditEntry.objects.filter(verb=verb).order_by("-pk")[0]
    cup = cup_of(line)
    arbiter = club.player("judge")
    TournamentRole.objects.create(
        tournament=cup, user=arbiter, role="arbiter", at=now(), accepted_at=now()
    )
    address = f"/organize/tournaments/{cup.slug}/undo/{line.pk}/"
    by = arbiter if UNDOS[verb].judges else club.organizer
    assert undoable([line], [cup]) == {line.pk}
    before = everything()
    others = {None, club.player("stranger"), arbiter} - {by}
    for user in others:
        assert posted(user, address).status_code in (302, 404)
    assert differing(before, everything()) <= {"accounts.User"}
    assert crash_everywhere(lambda: undo(line, cup_of(line), by)) >= 1
    (made,) = AuditEntry.objects.filter(pk__gt=line.pk, actor=by)[:1]
    assert undoable([line], [cup_of(line)]) == frozenset()
    done = everything()
    assert posted(by, address).status_code == 302
    assert differing(done, everything()) <= {"accounts.User", "events.Tournament"}
    assert made.at >= line.at


def cup_of(line: AuditEntry) -> Tournament:
    model, _colon, key = line.subject.partition(":")
    if model == "match":
        return Match.objects.get(pk=key).tournament
    return Tournament.objects.get(pk=key)


def posted(user: Any, address: str) -> Any:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.post(address)


def differing(before: dict[str, list[Any]], after: dict[str, list[Any]]) -> set[str]:
    return {label for label, rows in after.items() if rows != before[label]}
