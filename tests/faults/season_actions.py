"""Every action of a season, each with a season in which it is possible, for the tests of crashes and concurrency."""

from datetime import date, timedelta
from functools import partial
from typing import Any

from spades_site.common.clock import now
from tests.events.conftest import Club
from tests.faults import actions
from tests.faults.actions import Call, Prepare
from tests.faults.ladder_actions import OF_LADDERS
from tests.faults.own_time_actions import OF_OWN_TIME
from tests.faults.room_actions import OF_ROOMS
from tests.seasons.made import pairs_proposal, series, won_series
from tournaments.events.actions import entering, lifecycle
from tournaments.events.actions.planning import prepared, templates
from tournaments.events.entries import stand_ins as agreed_stand_ins
from tournaments.events.entries import substitute_offers
from tournaments.events.models import Match, SubstituteOffer, Substitution
from tournaments.events.plan.stages import StagePlan
from tournaments.leagues import joining, services
from tournaments.leagues.models import League, Season, Team, TeamMember
from tournaments.seasons.entries import importing, placing, signing_up, stand_ins, withdrawing
from tournaments.seasons.lifecycle import (
    ending,
    final,
    late,
    planning,
    play_offs,
    postponing,
    publishing,
    reopening,
)
from tournaments.seasons.lifecycle.planning import DivisionPlan, SeasonProposal
from tournaments.seasons.tables import counting

OF_SEASONS: dict[str, Prepare] = {}
action = partial(actions.action, into=OF_SEASONS)


def _league(club: Club) -> League:
    """Return the club's league, made at first need; everybody in the tests joins it."""
    league = League.objects.filter(name="Club").first()
    return league or services.create_league(by=club.organizer, name="Club")


def _joined(club: Club, name: str) -> Any:
    person, league = club.player(name), _league(club)
    if not league.memberships.filter(user=person).exists():
        joining.join_league(league_id=league.pk, user=person)
    return person


def _proposal(**fields: Any) -> SeasonProposal:
    today = now().date()
    values: dict[str, Any] = {
        "starts_on": today + timedelta(days=3),
        "ends_on": today + timedelta(days=60),
        "divisions": (DivisionPlan("First", 4),),
    }
    return pairs_proposal(**(values | fields))


def _draft(club: Club, **fields: Any) -> Season:
    return planning.create_season(
        league_id=_league(club).pk, by=club.organizer, proposal=_proposal(**fields)
    )


def _open(club: Club, **fields: Any) -> Season:
    season = _draft(club, **fields)
    return planning.open_sign_up(season_id=season.pk, by=club.organizer)


def _asked(club: Club, season: Season, number: int = 1) -> Any:
    one, other = _joined(club, f"a{number}"), _joined(club, f"b{number}")
    return signing_up.sign_up_pair(season_id=season.pk, user=one, partner=other.username)


def _ready(club: Club, pairs: int = 2) -> Season:
    season = _open(club)
    for number in range(1, pairs + 1):
        entry = _asked(club, season, number)
        signing_up.answer(entry_id=entry.pk, user=club.player(f"b{number}"), accept=True)
    placing.place_by_rating(season_id=season.pk, by=club.organizer)
    return season


def _running(club: Club, pairs: int = 2) -> Season:
    return publishing.publish(season_id=_ready(club, pairs).pk, by=club.organizer)


def _finished(club: Club) -> Season:
    return ending.end_season(season_id=_running(club).pk, by=club.organizer, reason="Storm")


@action("planning.create_season")
def _(club: Club) -> Call:
    league, proposal = _league(club), _proposal()
    return lambda: planning.create_season(league_id=league.pk, by=club.organizer, proposal=proposal)


@action("planning.edit_season")
def _(club: Club) -> Call:
    season, proposal = _draft(club), _proposal(name="Summer")
    return lambda: planning.edit_season(season_id=season.pk, by=club.organizer, proposal=proposal)


@action("planning.rename_season")
def _(club: Club) -> Call:
    season = _draft(club)
    return lambda: planning.rename_season(season_id=season.pk, by=club.organizer, name="Summer")


@action("planning.open_sign_up")
def _(club: Club) -> Call:
    season = _draft(club)
    return lambda: planning.open_sign_up(season_id=season.pk, by=club.organizer)


@action("planning.delete_season")
def _(club: Club) -> Call:
    season = _ready(club)
    return lambda: planning.delete_season(season_id=season.pk, by=club.organizer)


@action("signing_up.sign_up_pair")
def _(club: Club) -> Call:
    season, one, other = _open(club), _joined(club, "a1"), _joined(club, "b1")
    return lambda: signing_up.sign_up_pair(season_id=season.pk, user=one, partner=other.username)


