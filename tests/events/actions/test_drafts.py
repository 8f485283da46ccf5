"""Draws that the organizer confirms."""

from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest

from games import engine
from games.engine.sentences import restored
from games.ratings.models import Rating
from games.tables.models import Action
from spades_site.common import outbox
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.events.rows import give_result
from tests.events.singles import begun, by_lot, finish, seats_of
from tests.support.crashes import everything
from tournaments.events import advance
from tournaments.events.actions import decisions, entering, lifecycle
from tournaments.events.actions.draws import drafts, released
from tournaments.events.actions.night.absences import extend_grace
from tournaments.events.draw import choosing, redrawing, seeding, separation
from tournaments.events.draw.round_rows import title_of
from tournaments.events.models import Round, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.queries.selectors import history_of, match_view, tournament_view
from tournaments.events.scoring.ranking import standings_of
from tournaments.events.scoring.stage_fields import field_of_stage, groups_of
from tournaments.organizer.dashboard import dashboard_of
from tournaments.organizer.log import log_of

pytestmark = pytest.mark.django_db


def refusal(call: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(**kwargs)
    return refused.value.code


def pairs(round_: Round) -> list[tuple[str, str]]:
    return [(match.entries[0].name, match.entries[1].name) for match in round_.matches.all()]


@pytest.mark.slow
def test_players_see_nothing_before_the_organizer_confirms(club: Any) -> None:
    cup = club.started(4, format="swiss", rounds=2, confirm_draws=True)
    draft = drafts.draft_of(cup)
    assert (draft.status, len(draft.matches.all()), club.in_play(cup)) == ("drafted", 2, [])
    player = club.player("a1")
    view = tournament_view(cup, player)
    assert (view.rounds, view.next.code) == ([], "draw_waits")
    assert view.next.sentence == "The organizer has yet to confirm the draw of round 1."
    assert match_view(draft.matches.first().pk, club.organizer) is None
    assert [each.what for each in dashboard_of(club.organizer).decisions] == [
        "Confirm the draw of round 1"
    ]
    assert advance.advance_due() == 0
    club.hands.forward(600)
    assert refusal(drafts.confirm, round_id=draft.pk, by=player) == "not_organizer"
    confirmed = drafts.confirm(round_id=draft.pk, by=club.organizer)
    assert refusal(drafts.confirm, round_id=draft.pk, by=club.organizer) == "not_drafted"
    assert len(club.in_play(cup)) == 2
    # It began when it was confirmed, ten minutes after the start.
    assert (confirmed.starts_at - cup.starts_at).total_seconds() > 590
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    assert (drafts.draft_of(cup).number, club.in_play(cup)) == (2, [])


@pytest.mark.slow
def test_a_swiss_is_changed_by_hand_and_says_what_that_gives_up(club: Any) -> None:
    cup = club.started(4, format="swiss", rounds=3, confirm_draws=True)
    first = drafts.draft_of(cup)
    assert (
        pairs(first) == [("a1 & b1", "a3 & b3"), ("a2 & b2", "a4 & b4")] or len(pairs(first)) == 2
    )
    drafts.confirm(round_id=first.pk, by=club.organizer)
    met = {frozenset(pair) for pair in pairs(first)}
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    second = drafts.draft_of(cup)
    names = {entry.name: entry.pk for entry in cup.entries.all()}
    # Put the partner of the first round back beside the first entry of the draw.
    stays, goes = pairs(second)[0]
    comes = next(name for pair in met if stays in pair for name in pair if name != stays)
    said = {
        "round_id": second.pk, "first_id": names[goes], "second_id": names[comes],
        "by": club.organizer, "reason": "They asked for it.",
    }  # fmt: skip
    assert refusal(drafts.swap, **said | {"reason": ""}) == "reason_missing"
    assert refusal(drafts.swap, **said | {"second_id": names[stays]}) == "same_match"
    assert refusal(drafts.swap, **said | {"second_id": 0}) == "not_in_round"
    drafts.swap(**said)
    second.refresh_from_db()
    assert {frozenset(pair) for pair in pairs(second)} == met
    assert second.flags[-5] == f"Changed by hand: {goes} and {comes} swapped places."
    assert (
        sum(
            flag.endswith(" with a score of 0.") or " meets " in flag
            for flag in second.flags[-4:-2]
        )
        == 2
    )
    assert sorted(flag.endswith(" meet again.") for flag in second.flags[-2:]) == [True, True]


def test_a_swiss_is_drawn_anew_and_the_same_again_each_time(club: Any) -> None:
    cup = club.started(8, format="swiss", rounds=3, confirm_draws=True)
    draft = drafts.draft_of(cup)
    found = [sorted(map(sorted, pairs(draft)))]
    for _again in range(3):
        draft = drafts.redraw(round_id=draft.pk, by=club.organizer)
        found.append(sorted(map(sorted, pairs(draft))))
        assert sorted(name for pair in found[-1] for name in pair) == sorted(
            cup.entries.values_list("name", flat=True)
        )
    assert draft.draw_no == 4
    assert draft.flags[-1] == "Draw 4: ties are paired by lot, not by seed."
    assert len({str(each) for each in found}) == 4
    Round.objects.filter(pk=draft.pk).update(draw_no=1)
    again = drafts.redraw(round_id=draft.pk, by=club.organizer)
    assert sorted(map(sorted, pairs(again))) == found[1]


def change(club: Any, cup: Any, first: str, second: str) -> None:
    """Let two entries change places in the draw that waits."""
    draft = drafts.draft_of(cup)
    names = {entry.name: entry.pk for entry in cup.entries.all()}
    drafts.swap(
        round_id=draft.pk, first_id=names[first], second_id=names[second], by=club.organizer,
        reason="One club.",
    )  # fmt: skip


@pytest.mark.slow
def test_in_a_bracket_two_entries_change_places_before_it_holds(club: Any) -> None:
    cup = club.started(6, format="knock_out", confirm_draws=True, final_best_of=3)
    draft = drafts.draft_of(cup)
    seeds = {entry.seed_no: entry.name for entry in cup.entries.all()}
    assert pairs(draft) == [(seeds[4], seeds[5]), (seeds[3], seeds[6])]
    assert drafts.changes_of(draft).redraw is False
    assert [entry.seed_no for entry in drafts.changes_of(draft).entries] == [1, 2, 3, 4, 5, 6]
    assert refusal(drafts.redraw, round_id=draft.pk, by=club.organizer) == "draw_fixed"
    change(club, cup, seeds[5], seeds[6])
    draft = drafts.draft_of(cup)
    assert pairs(draft) == [(seeds[4], seeds[6]), (seeds[3], seeds[5])]
    assert draft.flags == [f"Changed by hand: {seeds[5]} and {seeds[6]} swapped places."]
    # The first seed has a bye, and gives it away.
    change(club, cup, seeds[1], seeds[3])
    assert pairs(drafts.draft_of(cup)) == [(seeds[4], seeds[6]), (seeds[1], seeds[5])]
    assert cup.entries.get(name=seeds[3]).seed_no == 1
    drafts.confirm(round_id=drafts.draft_of(cup).pk, by=club.organizer)
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    second = drafts.draft_of(cup)
    assert (drafts.changes_of(second).entries, drafts.changes_of(second).redraw) == ([], False)
    with pytest.raises(Refused) as refused:
        change(club, cup, *pairs(second)[0])
    assert str(refused.value) == (
        "Only the first draw of this stage could be changed: later ones follow from it and the results. Confirm the draw."
    )
    while (waits := drafts.draft_of(cup)) or club.in_play(cup):
        if waits:
            drafts.confirm(round_id=waits.pk, by=club.organizer)
        for match in club.in_play(cup):
            club.finish(match, 500, 100)
    cup.refresh_from_db()
    assert cup.status == "finished"


@pytest.mark.slow
def test_two_entries_change_groups_before_the_draw_holds(club: Any) -> None:
    cup = club.started(
        8, stages=(StagePlan("groups", groups=2, advance=2), StagePlan("knock_out")), confirm_draws=True, min_entries=8,
        max_entries=8,
    )  # fmt: skip
    seeds = {entry.seed_no: entry.name for entry in cup.entries.all()}
    change(club, cup, seeds[1], seeds[2])
    stage = cup.stages.get(index=1)
    drawn = [{entry.name for entry in part} for part in groups_of(stage, field_of_stage(stage))]
    assert drawn == [
        {seeds[number] for number in (2, 4, 5, 8)}, {seeds[number] for number in (1, 3, 6, 7)},
    ]  # fmt: skip
    met = {frozenset(pair) for round_ in cup.rounds.all() for pair in pairs(round_)}
    assert len(met) == 12
    assert all(set(pair) <= drawn[0] or set(pair) <= drawn[1] for pair in met)
    drafts.confirm(round_id=drafts.draft_of(cup).pk, by=club.organizer)
    assert len(club.in_play(cup)) == 4


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("format_", "rules"), [("rotation", "cardgames_io"), ("solo", "bicycle_4")]
)
def test_single_players_change_places_in_the_draw(club: Any, format_: str, rules: str) -> None:
    cup = begun(club, 8, format=format_, rules=engine.preset(rules), rounds=3, confirm_draws=True)
    before = [seats_of(match) for match in drafts.draft_of(cup).matches.all()]
    first, second = before[0][1], before[1][2]
    change(club, cup, first, second)
    other = {first: second, second: first}
    assert [seats_of(match) for match in drafts.draft_of(cup).matches.all()] == [
        [other.get(name, name) for name in seats] for seats in before
    ]
    with pytest.raises(Refused) as refused:
        change(club, cup, before[0][0], second)
    assert refused.value.code == "same_match"
    drafts.confirm(round_id=drafts.draft_of(cup).pk, by=club.organizer)
    assert len(club.in_play(cup)) == 2


