"""The ASGI application: Django serves pages, Channels serves the live table."""

import os
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spades_site.settings")
pages = get_asgi_application()

# Django must be set up before any module with models is imported.
import spades_site.celery  # noqa: E402
from games.live.middleware import ByToken, Guard, OwnOrigins, signed_in  # noqa: E402
from games.live.routing import websocket_urlpatterns  # noqa: E402
from spades_site.accounts.fair_pages import FairPages  # noqa: E402
from spades_site.staff.probes import Probes  # noqa: E402

# Load the pages before the port opens: otherwise the first visitor waits for it.
import spades_site.urls  # noqa: E402, F401  # isort: skip

sockets = URLRouter(websocket_urlpatterns)
from_pages = OwnOrigins(signed_in(sockets), settings.SOCKET_ORIGINS)
by_protocol = ProtocolTypeRouter(
    {"http": Probes(FairPages(pages)), "websocket": Guard(ByToken(sockets, browsers=from_pages))}
)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve a request or socket at the root of its host.

    daphne takes `root_path`, with which Django begins every link, from the visitor's `Daphne-Root-Path` header: with
    it, the link in another person's password mail could lead to any site.
    """
    await by_protocol({**scope, "root_path": ""}, receive, send)
