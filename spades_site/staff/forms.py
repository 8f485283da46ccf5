"""The forms of the staff's pages. Each asks for a reason, which goes into the log."""

from django import forms
from django.utils.translation import gettext_lazy as _

from spades_site.common.forms import (
    REASON_PLACES,
    PageForm,
    PersonInput,
    ReasonField,
    TextField,
    UsernameField,
)

LONGEST_WHO = 254
"""Characters of a mail address."""


def log_reason() -> ReasonField:
    """Return the field for a reason that only the log keeps."""
    required = {"required": _("Give a reason; it goes into the log.")}
    return ReasonField(label=_("Reason, for the log"), error_messages=required)


class SwitchForm(PageForm):
    """Turn a switch on or off: the hidden field says what it shall be, so that a second press changes nothing."""

    ids = "switch"
    places = REASON_PLACES
    on = forms.BooleanField(required=False, widget=forms.HiddenInput)
    reason = log_reason()


class CountsForm(PageForm):
    """Whose counts to show."""

    ids = "counts"
    who = TextField(
        label=_("Somebody’s counts"),
        max_length=LONGEST_WHO,
        widget=PersonInput(),
        help_text=_("A user name, a network address or a mail address"),
    )


class ResetLimitsForm(PageForm):
    """Let somebody begin anew today."""

    ids = "reset"
    places = REASON_PLACES
    button = _("Reset today’s counts")
    who = TextField(max_length=LONGEST_WHO, widget=forms.HiddenInput)
    reason = log_reason()


class HideForm(PageForm):
    """Hide a league or a tournament, or show it again: the hidden field says which."""

    ids = "hide"
    places = REASON_PLACES
    button = _("Hide")
    kind = "danger"
    hidden = forms.BooleanField(required=False, widget=forms.HiddenInput)
    reason = ReasonField()


class OwnerForm(PageForm):
    """Hand a league or a tournament over."""

    ids = "owner"
    places = {
        **REASON_PLACES,
        **dict.fromkeys(
            ("unknown_user", "guest", "user_guest", "banned", "account_closed"), "username"
        ),
    }
    button = _("Hand over")
    username = UsernameField(label=_("New owner’s user name"))
    reason = ReasonField()


class RatingForm(PageForm):
    """Void a game's rating, or let it count again: the hidden field says which."""

    ids = "rating"
    places = REASON_PLACES
    button = _("Void the rating")
    kind = "danger"
    counts = forms.BooleanField(required=False, widget=forms.HiddenInput)
    reason = ReasonField()


class LiftForm(PageForm):
    """Let somebody write at tables again."""

    ids = "lift"
    places = REASON_PLACES
    button = _("Let them write again")
    reason = ReasonField()
