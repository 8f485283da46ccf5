"""The form for a new webhook."""

from django import forms
from django.utils.translation import gettext_lazy as _

from spades_site.common.forms import OnceField, PageForm, TextField
from spades_site.notices.models import LONGEST_ENDPOINT


class WebhookForm(PageForm):
    """The address to which results are sent."""

    ids = "webhook"
    button = _("Add webhook")
    places = dict.fromkeys(("webhook_address", "webhook_twice"), "url")
    form_token = OnceField()
    url = TextField(
        label=_("Address"),
        max_length=LONGEST_ENDPOINT,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
                "inputmode": "url",
            }
        ),
        help_text=_("Where the program receives them, such as https://example.org/spades."),
    )
