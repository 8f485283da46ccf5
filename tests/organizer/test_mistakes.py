"""What organizers typed wrongly: told where they look, with everything typed kept."""

from typing import Any

import pytest

from tests.events.conftest import Club, club
from tests.squeezed import squeezed
from tests.stages import posted
from tournaments.events.models import Entry

__all__ = ["club"]
pytestmark = pytest.mark.django_db
PAGE = "/organize/tournaments/cup/"


@pytest.fixture
def organizer(client: Any, club: Club) -> Any:
    client.force_login(club.organizer)
    return client


def test_the_form_s_mistakes_are_listed_above_with_ways_to_their_fields(organizer: Any) -> None:
    page = organizer.post("/organize/tournaments/new/", {"name": ""} | posted({"format": "swiss"}))
    text = squeezed(page)
    assert page.status_code == 422
    for name, label in (("name", "Name"), ("starts_at", "Start"), ("preset", "Rules")):
        assert f'<li><a href="#id_{name}">{label}</a></li>' in text


@pytest.mark.parametrize(
    ("form", "typed", "which"),
    [
        ("substitute", {"username": "nobody", "reason": "Ill"}, "substitute"),
        ("penalty", {"points": "many", "reason": "Late"}, "penalty"),
    ],
)
def test_what_was_typed_for_an_entry_stays_beside_what_was_wrong(
    organizer: Any, club: Club, form: str, typed: dict[str, str], which: str
) -> None:
    cup = club.started(3)
    entry = Entry.objects.order_by("pk").first()
    typed = typed | {"out": str(entry.players.last().user_id)}
    page = organizer.post(f"{PAGE}entries/{entry.pk}/{form}/", typed, follow=True)
    again = page.context["again"]
    assert (again["tournament"], again["which"], again["pk"], again["said"]) == (
        cup.pk, which, entry.pk, typed,
    )  # fmt: skip
    text = page.content.decode()
    assert text.count('<details class="row-menu" open>') == 1
    assert [value for value in typed.values() if value and f'value="{value}"' not in text] == []
    assert organizer.get(PAGE).context["again"] is None


def test_what_was_typed_stays_with_its_tournament(organizer: Any, club: Club) -> None:
    club.open()
    club.open(name="Other")
    organizer.post(f"{PAGE}guests/", {"username": "nobody"})
    assert organizer.get("/organize/tournaments/other/").context["again"] is None
    page = organizer.get(PAGE)
    assert 'name="username" value="nobody"' in squeezed(page)
    assert page.context["again"]["error"] in page.content.decode().replace("&#x27;", "'")
