"""What stands for a table where its link is shared."""

import re
import struct
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client

from games.engine import preset
from games.tables import services
from games.tables.replay import sharing
from games.tables.replay.share_picture import SIZE
from tests.tables.playing import play_on, seated

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def site(settings: Any) -> None:
    """The site's own name and address."""
    settings.SITE_URL, settings.SITE_NAME = "https://spades.example", "Club"
    caches["pictures"].clear()


def told(client: Client, address: str) -> dict[str, str]:
    """Return a page's metadata for link previews."""
    page = client.get(address).content.decode()
    found = re.findall(r'<meta property="og:([a-z:_]+)" content="([^"]*)">', page)
    (about,) = re.findall(r'<meta name="description"\s+content="([^"]*)">', page)
    said = dict(found)
    assert said["description"] == about
    return said


def test_a_tables_link_says_what_is_played_there_and_with_whom(client: Client, member: Any) -> None:
    ann = member("ann")
    table = services.open_table(
        services.TableTerms(
            rules=preset("cardgames_io"), title="Thursday <club>", visibility="link"
        ),
        created_by=ann,
    )
    services.take_seat(table_id=table.pk, user=ann, seat=0)
    said = told(client, table.get_absolute_url())
    summary = "Classic (cardgames.io) · Steady · casual · ann · 3 seats free"
    picture = said.pop("image")
    assert said == {
        "description": summary,
        "type": "website",
        "site_name": "Club",
        "title": "Thursday &lt;club&gt;",
        "url": f"https://spades.example{table.get_absolute_url()}",
        "image:type": "image/png",
        "image:width": "1200",
        "image:height": "630",
        "image:alt": summary,
    }
    assert client.get(table.get_absolute_url()).content.decode().count('content="noindex"') == 1
    assert picture.startswith(f"https://spades.example{table.get_absolute_url()}picture.png?v=")
    answer = client.get(picture.removeprefix("https://spades.example"))
    assert answer["Content-Type"] == "image/png"
    assert answer["Cache-Control"] == "public, max-age=86400"
    assert struct.unpack(">II", answer.content[16:24]) == SIZE


def test_the_picture_is_drawn_once(
    client: Client, member: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated([member("ann")])
    address = f"{table.get_absolute_url()}picture.png"
    first = client.get(address).content
    monkeypatch.setattr(sharing, "_drawn", None)
    assert client.get(address).content == first
    assert client.get("/play/t/nowhere/picture.png").status_code == 404


def test_a_game_in_play_tells_nothing_of_itself_and_a_finished_one_shows_its_replay(
    client: Client, member: Any
) -> None:
    ann = member("ann")
    table = seated([ann], max_hands=1)
    people = ", ".join(seat.name for seat in table.seats.all())
    said = told(client, table.get_absolute_url())
    assert said["description"] == f"Steady · casual · {people} · the game is in play"
    assert said["title"] == "Classic (cardgames.io), 1 hand"
    table = play_on(table, [ann])
    said = told(client, table.get_absolute_url())
    assert said["description"] == f"Steady · casual · {people} · the game is over"
    assert "/replay/picture.png?v=" in said["image"]
