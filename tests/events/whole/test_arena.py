"""An arena from its start to the champion: pairing, pausing, leaving, the time's end, and the knock-out after it."""

import random
from collections import Counter
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.tables.models import Table
from games.tables.server.autoplay import play_out
from spades_site.common import outbox
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tests.events.conftest import Club
from tests.events.whole.test_every_size import entered
from tournaments.events import advance
from tournaments.events.actions import entering, lifecycle, returning
from tournaments.events.actions.decisions import decide_match, replay_match, undo_decision
from tournaments.events.actions.night import arena
from tournaments.events.matches import late
from tournaments.events.models import Match, Round, Status, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.scoring.ranking import standings_of_stage
from tournaments.events.setup.proposal import NotValid
from tournaments.formats.arena import PATIENCE

STEP = 40
"""Seconds from one look at the clock to the next."""

pytestmark = pytest.mark.django_db


def pairs(matches: list[Match]) -> list[tuple[int, ...]]:
    """Return who meets whom, by seeds."""
    return [tuple(sorted(entry.seed_no or 0 for entry in match.entries)) for match in matches]


def points(cup: Tournament) -> dict[int, str]:
    """Return the points in the arena, by seed, in the order of the standings."""
    seeds = dict(cup.entries.values_list("pk", "seed_no"))
    return {seeds[row.key] or 0: str(row.points) for row in standings_of_stage(cup.stages.all()[0])}


def win(club: Club, match: Match) -> None:
    """End a match: the better seed wins."""
    first, second = (entry.seed_no or 0 for entry in match.entries)
    club.finish(match, *((500, 300) if first < second else (300, 500)))


def states(cup: Tournament) -> dict[int, str]:
    """Return who is free, paused or gone, by seed; the others play."""
    found = {}
    for entry in cup.entries.all():
        state = "paused" if entry.paused else "free" if entry.free_since else ""
        found[entry.seed_no or 0] = entry.status if entry.status == "withdrawn" else state
    return {seed: state for seed, state in found.items() if state}


def test_whoever_is_free_is_paired_at_once_and_the_last_opponent_only_after_a_minute(
    club: Club, hands: Any
) -> None:
    cup = club.started(4, format="arena", minutes=60)
    first, second = club.in_play(cup)
    win(club, first)
    # The two who have just met wait for somebody else.
    assert (len(club.in_play(cup)), len(states(cup))) == (1, 2)
    win(club, second)
    met = pairs([first, second])
    again = pairs(club.in_play(cup))
    assert (len(again), states(cup)) == (2, {})
    assert not set(met) & set(again)
    # Winners meet winners.
    assert sorted(map(sorted, again)) == sorted(
        [sorted(min(pair) for pair in met), sorted(max(pair) for pair in met)]
    )
    third, fourth = club.in_play(cup)
    win(club, third)
    hands.forward(59)
    advance.advance_due()
    assert len(club.in_play(cup)) == 1
    hands.forward(1)
    advance.advance_due()
    assert [match.number for match in club.in_play(cup)] == [fourth.number, 5]
    assert pairs(club.in_play(cup))[1] == pairs([third])[0]


def test_people_pause_leave_and_come_back(club: Club, hands: Any) -> None:
    cup = club.started(4, format="arena", minutes=60, late_until_round=1)
    one, other = club.in_play(cup)
    (a, b), (c, d) = (match.entries for match in (one, other))
    person = {entry.pk: entry.players.first().user for entry in (a, b, c, d)}  # type: ignore[union-attr]
    arena.pause(tournament_id=cup.pk, user=person[a.pk])
    entering.withdraw(tournament_id=cup.pk, user=person[b.pk])
    win(club, one)
    assert states(cup) == {a.seed_no: "paused", b.seed_no: "withdrawn"}
    win(club, other)
    assert states(cup) == {
        a.seed_no: "paused", b.seed_no: "withdrawn", c.seed_no: "free", d.seed_no: "free",
    }  # fmt: skip
    assert arena.ready(tournament_id=cup.pk, user=person[a.pk]).free_since is None
    waits = {c.seed_no, d.seed_no} - {seed for pair in pairs(club.in_play(cup)) for seed in pair}
    assert states(cup) == {b.seed_no: "withdrawn", waits.pop(): "free"}
    returning.rejoin(tournament_id=cup.pk, user=person[b.pk])
    assert (states(cup), len(club.in_play(cup))) == ({}, 2)
    late = club.enter_pair(cup, "kim", "lou")
    advance.advance_due()
    late.refresh_from_db()
    assert (states(cup), late.joined_round) == ({5: "free"}, 1)
    with pytest.raises(Refused, match="aren’t entered"):
        arena.pause(tournament_id=cup.pk, user=club.player("mae"))


