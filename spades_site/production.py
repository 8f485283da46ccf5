"""What a site that is open to others must be told before it starts. `settings` refuses to start otherwise, with every
finding at once.
"""

import os
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from spades_site import addresses
from spades_site.env import NEW_PUSH_KEY

LEAST_KEY = 50
"""Characters of SECRET_KEY, as Django's own check wants it."""
LEAST_TOKEN = 24
LOCAL_HOSTS = {"localhost", "127.0.0.1", "::1"}
NEW_KEY = "python3 -c 'import secrets; print(secrets.token_urlsafe(64))'"


def faults_of(environment: Mapping[str, str], *, production: bool) -> list[str]:
    """Return what is missing or wrong in the environment, each with what to do; empty if the site may start.

    What would break any site is always checked, the rest only for `production`.
    """

    def given(name: str) -> str:
        return environment.get(name, "").strip()

    found = []
    if given("REDIS_URL") and not given("DATABASE_URL"):
        found.append(
            "DATABASE_URL is missing: with REDIS_URL several processes share one database, which SQLite isn't made for."
            " Set it to postgres://user:password@host/name."
        )
    replicas = [url.strip() for url in given("SPADES_DATABASE_REPLICA_URL").split(",")]
    if any(replicas) and not given("DATABASE_URL"):
        found.append(
            "DATABASE_URL is missing: SPADES_DATABASE_REPLICA_URL names copies of a Postgres database, so name that one too."
        )
    if given("DATABASE_URL") and given("DATABASE_URL") in replicas:
        found.append(
            "SPADES_DATABASE_REPLICA_URL names DATABASE_URL itself: name its replica, or remove it."
        )
    if given("REDIS_SHARDS") and not given("REDIS_URL"):
        found.append("REDIS_URL is missing: REDIS_SHARDS carry tables' news only, not the queue.")
    if given("EMAIL_HOST_USER") and not given("EMAIL_HOST_PASSWORD"):
        found.append("EMAIL_HOST_PASSWORD is missing: EMAIL_HOST_USER needs it.")
    if given("EMAIL_HOST_USER") and not given("EMAIL_HOST"):
        found.append("EMAIL_HOST is missing: EMAIL_HOST_USER says there is a mail server.")
    if 0 < len(given("METRICS_TOKEN")) < LEAST_TOKEN:
        found.append(
            f"METRICS_TOKEN is too short: anybody could guess it. Make one of {LEAST_TOKEN} characters or more: {NEW_KEY}"
        )
    for name, package in (
        ("SENTRY_DSN", "sentry_sdk"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "opentelemetry"),
    ):
        if given(name) and find_spec(package) is None:
            found.append(
                f"{name} needs packages that aren't installed: run script/bootstrap full, or build the image with"
                " REQUIREMENTS=full."
            )
    found += _of_files(given)
    return [*found, *_of_production(given)] if production else found


def _of_files(given: Callable[[str], str]) -> list[str]:
    found = []
    data, counts = Path(given("SPADES_DATA_DIR")), given("PROMETHEUS_MULTIPROC_DIR")
    if data.exists() and not data.is_dir():
        found.append("SPADES_DATA_DIR isn't a folder: name one, or a path that doesn't exist yet.")
    if counts and not (Path(counts).is_dir() and os.access(counts, os.W_OK | os.X_OK)):
        found.append(
            "PROMETHEUS_MULTIPROC_DIR isn't a folder in which this process may write: make it, empty, at every boot."
        )
    if given("SPADES_ALIVE_FILE") and not Path(given("SPADES_ALIVE_FILE")).parent.is_dir():
        found.append(
            "SPADES_ALIVE_FILE names a file in a folder that doesn't exist: make the folder."
        )
    if given("SPADES_CLOCK_SHIFT_FILE"):
        try:
            float(Path(given("SPADES_CLOCK_SHIFT_FILE")).read_text().strip() or 0)
        except (OSError, ValueError):
            found.append(
                "SPADES_CLOCK_SHIFT_FILE names no file with a number of seconds: write one, such as 0, or remove the setting."
            )
    return found


def _of_production(given: Callable[[str], str]) -> list[str]:
    site = given("SITE_URL") or "http://localhost"
    found = []
    # A malformed one is noted already.
    if addresses.fits(site, addresses.SITE) and not _is_public(site):
        found.append(
            "SITE_URL must be the site's public address with https, such as https://spades.example.org:"
            " links in mails, cookies and sockets depend on it."
        )
    if not given("TRUSTED_PROXY_COUNT"):
        found.append(
            "TRUSTED_PROXY_COUNT is missing: set it to the number of your proxies that end https, usually 1"
            " (0 if they don't add X-Forwarded-For; then all visitors share one limit)."
        )
    if given("REDIS_URL"):
        if not given("SECRET_KEY"):
            found.append(
                f"SECRET_KEY is missing: all processes must share it. Make one and keep it: {NEW_KEY}"
            )
        if not given("PUSH_KEY"):
            found.append(
                f"PUSH_KEY is missing: all processes must share it. Make one and keep it: {NEW_PUSH_KEY}"
            )
    if 0 < len(given("SECRET_KEY")) < LEAST_KEY:
        found.append(
            f"SECRET_KEY is shorter than {LEAST_KEY} characters. Make a longer one and name the old one in"
            f" SECRET_KEY_FALLBACKS: {NEW_KEY}"
        )
    for name, harm in (
        ("SPADES_DEBUG", "it shows tracebacks with hidden cards"),
        ("SPADES_CLOCK_SHIFT_FILE", "it moves the clock"),
        ("PUSH_TO_PRIVATE", "it lets visitors have the server call addresses in its own network"),
    ):
        if given(name).lower() not in {"", "0", "false", "no", "off"}:
            found.append(f"{name} must be off on a public site: {harm}. Remove it.")
    return found


def _is_public(site: str) -> bool:
    parts = urlsplit(site)
    return parts.scheme == "https" and parts.hostname not in LOCAL_HOSTS
