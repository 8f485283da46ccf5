"""Forms about oneself."""

from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from spades_site.accounts.models import User

NO_PLACE = {"Factory", "localtime"}
"""In every machine's list of zones; the one means none, the other the server's own."""


class SettingsForm(forms.ModelForm):
    """What a member may set about themselves."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Rounds and matches are shown in this zone."),
        choices=[
            (name, name.replace("_", " ")) for name in sorted(available_timezones() - NO_PLACE)
        ],
    )

    class Meta:
        model = User
        fields = ["time_zone"]
