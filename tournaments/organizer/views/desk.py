"""The desk of a tournament: the page, its refresh, what a press does at once, and what is asked first."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods
from django.views.decorators.vary import vary_on_headers

from spades_site.accounts.models import User
from spades_site.accounts.requests import person_of
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.forms import key_of
from spades_site.common.models import AuditEntry
from spades_site.common.pages import answer_form, form_of, member_required
from tournaments.events.actions import absences, attendance
from tournaments.events.core.permissions import may_organize, organized_by
from tournaments.events.models import Match, Tournament
from tournaments.events.queries.evening import evening_of
from tournaments.events.queries.selectors import history_of
from tournaments.organizer import undoing
from tournaments.organizer.desk import desk_of
from tournaments.organizer.entry_remedies import merge_question
from tournaments.organizer.following import has_seen, mark_of
from tournaments.organizer.history import in_words
from tournaments.organizer.match_remedies import match_question
from tournaments.organizer.remedies import AskForm, Question, question_of
from tournaments.organizer.table_remedies import (
    match_table,
    message_question,
    substitute_question,
    table_question,
)
from tournaments.organizer.undoing import UNDOS
from tournaments.organizer.views.running import decided_or_404, match_or_404

BLANKS = re.compile(r"\s{2,}")
FAR = 2**33
"""A moment, in seconds since 1970, that every clock can still tell."""


@require_GET
@member_required
@vary_on_headers("HX-Request")
def tournament_desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the desk; to htmx only what changes, and nothing if nothing has."""
    tournament = _own_or_404(request, slug)
    toast = _toast_after(request, tournament)
    part, mark = _part(request, tournament)
    if has_seen(request, mark):
        return HttpResponse(status=204)
    htmx = getattr(request, "htmx", None)
    if htmx and not htmx.history_restore_request:
        return HttpResponse(part)
    kept = [(name, request.GET[name]) for name in ("show", "sort", "tab") if name in request.GET]
    context = {"tournament": tournament, "part": part, "query": request.GET, "kept": kept, **toast}
    return render(request, "organizer/desk/page.html", context)


@form_of("tournament_desk")
@member_required
def desk_act(request: HttpRequest, slug: str) -> HttpResponse:
    """Do what can be undone, at once. The button's value says what, and with whom."""
    tournament, by = _own_or_404(request, slug), person_of(request)
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
        made = _made(tournament, by, began)
    if getattr(request, "htmx", False):
        tournament.refresh_from_db()
        part, _mark = _part(request, tournament)
        toast = {"refused": refused, "made": made, "undo": made and made.verb in UNDOS}
        return HttpResponse(part + render_to_string("organizer/desk/_toast.html", toast, request))
    if refused:
        messages.error(request, refused)
    else:
        messages.success(request, _("Done. The log below has it, with Undo."))
    return redirect(_address(request, tournament, "tournament_desk"))


@require_http_methods(["GET", "POST"])
@member_required
def desk_ask(request: HttpRequest, slug: str, what: str, key: str) -> HttpResponse:
    """Ask before something that sends mail or publishes, and do it once the answer is yes."""
    tournament = _own_or_404(request, slug)
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
    page = reverse("organizer_tournament", args=[slug]) if what == "merge" else ""
    return _ask(request, tournament, question, back=_back(request, slug, page))


@require_http_methods(["GET", "POST"])
@member_required
def table_ask(request: HttpRequest, slug: str, what: str, key: str) -> HttpResponse:
    """Ask before something is done at a match's table, and do it once the answer is yes; arbiters may too."""
    tournament = decided_or_404(request, slug)
    at = match_table(tournament, key)
    seat = key.partition("-")[2]
    question = (
        None if at is None else table_question(at, what, int(seat) if seat.isdecimal() else None)
    )
    if at is None or question is None:
        raise Http404
    from_table = request.GET.get("from") == "table" and at.table is not None
    if at.table is not None and from_table:
        page = at.table.get_absolute_url()
    else:
        page = reverse("organizer_match", args=[slug, at.match_id])
    back = _back(request, slug, page)
    action = f"{request.path}?from=table" if from_table else request.path
    return _ask(request, tournament, question, back=back, match=at.match, action=action)


@require_http_methods(["GET", "POST"])
@member_required
def match_ask(request: HttpRequest, slug: str, pk: int, what: str) -> HttpResponse:
    """Ask before something is decided about a match, and do it once the answer is yes; arbiters may too."""
    tournament = decided_or_404(request, slug)
    match = match_or_404(tournament, pk)
    question = match_question(match, what)
    # Arbiters decide results; times are the organizers'.
    if question is None or (what == "time" and not may_organize(request.user, tournament)):
        raise Http404
    back = _back(request, slug, reverse("organizer_match", args=[slug, pk]))
    return _ask(request, tournament, question, back=back, match=match)


def _message(tournament: Tournament, key: str) -> Question | None:
    """Return the question about writing to everybody, or to a round named by its key."""
    if key == "all":
        return message_question(tournament, None)
    round_ = tournament.rounds.filter(pk=key_of(key)).first()
    return None if round_ is None else message_question(tournament, round_)


