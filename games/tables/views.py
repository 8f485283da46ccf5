"""The lobby, the page of a table, and opening and joining tables."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeGuard
from urllib.parse import urlencode

from django.conf import settings as site
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from games.engine import PRESETS, RuleSet
from games.tables import services
from games.tables.access.audience import visible_to
from games.tables.access.eligibility import why_not_eligible, why_uninvited
from games.tables.chat.views import chat_phrases
from games.tables.forms import OpenTableForm, again
from games.tables.hooks import (
    Control,
    at_match,
    circles_of,
    controls_at,
    own_rules_of,
    rivals_of,
    to_invite,
    upcoming_for,
)
from games.tables.levels import level_choices, level_from, levels_here, usual_level
from games.tables.lobby import listing
from games.tables.lobby.filters import CLOCKS, clock_of, wanted_of
from games.tables.lobby.friends_here import friends_here
from games.tables.lobby.play_now import play_now as seat_now
from games.tables.models import Table
from games.tables.replay.sharing import sharing_of
from games.tables.rule_forms import bases_with, carried_over, filled_in
from games.tables.texts.rules import preset_choices, rule_lines, rules_said
from spades_site.accounts.friends import questions_to
from spades_site.accounts.guests import sign_in_as_guest
from spades_site.accounts.models import User, Viewer
from spades_site.accounts.requests import HtmxRequest, person_of
from spades_site.accounts.sign_in import asked as asked_before
from spades_site.accounts.tokens.scopes import EVENTS, PLAY, READ, takes_tokens
from spades_site.common.errors import Refused
from spades_site.common.pages import answer_form, is_program, page_of, told_program
from spades_site.common.people.picking import Circle, picks

LEVEL_IN_SESSION = "bots_level"
"""The session's key for the bots' level that a visitor chose last."""
_TERMS = ("pk", "public_id", "rated", "visibility", "min_rating", "max_rating")
"""The columns that say whom a table takes."""


@require_GET
@never_cache
@vary_on_headers("HX-Request", "X-Seen")
def lobby(request: HtmxRequest) -> HttpResponse:
    """Show the tables that wait for players or, with ?show=over, those to replay. htmx requests only the lists."""
    asked = request.GET.get("show", "")
    if asked == "playing":
        # The old address of the page of games to watch.
        return redirect("watch")
    show = asked if asked in listing.LISTS else "open"
    wanted = wanted_of(request.GET)
    page = page_of(request, wanted.among(listing.LISTS[show](request.user)))
    context = {
        "show": show,
        "wanted": wanted,
        "clocks": [("", _("Any pace")), *((key, one.name) for key, one in CLOCKS.items())],
        "presets": preset_choices(),
        "levels": level_choices(),
        "level": _last_level(request) or usual_level(),
        "page": page,
        "rows": listing.rows(page, request.user),
        "invitations": listing.invitations_to(request.user),
        "own": listing.rows(list(listing.own_tables(request.user)), request.user),
        "asking": questions_to(request.user) if _is_member(request.user) else [],
    }
    context["coming"], context["coming_more"] = upcoming_for(request.user)
    context["friends"], context["friends_more"], context["friend_count"] = friends_here(
        request.user
    )
    context["rivals"] = rivals_of(request.user)
    context["seen"] = _seen(context)
    if not request.htmx:
        return render(request, "tables/lobby/page.html", context)
    if request.headers.get("X-Seen") == context["seen"]:
        return HttpResponse(status=204)
    return render(request, "tables/lobby/_live.html", context)


@takes_tokens(post=PLAY)
@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Seat the user at a matching table, or at a new one; a visitor becomes a guest."""
    if _was_signed_out(request):
        return _to_sign_in(request, reverse("lobby"))
    wanted = wanted_of(request.POST)
    level = _level_asked(request)
    return _to_table(
        request,
        lambda: seat_now(
            user=_player(request), wanted=wanted.preset, clock=wanted.clock, level=level
        ),
    )


@takes_tokens(post=PLAY)
@require_http_methods(["GET", "POST"])
def table_open(request: HtmxRequest) -> HttpResponse:
    """Show the form for a new table, and open it; a visitor becomes a guest.

    htmx requests only the rules when another preset was chosen.
    """
    if _was_signed_out(request):
        return _to_sign_in(request, request.path)
    own = own_rules_of(request.user)
    given: dict[str, Any] = {"circles": circles_of(request.user), "own": own}
    if request.method == "GET":
        if request.htmx:
            begun = carried_over(OpenTableForm(request.GET, own=own))
            form = OpenTableForm(initial=begun, own=own)
            return render(request, "tables/rules/_house.html", {"form": form, "renewed": True})
        form = OpenTableForm(initial=filled_in(_asked_for(request), bases_with(own)), **given)
        return render(request, "tables/lobby/open.html", {"form": form})
    form = OpenTableForm(request.POST, **given)
    return answer_form(
        request,
        form,
        lambda values: _open(_player(request), form.terms(), bots=values["bots"]),
        page=lambda: render(request, "tables/lobby/open.html", {"form": form}),
        back=Table.get_absolute_url,
    )


