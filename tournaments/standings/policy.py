"""The organizer's policy: points for results, and how ties are broken."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from decimal import Decimal
from typing import Any, Self

from games.engine.sentences import message
from tournaments.standings.catalogue import check_list
from tournaments.standings.model import Points, StandingsError, hundredths, points_text

POINTS = ("win", "draw", "loss", "bye", "half_bye", "zero_bye", "forfeit_win", "forfeit_loss")


@dataclass(frozen=True, slots=True)
class Policy:
    """The points for results, and how ties are broken.

    `predetermined` distinguishes formats with pairings fixed in advance (round robin) from those drawn round by
    round (Swiss), because tie-breaks based on opponents treat unplayed rounds differently. `difference_cap` limits
    what one match can add to the score difference, in either direction. `seed` decides the draw of lots.

    With a `spread`, the standard deviation of a deal's difference in points, a match that was played brings victory
    points. `deal_cap` limits what one deal of a team match can add to its margin, in either direction. With
    `walkover_average` a win by forfeit is worth `forfeit_win` at least: also the winner's mean points, or the mean of
    those who played the absent side, if that is more.

    Left empty, a bye and a win by forfeit are worth a win, and a half-point bye is worth a draw.

    Raises StandingsError when the parts contradict each other.
    """

    win: Points = 2
    draw: Points = 1
    loss: Points = 0
    bye: Points = ""
    half_bye: Points = ""
    zero_bye: Points = 0
    forfeit_win: Points = ""
    forfeit_loss: Points = 0
    tie_breaks: tuple[str, ...] = ()
    predetermined: bool = False
    difference_cap: int | None = None
    spread: int | None = None
    deal_cap: int | None = None
    walkover_average: bool = False
    seed: str = ""

    def __post_init__(self) -> None:
        for name, as_much_as in (("bye", "win"), ("half_bye", "draw"), ("forfeit_win", "win")):
            if getattr(self, name) == "":
                object.__setattr__(self, name, getattr(self, as_much_as))
        for name in POINTS:
            hundredths(getattr(self, name), name)
        if not hundredths(self.win) >= hundredths(self.draw) >= hundredths(self.loss):
            raise StandingsError(
                "points_out_of_order",
                message(
                    "A win must be worth at least a draw, and a draw at least a loss. Change the "
                    "points."
                ),
                "win",
            )
        best = max(map(hundredths, (self.bye, self.half_bye, self.zero_bye)))
        if best > hundredths(self.win):
            raise StandingsError(
                "bye_above_win",
                message("A bye can’t be worth more than a win. Lower the points for byes."),
                "bye",
            )
        if self.difference_cap is not None and self.difference_cap < 1:
            raise StandingsError(
                "cap_too_low",
                message(
                    "The cap on the score difference must be at least 1. Raise it or leave it out."
                ),
                "difference_cap",
            )
        if min(one for one in (self.spread, self.deal_cap, 1) if one is not None) < 1:
            raise StandingsError(
                "scale_too_low",
                message(
                    "The spread of a deal and the cap on its difference must be at least 1. Raise "
                    "them or leave them out."
                ),
            )
        check_list(self.tie_breaks, self.predetermined)

    @classmethod
    def round_robin(cls, **changes: Any) -> Self:
        """Return the usual policy of a round robin: byes are worth nothing, since everybody has the same number."""
        return cls(**{"bye": 0, "predetermined": True, "tie_breaks": ROUND_ROBIN, **changes})

    @classmethod
    def swiss(cls, **changes: Any) -> Self:
        """Return the usual policy of a Swiss: a bye is worth a win."""
        return cls(**{"tie_breaks": SWISS, **changes})

    @classmethod
    def individual(cls, **changes: Any) -> Self:
        """Return the usual policy for individual formats: a player who sits out gets the points of a draw."""
        bye = changes.get("draw", 1)
        return cls(**{"bye": bye, "predetermined": True, "tie_breaks": INDIVIDUAL, **changes})

    @classmethod
    def arena(cls, **changes: Any) -> Self:
        """Return the usual policy of an arena, where entries play different numbers of matches and nobody has byes."""
        return cls(**{"bye": 0, "predetermined": True, "tie_breaks": ARENA, **changes})

    def check_forfeits(self) -> None:
        """Raise StandingsError "forfeit_above_win" if a win by forfeit is worth more than one at a table.

        Only for new policies: tournaments of before keep their points.
        """
        if hundredths(self.forfeit_win) > hundredths(self.win):
            raise StandingsError(
                "forfeit_above_win",
                message(
                    "A win by forfeit can’t be worth more than a win. Lower its points, or leave them empty."
                ),
                "forfeit_win",
            )

    def to_dict(self) -> dict[str, Any]:
        """Return the policy for JSON, with points in plain digits."""
        return {
            name: points_text(value)
            if isinstance(value, str | Decimal) and name != "seed"
            else value
            for name, value in (asdict(self) | {"tie_breaks": list(self.tie_breaks)}).items()
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        """Return the policy that `to_dict` stored; missing values get their defaults.

        Raises StandingsError "unknown_setting" for a name that a policy doesn't have.
        """
        return cls(**settings_of(stored))


def settings_of(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return a policy's settings from JSON. Raises StandingsError "unknown_setting"."""
    strange = sorted(set(stored) - {field.name for field in fields(Policy)})
    if strange:
        raise StandingsError(
            "unknown_setting",
            message("“%(name)s” isn’t a setting of the standings. Remove it.", name=strange[0]),
        )
    if "tie_breaks" in stored:
        return {**stored, "tie_breaks": tuple(stored["tie_breaks"])}
    return dict(stored)


ROUND_ROBIN = ("head_to_head", "score_difference", "sonneborn_berger", "points_for", "lots")
INDIVIDUAL = ("wins", "score_difference", "points_for", "bags", "lots")
ARENA = ("wins", "head_to_head", "score_difference", "points_for", "lots")
SWISS = (
    "head_to_head",
    "buchholz_cut1",
    "buchholz",
    "sonneborn_berger",
    "score_difference",
    "points_for",
    "fewest_forfeits",
    "lots",
)
