"""The presets that tournaments can have, as a form's choices."""

from functools import partial

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import engine
from games.tables.texts.rules import Choices
from games.tables.texts.rules import preset_choices as preset_choices_by_family


def preset_choices() -> Choices:
    """Return the presets for tournaments, grouped by number and sides of players; those for partnerships by families."""
    alone = {
        _("Two players"): partial(_is_alone, heads_up=True),
        _("Each for themselves (solo tables)"): partial(_is_alone, heads_up=False),
    }
    partners = [
        (gettext("Two partnerships: %(family)s") % {"family": family}, presets)
        for family, presets in preset_choices_by_family(lambda rules: rules.sides == "partners")
    ]
    others = [
        (str(title), [one for _family, presets in preset_choices_by_family(of) for one in presets])
        for title, of in alone.items()
    ]
    return [*partners, *others]


def _is_alone(rules: engine.RuleSet, *, heads_up: bool) -> bool:
    return rules.sides == "solo" and (rules.players == 2) == heads_up
