"""The personal data of signals."""

from collections.abc import Iterable

from spades_site.accounts.models import User
from spades_site.accounts.personal import before_closing, goes, stays
from tournaments.fair_play.models import Signal, SignalPerson


def declare() -> None:
    """Declare the rows that hold personal data. A person's export doesn't show signals: they are the organizers' business."""
    goes(SignalPerson, "user")
    stays(Signal, "closed_by", "found_at", "decision", "note")
    before_closing(_obstacles, _farewell)


def _obstacles(user: User) -> Iterable[str]:
    """Yield nothing: a signal keeps nobody from leaving."""
    return ()


def _farewell(user: User) -> None:
    """Delete the signals about the person."""
    Signal.objects.filter(people__user=user).delete()