def test_whoever_forfeited_is_paired_again_once_ready(club: Club) -> None:
    cup = club.started(4, format="arena", minutes=60)
    one, other = club.in_play(cup)
    stays, gone = one.entries
    decide_match(match_id=one.pk, by=club.organizer, winner=0, reason="Nobody came")
    assert states(cup) == {stays.seed_no: "free", gone.seed_no: "paused"}
    ready = arena.ready(tournament_id=cup.pk, user=gone.players.all()[0].user)
    assert (ready.paused, ready.free_since is None) == (False, False)
    user = gone.players.all()[0].user
    entering.withdraw(tournament_id=cup.pk, user=user)
    returning.rejoin(tournament_id=cup.pk, user=user)
    assert states(cup) == {stays.seed_no: "free", gone.seed_no: "free"}
    win(club, other)
    assert (len(club.in_play(cup)), states(cup)) == (2, {})


def test_whoever_forfeited_is_paired_again_after_the_match_was_replayed(club: Club) -> None:
    cup = club.started(4, format="arena", minutes=60)
    one, other = club.in_play(cup)
    stays, gone = one.entries
    asks = one.entries[0].players.all()[0].user
    decision: dict[str, Any] = {"match_id": one.pk, "by": club.organizer, "reason": "Nobody came"}
    decide_match(winner=0, **decision)
    arena.pause(tournament_id=cup.pk, user=asks)
    assert states(cup) == {stays.seed_no: "paused", gone.seed_no: "paused"}
    replay_match(**decision)
    # Who asked for the break keeps it.
    assert states(cup) == {stays.seed_no: "paused"}
    win(club, one)
    assert states(cup) == {stays.seed_no: "paused", gone.seed_no: "free"}
    win(club, other)
    assert len(club.in_play(cup)) == 1


def test_its_time_stands_still_during_a_pause_and_ends_entry(club: Club, hands: Any) -> None:
    cup = club.started(4, format="arena", minutes=60, late_until_round=1)
    arena_round = cup.rounds.get()
    hands.forward(30 * 60)
    lifecycle.pause(tournament_id=cup.pk, by=club.organizer, reason="A cable")
    hands.forward(35 * 60)
    for match in club.in_play(cup):
        win(club, match)
    arena_round.refresh_from_db()
    assert arena_round.status == Round.Status.PLAYING
    user = cup.entries.get(seed_no=1).players.all()[0].user
    assert arena.pause(tournament_id=cup.pk, user=user).paused
    cup.refresh_from_db()
    assert late.why_not(cup) == ""
    lifecycle.resume(tournament_id=cup.pk, by=club.organizer)
    assert len(club.in_play(cup)) == 1
    hands.forward(31 * 60)
    cup.refresh_from_db()
    assert {late.why_not(cup), late.why_no_place(cup)} == {"Entries are closed."}


def test_a_replay_puts_nobody_at_two_tables(club: Club, hands: Any) -> None:
    cup = club.started(4, format="arena", minutes=60)
    first, second = club.in_play(cup)
    win(club, first)
    again: dict[str, Any] = {"match_id": first.pk, "by": club.organizer, "reason": "A cable"}
    replay_match(**again)
    hands.forward(PATIENCE)
    advance.advance_due()
    assert (pairs(club.in_play(cup)), states(cup)) == (pairs([first, second]), {})
    first.refresh_from_db()
    Table.objects.filter(pk=first.table_id).update(turn_key="in play")
    decide_match(winner=0, **again)
    win(club, second)
    assert len(club.in_play(cup)) == 1
    version = first.results.get(current=True).version
    with pytest.raises(Refused, match="paired again since"):
        undo_decision(**again, expected_version=version)
    with pytest.raises(Refused, match="paired again since"):
        replay_match(**again)


