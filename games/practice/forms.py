"""The form that begins a practice game."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine import PRESET_TITLES
from spades_site.common.forms import PageForm
from spades_site.common.translation import translate

PRESET = "cardgames_io"
"""The rules for whoever chooses none."""


def _presets() -> list[tuple[str, str]]:
    return [(key, translate(title)) for key, title in PRESET_TITLES.items()]


class NewPracticeForm(PageForm):
    """The rules, which most people leave as they are."""

    button = _("Play with bots")
    icon = "cards"
    more = ("preset",)
    more_words = _("Other rules")
    preset = forms.ChoiceField(label=_("Rules"), choices=_presets, required=False)
