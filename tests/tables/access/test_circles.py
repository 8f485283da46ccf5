"""Tables for the members of a league only."""

from typing import Any

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from games.engine import preset
from games.tables import hooks, services
from games.tables.models import Table
from spades_site.accounts.guests import create_guest
from spades_site.common.errors import Refused
from tests.tables.test_opening_form import as_posted

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann_and_bob(member: Any, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """Two members of league:7."""
    pair = (member("ann"), member("bob"))
    known = {one.pk for one in pair}
    monkeypatch.setattr(
        hooks.circles_of_member,
        "function",
        lambda pk: {"league:7": "Autumn"} if pk in known else {},
    )
    # A public league: everybody may look on.
    monkeypatch.setitem(hooks.audiences, "league", {"leagues": lambda viewer: Q()})
    return pair


def test_a_member_opens_a_table_for_the_league(
    ann_and_bob: Any, member: Any, client: Client
) -> None:
    ann, bob = ann_and_bob
    client.force_login(ann)
    assert "Members of Autumn" in client.get(reverse("table_open")).content.decode()
    client.post(reverse("table_open"), as_posted("cardgames_io", visibility="league:7"))
    table = Table.objects.get()
    assert (table.visibility, table.ref) == ("league", "league:7")
    address = f'href="{table.get_absolute_url()}"'
    for user, sees in ((bob, True), (member("cy"), False)):
        client.force_login(user)
        assert (address in client.get(reverse("lobby")).content.decode()) is sees
    services.take_seat(table_id=table.pk, user=bob, seat=1)


def test_others_are_kept_out(ann_and_bob: Any, member: Any, client: Client) -> None:
    ann, _bob = ann_and_bob
    table = services.open_table(
        services.TableTerms(rules=preset("cardgames_io"), visibility="league", ref="league:7"),
        created_by=ann,
    )
    services.take_seat(table_id=table.pk, user=ann, seat=0)
    cy = member("cy")
    for user in (cy, create_guest()):
        with pytest.raises(Refused) as refusal:
            services.take_seat(table_id=table.pk, user=user, seat=1)
        assert refusal.value.code == "league_only"
    with pytest.raises(Refused) as refusal:
        services.invite(table_id=table.pk, by=ann, name="cy")
    assert refusal.value.code == "league_only"
    with pytest.raises(Refused) as refusal:
        services.open_table(
            services.TableTerms(rules=preset("cardgames_io"), visibility="league", ref="league:7"),
            created_by=cy,
        )
    assert refusal.value.code == "league_only"
    client.force_login(cy)
    answer = client.post(reverse("table_open"), as_posted("cardgames_io", visibility="league:7"))
    assert list(answer.context["form"].errors) == ["visibility"]
    assert [one.name for one in table.seats.all()] == ["ann", "", "", ""]


LEAGUE = "This table is for the members of a league. Join the league first."
STRONG = "This table is for players rated 1600 or more, and "
BARRED: list[tuple[dict[str, Any], dict[str, str]]] = [
    ({}, {"ann": "", "cy": "", "guest": "", "": ""}),
    (
        {"visibility": "league", "ref": "league:7"},
        {"ann": "", "cy": LEAGUE, "guest": LEAGUE, "": ""},
    ),
    (
        {"rated": True, "bots_allowed": False},
        {
            "ann": "",
            "cy": "",
            "guest": "Rated games are for members. Create an account, or choose a casual table.",
            "": "",
        },
    ),
    (
        {"min_rating": 1600},
        {
            "cy": f"{STRONG}your rating is 1500. Choose another.",
            "guest": f"{STRONG}guests have no rating. Choose another.",
            # Somebody signed out may be a member with any rating.
            "": "",
        },
    ),
]


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("terms", "told"), BARRED, ids=["open", "league", "rated", "range"])
def test_the_page_tells_before_they_ask_who_cannot_sit_down(
    ann_and_bob: Any, member: Any, client: Client, terms: dict[str, Any], told: dict[str, str]
) -> None:
    people = {"ann": ann_and_bob[0], "cy": member("cy"), "guest": create_guest()}
    table = services.open_table(
        services.TableTerms(rules=preset("cardgames_io"), **terms),
        created_by=None if "min_rating" in terms else people["ann"],
    )
    shown = {}
    for name in told:
        client.logout()
        if name:
            client.force_login(people[name])
        page = client.get(table.get_absolute_url())
        shown[name] = page.context["config"]["barred"]
    assert shown == told


def test_nobody_becomes_a_guest_for_a_table_that_takes_none(
    ann_and_bob: Any, client: Client
) -> None:
    table = services.open_table(
        services.TableTerms(rules=preset("cardgames_io"), visibility="league", ref="league:7"),
        created_by=ann_and_bob[0],
    )
    answer = client.post(reverse("table_join", args=[table.public_id]))
    assert answer.url.startswith(reverse("account_login"))
    assert "_auth_user_id" not in client.session
