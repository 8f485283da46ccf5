"""The organizer's dashboard, and running a tournament."""

import re
from datetime import timedelta
from typing import Any

import pytest

from games.tables.models import Table
from spades_site.common.clock import now
from tests.events.conftest import Club, club
from tests.support.stages import in_stages
from tournaments.events.actions import entering
from tournaments.events.models import Single, Tournament
from tournaments.events.setup import creating
from tournaments.leagues import services

pytestmark = pytest.mark.django_db
TONIGHT = "/organize/"
__all__ = ["club"]
PAGE = "/organize/tournaments/friday-night/"


def make(by: Any, name: str = "Friday night", **fields: Any) -> Tournament:
    return creating.create_tournament(
        by=by,
        name=name,
        starts_at=now() + timedelta(hours=fields.pop("hours", 2)),
        rules={"preset": "cardgames_io"},
        match_hands=2,
        **in_stages(fields),
    )


@pytest.fixture
def ann(client: Any, member: Any) -> Any:
    user = member("ann")
    client.force_login(user)
    return user


@pytest.fixture
def friday(ann: Any) -> Tournament:
    return make(ann)


def words_of(response: Any) -> list[str]:
    """Return the last message; earlier answers weren't rendered."""
    return [str(message) for message in response.context["messages"]][-1:]


def status_of(tournament: Tournament) -> str:
    return Tournament.objects.get(pk=tournament.pk).status


@pytest.mark.django_db
def test_a_running_tournament_has_terms_standings_and_fixtures_on_its_page(
    club: Any, client: Any
) -> None:
    cup = club.started(4)
    client.force_login(club.organizer)
    page = " ".join(client.get(f"/organize/tournaments/{cup.slug}/").content.decode().split())
    for heading in ("Terms", "Standings", "Fixtures of round 1"):
        assert re.search(rf"<h[23][^>]*> ?{heading} ?</h[23]>", page), heading
    for match in club.in_play(cup):
        assert f'href="/organize/tournaments/{cup.slug}/matches/{match.pk}/"' in page


def test_only_who_runs_a_tournament_finds_its_page(
    client: Any, member: Any, friday: Tournament
) -> None:
    assert client.get(PAGE).status_code == 200
    assert client.get("/organize/tournaments/none/").status_code == 404
    client.force_login(member("ben"))
    assert client.get(PAGE).status_code == 404
    assert client.post(f"{PAGE}cancel/").status_code == 404
    client.logout()
    assert client.get(PAGE).url == f"/account/login/?next={PAGE}"
    assert status_of(friday) == "draft"


def test_who_was_signed_out_meanwhile_comes_back_to_the_page_of_the_button(
    client: Any, friday: Tournament
) -> None:
    client.logout()
    answer = client.post(f"{PAGE}cancel/", headers={"referer": f"http://testserver{PAGE}"})
    assert answer.url == f"/account/login/?next={PAGE}"
    answer = client.post(f"{PAGE}cancel/", headers={"referer": f"https://elsewhere.example{PAGE}"})
    assert answer.url == "/account/login/?next=/"
    assert status_of(friday) == "draft"


def test_the_dashboard_says_what_waits(client: Any, ann: Any, friday: Tournament) -> None:
    make(ann, "Later", hours=100)
    decisions = client.get(TONIGHT).context["decisions"]
    assert [(each.tournament.name, each.what) for each in decisions] == [
        ("Friday night", "Still a draft: open its registration, or nobody can enter"),
        ("Later", "A draft that nobody sees yet"),
    ]
    client.post(f"{PAGE}open-registration/")
    decisions = client.get(TONIGHT).context["decisions"]
    assert [(each.tournament.name, each.what) for each in decisions] == [
        ("Friday night", "Only 0 of at least 2 entries: it will not start"),
        ("Later", "A draft that nobody sees yet"),
    ]


