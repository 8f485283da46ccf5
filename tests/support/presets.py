"""The presets as parameters of a test: those of each kind always, the others with script/test --long."""

import pytest

from games.engine import PRESETS

ALWAYS = {
    *("cardgames_io", "playingcards_io", "classic_blind_nil", "rubl_two_player"),
    *("bicycle_3_jokers", "bicycle_4", "bicycle_5"),
}
"""One for each rule document and number of players, some with jokers."""
EVERY_PRESET = [
    key if key in ALWAYS else pytest.param(key, marks=pytest.mark.long) for key in PRESETS
]
