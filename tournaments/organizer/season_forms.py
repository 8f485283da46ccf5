"""The organizers' forms of a season's days, terms and divisions; `season_desk_forms` has those of its desk."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import PRESETS
from games.tables.rule_texts import preset_choices
from spades_site.common.errors import Refused
from spades_site.common.forms import (
    PageForm,
    TextField,
)
from spades_site.common.local_time import LocalMomentField
from tournaments.events.models.settings import NoShow
from tournaments.events.setup.proposal import NotValid
from tournaments.leagues.models import Season
from tournaments.seasons.planning import (
    LONGEST_NAME,
    BreakPlan,
    DivisionPlan,
    SeasonProposal,
)
from tournaments.seasons.terms import RANGES, Terms, terms_of


def _number(label: Any, name: str, **kwargs: Any) -> forms.IntegerField:
    """A number within the range of a season's terms, which the domain checks too."""
    least, most = RANGES[name]
    return forms.IntegerField(label=label, min_value=least, max_value=most, **kwargs)


def day_field(label: Any, **kwargs: Any) -> forms.DateField:
    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    return forms.DateField(label=label, widget=widget, **kwargs)


def partner_presets() -> list[tuple[str, str]]:
    """Return the rule sets for partnerships, by name and title."""
    return [(key, title) for key, title in preset_choices() if PRESETS[key].sides == "partners"]


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
        return BreakPlan(parts[2][:LONGEST_NAME] if len(parts) > 2 else "–", first, last)


class SeasonForm(PageForm):
    """What all kinds of seasons have."""

    places: ClassVar[dict[str, str]] = {"season_name_taken": "name"}
    template = "seasons/_form.html"
    name = TextField(label=_("Name"), max_length=LONGEST_NAME)
    starts_on = day_field(_("First day"))
    ends_on = day_field(_("Last day"))

    kind_of_season = str(Season.Kind.SERIES)
    terms_fields: ClassVar[tuple[str, ...]] = ()
    main: ClassVar[tuple[str, ...]] = ("name",)

    def __init__(self, *args: Any, zone: str, edited: Season | None = None, **kwargs: Any) -> None:
        if edited is not None:
            kwargs["initial"] = self.values_of(edited)
        super().__init__(*args, **kwargs)
        self.zone = edited.zone if edited else zone
        self.edited = edited

    @property
    def more_is_wrong(self) -> bool:
        """Return whether one of the fields that few need has a mistake."""
        return any(bound.errors for bound in self.in_more)

    def proposal(self) -> SeasonProposal:
        """Return the validated values as a proposal."""
        values = self.cleaned_data
        before = terms_of(self.edited) if self.edited else Terms()
        known = {name: values[name] for name in self.terms_fields}
        return SeasonProposal(
            name=values["name"],
            starts_on=values["starts_on"],
            ends_on=values["ends_on"],
            kind=self.kind_of_season,
            zone=self.zone,
            sign_up_until=values.get("sign_up_until"),
            terms=replace(before, **known, **self.other_terms()),
            divisions=self.divisions(),
            breaks=values.get("breaks", ()),
        )

    def other_terms(self) -> dict[str, Any]:
        """Return the terms whose fields have another name or shape."""
        return {}

    def divisions(self) -> Sequence[DivisionPlan]:
        """Return the planned divisions; a series has none."""
        return ()

    @classmethod
    def values_of(cls, season: Season) -> dict[str, Any]:
        """Return a season's values, for editing."""
        terms = terms_of(season)
        return {
            "name": season.name,
            "starts_on": season.starts_on,
            "ends_on": season.ends_on,
            "sign_up_until": season.sign_up_until,
            **{name: getattr(terms, name) for name in cls.terms_fields},
        }

    def refuse(self, refusal: Refused) -> None:
        """Show a proposal's mistakes at their fields."""
        if not isinstance(refusal, NotValid):
            super().refuse(refusal)
            return
        for name, sentences in refusal.errors.items():
            for sentence in sentences:
                self.add_error(name if name in self.fields else None, sentence)


