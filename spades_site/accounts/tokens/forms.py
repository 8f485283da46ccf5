"""The form for a new token."""

from django import forms
from django.utils.translation import gettext_lazy as _

from spades_site.accounts.tokens.scopes import SCOPES
from spades_site.accounts.tokens.services import LONGEST_NAME
from spades_site.common.forms import PageForm, TextField

ENDLESS = ""


class TokenForm(PageForm):
    """A token's name, scopes and lifetime."""

    ids = "token"
    button = _("Create token")
    places = {
        **dict.fromkeys(
            ("name_taken", "name_short", "name_long", "name_unclear", "name_unseen"), "name"
        ),
        **dict.fromkeys(("no_scopes", "no_such_scope"), "scopes"),
        "no_such_time": "days",
    }
    name = TextField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("So that you know later which program has it."),
        error_messages={"required": _("Give the token a name, such as that of the program.")},
    )
    scopes = forms.MultipleChoiceField(
        label=_("What the program may do"),
        choices=list(SCOPES.items()),
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "The fewer, the less a lost token can do. A program that accepts invitations and plays needs the first two."
        ),
        error_messages={"required": _("Choose what the token is for.")},
    )
    days = forms.TypedChoiceField(
        label=_("Valid for"),
        choices=[
            ("30", _("30 days")),
            ("90", _("90 days")),
            ("366", _("a year")),
            (ENDLESS, _("until you revoke it")),
        ],
        initial="90",
        coerce=int,
        empty_value=None,
        required=False,
    )
