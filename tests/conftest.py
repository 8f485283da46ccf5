"""What every test may use."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model


@pytest.fixture(autouse=True)
def quiet_house(settings: Any, tmp_path: Any) -> None:
    """No couriers in the background and no waiting for bots: a test says when things happen."""
    settings.OUTBOX_PROMPT = False
    settings.TABLE_TIMERS = False
    settings.BOT_SECONDS = 0.0
    settings.HAND_PAUSE_SECONDS = 0.0
    settings.MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


@pytest.fixture
def member(db: None) -> Callable[..., Any]:
    """Return a maker of members: `member("ann")`."""

    def make(username: str, **fields: Any) -> Any:
        return get_user_model().objects.create_user(
            username=username, email=f"{username}@example.org", **fields
        )

    return make


class Hands:
    """A clock that a test moves by hand: `hands.forward(seconds)`."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.shift = 0.0

    def forward(self, seconds: float) -> None:
        """Move the platform's clock `seconds` on."""
        self.shift += seconds
        self.file.write_text(str(self.shift))


@pytest.fixture
def hands(settings: Any, tmp_path: Any) -> Hands:
    """The clock's hands."""
    settings.CLOCK_SHIFT_FILE = str(tmp_path / "shift")
    return Hands(tmp_path / "shift")