@action("signing_up.add_pair")
def _(club: Club) -> Call:
    season = _open(club)
    for name in ("a1", "b1"):
        _joined(club, name)
    return lambda: signing_up.add_pair(
        season_id=season.pk, by=club.organizer, first="a1", second="b1"
    )


@action("importing.import_pairs")
def _(club: Club) -> Call:
    season = _open(club)
    for name in ("a1", "b1", "a2", "b2"):
        _joined(club, name)
    return lambda: importing.import_pairs(
        season_id=season.pk, by=club.organizer, text="a1,b1,First\na2,b2"
    )


@action("importing.preview_pairs")
def _(club: Club) -> Call:
    season = _open(club)
    for name in ("a1", "b1"):
        _joined(club, name)
    return lambda: importing.preview_pairs(season_id=season.pk, by=club.organizer, text="a1,b1")


@action("signing_up.sign_up_team")
def _(club: Club) -> Call:
    season, people = _open(club, kind="teams"), [_joined(club, f"a{n}") for n in range(4)]
    team = Team.objects.create(
        league=season.league, name="Squad", captain=people[0], created_at=now()
    )
    TeamMember.objects.bulk_create(
        TeamMember(team=team, league=season.league, user=user, joined_at=now()) for user in people
    )
    return lambda: signing_up.sign_up_team(season_id=season.pk, by=people[0], team_id=team.pk)


@action("signing_up.answer")
def _(club: Club) -> Call:
    entry = _asked(club, _open(club))
    return lambda: signing_up.answer(entry_id=entry.pk, user=club.player("b1"), accept=True)


@action("signing_up.leave_before")
def _(club: Club) -> Call:
    entry = _asked(club, _open(club))
    return lambda: signing_up.leave_before(entry_id=entry.pk, by=club.player("a1"))


@action("placing.place_by_rating")
def _(club: Club) -> Call:
    season = _open(club)
    _asked(club, season)
    return lambda: placing.place_by_rating(season_id=season.pk, by=club.organizer)


@action("placing.arrange")
def _(club: Club) -> Call:
    season = _ready(club)
    keys = list(season.entries.order_by("-seed_no").values_list("pk", flat=True))
    return lambda: placing.arrange(season_id=season.pk, by=club.organizer, arrangement={1: keys})


@action("publishing.publish")
def _(club: Club) -> Call:
    season = _ready(club)
    return lambda: publishing.publish(season_id=season.pk, by=club.organizer)


@action("withdrawing.withdraw_entry")
def _(club: Club) -> Call:
    entry = _running(club, 3).entries.order_by("pk")[0]
    return lambda: withdrawing.withdraw_entry(
        entry_id=entry.pk, by=club.organizer, reason="Moved away"
    )


def _asked_to_stand_in(club: Club) -> SubstituteOffer:
    """Return a pair's request to zoe to play its match in one player's place."""
    season, zoe = _running(club), _joined(club, "zoe")
    stand_ins.put_on_list(season_id=season.pk, by=zoe)
    match = Match.objects.get(tournament__season=season)
    one, other = club.player("a1"), club.player("b1")
    return stand_ins.ask(match_id=match.pk, out_id=other.pk, username=zoe.username, by=one)


@action("late.add_late")
def _(club: Club) -> Call:
    season = _running(club, 3)
    for name in ("u", "v"):
        _joined(club, name)
    entry = signing_up.add_pair(season_id=season.pk, by=club.organizer, first="u", second="v")
    for name in ("u", "v"):
        signing_up.answer(entry_id=entry.pk, user=club.player(name), accept=True)
    division = season.divisions.get()
    return lambda: late.add_late(entry_id=entry.pk, by=club.organizer, division_id=division.pk)


@action("stand_ins.put_on_list")
def _(club: Club) -> Call:
    season, zoe = _running(club), _joined(club, "zoe")
    return lambda: stand_ins.put_on_list(season_id=season.pk, by=zoe)


@action("stand_ins.take_off_list")
def _(club: Club) -> Call:
    season, zoe = _running(club), _joined(club, "zoe")
    stand_ins.put_on_list(season_id=season.pk, by=zoe)
    return lambda: stand_ins.take_off_list(season_id=season.pk, by=zoe, user_id=zoe.pk)


@action("stand_ins.ask")
def _(club: Club) -> Call:
    offer, yan = _asked_to_stand_in(club), _joined(club, "yan")
    assert offer.match is not None
    season, match_id = offer.match.tournament.season, offer.match.pk
    assert season is not None
    stand_ins.put_on_list(season_id=season.pk, by=yan)
    return lambda: stand_ins.ask(
        match_id=match_id, out_id=offer.out_id, username=yan.username, by=club.player("a1")
    )


@action("stand_ins.cancel")
def _(club: Club) -> Call:
    offer = _asked_to_stand_in(club)
    made = substitute_offers.accept(offer_id=offer.pk, user=club.player("zoe"))
    assert isinstance(made, Substitution)
    return lambda: agreed_stand_ins.cancel(substitution_id=made.pk, by=club.player("a1"))


