"""Pure: players for empty seats. A bot sees what a person in its seat sees, and nothing more.

`choose(view, rules, rng, level)` takes the view that the engine builds for one seat (`games.engine.view_for`) and returns one of
its legal actions. A bot keeps no state between turns: the view has every trick of the hand, which a person could
remember. For everything else it estimates probabilities, or samples deals (docs/levels.md).
"""

from games.bots.advice import Advice, advise
from games.bots.choosing import SEARCHED, Dice, choose

NAMES = ("Ada", "Blaise", "Carl", "Daphne", "Emmy", "Fermat", "Grace", "Hedy")
"""What bots are called: people who knew about numbers. Nobody else can take these names."""

VERSION = 2
"""Names how bots of all levels choose: raise it with every change after which one may choose otherwise."""

__all__ = ["NAMES", "SEARCHED", "VERSION", "Advice", "Dice", "advise", "choose"]
