"""Undoing a decision: the earlier result counts again as a new version, with ratings and winner; nothing is lost."""

from typing import Any

import pytest

from games.ratings.models import RatedResult, Rating
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from tests.events.conftest import Club
from tournaments.events.actions import decisions
from tournaments.events.models import Match

pytestmark = pytest.mark.django_db


def code_of(call: Any, **values: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(**values)
    return refused.value.code


def versions(match: Match) -> list[tuple[int, str, tuple[int, ...], bool]]:
    """Return the match's results: version, kind, points, and whether it counts."""
    rows = match.results.order_by("version")
    return [(row.version, row.kind, row.points, row.current) for row in rows]


@pytest.mark.slow
def test_the_last_decision_is_undone_and_what_follows_from_it(club: Club) -> None:
    cup = club.started(2, format="round_robin")
    (match,) = club.in_play(cup)
    club.finish(match, 500, 100)
    cup.refresh_from_db()
    winner = cup.winner
    ask: dict[str, Any] = {"match_id": match.pk, "by": club.organizer}
    assert code_of(decisions.undo_decision, **ask, reason="x", expected_version=1) == (
        "nothing_to_undo"
    )
    decisions.decide_match(winner=1, reason="They cheated", **ask)
    cup.refresh_from_db()
    assert cup.winner == match.entries[1] != winner
    assert [row.is_void for row in RatedResult.objects.all()] == [False]
    for _again in range(2):
        decisions.undo_decision(**ask, reason="They did not", expected_version=2)
    cup.refresh_from_db()
    assert cup.winner == winner
    assert [row.is_void for row in RatedResult.objects.all()] == [False]
    assert versions(match) == [
        (1, "played", (500, 100), False),
        (2, "forfeit", (0, 0), False),
        (3, "played", (500, 100), True),
    ]
    (row,) = AuditEntry.objects.filter(verb="match.decision_undone")
    assert (row.reason, row.data["version"]) == ("They did not", 3)
    assert row.data["before"] != row.data["after"]
    stranger = club.player("a1")
    assert code_of(
        decisions.undo_decision, match_id=match.pk, by=stranger, reason="x", expected_version=3
    ) == "not_arbiter"  # fmt: skip


@pytest.mark.slow
def test_a_decision_after_a_replay_or_another_decision_is_not_undone_blindly(club: Club) -> None:
    match, _other = club.in_play(club.started(4))
    club.finish(match, 500, 100)
    ask: dict[str, Any] = {"match_id": match.pk, "by": club.organizer, "reason": "x"}
    decisions.decide_match(winner=1, **ask)
    decisions.decide_match(verdict=decisions.Verdict.VOID, **ask)
    assert code_of(decisions.undo_decision, **ask, expected_version=2) == "stale"
    decisions.replay_match(**ask)
    assert code_of(decisions.undo_decision, **ask, expected_version=3) == "nothing_to_undo"
    decisions.decide_match(winner=0, **ask)
    assert code_of(decisions.undo_decision, **ask, expected_version=4) == "nothing_to_undo"


@pytest.mark.slow
def test_the_page_shows_before_and_after_and_undoes_in_a_press(client: Any, club: Club) -> None:
    client.force_login(club.organizer)
    match, _other = club.in_play(club.started(4))
    club.finish(match, 500, 100)
    page = f"/organize/tournaments/{match.tournament.slug}/matches/{match.pk}/"
    assert "undo/" not in client.get(page).content.decode()
    client.post(page, {"verdict": "1", "reason": "They cheated", "expected_version": "1"})
    shown = client.get(page).content.decode().partition('id="undo"')[2].partition("</section>")[0]
    assert "win by forfeit" in shown.partition("Afterwards")[0]
    assert "500 : 100" in shown.partition("Afterwards")[2]
    answer = client.post(page + "undo/", {"reason": "They did not", "expected_version": "2"})
    assert answer.status_code == 302
    assert versions(match)[-1] == (3, "played", (500, 100), True)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("own_match", [True, False])
@pytest.mark.parametrize("how", ["forfeit", "void", "score", "replay"])
def test_e1_a_decision_changes_no_rating(club: Club, how: str, own_match: bool) -> None:
    """An organizer may be the second account of who lost, or who lost."""
    if own_match:
        club.people["a1"] = club.organizer
    cup = club.started(4, format="round_robin")
    friend = club.player("a1").username
    match, own = next(
        (match, number)
        for match in club.in_play(cup)
        for number, entry in enumerate(match.entries)
        if friend in entry.name
    )
    club.finish(match, *((100, 500) if own == 0 else (500, 100)))
    rated = RatedResult.objects.get()
    before = list(Rating.objects.order_by("pk").values())
    ask: dict[str, Any] = {"match_id": match.pk, "by": club.organizer, "reason": "So I say"}
    if how == "score":
        points = (500, 100) if own == 0 else (100, 500)
        decisions.enter_score(**ask, games={1: decisions.Given(points, 8, None)})
    elif how == "forfeit":
        decisions.decide_match(winner=own, **ask)
    elif how == "replay":
        decisions.replay_match(**ask)
    else:
        decisions.decide_match(verdict=decisions.Verdict.VOID, winner=None, **ask)
    rated.refresh_from_db()
    assert rated.is_void is False
    assert list(Rating.objects.order_by("pk").values()) == before
