"""Tournaments in two stages: groups and what follows on them, and any two formats one after the other."""

from typing import Any

import pytest

from tests.events.rows import rows_of
from tournaments.events import advance
from tournaments.events.actions import entering
from tournaments.events.models import Status, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.queries.selectors import tournament_view
from tournaments.events.scoring.brackets import progress_of
from tournaments.events.scoring.ranking import standings_of_stage
from tournaments.events.scoring.stage_fields import field_of_stage, groups_of
from tournaments.events.setup.proposal import NotValid, proposal_of, rounds_of

pytestmark = pytest.mark.django_db


def groups(
    club: Any, entries: int, number: int, advance: int = 2, best_next: int = 0, **fields: Any
) -> Tournament:
    """Return a tournament of groups and then a knock-out whose first round is in play."""
    first = StagePlan("groups", groups=number, advance=advance, best_next=best_next)
    least = {"min_entries": entries, "max_entries": entries}
    return club.started(entries, stages=(first, StagePlan("knock_out")), **least | fields)


def seeds_by_round(cup: Tournament, stage: int) -> dict[int, list[tuple[int, ...]]]:
    """Return who met whom in a stage, by the seeds of the tournament, round by round."""
    found: dict[int, list[tuple[int, ...]]] = {}
    rows = cup.matches.filter(round__stage__index=stage).select_related("round")
    for match in rows.order_by("round__number", "number"):
        sides = match.entries
        found.setdefault(match.round.number, []).append(
            tuple(sorted(entry.seed_no for entry in sides if entry is not None))
        )
    return found


def qualified(cup: Tournament) -> list[tuple[int, int, int]]:
    """Return those of the second stage by seed: the tournament's seed, the group, and the place there."""
    rows = cup.stages.get(index=2).qualifiers.select_related("entry")
    return [(row.entry.seed_no, row.from_group, row.from_place) for row in rows]


@pytest.mark.slow
def test_groups_play_side_by_side_and_their_best_meet_in_a_bracket(club: Any) -> None:
    cup = groups(club, 8, 2)
    assert (cup.rounds_planned, cup.format_title) == (5, "2 groups, then Knock-out")
    assert [match.entries[0].seed_no for match in club.in_play(cup)] != []
    met = seeds_by_round(cup, 1)
    a, b = {1, 4, 5, 8}, {2, 3, 6, 7}
    assert {number: len(pairs) for number, pairs in met.items()} == {1: 4, 2: 4, 3: 4}
    assert all(set(pair) <= a or set(pair) <= b for pairs in met.values() for pair in pairs)
    assert club.play_all(cup) == 12 + 3
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no, cup.rounds.count()) == (Status.FINISHED, 1, 5)
    # The groups' firsts are level, so the lot seeds them; seconds meet the other group's first.
    assert qualified(cup) == [(2, 2, 1), (1, 1, 1), (3, 2, 2), (4, 1, 2)]
    assert seeds_by_round(cup, 2) == {4: [(2, 4), (1, 3)], 5: [(1, 2)]}


@pytest.mark.slow
def test_groups_of_unlike_size_with_byes_and_the_best_of_the_next_place(club: Any) -> None:
    cup = groups(club, 7, 2, advance=1, best_next=1)
    stage = cup.stages.get(index=1)
    sizes = [len(part) for part in groups_of(stage, field_of_stage(stage))]
    assert sizes == [3, 4]
    club.play_all(cup)
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no, len(qualified(cup))) == (Status.FINISHED, 1, 3)
    assert [row[1:] for row in qualified(cup)][:2] in ([(1, 1), (2, 1)], [(2, 1), (1, 1)])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "then", "qualifiers", "played", "rounds"),
    [
        ("swiss", "knock_out", 4, 12 + 3, 5),
        pytest.param("swiss", "double_knock_out", 4, 12 + 6, 7, marks=pytest.mark.long),
        pytest.param("round_robin", "knock_out", 2, 28 + 1, 8, marks=pytest.mark.long),
        pytest.param("round_robin", "swiss", 4, 28 + 4, 9, marks=pytest.mark.long),
        ("swiss", "round_robin", 3, 12 + 3, 6),
        ("knock_out", "round_robin", 4, 7 + 6, 6),
        ("knock_out", "knock_out", 4, 7 + 3, 5),
        pytest.param("double_knock_out", "round_robin", 3, 14 + 3, 9, marks=pytest.mark.long),
    ],
)
def test_any_two_formats_follow_one_another(
    club: Any, first: str, then: str, qualifiers: int, played: int, rounds: int
) -> None:
    cup = club.started(
        8,
        stages=(StagePlan(first, advance=qualifiers), StagePlan(then)),
        min_entries=8,
        max_entries=8,
    )
    assert club.play_all(cup) == played
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no) == (Status.FINISHED, 1)
    assert (cup.rounds.count(), cup.rounds_planned) == (rounds, rounds)
    assert len(qualified(cup)) == qualifiers
    assert qualified(cup)[0] == (1, 1, 1)


