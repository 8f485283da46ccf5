"""The registry of personal data: which rows belong to a person, whether closing the account deletes them, and the export.

Every app declares its own rows in a module `personal`, one call for each foreign key to a user. A test fails for an
undeclared one.
"""

from base64 import b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, QuerySet

from spades_site.accounts.models import User


@dataclass(frozen=True)
class Trace:
    """Rows of `model` whose `field` is a person.

    `stays`: closing the account keeps them, under its neutral name; otherwise they are deleted. `shows` are the fields in
    the person's export; none if the rows aren't theirs to see.
    """

    model: type[Model]
    field: str
    stays: bool
    shows: tuple[str, ...]

    def rows(self, user: User) -> QuerySet[Model]:
        """Return the person's rows."""
        return self.model._default_manager.filter(**{self.field: user})

    def exported(self, user: User) -> list[dict[str, Any]]:
        """Return the person's rows as the export shows them."""
        if not self.shows:
            return []
        rows = self.rows(user).order_by("pk").values(*self.shows)
        return [{field: _plain(value) for field, value in row.items()} for row in rows]


def _plain(value: Any) -> Any:
    """Convert a value for JSON: bytes to base64."""
    return b64encode(value).decode() if isinstance(value, (bytes, memoryview)) else value


TRACES: list[Trace] = []


class Obstacle(str):
    """A sentence about what must be done first, and the page on which it is done; "" if there is none."""

    url: str

    def __new__(cls, sentence: str, url: str = "") -> "Obstacle":
        """Return the sentence with its page."""
        made = super().__new__(cls, sentence)
        made.url = url
        return made


Obstacles = Callable[[User], Iterable[str]]
"""Returns, for a user, sentences about what must be done before the account can be closed; with pages, `Obstacle`s."""
Farewell = Callable[[User], None]
"""An app's part of closing an account, before rows are deleted and in the same transaction. It takes, in order, the locks
under which the person could join something."""

OBSTACLES: list[Obstacles] = []
BOT_OBSTACLES: list[Obstacles] = []
"""The same for becoming a bot account (`bots.py`)."""
NamesTaken = Callable[[str], bool]
"""Returns whether a name is part of the name of something else, in which a bot account of that name would be marked."""
BOT_NAMES_TAKEN: list[NamesTaken] = []
FAREWELLS: list[Farewell] = []


def goes(model: type[Model], field: str, *shows: str) -> None:
    """Declare rows that are deleted with the account."""
    _declare(Trace(model, field, False, shows))


def stays(model: type[Model], field: str, *shows: str) -> None:
    """Declare rows that remain under "closed account": games, results, and what was done for others."""
    _declare(Trace(model, field, True, shows))


def before_closing(obstacles: Obstacles | None = None, farewell: Farewell | None = None) -> None:
    """Register an app's obstacles to closing accounts, and its part of closing one."""
    if obstacles is not None and obstacles not in OBSTACLES:
        OBSTACLES.append(obstacles)
    if farewell is not None and farewell not in FAREWELLS:
        FAREWELLS.append(farewell)


def before_becoming_a_bot(obstacles: Obstacles) -> None:
    """Register an app's obstacles to becoming a bot account."""
    if obstacles not in BOT_OBSTACLES:
        BOT_OBSTACLES.append(obstacles)


def before_naming_a_bot(taken: NamesTaken) -> None:
    """Register an app's check of names that bot accounts can't have."""
    if taken not in BOT_NAMES_TAKEN:
        BOT_NAMES_TAKEN.append(taken)


def _declare(trace: Trace) -> None:
    if trace not in TRACES:
        TRACES.append(trace)


def declare_accounts() -> None:
    """Declare the personal data of this app, the common one, Django and allauth."""
    from allauth.account.models import EmailAddress
    from allauth.mfa.models import Authenticator
    from allauth.usersessions.models import UserSession
    from django.contrib.admin.models import LogEntry

    from spades_site.accounts.models import (
        AvatarPicture,
        FormerName,
        Friendship,
        PersonalToken,
        User,
    )
    from spades_site.common.models import AuditEntry, Switch

    goes(EmailAddress, "user", "email", "verified", "primary")
    goes(Authenticator, "user", "type", "created_at", "last_used_at")
    goes(UserSession, "user", "created_at", "ip", "user_agent")
    goes(User.groups.through, "user", "group__name")
    goes(User.user_permissions.through, "user", "permission__codename")
    goes(FormerName, "user", "name", "until")
    goes(
        PersonalToken,
        "user",
        "name",
        "prefix",
        "scopes",
        "created_at",
        "expires_at",
        "last_used_on",
    )
    goes(AvatarPicture, "user", "digest", "at", "content")
    goes(Friendship, "asker", "asked__username", "at", "accepted_at")
    goes(Friendship, "asked", "asker__username", "at", "accepted_at")
    stays(LogEntry, "user", "action_time", "object_repr", "change_message")
    stays(AuditEntry, "actor", "at", "verb", "subject", "reason")
    stays(Switch, "changed_by", "name", "changed_at")
