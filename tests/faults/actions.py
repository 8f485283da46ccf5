"""Every action of a tournament, each with a tournament in which it is possible, for the tests of crashes and
concurrency.

`ACTIONS` names the domain's functions as "module.function"; `season_actions.py` adds those of seasons. Each preparation takes the club
and returns the call.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from games import engine
from games.tables.models import Seat, Table
from games.tables.services import arrive
from spades_site.accounts.renaming import rename
from spades_site.common import outbox
from spades_site.common.clock import now
from tests.events.conftest import Club
from tests.events.teams import ahead, team_cup
from tests.events.teams import enter as enter_team
from tests.events.teams import players as team_players
from tournaments import events, ladders, own_time, seasons
from tournaments.events import advance
from tournaments.events.actions import (
    changing,
    decisions,
    entering,
    importing,
    lifecycle,
    moderation,
    partners,
    penalties,
    places,
    returning,
    roles,
    screens,
    teams,
)
from tournaments.events.actions.draws import drafts, released
from tournaments.events.actions.fixtures import availability, claims, conduct, time_offers
from tournaments.events.actions.night import (
    absences,
    arena,
    attendance,
    left_out,
    messages,
    standing_by,
    stopping,
    tables,
)
from tournaments.events.actions.planning import schedules, templates
from tournaments.events.draw import seeding, separation
from tournaments.events.entries import (
    by_name,
    inviting,
    linking,
    renaming,
    replacing,
    substitute_offers,
    substitutes,
)
from tournaments.events.matches import disputes
from tournaments.events.models import (
    ConductMark,
    Entry,
    Match,
    MatchTable,
    RoleLink,
    Schedule,
    SubstituteOffer,
    Template,
    Tournament,
)
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup import creating
from tournaments.events.setup.proposal import proposal_of
from tournaments.leagues import services
from tournaments.leagues import teams as league_teams
from tournaments.leagues.models import League

Call = Callable[[], Any]
Prepare = Callable[[Club], Call]
ACTIONS: dict[str, Prepare] = {}
REPEATED_IN_EARNEST = frozenset(
    {"creating.create_tournament", "prepared.start_prepared", "schedules.create_schedule"}
)
"""What somebody may mean twice: said again it is done again."""


def functions_in_code() -> set[str]:
    """Return the public functions of tournaments, ladders, own-time events and seasons that open a transaction: their actions."""
    found = set()
    packages = [
        info
        for package in (events, ladders, own_time, seasons)
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]
    for info in packages:
        module = importlib.import_module(info.name)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ != module.__name__ or name.startswith("_"):
                continue
            source = inspect.getsource(function)
            if "transaction.atomic(" in source or "_step(" in source:
                found.add(f"{info.name.rpartition('.')[2]}.{name}")
    return found


def action(name: str, into: dict[str, Prepare] = ACTIONS) -> Callable[[Prepare], Prepare]:
    """Put a preparation among the actions."""

    def put(prepare: Prepare) -> Prepare:
        into[name] = prepare
        return prepare

    return put


def _fields(club: Club) -> dict[str, Any]:
    return {
        "name": "New cup",
        "rules": engine.preset("cardgames_io"),
        "starts_at": now() + timedelta(hours=2),
    }


# ------------------------------------------------------------------------------------------------- making
@action("creating.create_tournament")
def _(club: Club) -> Call:
    fields = _fields(club)
    return lambda: creating.create_tournament(by=club.organizer, **fields)


@action("creating.edit_tournament")
def _(club: Club) -> Call:
    cup = club.tournament()
    fields = vars(proposal_of(cup)) | {
        "stages": (StagePlan("groups", groups=2, advance=2), StagePlan("knock_out")), "min_entries": 5,
    }  # fmt: skip
    return lambda: creating.edit_tournament(tournament_id=cup.pk, by=club.organizer, **fields)


# ------------------------------------------------------------------------------------- templates, schedules
def _template(club: Club) -> Template:
    found = League.objects.filter(name="Club").first()
    league = found or services.create_league(by=club.organizer, name="Club")
    fields = _fields(club) | {"league": league, "starts_at": now() + timedelta(days=3)}
    return templates.save_template(by=club.organizer, zone="UTC", **fields)


def _schedule(club: Club, **fields: Any) -> Schedule:
    kept = _template(club)
    values = {
        "rhythm": "week", "first_on": kept.starts_at.date(), "last_on": None,
        "time": kept.starts_at.time(), "zone": "UTC", "ahead_days": 1,
    }  # fmt: skip
    return schedules.create_schedule(template_id=kept.pk, by=club.organizer, **(values | fields))


@action("templates.save_template")
def _(club: Club) -> Call:
    kept = _template(club)
    fields = _fields(club) | {"league": kept.league, "starts_at": kept.starts_at}
    return lambda: templates.save_template(
        by=club.organizer, zone="UTC", **fields | {"max_entries": 8}
    )


@action("templates.delete_template")
def _(club: Club) -> Call:
    kept = _template(club)
    return lambda: templates.delete_template(template_id=kept.pk, by=club.organizer)


@action("templates.keep_unfinished")
def _(club: Club) -> Call:
    return lambda: templates.keep_unfinished(user=club.organizer, data="name=Friday")


@action("schedules.create_schedule")
def _(club: Club) -> Call:
    kept = _template(club)
    fields = {
        "rhythm": "month", "first_on": kept.starts_at.date(), "last_on": None,
        "time": kept.starts_at.time(), "zone": "UTC", "ahead_days": 1,
    }  # fmt: skip
    return lambda: schedules.create_schedule(template_id=kept.pk, by=club.organizer, **fields)


for _name in ("pause", "resume", "end"):

    @action(f"schedules.{_name}_schedule")
    def _(club: Club, step: str = _name) -> Call:
        planned = _schedule(club)
        if step == "resume":
            schedules.pause_schedule(schedule_id=planned.pk, by=club.organizer)
        return lambda: schedules.STEPS[step](schedule_id=planned.pk, by=club.organizer)


@action("schedules.change_schedule")
def _(club: Club) -> Call:
    planned = _schedule(club)
    return lambda: schedules.change_schedule(
        schedule_id=planned.pk, by=club.organizer, expected_version=0, rhythm="month", ahead_days=3
    )


@action("schedules.skip_date")
def _(club: Club) -> Call:
    planned = _schedule(club)
    ask = {"schedule_id": planned.pk, "by": club.organizer, "day": planned.first_on}
    return lambda: schedules.skip_date(**ask, reason="Holidays")


@action("schedules.restore_date")
def _(club: Club) -> Call:
    planned = _schedule(club)
    ask = {"schedule_id": planned.pk, "by": club.organizer, "day": planned.first_on}
    schedules.skip_date(**ask)
    return lambda: schedules.restore_date(**ask)


@action("schedules.make_next")
def _(club: Club) -> Call:
    planned, at = _schedule(club, ahead_days=5), now()
    return lambda: schedules.make_next(planned.pk, at)


@action("creating.delete_draft")
def _(club: Club) -> Call:
    cup = club.tournament()
    return lambda: creating.delete_draft(tournament_id=cup.pk, by=club.organizer)


@action("changing.change_tournament")
def _(club: Club) -> Call:
    cup = club.with_entries(1)
    at = now() + timedelta(hours=5)
    return lambda: changing.change_tournament(tournament_id=cup.pk, by=club.organizer, starts_at=at)


# ---------------------------------------------------------------------------------------------------- life
def _step(name: str, prepare: Callable[[Club], Tournament]) -> None:
    def prepared(club: Club) -> Call:
        cup = prepare(club)
        step = getattr(lifecycle, name)
        return lambda: step(tournament_id=cup.pk, by=club.organizer, reason="So it is")

    ACTIONS[f"lifecycle.{name}"] = prepared


def _paused(club: Club) -> Tournament:
    cup = club.started(4)
    lifecycle.pause(tournament_id=cup.pk, by=club.organizer)
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    return cup


def _asked_for(club: Club) -> Tournament:
    cup = club.tournament()
    inviting.ask(tournament_id=cup.pk, by=club.organizer, username=club.player("amy").username)
    return cup


_step("announce", _asked_for)
_step("open_registration", _asked_for)
_step("start_now", lambda club: club.with_entries(3, format="swiss"))
_step("pause", lambda club: club.started(2))
_step("resume", _paused)


@action("lifecycle.undo_resume")
def _(club: Club) -> Call:
    cup = club.started(4)
    ask = {"tournament_id": cup.pk, "by": club.organizer}
    lifecycle.pause(**ask)
    club.hands.forward(60)
    since = now()
    lifecycle.resume(**ask)
    return lambda: lifecycle.undo_resume(**ask, since=since, reason="A cable")


_step("end_tournament", lambda club: club.started(4))
_step("cancel_tournament", lambda club: club.started(2))


@action("advance.advance")
def _(club: Club) -> Call:
    cup = club.with_entries(4, format="swiss")
    club.hands.forward(3601)
    return lambda: advance.advance(cup.pk)


@action("advance.advance_due")
def _(club: Club) -> Call:
    club.with_entries(2)
    club.hands.forward(3601)
    return advance.advance_due


# ----------------------------------------------------------------------------------------------- entering
@action("entering.enter")
def _(club: Club) -> Call:
    cup, amy, bob = club.open(), club.player("amy"), club.player("bob")
    return lambda: entering.enter(tournament_id=cup.pk, user=amy, partner=bob.username)


@action("entering.accept_invitation")
def _(club: Club) -> Call:
    cup, bob = club.open(), club.player("bob")
    entries = [
        entering.enter(tournament_id=cup.pk, user=club.player(name), partner="bob")
        for name in ("amy", "cid")
    ]
    asked = entries[0].invitations.get()
    return lambda: entering.accept_invitation(invitation_id=asked.pk, user=bob)


@action("entering.decline_invitation")
def _(club: Club) -> Call:
    cup, bob = club.open(max_entries=2, waiting_list=True), club.player("bob")
    club.enter_pair(cup, "a1", "b1")
    asked = entering.enter(tournament_id=cup.pk, user=club.player("amy"), partner="bob")
    # The place that becomes free goes to the first in reserve.
    club.enter_pair(cup, "a2", "b2")
    invitation = asked.invitations.get()
    return lambda: entering.decline_invitation(invitation_id=invitation.pk, user=bob)


@action("entering.withdraw")
def _(club: Club) -> Call:
    cup = club.open(max_entries=2, waiting_list=True)
    for number in (1, 2, 3):
        club.enter_pair(cup, f"a{number}", f"b{number}")
    return lambda: entering.withdraw(tournament_id=cup.pk, user=club.player("a1"))


@action("entering.withdraw under way")
def _(club: Club) -> Call:
    cup = club.started(4, format="swiss", rounds=2)
    return lambda: entering.withdraw(tournament_id=cup.pk, user=club.player("a1"))


@action("entering.remove_entry")
def _(club: Club) -> Call:
    cup = club.open(max_entries=2, waiting_list=True)
    for number in (1, 2, 3):
        entry = club.enter_pair(cup, f"a{number}", f"b{number}")
    first = cup.entries.order_by("pk")[0]
    assert entry != first
    return lambda: entering.remove_entry(entry_id=first.pk, by=club.organizer, reason="Twice")


@action("places.remove_single")
def _(club: Club) -> Call:
    cup = club.open(max_entries=2, waiting_list=True)
    amy = entering.enter(tournament_id=cup.pk, user=club.player("amy"), alone=True)
    for number in (1, 2):
        club.enter_pair(cup, f"a{number}", f"b{number}")
    return lambda: places.remove_single(single_id=amy.pk, by=club.organizer, reason="Twice")


@action("returning.restore_entry")
def _(club: Club) -> Call:
    entry = club.enter_pair(club.open(), "amy", "bob")
    entering.remove_entry(entry_id=entry.pk, by=club.organizer, reason="By mistake")
    return lambda: returning.restore_entry(entry_id=entry.pk, by=club.organizer)


@action("returning.restore_entry under way")
def _(club: Club) -> Call:
    cup = club.started(4, format="swiss", rounds=2)
    entering.withdraw(tournament_id=cup.pk, user=club.player("a1"))
    entry = cup.entries.get(players__user=club.player("a1"))
    return lambda: returning.restore_entry(entry_id=entry.pk, by=club.organizer)


@action("returning.rejoin")
def _(club: Club) -> Call:
    cup = club.started(4, format="swiss", rounds=2)
    entering.withdraw(tournament_id=cup.pk, user=club.player("a1"))
    return lambda: returning.rejoin(tournament_id=cup.pk, user=club.player("b1"))


@action("returning.restore_single")
def _(club: Club) -> Call:
    amy = entering.enter(tournament_id=club.open().pk, user=club.player("amy"), alone=True)
    places.remove_single(single_id=amy.pk, by=club.organizer, reason="By mistake")
    return lambda: returning.restore_single(single_id=amy.pk, by=club.organizer)


def _queued(club: Club) -> tuple[dict[str, Any], list[str]]:
    """Return a tournament with three pairs on its waiting list, and their names there."""
    cup = club.open(max_entries=2, waiting_list=True)
    queued = [club.enter_pair(cup, f"a{number}", f"b{number}") for number in range(5)][2:]
    return {"tournament_id": cup.pk, "by": club.organizer}, [f"entry:{one.pk}" for one in queued]


@action("places.move_up")
def _(club: Club) -> Call:
    ask, names = _queued(club)
    return lambda: places.move_up(**ask, place=names[2], above=names[1])


@action("places.undo_move")
def _(club: Club) -> Call:
    ask, (first, second, last) = _queued(club)
    places.move_up(**ask, place=last, above=second)
    orders = {"before": [first, second, last], "after": [first, last, second]}
    return lambda: places.undo_move(**ask, place=last, **orders)


@action("entering.check_in")
def _(club: Club) -> Call:
    cup = club.with_entries(2, check_in_minutes=10)
    club.hands.forward(51 * 60)
    return lambda: entering.check_in(tournament_id=cup.pk, user=club.player("b1"))


@action("partners.make_pair")
def _(club: Club) -> Call:
    cup = club.open()
    amy, bob = (
        entering.enter(tournament_id=cup.pk, user=club.player(name), alone=True)
        for name in ("amy", "bob")
    )
    return lambda: partners.make_pair(
        tournament_id=cup.pk, by=club.organizer, first=f"single:{amy.pk}", second=f"single:{bob.pk}"
    )


@action("partners.split_pair")
def _(club: Club) -> Call:
    entry = club.enter_pair(club.open(), "amy", "bob")
    return lambda: partners.split_pair(entry_id=entry.pk, by=club.organizer)


def pair_of_the_list(club: Club) -> Call:
    """Let a pair be made of the first and the last of three people on a waiting list."""
    cup = club.open(max_entries=2, waiting_list=True)
    for number in (1, 2):
        club.enter_pair(cup, f"a{number}", f"b{number}")
    alone = [
        entering.enter(tournament_id=cup.pk, user=club.player(name), alone=True)
        for name in ("amy", "bob", "cid")
    ]
    first, _second, last = (f"single:{one.pk}" for one in alone)
    return lambda: partners.make_pair(
        tournament_id=cup.pk, by=club.organizer, first=first, second=last
    )


@action("partners.split_pair of the waiting list")
def _(club: Club) -> Call:
    entry = pair_of_the_list(club)()
    waited = [f"single:{one.pk}" for one in entry.tournament.singles.order_by("pk")]
    return lambda: partners.split_pair(entry_id=entry.pk, by=club.organizer, waited=waited)


@action("partners.rejoin_pair")
def _(club: Club) -> Call:
    entry = club.enter_pair(club.open(), "amy", "bob")
    partners.split_pair(entry_id=entry.pk, by=club.organizer)
    return lambda: partners.rejoin_pair(entry_id=entry.pk, by=club.organizer)


@action("importing.import_entries")
def _(club: Club) -> Call:
    league = club.league_of("a1", "b1", "a2", "b2", "a3", "b3", "zoe")
    cup = club.open(league=league, max_entries=2, waiting_list=True)
    return lambda: importing.import_entries(
        tournament_id=cup.pk, by=club.organizer, text="a1,b1\na2,b2\na3,b3\nzoe"
    )


@action("importing.preview_entries")
def _(club: Club) -> Call:
    cup = club.open(league=club.league_of("zoe"))
    return lambda: importing.preview_entries(tournament_id=cup.pk, by=club.organizer, text="zoe")


# ------------------------------------------------------------------------------------------------ attendance
def _checking(club: Club) -> dict[str, Any]:
    cup = club.with_entries(2, check_in_minutes=10)
    club.hands.forward(51 * 60)
    first = cup.entries.order_by("pk")[0]
    return {"tournament_id": cup.pk, "by": club.organizer, "place": f"entry:{first.pk}"}


@action("attendance.check_in_place")
def _(club: Club) -> Call:
    asked = _checking(club)
    return lambda: attendance.check_in_place(**asked)


@action("attendance.undo_check_in")
def _(club: Club) -> Call:
    asked = _checking(club)
    attendance.check_in_place(**asked)
    return lambda: attendance.undo_check_in(**asked)


@action("attendance.note_on_the_way")
def _(club: Club) -> Call:
    asked = _checking(club)
    return lambda: attendance.note_on_the_way(**asked)


def _in_arena(club: Club, **fields: Any) -> dict[str, Any]:
    """An arena of five: two tables in play, and one pair that waits."""
    cup = club.started(5, format="arena", minutes=60, **fields)
    free = cup.entries.get(free_since__isnull=False)
    return {"tournament_id": cup.pk, "user": free.players.all()[0].user}


@action("arena.pause")
def _(club: Club) -> Call:
    asked = _in_arena(club)
    return lambda: arena.pause(**asked)


@action("arena.ready")
def _(club: Club) -> Call:
    asked = _in_arena(club)
    arena.pause(**asked)
    club.finish(club.in_play(Tournament.objects.get(pk=asked["tournament_id"]))[0], 500, 300)
    return lambda: arena.ready(**asked)


@action("arena.pause_entry")
def _(club: Club) -> Call:
    asked = _in_arena(club)
    entry = Entry.objects.get(players__user=asked["user"])
    return lambda: arena.pause_entry(entry_id=entry.pk, by=club.organizer)


@action("arena.ready_entry")
def _(club: Club) -> Call:
    asked = _in_arena(club)
    entry = arena.pause(**asked)
    return lambda: arena.ready_entry(entry_id=entry.pk, by=club.organizer)


@action("attendance.say_on_the_way")
def _(club: Club) -> Call:
    cup = Tournament.objects.get(pk=_checking(club)["tournament_id"])
    user = cup.entries.order_by("pk")[0].players.all()[0].user
    return lambda: attendance.say_on_the_way(tournament_id=cup.pk, user=user)


@action("standing_by.stand_by")
def _(club: Club) -> Call:
    cup = club.with_entries(2, no_show="substitute")
    sue = club.player("sue")
    return lambda: standing_by.stand_by(tournament_id=cup.pk, user=sue)


@action("standing_by.stand_down")
def _(club: Club) -> Call:
    cup = club.with_entries(2, no_show="substitute")
    sue = club.player("sue")
    standing_by.stand_by(tournament_id=cup.pk, user=sue)
    return lambda: standing_by.stand_down(tournament_id=cup.pk, user=sue)


@action("attendance.undo_on_the_way")
def _(club: Club) -> Call:
    asked = _checking(club)
    attendance.note_on_the_way(**asked)
    return lambda: attendance.undo_on_the_way(**asked)


def held(club: Club) -> dict[str, Any]:
    """An entry on the way when the draw was made, which waits."""
    cup = club.with_entries(3, check_in_minutes=10, confirm_draws=True, format="swiss", rounds=2)
    club.hands.forward(51 * 60)
    for entry in cup.entries.order_by("pk"):
        asked = {"tournament_id": cup.pk, "by": club.organizer, "place": f"entry:{entry.pk}"}
        late = entry.name == "a3 & b3"
        (attendance.note_on_the_way if late else attendance.check_in_place)(**asked)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    return asked


@action("left_out.let_in")
def _(club: Club) -> Call:
    asked = held(club)
    attendance.undo_on_the_way(**asked)
    return lambda: left_out.let_in(**asked)


@action("attendance.check_in_places")
def _(club: Club) -> Call:
    asked = _checking(club)
    del asked["place"]
    cup = Tournament.objects.get(pk=asked["tournament_id"])
    places = [f"entry:{entry.pk}" for entry in cup.entries.order_by("pk")]
    return lambda: attendance.check_in_places(places=places, **asked)


@action("stopping.stop_tables")
def _(club: Club) -> Call:
    cup = _dealt(club)
    return lambda: stopping.stop_tables(tournament_id=cup.pk, reason="A fire", by=club.organizer)


@action("stopping.let_go_on")
def _(club: Club) -> Call:
    cup = _dealt(club)
    stopping.stop_tables(tournament_id=cup.pk, reason="A fire", by=club.organizer)
    return lambda: stopping.let_go_on(tournament_id=cup.pk, by=club.organizer)


def _dealt(club: Club) -> Tournament:
    return _table_in_play(club).match.tournament


@action("attendance.call_absent")
def _(club: Club) -> Call:
    asked = _checking(club)
    return lambda: attendance.call_absent(**asked)


@action("absences.extend_grace")
def _(club: Club) -> Call:
    match = club.in_play(club.started(2))[0]
    until = now() + timedelta(minutes=10)
    return lambda: absences.extend_grace(match_id=match.pk, until=until, by=club.organizer)


@action("absences.undo_extension")
def _(club: Club) -> Call:
    match = club.in_play(club.started(2))[0]
    until, before = now() + timedelta(minutes=10), now() + timedelta(minutes=1)
    absences.extend_grace(match_id=match.pk, until=until, by=club.organizer)
    return lambda: absences.undo_extension(
        match_id=match.pk, until=until, before=before, by=club.organizer
    )


@action("absences.settle_absence")
def _(club: Club) -> Call:
    match = club.in_play(club.started(4))[0]
    seen = [seat.user_id for seat in match.table.seats.all()]
    return lambda: absences.settle_absence(
        match_id=match.pk, how="forfeit", seen=seen, by=club.organizer
    )


def _table_in_play(club: Club) -> MatchTable:
    """Return a match's table at which all have come and the cards are dealt."""
    at: MatchTable = club.in_play(club.started(2))[0].counting[0]
    for seat in list(Seat.objects.filter(table=at.table).select_related("user")):
        arrive(table_id=seat.table_id, user=seat.user, salt_hash="")
    return MatchTable.objects.select_related("table").get(pk=at.pk)