def test_steps_lead_on_and_those_that_do_not_fit_are_told(client: Any, friday: Tournament) -> None:
    asked = client.get(f"{PAGE}announce/").content.decode()
    assert "Announce Friday night?" in asked
    assert "Everybody who may see it sees it; registration opens later." in asked
    assert status_of(friday) == "draft"
    assert client.post(f"{PAGE}fly/").status_code == 404
    answer = client.post(f"{PAGE}announce/", follow=True)
    assert words_of(answer) == ["The tournament is announced."]
    answer = client.post(f"{PAGE}open-registration/", follow=True)
    assert words_of(answer) == ["Registration is open."]
    answer = client.post(f"{PAGE}start/")
    assert answer.status_code == 422
    assert answer.context["form"].non_field_errors() == [
        "Only 0 of the 2 entries needed are in. Wait for more entries, or cancel."
    ]
    assert status_of(friday) == "registration"
    answer = client.post(f"{PAGE}pause/")
    assert answer.context["form"].non_field_errors() == [
        "Only a running tournament can be paused. Possible now: Start now, Cancel the tournament."
    ]
    answer = client.post(f"{PAGE}cancel/", {"reason": "Power cut"}, follow=True)
    assert words_of(answer) == ["The tournament is cancelled."]
    friday.refresh_from_db()
    assert (friday.status, friday.status_reason) == ("cancelled", "Power cut")


@pytest.mark.slow
def test_a_running_tournament_is_paused_resumed_and_ended(
    client: Any, member: Any, friday: Tournament
) -> None:
    client.post(f"{PAGE}open-registration/")
    for name in ("ben", "cem", "dan", "eve"):
        entering.enter(tournament_id=friday.pk, user=member(name), alone=True)
    friday.refresh_from_db()
    client.post(f"{PAGE}start/")
    assert status_of(friday) == "running"
    client.post(f"{PAGE}pause/", {"reason": "Late train"})
    friday.refresh_from_db()
    assert (friday.status, friday.status_reason) == ("paused", "Late train")
    client.post(f"{PAGE}resume/")
    assert status_of(friday) == "running"
    page = client.get(PAGE)
    assert [str(match.entries[0]) for match in page.context["running"].playing] != []
    answer = client.post(f"{PAGE}end/", {"reason": "Closing time"}, follow=True)
    assert words_of(answer) == ["The tournament is over."]
    assert status_of(friday) == "finished"
    assert 'href="/tournaments/friday-night/report/"' in client.get(PAGE).content.decode()


@pytest.mark.slow
def test_a_match_is_decided_with_a_reason(client: Any, member: Any, friday: Tournament) -> None:
    client.post(f"{PAGE}open-registration/")
    for name in ("ben", "cem", "dan", "eve"):
        entering.enter(tournament_id=friday.pk, user=member(name), alone=True)
    client.post(f"{PAGE}start/")
    match = friday.matches.get()
    page = f"{PAGE}matches/{match.pk}/"
    assert client.get(page).status_code == 200
    answer = client.post(page, {"verdict": "0", "reason": ""})
    assert answer.status_code == 422
    assert answer.context["form"].errors == {
        "reason": ["Give a reason. The people concerned read it."]
    }
    answer = client.post(page, {"verdict": "0", "reason": "They left"}, follow=True)
    assert words_of(answer) == [f"Round 1, table 1, {match.title}: The match is decided."]
    result = match.results.get(current=True)
    assert (result.kind, result.winner, result.reason, result.by.username) == (
        "forfeit",
        0,
        "They left",
        "ann",
    )
    assert client.get(f"{PAGE}matches/99999/").status_code == 404


def test_a_match_is_played_anew_at_another_table(
    client: Any, member: Any, friday: Tournament
) -> None:
    client.post(f"{PAGE}open-registration/")
    for name in ("ben", "cem", "dan", "eve"):
        entering.enter(tournament_id=friday.pk, user=member(name), alone=True)
    client.post(f"{PAGE}start/")
    match = friday.matches.get()
    Table.objects.filter(pk=match.table_id).update(status=Table.Status.PLAYING, started_at=now())
    answer = client.post(
        f"{PAGE}matches/{match.pk}/", {"verdict": "replay", "reason": "Power cut"}, follow=True
    )
    assert words_of(answer) == [f"Round 1, table 1, {match.title}: The match is decided."]
    first = match.table
    match.refresh_from_db()
    first.refresh_from_db()
    assert (match.status, match.table == first, first.status) == ("playing", False, "abandoned")


