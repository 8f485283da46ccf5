"""The addresses of the API, and the scope that each needs."""

from django.urls import path, re_path

from spades_site.accounts.tokens.scopes import ORGANIZE, READ, takes_tokens
from spades_site.api import (
    challenges,
    entries,
    games,
    leagues,
    making,
    matches,
    own_entry,
    people,
    questions,
    tournaments,
    webhooks,
)
from spades_site.api.site import api, unknown

ROUTERS = (
    # Before the tournaments' steps, which are addresses of the same shape.
    webhooks.router,
    leagues.router,
    making.router,
    entries.router,
    own_entry.router,
    tournaments.router,
    matches.router,
    questions.router,
    people.router,
    games.router,
    challenges.router,
)
WRITING = ("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY")
DEFAULT = {"GET": READ, **dict.fromkeys(WRITING, ORGANIZE)}
"""The scopes where there is no operation: the view itself answers that there is none."""

scopes = {}
for router in ROUTERS:
    api.add_router("", router)
    for address, needed in router.scopes.items():
        scopes[address.lstrip("/").replace("{", "<").replace("}", ">")] = needed

patterns, _app, _space = api.urls
for each in patterns:
    if each.callback is not None:
        takes_tokens(**{**DEFAULT, **scopes.get(str(each.pattern), {})})(each.callback)

urlpatterns = [
    path("v1/", (patterns, _app, _space)),
    re_path("^", takes_tokens(**DEFAULT)(unknown), name="api_unknown"),
]