@action("tables.pause")
def _(club: Club) -> Call:
    at = _table_in_play(club)
    return lambda: tables.pause(at_id=at.pk, reason="A question", by=club.organizer)


@action("tables.resume")
def _(club: Club) -> Call:
    at = _table_in_play(club)
    tables.pause(at_id=at.pk, reason="A question", by=club.organizer)
    return lambda: tables.resume(at_id=at.pk, by=club.organizer)


@action("tables.extend_turn")
def _(club: Club) -> Call:
    at = _table_in_play(club)
    seen = at.table.deadline
    return lambda: tables.extend_turn(
        at_id=at.pk, seen=seen, seconds=60, reason="Lost time", by=club.organizer
    )


@action("tables.add_bank")
def _(club: Club) -> Call:
    at = _table_in_play(club)
    return lambda: tables.add_bank(
        at_id=at.pk, to={0: 60, 1: 90}, reason="Lost time", by=club.organizer
    )


@action("replacing.replace")
def _(club: Club) -> Call:
    at = _table_in_play(club)
    # Whoever decides and takes over needn't be asked.
    return lambda: _take_over(club, at)


@action("replacing.give_back")
def _(club: Club) -> Call:
    made = _take_over(club, _table_in_play(club))
    return lambda: replacing.give_back(substitution_id=made.pk, by=club.organizer)