def test_an_entry_is_taken_out(client: Any, member: Any, friday: Tournament) -> None:
    client.post(f"{PAGE}open-registration/")
    ben, cem = member("ben"), member("cem")
    entry: Any = entering.enter(tournament_id=friday.pk, user=ben, partner="cem")
    entering.accept_invitation(invitation_id=entry.invitations.get().pk, user=cem)
    assert client.get(f"{PAGE}entries/{entry.pk}/remove/").status_code == 302
    answer = client.post(f"{PAGE}entries/{entry.pk}/remove/", {"reason": "Moved away"}, follow=True)
    assert words_of(answer) == ["ben & cem: the entry was removed."]
    entry.refresh_from_db()
    assert entry.status == "withdrawn"
    assert client.post(f"{PAGE}entries/99999/remove/").status_code == 404


@pytest.mark.slow
def test_pages_take_as_many_queries_for_many_as_for_few(
    client: Any, ann: Any, member: Any, friday: Tournament, django_assert_max_num_queries: Any
) -> None:
    client.post(f"{PAGE}open-registration/")
    counts = []
    for number in (2, 8):
        services.create_league(by=ann, name=f"League {number}")
        for index in range(number):
            make(ann, f"T {number} {index}")
            mine, theirs = member(f"a{number}x{index}"), member(f"b{number}x{index}")
            if index % 2:
                entering.enter(tournament_id=friday.pk, user=mine, partner=theirs.username)
            else:
                entering.enter(tournament_id=friday.pk, user=mine, alone=True)
        with django_assert_max_num_queries(40) as tonight:
            client.get(TONIGHT)
        with django_assert_max_num_queries(40) as page:
            client.get(PAGE)
        counts.append((len(tonight), len(page)))
    assert counts[0] == counts[1]
    assert Single.objects.count() == 5


@pytest.mark.slow
@pytest.mark.parametrize("page", [TONIGHT, PAGE])
def test_an_open_page_is_told_when_something_happened(
    client: Any, member: Any, friday: Tournament, page: str
) -> None:
    client.post(f"{PAGE}open-registration/")
    shown = client.get(page)
    seen = f"{page}?seen={shown.context['mark']}"
    assert f'hx-get="{seen}"' in shown.content.decode()
    assert (client.get(seen).status_code, client.get(seen).content) == (204, b"")
    entering.enter(tournament_id=friday.pk, user=member("ben"), alone=True)
    news = client.get(seen)
    assert news.status_code == 200
    assert news.context["mark"] != shown.context["mark"]
    assert client.get(f"{page}?seen={news.context['mark']}").status_code == 204


def test_a_refused_step_is_always_shown(client: Any, friday: Tournament) -> None:
    mark = client.get(PAGE).context["mark"]
    assert client.post(f"{PAGE}pause/?seen={mark}").status_code == 422


@pytest.mark.slow
def test_in_a_knock_out_a_match_isn_t_void_and_a_drawn_round_stands(
    client: Any, club: Club
) -> None:
    cup = club.started(4, format="knock_out")
    client.force_login(club.organizer)
    match = club.in_play(cup)[0]
    page = f"/organize/tournaments/cup/matches/{match.pk}/"
    verdicts = client.get(page).context["form"].fields["verdict"].choices
    assert [value for value, _ in verdicts] == ["0", "1", "nobody"]
    for each in club.in_play(cup):
        club.finish(each, 500, 300)
    answer = client.post(page, {"verdict": "1", "reason": "Signals"})
    assert answer.status_code == 422
    assert answer.context["form"].non_field_errors() == [
        "Its winner or loser is already drawn in a later match. Only a result with which the same sides advance can still be entered."
    ]
    assert client.post(page, {"verdict": "0", "reason": "They left"}).status_code == 302


def test_a_step_that_somebody_else_has_taken_is_refused_where_it_is_seen(
    client: Any, friday: Tournament
) -> None:
    client.post(f"{PAGE}open-registration/")
    answer = client.post(f"{PAGE}open-registration/")
    assert answer.status_code == 422
    (sentence,) = answer.context["form"].non_field_errors()
    assert "This comes too late" in client.get(f"{PAGE}open-registration/").content.decode()
    assert answer.content.decode().count(sentence) == 1