def test_a_round_robin_is_confirmed_whole(club: Any) -> None:
    cup = club.started(4, format="round_robin", confirm_draws=True)
    drafts.confirm(round_id=drafts.draft_of(cup).pk, by=club.organizer)
    assert (len(club.in_play(cup)), drafts.draft_of(cup)) == (2, None)


def test_by_default_draws_need_no_confirmation(club: Any) -> None:
    cup = club.started(4, format="swiss")
    assert drafts.draft_of(cup) is None
    assert len(club.in_play(cup)) == 2


@pytest.mark.slow
def test_a_draw_that_a_late_entry_has_replaced_is_refused_with_a_sentence(
    club: Any, client: Any
) -> None:
    cup = club.started(4, format="round_robin", late_until_round=1, confirm_draws=True)
    old = drafts.draft_of(cup).pk
    club.enter_pair(cup, "zoe", "yan")
    client.force_login(club.organizer)
    page = client.post(f"/organize/tournaments/{cup.slug}/rounds/{old}/confirm/", follow=True)
    assert "There is no such round any more. Reload the page." in page.content.decode()
    assert drafts.draft_of(cup).status == "drafted"


@pytest.mark.slow
def test_nothing_is_decided_in_a_draw_that_waits(club: Any) -> None:
    cup = club.started(4, format="swiss", rounds=3, confirm_draws=True)
    drafts.confirm(round_id=drafts.draft_of(cup).pk, by=club.organizer)
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    match = drafts.draft_of(cup).matches.first()
    for call in (decisions.decide_match, decisions.replay_match):
        code = refusal(call, match_id=match.pk, by=club.organizer, reason="Why")
        assert code == "draw_waits"
    assert match.results.count() == 0
    # One from before it was refused counts for nobody either: the draw would show in the standings.
    give_result(match, "forfeit", 1, 2, at=cup.starts_at)
    assert [row.points for row in standings_of(cup)] == [2, 2, 0, 0]
    shown = tournament_view(cup, club.player("a1")).standings
    assert [row.row.points for row in shown] == [2, 2, 0, 0]


