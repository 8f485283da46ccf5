"""F1: the order in which server and browsers commit, reveal and deal (docs/fairness.md, section 1), at one table."""

import json
from datetime import timedelta
from typing import Any

import pytest

from games import engine, fairness
from games.fairness.verify import verify_game
from games.tables import services
from games.tables.models import Table, TableSecret
from games.tables.pictures.picture import frame, picture_of
from games.tables.server.autoplay import play_out
from games.tables.server.presence import gone
from games.tables.timing import outages
from games.tables.timing.clocks import DAY, REVEAL_TIME
from spades_site.common.clock import machine_time
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.support.salts import hash_of, reveal, salt_of
from tests.tables.playing import can, seat, state_of, wake

pytestmark = pytest.mark.django_db


def begun(*users: Any, **terms: Any) -> Table:
    """A table at which these users sit with salts of their names, and bots: its hashes are frozen."""
    table = services.open_table(
        services.TableTerms(rules=engine.preset("cardgames_io", max_hands=1), **terms),
        created_by=users[0],
    )
    for index, user in enumerate(users):
        services.take_seat(
            table_id=table.pk, user=user, seat=index, salt_hash=hash_of(user.username)
        )
    services.fill_with_bots(table_id=table.pk, by=users[0])
    table.refresh_from_db()
    return table


def shown(table: Table, viewer: Any = None) -> dict[str, Any]:
    """What a viewer is sent."""
    table = Table.objects.get(pk=table.pk)
    state = None if table.state is None else state_of(table)
    picture = picture_of(table, list(table.seats.all()), state)
    told = frame(picture, viewer and viewer.pk, viewer.username if viewer else "", "now")
    return dict(json.loads(told))


def refused(call: Any, **fields: Any) -> str:
    with pytest.raises(Refused) as refusal:
        call(**fields)
    return refusal.value.code


def test_f1_the_cards_are_dealt_when_all_hashes_are_frozen_and_all_salts_revealed(
    member: Any,
) -> None:
    ann, bob = member("ann"), member("bob")
    table = begun(ann, bob)
    hashes = [hash_of("ann"), hash_of("bob"), "", ""]
    frozen = {"digest": fairness.list_digest(hashes), "hashes": hashes, "given": None}
    for viewer in (None, ann, bob):
        picture = shown(table, viewer)
        assert (picture["table"]["status"], picture["game"]) == ("playing", None)
        assert (picture["table"]["commitment"], picture["table"]["salts"]) == (
            table.commitment,
            frozen,
        )
    reveal(table, ann, "ann")
    assert [shown(table, viewer)["table"]["salts"] for viewer in (None, ann, bob)] == [frozen] * 3
    assert (shown(table)["game"], salt_of("ann") in json.dumps(shown(table, bob))) == (None, False)
    table = reveal(table, bob, "bob")
    salts = [salt_of("ann"), salt_of("bob"), "", ""]
    assert shown(table)["table"]["salts"] == frozen | {"given": salts}
    master = bytes(TableSecret.objects.get(table=table).master)
    order = fairness.shuffled_names(
        map(engine.card_name, range(52)), master=master, salts=salts, hand_no=1
    )
    assert table.actions.get(kind="deal").text == "deal " + " ".join(order)


def test_f1_before_the_freeze_no_salt_is_taken_and_nothing_is_shown(member: Any) -> None:
    ann = member("ann")
    table = services.open_table(
        services.TableTerms(rules=engine.preset("cardgames_io")), created_by=ann
    )
    services.take_seat(table_id=table.pk, user=ann, seat=0, salt_hash=hash_of("ann"))
    given = {"table_id": table.pk, "user": ann, "salt": salt_of("ann")}
    assert refused(services.reveal_salt, **given) == "too_early"
    picture = shown(table, ann)
    assert (picture["table"]["salts"], picture["game"]) == (None, None)
    assert hash_of("ann") not in json.dumps(picture)
    assert (seat(table, 0).salt, seat(table, 0).salt_hash) == ("", hash_of("ann"))


def test_f1_the_last_hash_before_the_freeze_counts_and_none_after_it(member: Any) -> None:
    ann = member("ann")
    table = services.open_table(
        services.TableTerms(rules=engine.preset("cardgames_io")), created_by=ann
    )
    services.take_seat(table_id=table.pk, user=ann, seat=0, salt_hash=hash_of("first"))
    services.arrive(table_id=table.pk, user=ann, salt_hash=hash_of("second"))
    # A program without a salt doesn't take back what a browser committed to.
    services.arrive(table_id=table.pk, user=ann, salt_hash="")
    services.fill_with_bots(table_id=table.pk, by=ann)
    services.arrive(table_id=table.pk, user=ann, salt_hash=hash_of("third"))
    assert seat(table, 0).salt_hash == hash_of("second")
    for name in ("first", "third"):
        given = {"table_id": table.pk, "user": ann, "salt": salt_of(name)}
        assert refused(services.reveal_salt, **given) == "wrong_salt"
    assert state_of(reveal(table, ann, "second")).phase == "bid"


