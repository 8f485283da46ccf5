"""The round over the open sockets: whom it closes, and whom it must leave alone."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from games.live import lines as module
from games.live.lines import Lines
from games.live.requests import Credentials

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass(eq=False)
class Socket:
    """What the round needs of a socket, noting what is done to it."""

    credentials: Credentials | None
    user: Any = field(default_factory=lambda: SimpleNamespace(pk=1))
    table_id: int = 1
    public_id: str = "here"
    address: str = "192.0.2.1"
    picture_version: int = 0
    said_hello: bool = True
    done: list[str] = field(default_factory=list)

    async def sign_out(self) -> None:
        self.done.append("signed out")

    def hear(self, message: dict[str, Any]) -> None:
        self.done.append("told")

    def hear_if_newer(self, picture: dict[str, Any]) -> None:
        self.done.append("shown")


def credentials(number: int) -> Credentials:
    return Credentials(number, "hash", f"s{number}")


async def test_who_comes_while_the_database_answers_is_not_signed_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, gone, leaving, newcomer = (Socket(credentials(number)) for number in range(4))
    sockets = Lines()
    sockets.all |= {here, gone, leaving}

    def look_round(signed_in: Any, table_ids: Any) -> Any:
        sockets.all.add(newcomer)
        sockets.all.discard(leaving)
        assert set(signed_in) == {here.credentials, gone.credentials, leaving.credentials}
        return {here.credentials}, {}

    monkeypatch.setattr(module.requests, "look_round", look_round)
    await sockets.go_round()
    assert [each.done for each in (here, gone, leaving, newcomer)] == [
        [],
        ["signed out"],
        [],
        [],
    ]
