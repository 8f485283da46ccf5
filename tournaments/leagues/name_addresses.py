"""Mail addresses of people without an account: only organizers see them, and nothing is sent before one of them invites
the person. Whoever accepts that invitation is asked whether they are this person.
"""

from collections.abc import Iterable

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from tournaments.leagues import notify
from tournaments.leagues.mailed import valid_address
from tournaments.leagues.models import InvitationLink, League, NameAddress, NameLink


def split_line(line: str) -> tuple[str, str]:
    """Return the name on a line, and the mail address after it or "": “Otto, otto@example.org”, “Otto <otto@example.org>”.

    Raises Refused "address_wrong".
    """
    name, comma, email = line.replace("<", ",").partition(",")
    if not comma or "@" not in email:
        return line, ""
    return name.strip(), valid_address(email.strip().removesuffix(">"))


def note(league: League, person: User, email: str) -> None:
    """Store a person's address, inside the caller's transaction; "" changes nothing."""
    if email:
        NameAddress.objects.update_or_create(
            person=person, defaults={"league": league, "email": email}
        )


def addresses_in(league: League, people: Iterable[User]) -> dict[int, str]:
    """Return the addresses of these people, by their keys."""
    found = NameAddress.objects.filter(league=league, person__in=[one.pk for one in people])
    return dict(found.values_list("person_id", "email"))


def people_at(link: InvitationLink) -> list[User]:
    """Return the people without an account whom the mailed invitation is for, and about whom nobody is asked."""
    if not link.email:
        return []
    found = NameAddress.objects.filter(league=link.league_id, email__iexact=link.email)
    free = found.filter(person__linked_to=None).select_related("person")
    return [one.person for one in free.order_by("pk")]


def ask_invited(link: InvitationLink, user: User) -> None:
    """Ask who accepted a mailed invitation whether they are the people whom it was for. The caller has locked the league."""
    for person in people_at(link):
        made = NameLink.objects.create(
            league=link.league, person=person, user=user, by=link.by, at=now()
        )
        notify.name_asked(made)
        names = {"out": person.username, "name": user.username}
        audit.record(actor=link.by, verb="league.name_asked", subject=link.league, **names)
