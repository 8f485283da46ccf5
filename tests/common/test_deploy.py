"""`deploy/`: the image has the whole program, and HAProxy takes its configurations."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from tests import services
from tests.program import ROOT


def test_the_image_has_every_package_that_the_program_is_made_of() -> None:
    copied = set(re.findall(r"(?m)^COPY (\w+) \1$", (ROOT / "deploy/Dockerfile").read_text()))
    ours = {name.partition(".")[0] for name in settings.INSTALLED_APPS}
    packages = {name for name in ours if (ROOT / name).is_dir()}
    assert len(packages) == 3
    assert packages | {"templates", "locale", "static"} == copied
    let_in = re.findall(r"(?m)^!(\S+)$", (ROOT / "deploy/Dockerfile.dockerignore").read_text())
    assert set(let_in) == copied | {"requirements", "manage.py", "LICENSE", "docs/*.md"}


@pytest.mark.parametrize("processes", ["containers.cfg", "processes.cfg"])
def test_haproxy_takes_the_configuration(processes: str, tmp_path: Path) -> None:
    haproxy = services.need("haproxy", "haproxy")
    # As docs/operations.md has it.
    subprocess.run(
        "openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=spades.example.org -keyout - -out - >site.pem",
        shell=True, cwd=tmp_path, check=True, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    folder = ROOT / "deploy/haproxy"
    done = subprocess.run(
        [haproxy, "-c", "-f", str(folder / "visitors.cfg"), "-f", str(folder / processes)],
        env={
            **os.environ, "HTTP": "8080", "HTTPS": "8443", "CERTIFICATES": f"{tmp_path}/",
            "WEB_ADDRESS": "localhost:8000", "WEB_SLOTS": "4",
        },
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    # certbot's name isn't known until it runs.
    assert "[WARNING]" not in done.stderr, done.stderr
