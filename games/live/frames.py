"""Parsing what a socket sends: only small, flat JSON objects of known shapes are accepted (docs/protocol.md)."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.bots.levels import LEVELS

MOST_BYTES: Final = 2048
MOST_ID: Final = 64
MOST_ACTION: Final = 32
HEX_DIGITS: Final = 64
MOST_NAME: Final = 150
MOST_VERSION: Final = 2**31
MOST_TEXT: Final = 2000
"""More than fits into a frame; the limit for what people write is enforced, and explained, by the domain."""
MOST_MESSAGE: Final = 2**53


class BadFrame(Exception):
    """A frame that the protocol doesn't allow. The answer has `code` and the sentence, and `id` if one could be read."""

    def __init__(self, code: str, sentence: str, id: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.id = id


@dataclass(frozen=True, slots=True)
class Frame:
    """A valid frame: its kind, its id ("" if the kind has none), and its other fields."""

    kind: str
    id: str
    fields: Mapping[str, Any]


def _text(most: int, least: int = 0) -> Any:
    return lambda value: isinstance(value, str) and least <= len(value) <= most


def _number(most: int) -> Any:
    return lambda value: type(value) is int and 0 <= value <= most


_VISIBLE = re.compile(rf"[!-~]{{1,{MOST_ID}}}")


def _is_id(value: object) -> bool:
    # Visible ASCII only: safe for every database and log.
    return isinstance(value, str) and _VISIBLE.fullmatch(value) is not None


_ID = _is_id
_SEAT = _number(9)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= MOST_NAME and value.isprintable()


def _is_name_or_empty(value: object) -> bool:
    return value == "" or _is_name(value)


def _is_flag(value: object) -> bool:
    return value is True or value is False


def _is_channel(value: object) -> bool:
    return value in ("table", "spectators")


_HEX = re.compile(rf"[0-9a-f]{{{HEX_DIGITS}}}")


def _is_hash_or_empty(value: object) -> bool:
    return value == "" or (isinstance(value, str) and _HEX.fullmatch(value) is not None)


_CODE = re.compile(r"[a-z_]{1,20}")


def _is_code(value: object) -> bool:
    return isinstance(value, str) and _CODE.fullmatch(value) is not None


def _is_level(value: object) -> bool:
    # Not `in`: true is 1, and 1.0 too.
    return value is None or (type(value) is int and value in LEVELS)


OPTIONAL: Final = frozenset({"level"})
"""The names of fields that may be left out."""
SHAPES: Final[Mapping[str, Mapping[str, Any]]] = {
    "hello": {"seen": _number(MOST_VERSION), "hash": _is_hash_or_empty},
    "reveal": {"id": _ID, "salt": _is_hash_or_empty},
    "act": {"id": _ID, "v": _number(MOST_VERSION), "a": _text(MOST_ACTION, 1)},
    "sit": {"id": _ID, "seat": _SEAT, "hash": _is_hash_or_empty},
    "leave": {"id": _ID},
    "add_bot": {"id": _ID, "seat": _SEAT, "level": _is_level},
    "fill": {"id": _ID, "level": _is_level},
    "take_back": {"id": _ID},
    "swap": {"id": _ID, "seat": _SEAT},
    "invite": {"id": _ID, "name": _is_name},
    "claim": {"id": _ID, "v": _number(MOST_VERSION)},
    "end_vote": {"id": _ID, "yes": _is_flag},
    "rematch": {"id": _ID},
    "ready": {"id": _ID},
    "say": {"id": _ID, "to": _is_channel, "text": _text(MOST_TEXT)},
    "phrase": {"id": _ID, "to": _is_channel, "code": _is_code},
    "chats": {},
    "mute": {"id": _ID, "name": _is_name, "yes": _is_flag},
    "block": {"id": _ID, "name": _is_name, "yes": _is_flag},
    "report": {
        "id": _ID,
        "name": _is_name_or_empty,
        "message": _number(MOST_MESSAGE),
        "reason": _is_code,
        "text": _text(MOST_TEXT),
    },
    "ping": {},
    "sync": {},
}


def unknown_frame(id_: str) -> BadFrame:
    """Return the error for a frame of an unknown kind, or one that this socket doesn't accept."""
    return BadFrame("unknown_frame", _("There is no frame of that kind."), id_)


def read_frame(text: str) -> Frame:
    """Return the frame. Raises BadFrame."""
    if len(text) > MOST_BYTES or len(text.encode(errors="replace")) > MOST_BYTES:
        raise BadFrame(
            "too_large", _("A frame may have at most %(most)d bytes.") % {"most": MOST_BYTES}
        )
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadFrame("not_json", _("A frame must be a JSON object.")) from None
    if not isinstance(data, dict):
        raise BadFrame("not_json", _("A frame must be a JSON object."))
    id_ = data["id"] if _ID(data.get("id")) else ""
    kind = data.pop("t", None)
    shape = SHAPES.get(kind) if isinstance(kind, str) else None
    if shape is None:
        raise unknown_frame(id_)
    for name, fits in shape.items():
        if name in OPTIONAL:
            data.setdefault(name, None)
        if name not in data or not fits(data[name]):
            raise BadFrame(
                "bad_frame",
                _("“%(name)s” is missing or invalid.") % {"name": name},
                id_,
            )
    if len(data) > len(shape):
        raise BadFrame("bad_frame", _("The frame has unknown fields."), id_)
    return Frame(str(kind), id_, data)
