"""The form's fields for stages, for the length of matches, and for seeding.

A plan is a formset: one form per stage, with a field for each field of StagePlan. Only fields that fit the
stage's format and place are shown; other submitted values are validated too, and shown if they are wrong.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property, lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from spades_site.accounts.models import User
from spades_site.common.translation import translate
from tournaments.events.core.permissions import visible_to
from tournaments.events.core.state import OVER
from tournaments.events.models import Seeding, Tournament
from tournaments.events.plan.choices import Carry, format_choices
from tournaments.events.plan.stages import (
    MOST_GROUPS,
    MOST_STAGES,
    USUAL_MINUTES,
    StagePlan,
    usual_advance,
)
from tournaments.events.plan.transitions import may_carry
from tournaments.events.setup.arenas import LONGEST, MOST_STREAK
from tournaments.events.setup.individual import MOST_ROUNDS
from tournaments.events.setup.proposal import MOST_ENTRIES, Proposal
from tournaments.events.setup.proposal_fields import STAGES
from tournaments.events.setup.stage_proposal import GAMES, SPECIAL, STORED
from tournaments.formats.kinds import Format
from tournaments.formats.registry import FORMATS, KNOCK_OUT, ROUND_ROBIN, format_of
from tournaments.organizer.forms.matches import MATCH_FIELDS, MatchFields, match_initial

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

RESTAGE = "restage"
"""The name of the buttons that change the stages without losing the rest of the form: "add", "remove-n" (n from 0),
"show".
"""


def _optional(
    label: "StrOrPromise", most: int, help_text: "StrOrPromise", least: int = 1
) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"min": least, "max": most, "inputmode": "numeric"})
    return forms.IntegerField(label=label, required=False, widget=widget, help_text=help_text)


def _words_for(n: int) -> str:
    return gettext("best of %d") % n


_best_of = lazy(_words_for, str)
"""Lazy, because formatting the number would otherwise fix the language when this module is loaded."""


def _games(label: "StrOrPromise", help_text: "StrOrPromise") -> forms.TypedChoiceField:
    choices = [("", _("like the others")), (1, _("one game"))]
    return forms.TypedChoiceField(
        label=label,
        required=False,
        coerce=int,
        empty_value=None,
        choices=[*choices, *((n, _best_of(n)) for n in GAMES[1:])],
        help_text=help_text,
    )


ONWARD = ("advance", "best_next")
"""Fields for the qualifiers for the next stage."""


class FinishedChoice(forms.ModelChoiceField):
    """A choice of finished tournaments, labelled with their day."""

    def label_from_instance(self, obj: Tournament) -> str:
        """Return its name and day."""
        return f"{obj.name} · {obj.starts_at:%Y-%m-%d}"


class StageForm(MatchFields):
    """One stage. `place` is its index in the plan, `before` the format of the previous stage ("": none)."""

    place, before, last = 0, "", True

    format = forms.ChoiceField(label=_("Format"), choices=format_choices, initial=ROUND_ROBIN.code)
    carry = forms.ChoiceField(label=_("Carried over"), required=False, choices=Carry.choices)
    groups = _optional(_("Number of groups"), MOST_GROUPS, "", least=2)
    double = forms.BooleanField(label=_("Everybody meets everybody twice"), required=False)
    rounds = _optional(_("Rounds"), MOST_ROUNDS, "")
    minutes = _optional(_("Minutes"), LONGEST, "")
    streak = _optional(
        _("Extra points on a streak"),
        MOST_STREAK,
        _("For each win after two wins running. Empty: none."),
        least=0,
    )
    third_place = forms.BooleanField(label=_("Third-place match"), required=False)
    best_of = _games(_("Games per match"), "")
    semi_best_of = _games(_("Games in the semi-finals"), "")
    final_best_of = _games(_("Games in the final"), "")
    third_best_of = _games(_("Games in the third-place match"), _("If there is one."))
    advance = _optional(_("Qualifiers"), MOST_ENTRIES, "")
    best_next = _optional(
        _("Additional qualifiers"),
        MOST_GROUPS,
        _("The best of all groups’ next places."),
        least=0,
    )

    @property
    def format_now(self) -> str:
        """Return the chosen format; a round robin instead of one that there isn't."""
        field, name = self.fields["format"], self.add_prefix("format")
        value = (
            self.data.get(name) if self.is_bound else self.get_initial_for_field(field, "format")
        )
        return str(value) if value in FORMATS else ROUND_ROBIN.code

    @property
    def facts(self) -> Format:
        """Return what is to know about the chosen format."""
        return format_of(self.format_now)

    def arrange(self, place: int, before: str, last: bool) -> None:
        """Set the stage's place in the plan, and adapt the fields to it."""
        self.place, self.before, self.last = place, before, last
        facts = self.facts
        self.fields["format"].help_text = translate(facts.help)
        self.fields["rounds"].help_text = translate(facts.rounds_help)
        of_group = self.fields["groups"].required = facts.has_groups
        self.fields["minutes"].help_text = _(
            "After that nobody is paired any more, and the last games count. Empty: %(n)d."
        ) % {"n": USUAL_MINUTES}
        self.fields["advance"].help_text = (
            _("From each group. Empty: 2.") if of_group else _("From the whole field. Empty: 4.")
        )
        carried = may_carry(before, facts.code) if before else []
        kept = [choice for choice in Carry.choices if choice[0] in carried]
        self.fields["carry"].widget.choices = kept  # type: ignore[attr-defined]

    @cached_property
    def shown(self) -> list[Any]:
        """Return the fields to show: those that fit, and those with errors."""
        return [self[name] for name in self.fields if self._fits(name) or name in self.errors]

    @property
    def plain(self) -> list[Any]:
        """Return the fields to show of the stage itself."""
        apart = (*SPECIAL, *ONWARD, *MATCH_FIELDS)
        return [each for each in self.shown if each.name not in apart]

    @property
    def games(self) -> list[Any]:
        """Return the fields to show for matches with a special number of games."""
        return [each for each in self.shown if each.name in SPECIAL]

    @property
    def matches(self) -> list[Any]:
        """Return the fields to show for how matches differ from the tournament's."""
        return [each for each in self.shown if each.name in MATCH_FIELDS]

    @property
    def onward(self) -> list[Any]:
        """Return the fields to show for qualifiers."""
        return [each for each in self.shown if each.name in ONWARD]

    @property
    def games_touched(self) -> bool:
        """Return whether a match has a special number of games, or one of these fields an error."""
        return any(each.value() or each.errors for each in self.games)

    def _fits(self, name: str) -> bool:
        if name == "format":
            return True
        if name in MATCH_FIELDS:
            # A single stage's matches are the tournament's.
            return bool(self.before) or not self.last
        if name not in self.facts.options:
            return False
        if name in ONWARD:
            return not self.last
        if name == "carry":
            return bool(self.before) and len(may_carry(self.before, self.format_now)) > 1
        # A single stage's matches have the tournament's length.
        return name != "best_of" or bool(self.before) or not self.last

    def plan(self) -> StagePlan:
        """Return the (valid) form's values; the number of qualifiers has a default."""
        values = {
            name: value
            for name, value in self.cleaned_data.items()
            if name not in MATCH_FIELDS and not (value is None or value is False or value == "")
        }
        values |= self.match_values(self.cleaned_data)
        format_ = values.pop("format", ROUND_ROBIN.code)
        if not self.last:
            values.setdefault("advance", usual_advance(format_))
        return StagePlan(format_, **values)

    def plan_as_far(self) -> StagePlan:
        """Return the meaningful part of the values, for a preview."""
        values = getattr(self, "cleaned_data", {}) if self.is_bound else self.initial
        format_ = values.get("format") or ROUND_ROBIN.code
        facts = format_of(format_)
        fit = {
            name: value
            for name, value in values.items()
            if name in facts.options and value and (isinstance(value, str) or value > 0)
        }
        for name in ONWARD if self.last else ():
            fit.pop(name, None)
        if self._fits("match_hands"):
            known = self.match_values(values) if self.is_bound else {}
            fit |= {name: one for name, one in known.items() if name == "rules" or one >= 0}
        if not self.last:
            fit.setdefault("advance", usual_advance(format_))
        if facts.has_groups:
            fit["groups"] = max(2, fit.get("groups", 2))
        return StagePlan(format_, **fit)


