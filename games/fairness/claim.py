"""What a finished game's record claims about its deals, read from JSON and checked for its format
(docs/fairness.md, 11).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.fairness.deals import was_thrown_in
from games.fairness.stream import (
    ALGORITHM,
    FIRST_ALGORITHM,
    MASTER_BYTES,
    MAX_SALTS,
    FairnessError,
    salt_bytes,
)

KEY: Final = "x-fairness"
_CARD: Final = re.compile(r"(?:[2-9TJQKA][CDHS]|BJ|LJ)\Z")
_MIN_SEATS, _MAX_SEATS = 2, 5


class FirstDealer(StrEnum):
    """Where the first dealer of a game comes from."""

    RANDOM = "random"
    DRAW = "draw"
    ASSIGNED = "assigned"


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand's cards as the record shows them: one hand per seat, or the stock of the two-player draw; and whether it was
    thrown in.
    """

    deal: tuple[tuple[str, ...], ...] = ()
    stock: tuple[str, ...] = ()
    thrown_in: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """Everything that a record claims about its deals; `hashes` is None in records of the first algorithm."""

    algorithm: str
    commitment: str
    master: bytes
    hashes: tuple[str, ...] | None
    salts: tuple[str, ...]
    pack: tuple[str, ...]
    seats: int
    first_dealer_by: FirstDealer
    first_dealer: int
    draw: tuple[str, ...] | None
    hands: tuple[Hand, ...]


def read_claim(record: object) -> Claim:
    """Return what a game record (parsed JSON) claims about its deals.

    Raises FairnessError with the place of anything missing or malformed.
    """
    game = _mapping(record, "record")
    if KEY not in game:
        raise FairnessError(
            KEY, "is missing: this record does not say how its cards were shuffled."
        )
    fair = _mapping(game[KEY], KEY)
    algorithm = _need(fair, "algorithm", KEY)
    if algorithm not in (ALGORITHM, FIRST_ALGORITHM):
        known = f"{FIRST_ALGORITHM} and {ALGORITHM}"
        raise FairnessError(
            f"{KEY}.algorithm", f"is {_shown(algorithm)}; this verifier knows {known}."
        )
    salts = _salts(fair, algorithm)
    seats = _number(fair, "seats", KEY, _MIN_SEATS, _MAX_SEATS)
    first_by = _first_dealer_by(_need(fair, "first_dealer", KEY))
    return Claim(
        algorithm=algorithm,
        commitment=_hex(fair, "commitment"),
        master=bytes.fromhex(_hex(fair, "master")),
        hashes=_hashes(fair, len(salts)) if algorithm == ALGORITHM else None,
        salts=salts,
        pack=_pack(fair),
        seats=seats,
        first_dealer_by=first_by,
        first_dealer=_number(game, "first_dealer", "", 0, seats - 1),
        draw=_draw(game, seats) if first_by is FirstDealer.DRAW else None,
        hands=_hands(game, seats),
    )


def _hex(fair: Mapping[str, object], key: str) -> str:
    value = _need(fair, key, KEY)
    digits = 2 * MASTER_BYTES
    if not isinstance(value, str) or not re.fullmatch(rf"[0-9A-Fa-f]{{{digits}}}", value):
        raise FairnessError(f"{KEY}.{key}", f"must be {digits} hexadecimal digits.")
    return value.lower()


def _hashes(fair: Mapping[str, object], number: int) -> tuple[str, ...]:
    place = f"{KEY}.salt_hashes"
    values = _list(_need(fair, "salt_hashes", KEY), place)
    if len(values) != number:
        raise FairnessError(place, f"holds {len(values)} texts for {number} salts.")
    hashes = tuple(_text(value, f"{place}[{index}]") for index, value in enumerate(values))
    for index, text in enumerate(hashes):
        salt_bytes(text, f"{place}[{index}]")
    return tuple(text.lower() for text in hashes)