@pytest.mark.slow
def test_a_late_entry_is_told_at_the_waiting_draw_which_is_drawn_anew_with_it(club: Any) -> None:
    cup = club.started(4, format="swiss", rounds=3, confirm_draws=True, late_until_round=3)
    draft = drafts.draft_of(cup)
    seen = draft.matches.first().pk
    word = {"round_id": draft.pk, "by": club.organizer}
    assert refusal(drafts.draw_anew, **word, expected_version=seen) == "nothing_new"
    entry = club.enter_pair(cup, "y", "z")
    assert entry.joined_round == 2
    draft = drafts.draft_of(cup)
    assert redrawing.late_entries(draft) == [entry]
    assert redrawing.news_of(draft).consequence == (
        "Redraw it to include them, or confirm it: then they play from the next round on."
    )
    drawn = drafts.draw_anew(**word, expected_version=seen)
    entry.refresh_from_db()
    assert (entry.joined_round, redrawing.late_entries(drawn), drawn.draw_no) == (1, [], 1)
    assert drawn.flags == ["Redrawn with y & z."]
    names = [entry.name for match in drawn.matches.all() for entry in match.entries]
    assert (sorted(names), drawn.matches.exclude(sides__index=1).count()) == (
        ["a1 & b1", "a2 & b2", "a3 & b3", "a4 & b4", "y & z"],
        1,
    )
    assert refusal(drafts.confirm, **word, expected_version=seen) == "stale"
    drafts.confirm(**word)
    assert len(club.in_play(cup)) == 2


