"""Rounds with shared deals: dealing, visibility, and the standings by comparison."""

import json
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from games import engine, fairness
from games.fairness.verify import verify_game
from games.tables.models import SharedDeals, Table
from games.tables.pictures.picture import frame, picture_of
from games.tables.replay.records import record_of
from games.tables.server.autoplay import play_out
from games.tables.services import (
    TableTerms,
    arrive,
    begin_match,
    close_shared_deals,
    open_table,
    submit_action,
    sweep_tables,
)
from games.tables.timing import outages
from spades_site.common import outbox
from spades_site.common.clock import machine_time, now
from spades_site.common.errors import Refused
from tests.events.rows import give_result
from tests.events.singles import begun, by_lot, finish, seats_of
from tests.faults.test_actions import crash_everywhere
from tests.salts import hash_of, reveal, salt_of
from tournaments.events.actions import lifecycle
from tournaments.events.actions.decisions import decide_match, replay_match
from tournaments.events.draw.pairing import _scores
from tournaments.events.models import Match, Result, Round, Status, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.queries.selectors import match_view
from tournaments.events.scoring.ranking import standings_of, standings_of_stage
from tournaments.events.setup.proposal import NotValid
from tournaments.events.setup.shared_deals import compare
from tournaments.public.deal_sheet import sheet_of

pytestmark = pytest.mark.django_db
HANDS = 2


def shared(club: Any, number: int, **fields: Any) -> Tournament:
    """Return a tournament of pairs under way whose tables share their deals."""
    return club.started(number, comparison="matchpoints", match_hands=HANDS, **fields)


def play(match: Match) -> Table:
    """Let bots choose for those who have come to a match's table, to its end, and have the message delivered."""
    match.refresh_from_db()
    match.table.seats.filter(arrived_at=None).update(arrived_at=now())
    play_out(match.table_id)
    outbox.deliver_due()
    match.refresh_from_db()
    return match.table


def dealt(table: Table) -> list[str]:
    """Return the packs as they lay before each hand."""
    return list(
        table.actions.filter(kind="deal").order_by("version").values_list("text", flat=True)
    )


def game_of(table: Table, viewer: int | None) -> Any:
    """Return the game as the socket tells it to a viewer (a user's key)."""
    table = Table.objects.get(pk=table.pk)
    state = table.state and engine.restore({**table.state, "rules": table.rules})
    told = frame(picture_of(table, list(table.seats.all()), state), viewer, "", "now")
    return json.loads(told)


def test_all_tables_of_a_round_are_dealt_the_same(club: Any) -> None:
    cup = shared(club, 6, format="round_robin")
    first = [play(match) for match in club.in_play(cup)]
    assert len({tuple(dealt(table)) for table in first}) == 1
    assert len(dealt(first[0])) == len(set(dealt(first[0]))) == HANDS
    assert len({table.commitment for table in first}) == 1
    assert len({engine.restore({**t.state, "rules": t.rules}).first_dealer for t in first}) == 1
    second = [play(match) for match in club.in_play(cup)]
    assert not {*dealt(first[0])} & {*dealt(second[0])}


