"""What the style guide shows the parts of games, lessons and statistics with: fixed, as in `style.py`."""

from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from django.urls import reverse

from games.learn.course.lessons import LESSONS
from games.ratings.distribution import HEIGHT, WIDTH, Bar
from games.statistics.achievements import KINDS
from games.statistics.drawings import bid_bars, made_line
from games.statistics.figures import STRETCH, Figures
from spades_site.common.translation import translate

LONG_AGO = datetime(2020, 2, 20, 19, tzinfo=UTC)
REACHED = 3
"""So many of the achievements are shown as reached, the others as still to reach."""
SHOWN_LESSONS = 3
FIGURES = (
    Figures(
        hands=212, contracts=190, made=160, nils=22, nils_kept=15, bid=3.42, won=3.9, bags=0.61
    ),
    Figures(
        hands=8140, contracts=7600, made=5900, nils=510, nils_kept=302, bid=3.18, won=3.4, bags=0.72
    ),
    Figures(),
)
"""A player's, everybody's, and those of somebody who never played."""


def game_samples() -> dict[str, Any]:
    """Return the context of the style guide's games, lessons, problems, achievements and statistics."""
    lessons = _lessons()
    reached = [_achievement(kind) for kind in KINDS[:REACHED]]
    return {
        "watched": _watched(),
        "lessons": lessons,
        "next_lessons": [
            {"next": {**lessons[1], "begun": True}, "done": 1},
            {"next": None, "done": len(LESSONS)},
        ],
        "problems": _problems(),
        "achieved": [
            {**each, "at": LONG_AGO, "page": reverse("lobby") if number else ""}
            for number, each in enumerate(reached)
        ],
        "not_achieved": [_achievement(kind) for kind in KINDS[REACHED:]],
        "bars": bid_bars(
            {0: 4, 1: 6, 2: 18, 3: 30, 4: 22, 5: 12, 6: 5, 7: 3},
            {0: 6, 1: 9, 2: 21, 3: 27, 4: 20, 5: 10, 6: 5, 7: 2},
        ),
        "made": made_line(
            [
                (LONG_AGO + timedelta(days=7 * n), share)
                for n, share in enumerate((62, 70, 66, 78, 81, 76, 84))
            ],
            72,
        ),
        "stretch": STRETCH,
        "figures": FIGURES,
        "by_seat": [(seat, each) for seat, each in enumerate(FIGURES, 1)],
        "spread": _spread(),
    }


def _spread() -> dict[str, Any]:
    """Return a distribution of ratings over four bars, of which the viewer is in the second."""
    base = HEIGHT - 24
    bars = [
        Bar(low=1400 + 50 * n, players=players, own=n == 1, x=str(8 + 116 * n), y=str(base - 8 * players), width="114",
            height=str(8 * players), label=str(1400 + 50 * n) if n % 2 == 0 else "")
        for n, players in enumerate((4, 12, 9, 2))
    ]  # fmt: skip
    return {
        "bars": bars,
        "players": 27,
        "width": WIDTH,
        "height": HEIGHT,
        "base": base,
        "label_y": HEIGHT - 8,
    }


def _watched() -> list[dict[str, Any]]:
    """Return two games to watch: a rated one of four people, and a casual one with bots to take over from."""
    ann, bob, cy, dee = _seat("ann", 1642), _seat("Bernardine-Alexandra", 1571), _seat("cy", 1503, new=True), _seat("dee", 1488)  # fmt: skip
    bot = _seat("Bot", None, bot=True)
    return [
        _game("sample-1", [([ann, bob], 212), ([cy, dee], -187)], title="Thursday club", rated=True, hand_no=5),
        _game("sample-2", [([ann, bot], None), ([bot, dee], None)], bots=2),
    ]  # fmt: skip


def _game(
    key: str,
    sides: list[tuple[list[SimpleNamespace], int | None]],
    *,
    title: str = "",
    rated: bool = False,
    hand_no: int | None = None,
    bots: int = 0,
) -> dict[str, Any]:
    table = SimpleNamespace(
        public_id=key, title=title, rated=rated, hand_no=hand_no, kind="casual", visibility="public",
        get_absolute_url=reverse("lobby"),
    )  # fmt: skip
    return {
        "table": table,
        "rules": "Classic",
        "target": 500,
        "bots_seats": bots,
        "sides": [{"seats": seats, "total": total} for seats, total in sides],
    }


def _seat(
    name: str, rating: int | None, *, new: bool = False, bot: bool = False
) -> SimpleNamespace:
    return SimpleNamespace(name=name, rating=rating, provisional=new, by_bot=bot, avatar="")


def _lessons() -> list[dict[str, Any]]:
    """Return the first lessons: one that is done, the next one, and one after it."""
    return [
        {
            "number": number,
            "lesson": lesson,
            "title": translate(lesson.title),
            "about": translate(lesson.about),
            "done": number == 1,
            "begun": False,
        }
        for number, lesson in enumerate(LESSONS[:SHOWN_LESSONS], 1)
    ]


def _problems() -> list[tuple[SimpleNamespace, bool | None]]:
    """Return three problems, each with what became of it: not answered, right, wrong."""
    kinds = (("bid", None, None), ("play", 1, True), ("play", None, False))
    day = date(2020, 2, 20)
    return [
        (
            SimpleNamespace(
                kind=kind, table_id=table, rating=1500.0 + 40 * n, day=day, get_absolute_url=reverse("problems")
            ),
            right,
        )
        for n, (kind, table, right) in enumerate(kinds)
    ]  # fmt: skip


def _achievement(kind: Any) -> dict[str, Any]:
    return {"icon": kind.icon, "title": translate(kind.title), "text": kind.text}
