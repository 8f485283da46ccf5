"""The leaderboard and people's profiles."""

import re
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.ratings import elo, queries
from games.ratings.distribution import distribution
from games.ratings.encounters import encounters_of
from games.ratings.hooks import Career, career_of
from games.ratings.models import Pool
from games.ratings.profile import profile_of
from spades_site.accounts.friends import Bond, bond, is_here, may_see_profile
from spades_site.accounts.models import User
from spades_site.accounts.renaming import name_now
from spades_site.common.clock import now
from spades_site.common.folding import called
from spades_site.common.pages import ROWS, page_of

LEAST_GAMES = (1, elo.PROVISIONAL_UNTIL, elo.NEW_UNTIL)
ACTIVE_DAYS = 90
SEASONS = 10
"""Seasons on a page of a profile."""


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    """Show a page of a pool's leaderboard, always with the signed-in player's own line."""
    pool = _chosen(request.GET.get("pool"), Pool.values)
    min_games = int(_chosen(request.GET.get("games"), [str(least) for least in LEAST_GAMES]))
    active = request.GET.get("active") == "1"
    wanted: dict[str, Any] = {
        "min_games": min_games,
        "active_since": now() - timedelta(days=ACTIVE_DAYS) if active else None,
    }
    page = queries.leaderboard(pool, page=request.GET.get("page", 1), per_page=ROWS, **wanted)
    own = None
    if request.user.is_authenticated and not request.user.is_guest:
        own = queries.place_of(request.user, pool, **wanted)
    shown = {place.user.pk for place in page.object_list}
    context = {
        "pool": pool,
        "pools": Pool.choices,
        "page": page,
        "own": own if own and own.user.pk not in shown else None,
        "above": bool(own and page.object_list and _order(own) < _order(page.object_list[0])),
        "spread": distribution(pool, own=own.value if own else None, **wanted),
        "active": active,
        "active_days": ACTIVE_DAYS,
        "min_games": min_games,
        "least_games": [(least, _least_words(least)) for least in LEAST_GAMES],
        "provisional_until": elo.PROVISIONAL_UNTIL,
        "several": elo.SEVERAL,
    }
    return render(request, "ratings/leaderboard.html", context)


def _order(place: queries.Place) -> tuple[bool, int]:
    return place.provisional, place.rank


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """Show a member's ratings, rating line, form, partners and last games."""
    person = member_named(username)
    if person is None:
        return to_present_name("profile", username)
    pool = request.GET.get("pool")
    tie = bond(request.user, person)
    shows = may_see_profile(request.user, person)
    career = career_of(person, request.user) if shows else Career()
    context = {
        "shows": shows,
        "career": career,
        "seasons": page_of(request, career.seasons, SEASONS, "seasons"),
        "person": person,
        "profile": profile_of(
            person,
            pool if pool in Pool.values else None,
            request.user,
            request.GET.get("page"),
        ),
        "is_self": request.user == person,
        "bond": str(tie),
        "friend_here": tie == Bond.FRIENDS and is_here(person),
    }
    return render(request, "ratings/profile.html", context)


@require_safe
def encounters(request: HttpRequest, username: str) -> HttpResponse:
    """Show a member's record with each partner or against each opponent, the most frequent first."""
    person = member_named(username)
    if person is None:
        return to_present_name("encounters", username)
    if not may_see_profile(request.user, person):
        raise Http404
    pool = _chosen(request.GET.get("pool"), Pool.values)
    side = _chosen(request.GET.get("side"), ["partners", "opponents"])
    met = getattr(encounters_of(person, pool, request.user), side)
    context = {
        "person": person,
        "pool": pool,
        "pools": Pool.choices,
        "side": side,
        "page": Paginator(met, ROWS).get_page(request.GET.get("page")),
    }
    return render(request, "ratings/encounters.html", context)


def member_named(username: str) -> User | None:
    """Return the member with this name, or None."""
    members = get_user_model().objects.filter(is_guest=False, is_active=True)
    return called(members, username)


def to_present_name(page: str, username: str) -> HttpResponse:
    """Redirect from a member's former name to their page. Raises Http404."""
    name = name_now(username)
    if name is None:
        raise Http404
    return redirect(page, name)


@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """Show the page that verifies a finished game's deals in the browser; `?table=` has it fetch that table's
    record.
    """
    table = request.GET.get("table", "")
    known = bool(re.fullmatch(r"[-\w]{1,16}", table, re.ASCII))
    context = {
        "record_url": reverse("table_record", args=[table]) if known else "",
        "table_id": table if known else "",
    }
    return render(request, "fairness/verify.html", context)


def _chosen(wanted: str | None, known: list[str]) -> str:
    """Return `wanted` if it is known, else the first known value."""
    return wanted if wanted in known else known[0]


def _least_words(games: int) -> str:
    return _("Everybody") if games == 1 else _("%(games)d games or more") % {"games": games}