def _to_invite(request: HttpRequest, public_id: str) -> Circle:
    """Return whom a player can invite to their waiting table."""
    open_here = visible_to(request.user).filter(status=Table.Status.OPEN)
    shown = get_object_or_404(open_here.only("pk"), public_id=public_id)
    people = to_invite(shown.pk, person_of(request)) if _sits_at(shown, request.user) else None
    if people is None:
        raise Http404
    return people


@picks(_to_invite)
@require_GET
@never_cache
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a table's page. It contains nothing of the game: the socket sends what each viewer may see."""
    shown = get_object_or_404(visible_to(request.user).defer("state"), public_id=public_id)
    if shown.is_closed and not _sits_at(shown, request.user):
        messages.info(
            request,
            _(
                "Other tables are still playing these deals. You can watch this table when the "
                "round is over."
            ),
        )
        return redirect(shown.match_url or "lobby")
    context = {
        **sharing_of(shown),
        "table": shown,
        "title": shown.title or rules_said(shown.rules),
        "controls": _controls(shown, request.user),
        "comes_in": _comes_in(shown, request.user),
        "clock": clock_of(shown.turn_seconds),
        "config": {
            "socket": f"/ws/t/{shown.public_id}/",
            "links": _links(shown, request.user),
            "barred": _why_barred(shown, request.user),
            "site": site.SITE_NAME,
            "preset_title": rules_said(shown.rules),
            "levels": levels_here(),
            "phrases": chat_phrases(),
            "rules": [
                (line.label, line.value, line.differs)
                for line in rule_lines(RuleSet.from_dict(shown.rules), PRESETS.get(shown.preset))
            ],
        },
    }
    answer = render(request, "tables/table.html", context)
    if shown.kind == Table.Kind.MATCH and _sits_at(shown, request.user):
        at_match(request, answer)
    return answer


@takes_tokens(post=PLAY)
@require_POST
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    """Seat the user on the first free seat of a table and redirect there. A visitor becomes a guest if guests may play."""
    if _was_signed_out(request):
        return _to_sign_in(request, reverse("table", args=[public_id]))
    asked = get_object_or_404(visible_to(request.user).only(*_TERMS), public_id=public_id)
    if not request.user.is_authenticated and not listing.takes_guests(asked):
        return redirect(_sign_in_address(asked.get_absolute_url()))
    return _to_table(request, lambda: services.take_seat(table_id=asked.pk, user=_player(request)))


@require_http_methods(["GET", "POST"])
@never_cache
def seat(request: HttpRequest, public_id: str) -> HttpResponse:
    """Seat a visitor by way of the sign-in page, which leads back here; it offers to play as a guest if guests may."""
    wanted = get_object_or_404(visible_to(request.user).only(*_TERMS), public_id=public_id)
    user, guests = request.user, listing.takes_guests(wanted)
    if request.method == "POST" and not (_is_member(user) or (user.is_authenticated and guests)):
        return asked_before.sign_in_first(request, request.path, guests=guests)
    if not user.is_authenticated or not (
        request.method == "POST" or asked_before.take(request, request.path)
    ):
        return redirect(wanted)
    return _to_table(request, lambda: services.take_seat(table_id=wanted.pk, user=user), wanted)


@takes_tokens(post=EVENTS)
@require_POST
def accept(request: HttpRequest, public_id: str) -> HttpResponse:
    """Accept an invitation and redirect to its table."""
    if not request.user.is_authenticated:
        return _to_sign_in(request, reverse("table", args=[public_id]))
    tables = visible_to(request.user).only("pk", "public_id")
    asked = get_object_or_404(tables, public_id=public_id)
    user = request.user
    return _to_table(request, lambda: services.accept_invitation(table_id=asked.pk, user=user))


@takes_tokens(post=EVENTS)
@require_POST
def decline(request: HttpRequest, public_id: str) -> HttpResponse:
    """Decline an invitation."""
    if not request.user.is_authenticated:
        return _to_sign_in(request, reverse("lobby"))
    asked = get_object_or_404(visible_to(request.user).only("pk"), public_id=public_id)
    services.decline_invitation(table_id=asked.pk, user=request.user)
    return told_program(reverse("lobby")) if is_program(request) else redirect("lobby")


