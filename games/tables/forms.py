"""The rules of a game as form fields, and the form that opens a casual table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine import PRESETS, InconsistentRules, RuleSet, preset
from games.engine.rule_fields import GROUPS, Choice, Flag, Number, Texts
from games.engine.rule_sentence import IN_ORDER, LENGTH
from games.engine.rules import RULE_FIELDS
from games.tables.access.rating_range import BOUNDS, check_range
from games.tables.game.terms import TableTerms
from games.tables.levels import level_choices, playable, usual_level
from games.tables.models import Table
from games.tables.texts.rules import preset_choices, rules_said, why_not
from games.tables.timing.clocks import BANK_SECONDS, DAY, TURN_SECONDS
from spades_site.common.errors import Refused
from spades_site.common.forms import PageForm
from spades_site.common.translation import translate, translate_lazy

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


class TextsField(forms.CharField):
    """A rule that is a list of texts, on one line, as a tuple; the rule set checks it."""

    def __init__(self, rule: Texts, **options: Any) -> None:
        super().__init__(**options)
        self.rule = rule

    def to_python(self, value: Any) -> Any:
        """Return the texts as rule sets spell them."""
        if isinstance(value, (list, tuple)):
            return tuple(value)
        return self.rule.split(super().to_python(value) or "")

    def prepare_value(self, value: Any) -> Any:
        """Return the line to display."""
        return self.rule.separator.join(value) if isinstance(value, (list, tuple)) else value


def _rule_field(name: str) -> forms.Field:
    rule = RULE_FIELDS[name]
    texts: dict[str, Any] = {
        "label": translate_lazy(rule.label),
        "help_text": translate_lazy(rule.help) if rule.help else "",
        "required": False,
    }
    match rule:
        case Choice(words=words):
            return forms.ChoiceField(
                choices=[(value, translate_lazy(text)) for value, text in words.items()], **texts
            )
        case Flag():
            return forms.BooleanField(**texts)
        case Number(least=least, most=most, offered=offered):
            low, high = offered or (least, most)
            return forms.IntegerField(min_value=low, max_value=high, **texts)
        case Texts():
            return TextsField(rule, max_length=400, **texts)
    raise TypeError(f"no form field for {name}")


class LevelField(forms.TypedChoiceField):
    """A bots' level that this site can play; None if none was chosen."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            label=_("Bots’ level"), choices=level_choices, coerce=int, empty_value=None, **options
        )

    def prepare_value(self, value: Any) -> Any:
        """Show the strongest level available if a template or an earlier game names a stronger one."""
        return playable(value) if isinstance(value, int) else value


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """A group of rules in a form: the fields that differ from the preset's or have an error, and the rest."""

    title: str
    changed: list[forms.BoundField]
    rest: list[forms.BoundField]


class HouseRulesForm(PageForm):
    """A preset and its house rules.

    The page shows the rules of the preset that `filled_from` names. Fields that still have that preset's value follow
    `preset`, even if another one was chosen meanwhile. Without `filled_from`, only target and hands were shown.
    """

    settled: ClassVar[tuple[str, ...]] = ()
    """Rules without a field in the form, because they are the same whatever is chosen."""
    preset = forms.ChoiceField(label=_("Rules"), choices=preset_choices, initial="cardgames_io")
    filled_from = forms.ChoiceField(
        choices=preset_choices, required=False, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.settled:
            del self.fields[name]

    def rule_groups(self) -> Iterator[RuleGroup]:
        """Yield each group of rules in the order of a hand."""
        for title in GROUPS:
            bound = [
                self[name]
                for name in IN_ORDER
                if RULE_FIELDS[name].group is title and name in self.fields and name not in LENGTH
            ]
            if bound:
                changed = [each for each in bound if each.errors or self._differs(each)]
                rest = [each for each in bound if each not in changed]
                yield RuleGroup(translate(title), changed, rest)

    @property
    def shows_rules(self) -> bool:
        """Whether "more rules" is open: where one differs from the preset's, or has an error."""
        return any(group.changed for group in self.rule_groups())

    @property
    def rules_said(self) -> str:
        """The sentence for the rules as they are filled in; "" if they can't be played."""
        try:
            values = {
                name: self.fields[name].clean(self[name].value())
                for name in ("filled_from", *IN_ORDER)
                if name in self.fields
            }
            return rules_said(preset(values["filled_from"], **house_rules(values)))
        except (forms.ValidationError, InconsistentRules):
            return ""

    def _differs(self, bound: forms.BoundField) -> bool:
        """Return whether a field's value isn't that of the preset from which the rules were filled in."""
        plain = PRESETS.get(str(self["filled_from"].value()))
        try:
            value = bound.field.clean(bound.value())
        except forms.ValidationError:
            return True
        return plain is not None and bound.name in house_rules(
            {"filled_from": plain.preset, bound.name: value}
        )

    def clean_rules(self, values: Mapping[str, Any]) -> RuleSet | None:
        """Return the rule set for the values; if it can't be played, add errors to the fields and return None."""
        try:
            return preset(values["preset"], **house_rules(values))
        except InconsistentRules as mistake:
            sentence = why_not(mistake)
            named = [name for name in mistake.fields if name in self.fields]
            for name in named:
                self.add_error(name, sentence)
            if not named:
                self.add_error(None, sentence)
        return None


HouseRulesForm.base_fields.update({name: _rule_field(name) for name in RULE_FIELDS})


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
        values["rules"] = self.clean_rules(values)
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


def house_rules(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules in which the form's cleaned values differ from the preset from which they were filled in."""
    filled_from = values.get("filled_from")
    if not filled_from:
        return {
            name: values[name] for name in ("target", "max_hands") if values.get(name) is not None
        }
    plain = PRESETS[filled_from]
    return {
        name: values[name]
        for name in RULE_FIELDS
        if name in values
        and values[name] != getattr(plain, name)
        # An empty number means off, or the preset's value if the rule can't be off.
        and (values[name] not in (None, "") or getattr(RULE_FIELDS[name], "nullable", False))
    }


def filled_in(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the form's initial values: the preset's rules, overridden by the query string or a form in progress."""
    key = asked.get("preset")
    plain = PRESETS.get(key) if isinstance(key, str) else None
    if plain is None:
        plain = PRESETS["cardgames_io"]
    rules = {name: getattr(plain, name) for name in RULE_FIELDS}
    # In a query string, an unticked box is the text "False".
    asked = {name: False if value == "False" else value for name, value in asked.items()}
    return {**rules, **asked, "preset": plain.preset, "filled_from": plain.preset}


def carried_over(begun: HouseRulesForm) -> dict[str, Any]:
    """Return the initial rules after another preset was chosen: the user's changes are kept, the rest follows it."""
    begun.full_clean()
    values = begun.cleaned_data
    return filled_in({"preset": values.get("preset"), **house_rules(values)})


def again(rules: RuleSet, table: Table) -> dict[str, Any]:
    """Return the form's fields for another table like this one, with only the differences from the preset."""
    plain = preset(table.preset)
    clock = f"{table.turn_seconds}+{table.bank_seconds}"
    fields: dict[str, Any] = {"preset": table.preset}
    if clock in dict(PACES):
        fields["pace"] = clock
    else:
        fields |= {"pace": OWN_PACE, "turn_seconds": table.turn_seconds}
        if table.bank_seconds:
            fields["bank_seconds"] = table.bank_seconds
    for name in RULE_FIELDS:
        value = getattr(rules, name)
        if value != getattr(plain, name):
            field = HouseRulesForm.base_fields[name]
            fields[name] = "" if value is None else field.prepare_value(value)
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
