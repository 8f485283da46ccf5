"""Frames: valid ones, and the errors for the others."""

import json
from typing import Any

import pytest

from games.live.frames import ActFrame, BadFrame, read_frame


def test_a_frame_in_order() -> None:
    assert read_frame('{"t":"act","id":"a1","v":4,"a":"play QS"}') == ActFrame(
        t="act", id="a1", v=4, a="play QS"
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_json"),
        ("junk", "not_json"),
        ("[]", "not_json"),
        ("3", "not_json"),
        ("null", "not_json"),
        ("[" * 1500, "not_json"),
        ('"\\ud800"', "not_json"),
        ("x" * 3000, "too_large"),
        ("ä" * 1500, "too_large"),
        ("{}", "unknown_frame"),
        ('{"t":"steal"}', "unknown_frame"),
        ('{"t":["act"]}', "unknown_frame"),
        ('{"t":"act"}', "bad_frame"),
        ('{"t":"act","id":"a","v":-1,"a":"play QS"}', "bad_frame"),
        ('{"t":"act","id":"a","v":true,"a":"play QS"}', "bad_frame"),
        ('{"t":"act","id":"a","v":1.0,"a":"play QS"}', "bad_frame"),
        ('{"t":"act","id":"","v":1,"a":"play QS"}', "bad_frame"),
        ('{"t":"act","id":"a","v":1,"a":""}', "bad_frame"),
        ('{"t":"act","id":"a","v":1,"a":"play QS","seat":2}', "bad_frame"),
        ('{"t":"sit","id":"a","seat":99,"hash":""}', "bad_frame"),
        ('{"t":"hello","seen":0}', "bad_frame"),
    ],
)
def test_a_bad_frame_is_named(text: str, code: str) -> None:
    with pytest.raises(BadFrame) as mistake:
        read_frame(text)
    assert mistake.value.code == code


def test_the_id_goes_back_where_it_could_be_read() -> None:
    with pytest.raises(BadFrame) as mistake:
        read_frame(json.dumps({"t": "act", "id": "mine", "v": "x", "a": "play QS"}))
    assert mistake.value.id == "mine"


@pytest.mark.parametrize("value", [{}, [], {"a": {"b": {}}}, 2**80, None, float("1e300")])
def test_no_value_gets_a_traceback(value: Any) -> None:
    for name in ("t", "id", "v", "a"):
        frame = {"t": "act", "id": "a", "v": 1, "a": "play QS", name: value}
        with pytest.raises(BadFrame):
            read_frame(json.dumps(frame))
