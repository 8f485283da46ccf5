"""What the style guide shows the components with: fixed people, times and numbers, so that its pictures stay the same."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

from django import forms
from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.ratings.rating_line import LinePoint, rating_line
from games.tables.levels import LEVEL_NAMES
from spades_site.common.forms import PageForm, TextField, UsernameField
from spades_site.common.templatetags.icons import ICONS
from spades_site.staff.style_games import LONG_AGO, game_samples
from spades_site.staff.style_reports import report_samples
from spades_site.staff.style_table import table_samples
from tournaments.events.plan.choices import Status
from tournaments.leagues.crests import CHARGES, COLOURS, SHAPES

COLOUR_ROLES = (
    *("surface", "raised", "sunk", "ink", "muted", "line", "line-strong"),
    *("accent", "accent-strong", "accent-ink", "accent-soft"),
    *("good", "good-soft", "bad", "bad-soft", "bad-ink", "warn", "warn-soft", "focus"),
    *("felt", "felt-deep", "felt-rim", "felt-line", "felt-ink", "felt-muted", "turn", "paper"),
)
DRAWINGS = ("cards", "table", "cup", "people", "calendar", "tea", "line", "search")
BUTTONS = ("", "primary", "quiet", "danger", "small", "primary small", "quiet small")
BADGES = ("", "good", "warn", "bad", "accent")
NOTES = ("", "good", "warn", "bad")
CARDS = ("AS", "KH", "TD", "2C", "BJ", "LJ", "back")
TOURNAMENTS = (
    *(("Open evening", "registration"), ("Autumn pairs", "running"), ("Winter cup", "paused")),
    *(("Summer cup", "cancelled"), ("Sunday knock-out", "finished")),
)
LONGEST = 20
"""Characters of the sample's text field."""


class SampleForm(PageForm):
    """Every kind of field; sending it is always refused."""

    ids = "sample"
    places = {"name_taken": "name"}
    row = ("name", "people")
    more = ("note",)
    more_words = _("More")
    words = _("This form is a sample: it stores nothing.")
    name = TextField(label=_("Name"), max_length=LONGEST)
    people = forms.IntegerField(label=_("Maximum entries"), min_value=2, initial=16)
    partner = UsernameField(label=_("Partner"), required=False, help_text=_("A member’s user name"))
    format = forms.ChoiceField(
        label=_("Format"), choices=[("swiss", _("Swiss")), ("knock_out", _("Knock-out"))]
    )
    pace = forms.ChoiceField(
        label=_("Pace"),
        widget=forms.RadioSelect,
        choices=[("quick", _("Quick")), ("steady", _("Steady"))],
        initial="steady",
    )
    rated = forms.BooleanField(label=_("Rated"), required=False, initial=True)
    note = TextField(
        label=_("Note"), required=False, max_length=LONGEST, widget=forms.Textarea({"rows": 3})
    )


class WrongForm(SampleForm):
    """The same with errors; unlike an answer, it doesn't take the focus."""

    first_error = ""


def samples(sent: SampleForm | None) -> dict[str, Any]:
    """Return the context of the style guide; `sent` is the form to show again after it was refused."""
    address = reverse("style")
    wrong = WrongForm({"people": "1", "pace": "quick"}, key="wrong")
    people = [
        _person("ann", country="NZ"),
        _person("Bernardine-Alexandra"),
        _person("guest-4k2", guest=True),
    ]
    return {
        "colours": COLOUR_ROLES,
        "icons": sorted(ICONS),
        "drawings": DRAWINGS,
        "button_kinds": BUTTONS,
        "badge_kinds": BADGES,
        "note_kinds": NOTES,
        "card_names": CARDS,
        "people": people,
        "crests": _crests(),
        "long_ago": LONG_AGO,
        "page": _page(),
        "form": sent or SampleForm(action=address),
        "wrong": wrong,
        "line": rating_line(_history(), key="sample")["line"],
        "points": _history()[::-1],
        "rows": [_tournament(name, status) for name, status in TOURNAMENTS],
        "places": _places(people),
        "standings": _standings(),
        "sheets": [_sheet()],
        "mini": _mini(),
        "table": table_samples(),
        "icon_paths": ICONS,
        **game_samples(),
        **report_samples(),
    }


def _person(name: str, *, country: str = "", guest: bool = False) -> SimpleNamespace:
    return SimpleNamespace(username=name, country=country, is_guest=guest, is_active=True, pk=0)