@takes_tokens(get=READ)
@require_GET
def table_record(request: HttpRequest, public_id: str) -> HttpResponse:
    """Download the record of a finished game; before that the record would show hidden cards."""
    shown = get_object_or_404(visible_to(request.user), public_id=public_id)
    if not shown.is_public:
        messages.info(
            request,
            _("The record is available once everybody has played these deals.")
            if shown.is_closed
            else _("The record is available once the game is over."),
        )
        return redirect(shown)
    name = f"spades-{shown.public_id}.json"
    return JsonResponse(
        services.record_of(shown),
        # On one line, like files of records.
        json_dumps_params={"ensure_ascii": False},
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _to_table(
    request: HttpRequest, act: Callable[[], Table], refused: Table | None = None
) -> HttpResponse:
    """Redirect to the table at which `act` seats the user or, if it refuses, to `refused` or the lobby with the reason."""
    try:
        seated = act()
    except Refused as refusal:
        if is_program(request):
            return told_program(refusal=refusal)
        messages.error(request, str(refusal))
        return redirect(refused or "lobby")
    return told_program(seated.get_absolute_url()) if is_program(request) else redirect(seated)


def _controls(shown: Table, user: Viewer) -> list[Control]:
    """Return the viewer's controls as the match's arbiter."""
    if shown.kind != Table.Kind.MATCH or shown.is_over:
        return []
    return controls_at(shown.pk, user)


def _sits_at(shown: Table, user: Viewer) -> bool:
    return user.is_authenticated and shown.seats.filter(user=user).exists()


def _is_member(user: Viewer) -> TypeGuard[User]:
    return bool(user.is_authenticated and not user.is_guest)


def _was_signed_out(request: HttpRequest) -> bool:
    """Return whether a page rendered for a signed-in user was submitted without a session, so no guest is created."""
    return not request.user.is_authenticated and "signed_in" in request.POST


def _why_barred(shown: Table, user: Viewer) -> str:
    """Return why a casual table's terms exclude the viewer; "" if they don't, or nobody is signed in."""
    if shown.kind != Table.Kind.CASUAL or shown.is_over or not user.is_authenticated:
        return ""
    refusal = why_not_eligible(shown, user)
    if refusal is None and not _sits_at(shown, user):
        refusal = why_uninvited(shown, user)
    return str(refusal or "")


def _comes_in(shown: Table, user: Viewer) -> bool:
    """Return whether the viewer could sit down after signing in: a visitor, or a guest at a table for members."""
    if shown.kind != Table.Kind.CASUAL or shown.is_over or _is_member(user):
        return False
    return not (user.is_authenticated and listing.takes_guests(shown))


def _to_sign_in(request: HttpRequest, back: str) -> HttpResponse:
    messages.info(request, _("You were signed out in the meantime. Sign in to go on."))
    return redirect(_sign_in_address(back))


def _sign_in_address(back: str) -> str:
    return f"{reverse('account_login')}?{urlencode({'next': back})}"


def _level_asked(request: HttpRequest) -> int | None:
    """Return the bots' level in the form, or the one that the visitor chose last."""
    level = level_from(request.POST.get("level"))
    if level is not None:
        request.session[LEVEL_IN_SESSION] = level
    return level or _last_level(request)


def _last_level(request: HttpRequest) -> int | None:
    return level_from(request.session.get(LEVEL_IN_SESSION))


def _player(request: HttpRequest) -> User:
    return request.user if request.user.is_authenticated else sign_in_as_guest(request)


@transaction.atomic
def _open(user: User, terms: services.TableTerms, *, bots: bool) -> Table:
    table = services.open_table(terms, created_by=user)
    services.take_seat(table_id=table.pk, user=user, seat=0)
    if bots:
        services.fill_with_bots(table_id=table.pk, by=user)
    return table


def _seen(context: dict[str, Any]) -> str:
    """Return a hash of the lists' content, to detect changes."""
    tables = [
        (row["table"].public_id, row["table"].version, row["join"], row["my_turn"])
        for row in context["rows"] + context["own"]
    ]
    asked = [invitation.pk for invitation in context["invitations"]]
    asking = [person.pk for person in context["asking"]]
    friends = [
        (one.user.pk, one.table and (one.table.public_id, one.may_join))
        for one in context["friends"]
    ]
    more = (context["page"].paginator.num_pages, context["coming_more"], context["friends_more"])
    shown = repr(
        (
            context["page"].number,
            more,
            tables,
            asked,
            context["coming"],
            asking,
            friends,
            context["rivals"],
        )
    )
    return sha256(shown.encode()).hexdigest()[:16]


def _asked_for(request: HttpRequest) -> dict[str, str]:
    return {name: request.GET[name] for name in request.GET if name in OpenTableForm.base_fields}


def _links(shown: Table, user: Viewer) -> dict[str, str]:
    """Return the addresses that the table's page links to, besides those in its pictures."""
    links = {"home": reverse("home"), "lobby": reverse("lobby"), "glossary": reverse("glossary")}
    if shown.preset in PRESETS:
        links["rules"] = reverse("preset_rules", args=[shown.preset])
    if shown.kind == Table.Kind.CASUAL:
        query = again(RuleSet.from_dict(shown.rules), shown)
        links["again"] = reverse("table_open", query=query)
    address = shown.get_absolute_url()
    links["sign_in"] = _sign_in_address(address)
    if _is_member(user) and shown.status == Table.Status.OPEN:
        links["people"] = reverse("people_to_name", query={"at": address})
    if user.is_authenticated and user.is_guest:
        links["sign_up"] = reverse("account_signup", query={"next": address})
    return links