def test_solo_tables_that_wait_are_drawn_anew_with_a_late_player(club: Any) -> None:
    cup = begun(
        club, 4, format="solo", rules=engine.preset("bicycle_4"), rounds=2, confirm_draws=True,
        late_until_round=2,
    )  # fmt: skip
    cup.max_entries = 8
    cup.save()
    for name in ("y", "z"):
        entering.enter(tournament_id=cup.pk, user=club.player(name), alone=True)
    draft = drafts.draft_of(cup)
    drawn = drafts.draw_anew(round_id=draft.pk, by=club.organizer)
    assert (drawn.number, drawn.status, drawn.draw_no) == (1, "drafted", 2)
    assert sorted(len(seats_of(match)) for match in drawn.matches.all()) == [3, 3]
    assert drawn.flags[-1] == "Redrawn with y, z."
    drafts.confirm(round_id=drawn.pk, by=club.organizer)
    assert len(club.in_play(cup)) == 2


def test_a_draw_anew_by_lot_has_the_late_entry_in_it(club: Any) -> None:
    cup = club.started(4, format="swiss", rounds=3, confirm_draws=True, late_until_round=3)
    entry = club.enter_pair(cup, "y", "z")
    drawn = drafts.redraw(round_id=drafts.draft_of(cup).pk, by=club.organizer)
    entry.refresh_from_db()
    assert (entry.joined_round, redrawing.late_entries(drawn)) == (1, [])
    assert drawn.matches.count() == 3


def test_a_draw_confirmed_without_the_late_entry_leaves_it_to_the_next_round(club: Any) -> None:
    cup = club.started(4, format="swiss", rounds=3, confirm_draws=True, late_until_round=3)
    entry = club.enter_pair(cup, "y", "z")
    drafts.confirm(round_id=drafts.draft_of(cup).pk, by=club.organizer)
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    second = drafts.draft_of(cup)
    assert (entry.joined_round, second.number, second.matches.count()) == (2, 2, 3)


def test_a_change_by_hand_names_entries_that_meet_although_kept_apart(club: Any) -> None:
    cup = club.with_entries(4, format="swiss", rounds=3, confirm_draws=True)
    entries = {entry.name: entry for entry in cup.entries.all()}
    pair = {"first_id": entries["a1 & b1"].pk, "second_id": entries["a2 & b2"].pk}
    separation.keep_apart(tournament_id=cup.pk, by=club.organizer, **pair)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    (opponent,) = (
        name for each in pairs(drafts.draft_of(cup)) if "a1 & b1" in each for name in each
        if name != "a1 & b1"
    )  # fmt: skip
    change(club, cup, opponent, "a2 & b2")
    draft = drafts.draft_of(cup)
    (meet,) = (each for each in pairs(draft) if "a1 & b1" in each)
    assert draft.flags[-2:] == [
        f"Changed by hand: {opponent} and a2 & b2 swapped places.",
        f"{meet[0]} and {meet[1]} meet although they should be kept apart.",
    ]
    before = len(draft.flags)
    change(club, cup, "a2 & b2", opponent)
    # They don't meet any more, and it is not said any more.
    after = drafts.draft_of(cup).flags
    assert len(after) == before
    assert not any("kept apart" in flag for flag in after)


