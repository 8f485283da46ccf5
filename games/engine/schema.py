"""Words of JSON Schema beside a type, from which the published schemas are made (tools/frame_types.py)."""

from collections.abc import Callable
from typing import Annotated, Any, Final


class Says:
    """What a type of Python doesn't say, in words of JSON Schema: `Annotated[int, Says(minimum=0)]`."""

    def __init__(self, **words: Any) -> None:
        self.words = words

    def __get_pydantic_json_schema__(
        self, core: Any, schema_of: Callable[[Any], dict[str, Any]]
    ) -> dict[str, Any]:
        """Return the type's schema with these words; pydantic asks for it."""
        return {**schema_of(core), **self.words}


CARD: Final = "([2-9TJQKA][SHDC]|BJ|LJ)"
type Card = Annotated[str, Says(pattern=f"^{CARD}$")]
type Cards = Annotated[list[Card], Says(maxItems=54)]
type SeatNumber = Annotated[int, Says(minimum=0, maximum=4)]
type Count = Annotated[int, Says(minimum=0)]
type Code = Annotated[
    str,
    Says(
        pattern="^[a-z_]{2,40}$",
        description="Stable; the sentence beside it may change and may be translated.",
    ),
]