def test_it_ends_with_the_last_game_begun_in_time_and_the_best_play_a_knock_out(
    club: Club, hands: Any
) -> None:
    stages = (StagePlan("arena", minutes=60, advance=2), StagePlan("knock_out"))
    cup = club.started(4, stages=stages)
    for _wave in range(2):
        for match in club.in_play(cup):
            win(club, match)
    hands.forward(61 * 60)
    advance.advance_due()
    assert len(club.in_play(cup)) == 2
    for match in club.in_play(cup):
        win(club, match)
    arena_round = cup.rounds.get(number=1)
    assert (arena_round.status, arena_round.matches.count()) == (Round.Status.DONE, 6)
    assert states(cup) == {}
    assert points(cup)[1] == "6"
    (final,) = club.in_play(cup)
    assert (final.round.number, pairs([final])[0][0]) == (2, 1)
    win(club, final)
    cup.refresh_from_db()
    assert (cup.status, cup.winner) == (Status.FINISHED, cup.entries.get(seed_no=1))
    with pytest.raises(Refused, match="No arena is open"):
        arena.pause(tournament_id=cup.pk, user=club.player("a1"))


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        (
            {"minutes": 20, "match_hands": 8},
            "stages-0-minutes",
            "In 20 minutes there is no time for one game, which takes about 32. Choose more minutes,"
            " or fewer hands.",
        ),
        (
            {"minutes": 721},
            "stages-0-minutes",
            "An arena lasts 720 minutes at most. Choose fewer.",
        ),
        ({"best_of": 3}, "best_of", "In an arena a match is one game. Choose 1 game."),
        (
            {"timing": "windows", "round_every_minutes": 1440},
            "timing",
            "An arena is played in one sitting, so it has no windows. Choose another timing.",
        ),
        (
            {"comparison": "matchpoints", "match_hands": 4},
            "comparison",
            "In an arena tables begin at different times, so they can’t share deals. Leave this out.",
        ),
    ],
)
def test_what_an_arena_cannot_be_is_refused_in_words(
    club: Club, fields: dict[str, Any], field: str, sentence: str
) -> None:
    with pytest.raises(NotValid) as refused:
        club.tournament(format="arena", **fields)
    assert refused.value.errors[field] == [sentence]


def test_the_page_shows_who_waits_and_one_button_for_the_viewer(club: Club, client: Client) -> None:
    cup = club.started(5, format="arena", minutes=60)
    free = cup.entries.get(free_since__isnull=False)
    client.force_login(free.players.all()[0].user)
    page = client.get(cup.get_absolute_url())
    view = page.context["view"]
    assert ([entry.pk for entry in view.arena.free], view.arena.may) == ([free.pk], "pause")
    text = page.content.decode()
    assert "The arena is open. It pairs until:" in text
    assert "You are waiting for a table." in text
    assert client.post(f"{cup.get_absolute_url()}arena/pause/").status_code == 302
    text = client.get(cup.get_absolute_url()).content.decode()
    assert ("I’m ready" in text, "Taking a break:" in text) == (True, True)
    assert client.post(f"{cup.get_absolute_url()}arena/ready/").status_code == 302
    free.refresh_from_db()
    assert (free.paused, free.free_since is None) == (False, False)
    client.force_login(club.organizer)
    seen = client.get(reverse("tournament_desk", args=[cup.slug])).context["desk"]
    assert ([row.one.entry for row in seen.arena], len(seen.evening.tables)) == ([free.pk], 2)
    arena.pause_entry(entry_id=free.pk, by=club.organizer)
    page = client.get(reverse("tournament_desk", args=[cup.slug]))
    assert [(row.one.entry, row.one.words) for row in page.context["desk"].arena] == [
        (free.pk, "takes a break")
    ]
    assert "1 takes a break." in page.content.decode()


def test_who_was_eliminated_before_waits_for_nobody(club: Club, client: Client) -> None:
    cup = club.started(4, stages=(StagePlan("swiss", rounds=1, advance=3), StagePlan("arena")))
    for match in club.in_play(cup):
        win(club, match)
    (match,) = club.in_play(cup)
    qualified = set(cup.stages.get(index=2).qualifiers.values_list("entry", flat=True))
    out = cup.entries.exclude(pk__in=qualified).get()
    seen = {}
    for entry in cup.entries.all():
        client.force_login(entry.players.all()[0].user)
        view = client.get(cup.get_absolute_url()).context["view"]
        seen[entry.pk] = view.arena.may
    assert seen == dict.fromkeys(qualified, "pause") | {out.pk: ""}


@pytest.mark.slow
def test_six_pairs_play_their_cards_until_the_time_is_over(club: Club, hands: Any) -> None:
    """Bots choose for the people at the tables; what the tables say is what counts."""
    chance, ends = random.Random(6), dict[int, float]()
    stages = (StagePlan("arena", minutes=60, advance=2), StagePlan("knock_out"))
    cup = club.started(6, stages=stages, match_hands=1)
    arena_round = cup.rounds.get(number=1)
    while arena_round.status == Round.Status.PLAYING:
        hands.forward(STEP)
        advance.advance_due()
        playing = club.in_play(cup)
        seated = [entry.pk for match in playing for entry in match.entries]
        assert len(seated) == len(set(seated))
        for match in playing:
            if ends.setdefault(match.pk, hands.shift + chance.uniform(8, 20) * 60) <= hands.shift:
                play_cards(match)
        arena_round.refresh_from_db()
    met = list(arena_round.matches.order_by("number"))
    assert_no_rematch_without_a_wait(met)
    wins: Counter[int] = Counter()
    for match in met:
        table, result = match.tables[0].table, match.results.get()
        assert (list(result.points), result.hands) == (table.result["totals"], 1)
        for entry, place in zip(match.entries, table.result["places"], strict=True):
            level = table.result["places"] == [1, 1]
            wins[entry.seed_no or 0] += 1 if level else 2 * (place == 1)
    assert points(cup) == {seed: str(wins[seed]) for seed in points(cup)}
    best = {row.entry.seed_no for row in cup.stages.get(index=2).qualifiers.all()}
    assert best == set(list(points(cup))[:2])
    while left := club.in_play(cup):
        for match in left:
            play_cards(match)
    cup.refresh_from_db()
    final = cup.matches.get(round__number=2)
    assert (cup.status, cup.winner) == (
        Status.FINISHED,
        final.entries[final.results.get(current=True).winner],
    )


