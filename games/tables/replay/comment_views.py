"""Writing, removing and reporting comments on replays."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.tables.access.audience import visible_to
from games.tables.chat.reports import report
from games.tables.models import Table
from games.tables.models.chat import ChatMessage
from games.tables.replay.comments import comment, comments_on, may_remove, remove_comment
from games.tables.replay.forms import CommentForm, ReportForm
from games.tables.replay.places import Place, place_title
from games.tables.replay.timeline import has_replay, replay_of
from games.tables.replay.views import replay_page
from spades_site.accounts.requests import person_of
from spades_site.common.pages import answer_form, carry_out, member_required


@require_POST
@member_required
def table_comment(request: HttpRequest, public_id: str) -> HttpResponse:
    """Write a comment at the form's place, and show it there."""
    table = _table(request, public_id)
    form = CommentForm(request.POST, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: comment(table_id=table.pk, user=person_of(request), **values),
        page=lambda: replay_page(request, table, form),
        back=lambda made: f"{_replay(public_id)}?at={_place(made)}#comment-{made.pk}",
    )


@require_POST
@member_required
def table_comment_remove(request: HttpRequest, public_id: str, pk: int) -> HttpResponse:
    """Remove one's own comment, or as staff anybody's."""
    table = _table(request, public_id)
    row = comments_on(table, request.user).filter(pk=pk).first()
    if row is not None and not may_remove(row, request.user):
        raise Http404
    return carry_out(
        request,
        lambda: remove_comment(comment_id=pk, by=person_of(request)),
        done=_("The comment is removed."),
        back=f"{_replay(public_id)}#comments",
    )


@require_http_methods(["GET", "POST"])
@never_cache
@member_required
def table_comment_report(request: HttpRequest, public_id: str, pk: int) -> HttpResponse:
    """Show the form for reporting a comment, and report it to staff."""
    table = _table(request, public_id)
    row = get_object_or_404(comments_on(table, request.user), pk=pk)
    back = f"{_replay(public_id)}?at={_place(row)}"
    data = request.POST if request.method == "POST" else None
    form = ReportForm(data, action=request.path, back=back)

    def page() -> HttpResponse:
        where = place_title(replay_of(table), _place(row))
        context = {"form": form, "table": table, "comment": row, "where": where, "back": back}
        return render(request, "tables/reports/comment.html", context)

    if request.method == "GET":
        return page()

    def send(values: dict[str, Any]) -> object:
        return report(table_id=table.pk, user=person_of(request), message_id=pk, **values)

    done = _("Thank you. Staff will look at it.")
    return answer_form(request, form, send, page=page, done=done, back=back)


def _table(request: HttpRequest, public_id: str) -> Table:
    """Return the finished table, if the viewer may see its replay."""
    seen = visible_to(request.user).prefetch_related("seats")
    table = get_object_or_404(seen, public_id=public_id)
    if not has_replay(table):
        raise Http404
    return table


def _replay(public_id: str) -> str:
    return reverse("table_replay", args=[public_id])


def _place(row: ChatMessage) -> Place:
    return Place(row.hand or 1, row.step or 0)
