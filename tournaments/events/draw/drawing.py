"""What drawing a stage means in every format; a kind of format says how it does it (`by_format`)."""

from collections.abc import Callable, Sequence
from datetime import datetime

from tournaments.events.draw.round_rows import Sides
from tournaments.events.models import Entry, Round, Stage, Tournament


class Drawing:
    """How the stages of a kind of format are drawn and stored. The caller has locked the tournament.

    By default all rounds are drawn at once.
    """

    def begin(
        self, stage: Stage, seeded: Sequence[Entry], at: datetime, flags: Sequence[str]
    ) -> None:
        """Draw a seeded stage, with its first round at `at` and its `flags`; too few entries leave it without rounds."""
        raise NotImplementedError

    def plan_more(self, stage: Stage, starts_at: datetime) -> bool:
        """Draw the stage's next round, if there is one; return whether it was drawn."""
        return False

    def redraw_if_changed(self, round_: Round) -> bool:
        """Redraw a round that is about to begin if it must not begin with other players than the present ones; return
        whether it was redrawn.
        """
        return False

    def drawn_again(
        self, round_: Round, number: int, field: Sequence[Entry]
    ) -> tuple[Sequence[Sides], Sequence[str]]:
        """Return the sides and the compromises of the `number`-th draw of a draft, for a field by seed, without storing
        it.
        """
        raise NotImplementedError

    def redraw(self, round_: Round) -> Round:
        """Redraw a draft for the present entries, where each round is drawn by itself; return its row, which may be new.

        Raises Refused "too_few".
        """
        raise NotImplementedError

    def prepare(self, tournament: Tournament, players: Callable[[], int]) -> None:
        """Compute what takes long before the tournament is locked for its first draw; `players()` counts the field."""
