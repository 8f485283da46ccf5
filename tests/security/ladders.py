"""The ladders of the world of the route matrix: one in each state that its buttons ask for."""

from datetime import timedelta
from typing import Any

from spades_site.common.clock import now
from tournaments.ladders import challenges, correcting, entering, making
from tournaments.ladders.making import LadderProposal
from tournaments.ladders.models import Challenge, Ladder
from tournaments.leagues.models import League


def ladders_of(people: dict[str, Any], league: League, organizer: Any) -> dict[str, Any]:
    """Return what addresses name of a league's ladders."""

    def made(name: str, *names: str, kind: str = "players") -> Ladder:
        preset = "cardgames_io" if kind == "pairs" else "rubl_two_player"
        proposal = LadderProposal(name=name, kind=kind, rules={"preset": preset})
        ladder = making.create_ladder(league_id=league.pk, by=organizer, proposal=proposal)
        for each in names:
            entering.join(ladder_id=ladder.pk, user=people[each])
        return ladder

    def challenge(ladder: Ladder, one: str, other: str) -> Challenge:
        target = ladder.entries.get(players__user=people[other])
        by = people[one]
        return challenges.challenge(ladder_id=ladder.pk, by=by, entry_id=target.pk)

    climb = made("Climb", "m1", "m2", "captain", "m3")
    received = challenge(climb, "m3", "captain")
    second = made("Second", "m1", "m2", "captain")
    waiting = challenge(second, "captain", "m1")
    third = made("Third", "m1", "captain")
    accepted = challenge(third, "captain", "m1")
    challenges.answer(challenge_id=accepted.pk, by=people["m1"], accept=True)
    tomorrow = now() + timedelta(days=1)
    challenges.offer_time(challenge_id=accepted.pk, by=people["m1"], play_at=tomorrow)
    pairs = made("Pairs", kind="pairs")
    asked = entering.join(ladder_id=pairs.pk, user=people["captain"], partner="player")
    frozen = made("Frozen")
    making.freeze(ladder_id=frozen.pk, by=organizer, reason="x")
    mine = climb.entries.get(players__user=people["captain"])
    step, undone = (
        correcting.move(ladder_id=climb.pk, by=organizer, entry_id=mine.pk, rung=rung, reason="x")
        for rung in (2, 3)
    )
    correcting.undo(ladder_id=climb.pk, by=organizer, step_id=undone.pk)
    return {
        "ladder": climb.slug,
        "ladder_entry": mine.pk,
        "ladder_top": climb.entries.get(players__user=people["m1"]).pk,
        "ladder_received": received.pk,
        "ladder_step": step.pk,
        "ladder_undone": undone.pk,
        "second_ladder": second.slug,
        "ladder_waiting": waiting.pk,
        "third_ladder": third.slug,
        "ladder_accepted": accepted.pk,
        "ladder_time": (now() + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M"),
        "pair_ladder": pairs.slug,
        "ladder_asked": asked.pk,
        "frozen_ladder": frozen.slug,
    }
