"""The available tie-breaks, and which of them a policy may list. Definitions: docs/tie-breaks.md."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.sentences import message
from tournaments.standings.model import StandingsError


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break's name and properties.

    `within` is the title within a sentence, unless it keeps its capital letter. Its values are whole numbers of
    10**-`scale`. `fewer` means that less is better, `signed` that a value is shown
    with its sign, `drawn_only` that it is meaningless where everybody meets everybody.
    """

    code: str
    title: str
    within: str = ""
    scale: int = 0
    fewer: bool = False
    signed: bool = False
    drawn_only: bool = False

    @property
    def phrase(self) -> str:
        """Return the title as used within a sentence."""
        return self.within or self.title


HEAD_TO_HEAD = "head_to_head"
LOTS = "lots"
TIE_BREAKS: dict[str, TieBreak] = {
    tie_break.code: tie_break
    for tie_break in (
        TieBreak(HEAD_TO_HEAD, message("Head-to-head"), message("head-to-head"), scale=2),
        TieBreak(
            "score_difference",
            message("Score difference"),
            message("score difference"),
            signed=True,
        ),
        TieBreak("points_for", message("Points for"), message("points for")),
        TieBreak("wins", message("Wins"), message("wins")),
        TieBreak("wins_and_byes", message("Wins with byes"), message("wins with byes")),
        TieBreak("sonneborn_berger", message("Sonneborn-Berger"), scale=4),
        TieBreak("buchholz", message("Buchholz"), scale=2, drawn_only=True),
        TieBreak("buchholz_cut1", message("Buchholz cut-1"), scale=2, drawn_only=True),
        TieBreak("buchholz_median", message("Median Buchholz"), scale=2, drawn_only=True),
        TieBreak("bags", message("Fewest bags"), message("fewest bags"), fewer=True),
        TieBreak(
            "average_rating",
            message("Average opponent’s rating"),
            message("average opponent’s rating"),
        ),
        TieBreak(
            "fewest_forfeits", message("Fewest forfeits"), message("fewest forfeits"), fewer=True
        ),
        TieBreak(LOTS, message("Draw of lots"), message("draw of lots")),
    )
}


def check_list(codes: Sequence[str], predetermined: bool) -> None:
    """Raise StandingsError unless `codes` is a list of tie-breaks that makes sense for the format."""
    for code in codes:
        if code not in TIE_BREAKS:
            raise StandingsError(
                "unknown_tie_break",
                message(
                    "“%(code)s” isn’t a tie-break. Choose from: %(known)s.",
                    code=code,
                    known=", ".join(TIE_BREAKS),
                ),
            )
        if codes.count(code) > 1:
            raise StandingsError(
                "tie_break_twice",
                message(
                    "“%(title)s” is in the tie-breaks twice. Remove one.",
                    title=TIE_BREAKS[code].title,
                ),
            )
        if predetermined and TIE_BREAKS[code].drawn_only:
            raise StandingsError(
                "tells_nothing",
                message(
                    "“%(title)s” means nothing in a round robin, where everybody meets everybody. "
                    "Choose Sonneborn-Berger or the score difference.",
                    title=TIE_BREAKS[code].title,
                ),
            )
    if LOTS in codes and codes[-1] != LOTS:
        raise StandingsError(
            "lots_not_last",
            message("The draw of lots breaks every tie. Put it last."),
        )
