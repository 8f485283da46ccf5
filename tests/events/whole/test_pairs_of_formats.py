"""Every format after every other: played whole where it makes sense, else refused with what would work."""

from datetime import timedelta
from typing import Any

import pytest

from games import engine
from spades_site.common.clock import now
from spades_site.common.telling import told
from tests.events.singles import begun, play_whole
from tournaments.events.models import Status
from tournaments.events.plan.choices import INDIVIDUAL, Format
from tournaments.events.plan.second_stage import SECOND
from tournaments.events.scoring.ranking import standings_of_stage
from tournaments.events.setup.creating import check_tournament
from tournaments.events.setup.proposal import NotValid
from tournaments.organizer.forms import TournamentForm

pytestmark = pytest.mark.django_db
SIDES = [str(format_) for format_ in Format if format_ not in INDIVIDUAL]
AFTER = [format_ for format_ in SECOND if format_ not in INDIVIDUAL]
RULES = {"rotation": "cardgames_io", "solo": "bicycle_4"}


@pytest.mark.long
@pytest.mark.parametrize("then", AFTER)
@pytest.mark.parametrize("first", SIDES)
def test_formats_of_sides_follow_one_another(club: Any, first: str, then: str) -> None:
    going = {"knock_out": 4, "double_knock_out": 3, "groups": 2}.get(first, 3)
    groups = {"groups": 2} if first == "groups" else {}
    cup = club.started(
        6, format=first, then=then, qualifiers=going, min_entries=6, max_entries=6, **groups
    )
    assert club.play_all(cup) == cup.matches.filter(sides__index=1).count()
    cup.refresh_from_db()
    assert (cup.status, cup.winner.seed_no, cup.stages.count()) == (Status.FINISHED, 1, 2)
    assert cup.stages.get(index=2).rounds.filter(status="done").exists()


@pytest.mark.parametrize("format_", sorted(INDIVIDUAL))
@pytest.mark.parametrize("carry", ["", "all"])
def test_the_best_of_single_players_play_a_final_round(club: Any, format_: str, carry: str) -> None:
    cup = begun(
        club, 8, format=format_, rules=engine.preset(RULES[format_]), rounds=2, then=format_,
        qualifiers=4, then_rounds=2, carry=carry, min_entries=8,
    )  # fmt: skip
    assert (cup.rounds_planned, play_whole(club, cup)) == (4, 2 * 2 + 2 * 1)
    cup.refresh_from_db()
    first, last = cup.stages.order_by("index")
    assert (cup.status, [round_.number for round_ in last.rounds.all()]) == ("finished", [3, 4])
    before = {row.key: row.points for row in standings_of_stage(first)}
    best = [row.key for row in standings_of_stage(first)][:4]
    assert [row.entry_id for row in last.qualifiers.all()] == best
    for row in standings_of_stage(last):
        assert (row.brought, row.played) == (before[row.key] if carry else 0, 2)
    assert cup.winner_id in (best if not standings_of_stage(last)[0].shared else [None])


def test_too_few_left_for_a_final_table_end_the_tournament(club: Any) -> None:
    cup = begun(
        club, 8, format="solo", rules=engine.preset("bicycle_4"), rounds=1, then="solo",
        qualifiers=3, min_entries=8,
    )  # fmt: skip
    cup.entries.exclude(seed_no__in=(1, 2)).update(status="withdrawn")
    play_whole(club, cup)
    cup.refresh_from_db()
    left = {entry.pk: entry for entry in cup.entries.exclude(status="withdrawn")}
    table = standings_of_stage(cup.stages.get(index=1))
    best = next(left[row.key] for row in table if row.key in left)
    assert (cup.status, cup.rounds.count(), cup.winner) == ("finished", 1, best)
    assert told(cup.status_reason) == (
        f"Too few were left to play on. {best.name} ranked best of those left, and has won."
    )


@pytest.mark.parametrize(
    ("first", "then", "sentence"),
    [
        (
            "swiss",
            "groups",
            "Groups need a stage after them for their best, and there are at most two stages. Start with the groups, or choose a round robin as second stage.",
        ),
        (
            "rotation",
            "solo",
            "A rotation needs rules for two partnerships, solo tables need rules by which everybody plays alone. Choose the same format again.",
        ),
        (
            "solo",
            "knock_out",
            "In the first stage everybody plays alone, and this format needs sides that stay together. Choose the same format again, or no second stage.",
        ),
        (
            "swiss",
            "rotation",
            "In the first stage sides stay together, and in this format everybody plays alone. Choose a knock-out, a double elimination, a Swiss or a round robin.",
        ),
    ],
)
def test_formats_that_do_not_go_together(club: Any, first: str, then: str, sentence: str) -> None:
    with pytest.raises(NotValid) as refused:
        club.tournament(
            format=first,
            then=then,
            min_entries=8,
            rules=engine.preset(RULES.get(first, "cardgames_io")),
        )
    assert refused.value.errors == {"then": [sentence]}


def test_every_pair_is_accepted_or_refused_in_one_sentence_at_its_field(club: Any) -> None:
    accepted = set()
    form = TournamentForm(user=club.organizer)
    assert [value for value, _label in form.fields["then"].choices] == ["", *SECOND]
    for first in map(str, Format):
        for then in map(str, Format):
            groups = {"groups": 2} if first == "groups" else {}
            fields: dict[str, Any] = {
                "format": first, "then": then, "min_entries": 12, "max_entries": 12,
                "name": "Cup", "starts_at": now() + timedelta(hours=1),
                "rules": engine.preset(RULES.get(first, "cardgames_io")), **groups,
            }  # fmt: skip
            errors = check_tournament(**fields)
            assert [len(sentences) for sentences in errors.values()] in ([], [1])
            assert list(errors) in ([], ["then"])
            if not errors:
                accepted.add((first, then))
    assert accepted == {(first, then) for first in SIDES for then in AFTER} | {
        (format_, format_) for format_ in INDIVIDUAL
    }
