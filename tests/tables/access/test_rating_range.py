"""Tables with a range of ratings, and the lobby's filters by rules, clock and ratings."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.engine import preset
from games.ratings import elo
from games.ratings.models import Rating
from games.tables import services
from games.tables.access.rating_range import UNRATED
from games.tables.models import Table
from spades_site.accounts.guests import create_guest
from spades_site.common.errors import Refused
from tests.support.squeezed import squeezed

pytestmark = pytest.mark.django_db


def rated(user: Any, value: int, pool: str = "partnership") -> Any:
    """Give a user a rating in a pool."""
    Rating.objects.create(
        user=user, pool=pool, millis=value * elo.POINT, peak=value * elo.POINT, games=30
    )
    return user


def opened(owner: Any, key: str = "cardgames_io", **terms: Any) -> Table:
    table: Table = services.open_table(
        services.TableTerms(rules=preset(key), **terms), created_by=owner
    )
    return services.take_seat(table_id=table.pk, user=owner, seat=0)


def test_a_member_without_games_counts_as_everybody_begins() -> None:
    assert UNRATED * elo.POINT == elo.START


@pytest.mark.parametrize(
    ("low", "high", "sentence"),
    [
        (1601, None, "This table is for players rated 1601 or more, and your rating is 1600. Choose another."),
        (None, 1599, "This table is for players rated up to 1599, and your rating is 1600. Choose another."),
        (1700, 1900, "This table is for players rated 1700 to 1900, and your rating is 1600. Choose another."),
        (1600, 1600, ""),
    ],
)  # fmt: skip
def test_only_players_within_the_range_may_sit_down(
    member: Any, low: int | None, high: int | None, sentence: str
) -> None:
    table = opened(member("ann"))
    Table.objects.filter(pk=table.pk).update(min_rating=low, max_rating=high)
    bob = rated(member("bob"), 1600)
    if not sentence:
        services.take_seat(table_id=table.pk, user=bob, seat=2)
        assert [seat.name for seat in table.seats.all()] == ["ann", "", "bob", ""]
        return
    with pytest.raises(Refused) as refusal:
        services.take_seat(table_id=table.pk, user=bob, seat=2)
    assert (refusal.value.code, str(refusal.value)) == ("rating_range", sentence)
    assert [seat.name for seat in table.seats.all()] == ["ann", "", "", ""]


def test_the_rating_is_the_one_of_the_tables_pool(member: Any) -> None:
    ann = rated(member("ann"), 1800, "solo")
    opened(ann, "bicycle_3", min_rating=1700)
    with pytest.raises(Refused) as refusal:
        opened(ann, "cardgames_io", min_rating=1700)
    assert str(refusal.value) == (
        "This table is for players rated 1700 or more, and your rating is 1500. Choose another."
    )


def test_guests_have_no_rating(member: Any) -> None:
    table = opened(member("ann"), min_rating=1400)
    with pytest.raises(Refused) as refusal:
        services.take_seat(table_id=table.pk, user=create_guest())
    assert (refusal.value.code, str(refusal.value)) == (
        "rating_range",
        "This table is for players rated 1400 or more, and guests have no rating. Choose another.",
    )


@pytest.mark.parametrize(("low", "high"), [(1600, 1500), (99, None), (None, 4001)])
def test_ranges_that_can_not_be(member: Any, low: int | None, high: int | None) -> None:
    with pytest.raises(Refused) as refusal:
        services.open_table(
            services.TableTerms(rules=preset("cardgames_io"), min_rating=low, max_rating=high),
            created_by=member("ann"),
        )
    assert refusal.value.code == "bad_range"
    assert not Table.objects.exists()


# -------------------------------------------------------------------------------------------------- the form
FORM = {"preset": "cardgames_io", "pace": "20+120", "visibility": "open"}


def test_the_form_opens_a_table_for_a_range(client: Client, member: Any) -> None:
    client.force_login(member("ann"))
    client.post(reverse("table_open"), {**FORM, "min_rating": "1400", "max_rating": "1600"})
    table = Table.objects.get()
    assert (table.min_rating, table.max_rating) == (1400, 1600)
    page = client.get(table.get_absolute_url()).content.decode()
    assert "min_rating=1400&amp;max_rating=1600" in page or (
        "min_rating=1400\\u0026max_rating=1600" in page
    )


@pytest.mark.parametrize(
    ("values", "field", "sentence"),
    [
        ({"min_rating": "1600", "max_rating": "1500"}, "max_rating",
         "The lowest rating is above the highest. Change one of them."),
        ({"min_rating": "1501"}, "min_rating",
         "This table is for players rated 1501 or more, and your rating is 1500. Choose another."),
        ({"max_rating": "5000"}, "max_rating",
         "Ensure this value is less than or equal to 4000."),
    ],
)  # fmt: skip
def test_the_form_says_what_is_wrong_with_a_range(
    client: Client, member: Any, values: dict[str, str], field: str, sentence: str
) -> None:
    client.force_login(member("ann"))
    answer = client.post(reverse("table_open"), {**FORM, **values})
    assert answer.context["form"].errors == {field: [sentence]}
    assert sentence in answer.content.decode()
    assert not Table.objects.exists()


# ------------------------------------------------------------------------------------------------- the lobby
def found(client: Client, **query: Any) -> list[str]:
    """The titles of the tables that the lobby lists."""
    return [row["table"].title for row in client.get(reverse("lobby"), query).context["rows"]]


@pytest.fixture
def house(member: Any, hands: Any) -> None:
    tables = [
        ("quick", "cardgames_io", 10, 1300),
        ("normal", "bicycle_3", 20, 1500),
        ("relaxed", "cardgames_io", 60, 1700),
        ("slow", "rubl_two_player", 86400, None),
    ]
    for title, key, seconds, value in tables:
        owner = member(f"{title}-owner")
        if value is not None:
            rated(owner, value, "solo" if key == "bicycle_3" else "partnership")
        opened(owner, key, title=title, turn_seconds=seconds)
        hands.forward(1)


@pytest.mark.sweep(3)
@pytest.mark.usefixtures("house")
@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ({}, ["slow", "relaxed", "normal", "quick"]),
        ({"preset": "cardgames_io"}, ["relaxed", "quick"]),
        ({"clock": "quick"}, ["quick"]),
        ({"clock": "normal"}, ["normal"]),
        ({"clock": "relaxed"}, ["relaxed"]),
        ({"clock": "correspondence"}, ["slow"]),
        ({"preset": "cardgames_io", "clock": "relaxed"}, ["relaxed"]),
        # People without a rating match every filter by ratings.
        ({"low": "1400"}, ["slow", "relaxed", "normal"]),
        ({"high": "1600"}, ["slow", "normal", "quick"]),
        ({"low": "1600", "high": "1400"}, ["slow", "normal"]),
        ({"low": "1701", "preset": "cardgames_io"}, []),
        ({"low": "-5", "high": "x", "clock": "never", "preset": "whist"}, ["slow", "relaxed", "normal", "quick"]),
    ],
)  # fmt: skip
def test_the_lobby_finds(client: Client, query: dict[str, str], titles: list[str]) -> None:
    assert found(client, **query) == titles


@pytest.mark.usefixtures("house")
def test_what_was_looked_for_stays_in_the_links(client: Client) -> None:
    page = client.get(reverse("lobby"), {"preset": "bicycle_3", "low": "1400"}).content.decode()
    assert '<option value="bicycle_3" selected>' in page
    assert 'href="?preset=bicycle_3&amp;low=1400&amp;clock=quick"' in page
    assert 'href="?preset=bicycle_3&amp;low=1400&amp;show=over"' in page
    assert 'hx-get="/play/?preset=bicycle_3&amp;low=1400"' in page
    nothing = client.get(reverse("lobby"), {"preset": "bicycle_5"}).content.decode()
    assert "No matching tables" in nothing


def test_a_row_says_what_is_to_know_of_a_table(client: Client, member: Any) -> None:
    ann = rated(member("ann", country="DE"), 1612)
    table = services.open_table(
        services.TableTerms(
            rules=preset("cardgames_io", target=300, max_hands=8),
            rated=True,
            bots_allowed=False,
            turn_seconds=20,
            bank_seconds=120,
            min_rating=1500,
            max_rating=1700,
        ),
        created_by=ann,
    )
    services.take_seat(table_id=table.pk, user=ann)
    page = squeezed(client.get(reverse("lobby")))
    for words in (
        "rated 1500 to 1700",
        "to 300, 8 hands at most",
        "20 s per turn",
        "and 2 min in the bank",
        "3 seats free",
        '<span class="country" title="Germany">',
        '<span class="num">1612</span>',
        ">rated</span>",
    ):
        assert words in page, words


@pytest.mark.parametrize(
    ("who", "way"),
    [
        ("visitor", "Sign in to join"),
        ("guest", "For members"),
        ("strong", "Not your rating"),
        ("fit", "Join"),
    ],
)
def test_the_way_to_a_rated_table(client: Client, member: Any, who: str, way: str) -> None:
    opened(member("ann"), rated=True, bots_allowed=False, max_rating=1600)
    people = {
        "guest": create_guest,
        "strong": lambda: rated(member("strong"), 1601),
        "fit": lambda: rated(member("fit"), 1600),
    }
    if who in people:
        client.force_login(people[who]())
    answer = client.get(reverse("lobby"), headers={"HX-Request": "true"})
    (row,) = answer.context["rows"]
    assert way in answer.content.decode()
    assert {
        "sign_in": "Sign in to join", "members": "For members", "rating": "Not your rating",
        "join": "Join",
    }[row["join"]] == way  # fmt: skip


@pytest.mark.slow
def test_a_page_that_shows_the_lobby_as_it_is_gets_nothing_new(client: Client, member: Any) -> None:
    ann = member("ann")
    table = opened(ann)
    client.force_login(member("bob"))
    seen = client.get(reverse("lobby")).context["seen"]
    same = client.get(reverse("lobby"), headers={"HX-Request": "true", "X-Seen": seen})
    assert (same.status_code, same.content) == (204, b"")
    services.take_seat(table_id=table.pk, user=member("cy"))
    new = client.get(reverse("lobby"), headers={"HX-Request": "true", "X-Seen": seen})
    assert new.status_code == 200
    assert "2 seats free" in new.content.decode()
    assert 'id="lobby-mine" class="stack stack-l" hx-swap-oob="true"' in new.content.decode()


@pytest.mark.slow
def test_sixty_tables_cost_as_many_queries_as_one(client: Client, member: Any) -> None:
    client.force_login(rated(member("zoe"), 1500))
    query = {"preset": "cardgames_io", "clock": "normal", "low": "100", "high": "4000"}
    counts = []
    for start, stop in ((0, 1), (1, 60)):
        for number in range(start, stop):
            owner = rated(member(f"player{number}", country="FR"), 1500)
            opened(owner, rated=True, bots_allowed=False, min_rating=1400)
        client.get(reverse("lobby"), query)
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(reverse("lobby"), query)
        counts.append(len(queries))
    assert answer.context["page"].paginator.count == 60
    assert counts[0] == counts[1]


def test_the_own_table_stands_among_the_own_ones_alone(client: Client, member: Any) -> None:
    ann = member("ann")
    table = opened(ann)
    client.force_login(ann)
    answer = client.get(reverse("lobby"))
    assert answer.context["rows"] == []
    assert [row["table"].pk for row in answer.context["own"]] == [table.pk]