class BaseStageFormSet(forms.BaseFormSet):
    """The stages in their order."""

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        """Treat every stage as filled in."""
        return super().get_form_kwargs(index) | {"empty_permitted": False}

    def total_form_count(self) -> int:
        """Return the number of stages: at least one, whatever was posted."""
        return max(1, super().total_form_count())

    @cached_property
    def forms(self) -> list[Any]:
        """Return a form for each stage, arranged by its place."""
        stages: list[StageForm] = list(super().forms)
        for place, stage in enumerate(stages):
            before = stages[place - 1].format_now if place else ""
            stage.arrange(place, before, place == len(stages) - 1)
        return stages

    @property
    def plans(self) -> tuple[StagePlan, ...]:
        """Return the stages of a valid formset."""
        return tuple(form.plan() for form in self.forms)

    @property
    def plans_as_far(self) -> tuple[StagePlan, ...]:
        """Return the meaningful stages, for a preview."""
        return tuple(form.plan_as_far() for form in self.forms)

    @property
    def full(self) -> bool:
        """Return whether the maximum number of stages is reached."""
        return len(self.forms) >= MOST_STAGES


StageFormSet = forms.formset_factory(
    StageForm,
    formset=BaseStageFormSet,
    extra=0,
    min_num=1,
    max_num=MOST_STAGES,
    absolute_max=MOST_STAGES,
    validate_max=True,
)


