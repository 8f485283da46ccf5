"""What is counted of games, what follows from it, and who sees it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import engine
from games.engine.record import verify_record
from games.fairness.verify import verify_game
from games.statistics import achievements, figures
from games.statistics.achievements import BEHIND, KINDS, award, award_again, award_honours, reached
from games.statistics.counting import count_table
from games.statistics.models import Achievement, GamePlayed, HandPlayed
from games.tables import services
from games.tables.game import refolding
from games.tables.models import Action, Table
from spades_site.common import outbox
from spades_site.common.clock import now
from spades_site.notices.models import Notice
from tests.tables.playing import act, play_on, seated, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_averages() -> None:
    cache.delete("statistics-of-everybody")


@pytest.fixture
def four(member: Callable[..., Any]) -> list[Any]:
    return [member(name) for name in ("ann", "bob", "cy", "di")]


def game(people: list[Any], **rules: Any) -> Table:
    """A game that four people play to its end."""
    return play_on(seated(people, **{"max_hands": 2, **rules}), people)


def counted(
    user: Any, *hands: tuple[int | None, int, int], table: Table, **fields: Any
) -> GamePlayed:
    """A counted game with these hands: the bid, the tricks and the side's contract, which is made."""
    played = GamePlayed.objects.create(
        **{
            "user": user, "table": table, "seat": 0, "won": True, "hands": len(hands), "sets": 0, "behind": 0, "ended_at": now(),
            **fields,
        }
    )  # fmt: skip
    for number, (bid, tricks, contract) in enumerate(hands, 1):
        HandPlayed.objects.create(
            game=played, number=number, bid=bid, blind=False, tricks=tricks, contract=contract,
            made=bool(contract) or None, bags=1,
        )  # fmt: skip
    return played


@pytest.mark.slow
def test_a_finished_game_is_counted_once_for_everybody_from_its_log(four: list[Any]) -> None:
    table = game(four)
    for _delivery in range(2):
        outbox.hand_over("table.finished", {"table": table.pk})
    state = state_of(table)
    log = Action.objects.filter(table=table, kind="play").exclude(text__startswith="play")
    said = {(row.hand_no, row.seat): row.text for row in log}
    assert GamePlayed.objects.count() == 4
    for one in GamePlayed.objects.order_by("seat"):
        seat, side = one.seat, one.seat % 2
        assert (one.user, one.partner) == (four[seat], four[(seat + 2) % 4])
        assert one.won == (seat in state.result.winners and len(state.result.winners) == 2)
        behind = [
            hand.sides[1 - side].total - hand.sides[side].total for hand in state.hand_results
        ]
        assert (one.hands, one.behind) == (2, max(0, *behind))
        for hand in one.played.order_by("number"):
            result = state.hand_results[hand.number - 1]
            bids = [said[hand.number, each] for each in (seat, (seat + 2) % 4)]
            numbers = [int(text[4:]) if text.startswith("bid") else 0 for text in bids]
            made = {"contract": True, "set": False}
            codes = [made[line.code] for line in result.sides[side].lines if line.code in made]
            assert (hand.bid, hand.contract, hand.blind) == (numbers[0], sum(numbers), False)
            assert hand.tricks == result.tricks[seat]
            assert [hand.made] == (codes or [None])
            assert hand.bags == result.sides[side].bags
    before = list(HandPlayed.objects.order_by("pk").values())
    call_command("recompute_statistics")
    assert list(HandPlayed.objects.order_by("pk").values()) == before


@pytest.mark.slow
def test_a_contract_bid_together_counts_for_both_partners_and_a_nil_for_its_own(
    four: list[Any],
) -> None:
    table = seated(four, max_hands=1, bid_by="side")
    first = state_of(table).turn
    one, other = (first, (first + 2) % 4), ((first + 1) % 4, (first + 3) % 4)
    # The first opener bids nil and the closer 1 beside it; then the others open with 1 and close with 2.
    for seat, choice in ((one[0], -1), (one[1], 0), (other[0], 0), (other[1], 1)):
        act(table, four[seat], choice=choice)
    table = play_on(table, four)
    count_table(table.pk)
    result = state_of(table).hand_results[0]
    rows = {
        row.game.seat: (row.bid, row.contract, row.blind, row.tricks)
        for row in HandPlayed.objects.select_related("game")
    }
    tricks = result.tricks
    assert rows == {
        one[0]: (0, 1, False, tricks[one[0]]),
        one[1]: (None, 1, False, tricks[one[1]]),
        other[0]: (None, 2, False, tricks[other[0]]),
        other[1]: (None, 2, False, tricks[other[1]]),
    }
    assert figures.bids(HandPlayed.objects.all()) == {0: 1}
    assert figures.figures(HandPlayed.objects.all()).contracts == 4
    assert "first_nil" not in reached(four[one[1]])


