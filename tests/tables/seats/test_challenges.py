"""A challenge opens a table with terms and invites those who are named, all of it or nothing."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from games.engine import preset
from games.tables import services
from games.tables.lobby.programs import note_listening, ready_programs
from games.tables.models import Invitation, Seat, Table
from spades_site.common.clock import now
from spades_site.common.errors import Refused

pytestmark = pytest.mark.django_db
TERMS = services.TableTerms(rules=preset("rubl_two_player"), visibility=Table.Visibility.LINK)


def someone(name: str, **said: Any) -> Any:
    return get_user_model().objects.create_user(username=name, **said)


def test_a_challenge_is_opened_once_or_not_at_all() -> None:
    ann, robot = someone("ann"), someone("robot", is_bot=True)
    with pytest.raises(Refused) as refusal:
        services.challenge(by=ann, terms=TERMS, names=["nobody"])
    assert refusal.value.code == "unknown_user"
    with pytest.raises(Refused) as refusal:
        services.challenge(by=ann, terms=TERMS, names=["robot", "ann"])
    assert (refusal.value.code, str(refusal.value)) == (
        "too_many_named", "At this table there is 1 other seat. Name fewer people.",
    )  # fmt: skip
    assert Table.objects.count() == 0
    table = services.challenge(by=ann, terms=TERMS, names=["ROBOT"])
    assert services.challenge(by=ann, terms=TERMS, names=[" robot"]) == table
    assert list(Seat.objects.values_list("table", "index", "user")) == [
        (table.pk, 0, ann.pk),
        (table.pk, 1, None),
    ]
    asked = Invitation.objects.values_list("table", "user", "by", "declined")
    assert list(asked) == [(table.pk, robot.pk, ann.pk, False)]
    services.decline_invitation(table_id=table.pk, user=robot)
    with pytest.raises(Refused) as refusal:
        services.invite(table_id=table.pk, by=ann, name="robot")
    assert refusal.value.code == "declined"


def test_programs_that_listen_and_play_nowhere_are_ready(settings: Any) -> None:
    robot, drone = someone("robot", is_bot=True), someone("drone", is_bot=True)
    for user in (robot, drone, someone("ann")):
        note_listening(user)
    assert set(ready_programs()) == {robot, drone}
    table = services.challenge(by=drone, terms=TERMS, names=["ann"])
    assert set(ready_programs()) == {robot, drone}
    Table.objects.filter(pk=table.pk).update(status=Table.Status.PLAYING, started_at=now())
    assert set(ready_programs()) == {robot}
    get_user_model().objects.update(listened_at=now() - timedelta(minutes=3))
    assert set(ready_programs()) == set()
