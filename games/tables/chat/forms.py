"""The form with which staff close a report."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.tables.models.chat import LONGEST_NOTE
from spades_site.common.forms import PageForm, TextField


class CloseReportForm(PageForm):
    """The note on what was done about a report."""

    places = dict.fromkeys(("note_empty", "text_long", "text_unseen"), "note")
    button = _("Close the report")
    note = TextField(
        label=_("Action taken"),
        max_length=LONGEST_NOTE,
        help_text=_("Other staff can read it; the audit log keeps it."),
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Write what was done, or why nothing was.")},
    )