class SeriesForm(SeasonForm):
    """A series of tournaments."""

    kind_of_season = str(Season.Kind.SERIES)
    terms_fields = ("best", "attendance")
    more = ("scale", "best", "attendance")
    scale = TextField(
        label=_("Points by place"),
        max_length=300,
        initial=" ".join(map(str, Terms().scale)),
        help_text=_("From the first place down, for example 25 18 15 12."),
    )
    best = _number(
        _("Best evenings that count"), "best", required=False, help_text=_("Empty: all of them.")
    )
    attendance = _number(_("Points for taking part"), "attendance", initial=0)

    def clean_scale(self) -> tuple[int, ...]:
        """Return the points as numbers."""
        parts = self.cleaned_data["scale"].replace(",", " ").split()
        if not all(part.isdecimal() and len(part) <= 4 for part in parts):
            raise forms.ValidationError(gettext("Enter whole numbers with blanks between them."))
        return tuple(map(int, parts))

    def other_terms(self) -> dict[str, Any]:
        """Return the scale."""
        return {"scale": self.cleaned_data["scale"]}

    @classmethod
    def values_of(cls, season: Season) -> dict[str, Any]:
        """Return a season's values, for editing."""
        scale = " ".join(map(str, terms_of(season).scale))
        return super().values_of(season) | {"scale": scale}


