"""The ASGI application: Django serves pages, Channels serves the live table."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spades_site.settings")
pages = get_asgi_application()

# Django must be set up before any module with models is imported.
import spades_site.celery  # noqa: E402, F401
from games.live.guard import Guard  # noqa: E402
from games.live.origins import OwnOrigins  # noqa: E402
from games.live.routing import websocket_urlpatterns  # noqa: E402
from games.live.sessions import signed_in  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": Guard(
            OwnOrigins(signed_in(URLRouter(websocket_urlpatterns)), settings.SOCKET_ORIGINS)
        ),
    }
)
