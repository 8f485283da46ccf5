"""The page of a game's analysis, and the button that requests one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.analysis import par, plays, services
from games.analysis.models import Analysis
from games.analysis.pages import hands_of, people_of
from games.tables.access.audience import visible_to
from games.tables.models import Table
from games.tables.seats.replacing import holders
from games.tables.texts.rules import rules_said
from spades_site.common.pages import carry_out


@require_safe
@never_cache
def table_analysis(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a finished game's analysis: its findings, its progress, or the button that requests it.

    Redirects to the replay's address if the game can't be analysed.
    """
    table = _table(request, public_id)
    if not services.can_be_analysed(table):
        return redirect("table_replay", public_id)
    analysis = Analysis.objects.filter(table=table).first()
    context = {
        "table": table,
        "title": table.title or rules_said(table.rules),
        "analysis": analysis,
        "can_ask": services.can_be_asked(analysis),
    }
    if analysis is not None and analysis.done_at is not None:
        seats = list(table.seats.all())
        for seat, name in zip(seats, holders(table, seats), strict=True):
            # The names of all who held the seat; not saved.
            seat.name = name
        context["hands"] = hands = hands_of(analysis, table, seats)
        context["people"] = people_of(hands, seats) if analysis.searched else []
        context["bag_share"] = _bag_share(table)
        context["budgets"] = {
            "worlds": plays.WORLDS,
            "more_worlds": plays.MORE_WORLDS,
            "games": par.GAMES,
        }
    elif analysis is not None:
        context["hand_count"] = services.hand_count(table)
        context["done_count"] = analysis.hands.count()
    return render(request, "analysis/analysis.html", context)


@require_POST
def table_analysis_ask(request: HttpRequest, public_id: str) -> HttpResponse:
    """Request a finished game's analysis."""
    table = _table(request, public_id)
    return carry_out(
        request,
        lambda: services.ask(table_id=table.pk),
        done=_("The analysis has begun."),
        back=reverse("table_analysis", args=[public_id]),
    )


def _table(request: HttpRequest, public_id: str) -> Table:
    seen = visible_to(request.user).select_related("deals").prefetch_related("seats")
    return get_object_or_404(seen, public_id=public_id)


def _bag_share(table: Table) -> int:
    """Return what each bag costs its side: its share of the bag penalty; 0 if bags don't count."""
    limit = table.rules["bag_limit"]
    return round(table.rules["bag_penalty"] / limit) if limit else 0
