"""Unconfirmed draws while entries come and go: they report it, are redrawn, and can't be confirmed with withdrawn
entries (V1).
"""

from typing import Any

import pytest
from django.test import Client

from games import engine
from games.engine.sentences import message
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.events.singles import alone
from tests.support.squeezed import squeezed
from tournaments.events import advance
from tournaments.events.actions import entering, lifecycle
from tournaments.events.actions.draws import drafts
from tournaments.events.draw import redrawing
from tournaments.events.models import Entry, Round, Status, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.scoring.stage_fields import field_of_stage

pytestmark = pytest.mark.django_db
DRAFT: dict[str, Any] = {"confirm_draws": True}
FORMATS: dict[str, dict[str, Any]] = {
    "swiss": {"format": "swiss", "rounds": 2},
    "round_robin": {"format": "round_robin"},
    "knock_out": {"format": "knock_out"},
    "double_knock_out": {"format": "double_knock_out"},
    "groups": {"stages": (StagePlan("groups", groups=2, advance=1), StagePlan("knock_out"))},
}
SINGLES: dict[str, dict[str, Any]] = {
    "rotation": {"format": "rotation", "rounds": 2},
    "solo": {"format": "solo", "rounds": 2, "rules": engine.preset("bicycle_4")},
}


def refusal(call: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(**kwargs)
    return refused.value.code


def drafted(club: Any, number: int, kind: str, **fields: Any) -> Tournament:
    """A tournament of this number of entries whose first draw waits for the organizer."""
    if kind in SINGLES:
        most = fields.pop("max_entries", 16)
        cup = alone(club, number, max_entries=most, **DRAFT, **SINGLES[kind], **fields)
    else:
        cup = club.with_entries(number, **DRAFT, **FORMATS[kind], **fields)
    return lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)


def leave(club: Any, cup: Tournament, name: str) -> Entry:
    entry: Entry = cup.entries.get(players__user=club.player(name))
    entering.withdraw(tournament_id=cup.pk, user=club.player(name))
    return entry


def drawn(round_: Round) -> set[str]:
    """The entries that play or have a bye in a round and all rounds drawn with it."""
    return {
        entry.name
        for each in round_.stage.rounds.all()
        for match in each.matches.all()
        for entry in match.entries
    }


def page_of(club: Any, cup: Tournament) -> str:
    client = Client()
    client.force_login(club.organizer)
    answer = client.get(f"/organize/tournaments/{cup.slug}/")
    assert answer.status_code == 200
    return squeezed(answer)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*FORMATS, *SINGLES])
def test_v1_a_draw_with_somebody_who_is_gone_is_drawn_anew_before_it_holds(
    club: Any, kind: str
) -> None:
    cup = drafted(club, 6, kind)
    gone = leave(club, cup, "p2" if kind in SINGLES else "a2")
    draft = drafts.draft_of(cup)
    news = redrawing.news_of(draft)
    assert ([*news.gone], news.blocks) == ([gone], True)
    word = {"round_id": draft.pk, "by": club.organizer}
    assert refusal(drafts.confirm, **word) == "field_changed"
    page = page_of(club, cup)
    assert "Withdrew after this draw:" in page
    assert "Redraw with the current entries" in page
    assert "/confirm/?seen=" not in page
    anew = drafts.draw_anew(**word)
    assert drawn(anew) | {entry.name for entry in field_of_stage(anew.stage)} == {
        entry.name for entry in cup.entries.exclude(pk=gone.pk)
    }
    assert anew.flags[-1] == f"Redrawn without {gone.name}."
    assert sorted(cup.entries.exclude(seed_no=None).values_list("seed_no", flat=True)) == [
        1, 2, 3, 4, 5,
    ]  # fmt: skip
    assert f"/rounds/{anew.pk}/confirm/?seen=" in page_of(club, cup)
    drafts.confirm(round_id=anew.pk, by=club.organizer)
    assert club.in_play(cup)


@pytest.mark.slow
def test_v1_a_draft_of_a_later_swiss_round_gives_no_forfeit_to_who_met_the_gone(club: Any) -> None:
    cup = drafted(club, 4, "swiss")
    drafts.confirm(round_id=drafts.draft_of(cup).pk, by=club.organizer)
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    gone = leave(club, cup, "a2")
    draft = drafts.draft_of(cup)
    assert (draft.number, redrawing.news_of(draft).blocks) == (2, True)
    anew = drafts.draw_anew(round_id=draft.pk, by=club.organizer)
    assert gone.name not in {entry.name for match in anew.matches.all() for entry in match.entries}
    assert anew.matches.exclude(sides__index=1).count() == 1
    # Its results stay, and so does its place in the standings.
    assert gone.name in [entry.name for entry in field_of_stage(anew.stage)]


@pytest.mark.slow
def test_v1_a_later_round_of_a_bracket_is_confirmed_with_a_walkover(club: Any) -> None:
    cup = drafted(club, 4, "knock_out")
    drafts.confirm(round_id=drafts.draft_of(cup).pk, by=club.organizer)
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    draft = drafts.draft_of(cup)
    (final,) = draft.matches.all()
    player = final.entries[0].players.order_by("position")[0].user
    entering.withdraw(tournament_id=cup.pk, user=player)
    news = redrawing.news_of(draft)
    assert (news.blocks, news.may_draw, news.consequence) == (
        False, False, "When you confirm it, their opponents win without play.",
    )  # fmt: skip
    word = {"round_id": draft.pk, "by": club.organizer}
    assert refusal(drafts.draw_anew, **word) == "draw_fixed"
    assert "their opponents win without play" in page_of(club, cup)
    drafts.confirm(**word)
    cup.refresh_from_db()
    assert (cup.status, cup.winner) == (Status.FINISHED, final.entries[1])