@pytest.mark.slow
def test_at_solo_tables_a_change_by_hand_looks_at_every_seat(club: Any) -> None:
    cup = begun(
        club, 8, format="solo", rules=engine.preset("bicycle_4"), rounds=3, confirm_draws=True
    )
    drafts.confirm(round_id=drafts.draft_of(cup).pk, by=club.organizer)
    met = set()
    for match in club.in_play(cup):
        met |= set(map(frozenset, combinations(seats_of(match), 2)))
        finish(match, *by_lot(match))
    one, other = (seats_of(match) for match in drafts.draft_of(cup).matches.all())
    change(club, cup, one[3], other[2])
    draft = drafts.draft_of(cup)
    again = [
        f"{a} and {b} meet again."
        for match in draft.matches.all()
        for a, b in combinations(seats_of(match), 2)
        if frozenset((a, b)) in met
    ]
    assert len(again) >= 4
    assert draft.flags == [
        f"Changed by hand: {one[3]} and {other[2]} swapped places.",
        *again,
    ]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("step", [lifecycle.end_tournament, lifecycle.cancel_tournament])
def test_a_draw_that_waits_is_dropped_when_the_tournament_ends(
    club: Any, client: Any, step: Any
) -> None:
    cup = club.started(4, format="swiss", rounds=3, confirm_draws=True)
    drafts.confirm(round_id=drafts.draft_of(cup).pk, by=club.organizer)
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    ended = step(tournament_id=cup.pk, by=club.organizer)
    assert [(each.number, each.status) for each in ended.rounds.all()] == [(1, "done")]
    assert drafts.draft_of(ended) is None
    assert [row.points for row in standings_of(ended)] == [2, 2, 0, 0]


@pytest.mark.slow
@pytest.mark.parametrize("format_", ["swiss", "round_robin", "knock_out"])
def test_a_tournament_that_ends_under_its_first_draft_has_its_pages(
    club: Any, client: Any, format_: str
) -> None:
    cup = club.started(4, format=format_, confirm_draws=True)
    lifecycle.end_tournament(tournament_id=cup.pk, by=club.organizer)
    client.force_login(club.organizer)
    pages = ("", "pairings.json", "results.json", "standings.json", "calendar.ics")
    asked = [*(f"/tournaments/cup/{page}" for page in pages), "/organize/tournaments/cup/"]
    assert [client.get(page).status_code for page in asked] == [200] * 6


@pytest.mark.slow
def test_a_swap_is_looked_at_with_all_that_follows_before_anything_changes(club: Any) -> None:
    cup = club.started(5, format="swiss", rounds=3, confirm_draws=True)
    drafts.confirm(round_id=drafts.draft_of(cup).pk, by=club.organizer)
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    draft = drafts.draft_of(cup)
    (bye_before,) = cup.matches.filter(round__number=1, sides__places__isnull=False).exclude(
        sides__index=1
    )
    sat_out = bye_before.entries[0]
    (bye,) = [match for match in draft.matches.all() if match.is_bye]
    before = everything()
    found = drafts.swap_of(draft, bye.entries[0].pk, sat_out.pk)
    assert (found.was.second_byes, found.becomes.second_byes) == (0, 1)
    assert found.becomes.byes == (sat_out.name,)
    assert found.before[-1] == bye.entries[0].name
    assert found.after[-1] == sat_out.name
    assert f"{sat_out.name} sit out a second time." in found.flags
    assert everything() == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("entries", "fields"),
    [
        (5, {"format": "swiss", "rounds": 3}),
        (6, {"format": "knock_out"}),
        (5, {"format": "round_robin"}),
    ],
)
def test_another_draw_is_chosen_and_the_first_one_again(
    club: Any, entries: int, fields: dict[str, Any]
) -> None:
    cup = club.started(entries, confirm_draws=True, **fields)
    draft = drafts.draft_of(cup)
    draft.stage.tournament = cup
    first = choosing.waiting(draft)
    offered = {number: choosing.option(draft, number).drawn for number in (1, 2, 3)}
    assert list(map(title_of, offered[1])) == list(map(title_of, first.drawn))
    assert choosing.numbers_beside(draft, 1) == [2, 3, 4]
    seen = draft.matches.first().pk
    said = {"by": club.organizer, "expected_version": seen}
    drafts.choose(round_id=draft.pk, number=3, **said)
    other = drafts.draft_of(cup)
    assert other.draw_no == 3
    assert [match.title for match in other.matches.all()] == list(map(title_of, offered[3]))
    # A second organizer still has the first draw before them.
    assert refusal(drafts.choose, round_id=draft.pk, number=2, **said) in (
        "stale",
        "unknown_round",
    )
    drafts.choose(round_id=other.pk, number=1, by=club.organizer)
    again = drafts.draft_of(cup)
    assert [match.title for match in again.matches.all()] == list(map(title_of, offered[1]))
    entry = AuditEntry.objects.filter(verb="round.redrawn").order_by("pk").last()
    assert (entry.data["before"]["draw"], entry.data["after"]["draw"]) == (3, 1)
    assert entry.data["after"]["names"] == list(map(title_of, offered[1]))
    drafts.confirm(round_id=again.pk, by=club.organizer)
    assert refusal(drafts.choose, round_id=again.pk, number=2, by=club.organizer) == "not_drafted"


