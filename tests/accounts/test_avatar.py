"""Avatars: chosen from a drawn set, shown wherever the initials were, without a query more."""

import html
import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.template import Context, Template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.tables.chat import messages
from games.tables.models import Seat
from games.tables.pictures.picture import picture_of
from games.tables.replay.timeline import replay_of
from spades_site.accounts.avatar import choose_avatar
from spades_site.accounts.closing import close_account, export_of
from spades_site.common.errors import Refused
from spades_site.common.people.avatars import COLOURS, HUES, MOTIFS, avatar_of
from tests.tables.playing import seated, state_of
from tests.tables.replay.test_replay import played

pytestmark = pytest.mark.django_db
OWL = "/static/img/avatars.svg#owl"


def drawn(person: Any) -> str:
    """Return the picture of somebody."""
    return Template("{% avatar person %}").render(Context({"person": person}))


def test_every_motif_is_drawn_and_every_colour_has_a_name() -> None:
    file = (settings.BASE_DIR / "static/img/avatars.svg").read_text()
    assert set(re.findall('<symbol id="([a-z]+)"', file)) == set(MOTIFS)
    assert len(COLOURS) == HUES
    assert [
        avatar_of(code) for code in ("", "owl", "owl.12", "owl.-1", "dog.1", "owl.x", "owl.²")
    ] == [None] * 7
    assert " ".join(drawn(SimpleNamespace(name="ann", avatar="owl.3")).split()) == (
        f'<svg class="avatar hue-3" viewBox="0 0 40 40" aria-hidden="true"><use href="{OWL}" /></svg>'
    )


@pytest.mark.slow
def test_a_member_chooses_and_returns_to_the_initials_without_a_script(
    client: Client, member: Any
) -> None:
    ann = member("ann")
    client.force_login(ann)
    page = html.unescape(client.get(reverse("avatar")).content.decode())
    assert re.search('value="initials"[^>]* checked', page)
    assert client.post(reverse("avatar"), {"motif": "owl", "hue": "3"}).status_code == 302
    ann.refresh_from_db()
    assert ann.avatar == "owl.3"
    assert OWL in client.get(reverse("settings")).content.decode()
    for wrong in (
        {"motif": "dog", "hue": "3"},
        {"motif": "owl", "hue": "12"},
        {"motif": "owl"},
        {},
    ):
        answer = client.post(reverse("avatar"), wrong)
        assert answer.status_code == 422
        assert "field-errors" in answer.content.decode()
    with pytest.raises(Refused, match="no such picture"):
        choose_avatar(user_id=ann.pk, code="../../x")
    ann.refresh_from_db()
    assert ann.avatar == "owl.3"
    client.post(reverse("avatar"), {"motif": "initials", "hue": "3"})
    ann.refresh_from_db()
    assert ann.avatar == ""


def test_a_seat_a_message_and_a_replay_carry_it_and_closing_removes_it(member: Any) -> None:
    ann, bob = member("ann", avatar="owl.3"), member("bob")
    table = seated([ann, bob])
    seats = list(table.seats.all())
    assert [seat.avatar for seat in seats] == ["owl.3", "", "", ""]
    assert '"avatar":"owl.3"' in picture_of(table, seats, state_of(table))["table"]
    for user in (ann, bob):
        messages.say(table_id=table.pk, user=user, to="table", text="hello")
    with CaptureQueriesContext(connection) as queries:
        recent = messages.recent(table_id=table.pk, user=ann)
    assert [one["avatar"] for one in recent.messages] == ["owl.3", None]
    assert sum("accounts_user" in query["sql"] for query in queries) == 1
    over = replay_of(played(member("cy", avatar="cat.1")))
    assert over.to_dict()["avatars"] == ["cat.1", "", "", ""]
    assert export_of(over.seats[0].user)["account"]["avatar"] == "cat.1"
    close_account(user_id=over.seats[0].user_id, by=over.seats[0].user)
    assert not Seat.objects.filter(avatar="cat.1").exists()
