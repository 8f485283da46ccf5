"""Players who are away when the last seat is taken confirm that they play, or lose the seat."""

import json
from datetime import timedelta
from typing import Any

import pytest

from games import engine
from games.tables import services
from games.tables.access.mutes import set_block
from games.tables.models import Table
from games.tables.pictures.picture import frame, picture_of, table_view
from games.tables.server import presence
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.translation import translate
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.support import protocol
from tests.support.salts import hash_of
from tests.tables.playing import can, seat, wake

pytestmark = pytest.mark.django_db


def opened(*users: Any, **terms: Any) -> Table:
    """An open table of four at which these users sit, with their browsers there."""
    table: Table = services.open_table(
        services.TableTerms(rules=engine.preset("cardgames_io"), **terms), created_by=users[0]
    )
    for user in users:
        services.take_seat(table_id=table.pk, user=user, salt_hash="")
    return table


def now_of(table: Table) -> tuple[str, list[tuple[str, bool]]]:
    """The table's status, and of each seat the name and whether it is ready."""
    table.refresh_from_db()
    return table.status, [(seat.name, seat.ready) for seat in table.seats.all()]


def filled_while_ann_is_away(member: Any, **terms: Any) -> tuple[Table, list[Any]]:
    users = [member(name) for name in ("ann", "bob", "cy", "di")]
    table = opened(*users[:3], **terms)
    presence.gone(table.pk, users[0])
    services.take_seat(table_id=table.pk, user=users[3], salt_hash="")
    return table, users


def test_a_table_whose_people_are_there_starts_by_itself(member: Any) -> None:
    table = opened(*(member(name) for name in ("ann", "bob", "cy", "di")))
    assert now_of(table)[0] == "playing"


def test_the_table_waits_for_who_was_away(member: Any, hands: Any) -> None:
    table, users = filled_while_ann_is_away(member)
    assert now_of(table) == ("open", [("ann", False), ("bob", True), ("cy", True), ("di", True)])
    view = table_view(table, list(table.seats.all()))
    assert view["ready_by"] == (table.filled_at + timedelta(seconds=30)).isoformat()
    assert [seat["ready"] for seat in view["seats"]] == [False, True, True, True]
    assert ("ready" in can(table, 0), "ready" in can(table, 1)) == (True, False)
    # To be connected again isn't to be there: a phone does that in a pocket.
    services.arrive(table_id=table.pk, user=users[0], salt_hash="")
    assert now_of(table)[0] == "open"
    hands.forward(29)
    wake(table)
    services.say_ready(table_id=table.pk, user=users[0])
    assert now_of(table) == ("playing", [("ann", True), ("bob", True), ("cy", True), ("di", True)])
    assert table.actions.filter(text="ready", seat=0, user=users[0]).count() == 1


def test_a_player_who_was_away_is_told_once_until_they_are_back(member: Any, hands: Any) -> None:
    table, users = filled_while_ann_is_away(member)
    (notice,) = Notice.objects.all()
    said = notice_text(notice.kind, notice.params)
    table.refresh_from_db()
    assert (notice.user, notice.path, notice.mail_until) == (
        users[0], table.get_absolute_url(), table.filled_at + timedelta(seconds=30),
    )  # fmt: skip
    assert (said.title, said.text) == (
        "Your table is full: ready to play?",
        "Classic (cardgames.io), with bob, cy, di. Come to the table now, or your seat becomes free again.",
    )
    services.say_ready(table_id=table.pk, user=users[0])
    assert Notice.objects.get().read_at is not None


def test_unready_players_lose_their_seat_and_may_sit_down_again(member: Any, hands: Any) -> None:
    table, users = filled_while_ann_is_away(member)
    hands.forward(31)
    table = wake(table)
    assert now_of(table) == ("open", [("", True), ("bob", True), ("cy", True), ("di", True)])
    assert Notice.objects.get().read_at is not None
    assert table.news == {"what": "not_ready", "seat": 0, "name": "ann", "v": table.version}
    shown = picture_of(table, list(table.seats.all()), None)["users"]
    assert shown == (None, *(user.pk for user in users[1:]))
    services.take_seat(table_id=table.pk, user=users[0], salt_hash="")
    assert now_of(table)[0] == "playing"


def test_where_bots_were_to_fill_up_one_takes_the_seat_that_was_lost(
    member: Any, hands: Any
) -> None:
    table, _users = filled_while_ann_is_away(member, bots_at=now() + timedelta(seconds=20))
    hands.forward(31)
    assert now_of(wake(table)) == (
        "playing", [("Ada", True), ("bob", True), ("cy", True), ("di", True)],
    )  # fmt: skip


def test_a_table_of_absent_people_closes(member: Any, hands: Any) -> None:
    ann = member("ann")
    table = opened(ann)
    presence.gone(table.pk, ann)
    services.fill_with_bots(table_id=table.pk)
    assert now_of(table)[0] == "open"
    hands.forward(31)
    table = wake(table)
    assert (table.status, translate(table.result["abandoned"])) == ("abandoned", "Everybody left.")


def test_the_question_is_taken_back_when_a_seat_is_free_again(member: Any, hands: Any) -> None:
    table, users = filled_while_ann_is_away(member)
    services.leave_seat(table_id=table.pk, user=users[3])
    assert now_of(table) == ("open", [("ann", True), ("bob", True), ("cy", True), ("", True)])
    assert table_view(table, list(table.seats.all()))["ready_by"] is None
    hands.forward(31)
    wake(table)
    assert now_of(table)[1][0] == ("ann", True)


