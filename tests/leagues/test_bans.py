"""A banned person can't come back in any way, knows why and until when, and may again once the ban is over."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.events.conftest import Club, club
from tests.support.audited import entries_about
from tournaments.events.actions.eligibility import why_not_enter
from tournaments.leagues import bans, joining, members, services
from tournaments.leagues.models import Admission, Ban, League, Membership
from tournaments.leagues.selectors import bans_of, league_page

pytestmark = pytest.mark.django_db
__all__ = ["club"]
MINUTE = timedelta(minutes=1)


@pytest.fixture
def league(club: Club) -> League:
    """An open league with ben."""
    made = services.create_league(by=club.organizer, name="Riverside")
    joining.join_league(league_id=made.pk, user=club.player("ben"))
    return made


def refused(call: Callable[..., Any], **arguments: Any) -> tuple[str, str]:
    """Return the code and the sentence of the refusal, having seen that it changed nothing."""
    models = (Membership, Admission, Ban, Notice)
    before = [list(model.objects.order_by("pk").values_list()) for model in models]
    with pytest.raises(Refused) as refusal:
        call(**arguments)
    assert [list(model.objects.order_by("pk").values_list()) for model in models] == before
    return refusal.value.code, str(refusal.value)


def told(user: Any) -> list[str]:
    """Return the texts of the notices to the user about leagues, oldest first."""
    rows = Notice.objects.filter(user=user, kind="league").order_by("pk")
    return [notice_text(one.kind, one.params).text for one in rows]


def test_a_banned_member_is_out_and_every_way_back_is_closed(club: Club, league: League) -> None:
    ann, ben = club.organizer, club.player("ben")
    cup = club.open(league=league)
    bans.ban(league_id=league.pk, by=ann, username="BEN", reason="Rude")
    assert told(ben) == ["You are banned from the league for good. Reason: Rude"]
    assert [place.user for place in league.memberships.all()] == [ann]
    why = ("banned", "You are banned from Riverside for good. Reason: Rude")
    assert refused(joining.join_league, league_id=league.pk, user=ben) == why
    assert refused(joining.ask_to_join, league_id=league.pk, user=ben) == why
    refusal = why_not_enter(cup, ben, now())
    assert refusal is not None
    assert (refusal.code, str(refusal)) == why
    assert refused(joining.invite, league_id=league.pk, by=ann, username="ben") == (
        "banned", "ben is banned from the league. Lift the ban first.",
    )  # fmt: skip
    page = league_page(league, ben)
    assert (page.can_join, page.may_ask, str(page.banned)) == (False, False, why[1])
    assert [(one.user, one.by, one.reason) for one in bans_of(league)] == [(ben, ann, "Rude")]


def test_a_ban_ends_at_its_end_or_when_it_is_lifted(club: Club, league: League) -> None:
    ann, ben = club.organizer, club.player("ben")
    cup = club.open(league=league)
    bans.ban(league_id=league.pk, by=ann, username="ben", reason="Rude", until=now() + MINUTE)
    (sentence,) = told(ben)
    assert sentence.startswith("You are banned from the league until ")
    code, sentence = refused(joining.join_league, league_id=league.pk, user=ben)
    assert (code, "(UTC). Reason: Rude" in sentence) == ("banned", True)
    club.hands.forward(61)
    assert list(bans_of(league)) == []
    refusal = why_not_enter(cup, ben, now())
    assert refusal is not None
    assert refusal.code == "not_member"
    joining.join_league(league_id=league.pk, user=ben)
    bans.ban(league_id=league.pk, by=ann, username="ben", reason="Again")
    bans.lift(league_id=league.pk, by=ann, user_id=ben.pk)
    bans.lift(league_id=league.pk, by=ann, user_id=ben.pk)
    assert told(ben)[2:] == ["You are no longer banned from the league."]
    joining.join_league(league_id=league.pk, user=ben)
    verbs = entries_about(league).order_by("pk").values_list("verb", "reason", "data__user")
    assert [one for one in verbs if "ban" in one[0]] == [
        ("league.banned", "Rude", ben.pk), ("league.banned", "Again", ben.pk),
        ("league.ban_lifted", "", ben.pk),
    ]  # fmt: skip


@pytest.mark.parametrize("state", ["invited", "asking"])
def test_a_ban_ends_an_invitation_or_a_request(club: Club, league: League, state: str) -> None:
    zoe, by = club.player("zoe"), club.organizer
    if state == "invited":
        joining.invite(league_id=league.pk, by=by, username="zoe")
    else:
        League.objects.filter(pk=league.pk).update(is_open=False)
        joining.ask_to_join(league_id=league.pk, user=zoe)
    bans.ban(league_id=league.pk, by=by, username="zoe", reason="No")
    assert not league.admissions.exists()
    assert not Notice.objects.filter(user=zoe, kind="league_invited", read_at=None).exists()


def test_invalid_bans_are_refused(club: Club, league: League) -> None:
    ann, ben, zoe = club.organizer, club.player("ben"), club.player("zoe")
    members.set_role(league_id=league.pk, by=ann, user_id=ben.pk, role="organizer")
    said: dict[str, Any] = {"league_id": league.pk, "by": ben, "username": "zoe", "reason": "x"}
    assert refused(bans.ban, **said | {"by": zoe})[0] == "not_organizer"
    assert refused(bans.lift, league_id=league.pk, by=zoe, user_id=ben.pk)[0] == "not_organizer"
    assert refused(bans.ban, **said | {"username": ann.username})[0] == "owner"
    assert refused(bans.ban, **said | {"username": "ben"})[0] == "yourself"
    assert refused(bans.ban, **said | {"username": "nobody"})[0] == "unknown_user"
    assert refused(bans.ban, **said | {"reason": " "})[0] == "reason_missing"
    assert refused(bans.ban, **said | {"until": now()})[0] == "ban_over"
    first = bans.ban(**said)
    assert bans.ban(**said | {"reason": "Worse"}).pk == first.pk
    assert [one.reason for one in bans_of(league)] == ["Worse"]
