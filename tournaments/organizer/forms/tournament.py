"""The organizers' forms. The domain functions check the values; forms only shape them."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import engine
from games.engine.rules import RULE_FIELDS
from games.tables.hooks import OwnRules
from games.tables.rule_forms import HouseRulesForm, bases_with, filled_in
from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from spades_site.common.forms import OnceField, TextField
from spades_site.common.local_time import LocalMomentField
from spades_site.common.text import LONGEST_NAME, LONGEST_TEXT
from tournaments.events.models import Tournament, Where
from tournaments.events.setup.proposal import (
    LONGEST_PRIZES,
    STORED_AS_THEY_ARE,
    NotValid,
    Proposal,
    usual_fewest,
)
from tournaments.events.setup.proposal_fields import STAGES
from tournaments.events.setup.team_matches import SETTLED
from tournaments.leagues.models import League, Season
from tournaments.leagues.rule_sets import own_rules_of
from tournaments.leagues.selectors import leagues_run_by
from tournaments.organizer.forms.condition_fields import ConditionFields, setting
from tournaments.organizer.forms.house_rules import kept_rules
from tournaments.organizer.forms.presets import preset_choices
from tournaments.organizer.forms.scoring_fields import WORTH, ScoringFields
from tournaments.organizer.forms.stage_fields import StageFormFields, StageFormSet

PLACES = {
    "default_minutes": "default_time",
    "rules": "preset",
    "scoring": "tie_1",
    **{f"scoring.{name}": f"worth_{name}" for name in WORTH},
    "round_every_minutes": "round_every",
    "": None,
}
"""The form fields at which a proposal's errors appear, if not at the field of the same name."""


ABSENCES = frozenset(
    {
        *(
            "no_show",
            "substitutes_a_side",
            "disconnections",
            "bots_level",
            "hold_minutes",
            "grace_minutes",
            "claim_minutes",
        ),
        *("conduct_points", "dispute_hours"),
    }
)
IN_WHAT = frozenset(
    {
        *(
            "name",
            "description",
            "prizes",
            "league",
            "where",
            "season",
            "starts_at",
            "check_in_minutes",
        ),
        *("pause_between_rounds", "timing", "round_every", "round_unit", "round_times"),
        *("default_day", "default_time", "offer_hours", "postpone_days", "no_time"),
        "confirm_draws",
    }
)
IN_RULES = ABSENCES | {
    *("preset", "match_hands", "match_target", "turn_seconds", "bank_seconds", "best_of"),
    *("match_minutes", "comparison", "confirm_hands", "renege"),
    *RULE_FIELDS,
}
"""The fields of the first and third of the form's steps; all others are in the second."""


class SeasonChoice(forms.ModelChoiceField):
    """A choice of seasons, labelled with their league."""

    def label_from_instance(self, obj: Season) -> str:
        """Return the league's and the season's name."""
        return f"{obj.league} · {obj}"


def _offered(run: QuerySet[League], begun: Mapping[str, Any]) -> list[OwnRules]:
    """Return the rule sets of the league that a tournament begins with, or else of all these leagues."""
    every = own_rules_of(run)
    if not begun.get("league"):
        return every
    of_league = own_rules_of(run.filter(slug=begun["league"]))
    # A form that was given another league's rule set before keeps it.
    known = {one.key for one in of_league}
    elsewhere = any(one.key == begun.get("preset") for one in every if one.key not in known)
    return every if elsewhere else of_league


