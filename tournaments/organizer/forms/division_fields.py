"""The form's fields for a season's divisions: a formset with one form a division, the highest first."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from spades_site.common.forms import TextField
from tournaments.organizer.forms.stage_fields import rearranged
from tournaments.seasons.lifecycle.planning import (
    DIVISION_SIZES,
    LONGEST_DIVISION,
    MOST_DIVISIONS,
    DivisionPlan,
)
from tournaments.seasons.models import Division

DIVISIONS = "divisions"
"""The prefix of the fields, and the name of the buttons that add or remove one: "add", "remove-n" (n from 0)."""
USUAL_SIZE = 8


class DivisionForm(forms.Form):
    """One division."""

    name = TextField(label=_("Name"), max_length=LONGEST_DIVISION)
    size = forms.IntegerField(
        label=_("Places"),
        min_value=DIVISION_SIZES[0],
        max_value=DIVISION_SIZES[1],
        initial=USUAL_SIZE,
    )
    play_offs = forms.TypedChoiceField(
        label=_("Play-offs"),
        coerce=int,
        choices=[(0, _("none")), (2, _("the best 2")), (4, _("the best 4")), (8, _("the best 8"))],
        initial=0,
    )


class BaseDivisionFormSet(forms.BaseFormSet):  # type: ignore[type-arg]
    """The divisions of a season."""

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        """Treat every division as filled in."""
        return super().get_form_kwargs(index) | {"empty_permitted": False}

    def total_form_count(self) -> int:
        """Return the number of divisions: at least one, whatever was posted."""
        return max(1, super().total_form_count())

    @cached_property
    def full(self) -> bool:
        """Return whether the maximum number of divisions is reached."""
        return len(self.forms) >= MOST_DIVISIONS

    def plans(self, moving: int) -> list[DivisionPlan]:
        """Return the divisions of a valid formset, with the same number moving between neighbours."""
        last = len(self.forms) - 1
        return [
            DivisionPlan(
                **form.cleaned_data,
                promoted=moving if level > 0 else 0,
                relegated=moving if level < last else 0,
            )
            for level, form in enumerate(self.forms)
        ]

    def forgive(self) -> None:
        """Drop all errors."""
        self.is_valid()
        for form in self.forms:
            form.errors.clear()
        self.non_form_errors().clear()


DivisionFormSet = forms.formset_factory(
    DivisionForm,
    formset=BaseDivisionFormSet,
    extra=0,
    min_num=1,
    max_num=MOST_DIVISIONS,
    absolute_max=MOST_DIVISIONS,
    validate_max=True,
)


def begin_with(divisions: list[Division]) -> list[dict[str, Any]]:
    """Return the formset's initial data: the existing divisions, or one."""
    found = [{"name": one.name, "size": one.size, "play_offs": one.play_offs} for one in divisions]
    return found or [{"name": _usual_name(1)}]


def redivided(posted: QueryDict) -> QueryDict:
    """Apply the posted button DIVISIONS: return the data with one more division, as large as the last, or one less."""
    written = posted.get(f"{DIVISIONS}-TOTAL_FORMS", "")
    count = int(written) if written.isdecimal() and len(written) < 3 else 1
    begin = {
        "name": [_usual_name(count + 1)],
        "size": [posted.get(f"{DIVISIONS}-{count - 1}-size", str(USUAL_SIZE))],
    }
    names, action = DivisionForm.base_fields, posted.get(DIVISIONS, "")
    return rearranged(posted, DIVISIONS, action, names=names, most=MOST_DIVISIONS, begin=begin)


def _usual_name(level: int) -> str:
    return gettext("Division %(n)d") % {"n": level}
