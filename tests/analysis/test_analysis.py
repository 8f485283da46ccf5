"""What is found in finished games, who sees it, and that it survives whatever happens meanwhile."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import engine
from games.analysis import par, plays, services, study
from games.analysis.models import AnalysedHand, Analysis, PlaysExamined
from games.analysis.study import Hand
from games.analysis.words import bid_row, play_words
from games.bots.levels import RELAXED
from games.tables.models import SharedDeals, Table
from spades_site.common import outbox
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.server import background
from tests.support.crashes import crash_everywhere, everything
from tests.tables.playing import play_on, seated
from tools.bench.analysis import MOST_RATE, findings

Sent = list[tuple[Any, ...]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """The jobs that are sent to the bots' queue, which takes them."""
    jobs: Sent = []
    monkeypatch.setattr(background, "takes_jobs", lambda: True)
    monkeypatch.setattr(background, "send", lambda name, *args, **how: jobs.append((name, *args)))
    return jobs


@pytest.fixture
def four(member: Callable[..., Any]) -> list[Any]:
    return [member(name) for name in ("ann", "bob", "cy", "di")]


def game(people: list[Any], **terms: Any) -> Table:
    return play_on(seated(people, **{"max_hands": 2, **terms}), people)


def page(table: Table, user: Any = None) -> Any:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.get(reverse("table_analysis", args=[table.public_id]))


def api(table: Table) -> Any:
    return Client().get(f"/api/v1/games/{table.public_id}/analysis")


# ---- a hand


@pytest.mark.slow
def test_a_hand_is_studied_whole() -> None:
    found = study.study(_hand())
    assert [(bid["seat"], bid["bid"], bid["tricks"]) for bid in found["bids"]] == [
        (1, "bid 3", 0), (2, "bid 3", 2), (3, "bid 3", 5), (0, "bid 3", 6),
    ]  # fmt: skip
    worth = {"worth": 2.8, "spades": 1.2, "high": 0.9, "ruffs": 0.0}
    assert {key: found["bids"][0][key] for key in worth} == worth
    assert (found["points"], found["decisions"], found["searched"]) == (
        [62, -60],
        [11, 9, 10, 9],
        True,
    )
    assert found["open"] == [{"step": 27, "seat": 3, "card": "8D", "better": "8S", "cost": 93.0}]
    assert found["start"] == {"step": 24, "worth": 9.0, "end": 102.0}
    worst = max(found["plays"], key=lambda play: play["cost"])
    assert [worst[key] for key in ("step", "seat", "card", "better")] == [31, 3, "3D", "AD"]
    assert worst["facts"] == [{"code": "could_win", "seat": 2, "suit": 1}]
    assert [reason["code"] for reason in worst["reasons"]] == [
        "contract",
        "their_contract",
    ]
    assert all(
        play["cost"] > 3 and play["cost"] > 2 * play["error"] - 0.2 for play in found["plays"]
    )
    assert [len(side) for side in found["par"]] == [3, 3]
    assert study.study(_hand()) == found


@pytest.mark.slow
def test_costs_of_an_ending_add_up_to_what_became_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "LEAST", 0.001)
    found = study.study(_hand())
    start = found["start"]
    costs = sum((1 if play["seat"] % 2 else -1) * play["cost"] for play in found["open"])
    assert start["worth"] + costs == pytest.approx(start["end"])


