"""Messages to players: of one match, of a round, or of the whole tournament."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.tables.services import tell_table
from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.common.text import LONGEST_REASON, clean_text
from tournaments.events.core.permissions import (
    require_arbiter,
    require_organizer,
    require_shown,
)
from tournaments.events.core.state import OVER, lock
from tournaments.events.models import Match, Round, Tournament
from tournaments.events.notices import notify
from tournaments.events.notices.recipients import everybody_in, players_of_match, players_of_round

VERB = "tournament.messaged"
SAME_AGAIN = timedelta(hours=1)
"""How long a repeated text to the same people counts as a double submission."""

type To = Match | Round | None
"""The match or round whose players get a message; None: everybody who has entered."""


def send_message(*, tournament_id: int, to: To, text: str, by: User) -> int:
    """Send players a notice, a mail if they want it, and a line in the chat of each of their open tables.

    Arbiters may write to a match. Repeating a message within an hour sends nothing. Returns the number of recipients.
    Raises Refused: "unknown_tournament", "not_organizer", "not_arbiter", "over", "text_empty", "nobody_there",
    "limit", and what `clean_text` refuses.
    """
    text = clean_text(text, what=_("The message"), longest=LONGEST_REASON)
    if not text:
        raise Refused("text_empty", _("Write what the players should know."))
    with transaction.atomic():
        tournament, at = lock(tournament_id), now()
        if isinstance(to, Match):
            require_arbiter(by, tournament)
        else:
            require_organizer(by, tournament)
        require_shown(tournament)
        if tournament.status in OVER:
            raise Refused("over", _("The tournament is over, so nobody is written to any more."))
        people = list(recipients(tournament, to))
        if not people:
            raise Refused("nobody_there", _("Nobody is there to read it yet."))
        subject = to if isinstance(to, Match) else tournament
        about: dict[str, Any] = {"text": text, "to": "" if to is None else audit.subject_of(to)}
        sent = AuditEntry.objects.filter(
            verb=VERB, actor=by, subject=audit.subject_of(subject), at__gt=at - SAME_AGAIN
        )
        if any({name: row.data[name] for name in about} == about for row in sent):
            return len(people)
        made = audit.record(
            actor=by, verb=VERB, subject=subject, people=len(people), name=_name_of(to), **about
        )
        notify.messaged(
            tournament, to if isinstance(to, Match) else None, people, by, text, made.pk
        )
        for table_id in _open_tables(tournament, to):
            tell_table(table_id=table_id, text=text, by=by)
        limits.count("messages", tournament.pk)
    return len(people)


def recipients(tournament: Tournament, to: To) -> Iterable[Any]:
    """Return the recipients of a message to `to`."""
    if to is None:
        return everybody_in(tournament)
    return players_of_match(to) if isinstance(to, Match) else players_of_round(to)


def _open_tables(tournament: Tournament, to: To) -> list[int]:
    matches = tournament.matches.filter(status=Match.Status.PLAYING)
    if isinstance(to, Match):
        matches = matches.filter(pk=to.pk)
    elif to is not None:
        matches = matches.filter(round=to)
    tables = matches.filter(tables__counts=True, tables__table__finished_at=None)
    keys = tables.exclude(tables__table=None).values_list("tables__table", flat=True)
    return sorted({key for key in keys if key is not None})


def _name_of(to: To) -> str:
    """Return a short name for the recipients: "2" is round 2, "2.3" its match 3, "" everybody."""
    if to is None:
        return ""
    return str(to.number) if isinstance(to, Round) else f"{to.round.number}.{to.number}"
