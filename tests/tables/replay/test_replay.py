"""Replays: what they tell, that they end where the game ended, and that nobody gets one before."""

import html
import io
import json
import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from games import engine, fairness
from games.engine import preset
from games.engine.record import verify_record
from games.fairness.verify import verify_game
from games.tables import services
from games.tables.game import refolding
from games.tables.models import Seat, Table
from games.tables.replay import canvas as replay_canvas
from games.tables.replay import share_picture, views
from games.tables.replay.summary import hands_in_words, headline, summary
from games.tables.replay.timeline import Replay, replay_of
from games.tables.server.autoplay import play_out
from spades_site.common.people import bot_names
from tests.support.presets import EVERY_PRESET
from tests.support.salts import hash_of, reveal, salt_of
from tests.support.squeezed import squeezed
from tests.tables.playing import act, seated, state_of, wake
from tests.tables.test_pages import begun, block, finished, open_table

pytestmark = pytest.mark.django_db


def played(owner: Any, key: str = "cardgames_io", hands: int = 2, **fields: Any) -> Table:
    """A game of a few hands, played to its end by bots; the owner has seat 0."""
    rules = preset(key, max_hands=hands, **fields.pop("rules", {}))
    table = services.open_table(services.TableTerms(rules=rules, **fields), created_by=owner)
    services.take_seat(table_id=table.pk, user=owner, seat=0, salt_hash=hash_of("a word"))
    services.fill_with_bots(table_id=table.pk, by=owner)
    reveal(table, owner, "a word")
    return play_out(table.pk)


def page_of(client: Client, table: Table) -> str:
    answer = client.get(reverse("table_replay", args=[table.public_id]))
    assert answer.status_code == 200
    return str(answer.content.decode())


def data_address(table: Table) -> str:
    return reverse("table_replay_data", args=[table.public_id])


def picture_address(table: Table) -> str:
    return reverse("table_replay_picture", args=[table.public_id])


# ---------------------------------------------------------------------------------------------- what it tells
@pytest.mark.parametrize("key", EVERY_PRESET)
def test_the_last_frame_is_the_stored_result(client: Client, member: Any, key: str) -> None:
    table = played(member("ann"), key)
    data = client.get(data_address(table)).json()
    assert data["record"] == services.record_of(table)
    last = data["hands"][-1]["score"]
    assert table.result == {
        **data["record"]["result"],
        "totals": [side["total"] for side in last["sides"]],
        "bags": [side["bags_after"] for side in last["sides"]],
        "hands": len(data["hands"]),
        "places": table.result["places"],
        "ended": "target" if engine.RuleSet.from_dict(table.rules).max_hands is None else "hands",
    }
    for hand in data["hands"]:
        seats = range(len(data["record"]["players"]))
        assert [hand["winners"].count(seat) for seat in seats] == hand["score"]["tricks"]


@pytest.mark.parametrize("key", ["rubl_two_player", "bicycle_3", "classic_blind_nil", "bicycle_5"])
def test_every_hand_is_told_as_the_engine_sees_it(member: Any, key: str) -> None:
    table = played(member("ann"), key)
    replay = replay_of(table)
    data = replay.to_dict()
    assert data["format"] == "spades-replay/1"
    assert data["sides"] == [list(side) for side in replay.rules.side_seats]
    assert data["bots"] == [None] + [1] * (replay.rules.players - 1)
    state = engine.restore({**table.state, "rules": table.rules})  # type: ignore[dict-item]
    view = engine.view_for(state, engine.SPECTATOR)
    assert [hand["score"] for hand in data["hands"]] == view["scores"]
    first = data["record"]["first_dealer"]
    count = replay.rules.players
    assert [hand["dealer"] for hand in data["hands"]] == [
        fairness.dealer_of(number, first=first, players=count) for number in (1, 2)
    ]
    for hand in replay.hands:
        assert sorted(len(cards) for cards in hand.dealt) == [replay.rules.tricks] * count


JJDD = {"jokers": True, "high_deuces": ("2D", "2S"), "removed": ("2H", "2C")}


def test_high_deuces_are_told_among_the_spades_and_records_verify(
    client: Client, member: Any
) -> None:
    table = played(member("ann"), rules=JJDD)
    record = services.record_of(table)
    assert record["rules"]["high_deuces"] == ["2D", "2S"]
    assert verify_record(record) == record["result"]
    assert {finding.ok for finding in verify_game(record)} == {True}
    assert refolding.difference(table) == ""
    told = hands_in_words(replay_of(table))[0]["dealt"]
    spades = " ".join(seat["suits"][0]["text"] for seat in told)
    assert all(card in spades for card in ("big joker", "little joker", "2♦", "2♠", "A"))
    assert not any("2" in suit["text"] for seat in told for suit in seat["suits"][1:])
    assert client.get(picture_address(table), {"hand": 1, "step": 9}).status_code == 200


