"""Write the second part of docs/data-model.md: every app's models and what they point to, drawn and as tables.

python -m tools.data_model
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "data-model.md"
MARK = "<!-- From here on written by tools/data_model.py; don't edit. -->\n"
OURS = ("spades_site", "games", "tournaments")
USER = "accounts.User"
GOES = {"CASCADE": "goes with it", "SET_NULL": "is emptied", "PROTECT": "keeps it"}
"""What happens to a row, or to its field, when the row that it points to is deleted."""


def main() -> None:
    """Update the document."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spades_site.settings")
    django.setup()
    DOCUMENT.write_text(renewed(DOCUMENT.read_text()))


def renewed(document: str) -> str:
    """Return the document with its second part regenerated from the models."""
    return document.partition(MARK)[0] + MARK + "".join(_part())


def _part() -> Iterator[str]:
    from django.apps import apps

    by_app = {
        config: models
        for config in apps.get_app_configs()
        if config.name.partition(".")[0] in OURS and (models := list(config.get_models()))
    }
    yield "\n## The apps\n"
    yield from _drawn(
        "flowchart BT", _between([model for all_ in by_app.values() for model in all_])
    )
    for config, models in by_app.items():
        yield f"\n## {config.label}\n`{config.name.replace('.', '/')}`\n"
        if lines := list(_lines(models)):
            yield from _drawn("erDiagram", lines)
        yield "\n| model | what a row is | points to |\n|---|---|---|\n"
        for model in models:
            points = "; ".join(_pointer(field) for field in _pointing(model))
            yield f"| **{model.__name__}** | {_said(model)} | {points} |\n"


def _drawn(kind: str, lines: list[str]) -> Iterator[str]:
    yield f"\n```mermaid\n{kind}\n"
    yield from (f"    {line}\n" for line in lines)
    yield "```\n"


def _between(models: list[Any]) -> list[str]:
    """Return an arrow from each app to every other one whose rows its own point to."""
    pairs = {
        (model._meta.app_label, field.related_model._meta.app_label)
        for model in models
        for field in _pointing(model)
    }
    return [f"{one} --> {other}" for one, other in sorted(pairs) if one != other]


def _lines(models: list[Any]) -> Iterator[str]:
    """Yield a line of the drawing for each field that points to a row, except those that point to people."""
    app = models[0]._meta.app_label
    for model in models:
        for field in _pointing(model):
            target = field.related_model._meta
            if target.label == USER and app != target.app_label:
                continue
            name = target.object_name if target.app_label == app else target.label.replace(".", "_")
            left = "|o" if field.null else "||"
            right = "o|" if field.one_to_one else "o{"
            yield f"{name} {left}--{right} {model.__name__} : {field.name}"


def _pointing(model: Any) -> list[Any]:
    return [
        field
        for field in model._meta.get_fields()
        if (field.many_to_one or field.one_to_one) and not field.auto_created
    ]


def _pointer(field: Any) -> str:
    target, only = field.related_model._meta.label, ", one at most" if field.one_to_one else ""
    return f"`{field.name}` → {target} ({GOES[field.remote_field.on_delete.__name__]}{only})"


def _said(model: Any) -> str:
    """Return the first sentence of a model's docstring."""
    text = " ".join(model.__doc__.split("\n\n")[0].split())
    return text.replace("|", "\\|")


if __name__ == "__main__":
    main()
