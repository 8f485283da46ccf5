"""Problems of the day: every one is proven by the engine, answered once, rated, and gives nothing away."""

import json
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine import legal_actions, preset
from games.practice.daily import today
from games.problems import days, search, solving
from games.problems.models import Problem, ProblemAnswer, SearchedGame
from games.problems.position import YOU, Position, suits_rules
from games.tables.models import Action, SharedDeals, Table
from spades_site.accounts.guests import create_guest
from spades_site.common.clock import now
from spades_site.staff import health
from tests.tables.replay.test_replay import played

pytestmark = pytest.mark.django_db
FIRST = {row["key"]: row for row in json.loads(days.FIRST.read_text())}
WHOLE = {next(key for key in FIRST if key.endswith(kind)) for kind in ("bid", "play")}
"""Those of which every world is found again; of the others, the first two."""


@pytest.fixture
def bidding() -> Problem:
    """Today's bidding problem: a hand on which nil is by far the best bid."""
    days.choose_due()
    row = FIRST["bots:3:bid"]
    Problem.objects.filter(kind="bid").delete()
    return Problem.objects.create(**row, ready_at=now(), day=today())


def test_rules_that_problems_leave_out() -> None:
    assert suits_rules(preset("cardgames_io"))
    for house in ({"high_deuces": ("2D",)}, {"nil_pass": 1}, {"revoke": "penalised"}):
        assert not suits_rules(preset("cardgames_io", **house))


def answers_at(position: Position) -> set[str]:
    return set(legal_actions(position.state(), YOU))


@pytest.mark.sweep(1)
@pytest.mark.parametrize("key", FIRST)
def test_a_problem_that_comes_with_the_site_is_reached_and_its_worlds_are_found_again(
    key: str,
) -> None:
    row = FIRST[key]
    position = Position.stored(row["position"])
    assert position.to_dict() == row["position"]
    assert set(row["values"]) <= answers_at(position)
    assert row["played"] in answers_at(position)
    assert {len(worlds) for worlds in row["values"].values()} == {solving.WORLDS}
    found = solving.verdict(row["values"])
    assert solving.is_clear(found)
    assert search.first_rating(position, found.right) == row["millis"]
    upto = solving.WORLDS if key in WHOLE else 2
    again = solving.examined(position, {}, upto, search.dice_of(key))
    assert again == {answer: worlds[:upto] for answer, worlds in row["values"].items()}


def test_h1_a_world_keeps_what_the_player_knows_and_deals_the_rest(monkeypatch: Any) -> None:
    row = next(row for row in FIRST.values() if row["kind"] == "play")
    position = Position.stored(row["position"])
    states = position.states()
    hands = {
        tuple(solving._world(states, position, search.dice_of("x")(number)).hands)
        for number in range(20)
    }
    assert len(hands) > 5
    assert {held[YOU] for held in hands} == {states[-1].hands[YOU]}
    counts = [hand.bit_count() for hand in states[-1].hands]
    assert all([hand.bit_count() for hand in held] == counts for held in hands)


def test_a_game_that_cannot_be_read_is_set_aside_and_the_search_goes_on(
    member: Any, monkeypatch: Any, caplog: Any
) -> None:
    monkeypatch.setattr(search, "STOCK", 99)
    ann = member("ann")
    good, bad = played(ann), played(ann)
    Table.objects.filter(pk=bad.pk).update(finished_at=now() + timedelta(seconds=1))
    Action.objects.filter(table=bad, kind="play").update(text="play 1Z")
    monkeypatch.setattr(search, "_examine", lambda _problem: None)
    search.step()
    search.step()
    assert {one.source: one.failed for one in SearchedGame.objects.all()} == {
        bad.public_id: True, good.public_id: False,
    }  # fmt: skip
    said = [record.getMessage() for record in caplog.records if record.name == "spades.problems"]
    assert said == [f"problems: game {bad.public_id} can't be read and is set aside"]
    found = health._problems()
    assert (found.state, found.words) == (health.SOON, f"1 game couldn’t be read: {bad.public_id}")


