"""Settings: each is documented, and what is missing is named at once; reports of errors show no secret."""

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from django.test import RequestFactory
from django.views.debug import ExceptionReporter

from tests.program import ROOT

READERS = {"text", "flag", "number", "names", "numbers", "seconds", "choice"}
COMPOSE_ALONE = {
    *("POSTGRES_PASSWORD", "SPADES_IMAGE", "WEB_PROCESSES", "WORKER_THREADS"),
    *("BOT_PROCESSES", "HTTP_PORT", "HTTPS_PORT"),
}


def _read_by(file: Path) -> set[str]:
    """Return the names of the variables that a file reads by the functions of `env`."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in READERS and str(node.args[0].value).isupper():
                found.add(str(node.args[0].value))
    return found


def test_every_setting_is_in_the_example_and_in_the_manual() -> None:
    read = _read_by(ROOT / "spades_site/settings.py") | _read_by(ROOT / "spades_site/env.py")
    example = (ROOT / "deploy/.env.example").read_text()
    manual = (ROOT / "docs/operations.md").read_text()
    assert len(read) > 35
    assert set(re.findall(r"(?m)^#?([A-Z_]+)=", example)) == read | COMPOSE_ALONE
    compose = (ROOT / "deploy/compose.yaml").read_text()
    assert set(re.findall(r"\$\{([A-Z_]+)", compose)) == COMPOSE_ALONE
    assert {name for name in read | COMPOSE_ALONE if f"`{name}`" not in manual} == set()


def _start(tmp_path: Path, **env: str) -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, "-c", "import spades_site.settings"],
        cwd=ROOT, env={"SPADES_DATA_DIR": str(tmp_path), **env}, capture_output=True, text=True,
    )  # fmt: skip
    return done.returncode, [line.partition(":")[0] for line in done.stderr.splitlines()]


def test_a_half_configured_site_names_all_that_is_missing_at_once(tmp_path: Path) -> None:
    status, lines = _start(
        tmp_path, SPADES_PRODUCTION="1", REDIS_URL="redis://redis/0", SPADES_DEBUG="1",
        EMAIL_PORT="many", EMAIL_HOST="mail", EMAIL_HOST_USER="spades", METRICS_TOKEN="short",
    )  # fmt: skip
    assert status == 1
    assert lines == [
        "The platform can't start with these settings (docs/operations.md, “Settings”)",
        "  - EMAIL_PORT='many' is not a whole number",
        "  - DATABASE_URL is missing",
        "  - EMAIL_HOST_PASSWORD is missing",
        "  - METRICS_TOKEN is too short",
        "  - SITE_URL must be the site's public address with https, such as https",
        "  - TRUSTED_PROXY_COUNT is missing",
        "  - SECRET_KEY is missing",
        "  - PUSH_KEY is missing",
        "  - SPADES_DEBUG must be off on a public site",
    ]


def test_https_alone_asks_for_what_a_public_site_needs_and_a_complete_one_starts(
    tmp_path: Path,
) -> None:
    site = {"SITE_URL": "https://spades.example"}
    title = "The platform can't start with these settings (docs/operations.md, “Settings”)"
    assert _start(tmp_path, **site) == (1, [title, "  - TRUSTED_PROXY_COUNT is missing"])
    assert _start(tmp_path, **site, TRUSTED_PROXY_COUNT="1") == (0, [])
    assert _start(tmp_path, SITE_URL="http://localhost:8000") == (0, [])


def test_reports_of_errors_show_no_secret(settings: Any) -> None:
    secrets = {
        "SECRET_KEY": "canary-1", "DATABASE_URL": "postgres://spades:canary-2@db/spades",
        "REDIS_URL": "redis://:canary-3@redis/0", "CELERY_BROKER_URL": "redis://:canary-4@redis/0",
        "CHANNEL_LAYERS": {"default": {"CONFIG": {"hosts": ["redis://x:canary-5@redis/0"]}}},
        "CACHES": {"default": {"LOCATION": "redis://:canary-6@redis/0"}},
        "MAILERS": {"default": {"OPTIONS": {"password": "canary-7"}}},
        "PUSH_KEY": "canary-8", "METRICS_TOKEN": "canary-9", "SENTRY_DSN": "https://canary-10@s/1",
    }  # fmt: skip
    for name, value in secrets.items():
        setattr(settings, name, value)
    request = RequestFactory().get("/", headers={"authorization": "Bearer canary-11"})
    request.COOKIES["sessionid"] = "canary-12"
    report = ExceptionReporter(request, ValueError, ValueError("a report"), None)
    for text in (report.get_traceback_text(), report.get_traceback_html()):
        assert "a report" in text
        assert re.findall(r"canary-\d+", text) == []
