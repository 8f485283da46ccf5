"""The form for notification settings."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext_lazy as _

from spades_site.common.forms import PageForm
from spades_site.notices.kinds import KINDS
from spades_site.notices.models import NoticePreferences


class PreferencesForm(PageForm):
    """A checkbox for each kind of notice and channel (mail, devices), and the quiet hours."""

    template = "notices/_form.html"
    places = {"half_quiet": "quiet_from", "unknown_kind": "by_mail"}

    by_mail = forms.MultipleChoiceField(
        label=_("By mail"),
        choices=[(kind.code, kind.label) for kind in KINDS.values()],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    by_push = forms.MultipleChoiceField(
        label=_("On my devices"),
        choices=[(kind.code, kind.label) for kind in KINDS.values()],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    quiet_from = forms.TimeField(
        label=_("Quiet from"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    quiet_to = forms.TimeField(
        label=_("until"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_(
            "In your time zone. Mails and notifications due during these hours are sent afterwards, "
            "if they are still useful."
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
                "by_push": wishes.by_push,
                "quiet_from": wishes.quiet_from,
                "quiet_to": wishes.quiet_to,
            },
        )

    @property
    def kinds(self) -> Iterator[tuple[str, str, list[BoundWidget]]]:
        """Yield each kind's code, its label and its boxes; each box is labelled by its row and its column."""
        for boxes in zip(self["by_mail"].subwidgets, self["by_push"].subwidgets, strict=True):
            code = str(boxes[0].data["value"])
            for box, way in zip(boxes, ("by_mail", "by_push"), strict=True):
                box.data["attrs"]["aria-labelledby"] = f"kind-{code} way-{way}"
            yield code, boxes[0].choice_label, list(boxes)
