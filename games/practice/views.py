"""Practice: a private table with bots and without a clock."""

from collections.abc import Callable
from datetime import date
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.bots.levels import RELAXED
from games.engine import EngineError
from games.practice import daily as deals
from games.practice import game as games
from games.practice import turns
from games.practice.forms import PRESET, NewPracticeForm
from games.practice.game import Game
from games.practice.pictures import moment, names
from games.tables.levels import LEVEL_NAMES, levels_here
from spades_site.accounts.models import User
from spades_site.accounts.requests import person_of
from spades_site.common import limits
from spades_site.common.errors import Refused
from spades_site.common.pages import NOT_ACCEPTED, page_of
from spades_site.common.server.address import address_of, network_of
from spades_site.common.translation import translate

IN_SESSION: Final = "practice"
DEEDS: Final[dict[str, Callable[[Game], Game]]] = {
    "undo": games.undo,
    "again": games.again,
    "next": games.next_hand,
    deals.WAIT: lambda game: game,
}
"""Changes of the game other than actions, by the name that the page sends."""


@require_GET
@never_cache
def practice(request: HttpRequest) -> HttpResponse:
    """Show the visitor's practice game, or redirect to the page that begins one."""
    game = _game(request)
    if game is None:
        return redirect("practice_new")
    return _table(request, game, url="practice_do", home="home", fresh="practice_new")


@require_http_methods(["GET", "POST"])
@never_cache
def practice_new(request: HttpRequest) -> HttpResponse:
    """Show the form for a new game, and begin it. An unfinished game is discarded."""
    if request.method == "GET":
        game = _game(request)
        level = {} if game is None else {"level": game.level}
        return _start(request, NewPracticeForm(action=request.path, initial=level))
    form = NewPracticeForm(request.POST, action=request.path)
    if not form.is_valid():
        return _start(request, form, status=NOT_ACCEPTED)
    try:
        limits.count("practice", _counted(request))
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return _start(request, form, status=NOT_ACCEPTED)
    level = form.cleaned_data.get("level", RELAXED)
    turns.warm_up(level)
    _keep(request, games.begin(form.cleaned_data["preset"] or PRESET, level))
    return redirect("practice")


@require_POST
@never_cache
def practice_do(request: HttpRequest) -> HttpResponse:
    """Carry out the page's request, and answer with what happened then.

    The page sends the version it shows: a repeated request, or one from an outdated page, changes nothing and gets the
    current game (409).
    """
    game = _game(request)
    if game is None:
        return _told(_("This game is gone. Begin a new one."), status=NOT_ACCEPTED)
    if request.POST.get("v") != str(game.version):
        return _told(_("The game went on in another tab. Here it is."), status=409, **_now(game))
    asked = request.POST.get("do", "")
    try:
        if asked == "hint":
            action, why = games.hint(game)
            return JsonResponse({"hint": action, "says": translate(why)})
        acted = DEEDS[asked](game) if asked in DEEDS else games.act(game, asked)
        after = turns.go_on(acted)
    except Refused as refusal:
        return _told(refusal.sentence, status=NOT_ACCEPTED)
    except EngineError as error:
        return _told(translate(error.sentence), status=NOT_ACCEPTED)
    _keep(request, after)
    since = {"undo": len(after.actions), "again": -1, "next": -1}.get(asked, len(game.actions))
    return JsonResponse(moment(after, since))


@require_GET
@never_cache
def daily(request: HttpRequest) -> HttpResponse:
    """Show the deal of the day: the link to it or the viewer's result, and yesterday's ranking."""
    day = deals.today()
    before = deals.day_before(day)
    user = request.user if isinstance(request.user, User) else None
    rows, points = page_of(request, deals.ranking(before)), deals.matchpoints(before)
    for row in rows.object_list:
        row.matchpoints = points[row.margin]
    context = {
        "play": user and deals.play_of(user, day),
        "yesterdays": user and deals.ranking(before).filter(user=user).first(),
        "day": day,
        "rows": rows,
        "figures": deals.figures(before),
        "played": deals.figures(day)["count"],
        "level": LEVEL_NAMES[deals.level_on(day)] if len(levels_here()) > 1 else "",
    }
    return render(request, "practice/daily.html", context)


@require_GET
@login_required
@never_cache
def daily_table(request: HttpRequest) -> HttpResponse:
    """Show a person's hand of today's deal."""
    if deals.why_not_play(person_of(request)):
        return redirect("daily")
    day = deals.today()
    game = deals.game_of(person_of(request), day)
    if not game.can_undo:
        turns.warm_up(game.level)
    ways = {"url": "daily_do", "home": "daily", "fresh": "daily"}
    return _table(request, game, day=day.isoformat(), **ways)


@require_POST
@login_required
@never_cache
def daily_do(request: HttpRequest) -> HttpResponse:
    """Carry out an action in a person's hand of today's deal, and answer with what happened then."""
    user = person_of(request)
    try:
        day = date.fromisoformat(request.POST.get("day", ""))
        version = int(request.POST.get("v", ""))
    except ValueError:
        return _told(
            _("That didn’t come from the page. Reload it and try again."), status=NOT_ACCEPTED
        )
    try:
        before, after = deals.act(user, day, version, request.POST.get("do", ""))
    except Refused as refusal:
        if refusal.code == "outdated":
            return _told(refusal.sentence, status=409, **_now(deals.game_of(user, day)))
        return _told(refusal.sentence, status=NOT_ACCEPTED)
    except EngineError as error:
        return _told(translate(error.sentence), status=NOT_ACCEPTED)
    return JsonResponse(moment(after, len(before.actions)))


def _table(request: HttpRequest, game: Game, *, day: str = "", **ways: str) -> HttpResponse:
    """Show a game at its table; `ways` names the routes for its requests, for leaving, and for the next game."""
    config = {
        "token": get_token(request),
        "names": names(game.start.rules.players),
        "day": day,
        "moment": moment(game, len(game.actions)),
        **{name: reverse(route) for name, route in ways.items()},
    }
    context = {"config": config}
    return render(request, "practice/table.html", context)


def _start(request: HttpRequest, form: NewPracticeForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "begun": _game(request) is not None}
    return render(request, "practice/start.html", context, status=status)


def _counted(request: HttpRequest) -> object:
    """Return whom a new game counts for: a member, or the visitor's network."""
    user = request.user
    is_member = user.is_authenticated and not user.is_guest
    return user.pk if is_member else network_of(address_of(request))


def _game(request: HttpRequest) -> Game | None:
    data = request.session.get(IN_SESSION)
    return None if data is None else Game.stored(data)


def _keep(request: HttpRequest, game: Game) -> None:
    request.session[IN_SESSION] = game.to_dict()


def _now(game: Game) -> dict[str, Any]:
    return {"now": moment(game, len(game.actions))}


def _told(sentence: str, *, status: int, **more: Any) -> JsonResponse:
    return JsonResponse({"says": sentence, **more}, status=status)
