"""The club of the tests of tournaments."""

from tests.events.conftest import club

__all__ = ["club"]
