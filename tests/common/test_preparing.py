"""What `script/server` says while it starts."""

import socket
from types import SimpleNamespace
from typing import Any

import pytest

from spades_site import preparing, serve


def test_a_taken_port_is_named_with_the_remedy(capfd: Any) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert serve.main(["--port", str(port), "--prepare", "--demo"]) == 1
    assert capfd.readouterr() == (
        "",
        f"Port {port} on 127.0.0.1 is taken. Stop the program that has it, or choose another:"
        f" script/server --port {port + 1}\n",
    )


def test_a_step_counts_from_its_beginning_and_says_how_long_it_took(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, capfd: Any
) -> None:
    (tmp_path / "manage.py").write_text("import sys; sys.exit(sys.argv[1] != 'demo')")
    clock = iter([100.0, 131.4, 137.6])
    monkeypatch.setattr(preparing, "ROOT", tmp_path)
    monkeypatch.setattr(preparing, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(preparing, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    step = preparing._Step("filling the club", "demo")
    real, waits = step.process, [True]

    class Slow:
        """Is still running when it is first looked at."""

        def wait(self, timeout: float) -> int:
            if waits.pop():
                waits.append(False)
                raise preparing.subprocess.TimeoutExpired("demo", timeout)
            return real.wait()

    monkeypatch.setattr(step, "process", Slow())
    step.wait("the club", "It failed.")
    assert capfd.readouterr().out == (
        "== filling the club\n   … 31 s\n   the club: ready after 38 s\n"
    )
