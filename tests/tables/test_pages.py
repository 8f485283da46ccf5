"""The lobby, the page of a table, opening one, and the record: what people get to see, and what never."""

import io
import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from games.engine import preset
from games.engine.__main__ import main as verify_file
from games.tables import services
from games.tables.chat.views import chat_phrases
from games.tables.models import Table
from games.tables.server import presence
from games.tables.texts.shared_rules import to_share
from spades_site.accounts.models import User
from tests.support.squeezed import squeezed
from tests.tables.playing import seated, state_of, wake

pytestmark = pytest.mark.django_db
PASSWORD = "seven-of-hearts-9"
CARD = re.compile(r'"(?:[2-9TJQKA][SHDC]|BJ|LJ)"')


def open_table(owner: Any, **fields: Any) -> Table:
    table: Table = services.open_table(
        services.TableTerms(rules=preset("cardgames_io"), **fields), created_by=owner
    )
    services.take_seat(table_id=table.pk, user=owner, seat=0)
    table.refresh_from_db()
    return table


def begun(owner: Any, **overrides: Any) -> Table:
    table: Table = services.open_table(
        services.TableTerms(rules=preset("cardgames_io", **overrides), turn_seconds=15),
        created_by=owner,
    )
    services.take_seat(table_id=table.pk, user=owner, seat=0, salt_hash="")
    services.fill_with_bots(table_id=table.pk, by=owner)
    table.refresh_from_db()
    return table


def finished(owner: Any, hands: Any) -> Table:
    """A game of one hand in which the clock took every turn of the only person."""
    table = begun(owner, max_hands=1)
    for _turn in range(400):
        hands.forward(600)
        services.wake_table(table_id=table.pk)
        table.refresh_from_db()
        if table.is_over:
            return table
    raise AssertionError("the game never ended")


def block(page: Any, name: str) -> Any:
    """The JSON that the page carries for its script."""
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', page)
    assert found is not None
    return json.loads(found.group(1))


# ------------------------------------------------------------------------------------------------- the lobby
def test_the_lobby_lists_open_tables_for_everybody(client: Client, member: Any) -> None:
    table = open_table(member("ann"), title="Thursday club")
    page = client.get(reverse("lobby")).content.decode()
    assert "Thursday club" in page
    assert "3 seats free" in page
    assert f'href="/play/t/{table.public_id}/"' in page


def seats_of(table: Table) -> list[str]:
    return list(table.seats.values_list("name", flat=True))


def test_a_member_joins_with_one_click(client: Client, member: Any) -> None:
    table = open_table(member("ann"))
    client.force_login(member("bob"))
    page = client.get(reverse("lobby")).content.decode()
    assert f'action="/play/t/{table.public_id}/join/"' in page
    assert "Join as a guest" not in page
    for _ in range(2):  # A doubled click is one.
        answer = client.post(reverse("table_join", args=[table.public_id]))
        assert (answer.status_code, answer["Location"]) == (302, f"/play/t/{table.public_id}/")
        assert seats_of(table) == ["ann", "bob", "", ""]


def test_a_visitor_joins_as_a_guest_with_one_click(client: Client, member: Any) -> None:
    table = open_table(member("ann"))
    assert "Join as a guest" in client.get(reverse("lobby")).content.decode()
    answer = client.post(reverse("table_join", args=[table.public_id]))
    assert answer["Location"] == f"/play/t/{table.public_id}/"
    guest = User.objects.get(is_guest=True)
    assert seats_of(table) == ["ann", guest.username, "", ""]
    assert client.session["_auth_user_id"] == str(guest.pk)


def test_a_visitor_signs_in_before_a_rated_table(client: Client, member: Any) -> None:
    table = open_table(member("ann"), rated=True, bots_allowed=False)
    answer = client.post(reverse("table_join", args=[table.public_id]))
    assert answer["Location"] == f"/account/login/?next=%2Fplay%2Ft%2F{table.public_id}%2F"
    assert (seats_of(table), User.objects.filter(is_guest=True).exists()) == (
        ["ann", "", "", ""],
        False,
    )


