"""The common shape of every format's draw."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple


class FormatError(ValueError):
    """A draw that can't be made as requested. `code` is for programs, `sentence` says what would work instead."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class Pairing(NamedTuple):
    """Two entries that meet, or one that sits out: `b` is None for a bye.

    `a` is "at home": it deals first (it has White, in the terms of the tables that these draws come from).
    """

    a: int
    b: int | None

    @property
    def is_bye(self) -> bool:
        """Return whether `a` sits this round out."""
        return self.b is None


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One round: its number from 1, its pairings in table order (byes last), and its compromises.

    `flags` are the compromises that the draw had to make, each a sentence for the organizer.
    """

    number: int
    pairings: tuple[Pairing, ...]
    flags: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Pairing]:
        return iter(self.pairings)

    def __len__(self) -> int:
        return len(self.pairings)


def lot(seed: str, *names: object) -> int:
    """Return the lot of `names` under `seed`: 64 bits, the same on every machine and in every run."""
    text = "\x1f".join([seed, *map(str, names)])
    return int.from_bytes(sha256(text.encode()).digest()[:8])
