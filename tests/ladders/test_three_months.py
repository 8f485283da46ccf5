"""A ladder of 40 pairs over three simulated months, whose rungs an independent program recomputes from its JSON."""

import random
from collections import Counter
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from spades_site.common.errors import Refused
from tests.ladders.conftest import LadderClub
from tests.ladders.recompute import recomputed
from tournaments.ladders import challenges, correcting, entering, playing, steps
from tournaments.ladders.models import Challenge, Ladder

pytestmark = pytest.mark.django_db
PAIRS, DAYS = 40, 90


@pytest.mark.slow
def test_forty_pairs_over_three_months(club: LadderClub) -> None:
    dice = random.Random(20261129)
    ladder = club.ladder(
        PAIRS - 6, kind="pairs", newcomer_rung=20, idle_warn=8, idle_drop=14, idle_off=30, drop=2
    )
    numbers = list(range(1, PAIRS - 5))
    coming = list(range(PAIRS - 5, PAIRS + 1))
    refused: set[str] = set()
    for day in range(DAYS):
        club.later(days=1)
        playing.advance_due()
        if coming and day % 9 == 4:
            numbers.append(coming.pop(0))
            club.enter(ladder, numbers[-1])
        _answers(club, ladder, dice)
        numbers = [number for number in numbers if _is_there(ladder, number)]
        for number in dice.sample(numbers, 8):
            refused.add(_challenges(club, ladder, number, dice))
        if day in (30, 60):
            _corrects(club, ladder, dice)
        if day == 45:
            gone = numbers.pop(dice.randrange(len(numbers)))
            by = club.people[f"a{gone}"]
            try:
                entering.leave(entry_id=club.entry(ladder, gone).pk, by=by)
            except Refused:
                numbers.append(gone)
    assert refused <= {
        "", "out_of_reach", "has_challenge", "is_challenged", "same_opponent", "yourself",
    }  # fmt: skip
    assert steps.differences(ladder) == []
    document = Client().get(reverse("ladder_json", args=[ladder.slug])).json()
    told = {
        one["entry"]: {key: one[key] for key in ("rung", "best", "wins", "losses", "failures")}
        for one in document["entries"]
    }
    assert told == recomputed(document)
    kinds = Counter(line["kind"] for line in document["log"])
    # It was a lively quarter.
    assert kinds["result"] > 100
    assert kinds["failure"] > 20
    assert kinds["move"] == 2
    assert any(line["forfeit"] for line in document["log"])
    _was_idle(document)
    assert any(line["climb"] == "enter" for line in document["log"])
    assert ladder.challenges.filter(is_defence=True, status="played").exists()
    rungs = sorted(one["rung"] for one in document["entries"] if one["rung"])
    assert rungs == list(range(1, len(rungs) + 1))


def _is_there(ladder: Ladder, number: int) -> bool:
    return ladder.entries.filter(name=f"a{number} & b{number}", status="active").exists()


def _was_idle(document: dict[str, Any]) -> None:
    """Hold that drops and removals came after as many days without a match as the settings say, and no earlier."""
    limits = {"idle": document["ladder"]["idle_drop"], "leave": document["ladder"]["idle_off"]}
    since: dict[int, datetime] = {}
    found = Counter()
    for line in document["log"]:
        at = datetime.fromisoformat(line["at"])
        if line["idle"]:
            assert line["idle"] == limits[line["kind"]]
            assert at - since[line["entry"]] >= timedelta(days=line["idle"])
            found[line["kind"]] += 1
        elif line["kind"] in ("join", "result"):
            came = [line["entry"]] if line["forfeit"] else [line["entry"], line["other"]]
            since.update(dict.fromkeys([one for one in came if one], at))
    assert found["idle"] > 3
    assert found["leave"] > 0


def _challenges(club: LadderClub, ladder: Ladder, number: int, dice: random.Random) -> str:
    """Let a pair challenge somebody at random; return why it is refused, or nothing."""
    others = list(ladder.entries.filter(status="active"))
    by, target = club.people[f"a{number}"], dice.choice(others)
    try:
        challenges.challenge(ladder_id=ladder.pk, by=by, entry_id=target.pk)
    except Refused as refusal:
        return refusal.code
    return ""


def _answers(club: LadderClub, ladder: Ladder, dice: random.Random) -> None:
    """Answer some challenges, and play some matches, of which some end by forfeit."""
    live = ladder.challenges.filter(status__in=("open", "accepted")).order_by("pk")
    for one in live.select_related("challenger", "challenged"):
        by, other = _speaker(club, one.challenged), _speaker(club, one.challenger)
        chance = dice.random()
        if one.status == "open" and chance < 0.7:
            challenges.answer(challenge_id=one.pk, by=by, accept=chance > 0.05)
        elif one.status == "accepted" and chance < 0.5:
            for each in (by, other):
                challenges.play_now(challenge_id=one.pk, by=each)
            _plays(club, Challenge.objects.get(pk=one.pk), dice)


def _plays(club: LadderClub, challenge: Challenge, dice: random.Random) -> None:
    if dice.random() < 0.1:
        club.come(challenge, dice.randrange(2))
        club.later(minutes=16)
        playing.advance_due()
        return
    club.come(challenge)
    club.finish(challenge, *dice.sample(range(200, 520, 10), 2))


def _corrects(club: LadderClub, ladder: Ladder, dice: random.Random) -> None:
    """Move somebody, and undo a result of the past."""
    entry = dice.choice(list(ladder.entries.filter(status="active")))
    fields: dict[str, Any] = {"ladder_id": ladder.pk, "by": club.organizer}
    correcting.move(**fields, entry_id=entry.pk, rung=dice.randint(1, 20), reason="New partner")
    results = list(ladder.steps.filter(kind="result", undone_at=None))
    correcting.undo(**fields, step_id=dice.choice(results).pk)


def _speaker(club: LadderClub, entry: Any) -> Any:
    return club.people[entry.name.split(" & ")[0]]
