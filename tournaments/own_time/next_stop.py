"""Where a person goes after a table of an own-time event: back to the event."""

from django.utils.translation import gettext as _

from games.tables.hooks import NextStop
from spades_site.accounts.models import Viewer
from tournaments.own_time.core import visible_to


def stop_after(ref: str, user: Viewer) -> NextStop | None:
    """Return the user's next stop after the table opened for `ref`; None if they may not see its event."""
    key = ref.partition(":")[2]
    event = visible_to(user).filter(pk=int(key)).first() if key.isdecimal() else None
    if event is None:
        return None
    if event.called_off:
        sentence = _("The organizers called this event off. Nothing is counted.")
    elif event.closed_at is None:
        sentence = _("The results follow when the window closes.")
    else:
        sentence = _("The window is closed. The results and all hands are on the event’s page.")
    return NextStop(sentence, _("Go to the event"), event.get_absolute_url(), final=True)