def test_with_days_for_a_turn_nobody_who_was_there_is_asked(member: Any, hands: Any) -> None:
    table, _users = filled_while_ann_is_away(member, turn_seconds=86400)
    assert now_of(table) == ("playing", [(name, True) for name in ("ann", "bob", "cy", "di")])


def opened_while_bobs_page_loads(member: Any, **terms: Any) -> tuple[Table, list[Any]]:
    """A full table for two. Bob has the second seat, but his page hasn't loaded."""
    users = [member("ann"), member("bob")]
    table = services.open_table(
        services.TableTerms(rules=engine.preset("bicycle_2"), **terms), created_by=users[0]
    )
    services.take_seat(table_id=table.pk, user=users[0], salt_hash="")
    services.take_seat(table_id=table.pk, user=users[1])
    return table, users


@pytest.mark.parametrize("turn_seconds", [30, 86400])
def test_no_game_begins_while_a_players_page_loads(
    member: Any, hands: Any, turn_seconds: int
) -> None:
    table, users = opened_while_bobs_page_loads(member, turn_seconds=turn_seconds)
    assert now_of(table) == ("open", [("ann", True), ("bob", False)])
    hands.forward(29)
    table = wake(table)
    assert now_of(table) == ("open", [("ann", True), ("bob", False)])
    assert (
        table_view(table, list(table.seats.all()))["ready_by"]
        == (table.filled_at + timedelta(seconds=30)).isoformat()
    )
    services.arrive(table_id=table.pk, user=users[1], salt_hash=hash_of("bob"))
    assert now_of(table) == ("playing", [("ann", True), ("bob", True)])
    assert seat(table, 1).salt_hash == hash_of("bob")


@pytest.mark.parametrize("turn_seconds", [30, 86400])
def test_a_player_whose_page_never_loads_loses_the_seat(
    member: Any, hands: Any, turn_seconds: int
) -> None:
    table, users = opened_while_bobs_page_loads(member, turn_seconds=turn_seconds)
    hands.forward(31)
    table = wake(table)
    assert now_of(table) == ("open", [("ann", True), ("", True)])
    assert table.news == {"what": "not_ready", "seat": 1, "name": "bob", "v": table.version}
    # Nobody can hold up a table like that for ever: the person who opened it may block them.
    set_block(user=users[0], name="bob", yes=True)
    with pytest.raises(Refused) as refusal:
        services.take_seat(table_id=table.pk, user=users[1])
    assert refusal.value.code == "not_open"
    services.fill_with_bots(table_id=table.pk, by=users[0])
    assert now_of(table) == ("playing", [("ann", True), ("Ada", True)])


def test_a_table_filled_with_bots_waits_for_its_player_to_arrive(member: Any, hands: Any) -> None:
    ann = member("ann")
    table = services.open_table(
        services.TableTerms(rules=engine.preset("cardgames_io")), created_by=ann
    )
    services.take_seat(table_id=table.pk, user=ann)
    services.fill_with_bots(table_id=table.pk, by=ann)
    assert now_of(table)[1][0] == ("ann", False)
    services.arrive(table_id=table.pk, user=ann, salt_hash="")
    assert now_of(table)[0] == "playing"


def test_ready_is_said_twice_too_late_or_by_a_stranger(member: Any) -> None:
    table, users = filled_while_ann_is_away(member)
    with pytest.raises(Refused) as refusal:
        services.say_ready(table_id=table.pk, user=member("eve"))
    assert refusal.value.code == "not_seated"
    version = Table.objects.get(pk=table.pk).version
    services.say_ready(table_id=table.pk, user=users[1])
    assert Table.objects.get(pk=table.pk).version == version
    services.say_ready(table_id=table.pk, user=users[0])
    with pytest.raises(Refused) as refusal:
        services.say_ready(table_id=table.pk, user=users[0])
    assert refusal.value.code == "too_late"


def test_who_is_asked_can_swap_and_stays_asked(member: Any) -> None:
    table, users = filled_while_ann_is_away(member)
    services.swap_seats(table_id=table.pk, user=users[1], seat=0)
    services.swap_seats(table_id=table.pk, user=users[0], seat=1)
    assert now_of(table) == ("open", [("bob", True), ("ann", False), ("cy", True), ("di", True)])


def test_what_the_page_is_told_is_as_the_protocol_says(member: Any) -> None:
    table, users = filled_while_ann_is_away(member, bots_at=now(), min_rating=1400)
    seats = list(table.seats.all())
    seats[1].country = "SE"
    at = table.created_at.isoformat()
    told = json.loads(frame(picture_of(table, seats, None), users[0].pk, "ann", at))
    protocol.check(told)
    assert told["you"]["can"] == ["leave", "swap", "invite", "ready"]
    assert (told["table"]["min_rating"], told["table"]["max_rating"]) == (1400, None)
    assert [seat["country"] for seat in told["table"]["seats"]] == [None, "SE", None, None]
    # All seats are taken: no bot will come.
    assert told["table"]["bots_at"] is None


def test_a_table_from_before_a_rule_came_shows_the_whole_rule_set(member: Any) -> None:
    table = services.open_table(
        services.TableTerms(rules=engine.preset("cardgames_io", double_nil=400)),
        created_by=member("ann"),
    )
    table.refresh_from_db()
    assert "first_trick" not in table.rules
    assert table.rules["double_nil"] == 400
    shown = table_view(table, list(table.seats.all()))["rules"]
    assert shown == engine.preset("cardgames_io", double_nil=400).to_dict()
