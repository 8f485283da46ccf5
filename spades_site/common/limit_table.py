"""The daily limits and their names. Apart from `limits`, which counts, because the settings check LIMITS against them
before there are models.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Limit:
    """At most `number` in each `window`. `words` name it on the staff's page; `sentence` says what was refused, with the limit
    as %(number)d. It counts a person (`by_person`), visitors of a network (`by_network`), or something else.
    """

    number: int
    words: "StrOrPromise"
    sentence: "StrOrPromise"
    by_person: bool = False
    by_network: bool = False
    window: timedelta = DAY


# The numbers allow for a club evening: 60 people behind one address, all invited by one organizer.
TABLE: Mapping[str, Limit] = {
    # Per address, because nothing else is known about guests.
    "guests": Limit(
        100,
        gettext_lazy("Guests from one network"),
        gettext_lazy("Too many guests came from your network today: the limit is %(number)d."),
        by_network=True,
    ),
    "accounts": Limit(
        100,
        gettext_lazy("Accounts from one network"),
        gettext_lazy(
            "Too many accounts were created from your network today: the limit is %(number)d."
        ),
        by_network=True,
    ),
    # Per address: a hall of people who misread a digit.
    "room_digits": Limit(
        200,
        gettext_lazy("Wrong digits for tables of a room from one network"),
        gettext_lazy(
            "Too many wrong digits came from your network today: the limit is %(number)d."
        ),
        by_network=True,
    ),
    # Per member; visitors and guests per address. A class that learns the game, all day.
    "practice": Limit(
        1000,
        gettext_lazy("Practice games of one person, or of one network’s visitors"),
        gettext_lazy("Too many practice games were begun today: the limit is %(number)d."),
        by_person=True,
        by_network=True,
    ),
    # Per member, or per guest where guests may.
    "tables": Limit(
        100,
        gettext_lazy("Tables opened by one person"),
        gettext_lazy("You opened too many tables today: the limit is %(number)d."),
        by_person=True,
    ),
    "tokens": Limit(
        20,
        gettext_lazy("Tokens created by one person"),
        gettext_lazy("You created too many tokens today: the limit is %(number)d."),
        by_person=True,
    ),
    # Per bot account.
    "bot_tables": Limit(
        50,
        gettext_lazy("Tables opened by one bot account"),
        gettext_lazy("This bot account opened too many tables today: the limit is %(number)d."),
        by_person=True,
    ),
    "bot_invitations": Limit(
        50,
        gettext_lazy("Invitations by one bot account"),
        gettext_lazy("This bot account invited people too often today: the limit is %(number)d."),
        by_person=True,
    ),
    "webhooks": Limit(
        50,
        gettext_lazy("Webhooks added or tested by one person"),
        gettext_lazy("You added or tested webhooks too often today: the limit is %(number)d."),
        by_person=True,
    ),
    "leagues": Limit(
        10,
        gettext_lazy("Leagues created by one person"),
        gettext_lazy("You created too many leagues today: the limit is %(number)d."),
        by_person=True,
    ),
    "teams": Limit(
        20,
        gettext_lazy("Teams created by one person"),
        gettext_lazy("You created too many teams today: the limit is %(number)d."),
        by_person=True,
    ),
    "tournaments": Limit(
        100,
        gettext_lazy("Tournaments created by one person"),
        gettext_lazy("You created too many tournaments today: the limit is %(number)d."),
        by_person=True,
    ),
    "invitations": Limit(
        300,
        gettext_lazy("Invitations by one person"),
        gettext_lazy("You invited people too often today: the limit is %(number)d."),
        by_person=True,
    ),
    # Per pair of inviter and invited.
    "invitations_to_one": Limit(
        20,
        gettext_lazy("Invitations of one person by another"),
        gettext_lazy("You invited this person too often today: the limit is %(number)d."),
    ),
    # Per league and applicant.
    "requests": Limit(
        3,
        gettext_lazy("Requests of one person to join a league"),
        gettext_lazy("You asked to join this league too often today: the limit is %(number)d."),
    ),
    # Per league.
    "messages": Limit(
        100,
        gettext_lazy("Messages in one tournament"),
        gettext_lazy("Too many messages in this tournament today: the limit is %(number)d."),
    ),
    "announcements": Limit(
        10,
        gettext_lazy("Announcements in one league"),
        gettext_lazy("Too many announcements in this league today: the limit is %(number)d."),
    ),
    # Offered times, contested results, moved starts and the like.
    "notices": Limit(
        200,
        gettext_lazy("Notices that one person sends to others"),
        gettext_lazy("You sent other people too many notices today: the limit is %(number)d."),
        by_person=True,
    ),
    # Per reader and kind. No sentence is needed: notices beyond the limit appear only on the page.
    "mails": Limit(
        20,
        gettext_lazy("Mails of one kind to one person"),
        "",
    ),
    "pushes": Limit(
        20,
        gettext_lazy("Push messages of one kind to one person"),
        "",
    ),
    # Per address and kind, for mails that anybody can trigger to any address.
    "account_mails": Limit(
        20,
        gettext_lazy("Mails of one kind to one address, requested by visitors"),
        "",
    ),
}