def test_bot_accounts_are_marked_and_the_record_keeps_their_names(member: Any) -> None:
    table = played(member("robi"))
    bot_names.remember({"robi"})
    replay = replay_of(table)
    names = replay.record["players"]
    assert replay.to_dict()["names"] == ["robi (bot)", *names[1:]]
    assert (names[0], headline(replay).startswith(f"robi (bot) & {names[2]} – ")) == ("robi", True)


def test_it_tells_who_acted_in_a_players_stead(client: Client, member: Any, hands: Any) -> None:
    table = finished(member("ann"), hands)
    (hand,) = client.get(data_address(table)).json()["hands"]
    own = [
        index
        for index, text in enumerate(services.record_of(table)["hands"][0]["actions"])
        if text.startswith("0 ")
    ]
    # The clock took the person's first turn; from then on a bot stood in.
    assert hand["by"] == {str(own[0]): "clock", **{str(index): "bot" for index in own[1:]}}
    (told,) = hands_in_words(replay_of(table))
    assert told["notes"] == [
        f"A bot took {len(own) - 1} turns for ann.",
        "ann’s time ran out: a bot took 1 turn.",
    ]


@pytest.mark.parametrize(
    ("winners", "totals", "sentence"),
    [
        ([1], [0, 41, 40], "bob won 41 : 40 : 0 after 2 hands."),
        ([1, 2], [0, 40, 40], "First place is shared by bob, cy, 40 : 40 : 0 after 2 hands."),
        ([0, 1, 2], [0, 0, 0], "The game ended in a draw, 0 : 0 : 0 after 2 hands."),
    ],
)
def test_sharing_first_place_is_not_a_draw_with_everybody(
    winners: list[int], totals: list[int], sentence: str
) -> None:
    seats: Any = [Seat(name=name) for name in ("ann", "bob", "cy")]
    record = {"result": {"winners": winners, "totals": totals}}
    hands: Any = [SimpleNamespace(score={"thrown_in": shown}) for shown in ([], [1], [])]
    assert summary(Replay(Table(), seats, preset("bicycle_3"), record, hands)) == sentence


def test_each_revoke_is_told_card_by_card(member: Any) -> None:
    ann = member("ann")
    table = wake(seated([ann], revoke="penalised", max_hands=1))
    while table.status == "playing":
        view = engine.view_for(state_of(table), 0)
        led = view["trick"]["plays"][0][1][1] if view["trick"] and view["trick"]["plays"] else ""
        strange = [text for text in view["legal"] if led and not text.endswith(led)]
        table = act(table, ann, choice=view["legal"].index(strange[0]) if strange else 0)
    (hand,) = replay_of(table).hands
    (told,) = hands_in_words(replay_of(table))
    signs = {"S": "♠\ufe0e", "H": "♥\ufe0e", "D": "♦\ufe0e", "C": "♣\ufe0e"}
    assert told["notes"] == [
        f"Trick {one['trick']}: ann played the {one['card'][0].replace('T', '10')}{signs[one['card'][1]]}"
        f" while holding {signs[one['led'][1]]}."
        for one in hand.score["revokes"]
    ]
    assert {one["seat"] for one in hand.score["revokes"]} == {0}


def test_blind_bids_say_who_could_make_them(member: Any) -> None:
    rules = {"blind_nil_deficit": 0}
    replay = replay_of(played(member("ann"), "classic_blind_nil", hands=1, rules=rules))
    assert replay.hands[0].unlooked == [0, 1, 2, 3]


def test_spades_are_broken_at_the_action_that_broke_them(member: Any) -> None:
    replay = replay_of(played(member("ann"), "cardgames_io", hands=4))
    for hand in replay.hands:
        cards = [(index, text) for index, (_seat, text) in enumerate(hand.actions)]
        spades = [i for i, text in cards if re.fullmatch(r"play .S", text)]
        assert hand.broken == spades[0]


# ------------------------------------------------------------------------------------------------ who gets it
@pytest.mark.parametrize("how", ["open", "playing", "abandoned"])
def test_there_is_none_before_the_game_was_played_to_its_end(
    client: Client, member: Any, how: str
) -> None:
    ann = member("ann")
    table = open_table(ann) if how == "open" else begun(ann)
    if how == "abandoned":
        services.abandon_table(table_id=table.pk, reason="The lights went out.")
    client.force_login(ann)
    page = client.get(reverse("table_replay", args=[table.public_id]))
    assert (page.status_code, page.url) == (302, table.get_absolute_url())
    for address in (data_address(table), picture_address(table)):
        assert client.get(address).status_code == 404
        assert client.get(address, {"v": "0" * 16}).status_code == 404
    with pytest.raises(ValueError, match="only a finished game"):
        replay_of(Table.objects.get(pk=table.pk))


