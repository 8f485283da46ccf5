"""Thinking times: what is measured of a game, what the statistic says, and the signal with its drawing."""

from collections import Counter
from datetime import timedelta

import pytest
from django.test import Client

from games.fair_play import pace, times
from games.fair_play.models import Pace
from games.fair_play.pace import AtTable, Compared, Time, at_table
from games.tables.models import Action, Table
from games.tables.replay.timeline import steps_of
from spades_site.common.clock import now
from tests.events.conftest import Club
from tests.fair_play.conftest import end_trust
from tests.tables.replay.test_records import played_out
from tournaments.events.models import MatchTable, Round, Tournament
from tournaments.fair_play import paces
from tournaments.fair_play.models import Signal
from tournaments.fair_play.signals import judge
from tournaments.leagues import services as leagues

NOTHING = (False, False, False)


def test_times_are_compared_within_a_table_and_quick_ones_are_alike() -> None:
    seconds = [(0.4, False), (2.0, False), (0.8, True), (3.0, True), (2.0, True)]
    found = at_table([Time(one, choice, (choice, False, not choice)) for one, choice in seconds])
    # 0.4 and 0.8 tie, so do 2 and 2: of six pairs half, 1, 1; 0, 1, half.
    assert found.choice == Compared(2, 3, 4.0)
    assert found.holding == (Compared(2, 0, 0), Compared(2, 0, 0), Compared(0, 2, 0))
    assert (found.quick, found.slow, round(found.spread, 3)) == (2, 3, 0.0)
    assert found.classes[0] == (1, 0, 0, 1, 0, 0, 0, 0, 0, 0)
    assert pace.share_of([found.choice, Compared(1, 2, 0.0)]) == 4 / 8
    assert pace.share_of([]) == 0.5


def table_of(share: float, spread: float, quick: int = 0) -> AtTable:
    """Return a table with 20 forced cards and 80 choices, which take longer in a share of pairs."""
    compared = Compared(20, 80, 1600 * share)
    held = Compared(10, 10, 100 * share)
    return AtTable(compared, (held,) * 3, quick, spread, ((2,) * 10,) * 8)


def test_regular_times_need_both_signs_and_enough_other_people() -> None:
    others = [0.3 + 0.002 * number for number in range(30)]
    bound = pace.least_spread(others)
    assert bound == pace.REGULAR
    assert pace.least_spread(others[: pace.PEOPLE - 1]) is None
    # Where some people are regular, nobody's times are unusual.
    spread = [0.05 * number for number in range(30)]
    assert (pace.least_spread(spread) or 0) < 0
    year = [table_of(0.5, 0.1)] * 100
    found = pace.regular(year, bound, 1)
    assert found is not None
    assert (found.tables, found.share) == (96, 0.5)
    assert pace.regular(year[:6], bound, 1) is None
    for other in (table_of(0.6, 0.1), table_of(0.5, 0.3), table_of(0.5, 0.1, quick=30)):
        assert pace.regular([other] * 100, bound, 1) is None


def test_times_that_go_with_a_holding_need_more_than_planning() -> None:
    told = pace.most_told([0.5] * pace.PEOPLE)
    assert told == pace.TOLD
    for share in (0.9, 0.1):
        assert pace.telling([table_of(share, 0.4)] * 12, 0, told, 1) is not None
    assert pace.telling([table_of(0.66, 0.4)] * 12, 0, told, 1) is None
    assert pace.telling([table_of(0.9, 0.4)] * 2, 0, told, 1) is None


@pytest.mark.slow
@pytest.mark.django_db
def test_of_a_match_only_what_people_followed_with_is_measured(member: object) -> None:
    ann = member("ann")  # type: ignore[operator]
    table = played_out(ann, max_hands=2)
    rows = list(table.actions.order_by("version"))
    start = rows[0].at
    for number, row in enumerate(rows):
        row.at = start + timedelta(seconds=2 * number)
    Action.objects.bulk_update(rows, ["at"])
    times.on_table_finished({"table": table.pk})
    assert not Pace.objects.exists()
    Table.objects.filter(pk=table.pk).update(kind=Table.Kind.MATCH)
    for _twice in range(2):
        times.on_table_finished({"table": table.pk})
    (row,) = Pace.objects.all()
    seat = table.seats.get(user=ann).index
    follows = Counter(
        len(state.legal) > 1
        for _hand, state, at, _text in steps_of(table)
        if at == seat and state.phase == "play" and state.trick and state.tricks_left > 1
    )
    found = times.pace_of(row)
    assert (row.user, row.quick, row.spread) == (ann, 0, 0.0)
    assert found.choice == Compared(
        follows[False], follows[True], follows[False] * follows[True] / 2
    )
    assert found.classes[0][3] == row.forced == follows[False]
    assert (times.forget_old(), Pace.objects.update(at=now() - times.KEPT * 2)) == (0, 1)
    assert times.forget_old() == 1


