"""The form's fields for stages, the structure of a match, and seeding."""

from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import engine
from games.tables.rule_words import preset_title
from tournaments.events.core.permissions import visible_to
from tournaments.events.core.state import OVER
from tournaments.events.models import Format, Seeding, Tournament
from tournaments.events.plan.choices import Carry
from tournaments.events.plan.second_stage import SECOND
from tournaments.events.setup.stage_proposal import GAMES, SPECIAL, stored_stages

NAMES = (
    *("double", "rounds", "third_place", "groups", "then", "qualifiers", "best_next"),
    *(
        "then_rounds",
        "carry",
        "best_of",
        "then_best_of",
        *SPECIAL,
        "match_minutes",
        "seeding",
        "seeded_from",
    ),
)
"""The fields of a proposal that this part of the form asks for, or that stand with them."""
SECOND_STAGE = ("then", "qualifiers", "best_next", "then_rounds", "carry", "then_best_of")


def preset_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the rule sets for tournaments with their titles, grouped by who plays with whom."""
    kinds: dict[str, list[tuple[str, str]]] = {"pairs": [], "two": [], "solo": []}
    for key, rules in engine.PRESETS.items():
        kind = "pairs" if rules.sides == "partners" else "two" if rules.players == 2 else "solo"
        kinds[kind].append((key, preset_title(key)))
    titles = {
        "pairs": _("Two partnerships"),
        "two": _("Two players"),
        "solo": _("Each for themselves (solo tables)"),
    }
    return [(str(titles[kind]), presets) for kind, presets in kinds.items() if presets]


def _optional(label: Any, most: int, help_text: Any, least: int = 1) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"min": least, "max": most, "inputmode": "numeric"})
    return forms.IntegerField(label=label, required=False, widget=widget, help_text=help_text)


def _words_for(n: int) -> str:
    return gettext("best of %d") % n


_best_of = lazy(_words_for, str)
"""Lazy, because filling in the number would otherwise fix the language when this module is loaded."""


def _games(label: Any, help_text: Any) -> forms.TypedChoiceField:
    choices = [("", _("like the others")), (1, _("one game"))]
    return forms.TypedChoiceField(
        label=label,
        required=False,
        coerce=int,
        empty_value=None,
        choices=[*choices, *((n, _best_of(n)) for n in GAMES[1:])],
        help_text=help_text,
    )


class FinishedChoice(forms.ModelChoiceField):
    """A choice of finished tournaments, labelled with their day."""

    def label_from_instance(self, obj: Any) -> str:
        """Return its name and day."""
        return f"{obj.name} · {obj.starts_at:%Y-%m-%d}"


class StageFormFields(forms.Form):
    """These fields."""

    groups = _optional(_("Number of groups"), 16, _("For groups."), least=2)
    then = forms.ChoiceField(
        label=_("Second stage"),
        required=False,
        choices=[("", _("none: a single stage")), *((v, Format(v).label) for v in SECOND)],
        help_text=_(
            "For the best of the first stage, seeded by rank. After a rotation or solo tables, "
            "the same format."
        ),
    )
    qualifiers = _optional(
        _("Qualifiers"),
        64,
        _("From each group, or from the whole field. Empty: 2 per group, or 4."),
    )
    best_next = _optional(
        _("Additional qualifiers"),
        16,
        _("The best of all groups’ next places."),
        least=0,
    )
    then_rounds = _optional(
        _("Rounds of the second stage"), 63, _("For a Swiss, a rotation or solo tables.")
    )
    carry = forms.ChoiceField(
        label=_("Carried over"),
        required=False,
        choices=Carry.choices,
        help_text=_("If both stages have points: not from or into a knock-out."),
    )
    best_of = forms.TypedChoiceField(
        label=_("Games per match"),
        required=False,
        coerce=int,
        empty_value=1,  # type: ignore[arg-type]
        choices=[(1, _("one game")), *((n, _best_of(n)) for n in GAMES[1:])],
        help_text=_("Winning most of them wins the match."),
    )
    then_best_of = _games(_("Games per match, second stage"), _("In the second stage."))
    semi_best_of = _games(_("Games in the semi-finals"), _("In the last knock-out."))
    final_best_of = _games(_("Games in the final"), _("In the last knock-out."))
    third_best_of = _games(_("Games in the third-place match"), _("If there is one."))
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

    def offer_earlier(self, user: Any) -> None:
        """Offer the finished tournaments that the user may see."""
        earlier = visible_to(user).filter(status__in=OVER, finished_at__isnull=False)
        field: Any = self.fields["seeded_from"]
        field.queryset = earlier.order_by("-starts_at")

    @staticmethod
    def stages_said(said: dict[str, Any]) -> dict[str, Any]:
        """Return the proposal's fields for what was filled in."""
        return {
            "best_next": said.get("best_next") or 0,
            "carry": said.get("carry") or "",
            "best_of": said.get("best_of") or 1,
            "seeding": said.get("seeding") or str(Seeding.RATING),
        }

    @staticmethod
    def stage_values(tournament: Tournament) -> dict[str, Any]:
        """Return a tournament's own settings as initial values."""
        stored = stored_stages(tournament)
        return stored | {"best_next": stored["best_next"] or None}

    @property
    def second_touched(self) -> bool:
        """Return whether a field of the second stage is filled in, or has an error."""
        return any(self[name].value() for name in SECOND_STAGE) or any(
            name in self.errors for name in SECOND_STAGE
        )

    @property
    def games_touched(self) -> bool:
        """Return whether some matches have a different number of games, or that has an error."""
        return any(self[name].value() or name in self.errors for name in SPECIAL)

    @property
    def seeding_touched(self) -> bool:
        """Return whether the seeding isn't the default, or has an error."""
        names = ("seeding", "seeded_from")
        other = self["seeding"].value() not in (None, "", str(Seeding.RATING))
        return other or any(name in self.errors for name in names)
