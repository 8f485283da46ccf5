"""How strong bots are: chosen with the table, the seat or by one press, shown wherever they are named, and kept."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.bots.levels import CLUB, RELAXED, STRONG
from games.tables import services
from games.tables.lobby.play_now import play_now
from games.tables.models import Seat, Table
from games.tables.pictures.picture import table_view
from spades_site.common.errors import Refused
from spades_site.common.server import background
from tests.support.salts import hash_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def queue(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots search at every level, without sending anything."""
    settings.BOTS_QUEUE = True
    monkeypatch.setattr(background, "send", lambda *_args, **_options: None)


def shown(table: Table) -> list[int | None]:
    """Return the levels by seat, as everybody sees them."""
    table.refresh_from_db()
    return [seat["level"] for seat in table_view(table, list(table.seats.all()))["seats"]]


def open_by_form(client: Client, **fields: Any) -> Table:
    form = {"preset": "cardgames_io", "turn_seconds": "60", "visibility": "open", **fields}
    client.post(reverse("table_open"), form)
    return Table.objects.order_by("-pk")[0]


def test_a_level_is_chosen_with_the_table_or_a_seat_and_stays_with_the_bot(
    client: Client, member: Any, hands: Any
) -> None:
    ann, bob = member("ann"), member("bob")
    client.force_login(ann)
    table = open_by_form(client, bots_level=str(RELAXED))
    services.add_bot(table_id=table.pk, by=ann, seat=1, level=STRONG)
    services.add_bot(table_id=table.pk, by=ann, seat=2)
    assert shown(table) == [None, STRONG, RELAXED, None]
    services.swap_seats(table_id=table.pk, user=ann, seat=1)
    assert shown(table) == [STRONG, None, RELAXED, None]
    lobby = re.sub(r"\s+", " ", client.get(reverse("lobby")).content.decode())
    assert (lobby.count("</svg>Strong"), lobby.count("</svg>Relaxed")) == (1, 1)
    services.arrive(table_id=table.pk, user=ann, salt_hash=hash_of("ann"))
    services.fill_with_bots(table_id=table.pk, by=ann, level=CLUB)
    assert shown(table) == [STRONG, None, RELAXED, CLUB]
    # Somebody takes the strong bot's seat: until the next hand a bot of the table's level plays for them.
    hands.forward(60)
    services.wake_table(table.pk)
    services.take_seat(table_id=table.pk, user=bob, seat=0, salt_hash="")
    assert (shown(table)[0], Seat.objects.get(table=table, index=0).level) == (RELAXED, None)
    services.leave_seat(table_id=table.pk, user=bob)
    assert shown(table) == [RELAXED, None, RELAXED, CLUB]
    # The next game is the same again, as far as the site can play it.
    services.abandon_table(table_id=table.pk, reason="over")
    again = services.rematch(table_id=table.pk, user=ann)
    assert (again.bots_level, shown(again)) == (RELAXED, [RELAXED, None, RELAXED, CLUB])
    page = client.get(reverse("table", args=[table.public_id]))
    assert f"bots_level={RELAXED}" in page.context["config"]["links"]["again"]


def test_one_press_takes_the_level_chosen_last(client: Client, member: Any) -> None:
    client.force_login(member("ann"))
    client.post(reverse("play_now"), {"level": str(STRONG), "signed_in": ""})
    Table.objects.update(status="abandoned", finished_at="2026-01-01T00:00Z", wake_at=None)
    page = client.get(reverse("lobby")).content.decode()
    assert f'<option value="{STRONG}" selected>Strong</option>' in page
    client.post(reverse("play_now"), {"level": "9", "signed_in": ""})
    assert list(Table.objects.values_list("bots_level", flat=True)) == [STRONG, STRONG]


def test_without_the_queue_there_is_one_level(client: Client, member: Any, settings: Any) -> None:
    ann = member("ann")
    client.force_login(ann)
    old = open_by_form(client, bots_level=str(STRONG), others="bots")
    services.arrive(table_id=old.pk, user=ann, salt_hash=hash_of("ann"))
    assert 'name="bots_level"' in client.get(reverse("table_open")).content.decode()
    settings.BOTS_QUEUE = False
    assert "bots_level" not in client.get(reverse("table_open")).content.decode()
    table = play_now(user=ann, wanted="bicycle_3")
    with pytest.raises(Refused, match="Choose another level") as refusal:
        services.add_bot(table_id=table.pk, by=ann, seat=1, level=CLUB)
    assert (refusal.value.code, table.bots_level) == ("no_level", RELAXED)
    services.abandon_table(table_id=old.pk, reason="over")
    assert shown(services.rematch(table_id=old.pk, user=ann)) == [None, *[RELAXED] * 3]