def stored(user: object, table: Table, found: AtTable) -> Pace:
    return Pace(
        table=table, user=user, forced=found.forced, quick=found.quick, spread=found.spread,
        compared=[found.choice, *found.holding], classes=found.classes, at=now(),
    )  # fmt: skip


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a single table be enough for a signal."""
    monkeypatch.setattr(pace, "LEAST", 20)
    monkeypatch.setattr(pace, "PER_PAIR", 1.0)
    monkeypatch.setattr(pace, "PER_SEASON", 20)


@pytest.mark.slow
@pytest.mark.django_db
def test_no_concern_holds_for_regular_times_and_for_all_holdings_apart(
    club: Club, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = club.started(4)
    match = club.in_play(cup)[0]
    ann = match.line_up.order_by("pk")[0].user
    club.finish(match, 500, 300)
    table = Table.objects.get(match_table__match=match)
    both = table_of(0.5, 0.1)._replace(holding=(Compared(10, 10, 95.0),) * 3)
    Pace.objects.bulk_create([
        stored(ann, table, both),
        *(stored(club.player(f"x{number}"), table, table_of(0.5, 0.35)) for number in range(20)),
    ])  # fmt: skip

    def sorts() -> list[str]:
        """Look at the tournament; returns the sorts of the signals about it, in the order in which they came."""
        paces.look_at(cup, paces.usual_shares())
        return [row.evidence["sort"] for row in Signal.objects.order_by("pk")]

    def harmless(sort: str) -> None:
        """See no concern in a signal, and forget the open ones."""
        row = Signal.objects.get(evidence__sort=sort)
        judge(signal_id=row.pk, by=club.organizer, decision="no_concern", note="A steady hand.")
        Signal.objects.filter(closed_at=None).delete()

    assert sorts() == ["regular", *pace.HOLDINGS]
    harmless("regular")
    assert sorts() == ["regular", *pace.HOLDINGS]
    harmless(pace.HOLDINGS[1])
    assert sorts() == ["regular", pace.HOLDINGS[1]]
    later = now().replace(month=1, day=2, year=now().year + 1)
    Pace.objects.update(at=later)
    monkeypatch.setattr(paces, "now", lambda: later)
    assert sorts() == ["regular", pace.HOLDINGS[1]]
    end_trust()
    assert sorts() == ["regular", pace.HOLDINGS[1], "regular", *pace.HOLDINGS]


@pytest.mark.slow
@pytest.mark.django_db
def test_a_person_as_regular_as_nobody_else_is_a_signal_with_its_drawing(
    club: Club, client: Client, soon: None
) -> None:
    league = leagues.create_league(by=club.organizer, name="Club")
    cup = club.started(4)
    Tournament.objects.update(league=league)
    match = club.in_play(cup)[0]
    ann, bob = (one.user for one in match.line_up.order_by("pk")[:2])
    club.finish(match, 500, 300)
    row = MatchTable.objects.select_related("table").get(match=match)
    rows = [stored(ann, row.table, table_of(0.5, 0.1)), stored(bob, row.table, table_of(0.8, 0.35))]
    rows += [
        stored(club.player(f"x{number}"), row.table, table_of(0.7, 0.35)) for number in range(20)
    ]
    Pace.objects.bulk_create(rows)
    Round.objects.filter(pk=match.round_id).update(status="done", finished_at=now())
    for _twice in range(2):
        paces.look_at_late_rounds()
    (signal,) = Signal.objects.all()
    assert [one.user for one in signal.people.all()] == [ann]
    assert (signal.league, signal.kind, signal.evidence["sort"]) == (league, "timing", "regular")
    client.force_login(club.organizer)
    page = client.get(signal.get_absolute_url()).content.decode()
    assert "20 times with one legal card, and 80 times with a choice" in page
    assert "within 10% of" in page
    assert page.count("<svg viewBox") == 2
    assert "10–14" in page
    assert row.table.public_id in page
    assert ann.get_username() in page
    # Once a bot account, always exempt.
    Signal.objects.all().delete()
    type(ann).objects.filter(pk=ann.pk).update(is_bot=True)
    paces.look_at_late_rounds()
    assert not Signal.objects.exists()
