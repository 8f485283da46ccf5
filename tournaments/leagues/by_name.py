"""Members by name only: organizers add people without an account to the league and to its teams.

They lead nothing, get no notice, and are deleted with the last thing that names them.
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import ForeignObjectRel
from django.utils.translation import gettext as _

from spades_site.accounts import by_name
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.folding import fold_name
from spades_site.common.people.by_name import plain
from tournaments.leagues import hooks, name_addresses
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import League, Membership, NameAddress, NameLink, TeamMember
from tournaments.leagues.permissions import bans_in_force, require_organizer, require_shown

PLACES = ("leagues", "events", "seasons")
"""The apps whose rows name people without an account; they have no table or notice."""
MOST_NAMES = 100


def person_called(league_id: int | None, name: str) -> User:
    """Return the league's person without an account by this name, or a new one. Raises Refused as `by_name.clean`."""
    name = by_name.clean(name)
    if league_id is None:
        return by_name.create(name)
    people = User.objects.filter(by_name=True, folded_name__startswith=fold_name(f"{name} ~"))
    member = people.filter(memberships__league=league_id).order_by("pk").first()
    entered = people.filter(hooks.named_in(league_id)).order_by("pk").first()
    return member or entered or by_name.create(name)


def add_members(*, league_id: int, by: User, names: str) -> list[Membership]:
    """Make people without an account members, each on a line of `names`, with a mail address after it if they have one;
    return those who weren't.

    Raises Refused: "not_organizer", "hidden", and as `people_called`.
    """
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        require_shown(league)
        added = [made for person in people_called(league, names) if (made := join(league, person))]
        record(league, by, [place.user for place in added])
    return added


def forget(person: User) -> None:
    """Delete somebody without an account whom nothing names any more, inside the caller's transaction."""
    if person.by_name and not any(rows.exists() for _name, rows in rows_of(person)):
        person.delete()


def give_places(person: User, account: User) -> None:
    """Give a membership and a place in a team to an account, unless it has its own, inside a transaction that locks the
    league.
    """
    for rows in (Membership.objects.all(), TeamMember.objects.all()):
        held = list(rows.filter(user=account).values_list("league_id", flat=True))
        rows.filter(user=person, league__in=held).delete()
        rows.filter(user=person).update(user=account)


def rows_of(person: User) -> list[tuple[str, Any]]:
    """Return the rows that name the person, by table and column, each with the column's name."""
    return [
        (name, relation.related_model._base_manager.filter(**{name: person}))
        for relation in person._meta.get_fields(include_hidden=True)
        if isinstance(relation, ForeignObjectRel)
        and relation.related_model._meta.app_label in PLACES
        and relation.related_model not in (NameLink, NameAddress)
        for name in [relation.field.name]
    ]


def require_account_of(person: User) -> None:
    """Raise Refused "user_guest" for somebody without an account, who can't lead anything."""
    if person.by_name:
        raise Refused(
            "user_guest", _("%(name)s has no account, and so can’t lead.") % {"name": person}
        )


def banned_as(league: League | None, people: Sequence[User]) -> list[str]:
    """Return the names of these people without an account that somebody banned from the league has too."""
    names = {
        user.folded_name.rsplit(" ~", 1)[0]: plain(user.username) for user in people if user.by_name
    }
    if league is None or not names:
        return []
    banned = bans_in_force(now()).filter(league=league, user__folded_name__in=names)
    return [names[key] for key in banned.values_list("user__folded_name", flat=True)]


def only_entered(league: League) -> list[User]:
    """Return the people without an account who play in the league's tournaments and aren't members, by name."""
    entered = User.objects.filter(hooks.named_in(league.pk), by_name=True)
    return list(entered.exclude(memberships__league=league).order_by("folded_name"))


def likely_accounts(people: Sequence[User]) -> dict[int, User]:
    """Return the account with the same name, by the key of each person without one. Blanks and signs don't count, since no
    user name has a blank.
    """
    accounts = {_letters(user.username): user for user in people if not user.by_name}
    named = ((user.pk, _letters(plain(user.username))) for user in people if user.by_name)
    return {key: accounts[letters] for key, letters in named if letters in accounts}


def _letters(name: str) -> str:
    return "".join(sign for sign in fold_name(name) if sign.isalnum())


def people_called(league: League, names: str) -> list[User]:
    """Return the people without an account on the lines of `names`, whose addresses are stored. Raises Refused:
    "import_long", "address_wrong", and as `clean`.
    """
    lines = [line for line in names.splitlines() if line.strip()]
    if len(lines) > MOST_NAMES:
        raise Refused(
            "import_long", _("Import at most %(most)d people at a time.") % {"most": MOST_NAMES}
        )
    once: dict[str, tuple[str, str]] = {}
    for line in lines:
        name, email = name_addresses.split_line(line)
        once.setdefault(fold_name(by_name.clean(name)), (name, email))
    found = [(person_called(league.pk, name), email) for name, email in once.values()]
    for person, email in found:
        name_addresses.note(league, person, email)
    return [person for person, _email in found]


def join(league: League, person: User) -> Membership | None:
    """Make the person a member inside the caller's transaction; None if they are one."""
    place, made = Membership.objects.get_or_create(
        league=league, user=person, defaults={"joined_at": now()}
    )
    return place if made else None


def record(league: League, by: User, people: Sequence[User]) -> None:
    """Log who became a member by name."""
    if people:
        told = ", ".join(plain(person.username) for person in people)
        audit.record(actor=by, verb="league.named", subject=league, names=told)
