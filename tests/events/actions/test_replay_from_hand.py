"""A table's game is played again from a hand on: earlier hands stay, the later ones are dealt afresh elsewhere."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games import engine
from games.engine.record import verify_record
from games.fairness.verify import verify_game
from games.ratings.models import RatedResult
from games.tables.game import rated
from games.tables.models import Table
from games.tables.replay.records import record_of
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from tests.events import shared
from tests.events.conftest import Club
from tests.events.teams import begun
from tournaments.events.actions import decisions
from tournaments.events.models import Match, MatchTable, TableScore

pytestmark = pytest.mark.django_db
RULES = engine.preset("cardgames_io", max_hands=3, target=None)


def again(club: Club, at: MatchTable, hand: int, **more: Any) -> MatchTable:
    ask: dict[str, Any] = {"by": club.organizer, "reason": "A card was exposed"}
    return decisions.replay_from_hand(at_id=at.pk, hand=hand, **(ask | more))


def code(act: Any) -> str:
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.code


def match_of(cup: Any) -> Match:
    return cup.matches.select_related("round__stage", "tournament").order_by("pk").first()


def hands_of(table: Table) -> Any:
    table.refresh_from_db()
    return engine.restore({**table.state, "rules": table.rules}).hand_results


@pytest.mark.slow
def test_the_hands_before_stay_and_the_others_are_dealt_afresh(
    club: Club, client: Client, monkeypatch: Any
) -> None:
    monkeypatch.setattr(rated, "LEAST_HANDS", 3)
    cup = club.started(4, rules=RULES, match_minutes=60)
    match = match_of(cup)
    old_table = shared.play(match)
    before = hands_of(old_table)
    (old,) = match_of(cup).counting
    version = decisions.version_of(match)
    assert (len(before), decisions.replayable_hands(old)) == (3, range(1, 4))
    assert code(lambda: again(club, old, 4)) == "no_such_hand"
    assert code(lambda: again(club, old, 3, expected_version=0)) == "stale"
    client.force_login(club.organizer)
    address = f"/organize/tournaments/{cup.slug}/tables/again/{old.pk}/"
    asked = {"hand": "3", "reason": "A card was exposed", "expected_version": str(version)}
    assert client.post(address, asked).status_code == 302
    match = match_of(cup)
    (new,) = match.counting
    table = new.table
    kept = {
        "totals": [side.total for side in before[1].sides],
        "bags": [side.bags_after for side in before[1].sides],
    }
    assert (match.status, decisions.version_of(match)) == ("playing", 0)
    assert (new.continues, new.hands_before, table.start) == (old, 2, kept)
    assert (table.rules["max_hands"], table.title) == (1, f"{cup.name} · 1.1 · 3–")
    assert table.commitment != old_table.commitment
    # The deal moves on as if nothing had happened; the time since that deal is given back.
    game = engine.restore({**old_table.state, "rules": old_table.rules})
    assert table.first_dealer == (game.first_dealer + 2) % 4
    assert table.last_hand_after is not None
    assert table.last_hand_after - now() <= timedelta(minutes=60)
    row = AuditEntry.objects.get(verb="match.replayed_from")
    assert (row.reason, row.data["hand"], row.data["tables"]) == ("A card was exposed", 3, [1, 2])
    assert (row.data["after"], row.data["score"]) == ({"result": None, "who": None}, kept["totals"])
    assert (old_table.rated, table.rated) == (True, False)
    assert hands_of(old_table) == before
    # Again: the old table doesn't count any more, and nothing is dealt at the new one.
    assert code(lambda: again(club, old, 3)) == "unknown_table"
    assert (code(lambda: again(club, new, 3)), decisions.replayable_hands(new)) == (
        "no_such_hand",
        range(3, 3),
    )

    table = shared.play(match)
    (last,) = hands_of(table)
    result = match.results.get(current=True)
    assert (result.hands, list(result.points)) == (3, [side.total for side in last.sides])
    assert [
        (side.total - carried) == side.points
        for side, carried in zip(last.sides, kept["totals"], strict=True)
    ] == [True, True]
    assert [score.hands for score in TableScore.objects.filter(table=new)] == [3, 3]
    # The game was rated as it ended the first time.
    assert [(one.table, one.is_void) for one in RatedResult.objects.all()] == [(old_table, False)]
    record = record_of(table)
    assert (record["start"], verify_record(record)["totals"]) == (kept, list(result.points))
    assert all(finding.ok for finding in verify_game(json.loads(json.dumps(record))))
    assert client.get(table.get_absolute_url() + "replay/").status_code == 200


def test_a_game_in_play_is_closed_and_played_again_from_its_first_hand(club: Club) -> None:
    cup = club.started(4, rules=RULES)
    match = match_of(cup)
    shared.come(match)
    (old,) = match_of(cup).counting
    assert decisions.replayable_hands(old) == range(1, 2)
    new = again(club, old, 1)
    old.table.refresh_from_db()
    assert (old.table.status, new.hands_before) == ("abandoned", 0)
    assert new.table.start == {"totals": [0, 0], "bags": [0, 0]}


@pytest.mark.slow
def test_where_others_play_the_same_cards_it_is_refused(club: Club) -> None:
    cup = begun(club)
    assert code(lambda: again(club, match_of(cup).counting[0], 1)) == "other_table"
    cup = shared.shared(club, 4)
    assert code(lambda: again(club, match_of(cup).counting[0], 1)) == "deals_known"


@pytest.mark.slow
def test_an_earlier_game_stays_once_the_next_one_has_begun(club: Club) -> None:
    cup = club.started(4, rules=RULES, best_of=3)
    match = match_of(cup)
    club.finish(match, 300, 200)
    first = match_of(cup).counting[0]
    assert code(lambda: again(club, first, 1)) == "later_game"
