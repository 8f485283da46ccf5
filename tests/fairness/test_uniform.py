"""F1: every card is equally likely in every place, and the secret doesn't leak."""

import math
from itertools import pairwise

import pytest

from games.fairness import (
    FairnessError,
    Purpose,
    Stream,
    check_text_salt,
    commitment,
    dealer_of,
    dealt_names,
    drawn_names,
    encode_context,
    first_dealer,
    new_master,
    shuffled_names,
)
from tests.fairness.vectors import MASTER, PACK

DEALS = 100_000
SALTS = ("0a" * 32, "", "0b" * 32, "")


def chi_square_bounds(freedom: int, sigmas: float) -> tuple[float, float]:
    """Wilson and Hilferty: the cube root of chi²/freedom is nearly normal."""
    spread = math.sqrt(2 / (9 * freedom))
    centre = 1 - 2 / (9 * freedom)
    low, high = (freedom * (centre + sign * sigmas * spread) ** 3 for sign in (-1, 1))
    return low, high


@pytest.mark.slow
def test_every_card_is_as_likely_in_every_place() -> None:
    """X² of position x card, times 51/52 because both margins of every deal are fixed (F1).

    The secrets are fixed, so the outcome is; by chance it would leave the bounds once in a million times.
    """
    places: dict[str, list[int]] = {name: [0] * 52 for name in PACK}
    for number in range(DEALS // 50):
        master = number.to_bytes(32, "big")
        for hand_no in range(1, 51):
            order = shuffled_names(PACK, master=master, salts=SALTS, hand_no=hand_no)
            for place, name in enumerate(order):
                places[name][place] += 1
    expected = DEALS / 52
    squares = sum((seen - expected) ** 2 for row in places.values() for seen in row) / expected
    low, high = chi_square_bounds(51 * 51, 4.9)
    assert low < squares * 51 / 52 < high


def test_rejection_leaves_no_number_more_likely() -> None:
    """Without rejection 256 % 52 = 48 numbers would come a quarter more often than the other four."""
    stream = Stream(MASTER, Purpose.DEAL, SALTS, 1)
    seen = [0] * 52
    for _ in range(52_000):
        seen[stream.below(52)] += 1
    squares = sum((count - 1000) ** 2 for count in seen) / 1000
    low, high = chi_square_bounds(51, 4.9)
    assert low < squares < high


class Prepared(Stream):
    """A stream whose bytes are known."""

    def __init__(self, *values: int) -> None:
        super().__init__(MASTER, Purpose.DEAL, (), 1)
        self.values = list(values)

    def byte(self) -> int:
        return self.values.pop(0)


def test_bytes_above_the_last_whole_multiple_are_thrown_away() -> None:
    stream = Prepared(255, 208, 207, 99)
    assert (stream.below(52), stream.values) == (51, [99])


def test_a_choice_of_one_uses_a_byte_all_the_same() -> None:
    stream = Prepared(200, 7)
    assert (stream.below(1), stream.values) == (0, [7])


def test_a_choice_of_256_throws_nothing_away() -> None:
    assert Prepared(255).below(256) == 255


@pytest.mark.parametrize("count", [0, 257])
def test_a_byte_chooses_among_1_to_256(count: int) -> None:
    with pytest.raises(FairnessError, match=f"can't choose among {count}"):
        Prepared(0).below(count)


def test_each_flipped_bit_of_the_secret_changes_the_deal() -> None:
    orders = {shuffled_names(PACK, master=MASTER, salts=SALTS, hand_no=1)}
    for bit in range(256):
        flipped = (int.from_bytes(MASTER, "big") ^ (1 << bit)).to_bytes(32, "big")
        orders.add(shuffled_names(PACK, master=flipped, salts=SALTS, hand_no=1))
    assert len(orders) == 257


@pytest.mark.parametrize(
    ("salts", "hand_no"),
    [
        (("0a" * 31 + "0e", "", "0b" * 32, ""), 1),
        (("", "0a" * 32, "0b" * 32, ""), 1),
        (("0a" * 32, "", "0b" * 32), 1),
        (("0a" * 32, "", "", ""), 1),
        (SALTS, 2),
    ],
)
def test_salts_and_number_change_the_deal(salts: tuple[str, ...], hand_no: int) -> None:
    one = shuffled_names(PACK, master=MASTER, salts=SALTS, hand_no=1)
    assert shuffled_names(PACK, master=MASTER, salts=salts, hand_no=hand_no) != one


def test_hands_of_a_game_follow_no_pattern() -> None:
    orders = [
        shuffled_names(PACK, master=MASTER, salts=SALTS, hand_no=number) for number in range(1, 201)
    ]
    # Cards that lie where they lay in the hand before: on average one a hand, a spread of one.
    same = sum(left == right for one, two in pairwise(orders) for left, right in zip(one, two))  # noqa: B905
    assert abs(same - 199) < 4.9 * math.sqrt(199)


def test_the_deal_does_not_depend_on_the_order_of_the_pack() -> None:
    backwards = PACK[::-1]
    assert shuffled_names(backwards, master=MASTER, salts=SALTS, hand_no=3) == shuffled_names(
        PACK, master=MASTER, salts=SALTS, hand_no=3
    )


def test_cards_are_dealt_singly_from_the_dealers_left() -> None:
    order = ("AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S")
    assert dealt_names(order, players=4, dealer=1) == (
        ("QS", "8S"),
        ("JS", "7S"),
        ("AS", "TS"),
        ("KS", "9S"),
    )


def test_the_deal_moves_to_the_left() -> None:
    assert [dealer_of(number, first=2, players=4) for number in range(1, 6)] == [2, 3, 0, 1, 2]


def test_first_dealers_are_as_likely_from_every_seat() -> None:
    seen = [0] * 5
    for number in range(10_000):
        seen[first_dealer(5, master=number.to_bytes(32, "big"), salts=())] += 1
    squares = sum((count - 2000) ** 2 for count in seen) / 2000
    assert squares < chi_square_bounds(4, 4.9)[1]


def test_jokers_are_left_out_of_the_draw() -> None:
    pack = ("BJ", "LJ", "AS", "KS")
    drawn = [
        drawn_names(pack, 2, master=number.to_bytes(32, "big"), salts=()) for number in range(64)
    ]
    assert set(drawn) == {("AS", "KS"), ("KS", "AS")}


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_a_master_has_32_bytes(size: int) -> None:
    with pytest.raises(FairnessError, match=f"master: has {size} bytes; it must have 32."):
        new_master(bytes(size))


def test_a_commitment_is_the_hash_of_the_secret() -> None:
    # The SHA-256 of 32 zero bytes, as every tool gives it.
    assert commitment(new_master(bytes(32))) == (
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x" * 257, "is 257 bytes long in UTF-8; at most 256 are allowed."),
        ("♠" * 86, "is 258 bytes long in UTF-8; at most 256 are allowed."),
        ("a\0b", "holds the character U+0000, which can't be stored."),
        ("\ud800", "holds half a surrogate pair, which is no character."),
    ],
)
def test_texts_that_could_be_no_salt_of_the_first_algorithm(text: str, sentence: str) -> None:
    with pytest.raises(FairnessError) as refusal:
        check_text_salt(text, "salt")
    assert refusal.value.sentence == sentence


@pytest.mark.parametrize(
    "salt", ["0a", "0a" * 31, "0a" * 33, "xy" * 32, "ann's own text", " " * 64]
)
def test_a_salt_has_32_bytes_or_none(salt: str) -> None:
    with pytest.raises(FairnessError, match="salt 1: must be 64 hexadecimal digits"):
        encode_context(Purpose.DEAL, ("", salt), 1)


@pytest.mark.parametrize("text", ["", " ", "\t\n", "x" * 256, "♠" * 85, "e\u0301"])
def test_texts_were_salts_of_the_first_algorithm_as_they_are(text: str) -> None:
    assert check_text_salt(text) == text


def test_a_pack_with_a_card_twice_is_refused() -> None:
    with pytest.raises(FairnessError, match="pack: holds AS twice"):
        shuffled_names(["AS", "KS", "AS"], master=MASTER, salts=(), hand_no=1)