def _take_over(club: Club, at: MatchTable) -> Any:
    out = at.line_up.get(seat=0, from_hand=None)
    return replacing.replace(
        at_id=at.pk, out_id=out.user_id, username="ann", reason="Ill", by=club.organizer
    )


@action("tables.take_back_turn_time")
def _(club: Club) -> Call:
    at = _table_in_play(club)
    until = at.table.deadline
    seen = until + timedelta(seconds=60)
    tables.extend_turn(at_id=at.pk, seen=until, seconds=60, reason="Lost time", by=club.organizer)
    return lambda: tables.take_back_turn_time(
        at_id=at.pk, seen=seen, until=until, by=club.organizer
    )


@action("tables.take_back_bank")
def _(club: Club) -> Call:
    at = _table_in_play(club)
    tables.add_bank(at_id=at.pk, to={0: 60}, reason="Lost time", by=club.organizer)
    return lambda: tables.take_back_bank(
        at_id=at.pk, seen={0: 60.0}, to={0: 0.0}, by=club.organizer
    )


@action("messages.send_message")
def _(club: Club) -> Call:
    at = _table_in_play(club)
    return lambda: messages.send_message(
        tournament_id=at.match.tournament_id, to=None, text="Pizza at nine", by=club.organizer
    )


@action("inviting.ask")
def _(club: Club) -> Call:
    cup, amy = club.open(), club.player("amy")
    return lambda: inviting.ask(tournament_id=cup.pk, by=club.organizer, username=amy.username)