@action("ending.end_season")
def _(club: Club) -> Call:
    season = _running(club)
    return lambda: ending.end_season(season_id=season.pk, by=club.organizer, reason="Storm")


@action("reopening.undo_end")
def _(club: Club) -> Call:
    season = _finished(club)
    return lambda: reopening.undo_end(season_id=season.pk, by=club.organizer)


@action("postponing.postpone_season")
def _(club: Club) -> Call:
    season = _running(club)
    shown = postponing.postponement(season, 2)
    assert shown
    return lambda: postponing.postpone_season(
        season_id=season.pk, by=club.organizer, to=shown.to, reason="Storm"
    )


@action("play_offs.start_play_offs")
def _(club: Club) -> Call:
    season = _running(club)
    season.divisions.update(play_offs=2)
    division = season.divisions.select_related("tournament").get()
    tournament = division.tournament
    tournament.status, tournament.finished_at = "finished", now()
    tournament.save()
    day = now().date() + timedelta(days=10)
    return lambda: play_offs.start_play_offs(
        division_id=division.pk, by=club.organizer, starts_on=day
    )


def _series_with(club: Club, *, counts: bool) -> tuple[Season, Any]:
    today = now().date()
    season = series(_league(club), club.organizer, "Evenings", today, today + timedelta(days=9))
    cup = club.tournament(league=season.league)
    if counts:
        counting.count_tournament(season_id=season.pk, by=club.organizer, tournament_id=cup.pk)
    return season, cup


@action("counting.count_tournament")
def _(club: Club) -> Call:
    season, cup = _series_with(club, counts=False)
    return lambda: counting.count_tournament(
        season_id=season.pk, by=club.organizer, tournament_id=cup.pk
    )


@action("counting.drop_tournament")
def _(club: Club) -> Call:
    season, cup = _series_with(club, counts=True)
    return lambda: counting.drop_tournament(
        season_id=season.pk, by=club.organizer, tournament_id=cup.pk
    )


@action("counting.set_evening")
def _(club: Club) -> Call:
    season, cup = _series_with(club, counts=True)
    host = _joined(club, "zoe")
    return lambda: counting.set_evening(
        season_id=season.pk, by=club.organizer, tournament_id=cup.pk, times=2, host=host.username
    )


def _final(club: Club) -> Call:
    league = _league(club)
    pairs = [[_joined(club, f"{side}{number}") for side in "ab"] for number in (1, 2)]
    season, start = won_series(league, club.organizer, pairs), now() + timedelta(days=7)
    kept = templates.save_template(
        by=club.organizer, zone="UTC", name="Final", league=league, starts_at=start,
        rules={"preset": "cardgames_io"},
    )  # fmt: skip
    return lambda: final.make_final(
        season_id=season.pk, by=club.organizer, template_id=kept.pk, starts_at=start
    )


@action("final.make_final")
def _(club: Club) -> Call:
    return _final(club)


@action("final.on_opened")
def _(club: Club) -> Call:
    made = _final(club)()
    lifecycle.open_registration(tournament_id=made.pk, by=club.organizer)
    return lambda: final.on_opened({"tournament": made.pk})


@action("ending.roll_over")
def _(club: Club) -> Call:
    season = _finished(club)
    return lambda: ending.roll_over(
        season_id=season.pk, by=club.organizer, name="Next",
        starts_on=date(2050, 1, 3), ends_on=date(2050, 6, 1),
    )  # fmt: skip


@action("prepared.start_prepared")
def _(club: Club) -> Call:
    people = [club.player(name) for name in ("a1", "b1", "a2", "b2")]
    field = [prepared.PreparedEntry("One", people[:2]), prepared.PreparedEntry("Two", people[2:])]
    fields = {
        "name": "New cup",
        "rules": {"preset": "cardgames_io"},
        "starts_at": now() + timedelta(hours=2),
        "stages": (StagePlan("round_robin"),),
    }
    return lambda: prepared.start_prepared(by=club.organizer, field=field, **fields)


@action("entering.take_entry_out")
def _(club: Club) -> Call:
    entry = _running(club, 3).entries.order_by("pk")[0]
    assert entry.entry_id
    key = entry.entry_id
    return lambda: entering.take_entry_out(entry_id=key, by=club.organizer, reason="Moved away")


@action("prepared.annul_entry")
def _(club: Club) -> Call:
    entry = _running(club, 3).entries.order_by("pk")[0]
    return lambda: prepared.annul_entry(
        entry_id=entry.entry_id, by=club.organizer, reason="Moved away"
    )


ACTIONS = actions.ACTIONS | OF_SEASONS | OF_LADDERS | OF_OWN_TIME | OF_ROOMS
