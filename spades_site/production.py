"""What a site that is open to others must be told before it starts. `settings` refuses to start otherwise, with every
finding at once.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

LEAST_KEY = 50
"""Characters of SECRET_KEY, as Django's own check wants it."""
LEAST_TOKEN = 24
LOCAL_HOSTS = {"", "localhost", "127.0.0.1", "::1"}
NEW_KEY = "python3 -c 'import secrets; print(secrets.token_urlsafe(64))'"
NEW_PUSH_KEY = (
    "python3 -c 'import secrets; from base64 import urlsafe_b64encode as b;"
    ' print(b(secrets.token_bytes(31).rjust(32, b"\\1")).decode().rstrip("="))\''
)


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
    if any(url and not url.startswith(("postgres://", "postgresql://")) for url in replicas):
        found.append(
            "SPADES_DATABASE_REPLICA_URL must have the form postgres://user:password@host/name, several separated by commas."
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
    if given("PROMETHEUS_MULTIPROC_DIR") and not Path(given("PROMETHEUS_MULTIPROC_DIR")).is_dir():
        found.append("PROMETHEUS_MULTIPROC_DIR isn't a folder: make it, empty, at every boot.")
    return [*found, *_of_production(given)] if production else found


def _of_production(given: Callable[[str], str]) -> list[str]:
    site = urlsplit(given("SITE_URL"))
    found = []
    if (site.hostname or "") in LOCAL_HOSTS or site.scheme != "https":
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