@action("inviting.take_back")
def _(club: Club) -> Call:
    cup, amy = club.open(), club.player("amy")
    asked = inviting.ask(tournament_id=cup.pk, by=club.organizer, username=amy.username)
    key = asked.pk
    return lambda: inviting.take_back(tournament_id=cup.pk, by=club.organizer, guest_id=key)


@action("inviting.decline_all_from")
def _(club: Club) -> Call:
    cup, amy = club.open(), club.player("amy")
    inviting.ask(tournament_id=cup.pk, by=club.organizer, username=amy.username)
    return lambda: inviting.decline_all_from(user=amy, by=club.organizer)


@action("seeding.set_seeds")
def _(club: Club) -> Call:
    cup = club.with_entries(3, seeding="hand")
    seeds = {key: number for number, key in enumerate(cup.entries.values_list("pk", flat=True), 1)}
    return lambda: seeding.set_seeds(tournament_id=cup.pk, by=club.organizer, seeds=seeds)


# -------------------------------------------------------------------------------------------------- drafts
def _drafted(club: Club) -> Any:
    cup = club.started(4, format="swiss", confirm_draws=True)
    draft = drafts.draft_of(cup)
    assert draft is not None
    return draft


@action("drafts.confirm")
def _(club: Club) -> Call:
    draft = _drafted(club)
    return lambda: drafts.confirm(round_id=draft.pk, by=club.organizer)


