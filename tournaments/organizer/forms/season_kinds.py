"""The organizers' forms of the kinds of season: leagues of pairs and of teams, beside the series."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.tables.forms import LevelField
from games.tables.hooks import OwnRules
from games.tables.levels import usual_level
from games.tables.rule_forms import HouseRulesForm, filled_in
from games.tables.texts.rules import Choices, preset_choices
from spades_site.common.errors import Refused
from spades_site.common.forms import TextField
from spades_site.common.local_time import LocalMomentField
from tournaments.events.models.settings import NoShow
from tournaments.events.setup.proposal import NotValid
from tournaments.events.setup.team_matches import SETTLED
from tournaments.leagues.models import Season
from tournaments.organizer.forms.division_fields import DIVISIONS, DivisionFormSet, begin_with
from tournaments.organizer.forms.season import SeasonForm, SeriesForm, number, of_matches
from tournaments.seasons.lifecycle.planning import (
    BreakPlan,
    DivisionPlan,
)
from tournaments.seasons.terms import (
    terms_of,
)


def partner_presets() -> Choices:
    """Return the presets for partnerships as a form's choices."""
    return preset_choices(lambda rules: rules.sides == "partners")


class BreaksField(TextField):
    """Breaks, one a line: first day, last day, name."""

    def clean(self, value: Any) -> tuple[BreakPlan, ...]:  # type: ignore[override]
        """Return the breaks. Raises ValidationError with the number of a line that can't be read."""
        lines = str(super().clean(value)).splitlines()
        return tuple(
            self._break(number, line) for number, line in enumerate(lines, start=1) if line.strip()
        )

    @staticmethod
    def _break(number: int, line: str) -> BreakPlan:
        parts = line.split(maxsplit=2)
        try:
            first, last = (date.fromisoformat(part) for part in parts[:2])
        except ValueError as mistake:
            sentence = gettext(
                "Line %(n)d: write the first and the last day and a name, for example"
                " “2026-12-21 2027-01-03 Christmas”."
            )
            raise forms.ValidationError(sentence % {"n": number}) from mistake
        return BreakPlan(parts[2].strip() if len(parts) > 2 else "–", first, last)


