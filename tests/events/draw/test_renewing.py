"""Unconfirmed draws whose results change afterwards: they say so, show what would differ, and can be drawn again."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from spades_site.common.errors import Refused
from tournaments.events.actions import decisions
from tournaments.events.actions.decisions.scores import Given
from tournaments.events.actions.draws import drafts
from tournaments.events.draw.renewing import Renewal, renewal_of
from tournaments.events.models import Match, Round, Tournament
from tournaments.events.plan.stages import StagePlan

pytestmark = pytest.mark.django_db


def drafted(club: Any, rounds: int = 3, number: int = 4, **fields: Any) -> tuple[Tournament, Round]:
    """A Swiss whose first round is over, and whose second draw waits."""
    cup = club.started(number, format="swiss", rounds=rounds, confirm_draws=True, **fields)
    drafts.confirm(round_id=drafts.draft_of(cup).pk, by=club.organizer)
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    return cup, draft_of(cup)


def draft_of(cup: Tournament) -> Round:
    found = drafts.draft_of(cup)
    assert found is not None
    found.tournament = found.stage.tournament = cup
    return found


def renewal(cup: Tournament) -> Renewal:
    found = renewal_of(draft_of(cup))
    assert found is not None
    return found


def correct(club: Any, match: Match, first: int, second: int) -> None:
    """Correct the score of a match, a minute later."""
    club.hands.forward(60)
    decisions.enter_score(
        match_id=match.pk,
        by=club.organizer,
        games={1: Given((first, second), 9)},
        reason="Entered the wrong way round.",
    )


def titles(round_: Round) -> list[str]:
    return [match.title for match in round_.matches.all()]


def test_a_correction_shows_what_would_differ_and_the_draw_is_made_anew(club: Any) -> None:
    cup, draft = drafted(club)
    assert renewal_of(draft) is None
    first = cup.rounds.get(number=1).matches.order_by("number")[0]
    winners = [match.entries[0].name for match in cup.rounds.get(number=1).matches.all()]
    losers = [match.entries[1].name for match in cup.rounds.get(number=1).matches.all()]
    correct(club, first, 300, 510)
    found = renewal(cup)
    assert [match.pk for match in found.matches] == [first.pk]
    assert (found.differs, found.penalties, found.undoes) == (True, False, False)
    assert sorted(found.before) == sorted(titles(draft))
    new = [{losers[0], winners[1]}, {winners[0], losers[1]}]
    assert [set(title.split(" – ")) for title in found.after] == new
    with pytest.raises(Refused) as refused:
        drafts.confirm(round_id=draft.pk, by=club.organizer, seen=[])
    assert refused.value.code == "stale"
    again = drafts.draw_anew(round_id=draft.pk, by=club.organizer)
    assert titles(again) == list(found.after)
    assert "Redrawn with the new results." in again.flags
    assert renewal_of(draft_of(cup)) is None
    drafts.confirm(round_id=again.pk, by=club.organizer, seen=[])


def test_a_correction_that_changes_no_pairing_only_says_so(club: Any) -> None:
    cup, draft = drafted(club)
    correct(club, cup.rounds.get(number=1).matches.order_by("number")[0], 510, 300)
    found = renewal(cup)
    assert (found.differs, list(found.rows)) == (False, [])
    drafts.confirm(round_id=draft.pk, by=club.organizer, seen=[])


def test_who_confirms_an_outdated_draw_has_seen_that_it_is(club: Any) -> None:
    cup, draft = drafted(club)
    correct(club, cup.rounds.get(number=1).matches.order_by("number")[0], 300, 510)
    confirmed = drafts.confirm(round_id=draft.pk, by=club.organizer, seen=renewal(cup).keys)
    assert confirmed.status != Round.Status.DRAFTED


def test_a_hand_made_change_is_named_before_it_is_undone(club: Any) -> None:
    cup, draft = drafted(club)
    a, b = (match.entries[0] for match in draft.matches.all())
    drafts.swap(round_id=draft.pk, first_id=a.pk, second_id=b.pk, by=club.organizer, reason="Asked")
    correct(club, cup.rounds.get(number=1).matches.order_by("number")[0], 510, 300)
    assert (renewal(cup).undoes, renewal(cup).differs) == (True, True)


def test_other_entries_qualify_after_a_correction(club: Any) -> None:
    stages = (StagePlan("groups", groups=2, advance=1), StagePlan("knock_out"))
    cup = club.started(4, stages=stages, confirm_draws=True)
    drafts.confirm(round_id=drafts.draft_of(cup).pk, by=club.organizer)
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    draft = draft_of(cup)
    assert draft.stage.index == 2
    first = cup.rounds.get(number=1).matches.order_by("number")[0]
    winner, loser = (entry.name for entry in first.entries)
    correct(club, first, 300, 510)
    found = renewal(cup)
    assert winner in " ".join(found.before)
    assert loser in " ".join(found.after)
    again = drafts.draw_anew(round_id=draft.pk, by=club.organizer)
    assert loser in " ".join(titles(again))
    assert winner not in " ".join(titles(again))


def test_the_pages_show_it(club: Any) -> None:
    cup, draft = drafted(club)
    first = cup.rounds.get(number=1).matches.order_by("number")[0]
    correct(club, first, 300, 510)
    client = Client()
    client.force_login(club.organizer)
    cup_page = reverse("organizer_tournament", args=[cup.slug])
    page = client.get(cup_page).content.decode()
    assert "Results have changed since this draw:" in page
    assert "Draw again with the new results" in page
    desk = client.get(reverse("tournament_desk", args=[cup.slug])).content.decode()
    assert "A result has changed since it was made." in desk
    address = reverse("desk_ask", args=[cup.slug, "confirm", draft.pk])
    asked = client.get(address).content.decode()
    assert "With the new results 2 lines of it would be others." in asked
    again = client.post(
        reverse("draft_redraw", args=[cup.slug, draft.pk]),
        {"present": "1", "expected_version": draft.matches.all()[0].pk},
    )
    assert again.status_code == 302
    page = client.get(cup_page).content.decode()
    assert "Results have changed since this draw:" not in page