@action("drafts.swap")
def _(club: Club) -> Call:
    draft = _drafted(club)
    one, two = draft.matches.all()
    first, second = one.entries[0].pk, two.entries[0].pk
    return lambda: drafts.swap(
        round_id=draft.pk,
        first_id=first,
        second_id=second,
        by=club.organizer,
        reason="Sisters",
        expected_version=one.pk,
    )


@action("drafts.draw_anew")
def _(club: Club) -> Call:
    cup = club.started(4, format="swiss", rounds=3, confirm_draws=True, late_until_round=2)
    club.enter_pair(cup, "late", "later")
    draft = drafts.draft_of(cup)
    assert draft is not None
    seen = draft.matches.all()[0].pk
    return lambda: drafts.draw_anew(round_id=draft.pk, by=club.organizer, expected_version=seen)


@action("drafts.redraw")
def _(club: Club) -> Call:
    draft = _drafted(club)
    seen = draft.matches.all()[0].pk
    return lambda: drafts.redraw(round_id=draft.pk, by=club.organizer, expected_version=seen)


@action("drafts.choose")
def _(club: Club) -> Call:
    cup = club.started(5, format="knock_out", confirm_draws=True)
    draft = drafts.draft_of(cup)
    assert draft is not None
    return lambda: drafts.choose(round_id=draft.pk, number=3, by=club.organizer)


@action("released.take_back")
def _(club: Club) -> Call:
    cup = club.started(5, format="swiss")
    key = cup.rounds.get().pk
    return lambda: released.take_back(round_id=key, by=club.organizer, reason="A pair is missing")


# ------------------------------------------------------------------------------------------------- matches
def _played(club: Club) -> Match:
    cup = club.started(4)
    match = club.in_play(cup)[0]
    club.finish(match, 500, 100)
    match.refresh_from_db()
    return match


def _loser(match: Match) -> Any:
    return match.entries[1].players.order_by("position")[0].user


@action("verdicts.decide_match")
def _(club: Club) -> Call:
    match = _played(club)
    disputes.contest(match_id=match.pk, user=_loser(match), text="No.")
    return lambda: decisions.decide_match(
        match_id=match.pk, by=club.organizer, winner=1, reason="Yes."
    )


@action("scores.enter_score")
def _(club: Club) -> Call:
    match = _played(club)
    games = {1: decisions.Given((340, 512), 8)}
    return lambda: decisions.enter_score(
        match_id=match.pk, by=club.organizer, games=games, reason="Misread", expected_version=1
    )


@action("undoing.undo_decision")
def _(club: Club) -> Call:
    match = _played(club)
    ask: dict[str, Any] = {"match_id": match.pk, "by": club.organizer, "reason": "Yes."}
    decisions.decide_match(winner=1, **ask)
    return lambda: decisions.undo_decision(expected_version=2, **ask)


@action("replays.replay_match")
def _(club: Club) -> Call:
    match = _played(club)
    return lambda: decisions.replay_match(match_id=match.pk, by=club.organizer, reason="Cable")


