"""Achievements, computed deterministically from what was counted of a person's games."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.engine.sentences import Sentence, message
from games.statistics.models import Achievement, GamePlayed, HandPlayed
from spades_site.accounts.models import User, Viewer
from spades_site.common.clock import now
from spades_site.notices.services import send_notice

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

CONTRACTS: Final = 10
EXACT: Final = 5
BIG: Final = 10
BEHIND: Final = 150
LONG: Final = 5
MANY: Final = 1000
NEWS_FOR: Final = timedelta(days=2)
"""The maximum age of an achievement for a notice; older ones are awarded silently."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of achievement: its `title`, also used in notices, and a `text` about what it takes."""

    code: str
    icon: str
    title: Sentence
    text: "StrOrPromise"


KINDS: Final = tuple(
    Kind(*each)
    for each in (
        ("first_nil", "spade", message("First nil kept"), _("Bid nil and win no trick.")),
        ("blind_nil", "eye", message("Blind nil kept"), _("Bid nil before looking at your cards, and win no trick.")),
        ("ten_contracts", "check", message("Ten contracts in a row"), _("Make the contract in ten hands in a row.")),
        ("exact_five", "list", message("Five bids to the trick"), _("Win exactly what you bid, five hands in a row.")),
        ("big_contract", "cards", message("A contract of ten"), _("Bid ten or more with your partner, and make it.")),
        ("comeback", "undo", message("Grand comeback"), _("Win a game after being 150 points behind.")),
        ("never_set", "flag", message("Never set"), _("Win a game of five hands or more without being set.")),
        ("thousand_hands", "history", message("A thousand hands"), _("Play a thousand hands with a partner.")),
        ("season", "calendar", message("A season played through"), _("Be ranked at the end of a season.")),
        ("tournament", "trophy", message("First tournament won"), _("Win a tournament.")),
    )
)  # fmt: skip
BY_CODE: Final = {kind.code: kind for kind in KINDS}

type Honours = Callable[[int | None], Iterable[tuple[int, str, datetime]]]
"""A higher app's achievements as (user, kind, when): all of a person, by key; with None, everybody's that aren't stored."""
type HonourPages = Callable[[User, Mapping[str, datetime], Viewer], Mapping[str, str]]
"""Maps a person, the times of their achievements by kind, and a viewer to the addresses, by kind, that the viewer may see."""
_honours: dict[str, Honours] = {}
_pages: dict[str, HonourPages] = {}


def provide_honours(name: str, lookup: Honours, pages: HonourPages) -> None:
    """Register another app's achievements and their pages."""
    _honours[name], _pages[name] = lookup, pages


def honour_pages(person: User, at: Mapping[str, datetime], viewer: Viewer) -> dict[str, str]:
    """Return the addresses, by kind, of a person's achievements beyond single games that the viewer may see."""
    return {
        kind: path for pages in _pages.values() for kind, path in pages(person, at, viewer).items()
    }


def award(user: User) -> None:
    """Store a person's achievements in games, and notify them of new ones. Idempotent."""
    have = set(Achievement.objects.filter(user=user).values_list("kind", flat=True))
    of_games = {kind.code for kind in KINDS} - {"season", "tournament"}
    if of_games <= have:
        return
    for kind, (at, table_id) in reached(user).items():
        if kind not in have:
            _store(user, kind, at, table_id)


def award_honours() -> None:
    """Store people's achievements beyond single games. Idempotent and safe to run concurrently."""
    for lookup in _honours.values():
        _store_all(lookup(None))


def award_again(user: User) -> None:
    """Recompute all of a person's achievements from what is stored, and delete those that no longer follow."""
    at_games = reached(user)
    beyond = [found for lookup in _honours.values() for found in lookup(user.pk)]
    kinds = {*at_games, *(kind for _user, kind, _at in beyond)}
    Achievement.objects.filter(user=user).exclude(kind__in=kinds).delete()
    award(user)
    _store_all(beyond)


def reached(user: User) -> dict[str, tuple[datetime, int | None]]:
    """Return a person's achievements in games, by kind: when first, and at which table."""
    found: dict[str, tuple[datetime, int | None]] = {}
    hands = HandPlayed.objects.filter(game__user=user).order_by("game__ended_at", "game", "number")
    in_a_row = exact = 0
    rows = hands.values_list(
        "game__ended_at", "game__table", "bid", "blind", "tricks", "contract", "made"
    )
    for number, (at, table, bid, blind, tricks, contract, made) in enumerate(rows, 1):
        in_a_row = in_a_row + 1 if made else in_a_row if made is None else 0
        exact = exact if bid is None else exact + 1 if tricks == bid else 0
        holds = {
            "first_nil": bid == 0 and not tricks,
            "blind_nil": bid == 0 and blind and not tricks,
            "ten_contracts": in_a_row >= CONTRACTS,
            "exact_five": exact >= EXACT,
            "big_contract": bool(made) and contract >= BIG,
            "thousand_hands": number >= MANY,
        }
        for kind, holds_now in holds.items():
            if holds_now:
                found.setdefault(kind, (at, table))
    games = GamePlayed.objects.filter(user=user, won=True).order_by("ended_at", "pk")
    for game in games:
        if game.behind >= BEHIND:
            found.setdefault("comeback", (game.ended_at, game.table_id))
        if game.hands >= LONG and not game.sets:
            found.setdefault("never_set", (game.ended_at, game.table_id))
    return found


def _store_all(found: Iterable[tuple[int, str, datetime]]) -> None:
    rows = sorted(found, key=lambda row: row[2])
    people = User.objects.filter(is_active=True).in_bulk([user for user, _kind, _at in rows])
    have = set(
        Achievement.objects.filter(user__in=list(people)).values_list("user_id", "kind").distinct()
    )
    for user, kind, at in rows:
        if user in people and (user, kind) not in have:
            _store(people[user], kind, at, None)
            have.add((user, kind))


def _store(user: User, kind: str, at: datetime, table_id: int | None) -> None:
    _row, new = Achievement.objects.get_or_create(
        user=user, kind=kind, defaults={"at": at, "table_id": table_id}
    )
    if new and at > now() - NEWS_FOR and not user.is_guest:
        path = f"{reverse('profile', args=[user.username])}#achievements"
        send_notice([user], "achievement", f"achieved:{kind}", path, {"what": BY_CODE[kind].title})
