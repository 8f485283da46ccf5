"""Pages of help below /help/: the documents in docs that are for players and organizers, and which of them speaks of a page.

A document is one file, read on the site and beside the code. What follows the line `<!-- For developers -->` in it isn't shown
on the site.
"""

import functools
import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token


@dataclass(frozen=True)
class Document:
    """A document of docs that is a page of help."""

    key: str
    """Its file's name in docs and its part of the address."""
    title: str | Promise
    about: str | Promise


PLAYERS = (
    Document("players", _("For players"), _("Tables, games, tournaments and your account.")),
    Document("ratings", _("Ratings"), _("Which games are rated, and what a game changes.")),
    Document("tie-breaks", _("Standings and tie-breaks"), _("How standings are ordered.")),
    Document("levels", _("How bots choose"), _("What bots of each level consider.")),
    Document("ladders", _("Ladders"), _("How challenges, climbing and failures work.")),
    Document("own-time", _("Same cards, own time"), _("Playing the same deals when you like.")),
    Document("fairness", _("Fair deals"), _("How deals are made, and how to check them.")),
)
ORGANIZERS = (
    Document(
        "organizers",
        _("For organizers"),
        _("Leagues, seasons and tournaments, from the first evening to the archive."),
    ),
    Document("room", _("An evening in a room"), _("Tournaments with real cards.")),
    Document("fair-play", _("Fair play"), _("Signals, what they mean, and who decides.")),
    Document("feeds", _("Feeds"), _("Calendars, and tables for spreadsheets and programs.")),
)
DOCUMENTS = {one.key: one for one in (*PLAYERS, *ORGANIZERS)}

ABOUT = {
    "lobby": "players#tables",
    "table_open": "players#tables",
    "friends": "players#friends-chat-and-quiet",
    "people": "players#friends-chat-and-quiet",
    "notices_settings": "players#notices",
    "settings": "players#your-account",
    "rated_now": "ratings#playing-rated-games",
    "leaderboard": "ratings",
    "encounters": "ratings",
    "practice": "levels",
    "verify": "fairness",
    "fair_play": "fair-play",
    "fair_play_signal": "fair-play",
    "organizer": "organizers",
    "league_create": "organizers#a-league",
    "league_import": "organizers#a-league",
    "league_invite": "organizers#a-league",
    "league_schedules": "organizers#recurring-tournaments",
    "league_log": "organizers#the-log",
    "ladder": "ladders",
    "ladder_create": "ladders",
    "ladder_edit": "ladders",
    "ladder_desk": "ladders#organizing",
    "own_time": "own-time",
    "own_time_deal": "own-time",
    "own_time_create": "own-time#organizing",
    "own_time_edit": "own-time#organizing",
    "own_time_settings": "own-time#organizing",
    "season_new": "organizers#a-season",
    "season_create": "organizers#a-season",
    "season_desk": "organizers#a-season",
    "season_edit": "organizers#a-season",
    "tournament_plans": "organizers#a-tournament",
    "tournament_create": "organizers#a-tournament",
    "tournament_edit": "organizers#a-tournament",
    "organizer_tournament": "organizers#a-tournament",
    "tournament_desk": "organizers#the-desk",
    "night_desk": "organizers#the-desk",
    "tournament_seeds": "organizers#seeds",
    "tournament_people": "organizers#organizers-and-arbiters",
    "tournament_log": "organizers#the-log",
    "entry_import": "organizers#entries",
}
"""The part of a document that speaks of a page, by the name of the page's address."""
ELSEWHERE = {"rules": "rules", "glossary": "glossary", "learn": "learn"}
"""Documents whose subject the site shows by pages of its own, by the name of their address."""


@dataclass(frozen=True)
class Text:
    """A document as HTML, with the anchors and titles of its parts."""

    title: str
    parts: tuple[tuple[str, str], ...]
    body: SafeString
    anchors: frozenset[str]


def link_for(view_name: str) -> str:
    """Return the address of the help that speaks of a page, or an empty text."""
    place = ABOUT.get(view_name)
    if place is None:
        return ""
    key, _hash, anchor = place.partition("#")
    return reverse("help_page", args=[key]) + (f"#{anchor}" if anchor else "")


@functools.cache
def read(key: str) -> Text:
    """Read a document."""
    source = (settings.BASE_DIR / "docs" / f"{key}.md").read_text(encoding="utf-8")
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(source.partition("<!-- For developers -->")[0])
    headings = [
        (token, tokens[at + 1].content)
        for at, token in enumerate(tokens)
        if token.type == "heading_open"
    ]
    for token, words in headings:
        token.attrSet("id", anchor_of(words))
    for token in tokens:
        token.children = _led(token.children) if token.children else token.children
    # The page has the title in its head.
    body = markdown.renderer.render(tokens[3:], markdown.options, {})
    body = body.replace("<table>", '<div class="table-wrap" tabindex="0"><table class="data">')
    body = body.replace("</table>", "</table></div>")
    return Text(
        title=headings[0][1],
        parts=tuple(
            (anchor_of(words), words.replace("`", ""))
            for token, words in headings
            if token.tag == "h2"
        ),
        # The documents are the project's own, and the renderer escapes what is HTML in them.
        body=mark_safe(body),
        anchors=frozenset(anchor_of(words) for _token, words in headings),
    )


def anchor_of(heading: str) -> str:
    """Return the anchor that code hosts give a heading too, so that links work in both places."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _led(tokens: list[Token]) -> list[Token]:
    """Let links lead to pages of the site; what isn't on it stays as plain words."""
    kept, dropped = [], False
    for token in tokens:
        if token.type == "link_open":
            target = _target(str(token.attrGet("href") or ""))
            dropped = target is None
            if target is not None:
                token.attrSet("href", target)
        if token.type in ("link_open", "link_close") and dropped:
            continue
        kept.append(token)
    return kept


def _target(href: str) -> str | None:
    if href.startswith(("#", "https://")):
        return href
    path, hash_, anchor = href.partition("#")
    key = PurePosixPath(path).stem
    if key in DOCUMENTS:
        return reverse("help_page", args=[key]) + hash_ + anchor
    return reverse(ELSEWHERE[key]) if key in ELSEWHERE else None


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the pages of help by reader."""
    return render(request, "help/index.html", {"players": PLAYERS, "organizers": ORGANIZERS})


@require_safe
def page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a document."""
    if key not in DOCUMENTS:
        raise Http404
    context = {"document": DOCUMENTS[key], "text": read(key), "language": "en"}
    return render(request, "help/page.html", context)
