"""The form that begins a practice game."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.tables.forms import LevelField
from games.tables.levels import levels_here, usual_level
from games.tables.texts.rules import preset_choices
from spades_site.common.forms import PageForm

PRESET = "cardgames_io"
"""The default rules."""


class NewPracticeForm(PageForm):
    """The bots' level and the rules; most people keep the defaults."""

    button = _("Play with bots")
    icon = "cards"
    more = ("preset",)
    more_words = _("Other rules")
    level = LevelField(initial=usual_level, required=False)
    preset = forms.ChoiceField(label=_("Rules"), choices=preset_choices, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Create the form, without a choice of levels if there is only one."""
        super().__init__(*args, **kwargs)
        if len(levels_here()) == 1:
            del self.fields["level"]

    def clean_level(self) -> int:
        """Return the level, or the default one."""
        return self.cleaned_data["level"] or usual_level()
