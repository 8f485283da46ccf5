"""The desks: the page of a tournament or of an evening, its refresh, immediate actions, and questions before others."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode, urlsplit

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods
from django.views.decorators.vary import vary_on_headers

from spades_site.accounts.requests import SignedInRequest, person_of
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.forms import FormsOfPage, key_of
from spades_site.common.models import AuditEntry
from spades_site.common.pages import answer_form, form_of, member_required
from spades_site.common.people.picking import Circle, picks
from tournaments.events.actions.night import attendance
from tournaments.events.core.permissions import arbitrated_by, may_judge, may_organize
from tournaments.events.matches import moving
from tournaments.events.models import Match, Tournament
from tournaments.events.queries import picking
from tournaments.organizer.desk.acts import ACTS, tournament_about
from tournaments.organizer.desk.by_now import why_too_late, why_too_late_at
from tournaments.organizer.desk.entry_remedies import merge_question
from tournaments.organizer.desk.match_remedies import match_question
from tournaments.organizer.desk.page import desk_of
from tournaments.organizer.desk.questions import AskForm, Question
from tournaments.organizer.desk.remedies import judged_match, question_of
from tournaments.organizer.desk.scopes import Scope, scope_of, scopes_tonight, tournaments_tonight
from tournaments.organizer.desk.table_remedies import (
    match_table,
    message_question,
    substitute_question,
    table_question,
)
from tournaments.organizer.following import has_seen, mark_of
from tournaments.organizer.undo.offering import (
    newest_by,
    offer_undo,
    sentence,
    undo_address,
)
from tournaments.organizer.views.running import address_of, decided_or_404, match_or_404, too_early

BLANKS = re.compile(r"\s{2,}")
NIGHT = "night_desk"
TICKED = "ticked"
"""The button that checks all ticked entries in."""


@dataclass(frozen=True)
class Place:
    """An open desk: its tournaments, and the names and arguments of its addresses."""

    scopes: Sequence[Scope]
    page: str
    act: str

    @property
    def is_night(self) -> bool:
        """Return whether it shows the whole evening."""
        return self.page == reverse(NIGHT)


@require_GET
@member_required
@vary_on_headers("HX-Request")
def tournament_desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the desk of a tournament; to htmx only the changing part, or nothing if it hasn't changed."""
    return _show(request, _desk(request, slug))


@require_GET
@member_required
@vary_on_headers("HX-Request")
def night_desk(request: HttpRequest) -> HttpResponse:
    """Show one desk for all tournaments of the evening in which the viewer has a role."""
    return _show(request, _night(request))


def _desk(request: HttpRequest, slug: str) -> Place:
    scope = scope_of(request.user, slug)
    if scope is None:
        raise Http404
    page, act = (reverse(name, args=[slug]) for name in ("tournament_desk", "desk_act"))
    return Place([scope], page, act)


def _night(request: HttpRequest) -> Place:
    return Place(scopes_tonight(request.user, now()), reverse(NIGHT), reverse("night_act"))


def _show(request: HttpRequest, place: Place) -> HttpResponse:
    part, mark = _part(request, place)
    if has_seen(request, mark):
        return HttpResponse(status=204)
    htmx = getattr(request, "htmx", None)
    if htmx and not htmx.history_restore_request:
        return HttpResponse(part)
    context = {"place": place, "part": part, "query": request.GET, "kept": _kept(request)}
    if not place.is_night:
        one = place.scopes[0].tournament
        others = tournaments_tonight(request.user, now()).exclude(pk=one.pk)
        context |= {"scope": place.scopes[0], "tournament": one, "others": others.exists()}
    return render(request, "organizer/desk/page.html", context)


@form_of("tournament_desk")
@member_required
def desk_act(request: HttpRequest, slug: str) -> HttpResponse:
    """Carry out an action that can be undone. The button's value names the action and its object."""
    if request.POST.get("do") == TICKED:
        return _check_in(request, lambda: _desk(request, slug))
    tournament = _desk(request, slug).scopes[0].tournament
    return _act(request, tournament, lambda: _desk(request, slug))


@form_of("night_desk")
@member_required
def night_act(request: HttpRequest) -> HttpResponse:
    """Carry out an action that can be undone, at one of the tournaments of the evening."""
    what, _space, about = request.POST.get("do", "").partition(" ")
    if what == TICKED:
        return _check_in(request, lambda: _night(request))
    tournament = arbitrated_by(request.user).filter(pk=tournament_about(what, about) or 0).first()
    if tournament is None:
        raise Http404
    return _act(request, tournament, lambda: _night(request))


