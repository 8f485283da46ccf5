"""Whom the daily limits count: found by a user name, a mail address or a network address."""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address

from spades_site.accounts.models import User
from spades_site.accounts.sign_in.adapter import ANYBODYS_MAILS
from spades_site.common import limits
from spades_site.common.folding import called
from spades_site.common.server.address import network_of
from spades_site.notices.kinds import KINDS

OF_A_PERSON = tuple(name for name, limit in limits.TABLE.items() if limit.by_person)
OF_A_NETWORK = tuple(name for name, limit in limits.TABLE.items() if limit.by_network)
MOST = 2000
"""How many people who were here today are looked at."""

type Counted = tuple[object, ...]
"""A limit's name, and whom it counts, as `limits.count` takes them."""


@dataclass(frozen=True)
class Line:
    """A limit's count for somebody today."""

    name: str
    used: int
    number: int

    @property
    def words(self) -> str:
        """Return what the limit counts."""
        return str(limits.TABLE[self.name].words)

    @property
    def is_reached(self) -> bool:
        """Return whether nothing more is allowed today."""
        return bool(self.number) and self.used >= self.number


@dataclass(frozen=True)
class Subject:
    """A person, or an address, with everything that counts them."""

    label: str
    user: User | None
    counts: tuple[Counted, ...]

    @property
    def lines(self) -> list[Line]:
        """Return the limits by name with their highest counts today; mails are counted by kind."""
        most: dict[str, int] = {}
        for name, *who in self.counts:
            most[str(name)] = max(most.get(str(name), 0), limits.used(str(name), *who))
        return [Line(name, used, limits.number_of(name)) for name, used in most.items()]


def subject_for(text: str) -> Subject | None:
    """Return the person with a user name, or an address; None if it is neither."""
    text = text.strip()
    if "@" in text:
        address = text.lower()
        kinds: Iterable[str] = (*sorted(ANYBODYS_MAILS), "league")
        return Subject(text, None, tuple(("account_mails", kind, address) for kind in kinds))
    try:
        network = network_of(str(ip_address(text)))
    except ValueError:
        pass
    else:
        return Subject(text, None, tuple((name, network) for name in OF_A_NETWORK))
    user = called(User.objects.all(), text) if text else None
    if user is None:
        return None
    mails = tuple(("mails", user.pk, kind) for kind in KINDS)
    return Subject(user.username, user, (*((name, user.pk) for name in OF_A_PERSON), *mails))


def people_at(use: limits.Use) -> list[User]:
    """Return who has reached a limit today, among the people who were here last; [] for limits of other things."""
    if not use.reached or use.name not in OF_A_PERSON:
        return []
    here = User.objects.filter(last_seen__isnull=False).order_by("-last_seen")[:MOST]
    return limits.who_reached(use.name, here)
