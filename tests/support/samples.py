"""What the short run of the tests takes of a sweep, and how processes share the tests. Both go by names, so that every run takes the same."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any
from zlib import crc32

import pytest

WHOLE = True
"""Whether sweeps run whole; tests/conftest.py says otherwise in the short run."""


def number_of(name: object) -> int:
    """Return a number that is as good as random, and the same in every run."""
    return crc32(str(name).encode())


def sample[T](things: Iterable[T], size: int) -> list[T]:
    """Return the things, or `size` of them in the short run."""
    every = list(things)
    if WHOLE or len(every) <= size:
        return every
    kept = {*sorted(range(len(every)), key=lambda at: number_of(every[at]))[:size]}
    return [thing for at, thing in enumerate(every) if at in kept]


def part(items: list[pytest.Item], text: str) -> list[pytest.Item]:
    """Return the tests of part `text`, such as "2/3". The cases of a test stay together."""
    return [item for item in items if in_part(_function(item), text)]


def in_part(name: object, text: str) -> bool:
    """Return whether part `text` has what is called so: a test or, in the short run, a file. Half of all files are read in half the
    time, and what a file's tests share is made once; with --long some files take too long for that.
    """
    number, parts = map(int, text.split("/"))
    return number_of(name) % parts == number - 1


def without_rest_of_sweeps(items: list[pytest.Item]) -> list[pytest.Item]:
    """Leave out most cases of tests that are marked `sweep(size)`: every value of every parameter stays if `size` allows it."""
    sweeps: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sweep") is not None:
            sweeps[_function(item)].append(item)
    gone = {item for cases in sweeps.values() for item in {*cases} - {*_spread(cases)}}
    return [item for item in items if item not in gone]


def _spread(cases: list[pytest.Item]) -> list[pytest.Item]:
    """Return as many cases as the mark says, each with the most values that the others don't have."""
    (size,) = cases[0].get_closest_marker("sweep").args  # type: ignore[union-attr]
    left, kept, met = sorted(cases, key=lambda item: number_of(item.nodeid)), [], set[Any]()
    while left and len(kept) < size:
        best = max(left, key=lambda item: len(_values(item) - met))
        left.remove(best)
        kept.append(best)
        met |= _values(best)
    return kept


def _values(item: pytest.Item) -> set[Any]:
    spec = getattr(item, "callspec", None)
    # Operations of the API document are tests of their own.
    return {item.nodeid} if spec is None else {*spec.indices.items()}


def _function(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]
