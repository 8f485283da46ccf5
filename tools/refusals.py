"""Write the last part of docs/api.md: every code of a refusal, by status, with a sentence that goes with it.

python -m tools.refusals
"""

import ast
import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

from spades_site.common.refusals import BY_STATUS

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs" / "api.md"
MARK = "<!-- From here on written by tools/refusals.py; don't edit. -->\n"
PACKAGES = ("games", "spades_site", "tournaments")
MARKING = ("_", "message", "ngettext")
"""The functions that mark a sentence for translation."""


def main() -> None:
    """Update the document."""
    DOCUMENT.write_text(renewed(DOCUMENT.read_text()))


def renewed(document: str) -> str:
    """Return the document with its last part generated anew."""
    return document.partition(MARK)[0] + MARK + "".join(_part())


def raised() -> dict[str, str]:
    """Return the codes of Refused(…) in the source, each with the first sentence found there, or ""."""
    return _found(_call)


def sources() -> dict[str, str]:
    """Return also the codes that reach Refused(…) from elsewhere, and some of errors that never do."""
    return _found(_call, _other)


def _found(*kinds: Callable[[ast.AST], Iterator[tuple[str, str]]]) -> dict[str, str]:
    """Return the codes with their first sentences; what an earlier kind finds goes before."""
    files = [file for one in PACKAGES for file in sorted((ROOT / one).rglob("*.py"))]
    nodes = [node for file in files for node in ast.walk(ast.parse(file.read_text()))]
    found: dict[str, str] = {}
    for code, sentence in chain.from_iterable(kind(node) for kind in kinds for node in nodes):
        found[code] = found.get(code) or sentence
    return found


def _part() -> Iterator[str]:
    sentences = sources()
    for status, codes in BY_STATUS.items():
        yield f"\n### {status}\n| code | for example |\n|---|---|\n"
        yield from (f"| `{code}` | {_shown(sentences[code])} |\n" for code in codes)


def _call(node: ast.AST) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Call(
            func=ast.Name(id="Refused" | "NotImported"),
            args=[ast.Constant(value=str(code)), sentence, *_],
        ):
            yield code, _sentence(sentence)


def _other(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield code and sentence of a pair of both, of an error's class, and of its call to the base class."""
    match node:
        case ast.Call(
            func=ast.Attribute(attr="__init__"), args=[ast.Constant(value=str(code)), sentence]
        ):
            yield code, _sentence(sentence)
        case ast.Tuple(elts=[ast.Constant(value=str(code)), rest]) if _sentence(rest):
            yield code, _sentence(rest)
        case ast.Assign(targets=[ast.Name(id="code")], value=ast.Constant(value=str(code))):
            yield code, ""


def _shown(sentence: str) -> str:
    """Return a sentence with the names of what it is filled with in capitals."""
    return re.sub(r"%\((\w+)\)[sd]", lambda found: found[1].upper(), sentence)


def _sentence(node: ast.AST) -> str:
    for each in ast.walk(node):
        match each:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(text)), *_]) if (
                name in MARKING
            ):
                return text
    return ""


if __name__ == "__main__":
    main()