def _check_in(request: HttpRequest, place: Callable[[], Place]) -> HttpResponse:
    """Check the ticked entries in, of whichever tournaments of the desk, and show the updated desk."""
    by, ticked = person_of(request), request.POST.getlist("tick")
    refused, count = "", 0
    cups = {one.tournament.pk: one.tournament for one in place().scopes if one.runs}
    of: dict[int, Sequence[str]] = {}
    for one in ticked:
        cup = tournament_about("here", one) or 0
        of[cup] = [*of.get(cup, ()), one]
    if not of.keys() <= cups.keys():
        raise Http404
    try:
        for cup, places in (of or dict.fromkeys(cups, ())).items():
            count += attendance.check_in_places(tournament_id=cup, places=places, by=by)
    except Refused as refusal:
        refused = str(refusal)
    words = ngettext("%(count)d checked in.", "%(count)d checked in.", count) % {"count": count}
    return _done(request, place, refused=refused, words=words)


def _act(request: HttpRequest, tournament: Tournament, place: Callable[[], Place]) -> HttpResponse:
    """Carry out the button's action at a tournament, and show the updated desk."""
    by = person_of(request)
    what, _space, about = request.POST.get("do", "").partition(" ")
    act = ACTS.get(what)
    if act is None:
        raise Http404
    began, refused, made = now(), "", None
    try:
        act(tournament, by, about)
    except Refused as refusal:
        refused = str(refusal)
    else:
        made = newest_by(by, tournament, began)
    words = _("That was done already.") if made is None else sentence(made)
    undo = "" if made is None else undo_address(made, tournament)
    return _done(request, place, refused=refused, words=words, undo=undo, made=made)


def _done(
    request: HttpRequest,
    place: Callable[[], Place],
    *,
    refused: str,
    words: str,
    undo: str = "",
    made: AuditEntry | None = None,
) -> HttpResponse:
    """Show the updated desk after an action with a message, which for an `undo` names the line of the log `made`."""
    if getattr(request, "htmx", False):
        part, _mark = _part(request, place())
        toast = {"refused": refused, "made": made, "words": words, "undo": undo}
        return HttpResponse(part + render_to_string("organizer/desk/_toast.html", toast, request))
    if refused:
        messages.error(request, refused)
    else:
        messages.success(request, words, extra_tags=undo)
    return redirect(_address(request, place().page))


def _to_substitute(request: SignedInRequest, slug: str, what: str, key: str) -> Circle:
    scope = _desk(request, slug).scopes[0]
    entry = scope.tournament.entries.filter(pk=key_of(key)).first()
    if what != "put" or not scope.runs or entry is None:
        raise Http404
    entry.tournament = scope.tournament
    return picking.to_substitute(entry, request.user)


@picks(_to_substitute)
@require_http_methods(["GET", "POST"])
@member_required
def desk_ask(request: HttpRequest, slug: str, what: str, key: str) -> HttpResponse:
    """Ask before an action that sends mail or publishes, and carry it out when confirmed; arbiters only decisions."""
    scope = _desk(request, slug).scopes[0]
    tournament = scope.tournament
    if not scope.runs:
        match = judged_match(tournament, what, key)
        if match is None or not may_judge(request.user, tournament, match):
            raise Http404
    if what == "message":
        question = _message(tournament, key)
    elif what == "merge":
        question = merge_question(tournament, key)
    elif what == "put":
        question = substitute_question(tournament, key_of(key))
    else:
        question = question_of(tournament, what, key)
    if question is None:
        raise Http404
    page = address_of(tournament) if what == "merge" else ""
    late = why_too_late(tournament, what, key)
    return ask(request, tournament, question, back=_back(request, slug, page), late=late)


def _to_take_over(request: SignedInRequest, slug: str, what: str, key: str) -> Circle:
    tournament = decided_or_404(request, slug)
    at = match_table(tournament, key)
    if what != "replace" or at is None or not may_judge(request.user, tournament, at.match):
        raise Http404
    at.match.tournament = tournament
    return picking.to_take_over(at, request.user)


@picks(_to_take_over)
@require_http_methods(["GET", "POST"])
@member_required
def table_ask(request: HttpRequest, slug: str, what: str, key: str) -> HttpResponse:
    """Ask before an action at a match's table, and carry it out when confirmed; arbiters may too."""
    tournament = decided_or_404(request, slug)
    at = match_table(tournament, key)
    seat = key.partition("-")[2]
    question = (
        None if at is None else table_question(at, what, int(seat) if seat.isdecimal() else None)
    )
    if at is None or question is None or not may_judge(request.user, tournament, at.match):
        raise Http404
    came, page = request.GET.get("from", ""), ""
    if came == "table" and at.table is not None:
        page = at.table.get_absolute_url()
    elif came == "match":
        page = reverse("organizer_match", args=[slug, at.match_id])
    back = _back(request, slug, page)
    action = f"{request.path}?from={came}" if page else ""
    late = why_too_late_at(at, what)
    match, question = at.match if page else None, replace(question, about=at.match)
    return ask(request, tournament, question, back=back, match=match, action=action, late=late)


