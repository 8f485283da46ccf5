"""The form's fields for points and tie-breaks. Empty fields use the format's defaults."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext, gettext_lazy

from spades_site.common.translation import translate
from tournaments.events.models import Tournament
from tournaments.events.plan.stages import usual_policy
from tournaments.events.setup.proposal_fields import Proposal
from tournaments.standings import TIE_BREAKS, TieBreak
from tournaments.standings.model import hundredths, points_text

WORTH = {
    "win": gettext_lazy("Win"),
    "draw": gettext_lazy("Draw"),
    "loss": gettext_lazy("Loss"),
    "bye": gettext_lazy("Bye"),
    "forfeit_win": gettext_lazy("Won by forfeit"),
    "forfeit_loss": gettext_lazy("Lost by forfeit"),
}
UNASKED = ("half_bye", "zero_bye", "difference_cap", "spread", "deal_cap")
"""Settings of the policy without a field."""
TIES = 8
NO_TIE_BREAK = ("", gettext_lazy("–"))


def _titled(tie_break: TieBreak) -> str:
    title = translate(tie_break.title)
    return (
        gettext("%(tie_break)s (Swiss)") % {"tie_break": title} if tie_break.drawn_only else title
    )


class ScoringFields(forms.Form):
    """Points for each kind of result, and tie-breaks in order, one choice each."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in WORTH.items():
            self.fields[f"worth_{name}"] = forms.DecimalField(
                label=label,
                required=False,
                max_digits=5,
                decimal_places=2,
                widget=forms.NumberInput(attrs={"step": "0.01", "inputmode": "decimal"}),
            )
        choices = [
            NO_TIE_BREAK,
            *((code, _titled(each)) for code, each in TIE_BREAKS.items()),
        ]
        for place in range(1, TIES + 1):
            self.fields[f"tie_{place}"] = forms.ChoiceField(
                label=gettext_lazy("Tie-break %d") % place, choices=choices, required=False
            )

        for name, field in self.fields.items():
            if name.startswith(("worth_", "tie_")):
                field.usual = True  # type: ignore[attr-defined]

    @property
    def worth_fields(self) -> list[BoundField]:
        """Return the fields for points, for the template."""
        return [self[f"worth_{name}"] for name in WORTH]

    @property
    def tie_fields(self) -> list[BoundField]:
        """Return the fields for tie-breaks in their order, for the template."""
        return [self[f"tie_{place}"] for place in range(1, TIES + 1)]

    @property
    def scoring_touched(self) -> bool:
        """Return whether any of these is filled in or has an error, so that the template expands them."""
        names = [*(f"worth_{name}" for name in WORTH), *(f"tie_{n}" for n in range(1, TIES + 1))]
        return any(name in self.errors or self[name].value() not in (None, "") for name in names)

    def cleaned_scoring(
        self, values: dict[str, Any], edited: Tournament | None
    ) -> Mapping[str, Any] | None:
        """Remove these fields from the cleaned values and return the settings that were chosen; None: none.

        Settings of `edited` without a field are kept, as long as its formats don't change.
        """
        worth = {name: values.pop(f"worth_{name}", None) for name in WORTH}
        chosen = [values.pop(f"tie_{place}", "") for place in range(1, TIES + 1)]
        order = [code for code in chosen if code]
        own = {name: points_text(points) for name, points in worth.items() if points is not None}
        kept = {}
        formats = [plan.format for plan in values["stages"]]
        if edited is not None and [plan.format for plan in edited.plans] == formats:
            kept = {name: edited.scoring[name] for name in UNASKED if name in edited.scoring}
        said = {**kept, **own, **({"tie_breaks": order} if order else {})}
        return said or None

    @staticmethod
    def scoring_values(proposal: Proposal) -> dict[str, Any]:
        """Return what differs from the format's usual policy as the form's initial values."""
        if proposal.scoring is None:
            return {}
        stored = proposal.scoring
        formats = [plan.format for plan in proposal.stages]
        usual = usual_policy(formats).to_dict()
        said = {name: stored[name] for name in ("win", "draw", "loss") if name in stored}
        policy = {**usual_policy(formats, said).to_dict(), **{name: usual[name] for name in said}}
        values = {
            f"worth_{name}": stored[name]
            for name in WORTH
            if not proposal.comparison  # With shared deals the comparison determines what a match is worth.
            and name in stored
            and hundredths(stored[name]) != hundredths(policy[name])
        }
        if list(stored.get("tie_breaks", policy["tie_breaks"])) != policy["tie_breaks"]:
            values |= {
                f"tie_{place}": code
                for place, code in enumerate(stored.get("tie_breaks", []), start=1)
            }
        return values
