"""The pure Elo core: the published formula, K by experience, sides, solo tables, and exactness."""

from fractions import Fraction
from itertools import pairwise, permutations, product

import pytest

from games.ratings.elo import (
    FLOOR,
    START,
    WHOLE,
    Change,
    Form,
    Game,
    displayed_rating,
    expected,
    is_provisional,
    k_factor,
    rate,
    replay,
)

# FIDE Handbook B.02 (2024), 8.1.2: differences at which the table's expectation, in hundredths, begins.
FIDE_TABLE = """
0:50 4:51 11:52 18:53 26:54 33:55 40:56 47:57 54:58 62:59 69:60 77:61 84:62 92:63 99:64 107:65 114:66 122:67 130:68
138:69 146:70 154:71 163:72 171:73 180:74 189:75 198:76 207:77 216:78 226:79 236:80 246:81 257:82 268:83 279:84 291:85
303:86 316:87 329:88 345:89 358:90 375:91 392:92
"""


def test_the_expectation_is_close_to_the_published_table() -> None:
    """FIDE's table comes from the normal curve, ours from the logistic one: they part by less than two hundredths."""
    for line in FIDE_TABLE.split():
        difference, hundredths = map(int, line.split(":"))
        assert abs(expected(difference) / WHOLE * 100 - hundredths) < 2


@pytest.mark.parametrize(
    ("difference", "millionths"),
    [(0, 500_000), (1, 501_439), (100, 640_065), (200, 759_747), (400, 909_091), (401, 909_091)],
)
def test_worked_expectations(difference: int, millionths: int) -> None:
    """1 / (1 + 10^(-d/400)) by hand: 10^(-0.5) = 0.316228 gives 0.759747, and so on."""
    assert expected(difference) == millionths
    assert expected(-difference) == WHOLE - millionths


def test_the_expectation_grows_with_the_difference() -> None:
    curve = [expected(difference) for difference in range(-400, 401)]
    assert all(a < b for a, b in pairwise(curve))


@pytest.mark.parametrize(
    ("points", "games", "k"),
    [
        (1500, 0, 40),
        (1500, 29, 40),
        (1500, 30, 20),
        (2399, 500, 20),
        (2400, 500, 10),
        (2600, 29, 40),
    ],
)
def test_k_by_experience(points: int, games: int, k: int) -> None:
    assert k_factor(Form(points * 1000, games)) == k


def test_a_question_mark_until_ten_games() -> None:
    assert [is_provisional(games) for games in (0, 9, 10)] == [True, True, False]


def test_two_newcomers() -> None:
    new = Form()
    assert rate([[new], [new]], [0, 1]) == [
        [Change(START, START + 20_000, 0, 500_000, 1_000_000)],
        [Change(START, START - 20_000, 0, 500_000, 0)],
    ]
    assert rate([[new], [new]], [0, 0]) == [
        [Change(START, START, 0, 500_000, 500_000)],
        [Change(START, START, 0, 500_000, 500_000)],
    ]


def test_a_side_is_the_mean_of_its_members_and_each_moves_by_the_own_k() -> None:
    """1700 and 1500 (mean 1600) beat 1800 and 1600 (mean 1700): 1 - 0.359935 = 0.640065, times 20, 40, 20 and 10."""
    winners = [Form(1_700_000, 200), Form(1_500_000, 3)]
    losers = [Form(1_800_000, 200), Form(1_600_000, 30)]
    assert rate([winners, losers], [0, 1]) == [
        [
            Change(1_700_000, 1_712_801, 200, 359_935, 1_000_000),
            Change(1_500_000, 1_525_603, 3, 359_935, 1_000_000),
        ],
        [
            Change(1_800_000, 1_787_199, 200, 640_065, 0),
            Change(1_600_000, 1_587_199, 30, 640_065, 0),
        ],
    ]


def test_a_solo_table_of_four_is_six_comparisons_with_k_shared_out() -> None:
    """Equal players, K 40, each comparison worth 40/3: first +3/2, second +1/2, … of it."""
    table = [[Form()] for _ in range(4)]
    after = [side[0].after for side in rate(table, [2, 0, 3, 1])]
    assert after == [START - 6_667, START + 20_000, START - 20_000, START + 6_667]


def test_equal_places_at_a_solo_table_are_draws() -> None:
    table = [[Form()] for _ in range(3)]
    after = [side[0].after for side in rate(table, [0, 0, 1])]
    assert after == [START + 10_000, START + 10_000, START - 20_000]