@require_http_methods(["GET", "POST"])
@member_required
def match_ask(request: HttpRequest, slug: str, pk: int, what: str) -> HttpResponse:
    """Ask before a decision about a match, and carry it out when confirmed; arbiters may too."""
    tournament = decided_or_404(request, slug)
    match = match_or_404(tournament, pk)
    if (early := too_early(request, match)) is not None:
        return early
    question = match_question(match, what)
    if not may_judge(request.user, tournament, match):
        raise Http404
    # Arbiters decide results; times are the organizers'.
    if question is None or (what == "time" and not may_organize(request.user, tournament)):
        raise Http404
    back = _back(request, slug, reverse("organizer_match", args=[slug, pk]))
    late = moving.why_not_moved(match) if what == "time" else None
    question = replace(question, about=match)
    return ask(request, tournament, question, back=back, match=match, late=str(late or ""))


def _message(tournament: Tournament, key: str) -> Question | None:
    """Return the question for a message to everybody, or to the round with this key."""
    if key == "all":
        return message_question(tournament, None)
    round_ = tournament.rounds.filter(pk=key_of(key)).first()
    return None if round_ is None else message_question(tournament, round_)


def ask(
    request: HttpRequest,
    tournament: Tournament,
    question: Question,
    *,
    back: str,
    match: Match | None = None,
    action: str = "",
    late: str = "",
) -> HttpResponse:
    """Show a question (of the desk, or of the page on which a `match` is decided), or carry out its action.

    `late` is why it would be refused by now; then the question isn't shown.
    """
    data = request.POST if request.method == "POST" else None
    if back.partition("?")[0] in _desks(tournament.slug):
        # Without JavaScript only this identifies the desk that asked, and its filters.
        action = f"{request.path}?{urlencode({'back': back})}"
    form = AskForm(data, question=question, action=action or request.path, back=back)

    def page() -> HttpResponse:
        shown = form
        if form.is_stale:
            new = AskForm(question=question, action=form.action, back=back)
            shown = FormsOfPage(form).place(new)
        context = {"tournament": tournament, "question": question, "form": shown, "match": match}
        context["late"] = "" if form.is_bound else late
        context["from_page"] = back.partition("#")[0] == address_of(tournament)
        return render(request, "organizer/desk/ask.html", context)

    if data is None:
        return page()
    by = person_of(request)
    return answer_form(
        request,
        form,
        lambda values: question.act(by, values),
        page=page,
        done=question.told,
        back=back,
        undo=offer_undo(request, tournament),
    )


def _desks(slug: str) -> tuple[str, str]:
    """Return the addresses of the desks that show a tournament: its own and the evening's."""
    return reverse("tournament_desk", args=[slug]), reverse(NIGHT)


def _back(request: HttpRequest, slug: str, otherwise: str = "") -> str:
    """Return the address of the desk that asks, with its filters; `otherwise` if another page asks."""
    desks = _desks(slug)
    htmx = getattr(request, "htmx", None)
    came = urlsplit(request.headers.get("Referer", ""))
    shown = htmx.current_url_abs_path if htmx else f"{came.path}?{came.query}"
    for address in (request.GET.get("back", ""), shown or ""):
        path, _mark, filters = address.partition("?")
        if path in desks:
            return f"{path}?{filters}" if filters else path
    return otherwise or desks[0]


def _kept(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the part of the address that a search keeps: not the state filters and pages."""
    names = ("of", "sort", "order", "over", "tab")
    return [(name, request.GET[name]) for name in names if name in request.GET]


def _address(request: HttpRequest, page: str) -> str:
    """Return an address with the request's filters."""
    query = request.GET.copy()
    query.pop("seen", None)
    return f"{page}?{query.urlencode()}" if query else page


def _part(request: HttpRequest, place: Place) -> tuple[str, str]:
    """Return the part of the page that changes, and its mark."""
    desk = desk_of(place.scopes, request.GET, request, request.user)
    columns = render_to_string("organizer/desk/_columns.html", {"desk": desk}, request)
    # The templates' indentation would be a third of every refresh.
    columns = mark_safe(BLANKS.sub(" ", columns))
    mark = mark_of(columns, [one.tournament.status for one in place.scopes])
    context = {
        "tournament": None if place.is_night else place.scopes[0].tournament,
        "desk": desk,
        "columns": columns,
        "mark": mark,
        "address": _address(request, place.page),
        "act": _address(request, place.act),
        "kept": _kept(request),
    }
    return render_to_string("organizer/desk/_desk.html", context, request), mark
