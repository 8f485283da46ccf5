"""S2 for programs: a socket opened with a personal token is its owner's, as far as its scopes go, and as long as it lasts."""

from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator

from games.live import base
from games.tables.models import Table
from spades_site import asgi
from spades_site.accounts.models import PersonalToken
from spades_site.accounts.tokens.services import create_token, revoke_token
from tests.live.line import Line
from tests.security.test_sockets import running_table, session_of, user

pytestmark = pytest.mark.django_db(transaction=True)


class Program(Line):
    """A program's socket through all that guards the site's, without Origin; others' cookies don't matter."""

    def __init__(self, table: Table, token: str, *headers: tuple[bytes, bytes]) -> None:
        super().__init__(table, None)
        path = f"/ws/t/{table.public_id}/"
        given = [(b"authorization", f"Bearer {token}".encode()), *headers]
        self.socket = WebsocketCommunicator(asgi.application, path, headers=given)


async def test_s2_a_token_opens_its_owners_socket_for_its_scope_until_it_is_revoked() -> None:
    def make() -> tuple[Any, Table, str, str, str, str]:
        ann, bob = user("ann"), user("bob")
        plays, reads, short = (
            create_token(user_id=ann.pk, name=name, scopes=[scope], days=days)[1]
            for name, scope, days in (("Robot", "play", None), ("Reader", "read", None), ("Short", "play", 1))
        )  # fmt: skip
        PersonalToken.objects.filter(name="Short").update(expires_at="2020-01-01T00:00Z")
        return ann, running_table(ann), plays, reads, short, session_of(bob).session_key

    ann, table, plays, reads, short, bobs = await database_sync_to_async(make)()
    told = {}
    for name, token in (("reads", reads), ("short", short), ("unknown", "spades_x"), ("none", "")):
        refused = Program(table, token)
        await refused.socket.connect()
        told[name] = ((await refused.until("bye"))["code"], await refused.closed())
    assert told == {
        "reads": ("missing_scope", base.MISSING_SCOPE),
        "short": ("token_expired", base.UNKNOWN_TOKEN),
        "unknown": ("unknown_token", base.UNKNOWN_TOKEN),
        "none": ("unknown_token", base.UNKNOWN_TOKEN),
    }
    line = Program(table, plays, (b"cookie", f"sessionid={bobs}".encode()))
    view = await line.open()
    assert (view["you"]["name"], view["you"]["seat"]) == ("ann", 0)
    kept = [*base.sockets_here().all]
    await base.sockets_here().check_all()
    assert kept == [*base.sockets_here().all] != []
    token = await database_sync_to_async(PersonalToken.objects.get)(name="Robot")
    await database_sync_to_async(revoke_token)(user_id=ann.pk, token_id=token.pk)
    await base.sockets_here().check_all()
    assert (await line.until("bye"))["code"] == "signed_out"
    assert await line.closed() == base.SIGNED_OUT
    assert not any(token in "".join(line.texts) for token in (plays, reads, short))
