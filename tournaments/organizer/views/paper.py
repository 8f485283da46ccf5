"""Paper as a second way: score sheets to print for a round, and fast entry of what comes back."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.learn.rule_words import sections
from games.learn.terms import MARK
from spades_site.accounts.requests import SignedInRequest, person_of
from spades_site.common.pages import NOT_ACCEPTED, form_of, member_required
from tournaments.events.models import Round, Tournament
from tournaments.events.queries.terms import terms_of
from tournaments.events.setup.individual import rules_of_size
from tournaments.organizer.paper import PaperRow, enter, row_of, rows_of
from tournaments.organizer.views.running import decided_or_404, match_or_404

LINES = 14
"""Hands that a sheet has lines for, if the rules don't limit them to fewer."""
ON_PAPER = ("score", "end")
"""The sections of the rules that are printed on a sheet."""


@require_GET
@member_required
def paper_sheets(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show the score sheets of a round, a page of A4 for each table, to be printed."""
    one = decided_or_404(request, slug)
    round_ = _round(one, number, drawn=True)
    rules = one.terms_in(round_.stage_id).rule_set
    rows = rows_of(one, round_, request.user)
    if rows and len(rows[0].match.sides) > 2:
        rules = rules_of_size(rules, len(rows[0].match.sides))
    hands = min(rules.max_hands or LINES, LINES)
    context = {
        "tournament": one,
        "round": round_,
        "rows": rows,
        "lines": range(1, hands + 1),
        "facts": terms_of(one, round_.stage_id).facts[: 3 if one.is_in_room else 2],
        "sections": [
            (each.title, MARK.sub(r"\1", " ".join(each.paragraphs)))
            for each in sections(rules)
            if each.key in ON_PAPER
        ],
    }
    return render(request, "organizer/paper/sheets.html", context)


@require_GET
@member_required
def paper_entry(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show a round's matches, each with a line for its score, for entry by keyboard alone."""
    return _page(request, decided_or_404(request, slug), number)


@form_of("tournament_desk")
@member_required
def paper_score(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Enter the score of one row; the answer is the row alone for htmx, otherwise the page."""
    one = decided_or_404(request, slug)
    match = match_or_404(one, pk)
    row = row_of(one, match, request.user)
    if row.form is None:
        raise Http404
    after = enter(row, request.POST, person_of(request))
    htmx = getattr(request, "htmx", False)
    if after.saved and not htmx:
        page = reverse("paper_entry", args=[slug, match.round.number])
        return redirect(f"{page}#match-{pk}")
    status = 200 if after.saved else NOT_ACCEPTED
    if htmx:
        context = {"tournament": one, "row": after}
        return render(request, "organizer/paper/_row.html", context, status=status)
    return _page(request, one, match.round.number, after)


def _page(
    request: HttpRequest, one: Tournament, number: int, refused: PaperRow | None = None
) -> HttpResponse:
    round_ = _round(one, number)
    rows = rows_of(one, round_, request.user)
    if refused is not None:
        rows = [refused if row.match.pk == refused.match.pk else row for row in rows]
    entered = sum(row.result is not None for row in rows)
    words = _("%(n)d of %(all)d entered") % {"n": entered, "all": len(rows)}
    context: dict[str, Any] = {"tournament": one, "round": round_, "rows": rows, "entered": words}
    status = NOT_ACCEPTED if refused is not None else 200
    return render(request, "organizer/paper/page.html", context, status=status)


def _round(one: Tournament, number: int, *, drawn: bool = False) -> Round:
    """Return a round that has begun, or with `drawn` one whose draw is released. Raises Http404."""
    hidden = (Round.Status.DRAFTED,) if drawn else (Round.Status.DRAFTED, Round.Status.CONFIRMED)
    found = one.rounds.exclude(status__in=hidden).filter(number=number).first()
    if found is None:
        raise Http404
    return found
