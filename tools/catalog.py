"""The translation catalogues: the texts to translate, their translations, and the compiled form. `script/translate`
runs this.

Texts are marked in Python by gettext's functions (and by `message`, which knows no Django), in templates by
Django's tags. Everything here is Python; no gettext program is needed.
"""

import argparse
import ast
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
STRAIGHT = re.compile(r"\w'(\w|\s|$)")
"""A straight apostrophe in a word, not one that is a quotation mark around it."""
LANGUAGES = ("de",)
CODE = ("games", "spades_site", "tournaments")
KEYWORDS = {
    "_": None,
    "message": None,
    **dict.fromkeys(("gettext", "gettext_lazy", "gettext_noop")),
    **dict.fromkeys(("counted", "ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
# One call in what `templatize` makes of a template: the function, and its arguments as Python literals.
_TEXT = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_CALL = re.compile(
    rf"(?<!\w)(n?p?gettext|_)\(\s*({_TEXT}(?:\s*,\s*{_TEXT})*)\s*(?:,\s*count\s*)?\)"
)
_NAMED = re.compile(r"%\(\w+\)[sd]|%%|%[sd]")


@dataclass(frozen=True)
class Text:
    """One text to translate: `id` is (singular, plural) where its form depends on a number."""

    id: str | tuple[str, str]
    context: str | None
    place: tuple[str, int]


def texts() -> Iterator[Text]:
    """Yield every marked text, once per occurrence."""
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield from _of_code(path)
    for path in sorted((ROOT / "templates").rglob("*")):
        if path.suffix in {".html", ".txt"}:
            yield from _of_template(path)


def fresh() -> Catalog:
    """Return the catalogue of all texts without translations."""
    catalog = Catalog(domain="django", charset="utf-8")
    for text in texts():
        flags = ("python-format",) if _NAMED.search(_singular(text.id)) else ()
        catalog.add(text.id, context=text.context, flags=flags, locations=[(text.place[0], 0)])
    return catalog


def po_path(language: str) -> Path:
    """Return where a language's translations are written by hand."""
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def read(language: str) -> Catalog:
    """Return a language's translations as they are in the repository."""
    with po_path(language).open("rb") as file:
        return read_po(file, locale=language, domain="django")


def mo_bytes(catalog: Catalog) -> bytes:
    """Return the compiled form that Django reads. Untranslated texts are left out, and so shown in English."""
    done = Catalog(locale=catalog.locale, domain="django")
    # Make compilation deterministic.
    done.creation_date = done.revision_date = datetime(2000, 1, 1, tzinfo=UTC)
    for message in catalog:
        if message.id and _complete(message, catalog.num_plurals):
            done.add(message.id, message.string, context=message.context)
    out = io.BytesIO()
    write_mo(out, done)
    return out.getvalue()


def mistakes(language: str) -> list[str]:
    """Return the mistakes in a language's translations, one line each."""
    catalog, found = read(language), []
    wanted = {(_key(message), message.context): message for message in fresh() if message.id}
    for (key, context), message in sorted(wanted.items(), key=lambda item: str(item[0])):
        if STRAIGHT.search(" ".join(_texts(message))):
            found.append(f"straight apostrophe, write ’: {key!r} ({message.locations[0][0]})")
        given = catalog.get(message.id, context)
        if given is None or not _complete(given, catalog.num_plurals):
            found.append(f"missing: {key!r} ({message.locations[0][0]})")
        elif given.fuzzy:
            found.append(f"fuzzy: {key!r}")
        elif not _same_names(given):
            found.append(f"other placeholders: {key!r}")
    had = {(_key(message), message.context) for message in catalog if message.id}
    found += [f"nowhere used: {key!r}" for key, _ in sorted(had - set(wanted), key=str)]
    if po_path(language).with_suffix(".mo").read_bytes() != mo_bytes(catalog):
        found.append("django.mo is not what django.po compiles to: run script/translate")
    return found


def update(language: str) -> None:
    """Update a language's catalogue to the current texts, compile it, and write both."""
    path = po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    catalog = read(language) if path.exists() else Catalog(locale=language, domain="django")
    catalog.update(fresh(), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    catalog.fuzzy = False
    out = io.BytesIO()
    write_po(out, catalog, omit_header=True, sort_output=True, width=100, include_lineno=False)
    head = f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"MIME-Version: 1.0\\n"\n'
    head += '"Content-Type: text/plain; charset=utf-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
    head += f'"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
    path.write_bytes(head.encode() + out.getvalue())
    path.with_suffix(".mo").write_bytes(mo_bytes(read(language)))


def main() -> None:
    """Update every language, and print what is missing."""
    parser = argparse.ArgumentParser(prog="script/translate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say what is wrong")
    check = parser.parse_args().check
    wrong = []
    for language in LANGUAGES:
        if not check:
            update(language)
        found = mistakes(language)
        print(*found, f"{language}: {len(read(language))} texts, {len(found)} to do", sep="\n")
        wrong += found
    raise SystemExit(1 if check and wrong else 0)


def _of_code(path: Path) -> Iterator[Text]:
    with path.open("rb") as file:
        for line, message, _comments, context in extract(
            "python", file, keywords=KEYWORDS, options={"encoding": "utf-8"}
        ):
            yield Text(message, context, (str(path.relative_to(ROOT)), line))


def _of_template(path: Path) -> Iterator[Text]:
    for call in _CALL.finditer(templatize(path.read_text(encoding="utf-8"))):
        name, arguments = call[1], ast.literal_eval(f"({call[2]},)")
        context = arguments[0] if "p" in name.removesuffix("gettext") else None
        ids = arguments[context is not None :]
        yield Text(ids[0] if len(ids) == 1 else ids[:2], context, (str(path.relative_to(ROOT)), 0))


def _singular(id_: str | tuple[str, str]) -> str:
    return id_ if isinstance(id_, str) else id_[0]


def _texts(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _key(message: Message) -> str:
    return _singular(message.id)


def _complete(message: Message, forms: int) -> bool:
    if isinstance(message.id, str):
        return isinstance(message.string, str) and bool(message.string)
    return len(message.string) == forms and all(message.string)


def _same_names(message: Message) -> bool:
    """Return whether the translation has the same placeholders as the text. A singular may omit its number, as in
    English.
    """
    if isinstance(message.id, str):
        return sorted(_NAMED.findall(message.id)) == sorted(_NAMED.findall(message.string))
    singular, plural = (set(_NAMED.findall(one)) for one in message.id)
    first, *others = (set(_NAMED.findall(one)) for one in message.string)
    return first <= singular | plural and all(one == plural for one in others)


if __name__ == "__main__":
    main()
