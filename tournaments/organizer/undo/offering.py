"""Offering to undo what somebody has just done: in the message on the page that follows."""

from collections.abc import Callable
from datetime import datetime

from django.http import HttpRequest
from django.urls import reverse

from spades_site.accounts.models import User
from spades_site.accounts.requests import person_of
from spades_site.common.clock import now
from spades_site.common.models import AuditEntry
from tournaments.events.models import Tournament
from tournaments.events.queries.selectors import history_of
from tournaments.organizer.log import in_words
from tournaments.organizer.undo.undoing import undoable


def offer_undo(request: HttpRequest, tournament: Tournament) -> Callable[[], str]:
    """Begin an action: the function returned says afterwards at which address it can be undone; "" if it can't be."""
    by, began = person_of(request), now()

    def address() -> str:
        made = newest_by(by, tournament, began)
        return "" if made is None else undo_address(made, tournament)

    return address


def newest_by(by: User, tournament: Tournament, since: datetime) -> AuditEntry | None:
    """Return the line that a press has just added to the log; None if there was nothing to do."""
    return history_of(tournament).filter(actor=by, at__gte=since).first()


def undo_address(entry: AuditEntry, tournament: Tournament) -> str:
    """Return where a line of the log is undone; "" if it can't be."""
    current = Tournament.objects.filter(pk=tournament.pk)
    if entry.pk not in undoable([entry], list(current)):
        return ""
    return reverse("organizer_undo", args=[tournament.slug, entry.pk])


def sentence(entry: AuditEntry) -> str:
    """Return a line of the log as a sentence, with what it is about."""
    (line,) = in_words([entry])
    about = ", ".join(filter(None, (line.name, line.place)))
    text = f"{entry.actor} {line.what}"
    return f"{text}: {about}" if about else text