@pytest.mark.slow
def test_the_second_stage_begins_afresh(club: Any) -> None:
    cup = club.started(
        4,
        stages=(StagePlan("round_robin", advance=2), StagePlan("round_robin")),
        min_entries=4,
        max_entries=4,
    )
    club.play_all(cup)
    last = cup.stages.get(index=2)
    assert [(row.points, row.played) for row in standings_of_stage(last)] == [(2, 1), (0, 1)]


@pytest.mark.slow
def test_a_withdrawn_qualifier_is_replaced_by_the_next(club: Any) -> None:
    cup = groups(club, 8, 2)
    while len(seeds_by_round(cup, 2)) == 0 and (matches := club.in_play(cup)):
        last = matches[0].round.number == 3
        if last:
            entering.withdraw(tournament_id=cup.pk, user=club.player("a1"))
        for match in matches:
            better = match.entries[0].seed_no < match.entries[1].seed_no
            club.finish(match, *((500, 300) if better else (300, 500)))
        advance.advance(cup.pk)
    gone = cup.entries.get(status="withdrawn")
    assert gone.pk not in [row.entry_id for row in cup.stages.get(index=2).qualifiers.all()]
    assert len(qualified(cup)) == 4


@pytest.mark.slow
def test_too_few_left_for_the_second_stage_end_the_tournament(club: Any) -> None:
    cup = groups(club, 4, 2, advance=1)
    for number in (2, 3, 4):
        entry = cup.entries.get(seed_no=number)
        entering.withdraw(tournament_id=cup.pk, user=entry.players.first().user)
    club.play_all(cup)
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no, cup.rounds.count()) == (Status.FINISHED, 1, 1)


@pytest.mark.slow
def test_the_second_stage_is_drawn_once_however_often_it_is_asked(club: Any) -> None:
    cup = groups(club, 4, 2, advance=1, pause_between_rounds=60)
    for match in club.in_play(cup):
        club.finish(match, 500, 300)
    before = rows_of(cup)
    assert [advance.advance(cup.pk) for _ in range(3)] == [False] * 3
    assert (rows_of(cup), cup.stages.get(index=2).rounds.count()) == (before, 1)
    club.hands.forward(61)
    advance.advance_due()
    assert [match.slot for match in club.in_play(cup)] == ["W1.1"]


def test_the_page_shows_the_groups_and_then_the_bracket(club: Any) -> None:
    cup = groups(club, 8, 2)
    (only,) = tournament_view(cup, club.organizer).stages
    assert [(table.title, len(table.rows)) for table in only.tables] == [
        ("Group A", 4),
        ("Group B", 4),
    ]
    club.play_all(cup)
    cup.refresh_from_db()
    view = tournament_view(cup, club.organizer)
    first, second = view.stages
    assert (first.title, second.title, len(first.rounds), len(second.rounds)) == (
        "2 groups",
        "Knock-out",
        3,
        2,
    )
    goes_on = [[row.entry.seed_no for row in table.rows if row.goes_on] for table in first.tables]
    assert goes_on == [[1, 4], [2, 3]]
    assert sorted(place.entry.seed_no for place in view.bracket.places) == [1, 2, 3, 4]
    assert view.standings == []
    assert [place.first for place in progress_of(cup).places] == [1, 2, 3, 3]


def test_it_is_edited_as_it_was_made(club: Any) -> None:
    cup = club.tournament(
        stages=(
            StagePlan("groups", groups=4, double=True, advance=1, best_next=2),
            StagePlan("knock_out", third_place=True),
        ),
        min_entries=8,
        max_entries=16,
    )
    again = proposal_of(cup)
    assert again.stages == (
        StagePlan("groups", groups=4, double=True, advance=1, best_next=2),
        StagePlan("knock_out", third_place=True),
    )
    assert rounds_of(again) == 6 + 3
    assert cup.stages.count() == 2


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        (
            {"stages": (StagePlan("groups", groups=1, advance=2), StagePlan("knock_out"))},
            {"stages-0-groups": ["Choose a number from 2 to 16."]},
        ),
        (
            {"format": "groups", "groups": 2},
            {
                "stages-0-format": [
                    "Groups need a stage after them for their best. Add a stage, or choose a round"
                    " robin."
                ]
            },
        ),
        (
            {"format": "swiss", "groups": 2},
            {"stages-0-groups": ["Only groups have a number. Choose them, or leave this empty."]},
        ),
        (
            {
                "stages": (StagePlan("groups", groups=4, advance=2), StagePlan("knock_out")),
                "min_entries": 6,
            },
            {
                "min_entries": [
                    "8 entries can’t play these stages: Everybody would advance to the next stage. Let fewer advance. They need at least 9 entries."
                ]
            },
        ),
        (
            {"stages": (StagePlan("swiss", advance=16), StagePlan("knock_out")), "min_entries": 16},
            {
                "stages-0-advance": [
                    "16 entries can’t play these stages: Everybody would advance to the next stage."
                    " Let fewer advance."
                ]
            },
        ),
        (
            {"format": "swiss", "advance": 4},
            {"stages-0-advance": ["No stage follows. Add one, or leave this out."]},
        ),
        ({"best_of": 2}, {"best_of": ["A match has 1, 3 or 5 games. Choose one of these."]}),
    ],
)
def test_what_can_not_be_played_is_refused(
    club: Any, fields: dict[str, Any], errors: dict[str, list[str]]
) -> None:
    before = Tournament.objects.count()
    with pytest.raises(NotValid) as refusal:
        club.tournament(**fields)
    assert refusal.value.errors == errors
    assert Tournament.objects.count() == before