@pytest.mark.slow
@pytest.mark.parametrize(
    "fields", [{"format": "swiss", "rounds": 3}, {"format": "knock_out"}, {"format": "groups"}]
)
def test_the_field_is_seeded_otherwise_and_as_planned_again(
    club: Any, fields: dict[str, Any]
) -> None:
    names = [f"{letter}{number}" for number in range(1, 9) for letter in "ab"]
    league = club.league_of(*names)
    stages: dict[str, Any] = fields
    if fields["format"] == "groups":
        stages = {"stages": (StagePlan("groups", groups=2, advance=2), StagePlan("knock_out"))}
    last = club.started(8, league=league, name="Last", format="round_robin")
    club.play_all(last)
    cup = club.with_entries(8, league=league, seeding="lot", confirm_draws=True, **stages)
    for number, user in enumerate(names, start=1):
        Rating.objects.filter(user__username=user).update(millis=1_000_000 + 10_000 * number)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    draft = drafts.draft_of(cup)
    planned = list(field_of_stage(draft.stage))
    before = [match.title for match in draft.matches.all()]
    assert choosing.seedings(draft) == [1001, 1002, 1003]
    assert choosing.title(draft, 1002) == "Seeded by the standings of Last"
    ranks = seeding.ranks_by_entry(last)
    by_name = {one.name: ranks[one.pk] for one in last.entries.all()}
    wanted: dict[int, Any] = {
        1001: lambda one: -one.rating,
        1002: lambda one: by_name[one.name],
        1003: lambda one: one.pk,
    }
    for number, order in wanted.items():
        draft = drafts.draft_of(cup)
        shown = list(map(title_of, choosing.option(draft, number).drawn))
        drafts.choose(round_id=draft.pk, number=number, by=club.organizer)
        draft = drafts.draft_of(cup)
        assert list(field_of_stage(draft.stage)) == sorted(planned, key=order)
        assert ([match.title for match in draft.matches.all()], draft.draw_no) == (shown, number)
        assert "seeded" in draft.flags[-1]
    # By lot again, and back to what was planned.
    for number, seeds in ((2, None), (1, planned)):
        draft = drafts.draft_of(cup)
        drafts.choose(round_id=draft.pk, number=number, by=club.organizer)
        if seeds is not None:
            assert list(field_of_stage(drafts.draft_of(cup).stage)) == seeds
    draft = drafts.draft_of(cup)
    assert [match.title for match in draft.matches.all()] == before
    said = {"round_id": draft.pk, "by": club.organizer}
    assert refusal(drafts.choose, number=1004, **said) == "unknown_draw"
    drafts.confirm(**said)
    assert choosing.seedings(draft) == []


def test_solo_tables_are_chosen_too(club: Any) -> None:
    cup = begun(
        club, 8, format="solo", rules=engine.preset("bicycle_4"), rounds=3, confirm_draws=True
    )
    draft = drafts.draft_of(cup)
    draft.stage.tournament = cup
    wanted = choosing.option(draft, 2).drawn
    drafts.choose(round_id=draft.pk, number=2, by=club.organizer)
    found = drafts.draft_of(cup)
    assert [match.title for match in found.matches.all()] == list(map(title_of, wanted))
    assert found.flags[-1] == "Draw 2: the tables were drawn by another lot."
    drafts.confirm(round_id=found.pk, by=club.organizer)
    assert len(club.in_play(cup)) == 2


