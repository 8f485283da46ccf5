"""An organizer's verdict on a fair-play signal."""

from django import forms
from django.utils.translation import gettext_lazy as _

from spades_site.common.forms import PageForm, TextField
from tournaments.fair_play.models import LONGEST_NOTE, Signal


class JudgeForm(PageForm):
    """A decision about a signal, with a note."""

    places = {
        **dict.fromkeys(("text_empty", "text_long", "text_unseen"), "note"),
        "no_such_decision": "decision",
    }
    button = _("Save the decision")
    decision = forms.ChoiceField(
        label=_("Decision"),
        choices=Signal.Decision.choices,
        initial=Signal.Decision.NO_CONCERN,
        widget=forms.RadioSelect,
        help_text=_(
            "“No concern” also keeps the same signal about these people away for half a year."
        ),
    )
    note = TextField(
        label=_("What you found out"),
        max_length=LONGEST_NOTE,
        help_text=_("Other organizers and the site’s staff can read it, the players can’t."),
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Write what you found out, and how.")},
    )
