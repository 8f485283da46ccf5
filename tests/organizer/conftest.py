"""The club of the tournaments' tests, whose evenings the organizers' pages show."""

from tests.events.conftest import Club, club

__all__ = ["Club", "club"]
