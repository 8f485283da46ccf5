"""Nobody reads the tag in the user name of somebody without an account: not on a page, in a file, or from the API."""

import re
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from spades_site.accounts.models import User
from spades_site.accounts.tokens.services import create_token
from spades_site.common.people.by_name import TAG, plain
from tests.events.conftest import Club
from tournaments.events.actions import decisions, importing, lifecycle, penalties
from tournaments.events.actions.decisions.scores import Given
from tournaments.events.entries import by_name, substitutes
from tournaments.events.models import Match, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OURS = ("/leagues/", "/tournaments/", "/matches/", "/organize/")
MOST_PAGES = 150
FEEDS = ["entries", "pairings", "results", "standings"]
LINK = re.compile(r'(?:href|hx-get)="([^"#]+)')


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A tournament in its second round, after a score, a correction, deducted points, and a substitute."""
    league = club.league_of("a1", "b1", "a2", "b2", "a3", "zed")
    cup = club.open(league=league, format="round_robin")
    importing.import_entries(
        tournament_id=cup.pk, by=club.organizer, text="a1,b1\n*Otto Meier,a2\n*Ida Ott,b2"
    )
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    mine = cup.entries.get(players__user__username="a2")
    penalties.penalize(entry_id=mine.pk, by=club.organizer, points=1, reason="Late")
    return Tournament.objects.get(pk=cup.pk)


def by_name_match(cup: Tournament) -> Match:
    """Return the first match in which somebody without an account plays."""
    return next(one for one in cup.matches.order_by("pk") if by_name.opens_no_table(one))


def pages_from(client: Client, *addresses: str) -> Iterator[tuple[str, str]]:
    """Yield the pages that these lead to, of leagues and tournaments, with their text."""
    waiting, known = list(addresses), set(addresses)
    while waiting and len(known) < MOST_PAGES:
        address = waiting.pop(0)
        answer = client.get(address)
        if answer.status_code != 200 or answer.streaming:
            continue
        text = answer.content.decode()
        yield address, text
        found = (one.replace("&amp;", "&") for one in LINK.findall(text))
        new = dict.fromkeys(one for one in found if one.startswith(OURS) and one not in known)
        waiting += new
        known |= new.keys()


def tagged(text: str) -> list[str]:
    """Return where in a text somebody can read a tag."""
    return [text[max(0, one.start() - 90) : one.end()] for one in TAG.finditer(text)]


def test_no_page_or_file_shows_it(client: Client, club: Club, cup: Tournament) -> None:
    match = by_name_match(cup)
    for points in ((500, 300), (505, 310)):
        given = {1: Given(points, hands=6)}
        decisions.enter_score(match_id=match.pk, by=club.organizer, games=given, reason="Counted")
    entry = cup.entries.get(players__user__username="b2")
    (ida,) = by_name.in_entry(entry)
    substitutes.substitute(
        entry_id=entry.pk, out_id=ida.pk, username="zed", by=club.organizer, reason="Ill"
    )
    client.force_login(club.organizer)
    assert cup.league is not None
    logs = [f"/organize/{of}/log/?csv=1" for of in ("leagues/riverside", "tournaments/cup")]
    start = [cup.get_absolute_url(), cup.league.get_absolute_url(), "/organize/desk/", *logs]
    found = dict(pages_from(client, *start, match.get_absolute_url()))
    assert {address: told for address, text in found.items() if (told := tagged(text))} == {}
    assert sum("Otto Meier" in text for text in found.values()) > 20


def test_a_message_says_the_name(client: Client, club: Club, cup: Tournament) -> None:
    client.force_login(club.organizer)
    match = by_name_match(cup)
    address = f"/organize/tournaments/{cup.slug}/matches/{match.pk}/ask/score/"
    sent = {"g1-0": "500", "g1-1": "300", "g1-hands": "6", "reason": "Counted"}
    page = client.post(address, sent, follow=True).content.decode()
    assert f"table {match.number}, {plain(match.title)}: ".replace("&", "&amp;") in page
    assert tagged(page) == []


def reader(user: User) -> Client:
    """Return a program with a token of the user's that reads and organizes."""
    cache.clear()
    _token, text = create_token(user_id=user.pk, name="robot", scopes=["read", "organize"])
    return Client(headers={"Authorization": f"Bearer {text}"})


def test_a_program_reads_the_name_and_that_nobody_has_it(club: Club, cup: Tournament) -> None:
    program = reader(club.organizer)
    rows = program.get(f"/api/v1/tournaments/{cup.slug}/entries").json()["results"]
    assert sorted((one["name"], one["players"], one["by_name"]) for one in rows) == [
        ("Ida Ott & b2", ["Ida Ott", "b2"], ["Ida Ott"]),
        ("Otto Meier & a2", ["Otto Meier", "a2"], ["Otto Meier"]),
        ("a1 & b1", ["a1", "b1"], []),
    ]
    match = by_name_match(cup)
    answers = [
        program.get(f"/api/v1/tournaments/{cup.slug}/{what}").content.decode() for what in FEEDS
    ]
    answers.append(program.get(f"/api/v1/matches/{match.pk}").content.decode())
    assert [tagged(answer) for answer in answers] == [[]] * 5
    entry = cup.entries.get(players__user__username="a2")
    answer = program.post(
        f"/api/v1/tournaments/{cup.slug}/entries/{entry.pk}/substitutes",
        {"out": "otto meier", "into": "zed", "reason": "Ill"},
        content_type="application/json",
    )
    assert answer.status_code == 200
    assert (answer.json()["out"], answer.json()["into"]) == ("Otto Meier", "zed")


def test_files_have_the_name_and_that_nobody_has_it(
    client: Client, club: Club, cup: Tournament
) -> None:
    lines = client.get(f"/tournaments/{cup.slug}/entries.csv").content.decode().splitlines()
    assert lines[0].endswith(",bot_accounts,by_name")
    assert sorted(line.split(",")[2:5] + line.split(",")[-1:] for line in lines[1:]) == [
        ["Ida Ott & b2", "Ida Ott", "b2", "Ida Ott"],
        ["Otto Meier & a2", "Otto Meier", "a2", "Otto Meier"],
        ["a1 & b1", "a1", "b1", ""],
    ]
    addresses = [f"/tournaments/{cup.slug}/{what}.json" for what in FEEDS]
    texts = [client.get(address).content.decode() for address in addresses]
    assert [tagged(text) for text in texts] == [[]] * 4
    assert [text.count("Otto Meier") > 0 for text in texts] == [True] * 4
