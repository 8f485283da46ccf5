"""The organizers' forms of a ladder: its settings, moving an entry, and freezing it."""

from typing import Any, ClassVar

from django import forms
from django.db import models
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from games.engine import RuleSet
from games.tables.forms import LevelField
from games.tables.levels import usual_level
from games.tables.texts.rules import Choices, preset_choices
from spades_site.common.forms import REASON_PLACES, KeyField, PageForm, ReasonField, TextField
from tournaments.ladders.making import LONGEST_NAME, RANGES, LadderProposal
from tournaments.ladders.models import Ladder
from tournaments.organizer.forms.league_thing import LeagueThingForm

SETTINGS = (
    *("reach", "top", "climb", "repeats", "answer_days", "play_days", "forfeits", "failures"),
    *("drop", "defend_days", "per_day", "newcomer_rung", "idle_warn", "idle_drop", "idle_off"),
    *("turn_seconds", "bank_seconds", "grace_minutes"),
)


def presets() -> Choices:
    """Return the presets that a ladder can have as a form's choices."""
    return preset_choices(_fits)


def _fits(rules: RuleSet) -> bool:
    return rules.sides == "partners" or rules.players == 2


def _setting(name: str) -> Any:
    """Return the form's field for a setting, as its column says."""
    column: models.Field[Any, Any] = Ladder._meta.get_field(name)  # type: ignore[assignment]
    texts: dict[str, Any] = {
        "label": capfirst(column.verbose_name),
        "help_text": column.help_text,
        "initial": column.default,
    }
    if column.choices:
        return forms.ChoiceField(choices=column.choices, **texts)
    if isinstance(column, models.BooleanField):
        return forms.BooleanField(required=False, **texts)
    least, most = RANGES[name]
    return forms.IntegerField(min_value=least, max_value=most, **texts)


class LadderForm(LeagueThingForm):
    """A ladder's settings."""

    template = "organizer/ladder/_form.html"
    places = {"ladder_name_taken": "name"}
    settled: ClassVar[tuple[str, ...]] = ("players", "sides", "deal")
    more: ClassVar[tuple[str, ...]] = (*SETTINGS, "bots_level")
    name = TextField(label=_("Name"), max_length=LONGEST_NAME)
    kind_of = forms.ChoiceField(
        label=_("Who is on it"), choices=Ladder.Kind.choices, initial=Ladder.Kind.PAIRS
    )
    preset = forms.ChoiceField(label=_("Rules"), choices=presets)
    bots_level = LevelField(
        initial=usual_level,
        help_text=_("Of the bots that stand in for players who are absent or out of time."),
    )

    fits = staticmethod(_fits)

    def __init__(self, *args: Any, edited: Ladder | None = None, **kwargs: Any) -> None:
        super().__init__(*args, edited=edited, **kwargs)
        if edited is not None:
            del self.fields["kind_of"]

    @property
    def more_is_wrong(self) -> bool:
        """Return whether one of the rarely used fields has a mistake."""
        return any(bound.errors for bound in self.in_more)

    def proposal(self) -> LadderProposal:
        """Return the validated values as a proposal."""
        values = self.cleaned_data
        kind = self.edited.kind if self.edited else values["kind_of"]
        known = {name: values[name] for name in (*SETTINGS, "bots_level")}
        return LadderProposal(name=values["name"], kind=kind, rules=self.chosen_rules, **known)

    @staticmethod
    def values_of(edited: Ladder) -> dict[str, Any]:
        """Return a ladder's values, for editing."""
        return {name: getattr(edited, name) for name in ("name", *SETTINGS, "bots_level")}


LadderForm.base_fields.update({name: _setting(name) for name in SETTINGS})


class FreezeForm(PageForm):
    """Why a ladder's clocks stand still."""

    ids = "freeze"
    places = {**REASON_PLACES}
    title, button, kind = _("Freeze the ladder"), _("Freeze"), ""
    words = _("Nobody joins, challenges or answers until you let it go on. Matches in play go on.")
    reason = ReasonField()


class MoveForm(PageForm):
    """An entry that an organizer puts on another rung."""

    ids = "move"
    places = {
        **REASON_PLACES,
        "unknown_entry": "entry",
        "no_such_rung": "rung",
        "nothing_new": "rung",
    }
    title, button, kind = _("Move an entry"), _("Move"), ""
    words = _("Those in between move along. You can undo it in the log.")
    entry = KeyField(label=_("Entry"))
    rung = forms.IntegerField(label=_("To rung"), min_value=1, max_value=9999)
    reason = ReasonField()

    def __init__(self, *args: Any, ladder: Ladder, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        there = ladder.entries.filter(rung__isnull=False).order_by("rung")
        self.fields["entry"].offer(  # type: ignore[attr-defined]
            lambda: [(one.pk, f"{one.rung} · {one.name}") for one in there]
        )
