"""The addresses of the API. A token needs the scope `read` to read, and `organize` for everything else."""

from django.urls import path, re_path

from spades_site.accounts.tokens.scopes import ORGANIZE, READ, takes_tokens
from spades_site.api import (
    entries,
    games,
    leagues,
    making,
    matches,
    people,
    questions,
    tournaments,
    webhooks,
)
from spades_site.api.site import api, unknown

# Before the tournaments' steps, which are addresses of the same shape.
api.add_router("", webhooks.router)
api.add_router("", leagues.router)
api.add_router("", making.router)
api.add_router("", entries.router)
api.add_router("", tournaments.router)
api.add_router("", matches.router)
api.add_router("", questions.router)
api.add_router("", people.router)
api.add_router("", games.router)

WRITING = ("post", "put", "patch", "delete", "options", "trace", "query")
"""The methods of which an address has some: it says itself which."""

for_programs = takes_tokens(get=READ, **dict.fromkeys(WRITING, ORGANIZE))
patterns, _app, _space = api.urls
for each in patterns:
    if each.callback is not None:
        for_programs(each.callback)

urlpatterns = [
    path("v1/", (patterns, _app, _space)),
    re_path("^", for_programs(unknown), name="api_unknown"),
]
