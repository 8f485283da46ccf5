"""The form for notification settings."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from spades_site.common.forms import PageForm
from spades_site.notices.kinds import KINDS
from spades_site.notices.models import NoticePreferences


class PreferencesForm(PageForm):
    """Which mails to get, one box per kind, and the quiet hours."""

    places = {"half_quiet": "quiet_from", "unknown_kind": "by_mail"}

    by_mail = forms.MultipleChoiceField(
        label=_("Mail me when"),
        choices=[(kind.code, kind.label) for kind in KINDS.values()],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("All notices appear on the page in any case."),
    )
    quiet_from = forms.TimeField(
        label=_("No mails from"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    quiet_to = forms.TimeField(
        label=_("until"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_(
            "In your time zone. Mails due during these hours are sent afterwards, if they are "
            "still useful."
        ),
    )

    @classmethod
    def of(
        cls, wishes: NoticePreferences, data: Any = None, *, action: str = ""
    ) -> "PreferencesForm":
        """Return the form with the stored settings, or with submitted data."""
        return cls(
            data,
            action=action,
            initial={
                "by_mail": wishes.by_mail,
                "quiet_from": wishes.quiet_from,
                "quiet_to": wishes.quiet_to,
            },
        )
