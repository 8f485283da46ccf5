"""The schemas of docs/protocol match the code."""

import ast
import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from games.engine.actions import action_text
from games.engine.errors import EngineError
from games.live import base
from games.live.frames import CLIENT, BadFrame, read_frame
from tests.support import protocol

ROOT = Path(__file__).resolve().parent.parent.parent
DOCUMENT = (ROOT / "docs" / "protocol.md").read_text()


@pytest.mark.parametrize("side", ["client", "server"])
def test_the_schemas_are_schemas(side: str) -> None:
    Draft202012Validator.check_schema(protocol.schema(side))


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 12),
    st.integers(2**31 - 1, 2**31 + 1),
    st.sampled_from(
        ["", "x", "act", "play QS", "ä", "a b", "\x00", "\x7f", "x" * 64, "x" * 65, "x" * 257]
    ),
    st.just([]),
    st.just({}),
)
FIELDS = sorted({name for frame in CLIENT.values() for name in frame.model_fields})


# A busy machine is no reason to fail.
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    kind=st.one_of(st.sampled_from([*CLIENT]), VALUES),
    right=st.booleans(),
    values=st.dictionaries(st.sampled_from([*FIELDS, "more"]), VALUES, max_size=5),
)
def test_the_reader_and_the_schema_take_the_same_frames(
    kind: Any, right: bool, values: dict[str, Any]
) -> None:
    good = {
        "id": "x",
        "v": 1,
        "a": "bid 3",
        "seat": 1,
        "hash": "",
        "salt": "0f" * 32,
        "seen": 0,
        "yes": True,
        "name": "ann",
        "to": "table",
        "text": "hello",
        "code": "hello",
        "message": 0,
        "reason": "other",
        "level": 2,
    }
    frame = {"t": kind, **values}
    if right and isinstance(kind, str) and kind in CLIENT:
        frame = {
            "t": kind,
            **{name: good[name] for name in CLIENT[kind].model_fields if name != "t"},
            **values,
        }
    try:
        read_frame(json.dumps(frame))
        taken = True
    except BadFrame:
        taken = False
    in_order = protocol.faults("client", frame) == []
    if isinstance(frame.get("name"), str) and not frame["name"].isprintable():
        in_order = False  # More than a pattern can say.
    assert taken == in_order


def codes_in(*packages: str) -> set[str]:
    """Return every code that the source raises or sends: Refused(…), BadFrame(…), _error(…), _bye(…)."""
    found = set()
    for package in packages:
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Call):
                    found |= _code_of(node)
    return found


def _code_of(call: ast.Call) -> set[str]:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    place = {"Refused": 0, "BadFrame": 0, "_error": 1, "_bye": 1}.get(name)
    if place is None or len(call.args) <= place:
        return set()
    code = call.args[place]
    return {code.value} if isinstance(code, ast.Constant) and code.value else set()


def test_the_document_explains_every_code() -> None:
    rows = "".join(line for line in DOCUMENT.splitlines() if line.startswith("|"))
    explained = set(re.findall(r"`([a-z_]+)`", rows))
    engine = {kind.code for kind in EngineError.__subclasses__()}
    # Codes of what no frame asks for: opening a table by the form or by a challenge, closing a report, muting, reading a record, what an
    # arbiter does, the engine's own inputs.
    elsewhere = {
        "bad_clock",
        "too_many_named",
        "impossible_rules",
        "rated_bots",
        "rated_short",
        "inconsistent_rules",
        "bad_deal",
    }
    elsewhere |= {
        "bad_range",
        "rated_revoke",
        "not_invited",
        "expired",
        "bad_record",
        "no_such_report",
        "already_closed",
        "not_in_play",
        "not_dealt",
        "not_at_table",
        "turn_over",
        "too_long",
        "bank_used",
        "paused_already",
        "deals_known",
        "no_such_days",
        "no_such_place",
        "not_yours",
        "too_many_comments",
        "no_such_decision",
        "no_date",
        "rules_wrong",
        "nobody",
        "staff",
    }
    missing = (codes_in("games/live", "games/tables") | engine | {"too_many", "busy"}) - elsewhere
    assert missing - explained == set()


def test_the_document_names_every_frame_close_code_and_limit() -> None:
    for side in ("client", "server"):
        for kind in protocol.shapes(side):
            assert f"`{kind}`" in DOCUMENT
    for name in ("BINARY", "UNKNOWN_TABLE", "FLOODING", "TOO_MANY", "SIGNED_OUT", "TRY_AGAIN"):
        assert f"| {getattr(base, name)} |" in DOCUMENT


def test_the_document_explains_every_field_of_a_picture() -> None:
    definitions = protocol.schema("server")["$defs"]
    for part in ("GameView", "TableView", "You", "SeatState", "Message"):
        for name in definitions[part]["properties"]:
            assert f"`{name}`" in DOCUMENT, f"{part}.{name}"


def test_every_action_of_the_engine_is_one_of_the_protocol() -> None:
    action = re.compile(protocol.schema("server")["$defs"]["ActionText"]["pattern"])
    texts = []
    for code in range(256):
        with suppress(LookupError):
            texts.append(action_text(code))
    assert {"play BJ", "nil 26", "blind side 26", "refuse"} <= set(texts)
    assert [text for text in texts if not action.fullmatch(text)] == []