@action("replays.replay_from_hand")
def _(club: Club) -> Call:
    cup = club.started(4, rules=engine.preset("cardgames_io", max_hands=1, target=None))
    match = club.in_play(cup)[0]
    for seat in match.table.seats.select_related("user"):
        arrive(table_id=match.table_id, user=seat.user, salt_hash="")
    (at,) = match.counting
    return lambda: decisions.replay_from_hand(at_id=at.pk, hand=1, by=club.organizer, reason="A")


@action("undoing.undo_replay")
def _(club: Club) -> Call:
    cup = club.started(4, rules=engine.preset("cardgames_io", max_hands=1, target=None))
    match = club.in_play(cup)[0]
    for seat in match.table.seats.select_related("user"):
        arrive(table_id=match.table_id, user=seat.user, salt_hash="")
    (at,) = match.counting
    new = decisions.replay_from_hand(at_id=at.pk, hand=1, by=club.organizer, reason="A")
    return lambda: decisions.undo_replay(at_id=new.pk, by=club.organizer, reason="B")


@action("undoing.undo_decision of a game in play")
def _(club: Club) -> Call:
    match = club.in_play(club.started(4))[0]
    for seat in match.table.seats.select_related("user"):
        arrive(table_id=match.table_id, user=seat.user, salt_hash="")
    ask: dict[str, Any] = {"match_id": match.pk, "by": club.organizer, "reason": "Yes."}
    decisions.decide_match(winner=1, **ask)
    return lambda: decisions.undo_decision(expected_version=1, **ask)


@action("disputes.contest")
def _(club: Club) -> Call:
    match = _played(club)
    user = _loser(match)
    return lambda: disputes.contest(match_id=match.pk, user=user, text="No.")


@action("disputes.take_back")
def _(club: Club) -> Call:
    match = _played(club)
    user = _loser(match)
    made = disputes.contest(match_id=match.pk, user=user, text="No.")
    return lambda: disputes.take_back(dispute_id=made.pk, user=user)


@action("disputes.reject")
def _(club: Club) -> Call:
    match = _played(club)
    made = disputes.contest(match_id=match.pk, user=_loser(match), text="No.")
    return lambda: disputes.reject(dispute_id=made.pk, by=club.organizer, answer="It stands.")


def _two_kept_apart(club: Club) -> dict[str, Any]:
    cup = club.started(4, format="swiss")
    first, second = cup.entries.order_by("pk")[:2]
    return {
        "tournament_id": cup.pk,
        "first_id": first.pk,
        "second_id": second.pk,
        "by": club.organizer,
    }


@action("separation.keep_apart")
def _(club: Club) -> Call:
    said = _two_kept_apart(club)
    return lambda: separation.keep_apart(**said)


@action("separation.let_meet")
def _(club: Club) -> Call:
    made = separation.keep_apart(**_two_kept_apart(club))
    return lambda: separation.let_meet(pair_id=made.pk, by=club.organizer)


@action("penalties.penalize")
def _(club: Club) -> Call:
    match = _played(club)
    key = match.entries[0].pk
    return lambda: penalties.penalize(entry_id=key, points=1, by=club.organizer, reason="Late")


@action("penalties.undo")
def _(club: Club) -> Call:
    match = _played(club)
    made = penalties.penalize(
        entry_id=match.entries[0].pk, points=1, by=club.organizer, reason="Late"
    )
    return lambda: penalties.undo(penalty_id=made.pk, by=club.organizer)


def _substituted(club: Club) -> Callable[[], Any]:
    cup = club.started(2)
    entry = cup.entries.order_by("pk")[0]
    out, sue = club.player("a1"), club.player("sue")
    return lambda: substitutes.substitute(
        entry_id=entry.pk, out_id=out.pk, username=sue.username, by=club.organizer, reason="Ill"
    )


ACTIONS["substitutes.substitute"] = _substituted


def _named(club: Club) -> dict[str, Any]:
    league = club.league_of("a1", "otto")
    cup = club.open(league=league)
    importing.import_entries(tournament_id=cup.pk, by=club.organizer, text="*Otto Meier,a1")
    (person,) = by_name.in_entry(cup.entries.get())
    return {"league_id": league.pk, "person_id": person.pk}


def _asked_who(club: Club) -> dict[str, Any]:
    of = _named(club)
    linking.ask(**of, username="otto", by=club.organizer)
    return of


@action("linking.ask")
def _(club: Club) -> Call:
    of = _named(club)
    return lambda: linking.ask(**of, username="otto", by=club.organizer)


@action("linking.accept")
def _(club: Club) -> Call:
    of = _asked_who(club)
    return lambda: linking.accept(**of, user=club.player("otto"))


@action("linking.decline")
def _(club: Club) -> Call:
    of = _asked_who(club)
    return lambda: linking.decline(**of, user=club.player("otto"))


@action("linking.take_back")
def _(club: Club) -> Call:
    of = _asked_who(club)
    return lambda: linking.take_back(**of, by=club.organizer)


@action("substitutes.undo_substitution")
def _(club: Club) -> Call:
    made = _substituted(club)()
    return lambda: substitutes.undo_substitution(substitution_id=made.pk, by=club.organizer)


# ---------------------------------------------------------------------------------------------------- teams
@action("rosters.enter_team")
def _(club: Club) -> Call:
    cup = team_cup(club, 1)
    people = [*team_players(club, "Blue"), club.player("bluecoach").pk]
    assert len(people) == 6
    return lambda: enter_team(club, cup, "Blue")


@action("rosters.change_team")
def _(club: Club) -> Call:
    entry = team_cup(club, 1).entries.get()
    people = team_players(club, "Red", 8)
    return lambda: teams.change_team(
        entry_id=entry.pk, by=club.organizer, name="Reds", players=people[2:], captain=people[0]
    )


@action("captains.enter_league_team")
def _(club: Club) -> Call:
    names = [f"red{number}" for number in range(1, 5)]
    league = club.league_of(*names)
    captain = club.player("red1")
    team = league_teams.create_team(league_id=league.pk, by=captain, name="Red")
    for name in names[1:]:
        league_teams.join_team(team_id=team.pk, user=club.player(name))
    cup = team_cup(club, 0, league=league)
    return lambda: teams.enter_league_team(tournament_id=cup.pk, team_id=team.pk, by=captain)


