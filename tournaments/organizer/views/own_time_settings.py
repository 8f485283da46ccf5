"""The settings of an own-time event that organizers change at any time, or while it is open."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from spades_site.accounts.actions import Action, Place
from spades_site.accounts.requests import SignedInRequest, person_of
from spades_site.common.clock import now
from spades_site.common.forms import FormsOfPage, PageForm
from spades_site.common.pages import member_required
from tournaments.leagues.permissions import is_organizer
from tournaments.organizer.forms.own_time_settings import CallOffForm, ExtendForm, SeriesForm
from tournaments.own_time import changing, series
from tournaments.own_time.core import event_for
from tournaments.own_time.models import OwnTimeEvent


@require_GET
@member_required
def own_time_settings(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show what organizers can set of an event now."""
    return _settings(request, _own_event_or_404(request, slug))


class AtSettings(Place):
    """The settings of an event, for its organizers."""

    page = ("own_time_settings",)

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.event = _own_event_or_404(request, self.slug)

    def show(self, form: PageForm) -> HttpResponse:
        return _settings(self.request, self.event, form)


own_time_series = Action(
    AtSettings,
    lambda at: series.count_in(event_id=at.event.pk, by=at.by, **at.values),
    form=lambda at: at.bound(SeriesForm, event=at.event),
    done=gettext_lazy("Saved."),
    to=lambda _at, event: event.get_absolute_url(),
)
own_time_extend = Action(
    AtSettings,
    lambda at: changing.extend(event_id=at.event.pk, by=at.by, **at.values),
    form=lambda at: at.bound(ExtendForm),
    done=gettext_lazy("The event closes later. Everybody who plays is notified."),
    to=lambda _at, event: event.get_absolute_url(),
)
own_time_call_off = Action(
    AtSettings,
    lambda at: changing.call_off(event_id=at.event.pk, by=at.by, **at.values),
    form=lambda at: at.bound(CallOffForm),
    done=gettext_lazy("The event is called off. Everybody who plays is notified."),
    to=lambda _at, event: event.get_absolute_url(),
)


def _own_event_or_404(request: HttpRequest, slug: str) -> OwnTimeEvent:
    """Return an event of the viewer's league; 404 for everybody but its organizers."""
    found = event_for(slug, request.user)
    if found is None or not is_organizer(found.league, person_of(request)):
        raise Http404
    return found


def _settings(
    request: HttpRequest, event: OwnTimeEvent, refused: PageForm | None = None
) -> HttpResponse:
    forms = FormsOfPage(refused)
    context: dict[str, Any] = {
        "league": event.league,
        "event": event,
        "is_ahead": not event.has_opened(now()),
        "forms": forms,
    }
    if event.is_open(now()):
        action = reverse("own_time_extend", args=[event.slug])
        begin = {"closes_at": event.closes_at}
        context["extend_form"] = forms.place(ExtendForm(action=action, initial=begin))
        action = reverse("own_time_call_off", args=[event.slug])
        context["call_off_form"] = forms.place(CallOffForm(action=action))
    if series.series_of(event.league) or event.season_id:
        action = reverse("own_time_series", args=[event.slug])
        context["series_form"] = forms.place(SeriesForm(event=event, action=action))
    return render(request, "organizer/own_time/settings.html", context)