def test_nothing_of_a_finished_table_is_shown_while_a_sister_table_plays(
    club: Any, client: Client
) -> None:
    cup = shared(club, 4, format="round_robin")
    here, there = club.in_play(cup)
    table = play(here)
    assert Round.objects.get(tournament=cup, number=1).status == Round.Status.PLAYING
    address = table.get_absolute_url()
    packs = dealt(table)
    player = there.entries[0].players.first().user
    organizer = club.organizer
    own = table.seats.get(index=0).user
    for viewer in (None, player, organizer):
        if viewer is not None:
            client.force_login(viewer)
        page = client.get(address)
        assert (page.status_code, page["Location"]) == (302, here.get_absolute_url())
        assert client.get(f"{address}replay/").status_code == 302
        assert client.get(f"{address}replay/data/").status_code == 404
        assert client.get(f"{address}replay/picture.png").status_code == 404
        assert client.get(f"{address}record/").status_code == 302
        told = game_of(table, viewer.pk if viewer else None)
        assert told["game"] is None
        assert {told["table"]["links"][name] for name in ("record", "replay", "verify")} == {None}
    client.force_login(own)
    assert client.get(address).status_code == 200
    assert client.get(f"{address}replay/data/").status_code == 404
    told = game_of(table, own.pk)
    assert (told["game"]["phase"], told["game"]["hands_open"]) == ("over", None)
    with pytest.raises(ValueError, match="only a finished game has a record"):
        record_of(table)
    # Not one pack, nor the secret, is in anything that was told.
    secret = bytes(SharedDeals.objects.get().secret.master).hex()
    said = json.dumps(told)
    assert not any(pack.removeprefix("deal ") in said for pack in packs)
    assert secret not in said


def test_a_watcher_sees_nothing_of_a_table_in_play(club: Any) -> None:
    cup = shared(club, 4, format="round_robin")
    match, other = club.in_play(cup)
    come(match)
    come(other)
    watcher = club.player("zoe")
    assert game_of(match.table, watcher.pk)["game"] is None
    assert game_of(match.table, None)["game"] is None
    seat = match.table.seats.get(index=1)
    assert len(game_of(match.table, seat.user_id)["game"]["hand"]) == 13
    bidder = match.table.seats.get(index=game_of(match.table, seat.user_id)["game"]["to_act"][0])
    submit_action(
        table_id=match.table_id,
        user=bidder.user,
        action="bid 3",
        action_id="one",
        expected_version=Table.objects.get(pk=match.table_id).version,
    )
    assert game_of(match.table, watcher.pk)["game"] is None


def test_when_the_round_is_over_everything_is_open_and_verifies(club: Any, client: Client) -> None:
    cup = shared(club, 4, format="round_robin")
    tables = [play(match) for match in club.in_play(cup)]
    deals = SharedDeals.objects.order_by("pk").first()
    assert deals.opened_at is not None
    for table in tables:
        address = table.get_absolute_url()
        table = Table.objects.get(pk=table.pk)
        record = json.loads(json.dumps(record_of(table)))
        assert record["x-fairness"]["commitment"] == deals.commitment == table.commitment
        assert (
            fairness.commitment(bytes.fromhex(record["x-fairness"]["master"])) == deals.commitment
        )
        assert record["x-fairness"]["salts"] == record["x-fairness"]["salt_hashes"] == [""] * 8
        assert all(finding.ok for finding in verify_game(record))
        assert client.get(f"{address}replay/").status_code == 200
        assert game_of(table, None)["game"]["phase"] == "over"


# ---------------------------------------------------------------------------------- F1: salts of all tables
def come(match: Match, *, salts: bool = False) -> Table:
    """Let all players of a match come to its table, with salts of their names or without; returns the table."""
    for place in match.table.seats.select_related("user"):
        name = place.user.username
        salt_hash = hash_of(name) if salts else ""
        arrive(table_id=match.table_id, user=place.user, salt_hash=salt_hash)
    # What happens after the commit: here it is the sweep that finds it.
    sweep_tables()
    return Table.objects.get(pk=match.table_id)


def names_at(*matches: Match) -> list[str]:
    """Return the names of the players by table and seat."""
    return [
        name
        for match in matches
        for name in match.table.seats.order_by("index").values_list("user__username", flat=True)
    ]


def salts_shown(table: Table) -> Any:
    return game_of(table, None)["table"]["salts"]


