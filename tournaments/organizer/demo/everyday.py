"""What else happens at the demonstration club: waiting tables, deals of the day, chat and a report."""

from typing import Any

from django.conf import settings

from games import engine
from games.engine import preset
from games.engine.state import OVER, PLAY
from games.practice import daily
from games.practice.game import YOU
from games.tables.chat.messages import TABLE, say
from games.tables.chat.reports import report
from games.tables.models import Table
from games.tables.models.chat import Report
from games.tables.services import TableTerms, open_table
from tournaments.organizer.demo.club import Club

CARELESS = 0.4
"""The share of random cards in the deal of the day, without which all would score alike."""
DAILY_PLAYERS = ("edith", "hugo", "quentin", "tilda")


class Everyday:
    """The club's last days, on its agenda."""

    def __init__(self, club: Club) -> None:
        self.club = club
        club.plan(club.ago(days=1), self.yesterdays_deal)
        club.plan(club.ago(), self.waiting_tables)

    def yesterdays_deal(self) -> None:
        """Play the deal of the day, against bots that don't search, because loading the search takes half a minute."""
        kept, settings.BOTS_QUEUE = settings.BOTS_QUEUE, ""
        try:
            for name in DAILY_PLAYERS:
                self._play_daily(self.club.people[name])
        finally:
            settings.BOTS_QUEUE = kept

    def _play_daily(self, user: Any) -> None:
        day = daily.today()
        game = daily.game_of(user, day)
        while (state := game.states()[-1]).phase != OVER:
            careless = state.phase == PLAY and self.club.dice.random() < CARELESS
            legal = engine.legal_actions(state, YOU)
            action = (
                self.club.dice.choice(legal) if careless else self.club.choose(state, YOU, user)
            )
            _before, game = daily.act(user, day, game.version, action)

    def quarrel(self, table: Table) -> None:
        """Let a player insult another after a game, and be reported."""
        writer, reporter = (self.club.people[name] for name in ("farid", "dmitri"))
        say(table_id=table.pk, user=reporter, to=TABLE, text="Sorry, I miscounted the spades.")
        text = "Learn to count before you sit down, you waste everybody’s evening."
        message = say(table_id=table.pk, user=writer, to=TABLE, text=text)
        report(
            table_id=table.pk,
            user=reporter,
            message_id=message.pk,
            reason=Report.Reason.ABUSE,
            text="He said it in front of everybody.",
        )

    def waiting_tables(self) -> None:
        """Open tables at which members wait for others."""
        self._wait_at("cardgames_io", "carla", "dmitri", title="Anyone for a quick one?")
        self._wait_at("bicycle_3", "oskar", title="Three-handed, beginners welcome")
        self._wait_at("rubl_two_player", "vera", turn_seconds=60)

    def _wait_at(self, key: str, *names: str, **terms: Any) -> None:
        people = [self.club.people[name] for name in names]
        open_table(TableTerms(rules=preset(key), **terms), created_by=people[0], seats=people)