@pytest.mark.slow
def test_v1_a_place_in_a_later_stage_goes_to_the_next_when_its_draw_is_made_anew(club: Any) -> None:
    cup = drafted(club, 6, "groups")
    drafts.confirm(round_id=drafts.draft_of(cup).pk, by=club.organizer)
    while matches := club.in_play(cup):
        for match in matches:
            club.finish(match, 500, 100)
    draft = drafts.draft_of(cup)
    assert draft.stage.index == 2
    before = [entry.pk for entry in field_of_stage(draft.stage)]
    gone = cup.entries.get(pk=before[0])
    entering.withdraw(tournament_id=cup.pk, user=gone.players.order_by("position")[0].user)
    assert redrawing.news_of(draft).blocks
    anew = drafts.draw_anew(round_id=draft.pk, by=club.organizer)
    after = [entry.pk for entry in field_of_stage(anew.stage)]
    assert (len(after), gone.pk in after, before[1] in after) == (2, False, True)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["swiss", "round_robin", "knock_out", "rotation"])
def test_v1_the_waiting_list_moves_up_while_nobody_has_seen_the_draw(club: Any, kind: str) -> None:
    cup = drafted(club, 4, kind, max_entries=4, waiting_list=True)
    # Entered while there was no place left.
    cup.refresh_from_db()
    assert cup.status == Status.RUNNING
    if kind == "rotation":
        waiting = Entry.objects.create(
            tournament=cup, name="wanda", status="waiting", created_at=cup.created_at
        )
        waiting.players.create(tournament=cup, user=club.player("wanda"), position=0)
    else:
        waiting = Entry.objects.create(
            tournament=cup, name="w & v", status="waiting", created_at=cup.created_at
        )
        for position, name in enumerate(("w", "v")):
            waiting.players.create(tournament=cup, user=club.player(name), position=position)
    gone = leave(club, cup, "p2" if kind == "rotation" else "a2")
    waiting.refresh_from_db()
    assert waiting.status == "checked_in"
    news = Notice.objects.filter(kind="entry", params__news="promoted")
    assert set(news.values_list("user__username", flat=True)) == {
        place.user.username for place in waiting.players.all()
    }
    draft = drafts.draft_of(cup)
    if redrawing.news_of(draft).blocks:
        draft = drafts.draw_anew(round_id=draft.pk, by=club.organizer)
    assert waiting.name in drawn(draft)
    assert gone.name not in drawn(draft)
    drafts.confirm(round_id=draft.pk, by=club.organizer)
    assert club.in_play(cup)


def test_v1_once_the_draw_is_seen_the_waiting_list_stays_in_reserve(club: Any) -> None:
    cup = club.with_entries(4, format="swiss", rounds=2, max_entries=4, waiting_list=True)
    waiting = club.enter_pair(cup, "w", "v")
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    leave(club, cup, "a2")
    waiting.refresh_from_db()
    assert waiting.status == "waiting"


@pytest.mark.slow
def test_v1_the_waiting_list_moves_up_where_late_entries_are_taken(club: Any) -> None:
    cup = club.with_entries(
        4, format="swiss", rounds=2, max_entries=4, waiting_list=True, late_until_round=2
    )
    for name in ("w", "v"):
        entering.enter(tournament_id=cup.pk, user=club.player(name), alone=True)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    leave(club, cup, "a2")
    entry = cup.entries.get(name="w & v")
    assert (entry.status, entry.joined_round, entry.given_partner) == ("checked_in", 2, True)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("kind", ["swiss", "knock_out"])
def test_v1_too_few_are_left_to_draw_anew(club: Any, kind: str) -> None:
    cup = drafted(club, 2, kind)
    leave(club, cup, "a2")
    draft = drafts.draft_of(cup)
    news = redrawing.news_of(draft)
    assert (news.blocks, news.may_draw) == (False, False)
    word = {"round_id": draft.pk, "by": club.organizer}
    assert refusal(drafts.draw_anew, **word) == "too_few"
    assert "Redraw with" not in page_of(club, cup)
    drafts.confirm(**word)
    cup.refresh_from_db()
    nobody = message("Nobody came to any match, so nobody has won.")
    assert (cup.status, cup.winner, cup.status_reason) == (Status.FINISHED, None, nobody)


def test_a_redrawn_rotation_plans_the_rounds_of_those_left(club: Any) -> None:
    cup = lifecycle.start_now(
        tournament_id=alone(club, 9, **DRAFT, format="rotation").pk, by=club.organizer
    )
    assert (cup.rounds_planned, cup.rounds.count()) == (9, 9)
    leave(club, cup, "p2")
    drafts.draw_anew(round_id=drafts.draft_of(cup).pk, by=club.organizer)
    cup.refresh_from_db()
    assert (cup.rounds_planned, cup.rounds.count()) == (7, 7)


@pytest.mark.parametrize("kind", ["rotation", "solo"])
def test_v1_too_few_singles_are_left_for_a_table(club: Any, kind: str) -> None:
    cup = drafted(club, 4, kind)
    for name in ("p1", "p2"):
        leave(club, cup, name)
    draft = drafts.draft_of(cup)
    assert redrawing.news_of(draft).consequence == (
        "Too few are left for a table. When you confirm it, the tournament ends."
    )
    drafts.confirm(round_id=draft.pk, by=club.organizer)
    advance.advance(cup.pk)
    cup.refresh_from_db()
    assert (cup.status, cup.winner) == (Status.FINISHED, None)
    assert cup.finished_at is not None
