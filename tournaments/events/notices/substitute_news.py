"""Notices about substitutes and stand-ins. Idempotent: each notice is sent once.

Called in the transaction of the event, with rows that the caller has locked.
"""

from typing import Any

from django.urls import reverse

from spades_site.accounts.models import User
from spades_site.notices.services import mark_handled, send_notice
from tournaments.events.models import SubstituteOffer, Substitution
from tournaments.events.notices.recipients import people_of, players_of


def substituted(made: Substitution, *, for_good: bool = False) -> None:
    """Notify the side and both people of a substitution, in one match or permanent; `for_good`: at a table and later."""
    entry, match = made.entry, made.match
    news = "from_now" if match is None else "match" if made.by_id is None else "stand_in"
    if made.table_id is not None:
        news = "for_good" if for_good else "table"
    params: dict[str, Any] = {"reason": made.reason} if match is None or for_good else {}
    if match is not None:
        params["round"] = match.round.number
    send_notice(
        {user.pk: user for user in (*players_of(entry), made.into, made.out)}.values(),
        "substitute",
        f"substitution:{made.pk}:{news}",
        (entry.tournament if match is None else match).get_absolute_url(),
        {
            "tournament": entry.tournament.name,
            "into": made.into.username,
            "out": made.out.username,
            "substitute_news": news,
            **params,
        },
    )


def substitute_asked(made: SubstituteOffer) -> None:
    """Notify a person of a request to substitute."""
    tournament, match = made.entry.tournament, made.match
    params = {"reason": made.reason} if match is None else {"round": match.round.number}
    send_notice(
        [made.into],
        "substitute_asked",
        f"substitute_offer:{made.pk}",
        (match or tournament).get_absolute_url(),
        {
            "tournament": tournament.name,
            "out": made.out.username,
            "who": made.by.username if made.by else "–",
            "substitute_ask": "from_now"
            if match is None
            else "table"
            if made.table_id
            else "match",
            **params,
        },
    )


def substitute_answered(made: SubstituteOffer) -> None:
    """Notify the person who asked of the answer."""
    tournament, match = made.entry.tournament, made.match
    answer = str(made.status)
    if match is not None and made.status == SubstituteOffer.Status.ACCEPTED:
        answer = "accepted_match"
    desk = reverse("organizer_tournament", args=[tournament.slug])
    send_notice(
        [] if made.by is None else [made.by],
        "substitute_answer",
        f"substitute_offer:{made.pk}",
        desk if match is None else match.get_absolute_url(),
        {
            "tournament": tournament.name,
            "out": made.out.username,
            "into": made.into.username,
            "substitute_answer": answer,
            **({} if match is None else {"round": match.round.number}),
        },
    )


def stand_in_cancelled(made: Substitution, *, by: User) -> None:
    """Notify the side and the stand-in, except `by`, that the stand-in is cancelled and the replaced player plays."""
    match = made.match
    assert match is not None
    people = {user.pk: user for user in (*people_of(made.entry), made.into) if user != by}
    send_notice(
        people.values(),
        "substitute",
        f"substitution:{made.pk}:cancelled",
        match.get_absolute_url(),
        {
            "tournament": match.tournament.name,
            "into": made.out.username,
            "out": made.into.username,
            "substitute_news": "cancelled",
            "round": match.round.number,
        },
    )


def substitute_handled(made: SubstituteOffer) -> None:
    """Mark the notice of a request as read, because it is answered or withdrawn."""
    page = (made.match or made.entry.tournament).get_absolute_url()
    mark_handled({made.into_id}, "substitute_asked", page)
