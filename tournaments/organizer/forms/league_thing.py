"""The form of what a league has with rules of its own: a ladder, or an own-time event."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import RuleSet
from games.tables.hooks import OwnRules
from games.tables.rule_forms import HouseRulesForm, bases_with, filled_in
from spades_site.common.errors import Refused
from tournaments.events.setup.proposal import NotValid


class LeagueThingForm(HouseRulesForm):
    """Settings and house rules. Of the presets, and of the rule sets that the league keeps, those are offered that fit."""

    edited: Any

    def __init__(
        self,
        *args: Any,
        edited: Any = None,
        rules: Mapping[str, Any] | None = None,
        own: Sequence[OwnRules] = (),
        **kwargs: Any,
    ) -> None:
        """Create the form of a new one, or of the one `edited`; `rules` are the initial rules."""
        begin = {} if edited is None else self.values_of(edited)
        theirs = [one for one in own if self.fits(one.rules)]
        bases = bases_with(theirs)
        plain = bases.get((rules or {}).get("preset", ""))
        stated = rules if plain is not None and self.fits(plain) else None
        begin |= filled_in(stated or (edited.rules if edited else {}), bases)
        super().__init__(*args, initial=begin, own=theirs, **kwargs)
        self.edited = edited

    @staticmethod
    def fits(rules: RuleSet) -> bool:
        """Return whether these rules can be played."""
        raise NotImplementedError

    @staticmethod
    def values_of(edited: Any) -> dict[str, Any]:
        """Return the settings of the one that is edited."""
        raise NotImplementedError

    def proposal(self) -> Any:
        """Return the validated values as a proposal."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        """Check the rules."""
        values: dict[str, Any] = super().clean() or {}
        if "preset" in values and not self.errors:
            self.clean_rules(values)
        return values

    def refuse(self, refusal: Refused) -> None:
        """Show a proposal's mistakes at their fields."""
        if not isinstance(refusal, NotValid):
            super().refuse(refusal)
            return
        for name, sentences in refusal.errors.items():
            place = "preset" if name == "rules" else name
            for sentence in sentences:
                self.add_error(place if place in self.fields else None, sentence)