def test_a_search_goes_on_from_where_it_was_and_takes_new_games_first(
    member: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(search, "STOCK", 99)
    monkeypatch.setattr(search, "_examine", lambda _problem: None)
    monkeypatch.setattr(search.candidates, "from_table", lambda _table: [])
    monkeypatch.setattr(search, "FEW", 0)
    cache.clear()
    ann, at = member("ann"), now()
    games = []
    for days_ago in (3, 0, 2):
        games.append(played(ann, hands=1))
        ended = at - timedelta(days=days_ago)
        Table.objects.filter(pk=games[-1].pk).update(started_at=ended, finished_at=ended)
    old, new, earlier = (game.public_id for game in games)

    def step() -> list[str]:
        search.step()
        return list(SearchedGame.objects.order_by("pk").values_list("source", flat=True))

    assert [step(), step(), step(), step()] == [
        [new], [new, earlier], [new, earlier, old], [new, earlier, old],
    ]  # fmt: skip
    latest = played(ann, hands=1).public_id
    assert step() == [new, earlier, old, latest]
    with CaptureQueriesContext(connection) as queries:
        search.step()
    # What was looked at isn't read again: only what ended since an hour ago, and before all that is recent.
    assert sum("finished_at" in each["sql"] for each in queries) == 2


@pytest.mark.slow
def test_problems_come_from_games_that_everybody_may_see_a_step_at_a_time(
    member: Any, client: Client, monkeypatch: Any
) -> None:
    monkeypatch.setattr(solving, "WORLDS", 2)
    monkeypatch.setattr(solving, "EARLY", 2)
    monkeypatch.setattr(solving, "is_clear", lambda found: True)
    monkeypatch.setattr(solving, "is_hopeless", lambda found, worlds: False)
    monkeypatch.setattr(search, "FEW", 0)
    ann = member("ann")
    shown, by_link, elsewhere = (played(ann, hands=2) for _table in range(3))
    Table.objects.filter(pk=by_link.pk).update(visibility="link")
    still_played = SharedDeals.objects.create(commitment="x", created_at=now())
    Table.objects.filter(pk=elsewhere.pk).update(deals=still_played)
    for _step in range(8):
        search.step()
    assert list(SearchedGame.objects.values_list("source", flat=True)) == [shown.public_id]
    found = {one.kind: one for one in Problem.objects.all()}
    assert {(one.table_id, one.worlds, bool(one.ready_at)) for one in found.values()} == {
        (shown.pk, 2, True)
    }
    assert "bid" in found
    days.choose_due()
    days.choose_due()
    # What people played goes before the problems that come with the site.
    todays = {one.kind: one for one in days.of_day(today())}
    assert todays["bid"].pk == found["bid"].pk
    assert todays["play"].table_id == (shown.pk if "play" in found else None)
    page = client.get("/problems/")
    assert [one for one, _right in page.context["todays"]] == list(todays.values())
    assert "from a club game" in page.content.decode()
    address = found["bid"].get_absolute_url()
    client.force_login(member("eve"))
    told = client.post(address, {"answer": found["bid"].played}).json()["solution"]
    step = len(found["bid"].position["actions"])
    assert told["replay"] == f"/play/t/{shown.public_id}/replay/#h{found['bid'].hand_no}s{step}"
    Table.objects.filter(pk=shown.pk).update(visibility="link")
    assert client.get(address).context["config"]["solution"]["replay"] == ""


def test_the_list_takes_as_many_queries_with_many_problems_as_with_few(
    bidding: Problem, member: Any, client: Client
) -> None:
    client.force_login(member("ann"))
    counts = []
    for days_ago in (1, 20):
        for back in range(days_ago):
            fields = {"kind": "bid", "day": today() - timedelta(days=1 + back)}
            if not Problem.objects.filter(**fields).exists():
                Problem.objects.create(
                    key=f"copy {back}", position=bidding.position, values=bidding.values,
                    played="nil", ready_at=now(), **fields,
                )  # fmt: skip
        with CaptureQueriesContext(connection) as made:
            page = client.get("/problems/")
        counts.append((len(page.context["earlier"]), len(made)))
    (few, at_first), (many, later) = counts
    assert (few, many) == (1, 20)
    assert later <= at_first


def test_an_answer_is_kept_once_and_rates_person_and_problem_alike(
    bidding: Problem, member: Any, client: Client
) -> None:
    ann = member("ann")
    client.force_login(ann)
    address = bidding.get_absolute_url()
    refused = client.post(address, {"answer": "bid 40"})
    assert (refused.status_code, ProblemAnswer.objects.count()) == (422, 0)
    first = client.post(address, {"answer": "nil"})
    assert first.status_code == 200
    assert (first.json()["solution"]["right"], first.json()["solution"]["rating"]) == (
        True,
        "Your rating in problems: 1512 (+12)",
    )
    bidding.refresh_from_db()
    row = ProblemAnswer.objects.get()
    assert (row.answer, row.right, row.before, row.after) == ("nil", True, 1500_000, 1511_865)
    assert (bidding.millis, bidding.games) == (1350_000 - 11_865, 1)
    again = client.post(address, {"answer": "nil"})
    other = client.post(address, {"answer": "bid 2"})
    assert (again.status_code, again.json()) == (200, first.json())
    assert other.status_code == 409
    assert other.json()["says"] == (
        "You have answered this problem before. Your first answer counts."
    )
    assert other.json()["solution"] == first.json()["solution"]
    assert list(ProblemAnswer.objects.values_list("answer", "after")) == [("nil", 1511_865)]
    assert Problem.objects.get(pk=bidding.pk).games == 1
    assert client.get("/problems/").context["rating"] == 1512
    # Somebody else's wrong answer is counted beside it.
    bob = Client()
    bob.force_login(member("bob"))
    told = bob.post(address, {"answer": "bid 2"}).json()["solution"]
    assert [(row["answer"], row["share"]) for row in told["rows"] if row["share"]] == [
        ("nil", 50),
        ("2", 50),
    ]
    assert not told["right"]
    assert ProblemAnswer.objects.get(user__username="bob").after < 1500_000


def test_a_visitors_answer_is_kept_in_the_session_and_carried_over_unrated(
    bidding: Problem, member: Any, client: Client
) -> None:
    Problem.objects.filter(pk=bidding.pk).update(day=today() - timedelta(days=1))
    address = bidding.get_absolute_url()
    assert client.post(address, {"answer": "bid 1"}).json()["solution"]["rating"] == ""
    assert client.post(address, {"answer": "nil"}).status_code == 409
    assert client.get("/problems/").context["earlier"][0] == (bidding, False)
    assert ProblemAnswer.objects.count() == 0
    client.force_login(member("ann"))
    row = ProblemAnswer.objects.get()
    assert (row.user.username, row.answer, row.right, row.after) == ("ann", "bid 1", False, None)
    assert client.post(address, {"answer": "nil"}).status_code == 409
    assert Problem.objects.get(pk=bidding.pk).games == 0


def test_e1_nobody_sees_todays_solution_before_their_only_answer(
    bidding: Problem, member: Any, client: Client
) -> None:
    address = bidding.get_absolute_url()
    guest = Client()
    guest.force_login(create_guest())
    for stranger in (client, guest):
        told = stranger.post(address, {"answer": "nil"})
        assert (told.status_code, set(told.json())) == (422, {"says"})
        assert told.json()["says"].startswith("Today’s problems are for members")
        assert stranger.get(address).context["config"]["solution"] is None
    assert (ProblemAnswer.objects.count(), client.session.get("problems")) == (0, None)
    client.force_login(member("ann"))
    assert client.get(address).context["config"]["solution"] is None
    assert client.post(address, {"answer": "bid 2"}).json()["solution"]["right"] is False
    assert client.post(address, {"answer": "nil"}).status_code == 409


def test_e1_after_the_day_everybody_answers_and_nothing_is_rated(
    bidding: Problem, member: Any, client: Client
) -> None:
    Problem.objects.filter(pk=bidding.pk).update(day=today() - timedelta(days=1))
    client.force_login(member("ann"))
    solved = client.post(bidding.get_absolute_url(), {"answer": "nil"}).json()["solution"]
    assert (solved["right"], solved["rating"]) == (True, "")
    assert ProblemAnswer.objects.get().after is None


def test_h1_a_problem_shows_no_hidden_card_before_the_answer_and_tomorrows_isnt_there(
    bidding: Problem, client: Client, hands: Any
) -> None:
    for problem in days.of_day(today()):
        state = Position.stored(problem.position).state()
        page = client.get(problem.get_absolute_url())
        config = json.dumps(page.context["config"]["moment"]["frames"])
        for seat in range(1, 4):
            held = Position.stored(problem.position).to_dict()["hands"][seat].split()
            still = [name for name in held if name in _names(state.hands[seat])]
            assert not [name for name in still if f'"{name}"' in config]
        assert page.context["config"]["solution"] is None
    tomorrow = today() + timedelta(days=1)
    midnight = datetime.combine(tomorrow, time(), UTC)
    hands.forward((midnight - days.AHEAD - now()).total_seconds() + 1)
    days.choose_due()
    tomorrows = days.of_day(tomorrow)
    assert len(tomorrows) == 2
    assert client.get(tomorrows[0].get_absolute_url()).status_code == 404
    hands.forward(days.AHEAD.total_seconds())
    page = client.get("/problems/")
    assert [one for one, _right in page.context["todays"]] == tomorrows
    assert bidding in [one for one, _right in page.context["earlier"]]


def _names(hand: int) -> set[str]:
    from games.engine.cards import NAMES, cards_of

    return {NAMES[card] for card in cards_of(hand)}
