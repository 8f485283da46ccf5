"""Results: from the table, then by the organizer's decision; every version is kept."""

from decimal import Decimal
from typing import Any

import pytest

from games.ratings.queries import ratings_of
from spades_site.common import outbox
from spades_site.common.errors import Refused
from tests.events.rows import rows_of
from tests.support.audited import entries_about
from tournaments.events import advance
from tournaments.events.actions import lifecycle
from tournaments.events.actions.decisions import decide_match, replay_match, version_of
from tournaments.events.models import Match, Status
from tournaments.events.scoring.ranking import standings_of

pytestmark = pytest.mark.django_db


def versions(match: Match) -> list[tuple[Any, ...]]:
    """Return a match's results as (version, current, kind, winner, points, by, reason)."""
    return [
        (r.version, r.current, r.kind, r.winner, r.points, str(r.by), r.reason)
        for r in match.results.select_related("by")
    ]


def test_a_table_s_result_is_written_down_whole(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.finish(match, 287, 511)
    result = match.results.get()
    match.refresh_from_db()
    assert (result.kind, result.winner, *result.points) == (
        "played",
        1,
        287,
        511,
    )
    assert ([side.bags for side in result.sides], result.hands, result.by) == ([7, 1], 2, None)
    assert (result.at, match.status) == (match.table.finished_at, Match.Status.DONE)


def test_an_abandoned_table_waits_for_the_organizer_s_word(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.abandon(match)
    match.refresh_from_db()
    cup.refresh_from_db()
    assert (match.status, cup.status, match.results.count()) == ("undecided", "running", 0)
    decide_match(match_id=match.pk, by=club.organizer, winner=1, reason="a1 left")
    cup.refresh_from_db()
    assert versions(match) == [(1, True, "forfeit", 1, (0, 0), "ann", "a1 left")]
    assert (cup.status, cup.winner) == (Status.FINISHED, match.entries[1])
    (entry,) = entries_about(match)
    assert (entry.verb, entry.reason, entry.actor) == ("match.decided", "a1 left", club.organizer)


def test_a_decision_ends_the_table_in_play(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    decide_match(match_id=match.pk, by=club.organizer, winner=0, reason="Never came")
    match.table.refresh_from_db()
    assert match.table.result == {"abandoned": "Never came"}
    outbox.deliver_due()
    assert versions(match) == [(1, True, "forfeit", 0, (0, 0), "ann", "Never came")]


def test_every_version_stays_and_the_winner_follows(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.finish(match, 500, 300)
    by = club.organizer

    def winner() -> Any:
        cup.refresh_from_db()
        return cup.winner

    assert winner() == match.entries[0]
    decide_match(match_id=match.pk, by=by, winner=1, verdict="forfeit", reason="Signals")
    assert winner() == match.entries[1]
    decide_match(match_id=match.pk, by=by, verdict="void", reason="Both did")
    assert winner() is None
    assert [(row.rank, row.points) for row in standings_of(cup)] == [(1, 0), (2, 0)]
    decide_match(match_id=match.pk, by=by, verdict="played", reason="Appeal upheld")
    assert winner() == match.entries[0]
    assert versions(match) == [
        (1, False, "played", 0, (500, 300), "None", ""),
        (2, False, "forfeit", 1, (0, 0), "ann", "Signals"),
        (3, False, "void", None, (0, 0), "ann", "Both did"),
        (4, True, "played", 0, (500, 300), "ann", "Appeal upheld"),
    ]


def test_the_same_word_again_writes_nothing(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    for _ in range(2):
        decide_match(match_id=match.pk, by=club.organizer, winner=0, reason="Never came")
    assert len(versions(match)) == 1


@pytest.mark.slow
def test_a_match_decided_before_its_round_is_not_played(club: Any) -> None:
    cup = club.started(4)
    later = cup.matches.filter(round__number=2).first()
    decide_match(match_id=later.pk, by=club.organizer, winner=None, reason="Both away")
    assert club.play_all(cup) == 5
    assert versions(later) == [(1, True, "forfeit", None, (0, 0), "ann", "Both away")]
    cup.refresh_from_db()
    assert cup.status == Status.FINISHED


def test_refusals_to_decide(club: Any) -> None:
    cup = club.started(3)
    (match,) = club.in_play(cup)
    bye = cup.matches.exclude(sides__index=1).first()
    by = club.organizer

    def code(**arguments: Any) -> str:
        before = rows_of(cup)
        with pytest.raises(Refused) as refusal:
            decide_match(**{"match_id": match.pk, "by": by, "reason": "Why"} | arguments)
        assert rows_of(cup) == before
        return refusal.value.code

    assert code(match_id=0) == "unknown_match"
    assert code(by=club.player("a1"), winner=0) == "not_arbiter"
    assert code(reason="  ", winner=0) == "reason_missing"
    assert code(match_id=bye.pk, winner=0) == "bye"
    assert code(winner=2) == "no_such_result"
    assert code(verdict="void", winner=0) == "no_such_result"
    assert code(verdict="bye") == "no_such_result"
    assert code(verdict="played") == "not_played"


def test_nothing_is_decided_in_a_cancelled_tournament(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    lifecycle.cancel_tournament(tournament_id=cup.pk, by=club.organizer)
    with pytest.raises(Refused) as refusal:
        decide_match(match_id=match.pk, by=club.organizer, winner=0, reason="Why")
    assert refusal.value.code == "not_under_way"


def ratings(club: Any) -> list[int]:
    """Return the four players' ratings."""
    users = [club.player(name).pk for name in ("a1", "b1", "a2", "b2")]
    found = ratings_of(users, "partnership")
    return [found[user] for user in users]


@pytest.mark.slow
def test_a_match_is_played_anew_at_a_fresh_table(club: Any) -> None:
    cup = club.started(4)
    match, other = club.in_play(cup)
    club.finish(match, 500, 300)
    match.refresh_from_db()
    old, by = match.table, club.organizer
    again = replay_match(match_id=match.pk, by=by, reason="Wrong rules explained")
    assert (again.status, again.table.status, again.table.pk != old.pk) == ("playing", "open", True)
    assert versions(match) == [(1, False, "played", 0, (500, 300), "None", "")]
    assert [row.played for row in standings_of(cup)] == [0, 0, 0, 0]
    advance.on_table_finished({"table": old.pk})
    assert len(versions(match)) == 1
    # Another organizer orders it as well, or the button is pressed twice.
    with pytest.raises(Refused) as refusal:
        replay_match(match_id=match.pk, by=by, reason="Wrong rules explained")
    assert refusal.value.code == "fresh_already"
    club.abandon(match)
    replay_match(match_id=match.pk, by=by, reason="The table broke")
    club.finish(match, 100, 300)
    assert versions(match)[1:] == [(2, True, "played", 1, (100, 300), "None", "")]
    club.finish(other, 500, 300)
    for call in (replay_match, decide_match):
        with pytest.raises(Refused) as refusal:
            call(match_id=match.pk, by=by, reason=" ")
        assert refusal.value.code == "reason_missing"
    with pytest.raises(Refused) as refusal:
        replay_match(match_id=match.pk, by=by, reason="Too late")
    assert refusal.value.code == "round_over"
    with pytest.raises(Refused) as refusal:
        replay_match(match_id=match.pk, by=club.player("a1"), reason="Mine")
    assert refusal.value.code == "not_arbiter"


def test_ratings_stay_whatever_the_organizer_decides(club: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    club.finish(match, 500, 300)
    moved = ratings(club)
    assert moved == (
        [1504, 1504, 1496, 1496] if match.entries[0].name == "a1 & b1" else [1496, 1496, 1504, 1504]
    )
    decide_match(match_id=match.pk, by=club.organizer, verdict="void", reason="Signals")
    assert ratings(club) == moved
    decide_match(match_id=match.pk, by=club.organizer, winner=1, reason="Appeal upheld")
    assert ratings(club) == moved


def test_what_was_decided_meanwhile_is_not_written_over_unseen(club: Any, client: Any) -> None:
    cup = club.started(4)
    match = club.in_play(cup)[0]
    word = {"match_id": match.pk, "by": club.organizer}
    assert version_of(match) == 0
    decide_match(**word, winner=0, reason="b1 left", expected_version=0)
    for call in (
        lambda: decide_match(**word, winner=1, reason="a1 left", expected_version=0),
        lambda: replay_match(**word, reason="Unclear", expected_version=0),
    ):
        with pytest.raises(Refused) as refusal:
            call()
        assert refusal.value.code == "stale"
    # The button pressed twice says the same.
    decide_match(**word, winner=0, reason="b1 left", expected_version=0)
    page = f"/organize/tournaments/cup/matches/{match.pk}/"
    client.force_login(club.organizer)
    assert 'name="expected_version" value="1"' in client.get(page).content.decode()
    said = {"verdict": "1", "reason": "a1 left"}
    late = client.post(page, {**said, "expected_version": "0"})
    assert late.status_code == 422
    assert "The result has changed since you looked at it." in late.content.decode()
    assert client.post(page, {**said, "expected_version": "1"}).status_code == 302
    assert [(row[0], row[3]) for row in versions(match)] == [(1, 0), (2, 1)]


@pytest.mark.slow
def test_matches_of_pairs_bring_victory_points_where_the_policy_has_a_spread(club: Any) -> None:
    with pytest.raises(Refused) as refused:
        club.tournament(scoring={"spread": 70})
    assert refused.value.errors == {  # type: ignore[attr-defined]
        "match_hands": ["Victory points need matches of a fixed number of hands. Enter the number."]
    }
    cup = club.started(3, scoring={"spread": 70}, match_hands=2, format="round_robin")
    (match,) = club.in_play(cup)
    club.finish(match, 300, 200)
    # 100 points after 2 hands: 2.5 · 70 · √2 = 247.49 would be 20 to 0.
    rows = {row.key: row.points for row in standings_of(cup)}
    first, second = (entry.pk for entry in match.entries)
    assert (rows[first], rows[second]) == (Decimal("15.79"), Decimal("4.21"))
    assert sorted(rows.values())[0] == 0
