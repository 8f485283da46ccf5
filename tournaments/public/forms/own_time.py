"""The form of an own-time event's page: a member's part in its deals."""

from django.utils.translation import gettext_lazy as _

from spades_site.common.forms import PageForm, TextField, UsernameField
from tournaments.own_time.salts import LONGEST_TEXT


class SaltForm(PageForm):
    """A text that is mixed into the deals."""

    ids = "salt"
    button, kind = _("Mix in"), ""
    text = TextField(
        label=_("Your text"),
        max_length=LONGEST_TEXT,
        help_text=_("Anything that nobody can guess, such as letters and digits typed at random."),
    )


class PartnerForm(PageForm):
    """The partner with whom somebody plays an event."""

    ids = "partner"
    places = dict.fromkeys(
        (
            "unknown_user",
            "user_guest",
            "user_bot",
            "yourself",
            "user_not_member",
            "partner_in_pair",
            "blocked",
            "declined",
        ),
        "partner",
    )
    button = _("Ask them")
    partner = UsernameField(
        label=_("Your partner’s user name"), help_text=_("They are asked to accept.")
    )
