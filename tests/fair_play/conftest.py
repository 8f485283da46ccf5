from django.db.models import F

from tests.events.conftest import club
from tournaments.fair_play.models import Signal
from tournaments.fair_play.signals import TRUSTED

__all__ = ["club", "end_trust"]


def end_trust() -> None:
    """Let every decision be so old that it suppresses no signals any more."""
    Signal.objects.update(closed_at=F("closed_at") - TRUSTED)
