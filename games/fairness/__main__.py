"""`python -m games.fairness verify FILE`: verify the deals of finished games.

FILE holds one game record (docs/fairness.md, section 11), or one per line; `-` reads standard input. Prints one
line for each thing checked. The exit status is 0 if everything agrees, 1 if anything differs or can't be read, 2
for wrong usage.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from typing import TextIO

from games.fairness.stream import FairnessError
from games.fairness.verify import verify_game

USAGE = "usage: python -m games.fairness verify FILE   (- for standard input)"


def main(words: Sequence[str], stdin: TextIO, out: TextIO) -> int:
    """Run the command with the arguments after its name. Returns the exit status."""
    if len(words) != 2 or words[0] != "verify":
        print(USAGE, file=sys.stderr)
        return 2
    try:
        text = _read(words[1], stdin)
    except OSError as error:
        print(f"{words[1]}: can't be read: {error.strerror or error}", file=out)
        return 1
    except UnicodeDecodeError as error:
        print(f"{words[1]}: is not UTF-8 text (byte {error.start})", file=out)
        return 1
    agree = [_verify(place, record, out) for place, record in _records(text)]
    if not agree:
        print(f"{words[1]}: holds no record", file=out)
    return 0 if agree and all(agree) else 1


def _read(name: str, stdin: TextIO) -> str:
    if name == "-":
        return stdin.read()
    with open(name, encoding="utf-8-sig") as file:
        return file.read()


def _records(text: str) -> Iterator[tuple[str, str]]:
    """Yield the place and the text of each record: one per line if any line is a record, else the whole file."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if any(_is_object(line) for _, line in lines):
        yield from ((f"line {number}", line) for number, line in lines)
    elif lines:
        yield "record", text


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _verify(place: str, text: str, out: TextIO) -> bool:
    try:
        findings = verify_game(json.loads(text))
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, " if place == "record" else ""
        print(f"{place}: is not JSON: {error.msg} ({where}column {error.colno})", file=out)
        return False
    except (ValueError, RecursionError) as error:
        # FairnessError is a ValueError; the others come from endless digits and endless brackets.
        sentence = str(error) if isinstance(error, FairnessError) else "is no sensible JSON"
        print(f"{place}: {sentence}", file=out)
        return False
    for finding in findings:
        print(f"{place}: {finding}", file=out)
    return all(finding.ok for finding in findings)


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:], sys.stdin, sys.stdout))
    except BrokenPipeError:
        raise SystemExit(1) from None
