"""Known rotations: a first round, from which all others follow by adding a constant.

A whist tournament Wh(v), v = 4k or 4k+1, seats v players so that in v-1 (v) rounds everybody partners everybody
once and opposes everybody twice; one for every such v is known to exist. It is Z-cyclic when round j+1 is round j
with 1 added to every player modulo v-1 (v), with one player fixed where v = 4k; player v-1 here, written “-” below
(the terms are those of I. Anderson and N. J. Finizio, “Inductive extensions of some Z-cyclic whist tournaments”,
Discrete Mathematics, 1999). With 4k+1 players the first round's player 0 sits out.

Where 4k+1 = a²+b², the Gaussian integers modulo a+bi give one: their 4k+1 residues, except 0, are split into
tables (s, is, -s, -is). Differences of partners are 2s times a power of i, those of opponents (1-i)s times one,
and 2 and 1-i have inverses since a²+b² is odd: so every difference occurs as often as it should. In it everybody
sits left of everybody else exactly once. `WHIST` holds others; the tests check each. That of 52 is the resolvable
design of 3q+1 points, q = 17, of R. C. Bose (1942), whose blocks of four play with each partner once; the others
were found by computer, 56 and 64 among starters that multiplying by 36 and by 4 maps onto themselves except for
four tables and one.

`NEARLY` holds the results of such a search for other numbers, counted on modulo the number of players: two or
three sit out, spaced as evenly as possible. With 4k+2 players everybody partners all but one and opposes all but
one twice, with 4k+3 all but two; where that isn't exact, and for 44, 48, 57 and 60, whose whist tournaments exist
but weren't found, a few pairs are opponents once more or less (57: partners too). With 8k+6 players that can't be done
without repeating a partner: the differences of partners would be 1 to 4k+2 once each, with an odd sum, and the two who
sit out must be an odd difference apart. So these have two first rounds, divided by “;”. Each is counted on in the two
halves of the players, modulo half their number. A table of a round is “a b c d”, clockwise: a and c play b and d.
"""

from collections.abc import Sequence
from math import gcd, isqrt

from tournaments.formats.rotation.search import Row

WHIST = {
    4: "- 2 0 1",
    5: "4 2 1 3",
    8: "- 3 0 2/5 6 1 4",
    12: "- 9 0 5/3 6 2 1/7 10 4 8",
    16: "- 3 0 1/2 7 13 6/4 9 11 12/14 5 8 10",
    20: "- 11 0 1/3 15 17 7/10 14 8 13/12 6 9 2/16 5 4 18",
    21: "2 14 10 11/7 18 12 1/8 5 19 6/9 16 3 4/13 17 20 15",
    24: "- 5 0 20/1 3 7 8/4 11 17 12/2 13 14 16/9 15 18 22/6 19 10 21",
    28: "- 3 0 26/5 9 17 15/6 11 8 25/4 13 14 20/7 18 16 21/1 19 12 24/2 22 10 23",
    32: ("- 7 0 11/4 10 6 22/1 12 29 30/5 13 19 28/9 14 15 25/3 17 8 27/16 18 23 26/2 20 24 21"),
    33: ("4 6 26 11/9 10 16 25/8 12 17 14/1 15 7 29/5 18 28 30/2 19 22 23/3 24 20 27/13 31 21 32"),
    36: (
        "- 1 0 24/3 6 29 14/4 8 7 22/5 9 16 10/17 19 33 23/12 20 32 30/13 21 31 26/11 25 18 27/"
        "2 28 15 34"
    ),
    40: (
        "8 3 24 11/17 22 12 21/5 38 16 -/32 29 7 23/10 18 37 25/9 15 0 2/34 27 31 6/20 4 30 19/"
        "36 28 1 26/33 13 14 35"
    ),
    52: (
        "- 34 0 17/18 33 13 4/1 47 16 38/35 50 21 30/3 48 22 46/37 5 31 29/20 14 12 39/9 42 49 19/"
        "43 32 25 2/26 8 36 15/27 24 28 40/10 11 7 23/44 41 6 45"
    ),
    56: (
        "22 52 47 12/42 32 - 27/44 33 0 11/37 17 2 7/30 54 26 53/35 19 1 38/50 24 36 48/"
        "40 39 31 23/10 29 16 3/18 4 45 21/43 34 25 41/8 14 20 46/13 9 5 6/28 49 15 51"
    ),
    64: (
        "42 - 21 0/14 9 48 17/56 36 3 5/35 18 12 20/13 8 39 1/52 32 30 4/19 2 57 16/50 25 31 40/"
        "11 37 61 34/44 22 55 10/60 59 6 53/51 47 24 23/15 62 33 29/7 43 54 26/28 46 27 41/"
        "49 58 45 38"
    ),
}

