"""`python -m games.engine verify FILE`, `python -m games.engine legal FILE`: check game records, one per line.

`-` reads standard input. Prints one JSON object per game on a line of its own. The exit status is 0 if every record
passes, 1 if any fails, 2 for wrong usage or an unreadable file.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO

from games.engine.record import legal_in_record, verify_record
from games.engine.record_shape import RecordError

USAGE = "usage: python -m games.engine verify|legal FILE   (- for standard input)"
LONGEST_LINE = 16 * 1024 * 1024
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def main(words: Sequence[str], stdin: BinaryIO, out: BinaryIO) -> int:
    """Run the command with the arguments after its name. Returns the exit status."""
    if len(words) != 2 or words[0] not in _COMMANDS:
        print(USAGE, file=sys.stderr)
        return 2
    run = _COMMANDS[words[0]]
    try:
        if words[1] == "-":
            return _each(stdin, out, run)
        with open(words[1], "rb") as file:
            return _each(file, out, run)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        print(f"{words[1]!r} can't be read: {reason or error}", file=sys.stderr)
        return 2


def _verified(record: object) -> dict[str, Any]:
    return {"ok": True, "result": verify_record(record)}


def _legal(record: object) -> dict[str, Any]:
    return {"hands": legal_in_record(record)}


_COMMANDS: dict[str, Callable[[object], dict[str, Any]]] = {"verify": _verified, "legal": _legal}


def _each(file: BinaryIO, out: BinaryIO, run: Callable[[object], dict[str, Any]]) -> int:
    failed = False
    for number, line in _lines(file):
        try:
            answer = {"line": number, **run(_parsed(line))}
        except RecordError as mistake:
            failed = True
            answer = {
                "line": number,
                "ok": False,
                "hand": mistake.hand,
                "action": mistake.action,
                "error": str(mistake),
            }
        out.write(json.dumps(answer, ensure_ascii=False).encode() + b"\n")
        out.flush()
    return 1 if failed else 0


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Yield the number and the bytes of each line that isn't blank; None for a line that is too long to read."""
    number = 0
    while line := file.readline(LONGEST_LINE):
        number += 1
        if number == 1:
            line = line.removeprefix(_BYTE_ORDER_MARK)
        if line.endswith(b"\n") or len(line) < LONGEST_LINE:
            if line.strip():
                yield number, line
            continue
        while line and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE)
        yield number, None


def _parsed(line: bytes | None) -> object:
    if line is None:
        raise RecordError(f"The line is longer than {LONGEST_LINE} bytes.")
    try:
        return json.loads(
            line.strip().decode(), object_pairs_hook=_unambiguous, parse_constant=_not_a_number
        )
    except UnicodeDecodeError as mistake:
        raise RecordError(f"The line isn't UTF-8 text (byte {mistake.start + 1}).") from mistake
    except json.JSONDecodeError as mistake:
        raise RecordError(
            f"The line isn't JSON: {mistake.msg} (column {mistake.colno})."
        ) from mistake
    except ValueError as mistake:
        raise RecordError(
            "The line isn't JSON that can be read: a number is too long."
        ) from mistake
    except RecursionError as mistake:
        raise RecordError("The record is nested too deeply.") from mistake


def _unambiguous(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise RecordError("The record has a key twice in one object. Give each key once.")
    return fields


def _not_a_number(name: str) -> Any:
    raise RecordError(f"The line isn't JSON: {name} is no number.")


if __name__ == "__main__":
    try:
        status = main(sys.argv[1:], sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # The reader of our output has closed the pipe: write nothing more, and nothing when Python flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)