class TournamentForm(HouseRulesForm, StageFormFields, ConditionFields, ScoringFields):
    """A new tournament. Its matches' length has fields of its own."""

    settled = ("target", "max_hands", "revoke", "players", "sides", "deal")
    name = TextField(label=_("Name"), max_length=LONGEST_NAME)
    description = TextField(
        label=_("Description"),
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    prizes = TextField(
        label=_("Prizes"),
        max_length=LONGEST_PRIZES,
        required=False,
        help_text=_(
            "One per line, the first for the first place. Shown beforehand and in the report."
        ),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    league = forms.ModelChoiceField(
        label=_("League"),
        queryset=League.objects.none(),
        required=False,
        to_field_name="slug",
        empty_label=_("None"),
        help_text=_("Without a league, anybody with an account may enter."),
    )
    season = SeasonChoice(
        label=_("Season"),
        queryset=Season.objects.none(),
        required=False,
        empty_label=_("None"),
    )
    starts_at = LocalMomentField(label=_("Start"))
    check_in_minutes = setting("check_in_minutes", required=True)
    pause_between_rounds = setting("pause_between_rounds", required=True)
    preset = forms.ChoiceField(label=_("Rules"), choices=preset_choices)
    match_hands = forms.IntegerField(
        label=_("Hands per match"),
        required=False,
        widget=forms.NumberInput(attrs={"min": 1, "max": 64, "inputmode": "numeric"}),
        help_text=_("The same for every match."),
    )
    match_target = forms.IntegerField(
        label=_("Or target score"),
        required=False,
        widget=forms.NumberInput(attrs={"min": 50, "max": 2000, "inputmode": "numeric"}),
        help_text=_(
            "In points. These two count instead of the rules’ length; if both are empty, the rules decide."
        ),
    )
    turn_seconds = setting("turn_seconds", required=True)
    bank_seconds = setting("bank_seconds", required=True)
    comparison = setting("comparison")
    form_token = OnceField()
    is_team = forms.BooleanField(required=False, widget=forms.HiddenInput)
    min_entries = setting("min_entries", initial=None)
    max_entries = setting("max_entries", required=True)
    entry_with_partner = setting("entry_with_partner")
    entry_alone = setting("entry_alone")

    def __init__(
        self, *args: Any, user: User, initial: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> None:
        run = leagues_run_by(user)
        own = _offered(run, initial or {})
        begin_with = filled_in(initial or {}, bases_with(own))
        super().__init__(*args, own=own, initial=begin_with, **kwargs)
        self.fields["league"].queryset = run  # type: ignore[attr-defined]
        self.fields["season"].queryset = (  # type: ignore[attr-defined]
            Season.objects.filter(
                league__in=run.values("pk"), kind=Season.Kind.SERIES
            ).select_related("league")
        )
        self.offer_earlier(user)
        begin = {"initial": self.initial.get(STAGES, [{}])}
        self.stages: Any = StageFormSet(
            **({"data": self.data} if self.is_bound else begin),
            prefix=STAGES,
            form_kwargs={"own": own},
        )

    def is_valid(self) -> bool:
        """Return whether the form and each of its stages are valid."""
        return self.stages.is_valid() & super().is_valid()

    def clean(self) -> dict[str, Any]:
        """Require a league if teams play, and rules that can be played."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if values.get("is_team") and values.get("league") is None:
            self.add_error("league", gettext("Teams are those of a league. Choose it."))
        if "preset" in values and not (set(self.errors) & set(RULE_FIELDS) or self.for_teams):
            self.clean_rules(values)
        return values

    def forgive(self) -> None:
        """Drop errors if the user only changed the number of stages."""
        self.is_valid()
        for form in (self, *self.stages.forms):
            form.errors.clear()
        self.stages.non_form_errors().clear()

    @property
    def mistakes(self) -> list[tuple[str, str]]:
        """Return the fields with mistakes: the label, and the id of the field."""
        own = [(str(each.label), each.id_for_label) for each in self if each.errors]
        of_stages = [
            (
                gettext("Stage %(number)d: %(field)s")
                % {"number": stage.place + 1, "field": each.label},
                each.id_for_label,
            )
            for stage in self.stages.forms
            for each in stage
            if each.errors
        ]
        return [*own, *of_stages]

    @property
    def in_error(self) -> dict[str, bool]:
        """Return the steps that have mistakes, by name; empty if there are none."""
        wrong = set(self.errors) if self.is_bound else set()
        of_stages = self.is_bound and any(stage.errors for stage in self.stages.forms)
        found = {
            "what": bool(wrong & IN_WHAT),
            "rules": bool(wrong & IN_RULES),
            "format": bool(of_stages or wrong - IN_WHAT - IN_RULES - {"__all__"}),
        }
        return found if any(found.values()) else {}

    @property
    def what_touched(self) -> bool:
        """Return whether a rarely used field of the first step is filled in or has an error."""
        return bool(
            self["description"].value()
            or self["prizes"].value()
            or self["season"].value()
            or {"check_in_minutes", "pause_between_rounds", "description", "prizes", "season"}
            & set(self.errors)
        )

    @property
    def rules_touched(self) -> bool:
        """Return whether matches have several games or a time limit, or tables share deals."""
        special = self["best_of"].value() not in (None, "", 1, "1")
        return bool(
            special
            or self["match_minutes"].value()
            or self["comparison"].value()
            or {"best_of", "match_minutes", "comparison"} & set(self.errors)
        )

    @property
    def for_teams(self) -> bool:
        """Return whether teams play."""
        return self["is_team"].value() in (True, "True", "on")

    @property
    def room_touched(self) -> bool:
        """Return whether it is played in a room, or one of a room's fields has an error."""
        return self["where"].value() == Where.ROOM or bool(
            {"confirm_hands", "renege"} & set(self.errors)
        )

    @property
    def absence_touched(self) -> bool:
        """Return whether a field about absences and disputes has an error."""
        return bool(ABSENCES & set(self.errors))

    @property
    def has_leagues(self) -> bool:
        """Return whether the user runs a league, which could store a template."""
        leagues: Any = self.fields["league"]
        return bool(leagues.queryset.exists())

    @property
    def teams_fit(self) -> bool:
        """Return whether the field for keeping teams apart is shown: a stage can do it, or the field has an error."""
        fits = any(stage.facts.keeps_apart for stage in self.stages.forms)
        return fits or "teams_apart" in self.errors

    def proposal(self, edited: Tournament | None = None) -> dict[str, Any]:
        """Return the (valid) form's values as the fields of a Proposal, for a new tournament (with `once`) or the
        one `edited`.

        Values without a field stay unchanged: the cap on a match's difference.
        """
        values = dict(self.cleaned_data)
        values |= self.cleaned_conditions(values)
        values |= self.cleaned_stages(values)
        values[STAGES] = self.stages.plans
        values["scoring"] = self.cleaned_scoring(values, edited)
        form_token = values.pop("form_token")
        if edited is None:
            values["form_token"] = form_token
        dropped = SETTLED if self.for_teams else ()
        rules = {name: one for name, one in self.chosen_rules.items() if name not in dropped}
        for name in ("preset", "filled_from", *RULE_FIELDS):
            values.pop(name, None)
        values["rules"] = rules
        return values

    def plain_preset(self, key: str) -> str:
        """Return the preset of the chosen rules."""
        return self.bases[key].preset

    @staticmethod
    def values_of(proposal: Proposal) -> dict[str, Any]:
        """Return a proposal's fields as the form's initial values; the format's defaults are left empty."""
        fewest = proposal.min_entries
        usual = usual_fewest(proposal.stages, proposal.comparison, proposal.max_entries)
        rules = (
            proposal.rules.to_record()
            if isinstance(proposal.rules, engine.RuleSet)
            else proposal.rules
        )
        own = engine.PRESETS[rules["preset"]]
        hands = proposal.match_hands or rules.get("max_hands")
        target = proposal.match_target or rules.get("target", own.target)
        return {
            **{name: getattr(proposal, name) for name in STORED_AS_THEY_ARE},
            "min_entries": None if fewest == usual else fewest,
            **ConditionFields.condition_values(proposal),
            **ScoringFields.scoring_values(proposal),
            "league": proposal.league and proposal.league.slug,
            "is_team": proposal.is_team,
            **kept_rules(rules, shared=bool(proposal.comparison), is_team=proposal.is_team),
            "match_hands": hands if hands != own.max_hands else None,
            "match_target": target if target != own.target else None,
            **StageFormFields.stage_values(proposal),
        }

    def refuse(self, refusal: Refused) -> None:
        """Add a refusal's sentence to the fields that it concerns."""
        errors: Mapping[str, list[str]] = (
            refusal.errors if isinstance(refusal, NotValid) else {"": [str(refusal)]}
        )
        stages = self.stages.forms
        for name, sentences in errors.items():
            form: forms.Form = self
            place = PLACES.get(name, name if name in self.fields else None)
            _stages, number, field = (*name.split("-", 2), "", "")[:3]
            if number.isdigit() and int(number) < len(stages):
                form, place = stages[int(number)], field
            for sentence in sentences:
                form.add_error(place, sentence)
