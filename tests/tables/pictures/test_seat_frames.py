"""The frames by which seats are changed, people asked, tricks claimed and games ended: their shapes, and what they do."""

import json
from typing import Any

import pytest

from games.engine import preset
from games.live.frames import BadFrame, read_frame
from games.live.handlers import serve
from games.tables import services
from games.tables.models import Invitation, Table
from spades_site.common.errors import Refused
from tests.tables.playing import play_on, seat, seated, wake


def sent(**fields: Any) -> Any:
    return read_frame(json.dumps({"id": "x", **fields}))


@pytest.mark.parametrize(
    "fields",
    [
        {"t": "swap"},
        {"t": "swap", "seat": -1},
        {"t": "swap", "seat": "1"},
        {"t": "invite", "name": ""},
        {"t": "invite", "name": "a" * 151},
        {"t": "invite", "name": "a\u0000b"},
        {"t": "invite", "name": 5},
        {"t": "claim"},
        {"t": "claim", "v": True},
        {"t": "end_vote", "yes": 1},
        {"t": "end_vote", "yes": "true"},
        {"t": "rematch", "seat": 1},
    ],
)
def test_frames_of_another_shape_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(BadFrame) as refusal:
        sent(**fields)
    assert (refusal.value.code, refusal.value.id) == ("bad_frame", "x")


@pytest.mark.django_db
def test_seats_are_swapped_and_people_asked(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    member("cy")
    table = services.open_table(services.TableTerms(rules=preset("cardgames_io")), created_by=ann)
    serve(table.pk, ann, sent(t="sit", seat=0, hash=""))
    serve(table.pk, bob, sent(t="sit", seat=1, hash=""))
    serve(table.pk, ann, sent(t="swap", seat=1))
    version = serve(table.pk, bob, sent(t="swap", seat=0))
    assert [one.name for one in table.seats.all()] == ["bob", "ann", "", ""]
    table.refresh_from_db()
    assert version == table.version
    serve(table.pk, ann, sent(t="invite", name="cy"))
    assert Invitation.objects.get().user.username == "cy"


@pytest.mark.django_db
def test_a_game_is_ended_by_all_and_played_again(member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    table = wake(seated([ann, bob]))
    serve(table.pk, ann, sent(t="end_vote", yes=True))
    assert seat(table, 0).wants_end
    serve(table.pk, ann, sent(t="end_vote", yes=False))
    assert not seat(table, 0).wants_end
    for user in (ann, bob):
        version = serve(table.pk, user, sent(t="end_vote", yes=True))
    table.refresh_from_db()
    assert (table.status, table.version) == ("abandoned", version)
    serve(table.pk, bob, sent(t="rematch"))
    version = serve(table.pk, bob, sent(t="rematch"))
    table.refresh_from_db()
    assert table.version == version
    assert [one.name for one in table.rematch.seats.all()][1] == "bob"
    assert Table.objects.count() == 2


@pytest.mark.django_db
def test_a_claim_asks_for_the_present_picture(member: Any) -> None:
    ann = member("ann")
    table = wake(seated([ann], max_hands=1))
    for version, code in ((0, "stale"), (table.version, "not_certain")):
        with pytest.raises(Refused) as refusal:
            serve(table.pk, ann, sent(t="claim", v=version))
        assert refusal.value.code == code
    assert play_on(table, [ann]).status == "finished"
