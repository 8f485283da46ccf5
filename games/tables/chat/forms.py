"""The form with which staff close a report."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.tables.models.chat import LONGEST_NOTE


class CloseReportForm(forms.Form):
    """The note on what was done about a report."""

    note = forms.CharField(
        label=_("Action taken"),
        help_text=_("Other staff can read it; the audit log keeps it."),
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST_NOTE}),
        error_messages={"required": _("Write what was done, or why nothing was.")},
    )