def _crests() -> list[dict[str, str]]:
    """Return three crests, as their component takes them."""
    shapes, charges, colours = (list(each.values()) for each in (SHAPES, CHARGES, COLOURS))
    return [
        {"shape": shapes[n], "charge": charges[n], "field": colours[n], "ink": colours[-1]}
        for n in range(3)
    ]


def _page() -> Page[int]:
    return Paginator(range(200), 10).page(4)


def _tournament(name: str, status: str) -> SimpleNamespace:
    return SimpleNamespace(
        name=name,
        status=status,
        get_status_display=Status(status).label,
        get_absolute_url=reverse("tournament_list"),
        starts_at=LONG_AGO,
        winner=SimpleNamespace(played_as="Ann & Bob") if status == "finished" else None,
        league=None,
    )


def _history() -> list[LinePoint]:
    values = (1516, 1504, 1529, 1541, 1522, 1560, 1549, 1571)
    return [LinePoint(LONG_AGO + timedelta(days=7 * n), value) for n, value in enumerate(values)]


def _places(people: list[SimpleNamespace]) -> list[SimpleNamespace]:
    figures = ((1642, False, 88, 12), (1571, False, 40, -9), (1503, True, 4, 0))
    return [
        SimpleNamespace(rank=n, user=person, value=value, provisional=new, games=games, trend=trend)
        for n, (person, (value, new, games, trend)) in enumerate(zip(people, figures, strict=True), 1)
    ]  # fmt: skip


def _standings() -> list[tuple[str, int, tuple[str, ...], bool]]:
    """Return rows of a small table: a name, its points, the marks of its last games, whether it is the viewer's."""
    return [
        ("Ann & Bob", 9, ("won", "won", "drawn", "won", "lost"), False),
        ("Cy & Dee", 7, ("lost", "won", "won", "drawn", "won"), True),
        ("Bernardine-Alexandra & Maximilian", 2, ("lost", "lost", "drawn", "lost", "lost"), False),
    ]


def _sheet() -> dict[str, Any]:
    """Return a bracket of three matches: one won, one in play, the final still open."""
    first = _box(1, 0, 30, ("Ann & Bob", "512", True), ("Eve & Flo", "388", False))
    second = _box(2, 0, 100, ("Cy & Dee", "214", False), ("Gus & Hal", "187", False), in_play=True)
    final = _box(3, 244, 65, ("Ann & Bob", "", False), ("winner of 2", "", False), mine=True)
    return {
        "title": "Bracket",
        "width": 460,
        "height": 170,
        "box_width": 208,
        "box_height": 52,
        "heads": [(2, "Semifinals"), (246, "Final")],
        "links": ["M208 56h18v35h18", "M208 126h18v-35h18"],
        "boxes": [first, second, final],
    }


def _box(
    number: int,
    x: int,
    y: int,
    *sides: tuple[str, str, bool],
    in_play: bool = False,
    mine: bool = False,
) -> dict[str, Any]:
    drawn = [
        {"seed": None if text.startswith("winner") else 2 * number + n - 1, "text": text, "name": text, "score": score,
         "won": won, "known": not text.startswith("winner")}
        for n, (text, score, won) in enumerate(sides)
    ]  # fmt: skip
    return {
        "number": number, "title": "Final" if mine else "Semifinals", "x": x, "y": y, "middle": y + 26,
        "text_x": x + 34, "seed_x": x + 26, "right": x + 200, "caption": str(number), "in_play": in_play,
        "mine": mine, "sides": drawn, "rows": [(drawn[n], y + n * 26 + 18) for n in (0, 1)],
    }  # fmt: skip


def _mini() -> SimpleNamespace:
    """Return a table in play: three cards in the trick, the fourth player's turn."""
    seats = (("s", "Ann", "3", 1, "", True), ("w", "Bob", "4", 2, "7H", False), ("n", "Cy", "nil", 0, "KH", False), ("e", "Dee", "2", 1, "AH", False))  # fmt: skip
    return SimpleNamespace(
        table=SimpleNamespace(public_id="sample", version=1, get_absolute_url=reverse("lobby")),
        title="Thursday club",
        hand_no=5,
        seats=[
            SimpleNamespace(
                place=place,
                name=name,
                level=LEVEL_NAMES[2] if name == "Dee" else "",
                stand_in=False,
                bid=bid,
                won=won,
                card=card,
                at_turn=turn,
            )
            for place, name, bid, won, card, turn in seats
        ],
        sides=[
            SimpleNamespace(names="Ann & Cy", total=212, bags=4),
            SimpleNamespace(names="Bob & Dee", total=187, bags=7),
        ],
    )