# ---- a game


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_finished_game_is_analysed_once_and_marked_in_its_replay(
    four: list[Any], sent: Sent
) -> None:
    table = game(four)
    for _delivery in range(2):
        outbox.hand_over("table.finished", {"table": table.pk})
    assert sent == [(services.JOB, table.pk, 1), (services.JOB, table.pk, 2)]
    assert "0 of 2 hands so far" in page(table).content.decode()
    assert api(table).json() == {"status": "under_way", "hands": []}
    services.analyse(table.pk)
    analysis = Analysis.objects.get(table=table)
    assert analysis.done_at is not None
    assert (analysis.searched, analysis.due_at) == (True, None)
    hands = [row.found for row in AnalysedHand.objects.order_by("number")]
    examined = PlaysExamined.objects.order_by("seat")
    assert [(row.user, row.decisions, row.costly) for row in examined] == [
        (
            user,
            sum(hand["decisions"][seat] for hand in hands),
            sum(play["seat"] == seat for hand in hands for play in hand["plays"]),
        )
        for seat, user in enumerate(four)
    ]
    PlaysExamined.objects.filter(user=four[0]).update(decisions=200, costly=7)
    client = Client()
    client.force_login(four[0])
    address = reverse("statistics", args=["ann"])
    assert client.get(address).context["accuracy"].percent == 96.5
    PlaysExamined.objects.filter(user=four[0]).update(decisions=199)
    assert "199 of the 200 free choices" in client.get(address).content.decode()
    assert "accuracy" not in Client().get(address).context
    marks = Client().get(reverse("table_replay", args=[table.public_id])).context["config"]["marks"]
    costly = ("step", "seat", "card", "better", "cost", "error")
    places = {
        (number, play["step"] + 1): "open"
        if play in hand["open"]
        else "some"
        if play["cost"] < 20
        else "much"
        for number, hand in enumerate(hands, 1)
        for play in [*hand["open"], *hand["plays"]]
    }
    assert {(hand, step): kind for hand, step, kind, _text in marks} == places
    assert [mark[:2] for mark in marks] == [list(place) for place in sorted(places)]
    before = everything()
    services.analyse_hand(table.pk, 1)
    services.analyse_hand(table.pk, 3)
    services.send_again()
    assert everything() == before
    shown = page(table)
    assert [hand["number"] for hand in shown.context["hands"]] == [1, 2]
    how = " ".join(shown.content.decode().split())
    assert "the better one in 2,560 other deals" in how
    assert f"the same cards {par.GAMES} times" in how
    assert [len(hand["plays"]) for hand in shown.context["hands"]] == [len(hand["plays"]) for hand in hands]  # fmt: skip
    told = api(table).json()
    found = [[{key: play[key] for key in costly} for play in hand["plays"]] for hand in hands]
    assert (told["status"], [hand["plays"] for hand in told["hands"]]) == ("done", found)
    assert [[side["mean"] for side in hand["par"]] for hand in told["hands"]] == [
        [side[0] for side in hand["par"]] for hand in hands
    ]


@pytest.mark.django_db(transaction=True)
def test_means_have_a_decimal_and_shares_have_none() -> None:
    reasons = [
        {"code": "bags", "side": 0, "seat": 0, "better": 1.0, "played": 1.6},
        {"code": "contract", "side": 0, "seat": 0, "better": 67, "played": 59},
    ]
    play = {"card": "4D", "better": "9S", "facts": [], "reasons": reasons}
    assert plain(play_words(play, ["ann"], ["ann & cy"])) == (
        "ann & cy take 1.0 bags on average after the 9♠, 1.6 after the 4♦. "
        "ann & cy make their contract in 67 of 100 deals after the 9♠, in 59 after the 4♦."
    )
    bid = {"seat": 0, "bid": "bid 3", "tricks": 2, "worth": 3}
    assert bid_row(bid, ["ann"])["worth"] == "3.0"


def plain(text: str) -> str:
    """Return a text without the sign that keeps suits from being drawn as pictures."""
    return text.replace("\ufe0e", "")