def test_f1_all_tables_hashes_are_frozen_at_one_moment_and_all_salts_count(club: Any) -> None:
    cup = shared(club, 6, format="round_robin")
    matches = club.in_play(cup)
    *first, last = matches
    for match in first:
        table = come(match, salts=True)
        # The table has begun, but its list isn't frozen, and nobody is asked for a salt.
        assert (table.status, table.state, salts_shown(table)) == ("playing", None, None)
        assert table.wake_at is None
    come(last, salts=True)
    names = names_at(*matches)
    hashes = [hash_of(name) for name in names]
    deals = SharedDeals.objects.get()
    assert (deals.digest, deals.salts.hashes) == (fairness.list_digest(hashes), hashes)
    for place, match in enumerate(matches):
        own = hashes[4 * place : 4 * place + 4]
        shown = {"digest": deals.digest, "hashes": own, "given": None}
        assert salts_shown(match.table) == shown
    for name in names[:-1]:
        table = next(match.table for match in matches if name in names_at(match))
        reveal(table, club.player(name), name)
        sweep_tables()
        assert not Table.objects.filter(state__isnull=False).exists()
    reveal(last.table, club.player(names[-1]), names[-1])
    sweep_tables()
    deals.refresh_from_db()
    salts = [salt_of(name) for name in names]
    assert (deals.is_dealt, deals.salts.salts) == (True, salts)
    master = bytes(deals.secret.master)
    order = fairness.shuffled_names(
        map(engine.card_name, range(52)), master=master, salts=salts, hand_no=1
    )
    assert [dealt(match.table) for match in matches] == [["deal " + " ".join(order)]] * 3
    for place, match in enumerate(matches):
        assert salts_shown(match.table)["given"] == salts[4 * place : 4 * place + 4]
    for match in matches:
        play(match)
    for place, match in enumerate(matches):
        record = json.loads(json.dumps(record_of(Table.objects.get(pk=match.table_id))))
        fair = record["x-fairness"]
        assert (fair["salts"], fair["salt_hashes"]) == (salts, hashes)
        assert fair["salts_from"] == 4 * place
        findings = verify_game(record)
        assert all(finding.ok and not finding.remark for finding in findings)


def test_f1_a_salt_that_is_late_is_left_out_at_every_table(club: Any, hands: Any) -> None:
    cup = shared(club, 4, format="round_robin")
    here, there = club.in_play(cup)
    come(here, salts=True)
    come(there, salts=True)
    *names, late = names_at(here, there)
    for name in names:
        table = here.table if name in names_at(here) else there.table
        reveal(table, club.player(name), name)
    hands.forward(7)
    sweep_tables()
    assert not SharedDeals.objects.get().is_dealt
    hands.forward(3)
    sweep_tables()
    with pytest.raises(Refused) as refusal:
        reveal(there.table, club.player(late), late)
    assert refusal.value.code == "too_late"
    assert salts_shown(there.table)["given"] == [*map(salt_of, names[4:]), ""]
    assert dealt(here.table) == dealt(there.table)
    tables = [play(match) for match in (here, there)]
    for table in tables:
        findings = verify_game(record_of(Table.objects.get(pk=table.pk)))
        remarks = [finding.remark for finding in findings if finding.remark]
        assert remarks == ["left out, for it was not revealed in time: place 7"]


def test_f1_hashes_may_come_until_the_last_table_has_begun_and_none_after(
    club: Any, hands: Any
) -> None:
    cup = shared(club, 4, format="round_robin", grace_minutes=2)
    here, there = club.in_play(cup)
    come(here)
    late, other = (club.player(name) for name in names_at(here)[:2])
    arrive(table_id=here.table_id, user=late, salt_hash=hash_of("late"))
    # Nobody comes to the other table: its time to wait ends, and both are frozen.
    hands.forward(2 * 60 + 600)
    sweep_tables()
    sweep_tables()
    arrive(table_id=here.table_id, user=other, salt_hash=hash_of("too late"))
    assert salts_shown(here.table)["hashes"] == [hash_of("late"), "", "", ""]
    assert salts_shown(there.table)["hashes"] == [""] * 4
    assert SharedDeals.objects.get().salts.hashes == [hash_of("late"), *[""] * 7]


