"""People by name only in a league's tournaments: an organizer enters them, and enters the scores of their matches.

No table opens for a match with one of them: nobody could sit down. It waits for its score, and so is never rated.
"""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games.tables.access.mutes import refuse_blocked_invitation
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.errors import Refused, refuse
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import lock, save, unknown
from tournaments.events.entries.people import person_named
from tournaments.events.entries.taking_part import part_of
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Match,
    Round,
    SideEntry,
    Single,
    Tournament,
)
from tournaments.events.notices import notify
from tournaments.leagues import by_name
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import Membership

MARK = "*"
"""Before a name in a list of entries: somebody without an account."""


def is_marked(name: str) -> bool:
    """Return whether a name in a list of entries is that of somebody without an account."""
    return name.startswith(MARK)


def person_called(tournament: Tournament, name: str) -> User:
    """Return the league's person by this name (with or without the mark), or a new one.

    Raises Refused: "cells" where matches are scored by their deals, and as `by_name.clean` does.
    """
    if tournament.is_team or tournament.shares_deals:
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


def _places() -> QuerySet[SideEntry]:
    return SideEntry.objects.filter(entry__players__active=True, entry__players__user__by_name=True)


def without_table(tournament: Tournament) -> QuerySet[SideEntry]:
    """Return the places of entries in which somebody without an account plays; their matches open no table."""
    return _places().filter(round__tournament=tournament)


def waits_for_score(at: datetime) -> Q:
    """Return the condition for matches that are on without a table, so that their score must be entered."""
    by_hand = Exists(_places().filter(side__match=OuterRef("pk")))
    # Without a time of its own a match opens its table with its round, or never: even if an account replaced the person.
    never = Q(round__closes_at=None, starts_at=None)
    begun = Q(starts_at=None) | Q(starts_at__lte=at)
    return Q(
        Q(by_hand) | never, begun, status=Match.Status.DRAWN, round__status=Round.Status.PLAYING
    )


def opens_no_table(match: Match) -> bool:
    """Return whether somebody without an account plays in the match. One query."""
    return without_table(match.tournament).filter(side__match=match).exists()


def in_entry(entry: Entry) -> list[User]:
    """Return the entry's active players without an account."""
    places = entry.players.filter(active=True, user__by_name=True).select_related("user")
    return [place.user for place in places.order_by("position")]


def link(*, entry_id: int, out_id: int, username: str, by: User) -> User:
    """Give everything that somebody without an account has played in the league to an account, and delete the name.
    Results stay as they are, and unrated. The account is notified, and the log keeps both names.

    Raises Refused: "unknown_tournament", "not_organizer", "not_in_entry", "blocked", "declined", "user_entered", and as
    `person_named` does.
    """
    with transaction.atomic():
        # Before the tournaments, as the order of locks wants: the row is deleted at the end.
        User.objects.select_for_update().filter(pk=out_id).first()
        leagues = Membership.objects.filter(user_id=out_id).values_list("league_id", flat=True)
        for key in sorted(leagues):
            lock_league(key)
        first = Entry.objects.filter(pk=entry_id).values_list("tournament_id", flat=True).first()
        if first is None:
            raise unknown()
        places = EntryPlayer.objects.filter(user_id=out_id).values_list("tournament_id", flat=True)
        singles = Single.objects.filter(user_id=out_id).values_list("tournament_id", flat=True)
        tournaments = [lock(key) for key in sorted({first, *places, *singles})]
        here = next(one for one in tournaments if one.pk == first)
        require_organizer(by, here)
        person = User.objects.filter(pk=out_id, by_name=True, entry_places__entry=entry_id).first()
        if person is None:
            raise Refused("not_in_entry", _("That player isn’t in the entry. Reload the page."))
        account = person_named(here, username)
        if account != by:
            refuse_blocked_invitation(by, account)
        for tournament in tournaments:
            part = part_of(tournament, account)
            refuse(None if part is None else part.to_substituting())
        names = {"out": person.username, "name": account.username}
        _give(person, account)
        for tournament in tournaments:
            for entry in tournament.entries.filter(players__user=account).distinct():
                entry.name = " & ".join(
                    entry.players.order_by("position").values_list("user__username", flat=True)
                )
                entry.save(update_fields=["name"])
                if entry.pk == entry_id and account != by:
                    notify.entered(entry, [account], by=by)
            audit.record(actor=by, verb="tournament.name_linked", subject=tournament, **names)
            save(tournament)
        person.delete()
    return account


def _give(person: User, account: User) -> None:
    """Let every row that points to the person point to the account. Raises Refused "user_entered" if both have a place
    where one person can have only one.
    """
    try:
        with transaction.atomic():
            by_name.give_places(person, account)
            for name, rows in by_name.rows_of(person):
                rows.update(**{name: account})
    except IntegrityError:
        raise Refused(
            "user_entered",
            _("%(name)s has a place of their own in the same season, so the two can’t be linked.")
            % {"name": account.username},
        ) from None
