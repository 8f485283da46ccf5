"""Organizers' invalid input: errors at the field, with all input kept."""

from typing import Any

import pytest

from tests.events.conftest import Club, club
from tests.support.squeezed import squeezed
from tests.support.stages import posted
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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "typed", "wrong"),
    [
        ("substitute", {"username": "nobody", "reason": "Ill"}, "username"),
        ("penalty", {"points": "many", "reason": "Late"}, "points"),
    ],
)
def test_what_was_typed_for_an_entry_stays_beside_what_was_wrong(
    organizer: Any, club: Club, form: str, typed: dict[str, str], wrong: str
) -> None:
    club.started(3)
    entry = Entry.objects.order_by("pk").first()
    assert entry is not None
    typed = typed | {"out": str(entry.players.all()[1].user_id)}
    page = organizer.post(f"{PAGE}entries/{entry.pk}/{form}/", typed)
    assert page.status_code == 422
    assert list(page.context["forms"].refused.errors) == [wrong]
    text = page.content.decode()
    assert f"<h1><bdi>{entry.name}</bdi></h1>" in squeezed(page).replace("&amp;", "&")
    sent = [typed[name] for name in typed if name != "out" or form == "substitute"]
    assert [value for value in sent if f'value="{value}"' not in text] == []
    # Nothing of it is kept for the next visit.
    assert "nobody" not in organizer.get(PAGE).content.decode()


def test_a_refused_form_is_on_the_page_of_its_entry(organizer: Any, club: Club) -> None:
    cup = club.with_entries(2)
    last = cup.entries.order_by("pk").last()
    assert last is not None
    page = organizer.post(f"{PAGE}entries/{last.pk}/remove/", {"reason": ""})
    assert (page.context["entry"], page.context["forms"].missing) == (last, None)
    assert page.context["entry_forms"].remove.errors == {
        "reason": ["Give a reason. The people concerned read it."]
    }
