"""Reminding those who were invited to a league and haven't answered: limited, and logged."""

from datetime import timedelta
from typing import Any

import pytest

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.support.audited import entries_about
from tournaments.leagues import joining, links, reminding, services
from tournaments.leagues.models import Admission, InvitationLink

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(member: Any, settings: Any) -> Any:
    """Ann's league; zoe and one address are invited."""
    settings.NOTICE_MAILS = True
    made = services.create_league(by=member("ann"), name="Club")
    member("zoe")
    joining.invite(league_id=made.pk, by=made.created_by, username="zoe")
    links.invite_address(league_id=made.pk, by=made.created_by, email="New@example.org")
    return made


def age(days: int) -> None:
    """Let the invitations be older, and the mail sent."""
    for model in (Admission, InvitationLink):
        for row in model.objects.all():
            row.at -= timedelta(days=days)
            if row.reminded_at:
                row.reminded_at -= timedelta(days=days)
            row.save()
    InvitationLink.objects.update(mail_due_at=None, mail_taken_at=now())


def remind(league: Any) -> int:
    return reminding.remind_all(league_id=league.pk, by=league.created_by)


def test_everybody_is_reminded_once_in_three_days(league: Any) -> None:
    age(2)
    assert (reminding.are_due(league), remind(league)) == (False, 0)
    age(1)
    assert (reminding.are_due(league), remind(league), remind(league)) == (True, 2, 0)
    link = InvitationLink.objects.get()
    assert (link.mail_due_at, link.mail_taken_at) == (link.reminded_at, None)
    assert link.ends_at == link.mail_due_at + timedelta(days=14)
    notices = Notice.objects.filter(kind="league_invited").order_by("pk")
    assert [one.read_at is None for one in notices] == [False, True]
    assert [one.user.username for one in notices] == ["zoe", "zoe"]
    assert [one.data for one in entries_about(league).filter(verb="league.reminded")] == [
        {"people": 2}
    ]
    age(3)
    assert remind(league) == 2


def test_reminders_count_as_invitations(league: Any, settings: Any) -> None:
    age(3)
    settings.LIMITS = {"invitations": 3}
    assert remind(league) == 1
    assert remind(league) == 0


def test_only_organizers_remind(league: Any, member: Any) -> None:
    with pytest.raises(Refused) as refusal:
        reminding.remind_all(league_id=league.pk, by=member("yan"))
    assert refusal.value.code == "not_organizer"


def test_invitations_are_searched(league: Any) -> None:
    assert [one.user.username for one in reminding.open_admissions(league, "ZO")] == ["zoe"]
    assert list(reminding.open_admissions(league, "new")) == []
    assert [one.email for one in reminding.open_mails(league, "new@")] == ["New@example.org"]
    assert list(reminding.open_mails(league, "zo")) == []
