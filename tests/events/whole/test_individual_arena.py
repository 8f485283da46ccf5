"""An arena of single players from its start to the champion: another partner each match, and standings per player."""

import random
from typing import Any

import pytest
from django.test import Client

from games import engine
from spades_site.common.clock import now
from tests.events.conftest import Club
from tests.events.singles import alone, begun, finish, play_whole
from tournaments.events import advance
from tournaments.events.actions import entering, lifecycle
from tournaments.events.actions.decisions import decide_match
from tournaments.events.models import Match, Status, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.scoring.ranking import standings_of_stage
from tournaments.events.setup.proposal import NotValid
from tournaments.formats.arena import PATIENCE

pytestmark = pytest.mark.django_db
LASTS = 60


def sides(match: Match) -> list[set[str]]:
    """Return who plays with whom."""
    return [{entry.name for entry in side.entries} for side in match.sides]


def states(cup: Tournament) -> dict[str, str]:
    """Return who is free or paused; the others play."""
    return {
        entry.name: "paused" if entry.paused else "free"
        for entry in cup.entries.all()
        if entry.paused or entry.free_since
    }


def table(cup: Tournament) -> dict[str, tuple[str, int, int]]:
    """Return points, wins and matches of each player, in the order of the standings."""
    return {
        row.name: (str(row.points), row.won, row.played)
        for row in standings_of_stage(cup.stages.all()[0])
    }


def test_each_match_has_other_partners_and_each_player_their_own_points(
    club: Club, hands: Any
) -> None:
    cup = begun(club, 9, format="arena_alone", minutes=LASTS)
    first, second = club.in_play(cup)
    (waits,) = states(cup)
    finish(first, 500, 300)
    won, lost = sides(first)
    assert {name: (points, wins) for name, (points, wins, _played) in table(cup).items()} == {
        entry.name: ("2", 1) if entry.name in won else ("0", 0) for entry in cup.entries.all()
    }
    # Of the five who are free any four would have opponents twice running.
    assert (states(cup), len(club.in_play(cup))) == (
        dict.fromkeys([*won, *lost, waits], "free"),
        1,
    )
    hands.forward(PATIENCE)
    advance.advance_due()
    third = club.in_play(cup)[-1]
    assert (third.number, waits in set.union(*sides(third))) == (3, True)
    assert not [side for side in sides(third) if side in sides(first)]
    (left,) = states(cup)
    finish(second, 300, 500)
    # Whoever has waited a minute plays at once.
    fourth = club.in_play(cup)[-1]
    assert (fourth.number, left in set.union(*sides(fourth))) == (4, True)
    assert not [side for side in sides(fourth) if side in sides(second)]
    assert (len(states(cup)), table(cup)[left]) == (
        1,
        ("2" if left in won else "0", left in won, 1),
    )


def test_it_ends_by_itself_and_its_best_play_a_rotation_to_the_champion(
    club: Club, hands: Any
) -> None:
    stages = (
        StagePlan("arena_alone", minutes=LASTS, advance=4),
        StagePlan("rotation", rounds=3, carry="all"),
    )
    cup = begun(club, 8, stages=stages, min_entries=8)
    dice = random.Random(8)
    while cup.rounds.get(number=1).status == "playing":
        for match in club.in_play(cup):
            finish(match, *dice.choice(((500, 300), (300, 500))))
        hands.forward(10 * 60)
        advance.advance_due()
    arena = cup.stages.get(index=1)
    before = {row.key: row.points for row in standings_of_stage(arena)}
    played = arena.rounds.get().matches.count()
    assert sum(before.values()) == 2 * 2 * played > 4 * 2
    assert states(cup) == {}
    best = {row.entry_id for row in cup.stages.get(index=2).qualifiers.all()}
    assert best == set(list(before)[:4])
    assert play_whole(club, cup) == 3
    cup.refresh_from_db()
    rows = list(standings_of_stage(cup.stages.get(index=2)))
    assert {row.key: row.brought for row in rows} == {key: before[key] for key in best}
    assert (cup.status, cup.winner_id) == (Status.FINISHED, rows[0].key)


def test_a_forfeit_pauses_only_those_who_did_not_come(club: Club, hands: Any) -> None:
    cup = alone(club, 4, format="arena_alone", minutes=LASTS, late_until_round=1)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    (match,) = club.in_play(cup)
    (a, b), (c, d) = (side.entries for side in match.sides)
    here = [entry.players.get().user_id for entry in (a, b, c)]
    match.table.seats.filter(user__in=here).update(arrived_at=now())
    decide_match(match_id=match.pk, by=club.organizer, winner=0, reason="One of them left")
    assert states(cup) == {a.name: "free", b.name: "free", c.name: "free", d.name: "paused"}
    entering.enter(tournament_id=cup.pk, user=club.player("late"), alone=True)
    hands.forward(PATIENCE)
    advance.advance_due()
    (anew,) = club.in_play(cup)
    assert set.union(*sides(anew)) == {a.name, b.name, c.name, "late"}


def test_the_page_names_each_player_and_says_that_partners_change(
    club: Club, client: Client
) -> None:
    cup = begun(club, 5, format="arena_alone", minutes=LASTS)
    (free,) = states(cup)
    client.force_login(club.player(free))
    text = client.get(cup.get_absolute_url()).content.decode()
    assert "Your partner changes each match." in text
    assert "You are waiting for a table. Stay here: it opens as soon as enough others" in text


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        (
            {"rules": engine.preset("bicycle_4")},
            "rules",
            "In this format partners change: it needs rules for two partnerships.",
        ),
        (
            {"streak": 1},
            "stages-0-streak",
            "Only in an arena where sides stay together do wins running bring more. Choose one, or leave this empty.",
        ),
        (
            {"max_entries": 3},
            "max_entries",
            "A table needs 4 players: allow 4 or more.",
        ),
    ],
)
def test_what_it_cannot_be_is_refused_in_words(
    club: Club, fields: dict[str, Any], field: str, sentence: str
) -> None:
    with pytest.raises(NotValid) as refused:
        club.tournament(**{"format": "arena_alone", "max_entries": 8, **fields})
    assert refused.value.errors[field] == [sentence]