def _salts(fair: Mapping[str, object], algorithm: str) -> tuple[str, ...]:
    place = f"{KEY}.salts"
    values = _list(_need(fair, "salts", KEY), place)
    if len(values) > MAX_SALTS:
        raise FairnessError(place, f"holds {len(values)} texts; at most {MAX_SALTS} can be.")
    salts = tuple(_text(value, f"{place}[{index}]") for index, value in enumerate(values))
    for index, salt in enumerate(salts):
        salt_bytes(salt, f"{place}[{index}]", algorithm)
    return salts


def _pack(fair: Mapping[str, object]) -> tuple[str, ...]:
    place = f"{KEY}.pack"
    cards = _cards(_need(fair, "pack", KEY), place)
    if len(cards) < _MAX_SEATS:
        raise FairnessError(place, f"holds {len(cards)} cards; that is too few for a game.")
    return cards


def _first_dealer_by(value: object) -> FirstDealer:
    if isinstance(value, str) and value in set(FirstDealer):
        return FirstDealer(value)
    raise FairnessError(
        f"{KEY}.first_dealer", f"is {_shown(value)}; it must be {', '.join(FirstDealer)}."
    )


def _draw(game: Mapping[str, object], seats: int) -> tuple[str, ...]:
    values = _list(_need(game, "draw_for_deal", ""), "draw_for_deal")
    cards = _names([_text(value, "draw_for_deal") for value in values], "draw_for_deal")
    if len(cards) != seats:
        raise FairnessError("draw_for_deal", f"holds {len(cards)} cards for {seats} seats.")
    return cards


def _hands(game: Mapping[str, object], seats: int) -> tuple[Hand, ...]:
    hands = []
    for index, value in enumerate(_list(_need(game, "hands", ""), "hands")):
        place = f"hands[{index}]"
        hand = _mapping(value, place)
        if "stock" in hand:
            hands.append(Hand(stock=_cards(hand["stock"], f"{place}.stock")))
            continue
        deal = _list(_need(hand, "deal", place), f"{place}.deal")
        if len(deal) != seats:
            raise FairnessError(f"{place}.deal", f"holds {len(deal)} hands for {seats} seats.")
        cards = tuple(_cards(text, f"{place}.deal[{seat}]") for seat, text in enumerate(deal))
        actions = _list(hand.get("actions", []), f"{place}.actions")
        texts = [_text(action, f"{place}.actions") for action in actions]
        hands.append(Hand(deal=cards, thrown_in=was_thrown_in(texts)))
    return tuple(hands)


def _cards(value: object, place: str) -> tuple[str, ...]:
    return _names(_text(value, place).split(), place)


def _names(names: list[str], place: str) -> tuple[str, ...]:
    seen: set[str] = set()
    for name in names:
        if not _CARD.match(name):
            raise FairnessError(place, f"{_shown(name)} is no card.")
        if name in seen:
            raise FairnessError(place, f"holds {name} twice.")
        seen.add(name)
    return tuple(names)


def _need(values: Mapping[str, object], key: str, place: str) -> object:
    if key not in values:
        raise FairnessError(f"{place}.{key}" if place else key, "is missing.")
    return values[key]


def _number(values: Mapping[str, object], key: str, place: str, low: int, high: int) -> int:
    value = _need(values, key, place)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        where = f"{place}.{key}" if place else key
        raise FairnessError(where, f"is {_shown(value)}; it must be a number {low} to {high}.")
    return value


def _mapping(value: object, place: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise FairnessError(place, "must be a JSON object.")
    return value


def _list(value: object, place: str) -> list[object]:
    if not isinstance(value, list):
        raise FairnessError(place, "must be a JSON array.")
    return value


def _text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise FairnessError(place, f"is {_shown(value)}; it must be a text.")
    return value


def _shown(value: object) -> str:
    """Return any value as one short line."""
    text = ascii(value)
    return text if len(text) <= 40 else text[:37] + "..."
