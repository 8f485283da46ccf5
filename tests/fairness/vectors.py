"""The published test vectors, which Python, the browser and strangers all must agree with."""

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "static" / "js" / "verify"
VECTORS: dict[str, Any] = json.loads((FOLDER / "vectors.json").read_text(encoding="utf-8"))
FIRST: dict[str, Any] = json.loads((FOLDER / "vectors-1.json").read_text(encoding="utf-8"))
"""Those of the first algorithm, whose records can still be verified."""


def every(kind: str) -> list[Any]:
    """Return the vectors of a kind of both algorithms, each with its algorithm, as a test's parameters."""
    return [
        pytest.param(
            vector | {"algorithm": vectors["algorithm"]},
            id=f"{vectors['algorithm']} {vector.get('name', number)}",
        )
        for vectors in (VECTORS, FIRST)
        for number, vector in enumerate(vectors.get(kind, ()))
    ]


MASTER = bytes(range(32))
PACK = tuple(rank + suit for rank in "23456789TJQKA" for suit in "CDHS")