@action("merging.merge_teams")
def _(club: Club) -> Call:
    red, blue = team_cup(club, 2).entries.order_by("pk")
    people = [*team_players(club, "Red"), *team_players(club, "Blue")]
    return lambda: teams.merge_teams(
        entry_id=red.pk, other_id=blue.pk, by=club.organizer, name="Violet", players=people[2:],
        captain=people[0], reason="Too few", seen=people,
    )  # fmt: skip


@action("line_up.name_line_up")
def _(club: Club) -> Call:
    _cup, match = ahead(club)
    red = team_players(club, "Red")
    return lambda: teams.name_line_up(
        match_id=match.pk, by=club.player("red1"), pairs=[red[3:5], red[0:2]]
    )


def _asked_to_substitute(club: Club) -> SubstituteOffer:
    cup, zoe = club.started(3, format="swiss"), club.player("zoe")
    entry = cup.entries.order_by("pk")[0]
    made = substitute_offers.offer(
        entry_id=entry.pk, out_id=entry.players.get(position=0).user_id, username=zoe.username,
        by=club.organizer, reason="Ill",
    )  # fmt: skip
    assert isinstance(made, SubstituteOffer)
    return made


@action("substitute_offers.offer")
def _(club: Club) -> Call:
    cup, zoe = club.started(3, format="swiss"), club.player("zoe")
    entry = cup.entries.order_by("pk")[0]
    out = entry.players.get(position=0).user_id
    return lambda: substitute_offers.offer(
        entry_id=entry.pk, out_id=out, username=zoe.username, by=club.organizer, reason="Ill"
    )


@action("substitute_offers.offer_match")
def _(club: Club) -> Call:
    cup, zoe = club.started(4), club.player("zoe")
    entry = cup.entries.order_by("pk")[0]
    out, match = entry.players.get(position=0).user_id, substitute_offers.drawn_matches(entry)[0]
    return lambda: substitute_offers.offer_match(
        entry_id=entry.pk, match_id=match.pk, out_id=out, username=zoe.username,
        by=club.organizer, reason="Late",
    )  # fmt: skip


@action("substitute_offers.accept")
def _(club: Club) -> Call:
    made = _asked_to_substitute(club)
    return lambda: substitute_offers.accept(offer_id=made.pk, user=made.into)


@action("substitute_offers.decline")
def _(club: Club) -> Call:
    made = _asked_to_substitute(club)
    return lambda: substitute_offers.decline(offer_id=made.pk, user=made.into)


@action("substitute_offers.take_back")
def _(club: Club) -> Call:
    made = _asked_to_substitute(club)
    return lambda: substitute_offers.take_back(offer_id=made.pk, by=club.organizer)


# ------------------------------------------------------------------------------------------------- windows
def _in_a_window(club: Club) -> tuple[Match, Any, Any, Any]:
    cup = club.with_entries(2, timing="windows", round_every_minutes=600)
    club.hands.forward(3601)
    advance.advance(cup.pk)
    match = cup.matches.get()
    first, second = (side.players.order_by("position")[0].user for side in match.entries)
    return match, first, second, now() + timedelta(minutes=30)


@action("time_offers.offer_times")
def _(club: Club) -> Call:
    match, first, _second, at = _in_a_window(club)
    return lambda: time_offers.offer_times(match_id=match.pk, user=first, times=[at])


@action("time_offers.accept_time")
def _(club: Club) -> Call:
    match, first, second, at = _in_a_window(club)
    made = time_offers.offer_times(match_id=match.pk, user=first, times=[at])
    return lambda: time_offers.accept_time(offer_id=made.pk, user=second)


@action("time_offers.decline_time")
def _(club: Club) -> Call:
    match, first, second, at = _in_a_window(club)
    made = time_offers.offer_times(match_id=match.pk, user=first, times=[at])
    return lambda: time_offers.decline_time(offer_id=made.pk, user=second)


@action("time_offers.withdraw_offer")
def _(club: Club) -> Call:
    match, first, _second, at = _in_a_window(club)
    made = time_offers.offer_times(match_id=match.pk, user=first, times=[at])
    return lambda: time_offers.withdraw_offer(offer_id=made.pk, user=first)


@action("time_offers.set_time")
def _(club: Club) -> Call:
    match, first, _second, at = _in_a_window(club)
    time_offers.offer_times(match_id=match.pk, user=first, times=[at])
    said = {"match_id": match.pk, "by": club.organizer, "reason": "The hall is closed."}
    return lambda: time_offers.set_time(**said, starts_at=at + timedelta(hours=1))


@action("availability.mark_hours")
def _(club: Club) -> Call:
    match, first, _second, _at = _in_a_window(club)
    hour = availability.hours_of(match, now())[1]
    return lambda: availability.mark_hours(match_id=match.pk, user=first, hours=[hour])


def _waited_for(club: Club) -> tuple[Match, Any]:
    """A fixture in play whose first side is whole at its table; nobody else has come, and the grace is over."""
    cup = club.with_entries(2, timing="windows", round_every_minutes=600)
    club.hands.forward(3601)
    advance.advance(cup.pk)
    match = cup.matches.get()
    club.hands.forward(600 * 60)
    advance.advance(cup.pk)
    mine = [place.user for place in match.entries[0].players.all()]
    match.refresh_from_db()
    match.table.seats.filter(user__in=mine).update(arrived_at=now())
    club.hands.forward(120)
    return match, mine[0]


@action("claims.claim_forfeit")
def _(club: Club) -> Call:
    match, user = _waited_for(club)
    return lambda: claims.claim_forfeit(match_id=match.pk, user=user)


@action("claims.reject_claim")
def _(club: Club) -> Call:
    match, user = _waited_for(club)
    made = claims.claim_forfeit(match_id=match.pk, user=user)
    said = {"by": club.organizer, "answer": "They were held up."}
    return lambda: claims.reject_claim(claim_id=made.pk, **said)


