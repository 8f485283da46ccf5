"""Which tie-breaks there are and what may stand in a policy's list. Their definitions: docs/tie-breaks.md."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.standings.model import StandingsError


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break's name and nature.

    Its values are whole numbers of 10**-`scale`. `fewer` says that less is better, `signed` that a value is shown with
    its sign, `drawn_only` that it tells nothing where everybody meets everybody.
    """

    code: str
    title: str
    scale: int = 0
    fewer: bool = False
    signed: bool = False
    drawn_only: bool = False

    @property
    def phrase(self) -> str:
        """Return the title as it stands within a sentence."""
        return self.title if self.code in NAMED_AFTER_PEOPLE else self.title.lower()


HEAD_TO_HEAD = "head_to_head"
LOTS = "lots"
NAMED_AFTER_PEOPLE = {"sonneborn_berger", "buchholz", "buchholz_cut1", "buchholz_median"}
TIE_BREAKS: dict[str, TieBreak] = {
    tie_break.code: tie_break
    for tie_break in (
        TieBreak(HEAD_TO_HEAD, "Head-to-head", scale=2),
        TieBreak("score_difference", "Score difference", signed=True),
        TieBreak("points_for", "Points for"),
        TieBreak("wins", "Wins"),
        TieBreak("wins_and_byes", "Wins with byes"),
        TieBreak("sonneborn_berger", "Sonneborn-Berger", scale=4),
        TieBreak("buchholz", "Buchholz", scale=2, drawn_only=True),
        TieBreak("buchholz_cut1", "Buchholz cut-1", scale=2, drawn_only=True),
        TieBreak("buchholz_median", "Median Buchholz", scale=2, drawn_only=True),
        TieBreak("bags", "Fewest bags", fewer=True),
        TieBreak("average_rating", "Average opponent's rating"),
        TieBreak("fewest_forfeits", "Fewest forfeits", fewer=True),
        TieBreak(LOTS, "Draw of lots"),
    )
}


def check_list(codes: Sequence[str], predetermined: bool) -> None:
    """Raise StandingsError unless `codes` is an order of tie-breaks that makes sense for the format."""
    for code in codes:
        if code not in TIE_BREAKS:
            raise StandingsError(
                "unknown_tie_break",
                f"“{code}” is no tie-break. Choose from: {', '.join(TIE_BREAKS)}.",
            )
        if codes.count(code) > 1:
            raise StandingsError(
                "tie_break_twice",
                f"“{TIE_BREAKS[code].title}” stands twice in the tie-breaks. Remove one.",
            )
        if predetermined and TIE_BREAKS[code].drawn_only:
            raise StandingsError(
                "tells_nothing",
                f"“{TIE_BREAKS[code].title}” tells nothing in a round robin, where everybody meets"
                " everybody. Choose Sonneborn-Berger or the score difference.",
            )
    if LOTS in codes and codes[-1] != LOTS:
        raise StandingsError(
            "lots_not_last",
            "After the draw of lots nothing is level any more. Put it last.",
        )
