"""Creating, editing and deleting own-time events."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from spades_site.accounts.actions import Action, Place
from tournaments.organizer.forms.own_time import OwnTimeForm
from tournaments.organizer.views.league_things import LeagueThing
from tournaments.own_time import making
from tournaments.own_time.core import event_for

EVENT = LeagueThing(
    form=OwnTimeForm,
    find=event_for,
    create=lambda league, by, made: making.create_event(league_id=league, by=by, proposal=made),
    edit=lambda key, by, made: making.edit_event(event_id=key, by=by, proposal=made),
    title=gettext_lazy("New event"),
    lead=gettext_lazy(
        "Everybody plays the same deals with bots, whenever they like within the window. The results follow when it closes."
    ),
    done=gettext_lazy("The event is saved."),
    delete=("own_time_delete", gettext_lazy("Delete the event")),
)
own_time_create = EVENT.creating()
own_time_edit = EVENT.editing()


class AtOwnEvent(Place):
    """The form of an event, for its organizers."""

    page = ("own_time_edit",)

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.event = EVENT.own_or_404(request, self.slug)


own_time_delete = Action(
    AtOwnEvent,
    lambda at: making.delete_event(event_id=at.event.pk, by=at.by),
    done=gettext_lazy("The event is deleted."),
    to=lambda _at, league: league.get_absolute_url(),
)