@pytest.mark.slow
def test_a_released_draw_is_taken_back_until_a_card_is_played(club: Any, client: Any) -> None:
    cup = club.started(5, format="swiss", rounds=3)
    round_ = cup.rounds.get()
    tables = [match.table for match in club.in_play(cup)]
    titles = [match.title for match in round_.matches.all()]
    wait = {"match_id": club.in_play(cup)[0].pk, "until": now() + timedelta(minutes=30)}
    extend_grace(by=club.organizer, **wait)
    said = {"round_id": round_.pk, "reason": "A pair is missing"}
    assert released.draw_to_take_back(cup) == round_
    assert refusal(released.take_back, by=club.player("a1"), **said) == "not_organizer"
    assert (
        refusal(released.take_back, by=club.organizer, **said | {"reason": " "}) == "reason_missing"
    )
    client.force_login(club.organizer)
    page = f"/organize/tournaments/{cup.slug}/desk/take-back/{round_.pk}/"
    for name in ("", "Another cup"):
        asked = client.post(page, {"reason": "A pair is missing", "name": name})
        assert (asked.status_code, released.draw_to_take_back(cup)) == (422, round_)
    client.logout()
    released.take_back(by=club.organizer, **said)
    # The log keeps what was done about matches that are gone.
    kept = [entry.verb for entry in history_of(cup)][:2]
    assert kept == ["round.taken_back", "match.grace_extended"]
    assert [entry.verb for entry in log_of(cup)][:2] == kept
    assert refusal(released.take_back, by=club.organizer, **said) == "not_released"
    draft = drafts.draft_of(cup)
    assert (draft.pk, [match.title for match in draft.matches.all()]) == (round_.pk, titles)
    for table in tables:
        table.refresh_from_db()
    assert {table.status for table in tables} == {"abandoned"}
    # Whoever had such a table open learns there what became of it, if they may see the tournament.
    page = client.get(tables[0].get_absolute_url())
    assert page.status_code == 200
    assert restored(tables[0].result["abandoned"]) == (
        "The draw was taken back. Reason: A pair is missing"
    )
    assert (tables[0].ref, tables[0].match_url) == (f"tournament:{cup.pk}", cup.get_absolute_url())
    Tournament.objects.filter(pk=cup.pk).update(hidden_at=now())
    assert client.get(tables[0].get_absolute_url()).status_code == 404
    Tournament.objects.filter(pk=cup.pk).update(hidden_at=None)
    told = Notice.objects.filter(user=club.player("a1"), params__news="draw_off").get()
    assert notice_text(told.kind, told.params).text.endswith("Reason: A pair is missing")
    outbox.deliver_due()
    assert (drafts.draft_of(cup), club.in_play(cup)) == (draft, [])
    drafts.confirm(round_id=draft.pk, by=club.organizer)
    # Everybody learns of the draw that holds now, and of nothing twice.
    assert Notice.objects.filter(user=club.player("a1"), kind="drawn").count() <= 2
    assert cup.matches.filter(status="done").count() == 1
    match = club.in_play(cup)[0]
    Action.objects.create(
        table=match.table, version=10**6, kind="play", text="play AS", by="player", at=now()
    )
    assert released.draw_to_take_back(cup) is None
    assert refusal(released.take_back, by=club.organizer, **said) == "cards_played"


def test_a_round_robin_is_taken_back_whole_and_a_later_round_never(club: Any) -> None:
    cup = club.started(4, format="round_robin")
    first, second, _third = cup.rounds.order_by("number")
    said = {"by": club.organizer, "reason": "Wrong groups"}
    assert refusal(released.take_back, round_id=second.pk, **said) == "draw_fixed"
    released.take_back(round_id=first.pk, **said)
    assert set(cup.rounds.values_list("status", flat=True)) == {"drafted"}
    assert [row.data["after"] for row in AuditEntry.objects.filter(verb="round.taken_back")] == [
        {"status": "drafted"}
    ]
