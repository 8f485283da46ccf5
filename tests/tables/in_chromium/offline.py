"""Pages without a server: the test answers for all files, and the table's page has its game from the test."""

import json
import mimetypes
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route

from games.engine import RuleSet
from games.tables.chat.views import chat_phrases
from spades_site.common.templatetags.cards import card_faces
from spades_site.common.templatetags.icons import ICONS
from tests.browser.scripted import Script

ROOT = Path(__file__).parents[3]
STATIC = ROOT / "static"
# Nobody listens there: every request is answered here.
ORIGIN = "http://localhost:9"
TABLE = """<!doctype html><html lang="en" dir="%(dir)s"><meta name="viewport" content="width=device-width">%(sheets)s
<body class="at-table"><main id="main" class="full"><div id="table" class="table" tabindex="-1" data-table="t" data-socket-url="/ws/t/t/"></div>
<section id="chat" class="chat" hidden></section></main><div id="said" class="visually-hidden"></div>%(blocks)s
<script type="module" src="/static/js/table/main.js"></script>"""


class Site:
    """Answers the page: static files, and what the test puts up."""

    def __init__(self) -> None:
        self.answers: dict[str, dict[str, Any]] = {"/": {"body": "<!doctype html><title>.</title>"}}
        self.asked: list[str] = []

    def answer(self, route: Route) -> None:
        """Answer one request."""
        path = route.request.url.removeprefix(ORIGIN)
        self.asked.append(path)
        file = STATIC / path.removeprefix("/static/")
        if path in self.answers:
            route.fulfill(**{"content_type": "text/html", **self.answers[path]})
        elif path.startswith("/static/") and file.is_file():
            kind = mimetypes.guess_type(file.name)[0] or "text/plain"
            route.fulfill(body=file.read_bytes(), content_type=kind)
        else:
            route.fulfill(status=404, body="")


def table_page(direction: str = "ltr") -> str:
    """Return a table's page as the templates make it, in English."""
    templates = ("components/frame/first_files", "base", "tables/_styles", "tables/table")
    sources = [(ROOT / "templates" / f"{name}.html").read_text() for name in templates]
    sheets = [name for source in sources for name in re.findall(r'static "(css/[^"]+)"', source)]
    blocks = {
        "config": {
            "links": {"lobby": "/"},
            "rules": [],
            "barred": "",
            "preset_title": "Spades",
            "phrases": chat_phrases(),
        },
        "faces": card_faces(),
        "icons": ICONS,
    }
    return TABLE % {
        "dir": direction,
        "sheets": "".join(f'<link rel="stylesheet" href="/static/{name}">' for name in sheets),
        "blocks": "".join(
            f'<script type="application/json" id="{name}">{json.dumps(value)}</script>'
            for name, value in blocks.items()
        ),
    }


def picture(rules: RuleSet, *names: str) -> dict[str, Any]:
    """Return what a table of these people tells beside its game; the viewer is the first."""
    nobody: dict[str, Any] = {
        "bot": False, "stand_in": False, "online": True, "rating": None, "provisional": False,
        "bank": 0, "swap_to": None, "wants_end": False,
    }  # fmt: skip
    seats = [
        {"seat": seat, "name": name, "username": name, **nobody} for seat, name in enumerate(names)
    ]
    table = {
        "id": "t", "status": "playing", "kind": "casual", "title": "", "preset_title": "Spades", "rated": False,
        "seats": seats, "deadline": "2031-01-02T00:00:00Z", "paused": None, "turn_seconds": 86400, "bank_seconds": 0,
        "bots_allowed": True, "invited": [], "news": None, "links": {}, "rating_changes": None,
        "last_hand_after": None, "rules": rules.to_dict(), "sides": [list(side) for side in rules.side_seats],
    }  # fmt: skip
    you = {"seat": 0, "name": names[0], "stand_in": False, "can": []}
    return {"t": "view", "v": 1, "table": table, "you": you, "now": "2031-01-01T00:00:00Z"}


def at_table(
    chromium: Browser,
    site: Site,
    rules: RuleSet,
    *names: str,
    direction: str = "ltr",
    **options: Any,
) -> Script:
    """Open a table's page whose other end is the test's; nothing moves on it."""
    page = chromium.new_page(reduced_motion="reduce", **options)
    page.set_default_timeout(8000)
    page.route("**/*", site.answer)
    site.answers["/"] = {"body": table_page(direction)}
    return Script(page, picture(rules, *names), seed=4)


def opened(at: Script) -> Page:
    """Load the page of a table and wait for its first picture."""
    at.page.goto(f"{ORIGIN}/")
    at.page.locator("#table[data-v]").wait_for()
    return at.page
