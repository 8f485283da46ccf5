"""The form that opens a casual table."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine import RuleSet
from games.tables.access.rating_range import BOUNDS, check_range
from games.tables.game.terms import TableTerms
from games.tables.levels import level_choices, playable, usual_level
from games.tables.models import Table
from games.tables.rule_forms import HouseRulesForm, SharedRulesField, as_asked
from games.tables.timing.clocks import BANK_SECONDS, DAY, TURN_SECONDS
from spades_site.common.errors import Refused

OWN_PACE = "own"
PACES = (
    ("10+60", _("Quick: 10 seconds per turn, 1 minute in the bank")),
    ("20+120", _("Steady: 20 seconds per turn, 2 minutes in the bank")),
    ("60+300", _("Relaxed: 1 minute per turn, 5 minutes in the bank")),
    (f"{DAY}+0", _("Correspondence: 1 day per turn")),
    (f"{3 * DAY}+0", _("Correspondence: 3 days per turn")),
    (OWN_PACE, _("Custom times")),
)
OPEN_TO = (
    (str(Table.Visibility.OPEN), _("Public: listed in the lobby")),
    (str(Table.Visibility.LINK), _("Private: only by link or invitation")),
)
EITHER, BOTS, PEOPLE = "either", "bots", "people"
OTHERS = (
    (EITHER, _("People, or bots that you add")),
    (BOTS, _("Bots, at once")),
    (PEOPLE, _("People only")),
)


class LevelField(forms.TypedChoiceField):
    """A bots' level that this site can play; None if none was chosen."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            label=_("Bots’ level"), choices=level_choices, coerce=int, empty_value=None, **options
        )

    def prepare_value(self, value: Any) -> Any:
        """Show the strongest level available if a template or an earlier game names a stronger one."""
        return playable(value) if isinstance(value, int) else value


class OpenTableForm(HouseRulesForm):
    """The settings of a new table: rules, pace and who may join."""

    places = {
        "bad_clock": "pace",
        "members_only": "rated",
        "rated_bots": "others",
        "rated_revoke": "revoke",
        "rated_short": "rated",
        "bad_range": "max_rating",
        "rating_range": "min_rating",
    }
    rules_json = SharedRulesField(
        label=_("JSON"), help_text=_("Counts instead of the rules chosen above.")
    )
    pace = forms.ChoiceField(label=_("Pace"), choices=PACES, required=False, initial="20+120")
    turn_seconds = forms.IntegerField(
        label=_("Seconds per turn"),
        required=False,
        min_value=TURN_SECONDS[0],
        max_value=TURN_SECONDS[1],
        help_text=_("For custom times. A day has 86400 seconds."),
    )
    bank_seconds = forms.IntegerField(
        label=_("Time bank in seconds"),
        required=False,
        min_value=BANK_SECONDS[0],
        max_value=BANK_SECONDS[1],
        help_text=_(
            "Extra time for each player for the whole game, used when a turn’s time runs out."
        ),
    )
    visibility = forms.ChoiceField(
        label=_("Who can join"),
        choices=OPEN_TO,
        initial=Table.Visibility.OPEN,
        widget=forms.RadioSelect,
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        help_text=_(
            "The result changes the players’ ratings. Members only, no bots, no short games. Who leaves loses, and games "
            "with the same people count less and less."
        ),
    )
    min_rating = forms.IntegerField(
        label=_("Lowest rating"), required=False, min_value=BOUNDS[0], max_value=BOUNDS[1]
    )
    max_rating = forms.IntegerField(
        label=_("Highest rating"), required=False, min_value=BOUNDS[0], max_value=BOUNDS[1]
    )
    others = forms.ChoiceField(
        label=_("Who takes the other seats"),
        choices=OTHERS,
        required=False,
        widget=forms.RadioSelect,
        initial=EITHER,
        help_text=_("Rated games never have bots."),
    )
    bots_level = LevelField(
        initial=usual_level,
        required=False,
        help_text=_("Of bots that take seats, and of those that stand in for people who are away."),
    )

    def __init__(self, *args: Any, circles: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        """Create the form. `circles` are the leagues to which the table can be restricted: names by ref."""
        super().__init__(*args, **kwargs)
        self.circles = circles or {}
        choice = self.fields["visibility"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [
            *OPEN_TO,
            *(
                (ref, _("Members of %(name)s") % {"name": name})
                for ref, name in self.circles.items()
            ),
        ]

    def clean(self) -> dict[str, Any]:
        """Build the rule set, `rules`, and the clock from the choices; add errors to the fields concerned."""
        values: dict[str, Any] = super().clean() or {}
        if self.errors:
            return values
        self._clean_clock(values)
        values["ref"] = ""
        if values["visibility"] in self.circles:
            values["ref"], values["visibility"] = values["visibility"], Table.Visibility.LEAGUE
        self._clean_bots(values)
        values["bots_level"] = values["bots_level"] or usual_level()
        try:
            check_range(values["min_rating"], values["max_rating"])
        except Refused as refusal:
            self.add_error("max_rating", str(refusal))
        values["rules"] = values["rules_json"] or self.clean_rules(values)
        return values

    def terms(self) -> TableTerms:
        """Return the terms that the valid form asks for."""
        names = (
            "rules",
            "turn_seconds",
            "bank_seconds",
            "visibility",
            "ref",
            "rated",
            "bots_allowed",
            "bots_level",
        )
        limits = ("min_rating", "max_rating")
        return TableTerms(**{name: self.cleaned_data[name] for name in (*names, *limits)})

    def _clean_bots(self, values: dict[str, Any]) -> None:
        """Set whether bots take seats at once, and whether they may at all: not if the table is rated."""
        values["bots"] = values["others"] == BOTS
        values["bots_allowed"] = not (values["rated"] or values["others"] == PEOPLE)
        if values["bots"] and values["rated"]:
            self.add_error(
                "others", _("Bots have no rating. Choose people, or open a table that isn’t rated.")
            )

    def _clean_clock(self, values: dict[str, Any]) -> None:
        """Set both times from the pace, unless custom times are chosen."""
        pace = values["pace"] or OWN_PACE
        if pace != OWN_PACE:
            turn, bank = pace.split("+")
            values["turn_seconds"], values["bank_seconds"] = int(turn), int(bank)
        elif values["turn_seconds"] is None:
            self.add_error("turn_seconds", _("Enter the seconds per turn, or choose another pace."))
        else:
            values["bank_seconds"] = values["bank_seconds"] or 0


def again(rules: RuleSet, table: Table) -> dict[str, Any]:
    """Return the form's fields for another table like this one, with only the differences from the preset."""
    clock = f"{table.turn_seconds}+{table.bank_seconds}"
    asked = as_asked(rules)
    fields: dict[str, Any] = {"preset": asked["preset"]}
    if clock in dict(PACES):
        fields["pace"] = clock
    else:
        fields |= {"pace": OWN_PACE, "turn_seconds": table.turn_seconds}
        if table.bank_seconds:
            fields["bank_seconds"] = table.bank_seconds
    fields |= asked
    if table.visibility != Table.Visibility.OPEN:
        league = table.visibility == Table.Visibility.LEAGUE
        fields["visibility"] = table.ref if league else str(table.visibility)
    for name in ("min_rating", "max_rating"):
        if getattr(table, name) is not None:
            fields[name] = getattr(table, name)
    if table.bots_level != usual_level():
        fields["bots_level"] = table.bots_level
    if table.rated:
        fields["rated"] = "on"
    elif not table.bots_allowed:
        fields["others"] = PEOPLE
    if table.seats.filter(bot=True).exists():
        fields["others"] = BOTS
    return fields