def asked_for_a_seat(client: Client, table: Table) -> str:
    """Press the table's one button as a visitor; returns the sign-in page's text."""
    address = reverse("table_seat", args=[table.public_id])
    assert 'id="come-in"' in client.get(table.get_absolute_url()).content.decode()
    answer = client.post(address)
    assert answer["Location"] == f"/account/login/?next={quote(address, safe='')}"
    assert not User.objects.filter(is_guest=True).exists()
    return client.get(answer["Location"]).content.decode()


def test_a_link_leads_a_member_to_the_seat_by_the_sign_in_page(client: Client, member: Any) -> None:
    table, bob = open_table(member("ann"), rated=True, bots_allowed=False), member("bob")
    bob.set_password(PASSWORD)
    bob.save()
    page = asked_for_a_seat(client, table)
    assert "This table is for members." in page
    assert reverse("become_guest") not in page
    address = reverse("table_seat", args=[table.public_id])
    form = {"login": "bob", "password": PASSWORD, "next": address}
    answer = client.post(reverse("account_login"), form)
    assert answer["Location"] == address
    assert client.get(address)["Location"] == table.get_absolute_url()
    assert seats_of(table) == ["ann", "bob", "", ""]
    # What was asked for is done once: whoever stood up stays standing when the address is opened again.
    services.leave_seat(table_id=table.pk, user=bob)
    assert client.get(address)["Location"] == table.get_absolute_url()
    assert seats_of(table) == ["ann", "", "", ""]


def test_a_link_leads_a_guest_to_the_seat(client: Client, member: Any) -> None:
    table = open_table(member("ann"))
    assert "then you sit at the table" in asked_for_a_seat(client, table)
    address = reverse("table_seat", args=[table.public_id])
    client.post(reverse("become_guest"), {"next": address}, follow=True)
    guest = User.objects.get(is_guest=True)
    assert seats_of(table) == ["ann", guest.username, "", ""]


def test_a_guest_signs_in_for_a_seat_among_members(client: Client, member: Any) -> None:
    table, bob = open_table(member("ann"), rated=True, bots_allowed=False), member("bob")
    bob.set_password(PASSWORD)
    bob.save()
    client.post(reverse("become_guest"))
    address = reverse("table_seat", args=[table.public_id])
    answer = client.post(address)
    assert reverse("become_guest") not in client.get(answer["Location"]).content.decode()
    form = {"login": "bob", "password": PASSWORD, "next": address}
    client.post(reverse("account_login"), form, follow=True)
    assert seats_of(table) == ["ann", "bob", "", ""]


def test_a_link_from_elsewhere_seats_nobody(client: Client, member: Any) -> None:
    table = open_table(member("ann"))
    client.force_login(member("bob"))
    answer = client.get(reverse("table_seat", args=[table.public_id]))
    assert (answer["Location"], seats_of(table)) == (table.get_absolute_url(), ["ann", "", "", ""])


def test_a_signed_out_member_does_not_become_a_guest(client: Client, member: Any) -> None:
    table = open_table(member("ann"))
    client.force_login(member("bob"))
    field = '<input type="hidden" name="signed_in">'
    assert client.get(reverse("lobby")).content.decode().count(field) == 2
    assert client.get(reverse("table_open")).content.decode().count(field) == 1
    client.logout()
    assert field not in client.get(reverse("lobby")).content.decode()
    opening = {"preset": "cardgames_io", "visibility": "open", "pace": "20+120"}
    for name, path, form, back in (
        ("table_join", [table.public_id], {}, table.get_absolute_url()),
        ("play_now", [], {}, "/play/"),
        ("table_open", [], opening, "/play/open/"),
    ):
        answer = client.post(reverse(name, args=path), {**form, "signed_in": ""})
        assert answer["Location"] == f"/account/login/?next={quote(back, safe='')}"
        page = client.get(answer["Location"]).content.decode()
        assert "You were signed out in the meantime. Sign in to go on." in page
    assert (User.objects.filter(is_guest=True).count(), Table.objects.count()) == (0, 1)
    assert seats_of(table) == ["ann", "", "", ""]


