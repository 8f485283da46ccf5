from tests.events.conftest import club

__all__ = ["club"]
