"""The available tie-breaks, and which of them a policy may list. Definitions: docs/tie-breaks.md."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.said import said
from tournaments.standings.model import StandingsError


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break's name and properties.

    Its values are whole numbers of 10**-`scale`. `fewer` means that less is better, `signed` that a value is shown
    with its sign, `drawn_only` that it is meaningless where everybody meets everybody.
    """

    code: str
    title: str
    scale: int = 0
    fewer: bool = False
    signed: bool = False
    drawn_only: bool = False

    @property
    def phrase(self) -> str:
        """Return the title as used within a sentence."""
        return PHRASES.get(self.code, self.title)


HEAD_TO_HEAD = "head_to_head"
LOTS = "lots"
# Tie-breaks named after people keep their capital letter.
PHRASES: dict[str, str] = {
    HEAD_TO_HEAD: said("head-to-head"),
    "score_difference": said("score difference"),
    "points_for": said("points for"),
    "wins": said("wins"),
    "wins_and_byes": said("wins with byes"),
    "bags": said("fewest bags"),
    "average_rating": said("average opponent's rating"),
    "fewest_forfeits": said("fewest forfeits"),
    LOTS: said("draw of lots"),
}
TIE_BREAKS: dict[str, TieBreak] = {
    tie_break.code: tie_break
    for tie_break in (
        TieBreak(HEAD_TO_HEAD, said("Head-to-head"), scale=2),
        TieBreak("score_difference", said("Score difference"), signed=True),
        TieBreak("points_for", said("Points for")),
        TieBreak("wins", said("Wins")),
        TieBreak("wins_and_byes", said("Wins with byes")),
        TieBreak("sonneborn_berger", said("Sonneborn-Berger"), scale=4),
        TieBreak("buchholz", said("Buchholz"), scale=2, drawn_only=True),
        TieBreak("buchholz_cut1", said("Buchholz cut-1"), scale=2, drawn_only=True),
        TieBreak("buchholz_median", said("Median Buchholz"), scale=2, drawn_only=True),
        TieBreak("bags", said("Fewest bags"), fewer=True),
        TieBreak("average_rating", said("Average opponent's rating")),
        TieBreak("fewest_forfeits", said("Fewest forfeits"), fewer=True),
        TieBreak(LOTS, said("Draw of lots")),
    )
}


def check_list(codes: Sequence[str], predetermined: bool) -> None:
    """Raise StandingsError unless `codes` is a list of tie-breaks that makes sense for the format."""
    for code in codes:
        if code not in TIE_BREAKS:
            raise StandingsError(
                "unknown_tie_break",
                said(
                    "“%(code)s” isn't a tie-break. Choose from: %(known)s.",
                    code=code,
                    known=", ".join(TIE_BREAKS),
                ),
            )
        if codes.count(code) > 1:
            raise StandingsError(
                "tie_break_twice",
                said(
                    "“%(title)s” is in the tie-breaks twice. Remove one.",
                    title=TIE_BREAKS[code].title,
                ),
            )
        if predetermined and TIE_BREAKS[code].drawn_only:
            raise StandingsError(
                "tells_nothing",
                said(
                    "“%(title)s” means nothing in a round robin, where everybody meets everybody. "
                    "Choose Sonneborn-Berger or the score difference.",
                    title=TIE_BREAKS[code].title,
                ),
            )
    if LOTS in codes and codes[-1] != LOTS:
        raise StandingsError(
            "lots_not_last",
            said("The draw of lots breaks every tie. Put it last."),
        )
