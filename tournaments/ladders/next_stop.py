"""Where a person goes after a table of a ladder: to the ladder, with their rung."""

from django.utils.translation import gettext as _

from games.tables.hooks import NextStop
from spades_site.accounts.models import Viewer
from tournaments.ladders.core import entry_of, visible_to
from tournaments.ladders.models import Challenge


def stop_after(ref: str, user: Viewer) -> NextStop | None:
    """Return the user's next stop after the table opened for `ref`; None if it has no challenge that they may see."""
    key = ref.partition(":")[2]
    found = Challenge.objects.filter(pk=int(key)).first() if key.isdecimal() else None
    if found is None:
        return None
    ladder = visible_to(user).filter(pk=found.ladder_id).first()
    if ladder is None:
        return None
    mine = entry_of(ladder, user)
    settled = found.status != Challenge.Status.PLAYING
    if not settled:
        sentence = _("The result is being recorded.")
    elif mine is None:
        sentence = _("The match is over.")
    else:
        sentence = _("You are on rung %(rung)d.") % {"rung": mine.rung or 0}
    return NextStop(sentence, _("Go to the ladder"), ladder.get_absolute_url(), final=settled)
