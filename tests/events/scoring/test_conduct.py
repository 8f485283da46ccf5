"""Late answers and no-shows: a warning first, then points; the side appeals and the organizer answers."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.events.actions.test_fixtures import DAY, HOUR, MONDAY, WEEK, go_to
from tests.events.actions.test_time_offers import THURSDAY, Fixture
from tests.events.matches.test_claims import Waiting
from tournaments.events.actions.decisions import decide_match
from tournaments.events.actions.fixtures import conduct
from tournaments.events.actions.fixtures.time_offers import offer_times
from tournaments.events.models import ConductMark, Penalty
from tournaments.events.scoring.ranking import standings_of
from tournaments.events.setup.proposal import NotValid
from tournaments.organizer.dashboard import dashboard_of

pytestmark = pytest.mark.django_db


def told(user: Any, kind: str) -> str:
    note = Notice.objects.filter(user=user, kind=kind).latest("pk")
    return notice_text(note.kind, note.params).text


def marks(cup: Any) -> list[tuple[str, str, Any]]:
    found = ConductMark.objects.filter(match__tournament=cup).select_related("entry", "penalty")
    return [
        (one.entry.name, one.kind, one.penalty.points if one.penalty else None) for one in found
    ]


def refused(call: Any, **said: Any) -> str:
    with pytest.raises(Refused) as refusal:
        call(**said)
    return refusal.value.code


def unanswered(fix: Any, number: int) -> str:
    """Let an offer to the same entry lapse in round `number`; returns that entry's name."""
    entry = fix.match.entries[1]
    match = fix.cup.matches.get(round__number=number, sides__places__entry=entry)
    other = next(each for each in match.entries if each != entry)
    offer_times(match_id=match.pk, user=other.players.first().user, times=[now() + 2 * DAY + HOUR])
    fix.club.hands.forward(24 * 3600 + 1)
    fix.cup.refresh_from_db()
    return str(entry.name)


@pytest.mark.slow
def test_the_first_late_answer_is_a_warning_and_the_second_costs_points(
    club: Any, client: Any
) -> None:
    fix = Fixture(club, conduct_points=Decimal("1.5"), offer_hours=24)
    name = unanswered(fix, 1)
    go_to(club, now())
    assert marks(fix.cup) == [(name, "late_answer", None)]
    assert told(fix.away, "conduct") == (
        "Your side didn’t answer the offered times. This is a warning; you can appeal on the match’s page."
    )
    go_to(club, MONDAY + WEEK)
    assert unanswered(fix, 2) == name
    go_to(club, now())
    assert marks(fix.cup)[1] == (name, "late_answer", Decimal("1.5"))
    assert told(fix.away, "penalty") == (
        "−1.5 in the standings. Reason: No answer to the times offered in round 2, after a warning."
    )
    lowest = standings_of(fix.cup)[-1]
    assert (lowest.name, lowest.points) == (name, Decimal("-1.5"))
    shown = client.get(fix.cup.get_absolute_url()).content.decode()
    assert "No answer to the times offered in round 2, after a warning." in shown


@pytest.mark.slow
def test_an_offer_cut_short_by_the_match_counts_for_nothing(club: Any) -> None:
    fix = Fixture(club, conduct_points=Decimal(1))
    go_to(club, THURSDAY - HOUR)
    fix.offer(fix.home, THURSDAY + DAY)
    go_to(club, THURSDAY)
    assert (fix.statuses, marks(fix.cup)) == (["lapsed"], [])


@pytest.mark.slow
def test_nobody_coming_counts_however_the_match_ends(club: Any) -> None:
    fix = Waiting(club, conduct_points=Decimal(0))
    fix.come(fix.sides[0])
    go_to(club, fix.opened + timedelta(minutes=5))
    claim = fix.claim()
    go_to(club, claim.decides_at)
    assert marks(fix.cup) == [(fix.match.entries[1].name, "no_show", None)]
    # Counted once a match, and with no points set only as warnings.
    go_to(club, MONDAY + WEEK + 4 * DAY)
    absent = fix.match.entries[1]
    second = fix.cup.matches.get(round__number=2, sides__places__entry=absent)
    here = next(each for each in second.entries if each != absent)
    second.table.seats.filter(user__entry_places__entry=here).update(arrived_at=now())
    winner = second.entries.index(here)
    decide_match(match_id=second.pk, by=club.organizer, winner=winner, reason="Alone.")
    assert marks(fix.cup)[1:] == [(absent.name, "no_show", None)]
    assert Penalty.objects.count() == 0


@pytest.mark.slow
def test_a_side_appeals_and_the_organizer_restores_the_points(club: Any, client: Any) -> None:
    fix = Fixture(club, conduct_points=Decimal(1), offer_hours=24)
    unanswered(fix, 1)
    go_to(club, MONDAY + WEEK)
    unanswered(fix, 2)
    go_to(club, now())
    mark = ConductMark.objects.latest("pk")
    said = {"mark_id": mark.pk, "text": "The mail was late."}
    assert refused(conduct.appeal, **said, user=fix.home) == "not_your_match"
    assert refused(conduct.appeal, **said | {"text": " "}, user=fix.away) == "text_empty"
    client.force_login(fix.away)
    page = mark.match.get_absolute_url()
    assert "Conduct of your side" in client.get(page).content.decode()
    assert client.post(f"{page}conduct/{mark.pk}/", {"text": said["text"]}).url == page
    assert refused(conduct.appeal, **said, user=fix.away) == "appealed"
    assert [one.what for one in dashboard_of(club.organizer).decisions] == [
        f"Round 2: {mark.entry.name} appeal"
    ]
    desk = reverse("organizer_match", args=[fix.cup.slug, mark.match.pk])
    client.force_login(club.organizer)
    assert "The mail was late." in client.get(desk).content.decode()
    answer = {"mark_id": mark.pk, "by": club.organizer, "undo": True}
    assert refused(conduct.answer, **answer | {"by": fix.home}, text="No.") == "not_arbiter"
    assert refused(conduct.answer, **answer, text="") == "reason_missing"
    sent = client.post(f"{desk}conduct/{mark.pk}/", {"undo": "yes", "text": "So it was."})
    assert sent.status_code == 302
    mark.refresh_from_db()
    assert mark.undone_at is not None
    assert mark.penalty.undone_at == mark.undone_at
    assert told(fix.away, "conduct") == "The organizer undid it. Reason: So it was."
    assert refused(conduct.answer, **answer, text="Again.") == "answered"
    first = ConductMark.objects.earliest("pk")
    said_no = {"mark_id": first.pk, "by": club.organizer, "undo": False, "text": "No."}
    assert refused(conduct.answer, **said_no) == "no_appeal"
    timeline = client.get(mark.match.get_absolute_url()).context["timeline"]
    assert [one.what for one in timeline][-3:] == [
        f"{mark.entry.name}, −1 in the standings: no answer to offered times.",
        f"{mark.entry.name} appealed.",
        "The organizer undid it.",
    ]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            {"conduct_points": Decimal("-1")},
            "Choose from 0 to 100 points, with at most two decimals.",
        ),
        (
            {"conduct_points": Decimal(1), "timing": "fixed", "default_minutes": None},
            "Late answers and no-shows are counted in windows. Choose them, or leave it empty.",
        ),
    ],
)
def test_what_cannot_be_counted_is_refused(club: Any, fields: Any, sentence: str) -> None:
    with pytest.raises(NotValid) as refusal:
        Fixture(club, **fields)
    assert refusal.value.errors == {"conduct_points": [sentence]}
