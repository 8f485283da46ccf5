"""The demonstration club's ladder: some weeks of matches, one to be played, and an open challenge."""

from datetime import timedelta
from functools import partial

from spades_site.accounts.models import User
from spades_site.common import outbox
from spades_site.common.clock import now
from tournaments.ladders import challenges, entering, making
from tournaments.ladders.making import LadderProposal
from tournaments.ladders.models import Challenge, Ladder, LadderEntry
from tournaments.leagues.models import League
from tournaments.organizer.demo.club import MORE_PAIRS, ORGANIZER, PAIRS, Club, Step

FOUNDED = 18
"""Days ago."""
PLAYED = ((15, 9, 5), (11, 6, 3), (9, 3, 1), (6, 8, 5), (4, 10, 6), (1, 4, 2))
"""Days ago, the challenger's rung and the challenged's."""
SHORT = {"preset": "cardgames_io", "target": 100}


class PairsLadder:
    """The ladder of the club's pairs, on its agenda."""

    def __init__(self, club: Club, league: League) -> None:
        self.club, self.league = club, league
        club.plan(club.ago(days=FOUNDED), self.found)

    def found(self) -> None:
        """Create the ladder, put the pairs on it, and plan what happens there."""
        proposal = LadderProposal(
            name="Pairs ladder", rules=SHORT, repeats=True, idle_warn=21, idle_drop=28
        )
        self.ladder: Ladder = making.create_ladder(
            league_id=self.league.pk, by=self.club.people[ORGANIZER], proposal=proposal
        )
        people = self.club.people
        for one, other in (*PAIRS, *MORE_PAIRS[:4]):
            entry = entering.join(ladder_id=self.ladder.pk, user=people[one], partner=other)
            entering.answer(entry_id=entry.pk, user=people[other], accept=True)
        for days, challenger, challenged in PLAYED:
            self.plan(days * 24, partial(self.play, challenger, challenged))
        self.plan(70, self.decline)
        self.plan(30, self.agree_later)
        self.plan(20, lambda: self.challenge(9, 7))

    def plan(self, hours: int, step: Step) -> None:
        """Put a step on the agenda."""
        self.club.plan(self.club.ago(hours=hours), step)

    def play(self, challenger: int, challenged: int) -> None:
        """Play a challenge at once, to its end."""
        made = self.accepted(challenger, challenged)
        for entry in (made.challenger, made.challenged):
            made = challenges.play_now(challenge_id=made.pk, by=self.player(entry))
        assert made.table is not None
        self.club.play(made.table)
        outbox.deliver_due()

    def decline(self) -> None:
        """Let a challenge be declined."""
        made = self.challenge(8, 7)
        challenges.answer(challenge_id=made.pk, by=self.player(made.challenged), accept=False)

    def agree_later(self) -> None:
        """Let a challenge be accepted, and one side offer a time."""
        made = self.accepted(6, 3)
        by = self.player(made.challenger)
        challenges.offer_time(challenge_id=made.pk, by=by, play_at=now() + timedelta(days=3))

    def accepted(self, challenger: int, challenged: int) -> Challenge:
        """Return an accepted challenge between two rungs."""
        made = self.challenge(challenger, challenged)
        by = self.player(made.challenged)
        return challenges.answer(challenge_id=made.pk, by=by, accept=True)

    def challenge(self, challenger: int, challenged: int) -> Challenge:
        """Let the entry on one rung challenge that on another."""
        one, other = (self.ladder.entries.get(rung=rung) for rung in (challenger, challenged))
        by = self.player(one)
        return challenges.challenge(ladder_id=self.ladder.pk, by=by, entry_id=other.pk)

    def player(self, entry: LadderEntry) -> User:
        """Return the entry's first player."""
        return entry.players.select_related("user")[0].user