def test_there_is_none_of_an_unknown_table(client: Client, db: None) -> None:
    assert client.get(reverse("table_replay", args=["nowhere"])).status_code == 404
    assert client.get(reverse("table_replay_data", args=["nowhere"])).status_code == 404


def test_the_finished_table_links_to_it(client: Client, member: Any) -> None:
    from games.tables.pictures.picture import table_view

    ann = member("ann")
    table = played(ann)
    seats = list(table.seats.all())
    assert table_view(table, seats)["links"]["replay"] == f"/play/t/{table.public_id}/replay/"
    running = begun(ann)
    assert table_view(running, list(running.seats.all()))["links"]["replay"] is None


def test_the_lobby_lists_finished_games(client: Client, member: Any) -> None:
    ann = member("ann")
    shown, hidden = played(ann), played(ann, visibility="link")
    page = squeezed(client.get(reverse("lobby"), {"show": "over"}))
    assert f'href="/play/t/{shown.public_id}/replay/"' in page
    assert " : ".join(map(str, shown.result["totals"])) in page  # type: ignore[index]
    assert hidden.public_id not in page


# ----------------------------------------------------------------------------------------- caching and queries
def test_the_data_may_be_kept_for_good_under_its_own_name(client: Client, member: Any) -> None:
    table = played(member("ann"))
    address = block(page_of(client, table), "config")["data"]
    answer = client.get(address)
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer["ETag"] == f'"{address.partition("?v=")[2]}"'
    plain = client.get(data_address(table))
    assert plain["Cache-Control"] == "public, no-cache"
    kept = client.get(data_address(table), headers={"If-None-Match": plain["ETag"]})
    assert (kept.status_code, kept.content) == (304, b"")
    # Somebody has another name: what was kept is asked for by another address.
    Seat.objects.filter(table=table, index=0).update(name="annabel")
    assert block(page_of(client, table), "config")["data"] != address
    assert client.get(address)["Cache-Control"] == "public, no-cache"
    assert client.get(address).json()["record"]["players"][0] == "annabel"


@pytest.mark.slow
def test_longer_games_cost_no_more_queries(
    client: Client, member: Any, django_assert_num_queries: Any
) -> None:
    ann = member("ann")
    short, long = played(ann, hands=1), played(ann, hands=6)
    for table in (short, long):
        # Table, seats, secret, log of the deals and plays, who acted; the page's comments and their number, and its marks.
        with django_assert_num_queries(8):
            client.get(reverse("table_replay", args=[table.public_id]))
        with django_assert_num_queries(5):
            client.get(data_address(table))
        etag = client.get(data_address(table))["ETag"]
        with django_assert_num_queries(2):
            client.get(data_address(table), headers={"If-None-Match": etag})


@pytest.mark.slow
def test_a_long_game_stays_small(client: Client, member: Any) -> None:
    table = played(member("ann"), "bicycle_5_jokers", hands=40, rules={"target": None})
    assert len(client.get(data_address(table)).content) < 150_000


# ---------------------------------------------------------------------------------------------------- the page
def test_the_page_can_be_read_without_a_script(client: Client, member: Any) -> None:
    table = played(member("ann"), hands=1)
    record = services.record_of(table)
    page = squeezed(page_of(client, table))
    cells = [
        f"{name[0].replace('T', '10')}{'♠♥♦♣'['SHDC'.index(name[1])]}"
        for name in re.findall(r"play (..)", json.dumps(record))
    ]
    shown = re.findall(
        r'<td[^>]*>(?:<span class="rp-led">→</span> ?)?<span class="suit-.">(\w+.)', page
    )
    assert sorted(shown) == sorted(cells)
    assert page.count(" ✓") == 1 + 13
    for secret in (
        record["x-fairness"]["master"],
        record["x-fairness"]["commitment"],
        salt_of("a word"),
    ):
        assert f"<code>{secret}</code>" in page
    assert f'href="/play/t/{table.public_id}/record/"' in page


