"""Every format with 2 to 64 entries, played to the end with random results, without tables."""

import random
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from spades_site.common.clock import now
from tournaments.events import advance
from tournaments.events.actions import lifecycle
from tournaments.events.matches import match_games
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Match,
    Result,
    Status,
    Tournament,
    played_by,
)
from tournaments.events.plan.stages import StagePlan
from tournaments.events.scoring.recording import Outcome, SideOutcome, record_result
from tournaments.events.setup.lengths import length_of_stages

pytestmark = pytest.mark.django_db

FORMATS: dict[str, dict[str, Any]] = {
    "round_robin": {"format": "round_robin"},
    "swiss": {"format": "swiss"},
    "knock_out": {"format": "knock_out"},
    "double": {"format": "double_knock_out"},
    "groups": {"stages": (StagePlan("groups", groups=2, advance=1), StagePlan("knock_out"))},
    "swiss_then": {"stages": (StagePlan("swiss", advance=2), StagePlan("double_knock_out"))},
    "league_then": {"stages": (StagePlan("round_robin", advance=3), StagePlan("swiss"))},
}
LEAST = {"groups": 4, "swiss_then": 3, "league_then": 4}
SAMPLE = (2, 3, 5)


def sizes(*, long: bool) -> list[tuple[str, int]]:
    """Return the formats with numbers of entries: a sample, or all others up to 64."""
    wanted = [n for n in range(2, 65) if (n in SAMPLE) != long]
    return [(name, n) for name in FORMATS for n in wanted if n >= LEAST.get(name, 2)]


def entered(club: Any, number: int, **fields: Any) -> Tournament:
    """Return an open tournament with this number of entries, written at once."""
    cup = club.open(min_entries=number, max_entries=number, **fields)
    users = get_user_model().objects
    people = users.bulk_create(
        users.model(username=f"{side}{each}", name_key=f"{side}{each}")
        for each in range(1, number + 1)
        for side in "ab"
    )
    entries = Entry.objects.bulk_create(
        Entry(tournament=cup, name=f"Pair {each + 1}", status="entered", created_at=now())
        for each in range(number)
    )
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, tournament=cup, user=people[2 * at + place], position=place)
        for at, entry in enumerate(entries)
        for place in (0, 1)
    )
    return cup


def play(cup: Tournament, chance: random.Random) -> None:
    """Play to the end by chance; in three of four matches the better seed wins."""
    at = now()
    while matches := list(cup.matches.filter(status="playing")):
        at += timedelta(hours=1)
        for match in matches:
            a_wins = (match.entries[0].seed_no < match.entries[1].seed_no) == (
                chance.random() < 0.75
            )
            points = (500, chance.randrange(100, 490))
            sides = SideOutcome(1, points[0]), SideOutcome(2, points[1])
            said = Outcome("played", sides if a_wins else sides[::-1])
            record_result(match, said, at=at)
        advance.advance(cup.pk, at)


def check(cup: Tournament, number: int) -> None:
    """What holds of every tournament that was played whole."""
    cup.refresh_from_db()
    assert (cup.status, cup.winner is not None) == (Status.FINISHED, True)
    played = cup.matches.filter(sides__index=1).count()
    seconds = cup.matches.filter(slot="F2.1").count()
    assert played == length_of_stages(cup.plans, number).matches + seconds
    assert Result.objects.filter(match__tournament=cup, current=True).count() == cup.matches.count()
    numbers = list(cup.rounds.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    for stage in cup.stages.all():
        if stage.plan.is_knock_out:
            continue
        met = Counter(
            frozenset(match.entries)
            for match in cup.matches.filter(round__stage=stage, sides__index=1)
        )
        assert set(met.values()) <= {1}
        byes = Counter(
            entry
            for match in cup.matches.filter(round__stage=stage).exclude(sides__index=1)
            for entry in match.entries
        )
        assert set(byes.values()) <= {1}
    balanced(cup)


def balanced(cup: Tournament) -> None:
    """In a round robin and a Swiss nobody is at home, and so deals first, much more often than away.

    In a Swiss who meets whom comes first: there it may be, if the organizer is told.
    """
    if len(cup.plans) > 1 or cup.is_knock_out:
        return
    home: Counter[str] = Counter()
    for match in cup.matches.filter(sides__index=1).prefetch_related(*played_by()):
        a, b = match.entries
        home.update({a.name: 1, b.name: -1})
    flags = [flag for round_ in cup.rounds.all() for flag in round_.flags]
    for name, surplus in home.items():
        words = "more" if surplus > 0 else "fewer"
        said = f"{name} will have dealt first in {abs(surplus)} matches {words} than not."
        assert abs(surplus) <= 2 or (cup.facts.pairs_each_round and said in flags)
    assert sum(abs(surplus) > 2 for surplus in home.values()) <= 2


def played_whole(club: Any, monkeypatch: Any, name: str, number: int) -> None:
    """Play a tournament whose matches are in play without tables."""

    def without_table(tournament: Tournament, match: Match, kind: str = "game") -> None:
        match.status = Match.Status.PLAYING
        match.save(update_fields=["status"])

    monkeypatch.setattr("tournaments.events.matches.open_round.open_game", without_table)
    monkeypatch.setattr(match_games, "open_game", without_table)
    cup = entered(club, number, **FORMATS[name])
    cup = lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    play(cup, random.Random(f"{name} {number}"))
    check(cup, number)


@pytest.mark.sweep(3)
@pytest.mark.parametrize(("name", "number"), sizes(long=False))
def test_a_tournament_is_played_whole(club: Any, monkeypatch: Any, name: str, number: int) -> None:
    played_whole(club, monkeypatch, name, number)


@pytest.mark.long
@pytest.mark.parametrize(("name", "number"), sizes(long=True))
def test_a_tournament_of_any_size_is_played_whole(
    club: Any, monkeypatch: Any, name: str, number: int
) -> None:
    played_whole(club, monkeypatch, name, number)
