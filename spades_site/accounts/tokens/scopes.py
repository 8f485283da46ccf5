"""The scopes of tokens, and the views that accept tokens."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PLAY, EVENTS, READ, ORGANIZE, ENTER = "play", "events", "read", "organize", "enter"
SCOPES: Final[Mapping[str, Promise]] = {
    PLAY: _("Play: open tables, sit down, play and chat at them"),
    EVENTS: _("Events: hear of invitations and games, and answer invitations"),
    READ: _("Read: results, standings and records that you may see"),
    ENTER: _("Enter: enter tournaments, check in, withdraw, and answer a partner’s invitation"),
    ORGANIZE: _("Organize: run the tournaments in which you have a role"),
}
"""Every scope's description by its code."""


def takes_tokens[View: Callable[..., Any]](**scopes: str) -> Callable[[View], View]:
    """Let a view accept tokens; `get` and `post` are the scopes that the methods need."""

    def declare(view: View) -> View:
        view.token_scopes = {name.upper(): scope for name, scope in scopes.items()}  # type: ignore[attr-defined]
        return view

    return declare


def scope_for(view: Any, method: str | None) -> str | None:
    """Return the scope that a view needs for a request's method; None if it doesn't accept tokens."""
    wanted: Mapping[str, str] = getattr(view, "token_scopes", {})
    return wanted.get("GET" if method == "HEAD" else method or "")
