"""The periodic check of open sockets: which it closes, and which it keeps."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from games.live import sockets as module
from games.live.requests import Credentials
from games.live.sockets import LiveSockets

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
    kept: bool = False
    counts_alone: bool = False
    noted: bool = False
    done: list[str] = field(default_factory=list)

    async def sign_out(self) -> None:
        self.done.append("signed out")

    async def end_access(self) -> None:
        self.done.append("lost sight")

    async def close_for_restart(self) -> None:
        self.done.append("sent away")

    def note_program(self) -> None:
        self.noted = True

    def hear(self, message: dict[str, Any]) -> None:
        self.done.append("told")

    def hear_if_newer(self, picture: dict[str, Any]) -> None:
        self.done.append("shown")


def credentials(number: int) -> Credentials:
    return Credentials(number, "hash", f"s{number}")


async def test_a_socket_opened_during_the_query_is_not_signed_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, gone, leaving, newcomer = (Socket(credentials(number)) for number in range(4))
    sockets = LiveSockets()
    sockets.all |= {here, gone, leaving}

    def recheck(signed_in: Any, table_ids: Any) -> Any:
        sockets.all.add(newcomer)
        sockets.all.discard(leaving)
        assert set(signed_in) == {here.credentials, gone.credentials, leaving.credentials}
        return {here.credentials}, {}

    monkeypatch.setattr(module.requests, "recheck", recheck)
    await sockets.check_all()
    assert [each.noted for each in (here, gone, leaving, newcomer)] == [True, False, False, False]
    assert [each.done for each in (here, gone, leaving, newcomer)] == [
        [],
        ["signed out"],
        [],
        [],
    ]


async def test_viewers_of_private_tables_are_looked_after_in_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However many watch, a round asks for few of them, and every viewer comes up."""
    monkeypatch.setattr(module, "RECHECKED_PER_ROUND", 2)
    monkeypatch.setattr(module.requests, "recheck", lambda signed_in, tables: (set(), {}))
    people = [SimpleNamespace(pk=number) for number in range(1, 4)]
    watchers = [Socket(None, user=person, kept=True) for person in (None, *people)]
    open_table = Socket(None, user=people[0])
    asked: list[list[int]] = []

    def still_visible(viewers: Any) -> Any:
        asked.append(sorted(0 if user is None else user.pk for _table, user in viewers))
        return {(1, None), (1, 2)}

    monkeypatch.setattr(module.requests, "still_visible", still_visible)
    sockets = LiveSockets()
    sockets.all |= {*watchers, open_table}
    for _ in range(4):
        await sockets.check_all()
    assert asked == [[0, 1], [2, 3], [0, 1], [2, 3]]
    assert [each.done for each in (*watchers, open_table)] == [
        [],
        ["lost sight", "lost sight"],
        [],
        ["lost sight", "lost sight"],
        [],
    ]
