"""The lower bound for a move: an ASGI application that only broadcasts to a table's sockets.

One short frame in, one group message of a picture's size through the channel layer, one frame out to each socket: what
a move would cost if there were no rules, no database and no hidden cards.
"""

from typing import Any

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.urls import path

pages = get_asgi_application()


class BroadcastConsumer(AsyncWebsocketConsumer):
    """Sends the whole group as many letters as the number that comes in."""

    async def dispatch(self, message: dict[str, Any]) -> None:
        # As the table's consumer does: no hop to a thread for each message.
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        self.group = f"floor.{self.scope['url_route']['kwargs']['table']}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.channel_layer.group_send(
            self.group, {"type": "shout", "text": "x" * int(text_data or 0)}
        )

    async def shout(self, message: dict[str, Any]) -> None:
        await self.send(text_data=message["text"])

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)


application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": URLRouter([path("floor/<str:table>", BroadcastConsumer.as_asgi())]),
    }
)
