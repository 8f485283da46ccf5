"""Published crosstables, and a reader for the way they are printed.

A line is an entrant's rounds from its own side: `+9` won against 9, `=13` drew, `-1` lost, `F+11` won by forfeit, `F-6`
lost by forfeit, `B` pairing-allocated bye, `H` half-point bye, `Z` zero-point bye, `.` nothing yet.
"""

from tests.standings.duels import Duel, Outcome
from tournaments.standings import Policy

CHESS = {"win": 1, "draw": "0.5", "bye": 1, "half_bye": "0.5", "forfeit_win": 1}
"""The points with which the published tables were made."""

# FIDE Technical Commission (IA Mario Held), "Exercises in Tie-Breaking", 2024, the Swiss of page 5.
TEC_SWISS = """
+9 =13 =2 +15 =4
+10 +7 =1 +16 =3
=11 +6 +8 =4 =2
+12 H +13 =3 =1
-13 -15 +11 =7 +10
-14 -3 B +10 +8
+15 -2 -16 =5 -11
=16 +14 -3 +13 -6
-1 -10 H F-11 B
-2 +9 -15 -6 -5
=3 -16 -5 F+9 +7
-4 B F+14 Z Z
+5 =1 -4 -8 -14
+6 -8 F-12 Z +13
-7 +5 +10 -1 -16
=8 +11 +7 -2 +15
"""
TEC_SWISS_RATINGS = range(2200, 1400, -50)

# The same, the round robin of page 6.
TEC_ROUND_ROBIN = """
=5 +2 +3 -4 +6
+6 -1 +5 =3 +4
+4 +6 -1 =2 +5
-3 -5 =6 +1 -2
=1 +4 -2 F-6 -3
-2 -3 =4 F+5 -1
"""

# The same, page 43: the Swiss of page 5 with another result in round 5 and four rounds more.
TEC_SWISS_NINE_ROUNDS = """
+9 =13 =2 +15 =4 =6 =3 =16 +8
+10 +7 =1 +16 +3 =4 -6 =15 =5
=11 +6 +8 =4 -2 +16 =1 +14 +10
+12 H +13 =3 =1 =2 =16 =6 +15
-13 -15 +11 =7 +10 -14 +9 -8 =2
-14 -3 B +10 +8 =1 +2 =4 +16
+15 -2 -16 =5 -11 -10 +13 +9 +14
=16 +14 -3 +13 -6 =11 =15 +5 -1
-1 -10 H F-11 B +13 -5 -7 =12
-2 +9 -15 -6 -5 +7 +12 +11 -3
=3 -16 -5 F+9 +7 =8 -14 -10 =13
-4 B F+14 Z Z -15 -10 =13 =9
+5 =1 -4 -8 -14 -9 -7 =12 =11
+6 -8 F-12 Z +13 +5 +11 -3 -7
-7 +5 +10 -1 -16 +12 =8 =2 -4
=8 +11 +7 -2 +15 -3 =4 =1 -6
"""

# IA Pierre Lapeyre, "Tiebreak exercises", 2026, a Swiss solved by the edition of March 2026.
PL_SWISS = """
+8 -5 +14 +3 +2
+9 +7 =5 +6 -1
+10 =6 =4 -1 +7
=11 +9 =3 =5 =6
+12 +1 =2 =4 +11
+13 =3 F+11 -2 =4
+14 -2 +10 -11 -3
-1 -11 =12 =9 =13
-2 -4 +13 =8 =10
-3 +13 -7 =14 =9
=4 +8 F-6 +7 -5
-5 Z =8 -13 -14
-6 -10 -9 +12 =8
-7 B -1 =10 +12
"""

# Six entrants of whom the first asked for two byes: cut-1 and median with voluntarily unplayed rounds (C.07, 16.5).
MEDIAN_WITH_BYES = """
+4 H +5 Z +6
+5 =3 +6 +4 +5
+6 =2 +4 +5 +4
-1 -5 -3 -2 -3
-2 +4 -1 -3 -2
-3 B -2 B -1
"""

# World Cup 2018, group H, as FIFA publishes it: Japan and Senegal were level on points, goals and their own match.
COLOMBIA, JAPAN, SENEGAL, POLAND = 1, 2, 3, 4
GROUP_H = [
    (1, COLOMBIA, JAPAN, (1, 2)),
    (1, POLAND, SENEGAL, (1, 2)),
    (2, JAPAN, SENEGAL, (2, 2)),
    (2, POLAND, COLOMBIA, (0, 3)),
    (3, JAPAN, POLAND, (0, 1)),
    (3, SENEGAL, COLOMBIA, (0, 1)),
]

# Euro 2004, group C, as UEFA publishes it: three teams level on points and on their matches with one another.
SWEDEN, DENMARK, ITALY, BULGARIA = 1, 2, 3, 4
GROUP_C = [
    (1, DENMARK, ITALY, (0, 0)),
    (1, SWEDEN, BULGARIA, (5, 0)),
    (2, BULGARIA, DENMARK, (0, 2)),
    (2, ITALY, SWEDEN, (1, 1)),
    (3, ITALY, BULGARIA, (2, 1)),
    (3, DENMARK, SWEDEN, (2, 2)),
]

_OUTCOMES = {
    "+": Outcome.A_WON,
    "=": Outcome.DRAWN,
    "-": Outcome.B_WON,
    "F+": Outcome.B_FORFEITS,
    "F-": Outcome.A_FORFEITS,
    "B": Outcome.BYE,
    "H": Outcome.HALF_BYE,
    "Z": Outcome.ZERO_BYE,
}


def read(table: str) -> list[Duel]:
    """Return the results of a printed crosstable, each match once, from the line of the lower number."""
    results = []
    for entrant, line in enumerate(table.strip().splitlines(), start=1):
        for number, cell in enumerate(line.split(), start=1):
            sign, opponent = cell.rstrip("0123456789"), cell.lstrip("+=-FBHZ.")
            if sign == ".":
                continue
            if not opponent:
                results.append(Duel(number, entrant, None, _OUTCOMES[sign]))
            elif entrant < int(opponent):
                results.append(Duel(number, entrant, int(opponent), _OUTCOMES[sign]))
    return results


def chess_swiss(*tie_breaks: str) -> Policy:
    """Return chess points for a Swiss with these tie-breaks."""
    return Policy(**CHESS, tie_breaks=tie_breaks)


def chess_round_robin(*tie_breaks: str) -> Policy:
    """Return chess points for a round robin with these tie-breaks."""
    return Policy(**CHESS | {"bye": 0}, tie_breaks=tie_breaks, predetermined=True)


def football(matches: list[tuple[int, int, int, tuple[int, int]]]) -> list[Duel]:
    """Return results from rows of round, home, away and goals."""
    results = []
    for number, home, away, goals in matches:
        outcome = Outcome.DRAWN
        if goals[0] != goals[1]:
            outcome = Outcome.A_WON if goals[0] > goals[1] else Outcome.B_WON
        results.append(Duel(number, home, away, outcome, goals))
    return results
