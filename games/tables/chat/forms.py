"""The form with which staff close a report."""

from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.tables.chat.silences import DAYS
from games.tables.models.chat import LONGEST_NOTE, Report
from spades_site.common.forms import PageForm, TextField


def _lengths() -> list[tuple[int, str]]:
    """Return the choices of how long to mute a person, in the reader's language."""
    return [
        (days, ngettext("%d day", "%d days", days) % days if days else gettext("for good"))
        for days in DAYS
    ]


class CloseReportForm(PageForm):
    """The decision about a report, with a note on what was done."""

    places = dict.fromkeys(("text_empty", "text_long", "text_unseen"), "note")
    button = _("Close the report")
    decision = forms.ChoiceField(
        label=_("Decision"),
        choices=Report.Decision.choices,
        initial=Report.Decision.NOTHING,
        widget=forms.RadioSelect,
    )
    days = forms.TypedChoiceField(
        label=_("Muted for"),
        coerce=int,
        choices=_lengths,
        initial=DAYS[0],
        help_text=_("Only counts if you mute the person."),
    )
    note = TextField(
        label=_("Action taken"),
        max_length=LONGEST_NOTE,
        help_text=_(
            "Other staff can read it; the audit log keeps it. A person who is muted reads it as the reason."
        ),
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Write what was done, or why nothing was.")},
    )

    def __init__(
        self, *args: Any, may_ban: bool = True, somebody: bool = True, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        choices = Report.Decision.choices
        if not somebody:
            del self.fields["decision"], self.fields["days"]
        elif not may_ban:
            self.fields["decision"].choices = [  # type: ignore[attr-defined]
                each for each in choices if each[0] != Report.Decision.BANNED
            ]