def _marked(club: Club) -> tuple[ConductMark, Any]:
    """A warning for not answering offered times, and a player of that side."""
    cup = club.with_entries(
        2, timing="windows", round_every_minutes=600, conduct_points=1, offer_hours=1
    )
    club.hands.forward(3601)
    advance.advance(cup.pk)
    first, second = (entry.players.all()[0].user for entry in cup.matches.get().entries)
    at = now() + timedelta(minutes=300)
    time_offers.offer_times(match_id=cup.matches.get().pk, user=first, times=[at])
    club.hands.forward(3601)
    advance.advance(cup.pk)
    return ConductMark.objects.get(), second


@action("conduct.appeal")
def _(club: Club) -> Call:
    mark, user = _marked(club)
    return lambda: conduct.appeal(mark_id=mark.pk, user=user, text="The mail was late.")


@action("conduct.answer")
def _(club: Club) -> Call:
    mark, user = _marked(club)
    conduct.appeal(mark_id=mark.pk, user=user, text="The mail was late.")
    said = {"by": club.organizer, "undo": True, "text": "So it was."}
    return lambda: conduct.answer(mark_id=mark.pk, **said)


def told_of_nothing(club: Club, match: Match, first: int, second: int) -> Table:
    """End a match's table without a word to anybody: the outbox's row waits."""
    match.refresh_from_db()
    table = match.table
    table.seats.filter(arrived_at=None).update(arrived_at=table.started_at or now())
    table.status, table.finished_at = Table.Status.FINISHED, now()
    table.started_at = table.started_at or table.finished_at
    table.wake_at = table.deadline = None
    winners = [0, 2] if first > second else [1, 3]
    table.result = {"winners": winners, "totals": [first, second], "bags": [0, 0], "hands": 2}
    table.save()
    outbox.emit("table.finished", {"table": table.pk})
    return table


# ------------------------------------------------------------------------------------------------- new names
@action("renaming.follow_name")
def _(club: Club) -> Call:
    cup = club.started(2)
    amy = club.player("a1")
    rename(user_id=amy.pk, name="amelia", by=None)
    amy.refresh_from_db()
    return lambda: renaming.follow_name(tournament_id=cup.pk, user=amy)


# -------------------------------------------------------------------------------------------------- staff
def _staff(club: Club) -> Any:
    return club.member("boss", is_staff=True, is_superuser=True)


@action("moderation.hide_tournament")
def _(club: Club) -> Call:
    cup, by = club.tournament(), _staff(club)
    return lambda: moderation.hide_tournament(tournament_id=cup.pk, by=by, reason="Spam")


@action("moderation.show_tournament")
def _(club: Club) -> Call:
    cup, by = club.tournament(), _staff(club)
    moderation.hide_tournament(tournament_id=cup.pk, by=by, reason="Spam")
    return lambda: moderation.show_tournament(tournament_id=cup.pk, by=by, reason="An error")


@action("moderation.give_tournament")
def _(club: Club) -> Call:
    cup, by, to = club.tournament(), _staff(club), club.player("p1").username
    return lambda: moderation.give_tournament(
        tournament_id=cup.pk, by=by, username=to, reason="Gone"
    )


# ------------------------------------------------------------------------------------------------------ roles
def _asked(club: Club, *, accepted: bool = False) -> tuple[Tournament, Any]:
    """A tournament without a league, one of whose organizers ben is, or is asked to be."""
    cup, ben = club.open(), club.player("ben")
    roles.invite(tournament_id=cup.pk, by=club.organizer, username="ben", role="organizer")
    if accepted:
        roles.accept(tournament_id=cup.pk, user=ben)
    return cup, ben


@action("roles.invite")
def _(club: Club) -> Call:
    cup, ben = club.open(), club.player("ben")
    said = {"username": ben.username, "role": "arbiter"}
    return lambda: roles.invite(tournament_id=cup.pk, by=club.organizer, **said)


def _mailed(club: Club) -> RoleLink:
    return roles.invite_address(
        tournament_id=club.open().pk, by=club.organizer, email="new@example.org", role="arbiter"
    )


@action("roles.invite_address")
def _(club: Club) -> Call:
    cup = club.open()
    said = {"email": "new@example.org", "role": "arbiter"}
    return lambda: roles.invite_address(tournament_id=cup.pk, by=club.organizer, **said)


@action("roles.revoke")
def _(club: Club) -> Call:
    link = _mailed(club)
    said = {"tournament_id": link.tournament_id, "link_id": link.pk}
    return lambda: roles.revoke(by=club.organizer, **said)


@action("screens.make_link")
def _screen_link(club: Club) -> Call:
    cup = club.open()
    return lambda: screens.make_link(tournament_id=cup.pk, by=club.organizer)


@action("roles.accept_link")
def _(club: Club) -> Call:
    key, ben = _mailed(club).key, club.player("ben")
    return lambda: roles.accept_link(key=key, user=ben)


@action("roles.accept")
def _(club: Club) -> Call:
    cup, ben = _asked(club)
    return lambda: roles.accept(tournament_id=cup.pk, user=ben)


@action("roles.decline")
def _(club: Club) -> Call:
    cup, ben = _asked(club)
    return lambda: roles.decline(tournament_id=cup.pk, user=ben)


@action("roles.leave")
def _(club: Club) -> Call:
    cup, ben = _asked(club, accepted=True)
    return lambda: roles.leave(tournament_id=cup.pk, user=ben)


@action("roles.remove")
def _(club: Club) -> Call:
    cup, ben = _asked(club, accepted=True)
    return lambda: roles.remove(tournament_id=cup.pk, by=club.organizer, user_id=ben.pk)


@action("roles.set_role")
def _(club: Club) -> Call:
    cup, ben = _asked(club, accepted=True)
    said = {"user_id": ben.pk, "role": "arbiter"}
    return lambda: roles.set_role(tournament_id=cup.pk, by=club.organizer, **said)


@action("roles.hand_over")
def _(club: Club) -> Call:
    cup, ben = _asked(club, accepted=True)
    return lambda: roles.hand_over(tournament_id=cup.pk, by=club.organizer, user_id=ben.pk)
