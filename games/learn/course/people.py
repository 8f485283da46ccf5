"""The players at the lessons' table."""

from typing import Final

from games.engine.sentences import format_number, message

NAMES: Final = ("", "Wanda", "Nora", "Emil")
"""By seat; the learner's own seat has no name. West, north and east of it: W, N, E."""

WHO: Final[tuple[tuple[str, str], ...]] = (
    ("0", message("You")),
    ("1", "Wanda"),
    ("2", "Nora"),
    ("3", "Emil"),
)
"""The seats as choices of a question."""


def numbers(*values: int) -> tuple[tuple[str, str], ...]:
    """Return numbers as choices of a question."""
    return tuple((str(value), format_number(value)) for value in values)