def test_d3_a_salt_that_is_revealed_again_changes_nothing(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = begun(ann, bob)
    reveal(table, ann, "ann")
    before = Table.objects.values().get(pk=table.pk)
    reveal(table, ann, "ann")
    assert Table.objects.values().get(pk=table.pk) == before
    reveal(table, bob, "bob")
    before = Table.objects.values().get(pk=table.pk)
    for user in (ann, bob):
        reveal(table, user, user.username)
    assert Table.objects.values().get(pk=table.pk) == before
    given = {"table_id": table.pk, "user": ann, "salt": salt_of("bob")}
    assert refused(services.reveal_salt, **given) == "too_late"
    stranger = {"table_id": table.pk, "user": member("cy"), "salt": salt_of("ann")}
    assert refused(services.reveal_salt, **stranger) == "not_seated"


def test_f1_a_salt_that_does_not_come_in_time_is_left_out_and_the_record_shows_it(
    member: Any, hands: Any
) -> None:
    ann, bob = member("ann"), member("bob")
    table = begun(ann, bob)
    reveal(table, ann, "ann")
    table.refresh_from_db()
    assert table.deadline == table.wake_at == table.started_at + REVEAL_TIME
    hands.forward(REVEAL_TIME.total_seconds() - 3)
    assert not services.wake_table(table.pk)
    hands.forward(3)
    assert services.wake_table(table.pk)
    assert shown(table)["table"]["salts"]["given"] == [salt_of("ann"), "", "", ""]
    given = {"table_id": table.pk, "user": bob, "salt": salt_of("bob")}
    assert refused(services.reveal_salt, **given) == "too_late"
    record = services.record_of(play_out(table.pk))
    assert record["x-fairness"]["salt_hashes"] == [hash_of("ann"), hash_of("bob"), "", ""]
    assert record["x-fairness"]["salts"] == [salt_of("ann"), "", "", ""]
    findings = verify_game(json.loads(json.dumps(record)))
    assert all(finding.ok for finding in findings)
    assert [finding.remark for finding in findings if finding.remark] == [
        "left out, for it was not revealed in time: place 1"
    ]


def test_f1_who_leaves_before_the_deal_is_left_out_at_once(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = begun(ann, bob)
    reveal(table, ann, "ann")
    services.leave_seat(table_id=table.pk, user=bob)
    salts = shown(table)["table"]["salts"]
    assert salts["hashes"] == [hash_of("ann"), hash_of("bob"), "", ""]
    assert salts["given"] == [salt_of("ann"), "", "", ""]


def test_f1_who_leaves_a_rated_table_before_the_deal_is_left_out_at_once(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = services.open_table(
        services.TableTerms(rules=engine.preset("bicycle_2"), rated=True, bots_allowed=False),
        created_by=ann,
    )
    for user in (ann, bob):
        services.take_seat(table_id=table.pk, user=user, salt_hash=hash_of(user.username))
    reveal(table, ann, "ann")
    services.leave_seat(table_id=table.pk, user=bob)
    salts = shown(table)["table"]["salts"]
    assert salts["hashes"] == [hash_of("ann"), hash_of("bob")]
    assert salts["given"] == [salt_of("ann"), ""]
    given = {"table_id": table.pk, "user": bob, "salt": salt_of("bob")}
    assert refused(services.reveal_salt, **given) == "too_late"


def test_f1_a_salt_that_was_given_counts_though_its_player_leaves_a_rated_table(
    member: Any,
) -> None:
    ann, bob = member("ann"), member("bob")
    table = services.open_table(
        services.TableTerms(rules=engine.preset("bicycle_2"), rated=True, bots_allowed=False),
        created_by=ann,
    )
    for user in (ann, bob):
        services.take_seat(table_id=table.pk, user=user, salt_hash=hash_of(user.username))
    reveal(table, bob, "bob")
    services.leave_seat(table_id=table.pk, user=bob)
    assert shown(table)["game"] is None
    reveal(table, ann, "ann")
    assert shown(table)["table"]["salts"]["given"] == [salt_of("ann"), salt_of("bob")]


def test_a_table_without_salts_is_dealt_at_once_and_says_so(member: Any) -> None:
    ann = member("ann")
    table = services.open_table(
        services.TableTerms(rules=engine.preset("cardgames_io", max_hands=1)), created_by=ann
    )
    services.take_seat(table_id=table.pk, user=ann, seat=0, salt_hash="")
    services.fill_with_bots(table_id=table.pk, by=ann)
    salts = shown(table)["table"]["salts"]
    assert (salts["hashes"], salts["given"]) == ([""] * 4, [""] * 4)
    findings = verify_game(services.record_of(play_out(table.pk)))
    assert findings[1].remark == "no player's salt is in the deals: the server alone fixed them"


def test_f1_nobody_sits_in_moves_or_acts_between_freeze_and_deal(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = begun(ann)
    version = Table.objects.get(pk=table.pk).version
    calls = {
        "sit": lambda: services.take_seat(table_id=table.pk, user=bob, seat=1, salt_hash=""),
        "move": lambda: services.take_seat(table_id=table.pk, user=ann, seat=1),
        "swap": lambda: services.swap_seats(table_id=table.pk, user=ann, seat=1),
        "act": lambda: services.submit_action(
            table_id=table.pk, user=ann, action="bid 3", action_id="a", expected_version=version
        ),
        "claim": lambda: services.claim(
            table_id=table.pk, user=ann, action_id="c", expected_version=version
        ),
    }
    assert {name: refused(call) for name, call in calls.items()} == {
        "sit": "not_open", "move": "already_seated", "swap": "not_open", "act": "not_playing",
        "claim": "not_playing",
    }  # fmt: skip
    assert can(table, 0) == ["act", "end_vote", "leave"]
    services.vote_to_end(table_id=table.pk, user=ann, yes=True)
    table.refresh_from_db()
    assert (table.status, shown(table)["table"]["salts"]["given"]) == ("abandoned", None)


def test_f1_who_sits_in_later_changes_nothing_in_the_list(member: Any) -> None:
    ann, bob, cy = member("ann"), member("bob"), member("cy")
    table = begun(ann, bob)
    reveal(table, ann, "ann")
    reveal(table, bob, "bob")
    before = shown(table)["table"]["salts"]
    services.leave_seat(table_id=table.pk, user=bob)
    services.take_seat(table_id=table.pk, user=cy, seat=1, salt_hash=hash_of("cy"))
    services.arrive(table_id=table.pk, user=cy, salt_hash=hash_of("cy"))
    assert shown(table, cy)["table"]["salts"] == before
    given = {"table_id": table.pk, "user": cy, "salt": salt_of("cy")}
    assert refused(services.reveal_salt, **given) == "too_late"


def test_f1_an_absent_player_of_a_match_is_not_waited_for(member: Any, hands: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = services.open_table(
        services.TableTerms(rules=engine.preset("bicycle_2"), kind="match", start_seconds=60),
        seats=[ann, bob],
    )
    services.arrive(table_id=table.pk, user=ann, salt_hash=hash_of("ann"))
    hands.forward(60)
    assert services.wake_table(table.pk)
    assert shown(table)["table"]["salts"]["hashes"] == [hash_of("ann"), ""]
    reveal(table, ann, "ann")
    assert shown(table)["table"]["salts"]["given"] == [salt_of("ann"), ""]


def test_with_days_for_a_turn_a_salt_has_a_turn_to_come(member: Any, hands: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = begun(ann, bob, turn_seconds=DAY)
    assert table.wake_at == table.started_at + timedelta(days=1)
    reveal(table, ann, "ann")
    hands.forward(DAY - 60)
    assert state_of(reveal(table, bob, "bob")).phase == "bid"


def test_a_player_whose_browser_has_no_salt_is_not_waited_for(member: Any, hands: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = begun(ann, bob, turn_seconds=DAY)
    for _ in range(2):
        services.reveal_salt(table_id=table.pk, user=ann, salt="")
    assert shown(table)["game"] is None
    reveal(table, bob, "bob")
    assert shown(table)["table"]["salts"]["given"] == ["", salt_of("bob"), "", ""]


def test_with_days_for_a_turn_the_absent_are_told_to_come(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = services.open_table(
        services.TableTerms(rules=engine.preset("bicycle_2"), turn_seconds=DAY), created_by=ann
    )
    services.take_seat(table_id=table.pk, user=ann, seat=0, salt_hash=hash_of("ann"))
    gone(table.pk, ann)
    services.take_seat(table_id=table.pk, user=bob, seat=1, salt_hash=hash_of("bob"))
    waiting = Notice.objects.filter(kind="turn").values_list("user__username", "read_at")
    assert list(waiting) == [("ann", None)]
    reveal(table, bob, "bob")
    reveal(table, ann, "ann")
    assert not Notice.objects.filter(key__endswith="reveal", read_at=None).exists()


def test_d5_an_outage_leaves_nobody_out(member: Any, hands: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = begun(ann, bob, turn_seconds=5)
    reveal(table, ann, "ann")
    outage = timedelta(seconds=90)
    outages.beat(machine_time())
    hands.forward(90)
    outages.beat(machine_time() + outage)
    table.refresh_from_db()
    assert table.started_at is not None
    assert table.deadline == table.wake_at
    assert table.wake_at == pytest.approx(
        table.started_at + REVEAL_TIME + outage + outages.COMING_BACK, abs=timedelta(seconds=1)
    )
    assert not services.wake_table(table.pk)
    assert shown(reveal(table, bob, "bob"))["table"]["salts"]["given"] == [
        salt_of("ann"), salt_of("bob"), "", "",
    ]  # fmt: skip


def test_h2_neither_master_nor_salts_are_in_the_log(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = begun(ann, bob)
    reveal(table, ann, "ann")
    reveal(table, bob, "bob")
    table = play_out(wake(table).pk)
    log = " ".join(table.actions.values_list("text", flat=True))
    master = bytes(TableSecret.objects.get(table=table).master).hex()
    for secret in (master, salt_of("ann"), salt_of("bob"), hash_of("ann")):
        assert secret not in log
