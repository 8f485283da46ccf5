"""Functions that higher apps provide, because ratings can't import tournaments."""

from collections.abc import Sequence
from dataclasses import dataclass

from spades_site.accounts.models import User, Viewer
from spades_site.common.slots import Slot


@dataclass(frozen=True)
class SeasonLine:
    """A season that a person plays or played: with which entry, and where they ended.

    `place` and `field_size` are None while it goes on; `entry` and `division` are "" in a series.
    """

    name: str
    url: str
    league: str
    entry: str
    division: str
    place: int | None
    field_size: int | None
    champion: bool


@dataclass(frozen=True)
class TeamLine:
    """A team to which a person belongs."""

    name: str
    url: str
    league: str


@dataclass(frozen=True)
class Career:
    """What a person has played in leagues: the seasons, newest first, the teams, and the outcomes of their matches."""

    seasons: Sequence[SeasonLine] = ()
    teams: Sequence[TeamLine] = ()
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        """Return the number of matches."""
        return self.won + self.drawn + self.lost

    @property
    def titles(self) -> list[SeasonLine]:
        """Return the seasons of which the person is a champion."""
        return [one for one in self.seasons if one.champion]


career_of: Slot[[User, Viewer], Career] = Slot(lambda person, viewer: Career())
"""Maps a person and a viewer to what that viewer may see of the person's seasons and teams."""
