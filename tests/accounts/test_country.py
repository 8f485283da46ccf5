"""Countries: the list, the setting, and their display."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games.engine import preset
from games.ratings import elo
from games.ratings.models import Rating
from games.tables import services
from games.tables.pictures.picture import table_view
from spades_site.common.translation.countries import CODES, country_choices, country_name

SETTINGS = {"time_zone": "UTC", "language": ""}


def test_the_list_is_that_of_iso_3166_in_the_readers_language() -> None:
    assert len(CODES) == 249
    with override("en"):
        choices = country_choices()
        assert (choices[0], choices[1], choices[-1]) == (
            ("AF", "Afghanistan"), ("AX", "Åland Islands"), ("ZW", "Zimbabwe"),
        )  # fmt: skip
        assert {code for code, _name in choices} == CODES
        assert country_name("CI") == "Côte d’Ivoire"
    with override("de"):
        assert (country_name("DE"), country_name("EG")) == ("Deutschland", "Ägypten")
        assert country_choices()[1] == ("EG", "Ägypten")
    # What is no country stays as it is.
    assert country_name("XX") == "XX"


@pytest.mark.django_db
def test_a_member_sets_a_country_and_removes_it(client: Client, member: Any) -> None:
    ann = member("ann")
    client.force_login(ann)
    page = client.get(reverse("settings")).content.decode()
    assert '<option value="" selected>Not specified</option>' in page
    client.post(reverse("settings"), {**SETTINGS, "country": "SE"})
    ann.refresh_from_db()
    assert ann.country == "SE"
    assert '<option value="SE" selected>Sweden</option>' in (
        client.get(reverse("settings")).content.decode()
    )
    client.post(reverse("settings"), {**SETTINGS, "country": ""})
    ann.refresh_from_db()
    assert ann.country == ""


@pytest.mark.django_db
@pytest.mark.parametrize("code", ["EU", "se", "X1", "SWE"])
def test_an_unknown_country_is_refused(client: Client, member: Any, code: str) -> None:
    ann = member("ann")
    client.force_login(ann)
    answer = client.post(reverse("settings"), {**SETTINGS, "country": code})
    assert "country" in answer.context["form"].errors
    ann.country = code
    with pytest.raises(ValidationError):
        ann.full_clean()


@pytest.mark.django_db
def test_the_country_is_shown_beside_the_name(client: Client, member: Any) -> None:
    ann = member("ann", country="SE")
    Rating.objects.create(user=ann, pool="partnership", millis=elo.START, games=30, opponents=5)
    chip = (
        '<span class="country" title="Sweden"><span aria-hidden="true">SE</span>'
        '<span class="visually-hidden">Sweden</span></span>'
    )
    for address in (reverse("profile", args=["ann"]), reverse("leaderboard")):
        assert chip in client.get(address).content.decode(), address
    table = services.open_table(services.TableTerms(rules=preset("cardgames_io")), created_by=ann)
    services.take_seat(table_id=table.pk, user=ann)
    assert chip in client.get(reverse("lobby")).content.decode()
    assert [seat["country"] for seat in table_view(table, list(table.seats.all()))["seats"]] == [
        "SE", None, None, None,
    ]  # fmt: skip