@pytest.mark.slow
def test_an_analysis_survives_a_crash_after_every_statement(four: list[Any], sent: Sent) -> None:
    table = game(four, max_hands=1)
    services.ask(table_id=table.pk)
    found = study.study
    kept: dict[str, Any] = {}

    def once(hand: Hand) -> dict[str, Any]:
        return kept.setdefault(hand.key, found(hand))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "study", once)
        assert crash_everywhere(lambda: services.analyse_hand(table.pk, 1)) == 3
    assert Analysis.objects.get(table=table).done_at is not None
    assert (AnalysedHand.objects.count(), PlaysExamined.objects.count()) == (1, 4)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_jobs_that_got_lost_are_sent_again_less_and_less_often(
    four: list[Any], sent: Sent, hands: Any
) -> None:
    table = game(four, max_hands=1)
    services.ask(table_id=table.pk)
    times = []
    for minute in range(600):
        before = len(sent)
        services.send_again()
        if len(sent) > before:
            times.append(minute)
        hands.forward(60)
    assert times == [2, 6, 14, 30, 62, 126, 254]
    given_up = page(table).content.decode()
    assert ("couldn’t be analysed" in given_up, "Analyse again" in given_up) == (True, True)
    assert api(table).json()["status"] == "given_up"
    before = len(sent)
    services.ask(table_id=table.pk)
    assert sent[before:] == [(services.JOB, table.pk, 1)]
    hands.forward(120)
    services.send_again()
    assert len(sent) == before + 2
    services.analyse(table.pk)
    assert page(table).context["can_ask"] is False


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_what_cannot_be_analysed_is_refused_in_words(four: list[Any], sent: Sent) -> None:
    running = seated(four)
    with pytest.raises(Refused, match="once it has been played to its end") as refusal:
        services.ask(table_id=running.pk)
    assert refusal.value.code == "no_analysis"
    assert page(running).status_code == 302
    outbox.hand_over("table.finished", {"table": running.pk})
    services.analyse_hand(running.pk, 1)
    assert not Analysis.objects.exists()
    table = game(four, max_hands=1)
    services.ask(table_id=table.pk)
    with pytest.raises(Refused, match="has been analysed, or is being analysed"):
        services.ask(table_id=table.pk)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_game_of_which_only_the_bids_were_examined_is_analysed_again(
    four: list[Any], sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = game(four, max_hands=1)
    services.ask(table_id=table.pk)
    services.analyse(table.pk)
    # As a site without the bots' search left it.
    Analysis.objects.update(searched=False)
    unsearched = page(table, four[0]).content.decode()
    assert ("Analyse again" in unsearched, "At a glance" in unsearched) == (True, False)
    services.ask(table_id=table.pk)
    services.analyse(table.pk)
    assert Analysis.objects.get(table=table).searched
    monkeypatch.setattr(background, "takes_jobs", lambda: False)
    with pytest.raises(Refused, match="queue for it is off"):
        services.ask(table_id=table.pk)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_an_analysis_is_hidden_as_its_replay_is(four: list[Any], sent: Sent) -> None:
    table = game(four, max_hands=1)
    services.ask(table_id=table.pk)
    services.analyse(table.pk)
    assert page(table).status_code == 200
    Table.objects.filter(pk=table.pk).update(visibility="league", ref="league:0")
    assert (page(table).status_code, api(table).status_code) == (404, 404)
    assert page(table, four[0]).status_code == 200
    deals = table.deals or _shared(table)
    assert page(table, four[0]).status_code == 302
    Table.objects.filter(pk=table.pk).update(visibility="open", ref="")
    assert api(table).status_code == 404
    Table.objects.filter(pk=table.pk).update(visibility="league", ref="league:0")
    assert Client().post(reverse("table_analysis_ask", args=[table.public_id])).status_code == 404
    with pytest.raises(Refused, match="played to its end"):
        services.ask(table_id=table.pk)
    deals.opened_at = now()
    deals.save()
    assert page(table, four[0]).status_code == 200


def _shared(table: Table) -> Any:
    """Have a table share its deals with others, at which they are still being played."""
    deals = SharedDeals.objects.create(commitment="c", created_at=now())
    Table.objects.filter(pk=table.pk).update(deals=deals)
    return deals


def _hand() -> Hand:
    """A hand that four people bid alike and play at random."""
    dice = random.Random(17)
    rules = engine.preset("cardgames_io")
    state = engine.new_game(rules, first_dealer=0)
    state.deal(tuple(dice.sample(rules.pack, 52)))
    dealt, actions = state.copy(), []
    while state.phase in ("bid", "play"):
        code = 67 if state.phase == "bid" else dice.choice(state.legal)
        actions.append((state.turn, code))
        state.act(code)
    return Hand(dealt, actions, range(len(actions)), "a hand")


# ---- how far findings can be trusted


@pytest.mark.slow
def test_costly_cards_are_confirmed_by_a_much_larger_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(study, "par", lambda *_given: [])
    monkeypatch.setattr(study, "_endings", lambda *_given: {})
    found = list(findings("cardgames_io", RELAXED, range(7)))
    assert len(found) >= 20
    assert sum(each.reference < plays.LEAST for each in found) <= MOST_RATE * len(found)
    assert min(each.reference for each in found) > 0
