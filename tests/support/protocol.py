"""The protocol's schemas (docs/protocol), for everything that tests send and receive."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "protocol"


def schema(side: str) -> dict[str, Any]:
    """Return the schema of what one side sends: "client" or "server"."""
    return dict(json.loads((FOLDER / f"{side}.schema.json").read_text()))


def shapes(side: str) -> dict[str, Mapping[str, Any]]:
    """Return the schema of each kind of frame that one side sends, by kind."""
    definitions = schema(side)["$defs"]
    frames = {name: shape for name, shape in definitions.items() if name.endswith("Frame")}
    return {shape["properties"]["t"]["const"]: shape for shape in frames.values()}


def _validators(side: str) -> dict[str, Draft202012Validator]:
    # One kind at a time: a mistake is then named where it is, and not as "none of fifteen shapes fits".
    whole = schema(side)
    return {
        kind: Draft202012Validator({"$schema": whole["$schema"], "$defs": whole["$defs"], **shape})
        for kind, shape in shapes(side).items()
    }


_BY_SIDE = {side: _validators(side) for side in ("client", "server")}


def faults(side: str, frame: Any) -> list[str]:
    """Return a frame's violations of the schema; empty if it is valid."""
    kind = frame.get("t") if isinstance(frame, dict) else None
    validator = _BY_SIDE[side].get(kind) if isinstance(kind, str) else None
    if validator is None:
        return [f"no frame of kind {kind!r}"]
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(frame)]


def check(frame: Any) -> None:
    """Fail unless the server's frame matches the schema."""
    found = faults("server", frame)
    assert found == [], f"{frame.get('t')}: {found}"
