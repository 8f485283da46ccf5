"""The two proxies before a deployment's web processes: one that spreads a table's sockets over them, and the site's own."""

import os
import subprocess
from pathlib import Path

from tests import services
from tests.program import ROOT

SPREADING = """
global
  maxconn 1000
defaults
  mode tcp
  option redispatch
  retries 2
  timeout connect 3s
  timeout client 2m
  timeout server 2m
  timeout check 5s
frontend visitors
  bind 127.0.0.1:{port}
  default_backend webs
backend webs
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 500ms fall 2 rise 1
{webs}
"""
"""Spreads a table's sockets over both web processes on purpose, so that all its news travel through Redis: the site's own proxy sends
them to one."""


def spreading(port: int, webs: tuple[int, ...], folder: Path) -> list[str]:
    """Return the command of a proxy without TLS that spreads a table's sockets over all web processes."""
    servers = "\n".join(f"  server web{each} 127.0.0.1:{each}" for each in webs)
    (folder / "proxy.cfg").write_text(SPREADING.format(port=port, webs=servers))
    return [services.need("haproxy", "haproxy"), "-db", "-f", str(folder / "proxy.cfg")]


def shipped(port: int, webs: tuple[int, int], folder: Path) -> list[str]:
    """Return the command of the site's own proxy, deploy/haproxy, with https on `port` and a certificate for localhost.

    Of the files only the addresses are changed: the proxy must listen on the loopback address alone, and ports may be in use.
    """
    haproxy = services.need("haproxy", "haproxy")
    certificate = folder / "localhost.pem"
    made = subprocess.run(
        "openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
        " -keyout - -out -",
        shell=True, check=True, capture_output=True,
    )  # fmt: skip
    certificate.write_bytes(made.stdout)
    _copy(
        folder / "visitors.cfg",
        ("  bind 127.0.0.1:8081\n", f"  bind 127.0.0.1:{services.free_port()}\n"),
        *((f"  bind :{each}", f"  bind 127.0.0.1:{each}") for each in ('"${HTTP}"', '"${HTTPS}"')),
        *((f"  bind :::{each}", f"  bind ::1:{each}") for each in ('"${HTTP}"', '"${HTTPS}"')),
    )
    root = "  user haproxy\n  group haproxy\n  chroot /var/lib/haproxy\n"
    _copy(
        folder / "processes.cfg",
        *((f"127.0.0.1:800{n}\n", f"127.0.0.1:{each}\n") for n, each in enumerate(webs, 1)),
        *([] if os.geteuid() == 0 else [(root, "")]),
    )
    variables = f"HTTP={services.free_port()} HTTPS={port} CERTIFICATES={certificate}".split()
    files = [word for name in ("visitors", "processes") for word in ("-f", f"{folder}/{name}.cfg")]
    return ["env", *variables, haproxy, "-db", *files]


def _copy(to: Path, *changes: tuple[str, str]) -> None:
    """Copy a file of deploy/haproxy with changes, each of which must apply."""
    text = (ROOT / "deploy/haproxy" / to.name).read_text()
    for old, new in changes:
        assert old in text, f"deploy/haproxy/{to.name} has no {old!r}"
        text = text.replace(old, new)
    to.write_text(text)
