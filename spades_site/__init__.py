"""The site: settings, urls, ASGI, Celery. Configuration only; `games` and `tournaments` do the work."""
