"""An own-time event's pages: the viewer's deals and the results, and how everybody played a deal."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from games.tables.levels import LEVEL_NAMES
from games.tables.texts.rules import rules_said
from spades_site.accounts.actions import Action, Place
from spades_site.common.forms import FormsOfPage, PageForm
from spades_site.common.pages import page_of
from tournaments.own_time import deals, pairs, picking, salts
from tournaments.own_time.core import event_for
from tournaments.own_time.making import rules_of_a_deal
from tournaments.own_time.models import OwnTimeEvent
from tournaments.own_time.pages import event_page, plays_of, standings_of
from tournaments.public.forms.own_time import PartnerForm, SaltForm


@require_GET
def own_time(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an event: what the viewer can do, their own results, and everybody's once it is closed."""
    return show_event(request, event_or_404(request, slug))


@require_GET
def own_time_deal(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show how everybody played a deal of a closed event; 404 before, and of one that was called off."""
    event = event_or_404(request, slug)
    if event.closed_at is None or event.called_off:
        raise Http404
    deal = get_object_or_404(event.deals.select_related("deals"), number=number)
    plays = page_of(request, plays_of(event, deal))
    best = plays_of(event, deal).values_list("score", flat=True).first()
    context = {
        "event": event,
        "league": event.league,
        "deal": deal,
        "deals": range(1, event.count + 1),
        "plays": plays,
        "best": best,
    }
    return render(request, "own_time/deal.html", context)


def event_or_404(request: HttpRequest, slug: str) -> OwnTimeEvent:
    """Return the event; 404 if it doesn't exist or the viewer may not see it."""
    found = event_for(slug, request.user)
    if found is None:
        raise Http404
    return found


class AtEvent(Place):
    """An event's page."""

    page, is_public = ("own_time",), True

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.event = event_or_404(request, self.slug)

    def show(self, form: PageForm) -> HttpResponse:
        return show_event(self.request, self.event, form)


own_time_salt = Action(
    AtEvent,
    lambda at: salts.give_salt(event_id=at.event.pk, user=at.by, **at.values),
    form=SaltForm,
    done=gettext_lazy("Mixed in. Keep your text, to check the deals afterwards."),
)
own_time_play = Action(
    AtEvent,
    lambda at: deals.play_next(event_id=at.event.pk, user=at.by),
    done="",
    to=lambda _at, table: table.get_absolute_url(),
)
own_time_ask = Action(
    AtEvent,
    lambda at: pairs.ask(event_id=at.event.pk, user=at.by, **at.values),
    form=PartnerForm,
    people=lambda at: picking.to_ask(at.event, at.by),
    done=gettext_lazy("Your partner has been asked. You play together once they accept."),
)
own_time_accept = Action(
    AtEvent,
    lambda at: pairs.answer(event_id=at.event.pk, invitation_id=at.pk, user=at.by, accept=True),
    done=gettext_lazy("You play this event together."),
)
own_time_decline = Action(
    AtEvent,
    lambda at: pairs.answer(event_id=at.event.pk, invitation_id=at.pk, user=at.by, accept=False),
    done=gettext_lazy("Declined. They can ask somebody else."),
)
own_time_leave = Action(
    AtEvent,
    lambda at: pairs.leave(event_id=at.event.pk, user=at.by),
    done=gettext_lazy("You have no partner in this event now."),
)


def show_event(
    request: HttpRequest, event: OwnTimeEvent, refused: PageForm | None = None
) -> HttpResponse:
    """Render an event's page, with the form that was `refused` in its place."""
    view, forms = event_page(event, request.user), FormsOfPage(refused)
    context: dict[str, Any] = {
        "view": view,
        "event": event,
        "league": event.league,
        "rules": rules_said(rules_of_a_deal(event.rules).to_record()),
        "level": LEVEL_NAMES[event.bots_level],
        "standings": page_of(request, standings_of(event)),
        "forms": forms,
    }
    if view.is_ahead and view.role:
        action = reverse("own_time_salt", args=[event.slug])
        context["salt_form"] = forms.place(SaltForm(action=action))
    if view.needs_partner and view.asked is None:
        action = reverse("own_time_ask", args=[event.slug])
        context["partner_form"] = forms.place(PartnerForm(action=action))
    return render(request, "own_time/event.html", context)