def _ask(
    request: HttpRequest,
    tournament: Tournament,
    question: Question,
    *,
    back: str,
    match: Match | None = None,
    action: str = "",
) -> HttpResponse:
    """Show a question, of the page on which a `match` is decided or of the desk; or do what is asked."""
    data = request.POST if request.method == "POST" else None
    form = AskForm(data, question=question, action=action or request.path, back=back)

    def page() -> HttpResponse:
        context = {"tournament": tournament, "question": question, "form": form, "match": match}
        return render(request, "organizer/desk/ask.html", context)

    if data is None:
        return page()
    by, began = person_of(request), now()
    return answer_form(
        request,
        form,
        lambda values: question.act(by, values),
        page=page,
        done=question.done,
        back=lambda _done: back + _offer_undo(tournament, by, began, back),
    )


def _offer_undo(tournament: Tournament, by: User, began: datetime, back: str) -> str:
    """Return what the desk's address adds so that the desk offers to undo what was just done; "" if it can't be."""
    if not back.startswith(reverse("tournament_desk", args=[tournament.slug])):
        return ""
    made = _made(tournament, by, began)
    if made is None or made.verb not in UNDOS:
        return ""
    return f"{'&' if '?' in back else '?'}did={made.pk}"


def _toast_after(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the toast of a desk that opens after an answer to one of its questions, and forget which answer it was."""
    query = request.GET.copy()
    did = key_of(str(query.pop("did", ["0"])[-1]))
    request.GET = query  # type: ignore[assignment]
    made = history_of(tournament).filter(pk=did, verb__in=UNDOS).first() if did else None
    if made is None:
        return {}
    made.words = in_words([made])[0].what  # type: ignore[attr-defined]
    situation = undoing.situation_of(tournament, evening_of(tournament, now()), [made])
    return {"made": made, "undo": bool(undoing.undo_of(made, situation))}


def _back(request: HttpRequest, slug: str, otherwise: str = "") -> str:
    """Return the address of the desk, with the filters of the page that asks; `otherwise` if another page asks."""
    desk = reverse("tournament_desk", args=[slug])
    htmx = getattr(request, "htmx", None)
    path, _mark, filters = ((htmx.current_url_abs_path or "") if htmx else "").partition("?")
    if path != desk:
        return otherwise or desk
    query = QueryDict(filters, mutable=True)
    query.pop("did", None)
    return f"{desk}?{query.urlencode()}" if query else desk


def _own_or_404(request: HttpRequest, slug: str) -> Tournament:
    found = organized_by(request.user).filter(slug=slug).first()
    if found is None:
        raise Http404
    return found


def _address(request: HttpRequest, tournament: Tournament, name: str) -> str:
    """Return the address of the view `name` with the request's filters."""
    query = request.GET.copy()
    query.pop("seen", None)
    address = reverse(name, args=[tournament.slug])
    return f"{address}?{query.urlencode()}" if query else address


def _part(request: HttpRequest, tournament: Tournament) -> tuple[str, str]:
    """Return the part of the page that changes, and its mark."""
    desk = desk_of(tournament, request.GET, request)
    columns = render_to_string(
        "organizer/desk/_columns.html", {"desk": desk, "tournament": tournament}, request
    )
    # The templates' indentation would be a third of what every refresh sends.
    columns = mark_safe(BLANKS.sub(" ", columns))
    mark = mark_of(columns + tournament.status)
    context = {
        "tournament": tournament,
        "desk": desk,
        "columns": columns,
        "mark": mark,
        "address": _address(request, tournament, "tournament_desk"),
        "act": _address(request, tournament, "desk_act"),
    }
    return render_to_string("organizer/desk/_desk.html", context, request), mark


def _made(tournament: Tournament, by: User, began: datetime) -> AuditEntry | None:
    """Return the line that a press has just added to the log, with its words; None if there was nothing to do."""
    made = history_of(tournament).filter(actor=by, at__gte=began).first()
    if made is not None:
        made.words = in_words([made])[0].what  # type: ignore[attr-defined]
    return made


# -------------------------------------------------------------------------------------------- what is done at once
def _about_place(act: Callable[..., None]) -> Callable[[Tournament, User, str], None]:
    return lambda tournament, by, place: act(tournament_id=tournament.pk, by=by, place=place)


def _extend(tournament: Tournament, by: User, about: str) -> None:
    match, _space, until = about.partition(" ")
    if not tournament.matches.filter(pk=key_of(match)).exists():
        raise Http404
    moment = datetime.fromtimestamp(min(key_of(until), FAR), UTC)
    absences.extend_grace(match_id=key_of(match), until=moment, by=by)


def _undo(tournament: Tournament, by: User, about: str) -> None:
    entry = history_of(tournament).filter(pk=key_of(about), verb__in=UNDOS).first()
    if entry is None:
        raise Http404
    undoing.undo(entry, tournament, by)


ACTS: dict[str, Callable[[Tournament, User, str], None]] = {
    "here": _about_place(attendance.check_in_place),
    "gone": _about_place(attendance.undo_check_in),
    "way": _about_place(attendance.note_on_the_way),
    "stay": _about_place(attendance.undo_on_the_way),
    "extend": _extend,
    "undo": _undo,
}
"""What a button of the desk does, by the first word of its value; the rest says with whom."""
