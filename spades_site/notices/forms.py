"""The form for notification settings."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext_lazy as _

from spades_site.common.forms import PageForm
from spades_site.notices.kinds import KINDS, Role
from spades_site.notices.models import NoticePreferences

WAYS = ("by_mail", "by_push")


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
    whole = forms.ChoiceField(
        choices=[(f"{role}:{switch}", "") for role in Role for switch in ("on", "off")],
        required=False,
        widget=forms.HiddenInput,
    )
    """The button of a group that ticks or unticks all of its boxes."""

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

    def clean(self) -> dict[str, Any]:
        """Tick or untick every box of the group whose button was pressed."""
        values: dict[str, Any] = super().clean() or {}
        code, _colon, switch = values.pop("whole", "").partition(":")
        group = {kind.code for kind in KINDS.values() if kind.role == code}
        for way in WAYS if group else ():
            ticked = set(values.get(way, ()))
            values[way] = sorted(ticked | group if switch == "on" else ticked - group)
        return values

    def groups(self) -> Iterator[tuple[Role, list[tuple[str, str, list[BoundWidget]]]]]:
        """Yield each role with its kinds: code, label and boxes; each box is labelled by its row and its column."""
        rows: dict[Role, list[tuple[str, str, list[BoundWidget]]]] = {role: [] for role in Role}
        for boxes in zip(*(self[way].subwidgets for way in WAYS), strict=True):
            code = str(boxes[0].data["value"])
            for box, way in zip(boxes, WAYS, strict=True):
                box.data["attrs"]["aria-labelledby"] = f"kind-{code} way-{way}"
            rows[KINDS[code].role].append((code, boxes[0].choice_label, list(boxes)))
        yield from rows.items()
