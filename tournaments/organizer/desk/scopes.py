"""The tournaments of a desk, with the viewer's permissions in each."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.models import Viewer
from tournaments.events.core.permissions import arbitrated_by, own_matches
from tournaments.events.models import NoShow, Status, Tournament
from tournaments.events.queries.evening import on_tonight


@dataclass(frozen=True)
class Scope:
    """A tournament on a desk.

    `name` is shown with each row, "" on the tournament's own desk. `base` is the address of its questions, relative to
    the desk to keep rows short. With `runs` the viewer may do everything; an arbiter decides about tables and results,
    except of their `own` matches.
    """

    tournament: Tournament
    runs: bool = True
    own: frozenset[int] = frozenset()
    base: str = "./"
    name: str = ""

    def judges(self, match: int) -> bool:
        """Return whether the viewer decides about this match."""
        return self.runs or match not in self.own

    @property
    def has_begun(self) -> bool:
        """Return whether check-in is open or over."""
        return self.tournament.status not in (
            Status.DRAFT, Status.ANNOUNCED, Status.REGISTRATION,
        )  # fmt: skip

    @property
    def rule(self) -> str:
        """Return the rule about absent players, or when players count as absent."""
        one = self.tournament
        if not self.has_begun and one.check_in_minutes:
            return _(
                "Check-in opens %(minutes)d minutes before the start. Until then nobody is absent."
            ) % {"minutes": one.check_in_minutes}
        if not self.has_begun:
            return _("This tournament has no check-in: who is there shows at the tables.")
        if one.status == Status.CHECK_IN:
            if one.hold_minutes:
                return _("Entries neither checked in nor on the way at the start don’t play.")
            return _("Entries that aren’t checked in at the start don’t play.")
        return {
            NoShow.BOT: _("When the time is over, a bot plays for absent players."),
            NoShow.SUBSTITUTE: _("When the time is over, a substitute plays, else a bot."),
            NoShow.FORFEIT: _("When the time is over, absent players forfeit."),
        }[NoShow(one.no_show)]


def scope_of(viewer: Viewer, slug: str) -> Scope | None:
    """Return the tournament with this slug if the viewer decides about it, or None."""
    one: Any = arbitrated_by(viewer).filter(slug=slug).first()
    if one is None:
        return None
    return Scope(one, one.is_run, frozenset() if one.is_run else own_matches(viewer, [one]))


def tournaments_tonight(viewer: Viewer, at: datetime) -> QuerySet[Tournament]:
    """Return the tournaments of the evening about which the viewer decides."""
    return arbitrated_by(viewer).filter(on_tonight(at))


def scopes_tonight(viewer: Viewer, at: datetime) -> list[Scope]:
    """Return the tournaments of the evening about which the viewer decides, the first to start first."""
    found: list[Any] = list(
        arbitrated_by(viewer).filter(on_tonight(at)).order_by("starts_at", "pk")
    )
    judged = [one for one in found if not one.is_run]
    own = own_matches(viewer, judged) if judged else frozenset()
    return [
        Scope(
            one,
            one.is_run,
            frozenset() if one.is_run else own,
            f"../tournaments/{one.slug}/desk/",
            one.name,
        )
        for one in found
    ]
