"""Templates of before forfeits followed wins: their evenings can be made again."""

from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from games import engine
from spades_site.common.clock import now
from tournaments.events.actions.planning.templates import proposal_from, save_template

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("stored", "kept"), [(2, None), ("2.00", None), ("0.5", "0.5")])
def test_a_stored_usual_forfeit_follows_the_win(club: Any, stored: Any, kept: Any) -> None:
    template = save_template(
        by=club.organizer, zone="UTC", league=club.league_of("kim"), name="Fridays", starts_at=now() + timedelta(days=1),
        rules=engine.preset("cardgames_io"), scoring={"win": 1, "draw": "0.5"},
    )  # fmt: skip
    template.proposal["scoring"]["forfeit_win"] = stored
    template.save()
    import_module("tournaments.events.migrations.0003_forfeits_follow_wins").follow(apps, None)
    template.refresh_from_db()
    assert template.proposal["scoring"].get("forfeit_win") == kept
    assert template.proposal["scoring"]["win"] == 1
    assert (
        proposal_from(template, now() + timedelta(days=7)).scoring == template.proposal["scoring"]
    )
