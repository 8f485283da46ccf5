"""Pure: players for empty seats. A bot sees what a person in its seat sees, and nothing more.

`choose(view, rng)` takes the picture that the engine draws for one seat (`games.engine.view_for`) and returns one of its
legal actions. A bot keeps no notes between its turns: of the cards played it knows the trick on the table and the last
one, which everybody may look at; about the others it reckons with chances.
"""

from games.bots.choosing import Dice, choose

NAMES = ("Ada", "Blaise", "Carl", "Daphne", "Emmy", "Fermat", "Grace", "Hedy")
"""What bots are called: people who knew about numbers. Nobody else can take these names."""

__all__ = ["NAMES", "Dice", "choose"]