def play_cards(match: Match) -> None:
    """Let everybody come to a match's table, and play its cards to the end."""
    match.refresh_from_db()
    table = match.table
    table.seats.update(arrived_at=now())
    play_out(table.pk)
    outbox.deliver_due()


@pytest.mark.long
def test_a_whole_evening_of_24_pairs_who_leave_and_come_back(club: Club, hands: Any) -> None:
    """Tables end when the clock says so; after each step nobody is wrong where they are, and nobody waits in vain."""
    chance = random.Random(24)
    stages = (StagePlan("arena", minutes=75, advance=8), StagePlan("knock_out"))
    cup = entered(club, 24, stages=stages)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    arena_round = cup.rounds.get(number=1)
    person = {entry.pk: entry.players.all()[0].user for entry in cup.entries.all()}
    away: dict[int, str] = {}
    ends: dict[int, float] = {}
    while arena_round.status == Round.Status.PLAYING:
        hands.forward(STEP)
        advance.advance_due()
        for match in club.in_play(cup):
            ends.setdefault(match.pk, hands.shift + chance.uniform(19, 48) * 60)
            if ends[match.pk] <= hands.shift:
                win(club, match)
        if hands.shift < 75 * 60 and chance.random() < 0.15:
            come_and_go(cup, chance.choice(list(person)), person, away)
        arena_round.refresh_from_db()
        if arena_round.status == Round.Status.PLAYING and hands.shift < 75 * 60:
            check(cup, away)
    met = list(arena_round.matches.order_by("number"))
    assert len(met) > 24
    opened = [match.tables[0].table.created_at for match in met]
    assert max(opened) <= arena_round.pairs_until < arena_round.finished_at
    assert_no_rematch_without_a_wait(met)
    assert sum(Decimal(each) for each in points(cup).values()) == 2 * len(met)
    while left := club.in_play(cup):
        for match in left:
            win(club, match)
    cup.refresh_from_db()
    assert (cup.status, cup.stages.get(index=2).qualifiers.count()) == (Status.FINISHED, 8)
    assert cup.winner is not None


def come_and_go(cup: Tournament, entry: int, person: dict[int, Any], away: dict[int, str]) -> None:
    """Let a pair pause or leave, or come back."""
    asked = {"tournament_id": cup.pk, "user": person[entry]}
    how = away.pop(entry, "")
    if how == "paused":
        arena.ready(**asked)
    elif how:
        returning.rejoin(**asked)
    elif entry % 2:
        arena.pause(**asked)
        away[entry] = "paused"
    else:
        entering.withdraw(**asked)
        away[entry] = "withdrawn"


def check(cup: Tournament, away: dict[int, str]) -> None:
    """Everybody plays at one table at most or is free or away, and two wait only until they may meet again."""
    playing = [
        entry.pk for match in cup.matches.filter(status="playing") for entry in match.entries
    ]
    assert len(playing) == len(set(playing))
    free = list(cup.entries.filter(free_since__isnull=False).order_by("free_since"))
    assert not {entry.pk for entry in free} & {*playing, *away}
    assert {entry.pk for entry in free} | {*playing, *away} == {
        entry.pk for entry in cup.entries.all()
    }
    if len(free) > 1:
        (first, second) = free
        assert first.free_since is not None
        assert (now() - first.free_since).total_seconds() < PATIENCE + STEP
        assert (
            cup.matches.filter(sides__places__entry=first)
            .filter(sides__places__entry=second)
            .exists()
        )


def assert_no_rematch_without_a_wait(met: list[Match]) -> None:
    """Check that two who have just met begin again at least a minute after their match."""
    last: dict[int, Match] = {}
    for match in met:
        a, b = match.entries
        before = last.get(a.pk)
        if before is not None and before == last.get(b.pk):
            ended = before.tables[0].table.finished_at
            waited = (match.tables[0].table.created_at - ended).total_seconds()
            assert waited >= PATIENCE - 1
        last[a.pk] = last[b.pk] = match