def test_f1_a_table_that_opens_late_plays_the_same_deals_without_salts_in_them(club: Any) -> None:
    cup = shared(club, 4, format="round_robin")
    here, there = club.in_play(cup)
    come(here)
    come(there)
    deals = SharedDeals.objects.get()
    late = open_table(TableTerms(rules=engine.RuleSet.from_dict(here.table.rules), kind="match", deals=deals, first_dealer=0), seats=[seat.user for seat in here.table.seats.select_related("user")])  # fmt: skip
    for seat in late.seats.select_related("user"):
        arrive(table_id=late.pk, user=seat.user, salt_hash=hash_of("late"))
    late.refresh_from_db()
    assert dealt(late) == dealt(here.table)
    assert (deals.salts.hashes, deals.salts.salts) == ([""] * 8, [""] * 8)
    none = {"digest": deals.digest, "hashes": [""] * 4, "given": [""] * 4}
    assert (late.salts_from, salts_shown(late)) == (None, none)


def test_d3_settling_shared_deals_twice_changes_nothing(club: Any) -> None:
    cup = shared(club, 4, format="round_robin")
    here, there = club.in_play(cup)
    come(here, salts=True)
    assert not close_shared_deals(here.table.deals_id)
    come(there, salts=True)
    for match in (here, there):
        for name in names_at(match):
            reveal(match.table, club.player(name), name)
    before = list(Table.objects.order_by("pk").values_list("pk", "version"))
    assert close_shared_deals(here.table.deals_id)
    after = list(Table.objects.order_by("pk").values_list("pk", "version"))
    assert [pk for pk, _ in before] == [pk for pk, _ in after]
    assert not close_shared_deals(here.table.deals_id)
    assert list(Table.objects.order_by("pk").values_list("pk", "version")) == after


def test_d4_settling_that_crashes_anywhere_is_done_again(club: Any) -> None:
    cup = shared(club, 4, format="round_robin")
    here, there = club.in_play(cup)
    come(here, salts=True)
    for place in there.table.seats.select_related("user"):
        arrive(table_id=there.table_id, user=place.user, salt_hash=hash_of(place.user.username))
    settle = lambda: close_shared_deals(here.table.deals_id)  # noqa: E731
    assert crash_everywhere(settle) >= 4
    assert SharedDeals.objects.get().digest != ""
    for match in (here, there):
        for name in names_at(match):
            reveal(match.table, club.player(name), name)
    assert crash_everywhere(settle) > 5
    assert SharedDeals.objects.get().is_dealt
    assert dealt(here.table) == dealt(there.table) != []


