"""The forms of the addresses and host names in the settings."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

_NAME = r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?"
_IPV6 = r"[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*"


@dataclass(frozen=True)
class Form:
    """What addresses of one kind look like. `fits` judges the parts of one that has the right scheme; `hint` says what else
    to do.
    """

    example: str
    schemes: frozenset[str]
    fits: Callable[[SplitResult], bool]
    hint: str = ""


def fits(address: str, form: Form) -> bool:
    """Return whether an address has the form."""
    scheme, separator, rest = address.partition("://")
    if not separator or scheme.lower() not in form.schemes or re.search(r"[\s#]", rest):
        return False
    try:
        parts = urlsplit(address)
        # Reading the port raises ValueError if it isn't one.
        return parts.port != 0 and form.fits(parts)
    except ValueError:
        return False


def is_host(word: str) -> bool:
    """Return whether a word is a host name or a network address, without scheme, port or brackets."""
    return re.fullmatch(f"{_NAME}|{_IPV6}", word, re.IGNORECASE) is not None


def is_allowed_host(word: str) -> bool:
    """Return whether a word may be in Django's ALLOWED_HOSTS: a name, “.name” for its subdomains too, an address (IPv6 in
    brackets), or “*” for every name.
    """
    return re.fullmatch(rf"\.?{_NAME}|\[{_IPV6}\]|\*", word, re.IGNORECASE) is not None


def _has_host(parts: SplitResult) -> bool:
    return is_host(parts.hostname or "")


def _is_site(parts: SplitResult) -> bool:
    alone = parts.username is None and parts.path in ("", "/") and not parts.query
    return alone and _has_host(parts)


def _is_database(parts: SplitResult) -> bool:
    # Without a host, or with a folder as the host, Postgres is on this machine behind a socket.
    host = parts.hostname or ""
    return bool(re.fullmatch(r"/[^/@]+", parts.path)) and (
        not host or host.lower().startswith("%2f") or is_host(host)
    )


def _is_redis(parts: SplitResult) -> bool:
    return _has_host(parts) and re.fullmatch(r"/?\d*", parts.path) is not None


def _is_dsn(parts: SplitResult) -> bool:
    has_project = re.fullmatch(r"(/[^/]+)*/\d+", parts.path) is not None
    return _has_host(parts) and bool(parts.username) and has_project


_PERCENT = "Write special characters of the password in percent form: # as %23, / as %2F, ? as %3F, % as %25."
_WEB = frozenset({"http", "https"})

SITE = Form(
    "https://spades.example.org", _WEB, _is_site,
    "It begins with https:// (without https: http://) and ends with the host, or its port.",
)  # fmt: skip
POSTGRES = Form(
    "postgres://user:password@host/name", frozenset({"postgres", "postgresql"}), _is_database, _PERCENT
)  # fmt: skip
REDIS = Form("redis://host:6379/0", frozenset({"redis", "rediss"}), _is_redis, _PERCENT)
DSN = Form("https://key@host/1", _WEB, _is_dsn, "Sentry shows it as “DSN”.")
COLLECTOR = Form("http://host:4318", _WEB, _has_host)
PAGE = Form("https://host/page", frozenset({"https"}), _has_host)
