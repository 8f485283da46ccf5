"""A tournament's entries, pairings, results and standings as CSV and JSON: every byte, for whom, and at what cost."""

import json
import re
from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest

from tests.events.conftest import Club
from tests.leagues.members import add
from tournaments.events import advance
from tournaments.events.actions import decisions, entering, lifecycle, penalties
from tournaments.events.models import Entry, Match, Result, Tournament
from tournaments.formats.shape import lot
from tournaments.leagues import services

pytestmark = pytest.mark.django_db
AT = datetime(2030, 5, 4, 18, 30, tzinfo=UTC)
TABLES = ["entries", "pairings", "results", "standings"]
BOM = "\ufeff"


def text_of(client: Any, what: str, slug: str = "cup") -> str:
    answer = client.get(f"/tournaments/{slug}/{what}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def rows(*lines: str) -> str:
    return BOM + "".join(f"{line}\r\n" for line in lines)


def at_fixed_times(cup: Tournament) -> None:
    """Say that everything happened at one moment, so that whole texts can be compared."""
    Tournament.objects.filter(pk=cup.pk).update(starts_at=AT, version=7)
    cup.entries.update(created_at=AT, checked_in_at=None)
    cup.singles.update(created_at=AT)
    cup.rounds.exclude(starts_at=None).update(starts_at=AT)
    Result.objects.filter(match__tournament=cup).update(at=AT)


@pytest.fixture
def cup(club: Club) -> Tournament:
    """Three pairs after a round and a half: one match played, two byes, one decided by word."""
    made = club.with_entries(3, pause_between_rounds=60)
    seed_as_written(made)
    lifecycle.start_now(tournament_id=made.pk, by=club.organizer)
    (first,) = club.in_play(made)
    club.finish(first, 500, -35)
    club.hands.forward(61)
    advance.advance(made.pk)
    (second,) = club.in_play(made)
    decisions.decide_match(
        match_id=second.pk, by=club.organizer, winner=1, reason="=they, never came"
    )
    at_fixed_times(made)
    made.refresh_from_db()
    return made


def seed_as_written(cup: Tournament) -> None:
    """Give the tournament a seed whose lots rank a2 & b2 first, then a1 & b1, then a3 & b3, whatever keys they
    have.
    """
    users = {
        entry.name[1]: sorted(place.user_id for place in entry.players.all())
        for entry in cup.entries.all()
    }
    cup.seed = next(
        seed
        for seed in map(str, count())
        if sorted(users, key=lambda pair: lot(seed, "seed", *users[pair])) == ["2", "1", "3"]
    )
    cup.save(update_fields=["seed"])


def keys_of(cup: Tournament) -> dict[str, int]:
    """Return e1, e2, e3: the entries' keys by their first player; m1 … m6: the matches' by round and table."""
    entries = {f"e{entry.name[1]}": entry.pk for entry in cup.entries.all()}
    matches = cup.matches.order_by("round__number", "number").values_list("pk", flat=True)
    return entries | {f"m{number}": pk for number, pk in enumerate(matches, start=1)}


@pytest.mark.slow
def test_entries_as_csv(client: Any, cup: Tournament) -> None:
    k = keys_of(cup)
    assert text_of(client, "entries.csv") == rows(
        "entry,seed,name,player_1,player_2,status,rating,entered_at,checked_in_at,bot_accounts,by_name",
        f"{k['e2']},1,a2 & b2,a2,b2,entered,1500,2030-05-04T18:30:00Z,,,",
        f"{k['e1']},2,a1 & b1,a1,b1,entered,1500,2030-05-04T18:30:00Z,,,",
        f"{k['e3']},3,a3 & b3,a3,b3,entered,1500,2030-05-04T18:30:00Z,,,",
    )


@pytest.mark.slow
def test_pairings_as_csv(client: Any, cup: Tournament) -> None:
    k = keys_of(cup)
    page = "http://localhost:8000/tournaments/cup/matches"
    time = "2030-05-04T18:30:00Z"
    assert text_of(client, "pairings.csv") == rows(
        "round,table,match,slot,entry_a,name_a,entry_b,name_b,starts_at,status,url,rated",
        f"1,1,{k['m1']},,{k['e1']},a1 & b1,{k['e3']},a3 & b3,{time},done,{page}/{k['m1']}/,true",
        f"1,2,{k['m2']},,{k['e2']},a2 & b2,,,{time},done,{page}/{k['m2']}/,false",
        f"2,1,{k['m3']},,{k['e2']},a2 & b2,{k['e1']},a1 & b1,{time},done,{page}/{k['m3']}/,false",
        f"2,2,{k['m4']},,{k['e3']},a3 & b3,,,{time},done,{page}/{k['m4']}/,false",
        f"3,1,{k['m5']},,{k['e3']},a3 & b3,{k['e2']},a2 & b2,{time},drawn,{page}/{k['m5']}/,",
        f"3,2,{k['m6']},,{k['e1']},a1 & b1,,,{time},drawn,{page}/{k['m6']}/,",
    )


@pytest.mark.slow
def test_results_as_csv(client: Any, cup: Tournament) -> None:
    k = keys_of(cup)
    time = "2030-05-04T18:30:00Z"
    assert text_of(client, "results.csv") == rows(
        "round,table,match,slot,entry_a,name_a,entry_b,name_b,"
        "kind,winner,ended,score_a,score_b,bags_a,bags_b,hands,bots,reason,version,at,rated",
        f"1,1,{k['m1']},,{k['e1']},a1 & b1,{k['e3']},a3 & b3,played,{k['e1']},,500,-35,0,5,2,,,1,{time},true",
        f"1,2,{k['m2']},,{k['e2']},a2 & b2,,,bye,,,,,,,,,,1,{time},false",
        f"2,1,{k['m3']},,{k['e2']},a2 & b2,{k['e1']},a1 & b1,"
        f'forfeit,{k["e1"]},,,,,,,,"\'=they, never came",1,{time},false',
        f"2,2,{k['m4']},,{k['e3']},a3 & b3,,,bye,,,,,,,,,,1,{time},false",
    )


@pytest.mark.slow
def test_standings_as_csv(client: Any, cup: Tournament) -> None:
    k = keys_of(cup)
    late = {"entry_id": k["e3"], "by": cup.created_by, "reason": "Late."}
    penalties.penalize(points="0.5", **late)
    Tournament.objects.update(
        scoring={**cup.scoring, "tie_breaks": ["score_difference", "points_for"]}
    )
    assert text_of(client, "standings.csv") == rows(
        "rank,rank_to,shared,entry,name,points,played,won,drawn,lost,forfeits_won,forfeits_lost,"
        "byes,score_for,score_against,penalty,brought,by_bots,score_difference,points_for",
        f"1,1,false,{k['e1']},a1 & b1,4,1,1,0,0,1,0,0,500,-35,0,0,0,535,500",
        f"2,2,false,{k['e2']},a2 & b2,0,0,0,0,0,0,1,1,0,0,0,0,0,0,0",
        f"3,3,false,{k['e3']},a3 & b3,-0.5,1,0,0,1,0,0,1,-35,500,0.5,0,0,-535,-35",
    )


def head(**said: Any) -> dict[str, Any]:
    return {
        "slug": "cup",
        "name": "Cup",
        "url": "http://localhost:8000/tournaments/cup/",
        "league": None,
        "season": None,
        "stages": [{"format": "round_robin"}],
        "status": "running",
        "reason": "",
        "starts_at": "2030-05-04T18:30:00Z",
        "finished_at": None,
        "winner": None,
        "version": 7,
    } | said


@pytest.mark.slow
def test_entries_as_json(client: Any, cup: Tournament) -> None:
    k = keys_of(cup)
    fields = {
        "status": "entered",
        "rating": 1500,
        "entered_at": "2030-05-04T18:30:00Z",
        "checked_in_at": None,
        "bot_accounts": [],
        "by_name": [],
    }
    document = {
        "feed": "entries",
        "feed_version": 1,
        "tournament": head(),
        "entries": [
            {
                "entry": k[f"e{n}"],
                "seed": seed,
                "name": f"a{n} & b{n}",
                "players": [f"a{n}", f"b{n}"],
            }
            | fields
            for seed, n in ((1, 2), (2, 1), (3, 3))
        ],
    }
    assert text_of(client, "entries.json") == json.dumps(document, indent=1) + "\n"


@pytest.mark.slow
def test_pairings_as_json(client: Any, cup: Tournament) -> None:
    k = keys_of(cup)
    drawn = [(1, 1, 1, 3), (1, 2, 2, 0), (2, 1, 2, 1), (2, 2, 3, 0), (3, 1, 3, 2), (3, 2, 1, 0)]
    document = {
        "feed": "pairings",
        "feed_version": 1,
        "tournament": head(),
        "pairings": [
            {
                "round": round_,
                "table": table,
                "match": k[f"m{number}"],
                "slot": None,
                "entry_a": k[f"e{a}"],
                "name_a": f"a{a} & b{a}",
                "entry_b": k[f"e{b}"] if b else None,
                "name_b": f"a{b} & b{b}" if b else None,
                "starts_at": "2030-05-04T18:30:00Z",
                "status": "done" if round_ < 3 else "drawn",
                "url": f"http://localhost:8000/tournaments/cup/matches/{k[f'm{number}']}/",
                "rated": None if round_ == 3 else number == 1,
            }
            for number, (round_, table, a, b) in enumerate(drawn, start=1)
        ],
    }
    assert text_of(client, "pairings.json") == json.dumps(document, indent=1) + "\n"


def result(k: dict[str, int], number: int, a: int, b: int, **said: Any) -> dict[str, Any]:
    return {
        "round": (number + 1) // 2,
        "table": (number + 1) % 2 + 1,
        "match": k[f"m{number}"],
        "slot": None,
        "entry_a": k[f"e{a}"],
        "name_a": f"a{a} & b{a}",
        "entry_b": k[f"e{b}"] if b else None,
        "name_b": f"a{b} & b{b}" if b else None,
        "kind": "bye",
        "winner": None,
        "ended": None,
        "score_a": None,
        "score_b": None,
        "bags_a": None,
        "bags_b": None,
        "hands": None,
        "bots": [],
        "reason": "",
        "version": 1,
        "at": "2030-05-04T18:30:00Z",
        "rated": False,
    } | said


@pytest.mark.slow
def test_results_as_json(client: Any, cup: Tournament) -> None:
    k = keys_of(cup)
    scored = {"score_a": 500, "score_b": -35, "bags_a": 0, "bags_b": 5, "hands": 2}
    document = {
        "feed": "results",
        "feed_version": 1,
        "tournament": head(),
        "results": [
            result(k, 1, 1, 3, kind="played", winner=k["e1"], rated=True, **scored),
            result(k, 2, 2, 0),
            # JSON is read by programs: nothing is put before what a spreadsheet would run.
            result(k, 3, 2, 1, kind="forfeit", winner=k["e1"], reason="=they, never came"),
            result(k, 4, 3, 0),
        ],
    }
    assert text_of(client, "results.json") == json.dumps(document, indent=1) + "\n"


def test_standings_as_json(client: Any, cup: Tournament) -> None:
    k = keys_of(cup)
    policy = {"win": "2.5", "draw": "1.25", "tie_breaks": ["score_difference"]}
    Tournament.objects.update(scoring=cup.scoring | policy)
    counted = ["points", "played", "won", "drawn", "lost", "forfeits_won", "forfeits_lost", "byes"]
    document = {
        "feed": "standings",
        "feed_version": 1,
        "tournament": head(),
        "standings": [
            {"rank": n, "rank_to": n, "shared": False, "entry": k[f"e{n}"], "name": f"a{n} & b{n}"}
            | dict(zip(counted, numbers, strict=True))
            | {"score_for": own, "score_against": theirs, "penalty": 0, "brought": 0, "by_bots": 0}
            | {"tie_breaks": {"score_difference": own - theirs}}
            for n, numbers, own, theirs in (
                (1, (4.5, 1, 1, 0, 0, 1, 0, 0), 500, -35),
                (2, (0, 0, 0, 0, 0, 0, 1, 1), 0, 0),
                (3, (0, 1, 0, 0, 1, 0, 0, 1), -35, 500),
            )
        ],
    }
    assert text_of(client, "standings.json") == json.dumps(document, indent=1) + "\n"


def test_those_who_share_a_rank_say_from_where_to_where(client: Any, club: Club) -> None:
    cup = club.started(4)
    Tournament.objects.update(scoring={**cup.scoring, "tie_breaks": []})
    first = club.in_play(cup)[0]
    club.finish(first, 500, 300)
    names = {entry.pk: entry.name for entry in cup.entries.all()}
    lines = [line.split(",")[:5] for line in text_of(client, "standings.csv").splitlines()[1:]]
    others = sorted(pk for pk in names if pk != first.entries[0].pk)
    assert lines[0] == ["1", "1", "false", str(first.entries[0].pk), names[first.entries[0].pk]]
    assert sorted(lines[1:], key=lambda line: int(line[3])) == [
        ["2", "4", "true", str(pk), names[pk]] for pk in others
    ]


@pytest.mark.slow
def test_a_knock_out_gives_places_and_where_a_match_stands_in_the_bracket(
    client: Any, club: Club
) -> None:
    cup = club.started(4, format="knock_out")
    club.play_all(cup)
    names = list(cup.entries.order_by("seed_no").values_list("pk", "name"))
    assert text_of(client, "standings.csv") == rows(
        "rank,rank_to,shared,entry,name,points,played,won,drawn,lost,forfeits_won,forfeits_lost,"
        "byes,score_for,score_against,penalty,brought,by_bots",
        "1,1,false,{},{},,,,,,,,,,,,,".format(*names[0]),
        "2,2,false,{},{},,,,,,,,,,,,,".format(*names[1]),
        "3,4,true,{},{},,,,,,,,,,,,,".format(*names[2]),
        "3,4,true,{},{},,,,,,,,,,,,,".format(*names[3]),
    )
    document = json.loads(text_of(client, "standings.json"))
    assert document["tournament"]["winner"] == names[0][0]
    assert document["standings"][0] == {
        "rank": 1,
        "rank_to": 1,
        "shared": False,
        "entry": names[0][0],
        "name": names[0][1],
        "points": None,
        "played": None,
        "won": None,
        "drawn": None,
        "lost": None,
        "forfeits_won": None,
        "forfeits_lost": None,
        "byes": None,
        "score_for": None,
        "score_against": None,
        "penalty": None,
        "brought": None,
        "by_bots": None,
        "tie_breaks": {},
    }
    slots = [row["slot"] for row in json.loads(text_of(client, "pairings.json"))["pairings"]]
    assert slots == ["W1.1", "W1.2", "W2.1"]


def test_before_the_draw_there_are_entries_and_people_alone(client: Any, club: Club) -> None:
    cup = club.open(league=services.create_league(by=club.organizer, name="Autumn club"))
    for name in ("@ann", "+ben", "-cem", "dan"):
        services.join_league(league_id=cup.league_id, user=club.player(name))
    pair = club.enter_pair(cup, "@ann", "+ben")
    entering.enter(tournament_id=cup.pk, user=club.player("-cem"), alone=True)
    at_fixed_times(cup)
    assert text_of(client, "entries.csv") == rows(
        "entry,seed,name,player_1,player_2,status,rating,entered_at,checked_in_at,bot_accounts,by_name",
        f'{pair.pk},,"\'@ann & +ben","\'@ann","\'+ben",entered,,2030-05-04T18:30:00Z,,,',
        ',,"\'-cem","\'-cem",,waiting,,2030-05-04T18:30:00Z,,,',
    )
    document = json.loads(text_of(client, "entries.json"))
    assert document["tournament"] == head(league="autumn-club", status="registration")
    assert document["entries"][1] == {
        "entry": None,
        "seed": None,
        "name": "-cem",
        "players": ["-cem"],
        "status": "waiting",
        "rating": None,
        "entered_at": "2030-05-04T18:30:00Z",
        "checked_in_at": None,
        "bot_accounts": [],
        "by_name": [],
    }
    for what in ("pairings", "results", "standings"):
        assert json.loads(text_of(client, f"{what}.json"))[what] == []
        assert text_of(client, f"{what}.csv").count("\r\n") == 1


def test_pairs_who_left_before_the_start_are_no_entries(client: Any, club: Club) -> None:
    cup = club.with_entries(2)
    entering.withdraw(tournament_id=cup.pk, user=club.player("a1"))
    names = [row["name"] for row in json.loads(text_of(client, "entries.json"))["entries"]]
    assert names == ["a2 & b2"]
    assert Entry.objects.count() == 2


ADDRESSES = [f"{what}.{kind}" for what in TABLES for kind in ("csv", "json")] + ["calendar.ics"]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("address", ADDRESSES)
def test_feeds_show_nothing_that_pages_hide(client: Any, club: Club, address: str) -> None:
    club.tournament()
    league = services.create_league(by=club.organizer, name="Back room", is_public=False)
    club.open(name="Secret", league=league)
    paths = [f"/tournaments/{slug}/{address}" for slug in ("cup", "secret-xxxxx", "none")]
    answers = [client.get(path) for path in paths]
    assert [answer.status_code for answer in answers] == [404, 404, 404]
    # The page's frame has the time, the forms' secret and the way back after signing in; the rest is the same to the byte.
    passing = r'data-now="[^"]*"|"X-CSRFToken": "[^"]*"|name="csrfmiddlewaretoken" value="[^"]*"'
    said = {
        re.sub(passing, "", answer.content.decode()).replace(path, "")
        for path, answer in zip(paths, answers, strict=True)
    }
    assert len(said) == 1
    client.force_login(club.player("ben"))
    assert [client.get(path).status_code for path in paths] == [404, 404, 404]
    add(league, club.player("ben"))
    assert [client.get(path).status_code for path in paths] == [404, 200, 404]
    client.force_login(club.organizer)
    assert [client.get(path).status_code for path in paths] == [200, 200, 404]


@pytest.mark.parametrize("address", ["entries.xml", "secrets.csv", "entries", "entries.csv/"])
def test_there_are_no_other_feeds(client: Any, club: Club, address: str) -> None:
    club.open()
    assert client.get(f"/tournaments/cup/{address}").status_code == 404


@pytest.mark.parametrize("address", ADDRESSES)
def test_feeds_are_read_only(client: Any, club: Club, address: str) -> None:
    club.open()
    assert client.post(f"/tournaments/cup/{address}").status_code == 405


@pytest.mark.parametrize(
    ("address", "content_type"),
    [
        ("results.csv", "text/csv; charset=utf-8"),
        ("results.json", "application/json"),
        ("calendar.ics", "text/calendar; charset=utf-8"),
    ],
)
def test_a_current_copy_is_answered_with_304(
    client: Any, club: Club, address: str, content_type: str
) -> None:
    cup = club.started(2)
    path = f"/tournaments/cup/{address}"
    first = client.get(path)
    name = "cup.ics" if address == "calendar.ics" else f"cup-{address}"
    assert {
        key: first[key] for key in ("Content-Type", "Content-Disposition", "Cache-Control")
    } == {
        "Content-Type": content_type,
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "private, no-cache",
    }
    # Long answers are compressed for clients that accept it.
    assert set(first["Vary"].split(", ")) - {"Accept-Encoding"} == {"Accept-Language", "Cookie"}
    again = client.get(path, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    looked = client.head(path)
    assert (looked.status_code, looked.content, looked["ETag"]) == (200, b"", first["ETag"])
    club.play_all(cup)
    news = client.get(path, headers={"if-none-match": first["ETag"]})
    assert news.status_code == 200
    assert news["ETag"] != first["ETag"]


@pytest.mark.slow
@pytest.mark.parametrize("format_", ["round_robin", "swiss", "knock_out"])
def test_feeds_take_as_many_queries_for_many_as_for_few(
    client: Any, club: Club, format_: str, django_assert_max_num_queries: Any
) -> None:
    counts: list[dict[str, int]] = []
    for number in (2, 8):
        cup = club.started(number, name=f"Cup of {number}", format=format_)
        for match in club.in_play(cup):
            club.finish(match, 500, 300)
        club.people.clear()
        club.member = lambda username, base=club.member, n=number: base(f"{username}x{n}")
        counts.append({})
        for address in ADDRESSES:
            with django_assert_max_num_queries(16) as queries:
                client.get(f"/tournaments/cup-of-{number}/{address}")
            counts[-1][address] = len(queries)
    assert counts[0] == counts[1]
    assert Match.objects.count() > 1