def restaged(posted: QueryDict) -> QueryDict:
    """Apply the posted button RESTAGE: return the data with one more stage, or one less."""
    begin = {"format": [KNOCK_OUT.code]}
    names, action = StageForm.base_fields, posted.get(RESTAGE, "")
    return rearranged(posted, STAGES, action, names=names, most=MOST_STAGES, begin=begin)


def rearranged(
    posted: QueryDict,
    prefix: str,
    action: str,
    *,
    names: Iterable[str],
    most: int,
    begin: Mapping[str, Sequence[str]],
) -> QueryDict:
    """Return a formset's posted data with one more form, with the initial data `begin`, or one less.

    `action` is "add" or "remove-n" (n from 0); anything else changes nothing, and the number of forms stays between 1
    and `most`.
    """
    verb, _dash, place = action.partition("-")
    written = posted.get(f"{prefix}-TOTAL_FORMS", "")
    count = min(most, max(1, int(written))) if written.isascii() and written.isdigit() else 1
    rows: list[Mapping[str, Sequence[str]]] = [
        {
            name: posted.getlist(f"{prefix}-{number}-{name}")
            for name in names
            if f"{prefix}-{number}-{name}" in posted
        }
        for number in range(count)
    ]
    if verb == "add" and count < most:
        rows.append(begin)
    elif verb == "remove" and count > 1 and place in map(str, range(count)):
        del rows[int(place)]
    changed = posted.copy()
    for key in posted:
        if key.startswith(f"{prefix}-"):
            del changed[key]
    changed[f"{prefix}-TOTAL_FORMS"] = str(len(rows))
    changed[f"{prefix}-INITIAL_FORMS"] = "0"
    for number, row in enumerate(rows):
        for name, values in row.items():
            changed.setlist(f"{prefix}-{number}-{name}", list(values))
    return changed


class StageFormFields(forms.Form):
    """The length of matches, and the seeding; the stages are in `stages`."""

    best_of = forms.TypedChoiceField(
        label=_("Games per match"),
        required=False,
        coerce=int,
        empty_value=1,  # type: ignore[arg-type]
        choices=[(1, _("one game")), *((n, _best_of(n)) for n in GAMES[1:])],
        help_text=_("Winning most of them wins the match."),
    )
    match_minutes = _optional(
        _("Minutes per match"),
        24 * 60,
        _("After that the current hand is the last, and no further game begins. Empty: no limit."),
        least=5,
    )
    seeding = forms.ChoiceField(
        label=_("Seeding"), required=False, choices=Seeding.choices, initial=Seeding.RATING
    )
    seeded_from = FinishedChoice(
        label=_("Seeded by the standings of"),
        queryset=Tournament.objects.none(),
        required=False,
        empty_label=_("None"),
        help_text=_("For seeding by an earlier tournament."),
    )

    def offer_earlier(self, user: User) -> None:
        """Offer the finished tournaments that the user may see."""
        earlier = visible_to(user).filter(status__in=OVER, finished_at__isnull=False)
        field: Any = self.fields["seeded_from"]
        field.queryset = earlier.order_by("-starts_at")

    @staticmethod
    def cleaned_stages(values: dict[str, Any]) -> dict[str, Any]:
        """Return the values as the proposal's fields."""
        return {
            "best_of": values.get("best_of") or 1,
            "seeding": values.get("seeding") or str(Seeding.RATING),
        }

    @staticmethod
    def stage_values(proposal: Proposal) -> dict[str, Any]:
        """Return a proposal's values as initial values."""
        stages = [
            {"format": plan.format, **match_initial(plan.options)} for plan in proposal.stages
        ]
        return {STAGES: stages} | {name: getattr(proposal, name) for name in STORED}

    @property
    def seeding_touched(self) -> bool:
        """Return whether the seeding isn't the default, or has an error."""
        names = ("seeding", "seeded_from")
        other = self["seeding"].value() not in (None, "", str(Seeding.RATING))
        return other or any(name in self.errors for name in names)
