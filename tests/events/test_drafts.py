"""Draws that the organizer confirms."""

from typing import Any

import pytest

from spades_site.common.errors import Refused
from tournaments.events import drafts, running
from tournaments.events.models import Round
from tournaments.events.selectors import match_view, tournament_view
from tournaments.organizer.tonight import tonight

pytestmark = pytest.mark.django_db


def refusal(call: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(**kwargs)
    return refused.value.code


def pairs(round_: Round) -> list[tuple[str, str]]:
    return [(match.entry_a.name, match.entry_b.name) for match in round_.matches.all()]


def test_players_see_nothing_before_the_organizer_confirms(club: Any) -> None:
    cup = club.started(4, format="swiss", rounds=2, confirm_draws=True)
    draft = drafts.draft_of(cup)
    assert (draft.status, len(draft.matches.all()), club.in_play(cup)) == ("drafted", 2, [])
    player = club.player("a1")
    view = tournament_view(cup, player)
    assert (view.rounds, view.next.code) == ([], "draw_waits")
    assert view.next.sentence == "The organizer confirms the draw of round 1."
    assert match_view(draft.matches.first().pk, club.organizer) is None
    assert [each.what for each in tonight(club.organizer).decisions] == [
        "Confirm the draw of round 1"
    ]
    assert running.advance_due() == 0
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
    assert second.flags[-3] == f"Changed by hand: {goes} and {comes} changed places."
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
    assert draft.flags[-1] == "Draw 4: who is level meets by lot, not by seed."
    assert len({str(each) for each in found}) == 4
    Round.objects.filter(pk=draft.pk).update(draw_no=1)
    again = drafts.redraw(round_id=draft.pk, by=club.organizer)
    assert sorted(map(sorted, pairs(again))) == found[1]


@pytest.mark.parametrize("format_", ["round_robin", "knock_out"])
def test_other_formats_are_confirmed_as_they_are(club: Any, format_: str) -> None:
    cup = club.started(4, format=format_, confirm_draws=True)
    draft = drafts.draft_of(cup)
    assert refusal(drafts.redraw, round_id=draft.pk, by=club.organizer) == "draw_fixed"
    drafts.confirm(round_id=draft.pk, by=club.organizer)
    assert len(club.in_play(cup)) == 2
    waiting = {"round_robin": None, "knock_out": None}[format_]
    assert drafts.draft_of(cup) is waiting


def test_by_default_draws_hold_by_themselves(club: Any) -> None:
    cup = club.started(4, format="swiss")
    assert drafts.draft_of(cup) is None
    assert len(club.in_play(cup)) == 2
