"""The translation catalogues: the texts to translate, their translations, and the compiled forms. `script/translate`
runs this.

Texts are marked in Python by gettext's functions (and by `message`, which knows no Django), in templates by
Django's tags: the domain `django`. The functions of static/js/texts.js mark those of the scripts: the domain `djangojs`,
which browsers read as Django's JavaScriptCatalog, from a static file per language. Everything here is Python; no gettext
program is needed.
"""

import argparse
import ast
import gettext
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
from django.conf import settings
from django.utils.translation.template import templatize
from django.views.i18n import JavaScriptCatalog

ROOT = Path(__file__).resolve().parent.parent
STRAIGHT = re.compile(r"\w'(\w|\s|$)")
"""A straight apostrophe in a word, not one that is a quotation mark around it."""
LANGUAGES = ("de",)
DOMAINS = ("django", "djangojs")
CODE = ("games", "spades_site", "tournaments")
SHARED = Path("games", "tables", "texts", "score_lines.py")
"""The lines of score sheets, which scripts say too, by their English texts."""
KEYWORDS = {
    "_": None,
    "message": None,
    **dict.fromkeys(("gettext", "gettext_lazy", "gettext_noop")),
    **dict.fromkeys(("counted", "ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
# One call in a script or in what `templatize` makes of a template: the function, and the texts that it begins with,
# as Python literals. Babel's reader of scripts doesn't see a call within another's arguments.
_TEXT = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
CALL = re.compile(rf"(?<![\w.])(n?p?gettext|_)\(\s*({_TEXT}(?:\s*,\s*{_TEXT})*)\s*[,)]")
_NAMED = re.compile(r"%\(\w+\)[sd]|%%|%[sd]")


@dataclass(frozen=True)
class Text:
    """One text to translate: `id` is (singular, plural) where its form depends on a number."""

    id: str | tuple[str, str]
    context: str | None
    place: tuple[str, int]


def texts(domain: str = "django") -> Iterator[Text]:
    """Yield every marked text of a domain, once per occurrence."""
    if domain == "djangojs":
        for path in sorted((ROOT / "static" / "js").rglob("*.js")):
            yield from _of_calls(path, path.read_text(encoding="utf-8"))
        if (ROOT / SHARED).exists():
            yield from _of_code(ROOT / SHARED)
        return
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield from _of_code(path)
    for path in sorted((ROOT / "templates").rglob("*")):
        if path.suffix in {".html", ".txt"}:
            yield from _of_calls(path, templatize(path.read_text(encoding="utf-8")))


def fresh(domain: str = "django") -> Catalog:
    """Return the catalogue of all texts without translations."""
    catalog = Catalog(domain=domain, charset="utf-8")
    for text in texts(domain):
        flags = ("python-format",) if _NAMED.search(_singular(text.id)) else ()
        catalog.add(text.id, context=text.context, flags=flags, locations=[(text.place[0], 0)])
    return catalog


def po_path(language: str, domain: str = "django") -> Path:
    """Return where a language's translations are written by hand."""
    return ROOT / "locale" / language / "LC_MESSAGES" / f"{domain}.po"


def script_path(language: str) -> Path:
    """Return the file that browsers read a language's texts of scripts from."""
    return ROOT / "static" / "texts" / f"{language}.js"


def read(language: str, domain: str = "django") -> Catalog:
    """Return a language's translations as they are in the repository."""
    with po_path(language, domain).open("rb") as file:
        return read_po(file, locale=language, domain=domain)


def mo_bytes(catalog: Catalog) -> bytes:
    """Return the compiled form that Django reads. Untranslated texts are left out, and so shown in English."""
    done = Catalog(locale=catalog.locale, domain=catalog.domain)
    # Make compilation deterministic.
    done.creation_date = done.revision_date = datetime(2000, 1, 1, tzinfo=UTC)
    for message in catalog:
        if message.id and _complete(message, catalog.num_plurals):
            done.add(message.id, message.string, context=message.context)
    out = io.BytesIO()
    write_mo(out, done)
    return out.getvalue()


def script_bytes(compiled: bytes) -> bytes:
    """Return Django's JavaScriptCatalog of the compiled texts. Numbers and dates are formatted by browsers."""
    if not settings.configured:
        settings.configure()
    view = JavaScriptCatalog()
    view.translation = gettext.GNUTranslations(io.BytesIO(compiled))
    values = {"catalog": view.get_catalog(), "formats": {}, "plural": view.get_plural()}
    return view.render_to_response(values).content


def mistakes(language: str) -> list[str]:
    """Return the mistakes in a language's translations, one line each."""
    return [line for domain in DOMAINS for line in _mistakes(language, domain)]


def _mistakes(language: str, domain: str) -> list[str]:
    catalog, found = read(language, domain), []
    wanted = {(_key(message), message.context): message for message in fresh(domain) if message.id}
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
    compiled = mo_bytes(catalog)
    if po_path(language, domain).with_suffix(".mo").read_bytes() != compiled:
        found.append(f"{domain}.mo is not what {domain}.po compiles to: run script/translate")
    elif domain == "djangojs" and script_path(language).read_bytes() != script_bytes(compiled):
        found.append(
            f"{script_path(language).name} is not what djangojs.mo holds: run script/translate"
        )
    return found


def update(language: str) -> None:
    """Update a language's catalogues to the current texts, compile them, and write all."""
    for domain in DOMAINS:
        _update(language, domain)
    script_path(language).parent.mkdir(parents=True, exist_ok=True)
    compiled = po_path(language, "djangojs").with_suffix(".mo").read_bytes()
    script_path(language).write_bytes(script_bytes(compiled))


def _update(language: str, domain: str) -> None:
    path = po_path(language, domain)
    path.parent.mkdir(parents=True, exist_ok=True)
    catalog = read(language, domain) if path.exists() else Catalog(locale=language, domain=domain)
    catalog.update(fresh(domain), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    catalog.fuzzy = False
    out = io.BytesIO()
    write_po(out, catalog, omit_header=True, sort_output=True, width=100, include_lineno=False)
    head = f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"MIME-Version: 1.0\\n"\n'
    head += '"Content-Type: text/plain; charset=utf-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
    head += f'"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
    path.write_bytes(head.encode() + out.getvalue())
    path.with_suffix(".mo").write_bytes(mo_bytes(read(language, domain)))


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
        count = sum(len(read(language, domain)) for domain in DOMAINS)
        print(*found, f"{language}: {count} texts, {len(found)} to do", sep="\n")
        wrong += found
    raise SystemExit(1 if check and wrong else 0)


def _of_code(path: Path) -> Iterator[Text]:
    with path.open("rb") as file:
        for line, message, _comments, context in extract(
            "python", file, keywords=KEYWORDS, options={"encoding": "utf-8"}
        ):
            yield Text(message, context, (str(path.relative_to(ROOT)), line))


def _of_calls(path: Path, source: str) -> Iterator[Text]:
    for call in CALL.finditer(source):
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
