"""The tournaments' pages: each person's view and buttons, and refusals."""

from datetime import timedelta
from typing import Any

import pytest

from spades_site.common.clock import now
from tests.events.conftest import Club
from tests.support.squeezed import squeezed
from tournaments.events import advance
from tournaments.events.actions import entering
from tournaments.events.models import Entry, PartnerInvitation, Single
from tournaments.events.plan.stages import StagePlan
from tournaments.leagues import services

pytestmark = pytest.mark.django_db
PAGE = "/tournaments/cup/"


def words_of(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


@pytest.mark.slow
def test_the_list_shows_what_comes_what_is_under_way_and_what_is_over(
    client: Any, club: Club
) -> None:
    club.tournament(name="Hidden draft")
    club.open(name="Later", starts_at=now() + timedelta(hours=5))
    club.open(name="Soon")
    club.started(2, name="Now")
    club.play_all(club.started(2, name="Past"))
    shown = {
        show: [one.name for one in client.get(f"/tournaments/?show={show}").context["page"]]
        for show in ("coming", "now", "past", "nonsense")
    }
    assert shown == {
        "coming": ["Soon", "Later"],
        "now": ["Now"],
        "past": ["Past"],
        "nonsense": ["Soon", "Later"],
    }


def test_the_list_can_be_that_of_a_league(client: Any, club: Club) -> None:
    league = services.create_league(by=club.organizer, name="Autumn club")
    club.open(name="Theirs", league=league)
    club.open(name="Other")
    page = client.get("/tournaments/?league=autumn-club").context["page"]
    assert [one.name for one in page] == ["Theirs"]


def test_a_draft_and_a_private_leagues_tournament_are_not_found(client: Any, club: Club) -> None:
    club.tournament()
    league = services.create_league(by=club.organizer, name="Back room", is_public=False)
    club.open(name="Secret", league=league)
    assert client.get(PAGE).status_code == 404
    assert client.get("/tournaments/secret-xxxxx/").status_code == 404
    assert client.get("/tournaments/none/").status_code == 404
    client.force_login(club.organizer)
    assert client.get(PAGE).status_code == 200
    assert client.get("/tournaments/secret-xxxxx/").status_code == 200


def test_visitors_are_asked_to_sign_in_and_come_back(client: Any, club: Club) -> None:
    club.open()
    assert client.get(PAGE).status_code == 200
    for button in ("enter", "withdraw", "check-in"):
        assert client.post(f"{PAGE}{button}/").url == f"/account/login/?next={PAGE}"


def test_a_partner_is_asked_and_accepts(client: Any, club: Club) -> None:
    cup = club.open()
    ben, cem = club.player("ben"), club.player("cem")
    client.force_login(ben)
    assert client.post(f"{PAGE}enter/", {"partner": "cem"}).url == PAGE
    entry = Entry.objects.get()
    assert (entry.name, entry.status) == ("ben & cem", "invited")
    invitation = entry.invitations.get()
    answer = client.post(f"{PAGE}invitations/{invitation.pk}/accept/", follow=True)
    assert words_of(answer) == ["There is no such invitation to you."]
    client.force_login(cem)
    page = client.get(PAGE)
    assert page.context["view"].mine.to_answer == [invitation]
    answer = client.post(f"{PAGE}invitations/{invitation.pk}/accept/", follow=True)
    assert words_of(answer) == ["You are in, with your partner."]
    assert [place.user.username for place in cup.entries.get().players.all()] == ["ben", "cem"]


def test_a_partner_who_declines_frees_the_other(client: Any, club: Club) -> None:
    club.open()
    client.force_login(club.player("ben"))
    club.player("cem")
    client.post(f"{PAGE}enter/", {"partner": "cem"})
    client.force_login(club.player("cem"))
    invitation = PartnerInvitation.objects.get()
    answer = client.post(f"{PAGE}invitations/{invitation.pk}/decline/", follow=True)
    assert words_of(answer) == ["Declined. They can ask somebody else."]
    assert Entry.objects.get().status == "declined"


@pytest.mark.parametrize(
    ("partner", "sentence"),
    [
        ("nobody", "There is no player called “nobody”. Check the spelling."),
        ("ben", "You can’t be your own partner. Name somebody else."),
        ("b1", "b1 has already entered. Choose another partner."),
        ("", "This field is required."),
    ],
)
def test_what_is_wrong_with_a_partner_stands_at_the_field(
    client: Any, club: Club, partner: str, sentence: str
) -> None:
    club.with_entries(1)
    client.force_login(club.player("ben"))
    answer = client.post(f"{PAGE}enter/", {"partner": partner})
    assert answer.status_code == 422
    assert answer.context["form"].errors == {"partner": [sentence]}
    assert sentence in answer.content.decode().replace("&#x27;", "'")
    assert Entry.objects.count() == 1


def test_a_full_tournament_says_so(client: Any, club: Club) -> None:
    club.with_entries(2, max_entries=2)
    club.player("cem")
    client.force_login(club.player("ben"))
    sentence = "The tournament is full: all 2 places are taken. One may still come free."
    answer = client.post(f"{PAGE}enter/", {"partner": "cem"})
    assert answer.context["form"].non_field_errors() == [sentence]
    answer = client.post(f"{PAGE}enter/", {"alone": "1"}, follow=True)
    assert words_of(answer) == [sentence]
    assert (Entry.objects.count(), Single.objects.count()) == (2, 0)


def test_after_the_start_nobody_enters(client: Any, club: Club, hands: Any) -> None:
    club.with_entries(2)
    hands.forward(3601)
    client.force_login(club.player("ben"))
    answer = client.post(f"{PAGE}enter/", {"alone": "1"}, follow=True)
    assert words_of(answer) == ["The tournament has started; entries and check-in are closed."]
    assert not Single.objects.exists()


def test_entering_alone_checking_in_and_withdrawing(client: Any, club: Club, hands: Any) -> None:
    club.open(check_in_minutes=15)
    client.force_login(club.player("ben"))
    answer = client.post(f"{PAGE}enter/", {"alone": "1"}, follow=True)
    assert words_of(answer) == ["You have entered. You will get a partner at the start."]
    answer = client.post(f"{PAGE}check-in/", follow=True)
    assert words_of(answer) == ["Check-in is not open yet. It opens 15 minutes before the start."]
    hands.forward(50 * 60)
    answer = client.post(f"{PAGE}check-in/", follow=True)
    assert words_of(answer) == ["You are checked in."]
    assert Single.objects.get().status == "checked_in"
    answer = client.post(f"{PAGE}withdraw/", follow=True)
    assert words_of(answer) == ["You have left the tournament."]
    assert Single.objects.get().status == "withdrawn"


@pytest.mark.parametrize(
    "path", ["enter", "withdraw", "check-in", "invitations/1/accept", "invitations/1/decline"]
)
def test_changes_are_posted(client: Any, club: Club, path: str) -> None:
    club.open()
    assert client.get(f"{PAGE}{path}/").status_code == 302


def test_an_open_page_is_told_only_what_is_new(client: Any, club: Club) -> None:
    cup = club.open()
    assert client.get(f"{PAGE}now/?version={cup.version}").status_code == 204
    club.enter_pair(cup, "ben", "cem")
    news = client.get(f"{PAGE}now/?version={cup.version}")
    assert [entry.name for entry in news.context["view"].entries] == ["ben & cem"]
    assert news.status_code == 200


def test_a_tournament_under_way_shows_standings_cross_table_and_rounds(
    client: Any, club: Club
) -> None:
    cup = club.started(3)
    for match in club.in_play(cup):
        club.finish(match, 500, 300)
    page = client.get(PAGE)
    cells = [
        (row.standing.entry.seed_no, [cell.marks for cell in row.cells])
        for row in page.context["stages"][0]["tables"][0].cross
    ]
    first = next(line for line in page.context["view"].rounds[0].matches if line.result)
    a, b = (entry.seed_no for entry in first.match.entries)
    order = [seed for seed, _ in cells]
    marks = dict(cells)
    assert marks[a][order.index(b)] == [("won", "500 : 300", False, False, "")]
    assert marks[b][order.index(a)] == [("lost", "300 : 500", False, False, "")]
    assert marks[a][order.index(a)] == []
    assert [each.round.number for each in page.context["rounds"]] == [1, 2, 3]


@pytest.mark.slow
def test_rounds_are_paged_and_open_at_the_present_one(client: Any, club: Club) -> None:
    cup = club.started(8)
    for _ in range(6):
        for match in club.in_play(cup):
            club.finish(match, 500, 300)
        advance.advance(cup.pk)
    shown = client.get(PAGE).context["rounds"]
    assert [each.round.number for each in shown] == [7]
    shown = client.get(f"{PAGE}?page=1").context["rounds"]
    assert [each.round.number for each in shown] == [1, 2, 3, 4, 5, 6]


@pytest.mark.slow
def test_the_page_takes_as_many_queries_for_many_as_for_few(
    client: Any, club: Club, django_assert_max_num_queries: Any
) -> None:
    counts = []
    for number in (3, 7):
        name = f"Cup of {number}"
        club.started(number, name=name, max_entries=8)
        club.people.clear()
        club.member = lambda username, base=club.member, n=number: base(f"{username}x{n}")
        client.force_login(club.organizer)
        client.get("/")  # The first page notes that somebody is here.
        with django_assert_max_num_queries(40) as queries:
            client.get(f"/tournaments/cup-of-{number}/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.slow
def test_with_many_tables_in_play_ones_own_comes_first_and_the_rest_at_a_click(
    client: Any, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.public.tournament_parts.LIVE_AT_ONCE", 1)
    cup = club.started(4)
    first, last = club.in_play(cup)
    client.force_login(last.entries[1].players.first().user)
    shown = client.get(cup.get_absolute_url())
    lines = shown.context["live"]
    assert [line.match for line in lines["first"]] == [last]
    assert [line.match for line in lines["more"]] == [first]
    assert "<summary>1 more table</summary>" in squeezed(shown)


@pytest.mark.slow
def test_entering_shows_whether_the_place_is_sure_or_waits(client: Any, club: Club) -> None:
    club.with_entries(2, max_entries=3, waiting_list=True)
    said = []
    for name in ("cem", "dan", "eve", "fay"):
        client.force_login(club.player(name))
        said += words_of(client.post(f"{PAGE}enter/", {"alone": "1"}, follow=True))
    client.force_login(club.player("gus"))
    client.post(f"{PAGE}enter/", {"partner": club.player("hal").username})
    client.force_login(club.player("hal"))
    accept = f"{PAGE}invitations/{PartnerInvitation.objects.latest('pk').pk}/accept/"
    said += words_of(client.post(accept, follow=True))
    alone = "You have entered. You will get a partner at the start."
    waiting = "All places are taken: you are on the waiting list."
    assert said == [alone, alone, waiting, waiting, waiting]


def test_a_single_player_is_not_promised_a_partner(client: Any, club: Club) -> None:
    club.open(format="rotation")
    client.force_login(club.player("ben"))
    answer = client.post(f"{PAGE}enter/", {"alone": "1"}, follow=True)
    assert words_of(answer) == ["You are in."]


def test_a_pair_is_told_that_it_would_wait_where_one_alone_still_fits(
    client: Any, club: Club
) -> None:
    cup = club.with_entries(1, max_entries=2, waiting_list=True)
    entering.enter(tournament_id=cup.pk, user=club.player("cem"), alone=True)
    client.force_login(club.player("ben"))
    assert "A pair goes on the waiting list." in client.get(PAGE).content.decode()


@pytest.mark.slow
def test_players_who_finished_a_round_see_it(client: Any, club: Club) -> None:
    cup = club.started(5, format="swiss", rounds=3)
    bye = cup.matches.exclude(sides__index=1).get()
    first, _second = club.in_play(cup)
    club.finish(first, 500, 300)
    told = {}
    for what, entry in (("bye", bye.entries[0]), ("over", first.entries[0])):
        client.force_login(entry.players.first().user)
        told[what] = client.get(PAGE).content.decode()
    assert "You are sitting out this round." in told["bye"]
    assert "Your match of this round is over; others are still being played." in told["over"]


@pytest.mark.slow
def test_players_in_the_losers_bracket_see_their_next_opponent(client: Any, club: Club) -> None:
    cup = club.started(6, format="double_knock_out")
    losers = []
    for match in club.in_play(cup):
        club.finish(match, 500, 300)
        losers.append(match.entries[1])
    advance.advance(cup.pk)
    third = club.in_play(cup)[0]
    club.finish(third, 500, 300)
    pages = []
    for entry in losers:
        client.force_login(entry.players.first().user)
        pages.append(client.get(PAGE).content.decode().replace("&amp;", "&"))
    known = [f"Next you play <strong>{third.entries[1].name}</strong>." in page for page in pages]
    unknown = ["Your next opponents will be known when" in page for page in pages]
    assert sorted(known) == [False, True]
    assert unknown == [not each for each in known]


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"format": "swiss"}, "You won’t be paired again. A match whose table is open goes on:"),
        ({"format": "round_robin"}, "A match whose table is open goes on:"),
    ],
)
def test_withdrawing_under_way_asks_first_and_says_what_happens_to_the_open_match(
    client: Any, club: Club, fields: dict[str, Any], what: str
) -> None:
    cup = club.started(4, **fields)
    entry = cup.entries.get(seed_no=1)
    client.force_login(entry.players.first().user)
    page = client.get(PAGE).content.decode()
    before, asked = page.split('<details class="sure">')
    assert f"{PAGE}withdraw/" not in before
    assert what in " ".join(asked.partition("</details>")[0].split())


