"""The published test vectors, which Python, the browser and strangers all must agree with."""

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[2] / "static" / "js" / "verify" / "vectors.json"
VECTORS: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
MASTER = bytes(range(32))
PACK = tuple(rank + suit for rank in "23456789TJQKA" for suit in "CDHS")
