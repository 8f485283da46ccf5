"""Slots for functions of higher apps, which a lower app calls but can't import. Apps fill them in `ready()`."""

from collections.abc import Callable


class Slot[**Given, Answer]:
    """A function that a higher app provides; until then it answers as `empty` does."""

    def __init__(self, empty: Callable[Given, Answer]) -> None:
        self.function = empty

    def provide(self, function: Callable[Given, Answer]) -> None:
        """Fill the slot."""
        self.function = function

    def __call__(self, *args: Given.args, **kwargs: Given.kwargs) -> Answer:
        """Call the function that was provided."""
        return self.function(*args, **kwargs)


class Listeners[**Given]:
    """Functions that are called one after another, by name: one that is provided again replaces the former."""

    def __init__(self) -> None:
        self.functions: dict[str, Callable[Given, object]] = {}

    def provide(self, name: str, function: Callable[Given, object]) -> None:
        """Add a function, or replace the one of that name."""
        self.functions[name] = function

    def __call__(self, *args: Given.args, **kwargs: Given.kwargs) -> None:
        """Call them all."""
        for function in self.functions.values():
            function(*args, **kwargs)