def test_three_sides_of_two_players() -> None:
    pairs = [[Form(1_600_000, 50), Form(1_400_000, 50)] for _ in range(3)]
    moved = [[c.after - c.before for c in side] for side in rate(pairs, [1, 0, 2])]
    assert moved == [[0, 0], [10_000, 10_000], [-10_000, -10_000]]


def test_with_equal_k_nothing_is_made_or_lost() -> None:
    ratings = [900_123, 1_500_000, 1_733_337, 2_250_999]
    for places in permutations(range(2)):
        for a, b, c, d in permutations(Form(rating, 40) for rating in ratings):
            changes = rate([[a, b], [c, d]], places)
            assert sum(c.after - c.before for side in changes for c in side) == 0


def test_against_the_formula_in_fractions() -> None:
    """Every combination of a few ratings, games and outcomes, computed the long way."""
    forms = [Form(1_234_567, 5), Form(1_500_000, 30), Form(2_400_000, 99), Form(1_999_999, 29)]
    for sides, places in product(permutations(forms, 3), product(range(3), repeat=3)):
        changes = rate([[form] for form in sides], places)
        for mine, form in enumerate(sides):
            hoped = scored = Fraction()
            for theirs, other in enumerate(sides):
                if theirs == mine:
                    continue
                difference = round(Fraction(form.rating - other.rating, 1000))
                bounded = max(-400, min(400, difference))
                hoped += Fraction(round(WHOLE / (1 + 10 ** (-bounded / 400))), WHOLE)
                scored += Fraction(
                    1 + (places[mine] < places[theirs]) - (places[mine] > places[theirs]), 2
                )
            moved = 1000 * k_factor(form) * (scored - hoped) / 2
            assert abs(changes[mine][0].after - form.rating - moved) <= Fraction(1, 2)


def test_ratings_do_not_fall_below_the_floor() -> None:
    low = Form(FLOOR + 5_000, 0)
    change = rate([[low], [low]], [1, 0])[0][0]
    assert (change.before, change.after) == (FLOOR + 5_000, FLOOR)


@pytest.mark.parametrize(
    ("sides", "places"),
    [([[Form()]], [0]), ([[Form()], []], [0, 1]), ([[Form()], [Form()]], [0])],
)
def test_an_invalid_game_is_refused(sides: list[list[Form]], places: list[int]) -> None:
    with pytest.raises(ValueError, match="at least two sides"):
        rate(sides, places)


def test_replay_carries_forms_from_game_to_game() -> None:
    games = [
        Game([[10], [20]], [0, 1]),
        Game([[10], [20]], [1, 0], void=True),
        Game([[20], [30]], [0, 1]),
    ]
    forms: dict[int, tuple[int, int]] = {}
    _first, void, last = replay(games, forms)
    low = START - 20_000
    assert void == [
        [Change(START + 20_000, START + 20_000, 1, expected(40), 0)],
        [Change(low, low, 1, expected(-40), WHOLE)],
    ]
    hoped = expected(-20)
    gain = round(Fraction(40 * (WHOLE - hoped), 1000))
    assert last == [
        [Change(low, low + gain, 1, hoped, WHOLE)],
        [Change(START, START - gain, 0, WHOLE - hoped, 0)],
    ]
    assert forms == {10: (START + 20_000, 1), 20: (low + gain, 2), 30: (START - gain, 1)}


def test_replay_from_the_middle() -> None:
    (only,) = replay([Game([[10], [20]], [0, 0])], {10: Form(1_800_000, 50)})
    assert [before for ((before, *_),) in only] == [1_800_000, START]


@pytest.mark.parametrize("places", [[0, 1], [1, 0], [0, 0]])
def test_a_replayed_game_is_a_rated_one(places: list[int]) -> None:
    """Beside a solo table of three, with K of every kind."""
    forms = [Form(1_234_567, 5), Form(1_500_000, 30), Form(2_400_000, 99), Form(1_999_999, 29)]
    known = dict(enumerate(forms))
    pairs = [[forms[0], forms[1]], [forms[2], forms[3]]]
    assert list(replay([Game([[0, 1], [2, 3]], places)], dict(known))) == [rate(pairs, places)]
    solo = [[forms[3]], [forms[0]], [forms[2]]]
    assert list(replay([Game([[3], [0], [2]], [*places, 2])], dict(known))) == [
        rate(solo, [*places, 2])
    ]


@pytest.mark.parametrize(
    ("millis", "points"), [(1_500_000, 1500), (1_499_500, 1500), (1_499_499, 1499), (100_000, 100)]
)
def test_what_people_read(millis: int, points: int) -> None:
    assert displayed_rating(millis) == points
