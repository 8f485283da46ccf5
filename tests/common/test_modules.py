"""The modules that a page preloads: all that its script imports, each once."""

import re
from pathlib import Path
from typing import Any

import pytest

from games.engine import preset
from games.tables.services import TableTerms, open_table
from spades_site.common.templatetags.modules import modules_at

STATIC = Path(__file__).resolve().parents[2] / "static"
IMPORT = re.compile(r'^(?:import|export)\b[^;]*?from "(\.[^"]+)"', re.M)


def imported_by(module: Path, known: set[Path]) -> set[Path]:
    """Return the module and all that it imports, by whichever way."""
    if module not in known:
        known.add(module)
        for name in IMPORT.findall(module.read_text()):
            imported_by((module.parent / name).resolve(), known)
    return known


@pytest.mark.django_db
def test_the_table_page_names_every_module_that_it_will_import(client: Any, member: Any) -> None:
    table = open_table(TableTerms(rules=preset("cardgames_io")), created_by=member("ann"))
    page = client.get(table.get_absolute_url()).content.decode()
    named = re.findall(r'<link rel=modulepreload href="/static/([^"]+)">', page)
    wanted = imported_by(STATIC / "js/table/main.js", set())
    assert sorted(named) == sorted(str(path.relative_to(STATIC)) for path in wanted)


def test_a_folder_without_modules_is_a_mistake() -> None:
    with pytest.raises(LookupError, match="no modules at static/css"):
        modules_at("css")