NEARLY = {
    6: "4 2 3 1;4 1 2 5",
    7: "1 5 3 6",
    10: "1 4 8 2/3 6 9 7",
    11: "10 9 2 4/5 8 1 6",
    14: "1 12 0 5/13 6 11 3/10 4 7 9;1 3 9 12/4 0 7 5/11 2 10 13",
    15: "6 9 2 8/13 4 7 12/14 1 11 3",
    18: "16 11 8 14/4 12 5 10/2 13 15 1/6 7 17 3",
    19: "18 13 3 5/14 7 4 10/11 8 9 1/15 17 2 16",
    22: (
        "13 16 14 12/15 4 17 11/10 3 18 0/21 5 8 1/7 20 6 9;20 3 15 1/4 16 19 13/14 6 8 18/"
        "10 0 5 21/7 2 12 11"
    ),
    23: "19 8 22 17/20 10 9 16/14 1 4 6/3 11 5 12/21 2 13 18",
    26: "24 18 12 8/21 6 20 23/22 3 2 11/17 25 15 10/5 9 1 4/19 14 16 7",
    27: "6 1 4 25/26 19 17 13/22 7 11 21/23 16 24 12/3 14 20 2/10 8 5 15",
    30: (
        "6 9 3 4/15 17 8 11/22 10 18 1/25 5 19 28/7 0 23 14/21 29 2 27/24 13 16 26;21 25 9 24/"
        "23 13 8 6/29 16 12 19/1 10 26 15/22 2 17 4/18 7 0 11/28 27 14 3"
    ),
    31: "9 26 27 18/15 8 29 13/30 11 23 7/17 12 2 6/5 28 3 16/4 21 14 1/19 24 22 25",
    34: ("31 21 16 12/25 13 15 7/23 1 3 2/32 8 9 4/27 20 24 33/29 14 11 22/19 6 26 18/30 10 28 5"),
    35: ("30 18 4 26/13 10 34 28/20 6 7 29/31 14 24 12/27 9 8 19/32 17 21 2/33 5 3 1/25 15 22 16"),
    38: (
        "2 26 29 3/16 28 22 31/32 21 30 8/20 7 15 13/33 19 17 5/36 34 35 6/11 14 37 18/"
        "1 9 12 10/23 25 27 4;15 6 34 13/17 1 14 18/32 7 25 12/11 29 2 19/10 35 22 21/"
        "3 26 33 16/20 36 5 0/9 31 27 23/8 24 30 37"
    ),
    39: (
        "5 2 24 14/9 16 20 3/38 18 30 11/21 37 19 15/32 8 17 7/28 23 34 27/29 31 6 1/"
        "10 33 35 36/22 25 12 4"
    ),
    42: (
        "8 3 35 39/30 32 31 22/37 23 29 6/12 16 19 7/18 9 38 11/13 41 24 36/10 2 26 25/"
        "15 17 33 20/1 27 5 40/4 14 34 28"
    ),
    43: (
        "10 4 6 30/13 16 32 22/1 9 26 11/36 37 23 2/18 29 34 40/27 31 7 38/33 8 21 41/"
        "42 25 39 3/35 19 20 5/12 24 17 15"
    ),
    44: (
        "16 12 22 41/6 15 34 26/25 21 0 2/36 14 27 30/33 17 23 18/3 39 38 13/10 1 8 37/"
        "40 9 35 5/- 11 20 32/29 31 42 28/4 7 24 19"
    ),
    46: (
        "37 40 25 14/41 32 20 28/43 0 33 13/16 8 5 22/23 9 7 6/34 18 27 45/38 12 2 29/"
        "30 42 11 36/44 19 3 21/39 31 4 26/15 17 35 1;10 39 4 11/8 44 45 13/12 15 36 0/"
        "18 9 25 32/31 26 23 29/30 7 28 6/5 34 37 33/20 1 42 35/19 38 14 24/27 2 21 40/"
        "22 41 3 16"
    ),
    47: (
        "44 33 3 5/21 1 14 39/29 45 7 40/43 2 32 22/4 30 16 13/18 42 36 41/46 28 25 38/"
        "12 34 35 19/11 26 27 23/9 37 17 24/20 10 6 8"
    ),
    48: (
        "42 39 18 12/8 26 27 28/36 0 22 3/32 13 44 6/14 - 25 7/9 17 19 34/20 43 46 30/"
        "16 1 21 33/40 35 24 31/11 5 10 23/37 38 15 29/2 4 41 45"
    ),
    50: (
        "13 26 42 22/49 14 41 11/2 19 9 28/21 10 39 37/46 48 16 24/31 35 44 45/47 12 33 43/"
        "6 5 17 20/40 3 34 8/27 4 15 32/30 36 29 38/7 18 23 1"
    ),
    51: (
        "46 24 38 37/10 39 14 30/43 31 25 28/44 40 33 16/8 19 36 49/3 2 42 21/13 4 20 18/"
        "6 1 32 7/27 45 47 35/29 48 12 26/22 50 23 15/9 5 11 41"
    ),
    54: (
        "0 12 14 37/13 51 16 10/22 27 11 5/29 3 8 36/33 4 44 21/39 18 47 17/25 9 19 41/"
        "7 31 35 38/40 28 43 53/34 52 15 42/50 6 46 45/1 24 26 20/32 49 2 48;12 19 39 45/"
        "3 37 27 49/33 35 10 44/38 46 1 41/47 15 2 53/14 40 22 4/18 32 31 17/26 13 11 30/"
        "16 21 9 52/5 24 48 6/50 8 29 43/34 36 0 7/20 42 25 28"
    ),
    55: (
        "35 14 3 27/15 19 51 10/37 40 39 52/23 5 43 53/42 47 8 16/29 46 24 2/22 20 32 28/"
        "50 26 44 9/41 7 1 48/17 30 21 33/49 4 31 34/25 6 54 45/12 11 13 38"
    ),
    57: (
        "49 2 46 40/16 53 5 39/13 54 29 42/15 55 24 19/4 3 38 34/22 10 37 32/11 44 41 43/"
        "52 1 28 30/48 51 50 31/21 14 25 6/36 7 23 47/26 18 33 12/45 8 20 27/17 56 35 9"
    ),
    58: (
        "45 36 34 22/35 41 44 26/54 1 18 19/40 3 16 9/37 7 38 52/33 11 43 39/31 50 28 12/"
        "57 42 4 15/46 56 23 2/5 25 17 51/47 55 30 13/27 53 48 20/49 6 10 8/32 21 24 14"
    ),
    59: (
        "10 37 23 12/51 17 11 46/58 40 20 56/32 52 31 43/6 1 2 16/45 57 13 35/22 38 29 26/"
        "36 28 5 33/27 53 9 55/15 34 4 42/8 21 50 41/44 48 54 3/14 7 47 30/18 25 24 49"
    ),
    60: (
        "- 39 28 19/57 20 44 2/9 31 33 0/43 13 54 7/24 29 32 34/42 45 17 16/37 3 10 52/"
        "14 55 23 15/25 35 51 38/40 26 36 48/21 53 5 1/49 4 11 6/46 8 47 22/58 18 41 30/"
        "12 50 56 27"
    ),
    62: (
        "45 20 52 56/38 49 50 60/26 23 14 42/61 35 18 36/6 4 31 59/22 46 25 37/44 10 15 58/"
        "3 41 55 47/29 9 39 54/43 40 33 32/34 30 28 16/7 13 5 57/21 48 0 17/1 51 24 11/"
        "27 19 2 12;0 55 5 51/46 58 13 9/31 21 1 41/7 37 29 22/56 43 14 20/50 44 36 10/"
        "17 49 18 33/25 6 57 26/42 47 45 60/8 52 23 30/4 3 39 16/40 12 38 59/48 15 53 11/"
        "54 24 28 32/61 34 2 27"
    ),
    63: (
        "12 32 55 25/30 28 27 15/61 11 45 17/50 44 60 14/56 47 35 49/41 20 58 1/52 9 40 48/"
        "3 31 7 57/16 2 54 13/23 33 59 18/46 4 5 38/10 36 19 37/53 8 39 43/24 34 29 26/"
        "22 51 62 6"
    ),
}


