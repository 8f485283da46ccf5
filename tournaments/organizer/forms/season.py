"""The organizers' forms of a season's days and terms, and of a series; `season_kinds` has those of leagues, `season_desk` those of the desk."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from spades_site.common.errors import Refused
from spades_site.common.forms import (
    PageForm,
    TextField,
)
from tournaments.events.setup.proposal import NotValid
from tournaments.leagues.models import Season
from tournaments.organizer.forms.condition_fields import setting
from tournaments.seasons.lifecycle.planning import (
    LONGEST_NAME,
    DivisionPlan,
    SeasonProposal,
)
from tournaments.seasons.terms import (
    BY_EVENINGS,
    BY_PLACES,
    ENTERED,
    ORIGINAL,
    PAIRS,
    PLAYED,
    PLAYERS,
    RANGES,
    TEAMS,
    Terms,
    terms_of,
)


def number(label: Any, name: str, **kwargs: Any) -> forms.IntegerField:
    """A number within the range of a season's terms, which the domain checks too; at first as usual in `Terms`."""
    least, most = RANGES[name]
    kwargs.setdefault("initial", getattr(Terms, name))
    return forms.IntegerField(label=label, min_value=least, max_value=most, **kwargs)


def of_matches(name: str, **more: Any) -> forms.Field:
    """A setting that the divisions' tournaments get, described as there; at first as usual in `Terms`."""
    return setting(name, required=True, initial=getattr(Terms, name), **more)


def day_field(label: Any, **kwargs: Any) -> forms.DateField:
    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    return forms.DateField(label=label, widget=widget, **kwargs)


class SeasonForm(PageForm):
    """The fields common to all kinds of seasons."""

    places = {"season_name_taken": "name"}
    template = "organizer/season/_form.html"
    name = TextField(label=_("Name"), max_length=LONGEST_NAME)
    starts_on = day_field(_("First day"))
    ends_on = day_field(_("Last day"))

    kind_of_season = str(Season.Kind.SERIES)
    terms_fields: ClassVar[tuple[str, ...]] = ()
    main: ClassVar[tuple[str, ...]] = ("name",)

    def __init__(
        self,
        *args: Any,
        zone: str,
        edited: Season | None = None,
        rules: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """Create the form of a new season in this time zone, or of the season `edited`; `rules` are the initial rules."""
        begin = self.values_of(edited) if edited else {}
        super().__init__(*args, initial=begin | self.rules_to_begin(rules, edited), **kwargs)
        self.zone = edited.zone if edited else zone
        self.edited = edited

    def rules_to_begin(
        self, rules: Mapping[str, Any] | None, edited: Season | None
    ) -> dict[str, Any]:
        """Return the fields of the rules; a series has none."""
        return {}

    @property
    def more_is_wrong(self) -> bool:
        """Return whether one of the rarely used fields has a mistake."""
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
    terms_fields = (
        "ranked", "best", "attendance", "host", "newcomer", "newcomer_days", "substitutes", "ties",
        "qualify", "qualify_wins", "reserves",
    )  # fmt: skip
    more = (
        "scale", "best", "attendance", "host", "newcomer", "newcomer_days", "substitutes", "ties",
        "qualify", "qualify_wins", "reserves",
    )  # fmt: skip
    ranked = forms.ChoiceField(
        label=_("Who is ranked"),
        choices=[
            (PLAYERS, _("players: every tournament counts")),
            (PAIRS, _("pairs: tournaments of pairs count")),
            (TEAMS, _("teams: tournaments of teams count")),
        ],
    )
    scale = TextField(
        label=_("Points by place"),
        max_length=300,
        initial=" ".join(map(str, Terms().scale)),
        help_text=_("From the first place down, for example 25 18 15 12."),
    )
    best = number(
        _("Best evenings that count"), "best", required=False, help_text=_("Empty: all of them.")
    )
    attendance = number(_("Points for taking part"), "attendance", initial=0)
    host = number(
        _("Points for the host"),
        "host",
        help_text=_(
            "The organizer who made the tournament, or the person you name on the season’s page for organizers."
        ),
    )
    newcomer = number(
        _("Points for partnering a newcomer"),
        "newcomer",
        help_text=_("To each player who isn’t a newcomer, in tournaments of pairs."),
    )
    newcomer_days = number(
        _("Newcomer for (days)"),
        "newcomer_days",
        help_text=_("From joining the league, or the first evening with it if that was earlier."),
    )
    substitutes = forms.ChoiceField(
        label=_("Points of a replaced player"),
        choices=[
            (ENTERED, _("to their permanent substitute")),
            (PLAYED, _("to the player of the last match, even a substitute for that match alone")),
            (ORIGINAL, _("to the replaced player")),
        ],
    )
    ties = forms.ChoiceField(
        label=_("Ties are broken by"),
        choices=[
            (BY_PLACES, _("better places, then more evenings")),
            (BY_EVENINGS, _("more evenings, then better places")),
        ],
    )

    qualify = number(
        _("Places that qualify for the final"),
        "qualify",
        required=False,
        help_text=_("From the top of the table. Empty: none."),
    )
    qualify_wins = number(
        _("Evenings won that qualify for the final"),
        "qualify_wins",
        required=False,
        help_text=_("Whatever the place. Empty: winning alone doesn’t qualify."),
    )
    reserves = number(
        _("In reserve for the final"),
        "reserves",
        help_text=_("The next of the table. They play if somebody withdraws."),
    )

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
