"""The deal of a hand, the draw for the first deal and the first dealer, from a game's master and salts.

Cards are names here ("AS", "TD", "BJ"), because docs/fairness.md specifies the order of a pack by name.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from games.fairness.stream import ALGORITHM, FairnessError, Purpose, Stream

JOKERS: Final = frozenset({"BJ", "LJ"})


def shuffled_names(
    names: Iterable[str],
    *,
    master: bytes,
    salts: Sequence[str],
    hand_no: int,
    algorithm: str = ALGORITHM,
) -> tuple[str, ...]:
    """Return the shuffled pack for hand `hand_no` (1, 2 …), top card first (section 7).

    `names` are the pack's cards in any order: the shuffle starts from them sorted as ASCII text. Raises
    FairnessError for a duplicate card, and for a master, salt or number that is not allowed.
    """
    if hand_no < 1:
        raise FairnessError("hand", f"{hand_no} is no number of a hand; the first is 1.")
    pack = _sorted_pack(names)
    Stream(master, Purpose.DEAL, salts, hand_no, algorithm).shuffle(pack)
    return tuple(pack)


def drawn_names(
    names: Iterable[str],
    players: int,
    *,
    master: bytes,
    salts: Sequence[str],
    algorithm: str = ALGORITHM,
) -> tuple[str, ...]:
    """Return the card that each seat draws for the first deal, seat 0 first (section 8). Jokers are left out.

    Raises FairnessError as `shuffled_names` does, and if there are fewer cards than players.
    """
    pack = _sorted_pack(name for name in names if name not in JOKERS)
    if not 1 <= players <= len(pack):
        raise FairnessError("players", f"{players} can't draw from {len(pack)} cards.")
    Stream(master, Purpose.DRAW, salts, algorithm=algorithm).shuffle(pack)
    return tuple(pack[:players])


def first_dealer(
    players: int, *, master: bytes, salts: Sequence[str], algorithm: str = ALGORITHM
) -> int:
    """Return the seat that deals first where the rules say "at random" (section 9)."""
    return Stream(master, Purpose.FIRST_DEALER, salts, algorithm=algorithm).below(players)


def dealt_names(order: Sequence[str], *, players: int, dealer: int) -> tuple[tuple[str, ...], ...]:
    """Return each seat's cards when a shuffled pack is dealt one by one, clockwise from the dealer's left (section
    10).
    """
    return tuple(tuple(order[(seat - dealer - 1) % players :: players]) for seat in range(players))


def dealer_of(hand_no: int, *, first: int, players: int, thrown_in: int = 0) -> int:
    """Return the seat that deals hand `hand_no`: the deal moves one seat to the left after every hand but those that were
    `thrown_in`.
    """
    return (first + hand_no - 1 - thrown_in) % players


def was_thrown_in(actions: Sequence[str]) -> bool:
    """Return whether a finished hand with these actions, seats first, was thrown in: no card was played in it."""
    return bool(actions) and not any(action[1:].startswith(" play ") for action in actions)


def _sorted_pack(names: Iterable[str]) -> list[str]:
    pack = sorted(names)
    for left, right in pairwise(pack):
        if left == right:
            raise FairnessError("pack", f"holds {left} twice.")
    if not 2 <= len(pack) <= 256:
        raise FairnessError("pack", f"has {len(pack)} cards; 2 to 256 can be shuffled.")
    return pack
