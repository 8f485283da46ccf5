"""Rounds with shared deals: dealing, salts and visibility."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games import engine, fairness
from games.fairness.verify import verify_game
from games.tables.models import SharedDeals, Table
from games.tables.replay.records import record_of
from games.tables.services import (
    TableTerms,
    arrive,
    close_shared_deals,
    open_table,
    submit_action,
    sweep_tables,
)
from games.tables.timing import outages
from spades_site.common.clock import machine_time
from spades_site.common.errors import Refused
from tests.events.shared import HANDS, come, dealt, game_of, names_at, play, salts_shown, shared
from tests.support.crashes import crash_everywhere
from tests.support.salts import hash_of, reveal, salt_of
from tournaments.events.models import Round

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_all_tables_of_a_round_are_dealt_the_same(club: Any) -> None:
    cup = shared(club, 6, format="round_robin")
    first = [play(match) for match in club.in_play(cup)]
    assert len({tuple(dealt(table)) for table in first}) == 1
    assert len(dealt(first[0])) == len(set(dealt(first[0]))) == HANDS
    assert len({table.commitment for table in first}) == 1
    assert len({engine.restore({**t.state, "rules": t.rules}).first_dealer for t in first}) == 1
    second = [play(match) for match in club.in_play(cup)]
    assert not {*dealt(first[0])} & {*dealt(second[0])}


@pytest.mark.slow
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


@pytest.mark.slow
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
    expected = timedelta(seconds=90) + outages.COMING_BACK
    assert moved == pytest.approx(expected, abs=timedelta(seconds=1))
