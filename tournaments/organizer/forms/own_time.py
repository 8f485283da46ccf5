"""The organizers' form of an own-time event."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine import RuleSet
from games.engine.rules import ENDS
from games.tables.forms import LevelField
from games.tables.levels import usual_level
from games.tables.texts.rules import preset_choices
from spades_site.common.forms import TextField
from spades_site.common.local_time import LocalMomentField
from tournaments.organizer.forms.league_thing import LeagueThingForm
from tournaments.own_time.making import DEALS, LONGEST_NAME, EventProposal
from tournaments.own_time.models import OwnTimeEvent

SETTINGS = ("entrants", "count", "scoring", "bots_level", "opens_at", "closes_at")


def _fits(rules: RuleSet) -> bool:
    return rules.winner == "highest" and rules.revoke == "prevented" and not rules.throws_in


class OwnTimeForm(LeagueThingForm):
    """An own-time event's settings."""

    template = "organizer/own_time/_form.html"
    places = {
        "event_name_taken": "name",
        "other_kind": "entrants",
        "outside_season": "closes_at",
    }
    settled: ClassVar[tuple[str, ...]] = ("players", "sides", "deal", *ENDS)
    button = _("Save")
    name = TextField(label=_("Name"), max_length=LONGEST_NAME)
    opens_at = LocalMomentField(label=_("Opens"))
    closes_at = LocalMomentField(label=_("Closes"))
    entrants = forms.ChoiceField(
        label=_("Who plays together"),
        choices=OwnTimeEvent.Entrants.choices,
        initial=OwnTimeEvent.Entrants.PLAYER,
        help_text=_("Partners play each deal at one table, once both have come."),
    )
    count = forms.IntegerField(
        label=pgettext_lazy("own time", "Deals"),
        min_value=DEALS[0],
        max_value=DEALS[1],
        initial=DEALS[0],
    )
    scoring = forms.ChoiceField(
        label=_("What decides"),
        choices=OwnTimeEvent.Scoring.choices,
        initial=OwnTimeEvent.Scoring.MATCHPOINTS,
        help_text=_("The results show both."),
    )
    bots_level = LevelField(
        initial=usual_level, help_text=_("Of the bots in the other seats, for everybody.")
    )
    preset = forms.ChoiceField(label=_("Rules"), choices=lambda: preset_choices(_fits))

    fits = staticmethod(_fits)

    @staticmethod
    def values_of(edited: OwnTimeEvent) -> dict[str, Any]:
        """Return an event's values, for editing."""
        return {key: getattr(edited, key) for key in ("name", *SETTINGS)}

    def proposal(self) -> EventProposal:
        """Return the validated values as a proposal."""
        values = self.cleaned_data
        known = {name: values[name] for name in ("name", *SETTINGS)}
        return EventProposal(rules=self.chosen_rules, **known)
