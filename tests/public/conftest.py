"""The club of the tournaments' tests, whose evenings the pages show."""

from tests.events.conftest import Club, club

__all__ = ["Club", "club"]