def test_it_can_be_shared(client: Client, member: Any, settings: Any) -> None:
    settings.SITE_URL = "https://club.example"
    table = played(member("ann"), hands=1)
    table.title = "Final"
    totals = table.result["totals"]  # type: ignore[index]
    text = html.unescape(page_of(client, table))
    found = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', text))
    names = [seat.name for seat in table.seats.all()]
    signed = [str(total).replace("-", "−") for total in totals]
    pairs = [f"{names[0]} & {names[2]}", f"{names[1]} & {names[3]}"]
    assert found["title"] == f"{pairs[0]} – {pairs[1]} {signed[0]} : {signed[1]}"
    order = sorted((0, 1), key=lambda side: -totals[side])
    if totals[0] == totals[1]:
        said = f"The game ended in a draw, {signed[0]} : {signed[1]} after 1 hand."
    else:
        said = f"{pairs[order[0]]} won {signed[order[0]]} : {signed[order[1]]} after 1 hand."
    assert found["description"] == said
    assert found["url"] == f"https://club.example/play/t/{table.public_id}/replay/"
    stamp = block(text, "config")["data"].partition("?v=")[2]
    address = f"/play/t/{table.public_id}/replay/picture.png?v={stamp}"
    assert found["image"] == f"https://club.example{address}"
    assert 'name="robots"' not in text
    hidden = played(member("bob"), hands=1, visibility="link")
    assert '<meta name="robots" content="noindex">' in page_of(client, hidden)


def test_names_are_escaped(client: Client, member: Any) -> None:
    table = played(member("ann"), hands=1)
    Seat.objects.filter(table=table, index=1).update(name="<b>bo</b>")
    page = page_of(client, table)
    assert "<b>bo" not in page
    assert "&lt;b&gt;bo&lt;/b&gt;" in page


def test_a_player_sees_the_game_from_the_own_side(client: Client, member: Any) -> None:
    ann = member("ann")
    table = played(ann, hands=1)
    assert block(page_of(client, table), "config")["you"] is None
    client.force_login(ann)
    assert block(page_of(client, table), "config")["you"] == 0


# ------------------------------------------------------------------------------------------------ the picture
def pixels_of(png: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height and rows of a PNG of 24-bit colours."""
    image = Image.open(io.BytesIO(png))
    assert (image.format, image.mode) == ("PNG", "RGB")
    (width, height), pixels = image.size, image.tobytes()
    return width, height, [pixels[y * 3 * width : (y + 1) * 3 * width] for y in range(height)]


@pytest.mark.parametrize("key", ["cardgames_io", "bicycle_3", "bicycle_5", "rubl_two_player"])
def test_the_picture_is_a_png_of_the_size_that_previews_ask_for(
    client: Client, member: Any, key: str
) -> None:
    table = played(member("ann"), key)
    answer = client.get(picture_address(table))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    width, height, rows = pixels_of(answer.content)
    assert (width, height) == (1200, 630)
    assert len(answer.content) < 100_000
    # Each side's colour stands before its name and in its line.
    for colour in share_picture.SIDE_COLOURS[: len(table.result["totals"])]:  # type: ignore[index]
        assert any(bytes(colour) * 10 in row for row in rows)


def test_the_picture_may_be_kept_and_is_drawn_once(
    client: Client, member: Any, monkeypatch: Any
) -> None:
    table = played(member("ann"), hands=1)
    page = html.unescape(page_of(client, table))
    address = re.findall(r'og:image" content="http://localhost:8000([^"]*)"', page)[0]
    first = client.get(address)
    assert first["Cache-Control"] == "public, max-age=31536000, immutable"
    monkeypatch.setattr(views, "picture", None)
    assert client.get(address).content == first.content
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_letters_are_drawn_where_they_belong() -> None:
    canvas = replay_canvas.Canvas(60, 60, (0, 0, 0))
    end = canvas.text(10, 50, "I", (255, 255, 255))
    width, height, rows = pixels_of(canvas.png())
    lit = [(x, y) for y in range(height) for x in range(width) if rows[y][3 * x] == 255]
    assert (min(y for _x, y in lit), max(y for _x, y in lit)) == (22, 49)
    assert 10 < min(x for x, _y in lit) <= max(x for x, _y in lit) < end == 10 + 14


def test_any_name_can_be_drawn() -> None:
    assert replay_canvas.drawable("Zoë Łukasz Ольга Ελένη") == "Zoë Łukasz Ольга Ελένη"
    # Letters lose the accents that nothing is drawn for; other scripts become dots.
    assert replay_canvas.drawable("Nguyễn Ǻ 山田") == "Nguyễn Ǻ ··"
    assert replay_canvas.drawable("k\u0332") == "k\u0332"
    long = replay_canvas.fitted("W" * 150, 300)
    assert long.endswith("W…")
    assert replay_canvas.width_of(long) <= 300