class LeagueSeasonForm(HouseRulesForm, SeasonForm):
    """A season in divisions: what pairs and teams have in common."""

    settled: ClassVar[tuple[str, ...]] = ("max_hands", "players", "sides", "deal")
    MEETINGS = (
        ("once", _("everybody once")),
        ("twice", _("everybody twice")),
        ("swiss", _("a Swiss")),
    )

    weekday = forms.TypedChoiceField(
        label=_("Day of the matches"), coerce=int, choices=list(WEEKDAYS.items()), initial=3
    )
    at = forms.TimeField(
        label=_("At"),
        initial="19:30",
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )
    meetings = forms.ChoiceField(label=_("Who meets"), choices=MEETINGS, initial="once")
    moving = forms.IntegerField(
        label=_("Promoted and relegated"),
        min_value=0,
        max_value=8,
        initial=1,
        help_text=_("Between neighbouring divisions."),
    )
    sign_up_until = LocalMomentField(
        label=_("Sign-up closes"),
        required=False,
        zone_words=_("In your time zone, %(zone)s. Empty: when you publish the fixtures."),
    )
    breaks = BreaksField(
        label=_("Breaks"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One a line, for example “2026-12-21 2027-01-03 Christmas”."),
    )
    preset = forms.ChoiceField(label=_("Rules"), choices=partner_presets)
    swiss_rounds = number(_("Rounds of a Swiss"), "swiss_rounds", required=False)
    week_length = forms.TypedChoiceField(
        label=_("A round every"),
        coerce=int,
        choices=[(7, _("week")), (14, _("2 weeks")), (21, _("3 weeks")), (28, _("4 weeks"))],
        initial=7,
    )
    win = number(_("Points for a win"), "win")
    draw = number(_("Points for a draw"), "draw")
    turn_seconds = of_matches("turn_seconds")
    bank_seconds = of_matches("bank_seconds")
    grace_minutes = of_matches("grace_minutes")
    no_show = forms.ChoiceField(
        label=_("Absent players"), choices=NoShow.choices, initial=NoShow.BOT
    )
    bots_level = LevelField(
        initial=usual_level,
        help_text=_("Of the bots that stand in for players who are absent or out of time."),
    )
    claim_minutes = of_matches(
        "claim_minutes",
        help_text=_(
            "After the grace period, from a side of which nobody has come. 0: not possible."
        ),
    )
    offer_hours = of_matches("offer_hours", help_text="")
    postpone_days = of_matches(
        "postpone_days", help_text=_("After its week, if both sides agree. 0: not possible.")
    )
    conduct_points = number(
        _("Points off for late answers and no-shows"),
        "conduct_points",
        required=False,
        help_text=_("After a first warning. 0: only warnings. Empty: they aren’t counted."),
    )
    annul_percent = number(
        _("Results of a withdrawn side are annulled before … % of its matches"),
        "annul_percent",
    )
    late_until_round = of_matches("late_until_round", help_text=_("0: none."))
    stand_in_matches = number(
        _("Matches a stand-in can play"),
        "stand_in_matches",
        help_text=_("In the whole season. 0: nobody can stand in."),
    )
    stand_in_for_one = number(_("Of these for one pair or team"), "stand_in_for_one")
    stand_in_rating = number(
        _("Rating of a stand-in above the replaced player"),
        "stand_in_rating",
        required=False,
        help_text=_("At most. Empty: without a limit."),
    )

    terms_fields: ClassVar[tuple[str, ...]] = (
        "weekday", "week_length", "win", "draw", "turn_seconds", "bank_seconds",
        "grace_minutes", "no_show", "bots_level", "claim_minutes", "offer_hours", "postpone_days", "conduct_points",
        "annul_percent", "late_until_round", "stand_in_matches", "stand_in_for_one", "stand_in_rating",
    )  # fmt: skip
    more: ClassVar[tuple[str, ...]] = (
        "breaks", "sign_up_until", "week_length", "win", "draw",
        "turn_seconds", "bank_seconds", "grace_minutes", "no_show", "bots_level", "claim_minutes", "offer_hours", "postpone_days",
        "conduct_points", "annul_percent", "late_until_round", "stand_in_matches", "stand_in_for_one", "stand_in_rating",
    )  # fmt: skip

    def __init__(self, *args: Any, own: Sequence[OwnRules] = (), **kwargs: Any) -> None:
        theirs = [one for one in own if one.rules.sides == "partners"]
        super().__init__(*args, own=theirs, **kwargs)
        before = list(self.edited.divisions.all()) if self.edited else []
        begin = {"initial": begin_with(before)}
        self.division_forms: Any = DivisionFormSet(
            **({"data": self.data} if self.is_bound else begin), prefix=DIVISIONS
        )

    def rules_to_begin(
        self, rules: Mapping[str, Any] | None, edited: Season | None
    ) -> dict[str, Any]:
        """Return the fields of the requested rules if they are for partners, else of the season's."""
        plain = self.bases.get((rules or {}).get("preset", ""))
        asked = rules if plain and plain.sides == "partners" else None
        return filled_in(asked or (terms_of(edited).rules if edited else {}), self.bases)

    def is_valid(self) -> bool:
        """Return whether the form and each of its divisions are valid."""
        return self.division_forms.is_valid() & super().is_valid()

    def forgive(self) -> None:
        """Drop errors if only the number of divisions was changed."""
        self.is_valid()
        self.errors.clear()
        self.division_forms.forgive()

    def refuse(self, refusal: Refused) -> None:
        """Show a proposal's mistakes at their fields, and at those of their division."""
        if isinstance(refusal, NotValid):
            for name in [name for name in refusal.errors if name.startswith(f"{DIVISIONS}-")]:
                _prefix, number, field = name.split("-")
                for sentence in refusal.errors.pop(name):
                    self.division_forms.forms[int(number)].add_error(field, sentence)
        super().refuse(refusal)

    def clean(self) -> dict[str, Any]:
        """Check that a Swiss has a number of rounds."""
        values: dict[str, Any] = super().clean() or {}
        if values.get("meetings") == "swiss" and not values.get("swiss_rounds"):
            self.add_error("swiss_rounds", gettext("Enter how many rounds the Swiss has."))
        if "preset" in values and not self.errors:
            self.clean_rules(values)
        return values

    def other_terms(self) -> dict[str, Any]:
        """Return the terms whose fields have another name or shape."""
        values = self.cleaned_data
        swiss = values["meetings"] == "swiss"
        return {
            "rules": self.chosen_rules,
            "at": f"{values['at']:%H:%M}",
            "double": values["meetings"] == "twice",
            "swiss_rounds": values["swiss_rounds"] if swiss else None,
        }

    def divisions(self) -> Sequence[DivisionPlan]:
        """Return the divisions, with the same number moving between neighbours."""
        return self.division_forms.plans(self.cleaned_data["moving"])

    @classmethod
    def values_of(cls, season: Season) -> dict[str, Any]:
        """Return a season's values, for editing."""
        terms = terms_of(season)
        meetings = "swiss" if terms.swiss_rounds else "twice" if terms.double else "once"
        breaks = [f"{one.starts_on} {one.ends_on} {one.name}" for one in season.breaks.all()]
        return super().values_of(season) | {
            "at": terms.clock,
            "meetings": meetings,
            "swiss_rounds": terms.swiss_rounds,
            "moving": max((one.relegated for one in season.divisions.all()), default=0),
            "breaks": "\n".join(breaks),
        }


class PairsForm(LeagueSeasonForm):
    """A pairs league."""

    kind_of_season = str(Season.Kind.PAIRS)
    match_hands = number(
        _("Hands of a match"),
        "match_hands",
        required=False,
        help_text=_("Empty: a game to the rules’ target."),
    )
    terms_fields = (*LeagueSeasonForm.terms_fields, "match_hands")


def _without_points(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return these fields without those for points: in a team league the margin decides a match's points."""
    return tuple(name for name in names if name not in {"win", "draw"})


class TeamsForm(LeagueSeasonForm):
    """A team league."""

    kind_of_season = str(Season.Kind.TEAMS)
    settled = tuple({**dict.fromkeys(LeagueSeasonForm.settled), **dict.fromkeys(SETTLED)})
    dropped = SETTLED
    deals = number(_("Deals of a match"), "deals", initial=16)
    win = draw = None  # type: ignore[assignment]
    difference_cap = number(
        _("Most that a deal counts"),
        "difference_cap",
        initial=200,
        help_text=_("0: without a limit."),
    )
    walkover_average = forms.BooleanField(
        label=_("A walkover brings an average if that is more than 12"),
        required=False,
        initial=True,
        help_text=_("The winners’ own average, or that of those who played the absent side."),
    )
    terms_fields = (
        *_without_points(LeagueSeasonForm.terms_fields), "deals", "difference_cap", "walkover_average",
    )  # fmt: skip
    more = (*_without_points(LeagueSeasonForm.more), "difference_cap", "walkover_average")


FORMS: dict[str, type[SeasonForm]] = {
    str(Season.Kind.PAIRS): PairsForm,
    str(Season.Kind.TEAMS): TeamsForm,
    str(Season.Kind.SERIES): SeriesForm,
}
