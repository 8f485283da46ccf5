"""Linking somebody without an account to an account: an organizer asks a member, who takes the places over or declines."""

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.tables.access.mutes import refuse_blocked_invitation
from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused, refuse
from tournaments.events.core.permissions import may_organize
from tournaments.events.core.state import lock, save
from tournaments.events.entries.taking_part import part_of
from tournaments.events.models import EntryPlayer, Single, Substitution, Tournament
from tournaments.leagues import by_name, joining, notify
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import League, NameLink
from tournaments.leagues.permissions import is_member, is_organizer


def ask(*, league_id: int, person_id: int, username: str, by: User) -> NameLink | None:
    """Ask a member whether they are this person of the league; None if it is the organizer who asks, and who is linked at
    once. Idempotent; another member who was asked before isn't any more.

    Organizers of one tournament may do so while the person is in no other, nor a member. Raises Refused: "unknown_user",
    "user_guest", "user_bot", "user_not_member", "not_in_entry", "not_organizer", "blocked", "declined", "user_entered",
    "limit".
    """
    with transaction.atomic():
        league, person, tournaments = _locked(league_id, person_id)
        _require_organizer(league, person, tournaments, by)
        user = joining.person_called(username)
        _check(league, tournaments, user)
        if user == by:
            _link(league, person, user, tournaments, by)
            return None
        refuse_blocked_invitation(by, user)
        made = NameLink.objects.filter(person=person).select_related("league", "user").first()
        if made is not None and made.user_id == user.pk:
            return made
        limits.count_invitation(by, user)
        if made is not None:
            _end(made)
        made = NameLink.objects.create(league=league, person=person, user=user, by=by, at=now())
        notify.name_asked(made)
        names = {"out": person.username, "name": user.username}
        audit.record(actor=by, verb="league.name_asked", subject=league, **names)
    return made


def in_words(made: NameLink | None) -> str:
    """Return the message after `ask`."""
    if made is None:
        return _("The results are yours now.")
    names = {"name": made.user.username, "out": made.person.username}
    return _("%(name)s is asked whether they are %(out)s.") % names


def accept(*, league_id: int, person_id: int, user: User) -> None:
    """Take over all places of the person in the league, and delete the name. Results stay as they are, and unrated.

    Raises Refused: "not_in_entry", "user_not_member", "user_entered", and as `part_of`.
    """
    with transaction.atomic():
        league, person, tournaments = _locked(league_id, person_id)
        made = _asked(person, user)
        _check(league, tournaments, user)
        notify.name_handled(made, "name_linked")
        _link(league, person, user, tournaments, user)


def decline(*, league_id: int, person_id: int, user: User) -> None:
    """Say that one isn't this person. Raises Refused "not_in_entry"."""
    with transaction.atomic():
        league, person, _tournaments = _locked(league_id, person_id)
        made = _asked(person, user)
        notify.name_handled(made, "name_declined")
        made.delete()
        names = {"out": person.username, "name": user.username}
        audit.record(actor=user, verb="league.name_declined", subject=league, **names)


def take_back(*, league_id: int, person_id: int, by: User) -> None:
    """Ask no longer. Does nothing if it was answered. Raises Refused: "not_in_entry", "not_organizer"."""
    with transaction.atomic():
        league, person, tournaments = _locked(league_id, person_id)
        _require_organizer(league, person, tournaments, by)
        made = NameLink.objects.filter(person=person).select_related("league", "user").first()
        if made is not None:
            names = {"out": person.username, "name": made.user.username}
            _end(made)
            audit.record(actor=by, verb="league.name_asked_back", subject=league, **names)


def _end(made: NameLink) -> None:
    notify.name_handled(made)
    made.delete()


def _asked(person: User, user: User) -> NameLink:
    found = NameLink.objects.filter(person=person, user=user)
    made = found.select_related("league", "user", "person", "by").first()
    if made is None:
        raise _gone()
    return made


def _gone() -> Refused:
    return Refused("not_in_entry", _("That person isn’t there any more. Reload the page."))


def _locked(league_id: int, person_id: int) -> tuple[League, User, list[Tournament]]:
    """Lock the person, the league, and its tournaments in which the person plays or played, in the order of locks."""
    person = User.objects.select_for_update().filter(pk=person_id).first()
    league = lock_league(league_id)
    if person is None or not person.by_name:
        raise _gone()
    places = EntryPlayer.objects.filter(user=person).values_list("tournament_id", flat=True)
    alone = Single.objects.filter(user=person).values_list("tournament_id", flat=True)
    replaced = Substitution.objects.filter(Q(out=person) | Q(into=person))
    keys = {*places, *alone, *replaced.values_list("entry__tournament_id", flat=True)}
    tournaments = [lock(key) for key in sorted(keys)]
    if any(one.league_id != league.pk for one in tournaments) or not (
        tournaments or is_member(league, person)
    ):
        raise _gone()
    return league, person, tournaments


def _require_organizer(
    league: League, person: User, tournaments: Sequence[Tournament], by: User
) -> None:
    if is_organizer(league, by):
        return
    own = [one for one in tournaments if may_organize(by, one)]
    if len(own) != len(tournaments) or is_member(league, person):
        raise Refused(
            "not_organizer",
            _(
                "%(name)s is known in the league beyond this tournament. Ask an organizer of the league."
            )
            % {"name": person.username},
        )


def _check(league: League, tournaments: Sequence[Tournament], user: User) -> None:
    """Refuse somebody who isn't a member, or has a part of their own in one of the tournaments."""
    if not is_member(league, user):
        raise Refused(
            "user_not_member",
            _("%(name)s isn’t a member of the league. Ask them to join it first.")
            % {"name": user.username},
        )
    for tournament in tournaments:
        part = part_of(tournament, user)
        refuse(None if part is None else part.to_substituting())


def _link(
    league: League, person: User, user: User, tournaments: Sequence[Tournament], by: User
) -> None:
    names = {"out": person.username, "name": user.username}
    NameLink.objects.filter(person=person).delete()
    _give(person, user)
    for tournament in tournaments:
        pairs = tournament.entries.none() if tournament.is_team else tournament.entries
        for entry in pairs.filter(players__user=user).distinct():
            entry.name = " & ".join(
                entry.players.order_by("position").values_list("user__username", flat=True)
            )
            entry.save(update_fields=["name"])
        audit.record(actor=by, verb="tournament.name_linked", subject=tournament, **names)
        save(tournament)
    if not tournaments:
        audit.record(actor=by, verb="league.name_linked", subject=league, **names)
    person.delete()


def _give(person: User, user: User) -> None:
    """Let every row that points to the person point to the account. Raises Refused "user_entered" if both have a place
    where one person can have only one.
    """
    try:
        with transaction.atomic():
            by_name.give_places(person, user)
            for name, rows in by_name.rows_of(person):
                rows.update(**{name: user})
    except IntegrityError:
        raise Refused(
            "user_entered",
            _("%(name)s has a place of their own in the same season, so the two can’t be linked.")
            % {"name": user.username},
        ) from None
