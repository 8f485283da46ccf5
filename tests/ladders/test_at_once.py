"""Two people challenge the same pair in the same second; the lock lets one of them through."""

import threading
from typing import Any

import pytest
from django.db import connection

from spades_site.common.errors import Refused
from tests.ladders.conftest import LadderClub
from tournaments.ladders import challenges
from tournaments.ladders.models import Challenge


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_challenges_at_once(club: LadderClub) -> None:
    ladder = club.ladder(4)
    top = club.entry(ladder, 1)
    barrier = threading.Barrier(3)
    outcomes: list[str] = []

    def challenge(by: Any) -> None:
        try:
            barrier.wait(timeout=10)
            challenges.challenge(ladder_id=ladder.pk, by=by, entry_id=top.pk)
            outcomes.append("made")
        except Refused as refusal:
            outcomes.append(refusal.code)
        finally:
            connection.close()

    people = [club.people[name] for name in ("p2", "p3", "p4")]
    threads = [threading.Thread(target=challenge, args=[by]) for by in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["is_challenged", "is_challenged", "made"]
    assert Challenge.objects.filter(status="open").count() == 1
