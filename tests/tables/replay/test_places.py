"""Links to a place in a replay, and the picture that a preview of one shows."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.tables.models import SharedDeals, Table
from games.tables.replay.places import Place, place_in, place_title
from games.tables.replay.position_picture import position_picture
from games.tables.replay.timeline import replay_of, state_at
from spades_site.common.clock import now
from tests.tables.replay.test_replay import picture_address, played

pytestmark = pytest.mark.django_db
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.mark.sweep(1)
@pytest.mark.parametrize("key", ["rubl_two_player", "bicycle_3", "classic_blind_nil", "bicycle_5"])
def test_a_place_is_what_the_engine_has_there(member: Any, key: str) -> None:
    replay = replay_of(played(member("ann"), key))
    for number, hand in enumerate(replay.record["hands"], 1):
        steps = len(hand["actions"])
        for step in (0, 1, steps // 2, steps, steps + 1):
            assert position_picture(replay, Place(number, step), "Club").startswith(PNG)
        played_cards = sum(
            text.startswith("play ") for _seat, text in replay.hands[number - 1].actions
        )
        over = state_at(replay, number, steps)
        assert sum(over.won) == played_cards // replay.rules.players
        assert over.totals == [side["total"] for side in replay.hands[number - 1].score["sides"]]


def test_a_link_to_a_place_previews_it_and_opens_there(client: Client, member: Any) -> None:
    table = played(member("ann"))
    replay = replay_of(table)
    at = len(replay.hands[1].actions) - 3
    place = place_in(replay.record, f"h2s{at}")
    assert place == Place(2, at)
    answer = client.get(reverse("table_replay", args=[table.public_id]), {"at": str(place)})
    page = html.unescape(answer.content.decode())
    assert f'<meta property="og:title" content="{place_title(replay, place)} · ' in page
    assert f'<meta property="og:url" content="http://localhost:8000/play/t/{table.public_id}/replay/?at={place}">' in page  # fmt: skip
    (image,) = re.findall('og:image" content="http://localhost:8000([^"]+)"', page)
    assert image.endswith(f"&at={place}")
    shown, whole = client.get(image), client.get(picture_address(table))
    assert "immutable" in shown.headers["Cache-Control"]
    assert shown.content != whole.content
    assert shown.headers["ETag"] != whole.headers["ETag"]
    assert answer.context["config"]["at"] == str(place)


@pytest.mark.slow
def test_an_address_that_names_no_place_shows_the_whole_game(client: Client, member: Any) -> None:
    table = played(member("ann"))
    plain = client.get(picture_address(table)).content
    for at in ("h9s1", "h0s1", "x", "h1", 'h1s1"><b>'):
        shown = client.get(reverse("table_replay", args=[table.public_id]), {"at": at})
        assert (shown.context["place"], shown.context["config"]["at"]) == ("", "")
        assert client.get(picture_address(table), {"at": at}).content == plain
    # A step beyond the last is the last.
    record = replay_of(table).record
    assert place_in(record, "h1s9999") == Place(1, len(record["hands"][0]["actions"]) + 1)


def test_a_place_stays_hidden_while_other_tables_play_the_deals(
    client: Client, member: Any
) -> None:
    table = played(member("ann"))
    deals = SharedDeals.objects.create(commitment="c", created_at=now())
    Table.objects.filter(pk=table.pk).update(deals=deals)
    assert client.get(picture_address(table), {"at": "h1s9"}).status_code == 404
    assert (
        client.get(reverse("table_replay", args=[table.public_id]), {"at": "h1s9"}).status_code
        == 302
    )
