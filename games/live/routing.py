"""Addresses of sockets."""

from django.urls import path, re_path

from games.live.consumer import TableConsumer
from games.live.events import EventsConsumer
from games.live.middleware import deny

websocket_urlpatterns = [
    path("ws/t/<slug:public_id>/", TableConsumer.as_asgi()),
    path("ws/events/", EventsConsumer.as_asgi()),
    # Without it the router raises an exception for every unknown address.
    re_path("", deny),  # type: ignore[arg-type]
]
