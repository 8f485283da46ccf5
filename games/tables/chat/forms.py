"""The form by which the staff close a report."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.tables.models.chat import LONGEST_NOTE


class CloseReportForm(forms.Form):
    """What was done about a report."""

    note = forms.CharField(
        label=_("What was done about it"),
        help_text=_("The other staff read it; the audit log keeps it."),
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST_NOTE}),
        error_messages={"required": _("Write what was done about it, or why nothing was.")},
    )