def test_arriving_too_late_is_reported_in_the_lobby(client: Client, member: Any) -> None:
    table = open_table(member("ann"))
    for name in ("bob", "cy", "di"):
        services.take_seat(table_id=table.pk, user=member(name))
    client.force_login(member("eve"))
    page = client.post(reverse("table_join", args=[table.public_id]), follow=True)
    assert page.redirect_chain == [("/play/", 302)]
    assert "All seats are taken. Choose another table." in page.content.decode()
    assert "eve" not in seats_of(table)
    assert client.post(reverse("table_join", args=["nothere"])).status_code == 404
    assert client.get(reverse("table_join", args=[table.public_id])).status_code == 405


def test_tables_for_the_link_only_stay_out_of_the_lobby(client: Client, member: Any) -> None:
    open_table(member("ann"), title="Secret circle", visibility="link")
    assert "Secret circle" not in client.get(reverse("lobby")).content.decode()
    # Their own players find the way back all the same.
    client.force_login(User.objects.get(username="ann"))
    assert "Secret circle" in client.get(reverse("lobby")).content.decode()


def test_an_empty_lobby_says_what_to_do(client: Client) -> None:
    page = client.get(reverse("lobby")).content.decode()
    assert "No tables waiting for players" in page
    assert f'href="{reverse("table_open")}"' in page


def test_games_in_play_stand_apart(client: Client, member: Any) -> None:
    ann = member("ann")
    table = begun(ann)
    presence.gone(table.pk, ann)  # Nobody is there to play with.
    assert table.public_id not in client.get(reverse("lobby")).content.decode()
    page = client.get(reverse("lobby"), {"show": "playing"}, follow=True).content.decode()
    assert f'href="/play/t/{table.public_id}/"' in page
    assert "Watch" in page