def cycle(players: int) -> list[Row] | None:
    """Return the rounds of the whole known cycle for `players`, each as a row of seats with byes last; None if
    unknown.
    """
    text = WHIST.get(players) or NEARLY.get(players)
    if text:
        return _counted_on(players, text)
    if players % 4 == 1:
        return _gaussian(players)
    return None


def _counted_on(players: int, text: str) -> list[Row]:
    if ";" in text:
        return _counted_on_in_halves(players, text.split(";"))
    fixed = players - 1
    modulus = fixed if players % 4 == 0 else players
    first = [fixed if word == "-" else int(word) for word in text.replace("/", " ").split()]
    row = first + [who for who in range(players) if who not in first]
    return [
        [who if who == fixed and modulus == fixed else (who + shift) % modulus for who in row]
        for shift in range(modulus)
    ]


def _counted_on_in_halves(players: int, firsts: Sequence[str]) -> list[Row]:
    half = players // 2
    rows = []
    for text in firsts:
        first = [int(word) for word in text.replace("/", " ").split()]
        row = first + [who for who in range(players) if who not in first]
        rows += [[who - who % half + (who + shift) % half for who in row] for shift in range(half)]
    return rows


def _gaussian(players: int) -> list[Row] | None:
    """Return the closed form for a number of players that is a sum of two squares; None for others.

    Modulo a+bi every Gaussian integer is congruent to one x+yi with 0 ≤ x < players/g and 0 ≤ y < g, g = gcd(a,
    b); it has the number x + y·players/g.
    """
    sides = ((a, isqrt(players - a * a)) for a in range(1, isqrt(players) + 1))
    a, b = next(((a, b) for a, b in sides if a * a + b * b == players), (0, 0))
    if not a:
        return None
    height = gcd(a, b)
    width = players // height
    # lean + height·i is the multiple (u+vi)(a+bi) that reduces a number to the lowest rows.
    v = pow(a // height, -1, b // height) if b else 1
    lean = (height - v * a) // b * a - v * b if b else 0

    def number(x: int, y: int) -> int:
        times, y = divmod(y, height)
        return (x - times * lean) % width + y * width

    first: list[int] = []
    for one in range(1, players):
        if one not in first:
            x, y = one % width, one // width
            first += [number(x, y), number(-y, x), number(-x, -y), number(y, -x)]
    return [
        [number(who % width + shift % width, who // width + shift // width) for who in [*first, 0]]
        for shift in range(players)
    ]
