"""Forms about oneself."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from spades_site.accounts.models import User
from spades_site.accounts.zones import zone_choices


class SettingsForm(forms.ModelForm):
    """What a member may set about themselves."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("Rounds and matches are shown in this zone.")
    )

    language = forms.ChoiceField(
        label=_("Language"),
        choices=[("", _("As my browser asks")), *settings.LANGUAGES],
        required=False,
        help_text=_("Pages and mails are in this language."),
    )

    class Meta:
        model = User
        fields = ["language", "time_zone"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].choices = zone_choices(self.instance.time_zone)
