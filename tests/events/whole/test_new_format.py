"""A new format is one object: "everybody meets a random opponent" is declared here, and found wherever formats are.

As a change of the product it would be a function and an object in `tournaments/formats/`, their German, and a row in
docs/organizers.md.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games.engine.sentences import message
from spades_site.api.site import api
from spades_site.common.clock import now
from tests.api.test_organizing import post
from tests.api.test_reading import by
from tests.events.conftest import Club
from tests.organizer.test_making import NEW, said
from tournaments.events.actions.draws import drafts
from tournaments.events.models import Entry, Status, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.queries.terms import terms_of
from tournaments.formats.kinds import PairedByRound
from tournaments.formats.registry import FORMATS
from tournaments.formats.shape import Pairing, RoundPlan, lot
from tournaments.formats.swiss import Entrant, Past

pytestmark = pytest.mark.django_db


def random_pairs(
    entrants: Sequence[Entrant],
    history: Sequence[Iterable[Past]],
    seed: str,
    apart: Collection[tuple[int, int]],
) -> RoundPlan:
    number = len(history) + 1
    order = sorted(range(len(entrants)), key=lambda place: lot(seed, number, place))
    keys = [entrants[place].key for place in order]
    pairs = [Pairing(a, b) for a, b in zip(keys[0::2], keys[1::2], strict=False)]
    return RoundPlan(number, (*pairs, *(Pairing(key, None) for key in keys[len(pairs) * 2 :])))


RANDOM = PairedByRound(
    code="random",
    title=message("Random opponents"),
    named=message("A draw by lot"),
    help=message("In each round everybody meets a random opponent."),
    rounds_help=message("Empty: as many as a Swiss."),
    options=frozenset({"rounds", "best_of", "advance", "carry"}),
    pair=random_pairs,
)


@pytest.fixture(autouse=True)
def _with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS, RANDOM.code, RANDOM)


def test_the_form_offers_it_with_its_options_and_makes_it(club: Club, client: Client) -> None:
    client.force_login(club.organizer)
    stage = {"format": "random", "rounds": "3"}
    shown = client.post(NEW, said(stage, restage="show")).content.decode()
    assert '<option value="random" selected>Random opponents</option>' in shown
    assert "In each round everybody meets a random opponent." in shown
    assert "Empty: as many as a Swiss." in shown
    preview = client.post(f"{NEW}preview/", said(stage)).context["preview"]
    assert [(size.entries, size.rounds, size.matches) for size in preview.sizes] == [
        (2, 1, 1),
        (8, 3, 12),
    ]
    assert client.post(NEW, said(stage)).status_code == 302
    made = Tournament.objects.get()
    assert (made.format_title, made.plans[0].rounds) == ("Random opponents", 3)
    assert dict(terms_of(made).facts)["Format"] == "Random opponents, 3 rounds"
    assert "Random opponents, 3 rounds" in client.get(f"{made.get_absolute_url()}").content.decode()


@pytest.mark.slow
def test_its_rounds_are_drawn_one_by_one_to_the_winner(club: Club) -> None:
    cup = club.started(5, format="random", rounds=4)
    assert (cup.rounds.count(), cup.rounds_planned) == (1, 4)
    assert club.play_all(cup) == 4 * 2
    cup.refresh_from_db()
    assert (cup.status, cup.winner) == (Status.FINISHED, cup.entries.get(seed_no=1))
    rounds = [
        [frozenset(entry.seed_no for entry in match.entries) for match in round_.matches.all()]
        for round_ in cup.rounds.order_by("number")
    ]
    for drawn in rounds:
        assert sorted(seed for pair in drawn for seed in pair) == [1, 2, 3, 4, 5]
    assert len(set(map(frozenset, rounds))) > 1


@pytest.mark.slow
def test_its_drafts_are_drawn_again_and_take_late_entries(club: Club) -> None:
    cup = club.started(6, format="random", rounds=3, confirm_draws=True, late_until_round=2)
    draft = drafts.draft_of(cup)
    assert draft is not None
    assert drafts.changes_of(draft).redraw
    before = [match.entries for match in draft.matches.order_by("number")]
    again = drafts.redraw(round_id=draft.pk, by=club.organizer)
    assert again.draw_no == 2
    assert [match.entries for match in again.matches.order_by("number")] != before
    drafts.confirm(round_id=again.pk, by=club.organizer)
    club.enter_pair(cup, "kim", "lou")
    late = Entry.objects.get(name="kim & lou")
    assert (late.seed_no, late.joined_round) == (7, 2)


def test_it_follows_and_precedes_other_stages(club: Club) -> None:
    for first, second in (("random", "knock_out"), ("round_robin", "random")):
        stages: list[dict[str, Any]] = [{"format": first, "advance": 2}, {"format": second}]
        cup = club.tournament(name=first, stages=tuple(StagePlan(**one) for one in stages))
        assert [plan.format for plan in cup.plans] == [first, second]


@pytest.mark.slow
def test_a_program_makes_it_and_its_document_says_so(club: Club) -> None:
    program = by(club.organizer, "organize", "read")
    wanted = {
        "name": "Friday",
        "starts_at": (now() + timedelta(days=7)).isoformat(),
        "league": club.league_of("kim").slug,
        "stages": [{"format": "random", "rounds": 3}],
    }
    code, made = post(program, "tournaments", wanted)
    assert (code, made["stages"]) == (200, wanted["stages"])
    code, wrong = post(program, "tournaments", wanted | {"stages": [{"format": "lottery"}]})
    assert (code, wrong["code"]) == (422, "invalid")
    document = api.get_openapi_schema()["components"]["schemas"]
    assert document["Format"]["enum"] == [*FORMATS]
    assert "random" in FORMATS


@pytest.mark.parametrize("entries", [2, 7, 16])
def test_the_simulator_plays_it(entries: int) -> None:
    out = StringIO()
    call_command(
        "simulate_tournament", "--stage", "random:rounds=3", "--entries", str(entries), "--json", stdout=out,
    )  # fmt: skip
    played = json.loads(out.getvalue())
    assert sorted(line["key"] for line in played["standings"]) == list(range(entries))
    assert played["rounds"] == min(3, entries - 1 + entries % 2)
