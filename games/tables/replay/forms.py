"""The forms on a replay: a comment, and the report of one."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.tables.models.chat import LONGEST_MESSAGE, LONGEST_REPORT, Report
from spades_site.common.forms import PageForm, TextField


class CommentForm(PageForm):
    """A comment at the place that the page shows; its script keeps `at` up to date."""

    ids = "comment"
    places = dict.fromkeys(
        ("silenced", "text_empty", "text_long", "text_unclear", "text_unseen", "chat_too_fast"),
        "text",
    )
    button = _("Comment")
    text = TextField(
        label=_("Your comment"),
        max_length=LONGEST_MESSAGE,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": _("Write something first.")},
    )
    at = forms.CharField(widget=forms.HiddenInput, max_length=12)
    request_id = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)


class ReportForm(PageForm):
    """The reason for reporting a comment."""

    ids = "report"
    places = dict.fromkeys(("text_long", "text_unseen"), "text")
    button = _("Send report")
    reason = forms.ChoiceField(
        label=_("Reason"), choices=Report.Reason.choices, widget=forms.RadioSelect
    )
    text = TextField(
        label=_("What happened?"),
        required=False,
        max_length=LONGEST_REPORT,
        help_text=_("Only staff read it."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
