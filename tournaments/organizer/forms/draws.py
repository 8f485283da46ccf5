"""The forms of an unconfirmed draw."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from spades_site.common.forms import (
    REASON_PLACES,
    KeyField,
    PageForm,
    ReasonField,
    Unnamed,
    VersionField,
)
from tournaments.events.actions.draws.drafts import Changes
from tournaments.organizer.forms.running import offer_two


class DraftForm(PageForm):
    """Base form of actions on an unconfirmed draw."""

    kind = ""
    stale = frozenset({"stale", "not_drafted", "unknown_round"})
    expected_version = VersionField()


class RedrawForm(DraftForm):
    """Redrawing by lot."""

    button, kind = _("Redraw by lot"), "quiet"


class RenewForm(DraftForm):
    """Redrawing for those who are entered now, or by the results of now."""

    button = _("Redraw with the current entries")
    present = forms.CharField(initial="1", widget=Unnamed)

    def __init__(
        self, *args: Any, is_urgent: bool = False, by_results: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        if by_results:
            self.button = _("Draw again with the new results")
        self.kind = "primary" if is_urgent else ""


class ChooseForm(DraftForm):
    """Replacing the waiting draw by another."""

    stale = DraftForm.stale | {"draw_fixed"}
    button = _("Choose this draw")


class PickForm(PageForm):
    """The two entries whose swap is previewed; sent by GET because nothing changes."""

    ids = "swap"
    button, kind = _("Show what follows"), ""
    row = ("first", "second")
    first = KeyField(label=_("Entry"))
    second = KeyField(label=_("swaps with"))

    def __init__(self, *args: Any, changes: Callable[[], Changes | None], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_two(self, lambda: found.entries if (found := changes()) else [])
        if not self.is_bound:
            second = (found := changes()) and found.second
            self.fields["second"].initial = second and second.pk


class SwapForm(DraftForm):
    """The reason for swapping two entries in a draw."""

    ids = "swap"
    stale = DraftForm.stale | {"same_match", "not_in_round", "draw_fixed"}
    places = REASON_PLACES
    button, kind = _("Swap"), "primary"
    first = KeyField(widget=Unnamed)
    second = KeyField(widget=Unnamed)
    reason = ReasonField(help_text=_("It is kept in the log."))
