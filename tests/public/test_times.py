"""Agreeing on a match's time, on its page."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.html import escape

from spades_site.common.clock import now
from tournaments.events import advance

pytestmark = pytest.mark.django_db


def test_one_side_offers_and_the_other_accepts(club: Any, client: Any) -> None:
    cup = club.with_entries(2, timing="windows", round_every_minutes=3 * 24 * 60)
    club.hands.forward(3601)
    advance.advance(cup.pk)
    match = cup.matches.get()
    page = match.get_absolute_url()
    client.force_login(match.entries[0].players.first().user)
    assert "Agree on a time" in client.get(page).content.decode()
    early = client.post(f"{page}time/", {"starts_at": "2020-01-01T20:00"})
    assert (early.status_code, early.context["time_form"].errors) == (
        422, {"starts_at": ["That time has passed. Offer a later one."]},
    )  # fmt: skip
    typed = timezone.localtime(now() + timedelta(hours=5)).strftime("%Y-%m-%dT%H:%M")
    assert client.post(f"{page}time/", {"starts_at": typed}).url == page
    offer = match.time_offers.get()
    assert f"time/{offer.pk}/accept/" not in client.get(page).content.decode()
    client.force_login(match.entries[1].players.first().user)
    assert (
        f"{escape(match.entries[0].name)}: a time is offered for your match."
        in client.get("/").content.decode()
    )
    assert client.post(f"{page}time/{offer.pk}/accept/").url == page
    match.refresh_from_db()
    assert [match.starts_at] == offer.moments
    assert "Your time" in client.get(page).content.decode()
    client.force_login(club.player("zoe"))
    assert "Agree on a time" not in client.get(page).content.decode()
    assert client.post(f"{page}time/", {"starts_at": typed}).status_code == 422
    assert match.time_offers.count() == 1
