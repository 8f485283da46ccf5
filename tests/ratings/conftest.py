from typing import Any

import pytest

from games.ratings import elo


@pytest.fixture
def everybody_known(monkeypatch: Any) -> None:
    """Count games in full and list people, however few they have played against."""
    monkeypatch.setattr(elo, "SEVERAL", 0)
