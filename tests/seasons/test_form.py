"""The form of a season: its divisions, each with a name and size of its own, and its house rules."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from spades_site.common.errors import Refused
from tests.public.test_leagues import messages_of
from tests.seasons.conftest import SeasonClub
from tests.seasons.made import pairs_proposal
from tournaments.leagues import services
from tournaments.leagues.models import Season
from tournaments.seasons.entries import placing
from tournaments.seasons.lifecycle import planning, publishing
from tournaments.seasons.terms import terms_of

pytestmark = pytest.mark.django_db


def posted(form: Any, **changes: Any) -> dict[str, Any]:
    """Return what a browser sends of a form that is drawn, with some fields changed."""
    fields = [*form, *form.division_forms.management_form]
    fields += [bound for each in form.division_forms for bound in each]
    values = {bound.html_name: bound.field.prepare_value(bound.value()) for bound in fields}
    values["at"] = str(values["at"])[:5]
    values |= changes
    return {
        name: value for name, value in values.items() if value is not None and value is not False
    }


def new(client: Client, club: SeasonClub, kind: str = "pairs") -> tuple[str, Any]:
    """Return the address of the form of a new season, and the form."""
    address = reverse("season_create", args=[club.league.slug, kind])
    client.force_login(club.organizer)
    return address, client.get(address).context["form"]


def saved(client: Client, address: str, fields: dict[str, Any]) -> Season:
    """Return the season that the form makes."""
    answer = client.post(address, fields)
    assert answer.status_code == 302, [answer.context["form"].errors]
    return Season.objects.latest("pk")


DAYS = {"name": "Spring", "starts_on": "2027-02-15", "ends_on": "2027-05-31"}


def test_each_division_has_a_name_size_and_play_offs_of_its_own(
    client: Client, club: SeasonClub
) -> None:
    address, form = new(client, club)
    fields = posted(form, **DAYS) | {"divisions-0-name": "Premier", "divisions-0-size": "6"}
    htmx = {"HTTP_HX_REQUEST": "true"}
    # Without a name and days yet: nothing is complained about when a division is added.
    answer = client.post(address, fields | {"divisions": "add", "name": ""}, **htmx)
    form = answer.context["form"]
    assert (answer.status_code, form.errors, Season.objects.count()) == (200, {}, 0)
    assert answer.content.decode().strip().startswith("<form")
    assert [(row["name"].value(), row["size"].value()) for row in form.division_forms] == [
        ("Premier", "6"), ("Division 2", "6"),
    ]  # fmt: skip
    more = {"divisions-1-name": "Second", "divisions-1-size": "10", "divisions-1-play_offs": "4"}
    fields = posted(form, **DAYS, moving="2") | more
    season = saved(client, address, fields)
    names = ("level", "name", "size", "promoted", "relegated", "play_offs")
    assert list(season.divisions.values_list(*names)) == [
        (1, "Premier", 6, 0, 2, 0), (2, "Second", 10, 2, 0, 4),
    ]  # fmt: skip
    edit = reverse("season_edit", args=[season.slug])
    form = client.get(edit).context["form"]
    answer = client.post(edit, posted(form) | {"divisions": "remove-0"})
    form = answer.context["form"]
    assert "<!DOCTYPE html>" in answer.content.decode()
    assert [row["name"].value() for row in form.division_forms] == ["Second"]
    assert client.post(edit, posted(form, moving="0")).status_code == 302
    assert list(season.divisions.values_list(*names)) == [(1, "Second", 10, 0, 0, 4)]


def test_what_is_wrong_with_a_division_is_said_at_its_field(
    client: Client, club: SeasonClub
) -> None:
    address, form = new(client, club)
    fields = posted(form, **DAYS) | {"divisions-0-size": "4", "divisions-0-play_offs": "8"}
    division = client.post(address, fields).context["form"].division_forms.forms[0]
    assert division.errors == {
        "play_offs": ["The division has fewer places. Choose fewer, or make it larger."]
    }
    fields |= {"divisions-0-size": "99"}
    division = client.post(address, fields).context["form"].division_forms.forms[0]
    assert division.errors == {"size": ["Ensure this value is less than or equal to 32."]}
    twins = {"divisions-TOTAL_FORMS": "2", "divisions-0-size": "8", "divisions-1-size": "8"}
    twins |= {"divisions-1-name": "division 1", "divisions-1-play_offs": "0"}
    form = client.post(address, fields | twins).context["form"]
    assert form.non_field_errors() == ["Two divisions have the same name. Give each its own."]
    assert Season.objects.count() == 0


@pytest.mark.slow
def test_house_rules_are_those_of_every_match_and_fixed_once_published(
    client: Client, club: SeasonClub
) -> None:
    address, form = new(client, club)
    fields = posted(form, **DAYS, match_hands="4") | {"divisions-0-size": "4", "moving": "0"}
    refused = client.post(address, fields | {"nil": "50", "max_bid": "3", "min_side_bid": "9"})
    assert set(refused.context["form"].errors) == {"min_side_bid", "max_bid"}
    season = saved(client, address, fields | {"nil": "50", "target": "350"})
    house = {"preset": "cardgames_io", "target": 350, "nil": 50}
    assert terms_of(season).rules == house
    edit = reverse("season_edit", args=[season.slug])
    begun = client.get(edit).context["form"]
    assert [begun[name].value() for name in ("preset", "target", "nil")] == [
        "cardgames_io",
        350,
        50,
    ]
    # Another preset fills the rules in again; what was changed stays.
    asked = {"preset": "bicycle_partnership", "filled_from": "cardgames_io", "target": "350"}
    part = client.get(edit, asked, HTTP_HX_REQUEST="true")
    assert part.content.decode().strip().startswith('<div id="house-rules"')
    form = part.context["form"]
    assert [form[name].value() for name in ("target", "min_bid")] == [350, 2]
    planning.open_sign_up(season_id=season.pk, by=club.organizer)
    keys = [club.sign_up(season, number).pk for number in range(1, 5)]
    placing.arrange(season_id=season.pk, by=club.organizer, arrangement={1: keys})
    publishing.publish(season_id=season.pk, by=club.organizer)
    tournament = season.divisions.get().tournament
    assert (tournament.rules["nil"], tournament.rules["max_hands"]) == (50, 4)
    page = client.get(season.get_absolute_url())
    assert ("Rules", "Classic (cardgames.io), nil 50, to 350") in page.context["facts"]
    # Of a published season only the name changes, and with it the names of its divisions.
    assert list(client.get(edit).context["form"].fields) == ["name"]
    fields = {**posted(begun, nil="100"), "name": "Easter"}
    assert messages_of(client.post(edit, fields, follow=True)) == ["The season is renamed."]
    season.refresh_from_db()
    tournament.refresh_from_db()
    assert (season.name, tournament.name) == ("Easter", "Easter · Division 1")
    assert terms_of(season).rules == house
    club.draft(name="Winter")
    assert client.post(edit, {"name": "winter"}).context["form"].errors == {
        "name": ["The league already has a season called “winter”. Choose another name."]
    }
    with pytest.raises(Refused) as refused_edit:
        planning.edit_season(season_id=season.pk, by=club.organizer, proposal=pairs_proposal())
    assert refused_edit.value.code == "season_published"


def test_a_season_begins_with_the_rules_of_its_league(client: Client, club: SeasonClub) -> None:
    said: dict[str, Any] = {
        "league_id": club.league.pk, "by": club.organizer, "name": "Club", "description": "",
        "is_public": True, "is_open": True,
    }  # fmt: skip
    services.edit_league(**said, rules={"preset": "playingcards_io", "bag_limit": 5, "nil": 50})
    _address, form = new(client, club)
    assert [form[name].value() for name in ("preset", "bag_limit", "nil")] == [
        "playingcards_io", 5, 50,
    ]  # fmt: skip
    # The matches of a team league settle bags, targets and blind bids themselves.
    address, form = new(client, club, "teams")
    assert ("bag_limit" in form.fields, "target" in form.fields, form["nil"].value()) == (
        False, False, 50,
    )  # fmt: skip
    season = saved(client, address, posted(form, **DAYS))
    assert terms_of(season).rules == {"preset": "playingcards_io", "nil": 50}
    facts = dict(client.get(season.get_absolute_url()).context["facts"])
    assert (facts["Rules"], facts["Match"]) == (
        "Blind nil for all (playingcards.io), nil 50", "16 deals at two tables, the same cards at both",
    )  # fmt: skip
    # Rules for single players are no beginning for a season of partnerships.
    services.edit_league(**said, rules={"preset": "bicycle_4"})
    assert new(client, club)[1]["preset"].value() == "cardgames_io"


def test_the_series_form_has_no_rules(client: Client, club: SeasonClub) -> None:
    address = reverse("season_create", args=[club.league.slug, "series"])
    client.force_login(club.organizer)
    fields = DAYS | {"scale": "5 3 1", "best": "", "qualify": "", "qualify_wins": ""}
    fields |= dict.fromkeys(("attendance", "host", "newcomer", "newcomer_days", "reserves"), "0")
    chosen = {"ranked": "pairs", "ties": "evenings", "substitutes": "entered"}
    answer = client.post(address, fields | chosen, follow=True)
    assert messages_of(answer) == ["The season is saved."]
    terms = terms_of(Season.objects.get())
    assert (terms.scale, terms.ranked, terms.ties) == ((5, 3, 1), "pairs", "evenings")