@pytest.mark.slow
def test_the_feed_of_standings_tells_stages_and_groups_apart(client: Any, club: Any) -> None:
    cup = groups(club, 4, 2, advance=1)
    club.play_all(cup)
    rows = client.get(f"/tournaments/{cup.slug}/standings.json").json()["standings"]
    seeds = dict(cup.entries.values_list("pk", "seed_no"))
    assert [(row["stage"], row["group"], row["rank"], seeds[row["entry"]]) for row in rows] == [
        (2, None, 1, 1),
        (2, None, 2, 2),
        (1, "A", 1, 1),
        (1, "A", 2, 4),
        (1, "B", 1, 2),
        (1, "B", 2, 3),
    ]
    text = client.get(f"/tournaments/{cup.slug}/standings.csv").content.decode("utf-8-sig")
    assert text.splitlines()[0].startswith("stage,group,rank,rank_to,shared,entry,name,points")
    page = client.get(f"/tournaments/{cup.slug}/").content.decode()
    assert [word in page for word in ("Group A", "Group B", "Knock-out", "advances")] == [True] * 4


@pytest.mark.parametrize(
    ("fields", "fewest"),
    [
        ({"stages": (StagePlan("groups", groups=2, advance=2), StagePlan("knock_out"))}, 5),
        (
            {
                "stages": (StagePlan("groups", groups=4, advance=2), StagePlan("knock_out")),
                "max_entries": 32,
            },
            9,
        ),
        (
            {
                "stages": (StagePlan("swiss", advance=6), StagePlan("round_robin")),
                "max_entries": 12,
            },
            7,
        ),
        ({"format": "swiss"}, 2),
        ({"format": "rotation"}, 4),
        ({"format": "swiss", "comparison": "matchpoints", "match_hands": 4}, 4),
        ({"stages": (StagePlan("rotation", advance=8), StagePlan("rotation"))}, 9),
    ],
)
def test_the_fewest_entries_follow_the_formats_where_nobody_says(
    club: Any, fields: dict[str, Any], fewest: int
) -> None:
    made = club.tournament(**fields)
    assert made.min_entries == fewest
    if fewest > 4 and not fields.get("comparison"):
        with pytest.raises(NotValid) as refused:
            club.tournament(**fields, min_entries=fewest - 1)
        (sentence,) = refused.value.errors["min_entries"]
        assert f"They need at least {fewest} entries." in sentence


def test_stages_that_no_number_can_play_are_refused_where_nobody_says(club: Any) -> None:
    with pytest.raises(NotValid) as refused:
        club.tournament(stages=(StagePlan("swiss", advance=16), StagePlan("knock_out")))
    assert list(refused.value.errors) == ["stages-0-advance"]


def test_a_field_beyond_every_bound_is_refused_at_once(club: Any) -> None:
    with pytest.raises(NotValid) as refused:
        club.tournament(
            stages=(StagePlan("swiss", advance=4), StagePlan("knock_out")), max_entries=10**9
        )
    assert "max_entries" in refused.value.errors


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        # More than a bracket's maximum would qualify: an error at the field, not an exception.
        (
            {
                "stages": (StagePlan("swiss", advance=200), StagePlan("double_knock_out")),
            },
            ["stages-0-advance"],
        ),
        (
            {
                "stages": (
                    StagePlan("swiss", advance=100),
                    StagePlan("swiss", advance=70),
                    StagePlan("round_robin"),
                ),
            },
            ["stages-1-advance"],
        ),
        # A field too large for a round robin isn't looked through number by number.
        (
            {
                "stages": (StagePlan("round_robin", advance=4), StagePlan("round_robin")),
                "min_entries": 64,
            },
            ["max_entries"],
        ),
    ],
)
def test_what_is_too_large_is_refused_at_once(
    club: Any, fields: dict[str, Any], wrong: list[str]
) -> None:
    with pytest.raises(NotValid) as refused:
        club.tournament(max_entries=512, **fields)
    assert sorted(refused.value.errors) == sorted(wrong)
