"""Offering to undo an action in the message on the next page."""

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
    """Mark the beginning of an action. The returned function gives, after the action, the address for undoing it; "" if
    it can't be undone.
    """
    by, began = person_of(request), now()

    def address() -> str:
        made = newest_by(by, tournament, began)
        return "" if made is None else undo_address(made, tournament)

    return address


def newest_by(by: User, tournament: Tournament, since: datetime) -> AuditEntry | None:
    """Return the log line added by an action since `since`; None if there was nothing to do."""
    return history_of(tournament).filter(actor=by, at__gte=since).first()


def undo_address(entry: AuditEntry, tournament: Tournament) -> str:
    """Return the address for undoing a line of the log; "" if it can't be undone."""
    current = Tournament.objects.filter(pk=tournament.pk)
    if entry.pk not in undoable([entry], list(current)):
        return ""
    return reverse("organizer_undo", args=[tournament.slug, entry.pk])


def sentence(entry: AuditEntry) -> str:
    """Return a line of the log as a sentence, including its object."""
    (line,) = in_words([entry])
    about = ", ".join(filter(None, (line.name, line.place)))
    text = f"{entry.actor} {line.what}"
    return f"{text}: {about}" if about else text