def test_d4_the_sweep_deals_at_a_table_that_the_dealing_passed_over(
    club: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that began by what it read before the deals were dealt is in no list: nobody else would ever deal
    there.
    """
    cup = shared(club, 4, format="round_robin")
    here, there = club.in_play(cup)
    come(here)
    come(there)
    late = open_table(TableTerms(rules=engine.RuleSet.from_dict(here.table.rules), kind="match", deals=SharedDeals.objects.get(), first_dealer=0), seats=[seat.user for seat in here.table.seats.select_related("user")])  # fmt: skip
    with monkeypatch.context() as before:
        before.setattr(SharedDeals, "is_dealt", False)
        for seat in late.seats.select_related("user"):
            arrive(table_id=late.pk, user=seat.user, salt_hash="")
    late.refresh_from_db()
    assert (late.status, late.state, late.wake_at) == ("playing", None, None)
    sweep_tables()
    assert dealt(late) == dealt(here.table)
    late.refresh_from_db()
    sweep_tables()
    assert Table.objects.get(pk=late.pk).version == late.version


def test_d5_an_outage_leaves_nobody_out_of_shared_deals(club: Any) -> None:
    cup = shared(club, 4, format="round_robin")
    here, there = club.in_play(cup)
    come(here, salts=True)
    come(there, salts=True)
    before = SharedDeals.objects.get().reveal_by
    outages.beat(machine_time())
    outages.beat(machine_time() + timedelta(seconds=90))
    moved = SharedDeals.objects.get().reveal_by - before
    assert moved == pytest.approx(timedelta(seconds=90), abs=timedelta(seconds=1))


def test_standings_compare_only_rounds_that_are_over(club: Any) -> None:
    cup = shared(club, 4, format="round_robin")
    here, there = club.in_play(cup)
    play(here)
    assert {row.points for row in standings_of(cup)} == {0}
    play(there)
    points = [row.points for row in standings_of(cup)]
    # Two tables: what one side wins over its peer at the other table, the peer loses.
    assert sum(points) == 200
    results = [match.results.get(current=True) for match in (here, there)]
    assert all(len(result.by_hand) == HANDS for result in results)
    for result in results:
        assert [sum(points) for points in zip(*result.by_hand, strict=True)] == list(result.points)


@pytest.mark.parametrize(
    ("comparison", "points"),
    [("matchpoints", ("75", "25")), ("difference", ("75", "-75"))],
)
def test_what_a_match_comes_to(club: Any, comparison: str, points: tuple[str, str]) -> None:
    cup = club.started(4, comparison=comparison, match_hands=2, format="round_robin")
    here, there = club.in_play(cup)
    for match, hands in ((here, [[80, 20], [50, 50]]), (there, [[30, 45], [50, 50]])):
        finish(match, *[sum(side) for side in zip(*hands, strict=True)])
        match.results.filter(current=True).update(by_hand=hands)
    results = [
        match.results.select_related("match__round").get(current=True) for match in (here, there)
    ]
    compared = compare(cup, results)
    # The difference is 60 here and -15 there; beyond that both deals are level.
    assert compared[here.pk].points == tuple(map(Decimal, points))
    assert compared[there.pk].points == tuple(map(Decimal, reversed(points)))
    rows = {row.name: row.points for row in standings_of(cup)}
    assert rows[here.entries[0].name] == rows[there.entries[1].name] == Decimal(points[0])


def test_who_wasnt_there_gets_40_and_their_opponents_60(club: Any) -> None:
    cup = shared(club, 6, format="round_robin")
    absent, *others = club.in_play(cup)
    decide_match(match_id=absent.pk, by=club.organizer, winner=0, reason="Nobody came.")
    for match in others:
        play(match)
    rows = {row.name: row.points for row in standings_of(cup)}
    assert (rows[absent.entries[0].name], rows[absent.entries[1].name]) == (60, 40)


@pytest.mark.parametrize(("comparison", "points"), [("matchpoints", 0), ("difference", -60)])
def test_p1_a_match_that_nobody_came_to_gives_neither_side_matchpoints(
    club: Any, comparison: str, points: int
) -> None:
    cup = club.started(6, comparison=comparison, match_hands=HANDS, format="round_robin")
    empty, *others = club.in_play(cup)
    for match in others:
        play(match)
    begin_match(empty.table_id)
    play_out(empty.table_id)
    outbox.deliver_due()
    result = empty.results.get()
    assert (result.kind, result.attended) == ("forfeit", False)
    rows = {row.name: row for row in standings_of(cup)}
    for name in (empty.entries[0].name, empty.entries[1].name):
        assert (rows[name].points, rows[name].played, rows[name].forfeits_lost) == (points, 0, 1)
    # Nothing there is compared with anything.
    assert match_view(empty.pk, club.organizer) is not None
    assert sheet_of(match_view(empty.pk, club.organizer)) is None


def test_both_sides_that_forfeit_a_match_to_which_somebody_came_get_40(club: Any) -> None:
    cup = shared(club, 6, format="round_robin")
    match, *others = club.in_play(cup)
    come(match)
    decide_match(match_id=match.pk, by=club.organizer, reason="They quarrelled.")
    for other in others:
        play(other)
    rows = {row.name: row.points for row in standings_of(cup)}
    assert (rows[match.entries[0].name], rows[match.entries[1].name]) == (40, 40)


def test_seats_are_balanced_over_a_round_robin(club: Any) -> None:
    cup = shared(club, 6, format="round_robin")
    sat: dict[str, list[int]] = {}
    for match in cup.matches.all():
        sat.setdefault(match.entries[0].name, [0, 0])[0] += 1
        sat.setdefault(match.entries[1].name, [0, 0])[1] += 1
    assert {abs(north - east) for north, east in sat.values()} == {1}


@pytest.mark.parametrize("format_", ["swiss", "rotation", "solo"])
def test_every_format_can_share_deals(club: Any, format_: str) -> None:
    if format_ == "swiss":
        cup = shared(club, 4, format=format_, rounds=2)
    else:
        rules = engine.preset("bicycle_4" if format_ == "solo" else "cardgames_io")
        fields = {"rules": rules, "comparison": "difference", "match_hands": 4, "rounds": 2}
        cup = begun(club, 8, format=format_, **fields)
    rounds = 0
    while matches := club.in_play(cup):
        tables = [play(match) for match in matches]
        assert len({tuple(dealt(table)) for table in tables}) == 1
        rounds += 1
    cup.refresh_from_db()
    assert (cup.status, rounds) == (Status.FINISHED, 2)
    assert not SharedDeals.objects.filter(opened_at=None).exists()
    rows = list(standings_of(cup))
    average = 100 if format_ == "swiss" else 0
    assert abs(sum(row.points for row in rows) - average * len(rows)) < Decimal("0.1")


def test_shared_matches_are_not_played_anew(club: Any) -> None:
    cup = shared(club, 4, format="round_robin")
    match, _ = club.in_play(cup)
    with pytest.raises(Refused) as refusal:
        replay_match(match_id=match.pk, by=club.organizer, reason="Again.")
    assert refusal.value.code == "deals_known"


def test_the_hand_that_decides_a_level_match_plays_other_cards(club: Any) -> None:
    cup = shared(club, 4, format="knock_out")
    level, other = club.in_play(cup)
    known = play(other)
    club.finish(level, 50, 50)
    level.refresh_from_db()
    decider = play(level)
    assert decider.pk != level.table_rows.get(kind="game").table_id
    assert decider.commitment != known.commitment
    assert len(dealt(decider)) == 1
    assert not {*dealt(decider)} & {*dealt(known)}


def test_an_early_end_opens_the_deals(club: Any) -> None:
    cup = shared(club, 4, format="round_robin")
    match, _ = club.in_play(cup)
    table = play(match)
    lifecycle.end_tournament(tournament_id=cup.pk, by=club.organizer, reason="Fire.")
    assert Table.objects.get(pk=table.pk).is_public


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"match_hands": None}, "match_hands"),
        ({"match_minutes": 30}, "match_minutes"),
        ({"best_of": 3}, "best_of"),
        (
            {"stages": (StagePlan("swiss", advance=4), StagePlan("knock_out", best_of=3))},
            "stages-1-best_of",
        ),
        ({"format": "knock_out", "semi_best_of": 3}, "stages-0-semi_best_of"),
        ({"format": "double_knock_out", "final_best_of": 3}, "stages-0-final_best_of"),
        (
            {"format": "knock_out", "third_place": True, "third_best_of": 5},
            "stages-0-third_best_of",
        ),
        ({"max_entries": 3}, "max_entries"),
        ({"comparison": "luck"}, "comparison"),
        ({"format": "rotation", "max_entries": 7}, "max_entries"),
    ],
)
def test_what_cant_be_compared_is_refused(club: Any, fields: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refusal:
        club.tournament(
            **{"comparison": "matchpoints", "match_hands": 4, "max_entries": 8, **fields}
        )
    assert list(refusal.value.errors) == [field]


def test_tables_go_on_to_the_last_deal_whatever_the_score(club: Any) -> None:
    cup = club.tournament(comparison="difference", match_hands=16)
    assert (cup.rules["max_hands"], cup.rules["target"], cup.rules["loss_limit"]) == (
        16,
        None,
        None,
    )


def test_each_match_of_a_rotation_seats_four(club: Any) -> None:
    cup = begun(club, 8, format="rotation", comparison="matchpoints", match_hands=2, rounds=1)
    assert [len(seats_of(match)) for match in club.in_play(cup)] == [4, 4]
    for match in club.in_play(cup):
        finish(match, *by_lot(match))
        match.results.filter(current=True).update(by_hand=[[10, 20], [30, 5]])
    assert {row.points for row in standings_of(cup)} == {50}


def test_groups_are_compared_over_the_tables_of_all_groups(club: Any) -> None:
    cup = shared(
        club, 6, stages=(StagePlan("groups", groups=2, advance=1), StagePlan("knock_out")), min_entries=6,
        max_entries=6,
    )  # fmt: skip
    # One table a group in each round: alone neither would have anything to compare with.
    for match in club.in_play(cup):
        play(match)
    first = list(Result.objects.filter(match__sides__index=1, match__round__number=1))
    for result, lead in zip(first, (100, 50), strict=True):
        result.by_hand = [[lead, 0]] * HANDS
        result.save()
    stage = cup.stages.get(index=1)
    rows = {row.key: row.points for group in (1, 2) for row in standings_of_stage(stage, group)}
    points = [
        (rows[result.match.entries[0].pk], rows[result.match.entries[1].pk]) for result in first
    ]
    # Who led by more beats the other table's side of the same cards; whose opponents led by less beats theirs.
    assert points == [(100, 0), (0, 100)]


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        (
            {"stages": (StagePlan("swiss", advance=3), StagePlan("round_robin"))},
            {
                "stages-0-advance": [
                    "In the next stage a single table would have nothing to compare with. Let 4 or"
                    " more advance, or choose a knock-out."
                ]
            },
        ),
        (
            {"format": "swiss", "max_entries": 3},
            {"max_entries": ["A single table has nothing to compare with. Allow 4 or more."]},
        ),
    ],
)
def test_one_table_has_nothing_to_compare_with(
    club: Any, fields: dict[str, Any], errors: dict[str, Any]
) -> None:
    with pytest.raises(NotValid) as refused:
        club.tournament(comparison="matchpoints", match_hands=2, **{"min_entries": 2, **fields})
    assert {name: refused.value.errors[name] for name in errors} == errors


def test_too_few_to_compare_do_not_begin(club: Any) -> None:
    cup = club.tournament(comparison="difference", match_hands=2, format="swiss", min_entries=2)
    assert cup.min_entries == 4


def test_a_swiss_pairs_by_the_fractions_that_comparing_gives(club: Any) -> None:
    cup = club.started(8, comparison="difference", match_hands=2, format="swiss", rounds=3)
    hands = ([[40, 30], [50, 62]], [[80, -30], [51, 20]], [[30, 30], [62, 51]], [[20, 40], [8, 9]])
    for match, by_hand in zip(club.in_play(cup), hands, strict=True):
        Table.objects.filter(pk=match.table_id).update(
            status="abandoned", finished_at=now(), wake_at=None, deadline=None
        )
        give_result(match, "played", 1, 2, by_hand=by_hand, at=cup.starts_at)
        match.status = Match.Status.DONE
        match.save()
    cup.rounds.update(status=Round.Status.DONE, finished_at=now())
    stage = cup.stages.get()
    points = {row.key: row.points for row in standings_of_stage(stage)}
    assert any(each % 1 for each in points.values())
    assert _scores(stage) == {key: int(each * 100) for key, each in points.items()}
