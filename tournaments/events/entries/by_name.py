"""People by name only in a league's tournaments: an organizer enters them, and enters the scores of their matches.

No table opens for a match with one of them, because nobody could sit down, nor in a room, where the cards are real. It waits
for its score, and so is never rated.
"""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from tournaments.events.core.named import places_by_hand
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Match,
    Round,
    SideEntry,
    Single,
    Tournament,
    Where,
)
from tournaments.leagues import by_name

MARK = "*"
"""Before a name in a list of entries: somebody without an account."""


def is_marked(name: str) -> bool:
    """Return whether a name in a list of entries is that of somebody without an account."""
    return name.startswith(MARK)


def person_called(tournament: Tournament, name: str) -> User:
    """Return the league's person by this name (with or without the mark), or a new one.

    Raises Refused: "cells" where matches are scored by their deals, and as `by_name.clean` does.
    """
    if tournament.shares_deals:
        raise Refused(
            "cells",
            _(
                "People without an account can’t play where tables share deals: an organizer couldn’t enter their scores."
            ),
        )
    return by_name.person_called(tournament.league_id, name.removeprefix(MARK))


def named_in(league_id: int | None) -> Q:
    """Return the condition for the people without an account who play in the league's tournaments."""
    places = EntryPlayer.objects.filter(user=OuterRef("pk"), tournament__league=league_id)
    alone = Single.objects.filter(user=OuterRef("pk"), tournament__league=league_id)
    return Q(Exists(places)) | Q(Exists(alone))


def without_table(tournament: Tournament) -> QuerySet[SideEntry]:
    """Return the places in the tournament's matches that open no table."""
    return places_by_hand().filter(round__tournament=tournament)


def waits_for_score(at: datetime) -> Q:
    """Return the condition for matches that are on without a table, so that their score must be entered.

    In a room the desk lists them among its tables instead, until a window's end.
    """
    in_room = Q(tournament__where=Where.ROOM) & (
        Q(round__closes_at=None) | Q(round__closes_at__gt=at)
    )
    by_hand = Exists(places_by_hand().filter(side__match=OuterRef("pk")))
    # Without a time of its own a match opens its table with its round, or never: even if an account replaced the person.
    never = Q(round__closes_at=None, starts_at=None)
    begun = Q(starts_at=None) | Q(starts_at__lte=at)
    return Q(
        Q(by_hand) | never,
        ~in_room,
        begun,
        status=Match.Status.DRAWN,
        round__status=Round.Status.PLAYING,
    )


def opens_no_table(match: Match) -> bool:
    """Return whether the match is played in a room, or somebody without an account plays in it. At most one query."""
    if match.tournament.is_in_room:
        return True
    return without_table(match.tournament).filter(side__match=match).exists()


def in_entry(entry: Entry) -> list[User]:
    """Return the entry's active players without an account."""
    places = entry.players.filter(active=True, user__by_name=True).select_related("user")
    return [place.user for place in places.order_by("position")]
