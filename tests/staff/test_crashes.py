"""D4 and D3 for the measures that staff take: a crash at any write leaves nothing, the locks are taken in order, and the
same call again changes nothing more. Those about leagues and tournaments are tried with the others' actions.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from games.engine import preset
from games.tables import services
from games.tables.chat import reports, silences
from games.tables.models import Report
from spades_site.accounts.avatar import remove_picture
from spades_site.accounts.models import AvatarPicture, User
from spades_site.accounts.renaming import rename
from spades_site.accounts.sign_in import bans
from spades_site.common import limits, switches
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tests.faults.locks import recorded
from tests.support.crashes import crash_everywhere, everything

pytestmark = pytest.mark.django_db


class Scene:
    """bob sits at ann's table and is muted; cid is reported there; dan is banned."""

    def __init__(self, member: Callable[..., Any]) -> None:
        self.boss = member("boss", is_staff=True, is_superuser=True)
        self.ann, self.bob, self.cid, self.dan = map(member, ("ann", "bob", "cid", "dan"))
        terms = services.TableTerms(rules=preset("cardgames_io"))
        table = services.open_table(terms, created_by=self.ann)
        for user in (self.ann, self.bob, self.cid):
            services.take_seat(table_id=table.pk, user=user)
        self.report: Report = reports.report(
            table_id=table.pk, user=self.ann, name="cid", reason="abuse"
        )
        digest = "0" * 32
        AvatarPicture.objects.create(user=self.bob, digest=digest, content=b"x", at=now())
        User.objects.filter(pk=self.bob.pk).update(avatar=f"picture.{digest}")
        self.why: dict[str, Any] = {"by": self.boss, "reason": "A reason"}
        silences.silence(user_id=self.bob.pk, days=1, **self.why)
        bans.ban(user_id=self.dan.pk, **self.why)

    def decide(self, decision: str) -> Any:
        """Decide the report."""
        return reports.decide_report(
            report_id=self.report.pk, by=self.boss, note="Insults", decision=decision, days=7
        )

    def reset(self) -> int:
        """Reset ann's counts."""
        counts = [("tables", self.ann.pk), ("leagues", self.ann.pk)]
        return limits.reset(counts=counts, about=self.ann, **self.why)


MEASURES: dict[str, Callable[[Scene], Any]] = {
    "report: nothing": lambda s: s.decide("nothing"),
    "report: muted": lambda s: s.decide("muted"),
    "report: banned": lambda s: s.decide("banned"),
    "mute": lambda s: silences.silence(user_id=s.cid.pk, days=0, **s.why),
    "mute for longer": lambda s: silences.silence(user_id=s.bob.pk, days=30, **s.why),
    "unmute": lambda s: silences.lift_silence(user_id=s.bob.pk, **s.why),
    "ban": lambda s: bans.ban(user_id=s.bob.pk, **s.why),
    "lift a ban": lambda s: bans.lift_ban(user_id=s.dan.pk, **s.why),
    "remove a picture": lambda s: remove_picture(user_id=s.bob.pk, **s.why),
    "rename": lambda s: rename(user_id=s.bob.pk, name="kim", **s.why),
    "switch": lambda s: switches.turn(name="guests", on=False, **s.why),
    "limits": lambda s: s.reset(),
}


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", MEASURES)
def test_d4_a_measure_that_crashed_at_any_write_is_taken_again(
    member: Any, hands: Any, name: str
) -> None:
    scene = Scene(member)
    with recorded() as recorder:
        assert crash_everywhere(lambda: MEASURES[name](scene)) >= 1
    assert recorder.disorderly == []
    done = everything()
    with suppress(Refused):
        MEASURES[name](scene)
    assert everything() == done