@pytest.mark.slow
def test_hands_that_were_thrown_in_count_for_nothing_and_the_game_is_read_everywhere(
    four: list[Any], client: Client
) -> None:
    """Three hands thrown in by their bids, and then the one that counts."""
    table = game(four, max_hands=1, throw_in_below=11)
    count_table(table.pk)
    assert [bool(one.shown) for one in state_of(table).hand_results] == [True, True, True, False]
    assert set(GamePlayed.objects.values_list("hands", flat=True)) == {1}
    assert list(HandPlayed.objects.values_list("number", flat=True)) == [4] * 4
    record = services.record_of(table)
    assert verify_record(record) == record["result"]
    assert {finding.ok for finding in verify_game(record)} == {True}
    assert refolding.difference(table) == ""
    page = client.get(f"/play/t/{table.public_id}/replay/")
    numbers = [hand["title"] for hand in page.context["hands"]]
    assert numbers == ["Hand 1, thrown in"] * 3 + ["Hand 1"]


@pytest.mark.slow
def test_bots_and_solo_games_arent_counted(four: list[Any]) -> None:
    with_bots = game(four[:1])
    solo = game(four, preset="bicycle_4")
    for table in (with_bots, solo):
        count_table(table.pk)
    assert list(GamePlayed.objects.values_list("user__username", "partner")) == [("ann", None)]


@pytest.mark.slow
def test_achievements_follow_from_the_hands_and_are_told_once(four: list[Any]) -> None:
    ann, bob, _cy, _di = four
    first, second = game(four), game(four)
    # A number that is the side’s alone ends no row of exact bids.
    counted(ann, *[(3, 3, 6)] * 4, (None, 4, 6), (0, 0, 11), table=first, behind=BEHIND)
    counted(ann, *[(3, 4, 6)] * 5, table=second, ended_at=now() + timedelta(seconds=1))
    found = {kind: table for kind, (_at, table) in reached(ann).items()}
    assert found == {
        "first_nil": first.pk,
        "exact_five": first.pk,
        "big_contract": first.pk,
        "comeback": first.pk,
        "never_set": first.pk,
        "ten_contracts": second.pk,
    }
    for _time in range(2):
        award(ann)
    assert set(Achievement.objects.values_list("user__username", "kind")) == {
        ("ann", kind) for kind in found
    }
    assert Notice.objects.filter(kind="achievement").count() == len(found)
    GamePlayed.objects.filter(table=first).delete()
    award_again(ann)
    assert set(Achievement.objects.values_list("kind", flat=True)) == {"never_set"}
    assert reached(bob) == {}


def test_what_is_reached_beyond_single_games_comes_from_other_apps(
    four: list[Any], monkeypatch: Any
) -> None:
    ann, bob, *_rest = four
    at = now()
    monkeypatch.setattr(
        achievements,
        "_honours",
        {"tests": lambda person: [(ann.pk, "tournament", at), (bob.pk, "season", at)]},
    )
    for _time in range(2):
        award_honours()
    assert list(Achievement.objects.order_by("pk").values_list("user", "kind", "at")) == [
        (ann.pk, "tournament", at),
        (bob.pk, "season", at),
    ]


@pytest.mark.slow
def test_the_pages_show_figures_beside_everybodys_in_constant_queries(
    four: list[Any], client: Client
) -> None:
    ann, bob, cy, _di = four
    tables = [game(four) for _table in range(3)]
    for table in tables:
        counted(ann, *[(3, 3, 6)] * 15, (0, 0, 5), table=table, partner=cy)
    counted(bob, (4, 2, 8), table=tables[0])
    HandPlayed.objects.filter(game__user=bob).update(made=False)
    with CaptureQueriesContext(
        connection,
    ) as few:
        page = client.get("/people/ann/statistics/")
    own, everybody = page.context["own"], page.context["everybody"]
    assert (own.hands, own.made_percent, own.nils, own.nils_kept_percent, own.bid) == (
        48, 100, 3, 100, 3,
    )  # fmt: skip
    assert (everybody.hands, everybody.contracts - everybody.made) == (49, 1)
    assert [(user, each.hands) for user, each in page.context["partners"]] == [(cy, 48)]
    assert [seat for seat, _each in page.context["seats"]] == [1]
    assert [bar["mine"] for bar in page.context["bars"]["bars"]][:4] == [6, 0, 0, 94]
    assert len(page.context["line"]["points"]) == 2
    counted(ann, *[(2, 2, 6)] * 60, table=game(four), partner=bob)
    with CaptureQueriesContext(connection) as many:
        assert client.get("/people/ann/statistics/").context["own"].hands == 108
    assert len(many) <= len(few)
    award(ann)
    profile = client.get("/people/ann/").content.decode()
    assert "First nil kept" in profile
    assert f"/play/t/{tables[0].public_id}/replay/" in profile
    # What a viewer may not see isn't counted for them, and isn't linked.
    Table.objects.update(visibility="link")
    assert client.get("/people/ann/statistics/").context["own"].hands == 0
    profile = client.get("/people/ann/").content.decode()
    assert "First nil kept" in profile
    assert f"/play/t/{tables[0].public_id}/replay/" not in profile


def test_every_kind_can_be_shown_and_has_no_double() -> None:
    assert len({kind.code for kind in KINDS}) == len(KINDS) == 10
    assert figures.Figures().made_percent is None
    assert engine.preset("cardgames_io").sides == "partners"