class LeagueSeasonForm(SeasonForm):
    """A season in divisions: what pairs and teams have in common."""

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
    division_count = forms.IntegerField(label=_("Divisions"), min_value=1, max_value=12, initial=1)
    division_size = forms.IntegerField(
        label=_("Places in each"), min_value=2, max_value=32, initial=8
    )
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
    swiss_rounds = _number(_("Rounds of a Swiss"), "swiss_rounds", required=False)
    week_length = forms.TypedChoiceField(
        label=_("A round every"),
        coerce=int,
        choices=[(7, _("week")), (14, _("2 weeks")), (21, _("3 weeks")), (28, _("4 weeks"))],
        initial=7,
    )
    play_offs = forms.TypedChoiceField(
        label=_("Play-offs of the first division"),
        coerce=int,
        choices=[(0, _("none")), (2, _("the best 2")), (4, _("the best 4")), (8, _("the best 8"))],
        initial=0,
    )
    win = _number(_("Points for a win"), "win", initial=2)
    draw = _number(_("Points for a draw"), "draw", initial=1)
    turn_seconds = _number(_("Seconds per turn"), "turn_seconds", initial=30)
    bank_seconds = _number(_("Time bank, in seconds"), "bank_seconds", initial=120)
    grace_minutes = _number(_("Grace for late players, in minutes"), "grace_minutes", initial=15)
    no_show = forms.ChoiceField(
        label=_("Absent players"), choices=NoShow.choices, initial=NoShow.BOT
    )
    claim_minutes = _number(
        _("Claiming a forfeit (minutes)"),
        "claim_minutes",
        initial=21,
        help_text=_(
            "After the grace period, from a side of which nobody has come. 0: not possible."
        ),
    )
    offer_hours = _number(_("Time to answer an offered time (hours)"), "offer_hours", initial=48)
    postpone_days = _number(
        _("Postponing a match (days)"),
        "postpone_days",
        initial=14,
        help_text=_("After its week, if both sides agree. 0: not possible; nor in a Swiss."),
    )
    conduct_points = _number(
        _("Points off for late answers and no-shows"),
        "conduct_points",
        required=False,
        help_text=_("After a first warning. 0: only warnings. Empty: they aren’t counted."),
    )
    annul_percent = _number(
        _("Results of a withdrawn side are annulled before … % of its matches"),
        "annul_percent",
        initial=50,
    )

    terms_fields: ClassVar[tuple[str, ...]] = (
        "weekday", "week_length", "win", "draw", "turn_seconds", "bank_seconds",
        "grace_minutes", "no_show", "claim_minutes", "offer_hours", "postpone_days", "conduct_points",
        "annul_percent",
    )  # fmt: skip
    more: ClassVar[tuple[str, ...]] = (
        "play_offs", "breaks", "sign_up_until", "preset", "swiss_rounds", "week_length", "win", "draw",
        "turn_seconds", "bank_seconds", "grace_minutes", "no_show", "claim_minutes", "offer_hours", "postpone_days",
        "conduct_points", "annul_percent",
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Check that a Swiss has a number of rounds."""
        values: dict[str, Any] = super().clean() or {}
        if values.get("meetings") == "swiss" and not values.get("swiss_rounds"):
            self.add_error("swiss_rounds", gettext("Enter how many rounds the Swiss has."))
        return values

    def other_terms(self) -> dict[str, Any]:
        """Return the terms whose fields have another name or shape."""
        values = self.cleaned_data
        swiss = values["meetings"] == "swiss"
        return {
            "rules": {"preset": values["preset"]},
            "at": f"{values['at']:%H:%M}",
            "double": values["meetings"] == "twice",
            "swiss_rounds": values["swiss_rounds"] if swiss else None,
        }

    def divisions(self) -> Sequence[DivisionPlan]:
        """Return divisions of equal size, with the same number moving between neighbours."""
        values = self.cleaned_data
        names = {one.level: one.name for one in self.edited.divisions.all()} if self.edited else {}
        count, moving = values["division_count"], values["moving"]
        return [
            DivisionPlan(
                names.get(level) or gettext("Division %(n)d") % {"n": level},
                values["division_size"],
                promoted=moving if level > 1 else 0,
                relegated=moving if level < count else 0,
                play_offs=values["play_offs"] if level == 1 else 0,
            )
            for level in range(1, count + 1)
        ]

    @classmethod
    def values_of(cls, season: Season) -> dict[str, Any]:
        """Return a season's values, for editing."""
        terms, divisions = terms_of(season), list(season.divisions.all())
        meetings = "swiss" if terms.swiss_rounds else "twice" if terms.double else "once"
        breaks = [f"{one.starts_on} {one.ends_on} {one.name}" for one in season.breaks.all()]
        return super().values_of(season) | {
            "at": terms.clock,
            "meetings": meetings,
            "preset": terms.rules.get("preset"),
            "swiss_rounds": terms.swiss_rounds,
            "division_count": len(divisions),
            "division_size": max((one.size for one in divisions), default=8),
            "play_offs": divisions[0].play_offs if divisions else 0,
            "moving": max((one.relegated for one in divisions), default=0),
            "breaks": "\n".join(breaks),
        }


class PairsForm(LeagueSeasonForm):
    """A pairs league."""

    kind_of_season = str(Season.Kind.PAIRS)
    match_hands = _number(
        _("Hands of a match"),
        "match_hands",
        required=False,
        help_text=_("Empty: a game to the rules’ target."),
    )
    terms_fields = (*LeagueSeasonForm.terms_fields, "match_hands")


def _without_points(names: tuple[str, ...]) -> tuple[str, ...]:
    """The fields of a team league, in which the margin decides what a match is worth."""
    return tuple(name for name in names if name not in {"win", "draw"})


class TeamsForm(LeagueSeasonForm):
    """A team league."""

    kind_of_season = str(Season.Kind.TEAMS)
    deals = _number(_("Deals of a match"), "deals", initial=16)
    win = draw = None  # type: ignore[assignment]
    difference_cap = _number(
        _("Most that a deal counts"),
        "difference_cap",
        initial=200,
        help_text=_("0: without a limit."),
    )
    terms_fields = (*_without_points(LeagueSeasonForm.terms_fields), "deals", "difference_cap")
    more = (*_without_points(LeagueSeasonForm.more), "difference_cap")


FORMS: dict[str, type[SeasonForm]] = {
    str(Season.Kind.PAIRS): PairsForm,
    str(Season.Kind.TEAMS): TeamsForm,
    str(Season.Kind.SERIES): SeriesForm,
}