@pytest.mark.slow
@pytest.mark.parametrize("then", ["knock_out", "swiss"])
def test_eliminated_players_see_their_rank_and_cannot_withdraw(
    client: Any, club: Club, then: str
) -> None:
    cup = club.started(6, stages=(StagePlan("round_robin", advance=4), StagePlan(then)))
    for _ in range(5):
        for match in club.in_play(cup):
            a_wins = match.entries[0].seed_no < match.entries[1].seed_no
            club.finish(match, *((500, 300) if a_wins else (300, 500)))
        advance.advance(cup.pk)
    told = {}
    for seed in (1, 5):
        entry = cup.entries.get(seed_no=seed)
        client.force_login(entry.players.first().user)
        page = client.get(PAGE).content.decode()
        told[seed] = (
            "Your tournament ended with an earlier stage (Round robin): rank 5 of 6." in page,
            "Withdraw" in page,
        )
    assert told == {1: (False, True), 5: (True, False)}


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("then", "heading"),
    [
        ((), "Standings"),
        (("swiss",), "Round robin"),
        (("round_robin",), "Round robin, stage 1"),
    ],
)
def test_stages_are_told_apart(
    client: Any, club: Club, then: tuple[str, ...], heading: str
) -> None:
    first = StagePlan("round_robin", advance=3 if then else 0)
    club.started(4, stages=(first, *map(StagePlan, then)))
    assert [one["heading"] for one in client.get(PAGE).context["stages"]] == [heading]
