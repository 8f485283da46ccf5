"""The site: settings, urls, ASGI, Celery. Wiring only; the work is done in `games` and `tournaments`."""