def test_own_games_say_whose_turn_it_is(client: Client, member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = wake(seated([ann, bob]))
    (turn,) = state_of(table).to_act
    for index, user in enumerate((ann, bob)):
        client.force_login(user)
        page = client.get(reverse("lobby")).content.decode()
        assert ("Your turn" in page, "Back to the game" in page) == (index == turn, index != turn)


def test_the_lobby_renews_only_its_lists(client: Client, member: Any) -> None:
    open_table(member("ann"))
    address = reverse("lobby")
    whole = client.get(address)
    part = client.get(address, headers={"HX-Request": "true"})
    assert 'hx-get="/play/" hx-trigger="every 4s" hx-swap="outerHTML"' in squeezed(whole)
    assert squeezed(part).startswith('<div id="lobby"')
    assert "<html" not in part.content.decode()


@pytest.mark.slow
def test_a_longer_lobby_costs_no_more_queries(
    client: Client, member: Any, django_assert_num_queries: Any
) -> None:
    client.force_login(member("zoe"))
    for name in ("ann", "bob"):
        open_table(member(name))
    client.get(reverse("lobby"))
    # Session, user, leagues, blocks, count, page, its seats, invitations, own tables; who asks to be
    # friends, whom one has blocked, friends; tournaments that start soon.
    with django_assert_num_queries(13):
        client.get(reverse("lobby"))
    for number in range(10):
        open_table(member(f"player{number}"))
    with django_assert_num_queries(13):
        client.get(reverse("lobby"))


@pytest.mark.slow
def test_the_lobby_has_pages(client: Client, member: Any) -> None:
    for number in range(26):
        open_table(member(f"player{number}"), title=f"Table {number:02}")
    first = client.get(reverse("lobby")).content.decode()
    second = client.get(reverse("lobby"), {"page": 2}).content.decode()
    assert "Table 25" in first
    assert "Table 00" not in first
    assert "Table 00" in second


# ------------------------------------------------------------------------------------------- ways to a table
def test_play_now_seats_a_visitor_as_a_guest(client: Client) -> None:
    answer = client.post(reverse("play_now"))
    table = Table.objects.get()
    guest = User.objects.get()
    assert (answer.status_code, answer.url) == (302, f"/play/t/{table.public_id}/")
    assert guest.is_guest
    assert client.session["_auth_user_id"] == str(guest.pk)
    assert [(seat.user_id, seat.bot) for seat in table.seats.all()] == [
        (guest.pk, False),
        (None, False),
        (None, False),
        (None, False),
    ]
    assert (table.preset, table.kind, table.rated) == ("cardgames_io", "casual", False)


def test_play_now_needs_a_post(client: Client) -> None:
    assert client.get(reverse("play_now")).status_code == 405
    assert not User.objects.exists()


def test_play_now_says_why_not_and_leaves_nothing_behind(client: Client, member: Any) -> None:
    ann = member("ann")
    client.force_login(ann)
    for _table in range(5):
        open_table(ann, turn_seconds=86400)
    count = Table.objects.count()
    answer = client.post(reverse("play_now"), follow=True)
    assert "Leave one of them first." in answer.content.decode()
    assert Table.objects.count() == count


def test_opening_a_table_with_house_rules(client: Client, member: Any) -> None:
    client.force_login(member("ann"))
    answer = client.post(
        reverse("table_open"),
        {
            "preset": "classic_blind_nil",
            "target": "300",
            "max_hands": "8",
            "turn_seconds": "60",
            "visibility": "link",
        },
    )
    table = Table.objects.get()
    assert answer.url == f"/play/t/{table.public_id}/"
    assert table.rules == preset("classic_blind_nil", target=300, max_hands=8).to_record()
    assert (table.turn_seconds, table.visibility, table.status) == (60, "link", "open")
    assert [seat.name for seat in table.seats.all()] == ["ann", "", "", ""]


def test_opening_a_table_with_a_pasted_rule_set(client: Client, member: Any) -> None:
    client.force_login(member("ann"))
    form = {"preset": "cardgames_io", "target": "300", "turn_seconds": "60", "visibility": "link"}
    wrong = client.post(reverse("table_open"), form | {"rules_json": '{"bags": 3}'})
    assert wrong.context["form"].errors == {
        "rules_json": ["There is no rule called “bags”. Correct its name, or leave it out."]
    }
    rules = preset("jjdd_350", bag_limit=5)
    client.post(reverse("table_open"), form | {"rules_json": to_share("Night", rules)})
    assert Table.objects.get().rules == rules.to_record()


def test_opening_a_table_with_bots(client: Client, member: Any) -> None:
    client.force_login(member("ann"))
    form = {"preset": "bicycle_3", "turn_seconds": "30", "visibility": "open", "others": "bots"}
    client.post(reverse("table_open"), form)
    assert [seat.bot for seat in Table.objects.get().seats.all()] == [False, True, True]


def test_a_table_that_can_not_be_is_explained_at_the_field(client: Client, member: Any) -> None:
    client.force_login(member("ann"))
    form = {"preset": "cardgames_io", "target": "3", "turn_seconds": "30", "visibility": "open"}
    page = client.post(reverse("table_open"), form).content.decode()
    assert "Ensure this value is greater than or equal to 50." in page
    assert 'id="id_target_error"' in page
    assert not Table.objects.exists()


def test_a_refused_form_makes_no_guest(client: Client) -> None:
    page = client.post(reverse("table_open"), {"preset": "whist"}).content.decode()
    assert "Select a valid choice." in page
    assert not User.objects.exists()


def test_the_form_can_be_asked_for_filled_in(client: Client) -> None:
    page = client.get(
        reverse("table_open"), {"preset": "bicycle_5", "target": "200", "others": "bots"}
    )
    assert '<option value="bicycle_5" selected>' in page.content.decode()
    assert 'value="200"' in page.content.decode()
    assert re.findall(r'name="others" value="(\w+)"[^>]* checked', page.content.decode()) == [
        "bots"
    ]


# --------------------------------------------------------------------------------------- the page of a table
def test_the_page_of_a_table_names_its_socket_and_holds_no_card(
    client: Client, member: Any
) -> None:
    ann = member("ann")
    table = begun(ann)
    client.force_login(ann)
    page = client.get(table.get_absolute_url()).content.decode()
    config = block(page, "config")
    rules, phrases = config.pop("rules"), config.pop("phrases")
    assert config == {
        "socket": f"/ws/t/{table.public_id}/",
        "preset_title": "Classic (cardgames.io)",
        "barred": "",
        "site": "Spades",
        "levels": [1],
        "links": {
            "home": "/",
            "lobby": "/play/",
            "glossary": "/learn/glossary/",
            "rules": "/rules/cardgames_io/",
            "again": "/play/open/?preset=cardgames_io&pace=own&turn_seconds=15&others=bots",
            "sign_in": f"/account/login/?next={quote(table.get_absolute_url(), safe='')}",
        },
    }
    assert phrases == chat_phrases()
    # Every rule in words, and none of them differs from the preset's.
    assert (len(rules), rules[0]) == (58, ["Players", "4", False])
    assert not any(changed for _label, _value, changed in rules)
    # The addresses of the cards' pictures are all that names cards.
    faces = block(page, "faces")
    without_faces = page.replace(re.search(r'<script id="faces".*?</script>', page).group(0), "")  # type: ignore[union-attr]
    assert len(faces) == 56
    assert CARD.findall(without_faces) == []
    assert table.commitment not in page


def test_another_table_like_this_keeps_the_house_rules(client: Client, member: Any) -> None:
    table = services.open_table(
        services.TableTerms(
            rules=preset(
                "cardgames_io", target=200, max_hands=4, nil=None, lone_spades_break=False
            ),
            turn_seconds=60,
            bank_seconds=300,
        ),
        created_by=member("ann"),
    )
    page = client.get(table.get_absolute_url()).content.decode()
    address = block(page, "config")["links"]["again"]
    assert address == (
        "/play/open/?preset=cardgames_io&pace=60%2B300&target=200&max_hands=4&nil=&lone_spades_break=False"
    )
    form = client.get(address).context["form"]
    assert [form[name].value() for name in ("pace", "nil", "lone_spades_break", "max_hands")] == [
        "60+300",
        "",
        False,
        "4",
    ]


def test_a_match_has_no_rematch(client: Client, member: Any) -> None:
    table = services.open_table(
        services.TableTerms(rules=preset("cardgames_io"), kind="match", ref="match:1")
    )
    page = client.get(table.get_absolute_url()).content.decode()
    assert block(page, "config")["links"] == {
        "home": "/",
        "lobby": "/play/",
        "glossary": "/learn/glossary/",
        "rules": "/rules/cardgames_io/",
        "sign_in": f"/account/login/?next={quote(table.get_absolute_url(), safe='')}",
    }


def test_a_visitor_may_become_a_guest_at_the_table(client: Client, member: Any) -> None:
    ann = member("ann")
    table = open_table(ann)
    address = table.get_absolute_url()
    assert (
        f'<input type="hidden" name="next" value="{address}">'
        in client.get(address).content.decode()
    )
    client.force_login(ann)
    assert 'id="guest"' not in client.get(address).content.decode()


def test_a_guest_is_led_to_an_account_and_back_to_the_table(client: Client, member: Any) -> None:
    table = open_table(member("ann"))
    address = table.get_absolute_url()
    assert "sign_up" not in block(client.get(address).content.decode(), "config")["links"]
    client.post(reverse("become_guest"))
    links = block(client.get(address).content.decode(), "config")["links"]
    assert links["sign_up"] == f"/account/signup/?next={quote(address, safe='')}"
    assert f'name="next" value="{address}"' in client.get(links["sign_up"]).content.decode()
    client.force_login(member("bob"))
    assert "sign_up" not in block(client.get(address).content.decode(), "config")["links"]


def test_there_is_no_table_of_an_unknown_name(client: Client) -> None:
    assert client.get(reverse("table", args=["nowhere"])).status_code == 404


# -------------------------------------------------------------------------------------------------- records
def test_the_record_of_a_running_game_stays_closed(client: Client, member: Any) -> None:
    table = begun(member("ann"))
    answer = client.get(reverse("table_record", args=[table.public_id]))
    assert (answer.status_code, answer.url) == (302, table.get_absolute_url())


def test_the_record_of_a_finished_game_can_be_downloaded(
    client: Client, member: Any, hands: Any
) -> None:
    table = finished(member("ann"), hands)
    answer = client.get(reverse("table_record", args=[table.public_id]))
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == (
        f'attachment; filename="spades-{table.public_id}.json"'
    )
    assert answer.json() == services.record_of(table)
    assert answer.json()["format"] == "spades-record/1"
    # As it is, the file is one for the program that checks records: one a line.
    out = io.BytesIO()
    assert verify_file(["verify", "-"], io.BytesIO(answer.content), out) == 0
    assert json.loads(out.getvalue()) == {
        "line": 1,
        "ok": True,
        "result": answer.json()["result"],
    }
