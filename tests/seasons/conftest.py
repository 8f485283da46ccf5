"""A league whose seasons are played by the clock."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from spades_site.common import outbox
from spades_site.common.clock import now
from tests.events.conftest import Club, number_people_from_one
from tests.seasons.made import pairs_proposal
from tests.support.recorded import may_record, recorded
from tournaments.events import advance
from tournaments.leagues import joining, services
from tournaments.leagues.models import League, Season
from tournaments.seasons.entries import placing, signing_up
from tournaments.seasons.lifecycle import planning, publishing
from tournaments.seasons.lifecycle.planning import SeasonProposal
from tournaments.seasons.models import SeasonEntry


class SeasonClub(Club):
    """A club with a league: Ann organizes it, `a1 & b1` and so on enter its seasons."""

    def __init__(self, member: Callable[..., Any], hands: Any, *, recording: bool = False) -> None:
        super().__init__(member, hands, recording=recording)
        self.league: League = services.create_league(by=self.organizer, name="Club")
        self.past.note(self.past.calls, hands.shift)

    @recorded
    def joined(self, name: str) -> Any:
        """Return a member of the league by name."""
        fresh = name not in self.people
        person = self.player(name)
        if fresh:
            joining.join_league(league_id=self.league.pk, user=person)
        return person

    @recorded
    def draft(self, proposal: SeasonProposal | None = None, **fields: Any) -> Season:
        """Return a draft of a pairs league."""
        return planning.create_season(
            league_id=self.league.pk,
            by=self.organizer,
            proposal=proposal or pairs_proposal(**fields),
        )

    @recorded
    def sign_up(self, season: Season, number: int) -> SeasonEntry:
        """Enter pair `number`, both of whom accept."""
        one, other = self.joined(f"a{number}"), self.joined(f"b{number}")
        entry = signing_up.sign_up_pair(season_id=season.pk, user=one, partner=other.username)
        return signing_up.answer(entry_id=entry.pk, user=other, accept=True)

    @recorded
    def published(self, pairs: int = 16, **fields: Any) -> Season:
        """Return a season with this many pairs, placed in their order, and published."""
        season = self.draft(**fields)
        planning.open_sign_up(season_id=season.pk, by=self.organizer)
        entries = [self.sign_up(season, number) for number in range(1, pairs + 1)]
        sizes = [division.size for division in season.divisions.all()]
        arrangement, done = {}, 0
        for level, size in enumerate(sizes, start=1):
            arrangement[level] = [one.pk for one in entries[done : done + size]]
            done += size
        placing.arrange(season_id=season.pk, by=self.organizer, arrangement=arrangement)
        return publishing.publish(season_id=season.pk, by=self.organizer)

    def go_to(self, moment: datetime) -> None:
        """Move the clock on to a moment and do whatever is due."""
        self.hands.forward((moment - now()).total_seconds())
        advance.advance_due()
        outbox.deliver_due()


@pytest.fixture
def club(member: Callable[..., Any], hands: Any, request: Any) -> SeasonClub:
    """The club, on 1 January 2027."""
    number_people_from_one()
    hands.forward((datetime(2027, 1, 1, tzinfo=UTC) - now()).total_seconds())
    return SeasonClub(member, hands, recording=may_record(request))
