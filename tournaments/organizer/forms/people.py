"""The forms of a tournament's page "People"."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from spades_site.common.forms import PageForm, PersonInput, TextField, UsernameField
from tournaments.events.models import Role


class HelperForm(PageForm):
    """An invitation to a role, by user name or by mail."""

    ids = "helper"
    places = dict.fromkeys(
        (
            *("unknown_user", "user_guest", "has_role", "banned", "blocked", "declined"),
            *("address_wrong", "no_mail"),
        ),
        "who",
    )
    button, kind = _("Invite"), "small"
    row = ("who", "role")
    who = TextField(
        label=_("User name or mail address"),
        max_length=254,
        widget=PersonInput(),
        help_text=_("They have the role once they accept; a mailed invitation within two weeks."),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.ARBITER)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not settings.NOTICE_MAILS:
            self.fields["who"].label = gettext("User name")
            self.fields["who"].help_text = gettext("They have the role once they accept.")


class LogForm(PageForm):
    """The person whose entries a log shows; empty: everybody's."""

    ids = "log"
    who = UsernameField(label=_("User name"), required=False)


class HandOverForm(PageForm):
    """The owner's confirmation that one of the organizers becomes the owner."""

    button, kind = _("Hand over the tournament"), "danger"
