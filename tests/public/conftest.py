"""The club of the tournaments' tests, whose evenings the pages show, and addresses that are known beforehand."""

from typing import Any

import pytest

from tests.events.conftest import Club, club

__all__ = ["Club", "club"]


@pytest.fixture(autouse=True)
def plain_tails(monkeypatch: Any) -> None:
    """Let the addresses of what is private end in -xxxxx, where they end in letters by lot."""
    monkeypatch.setattr("tournaments.leagues.slugs._ALPHABET", "x")
