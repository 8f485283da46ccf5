"""The process beside the server that does the jobs of the bots' queue; `warm_process.py` starts it.

It reads one job per line from its input, and answers each with a line. It ends when its input does, and so with the server.
"""

import json
import logging
import os
import signal
import sys

NICE = 10
log = logging.getLogger("spades.background")


def main() -> int:
    """Do jobs until the input ends. Returns the exit status."""
    os.nice(NICE)
    if hasattr(os, "sched_setaffinity"):
        # The server keeps itself to one core (ADR 4); this process may use all.
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
    # Ctrl-C reaches this process too; the server ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Whatever a job prints must not be taken for an answer.
    answers = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spades_site.settings")
    import django

    import spades_site.celery  # noqa: F401

    django.setup()
    for line in sys.stdin:
        name, *args = json.loads(line)
        _do(name, args)
        os.write(answers, b"done\n")
    return 0


def _do(name: str, args: list[int]) -> None:
    from django.db import close_old_connections
    from django.utils.module_loading import import_string

    from spades_site.common.monitoring.safe_logging import trace_of

    close_old_connections()
    try:
        import_string(name)(*args)
    except Exception as error:
        # Without the error's text, which may quote cards.
        log.error("%s failed: %s", name, trace_of(error))
    finally:
        close_old_connections()


if __name__ == "__main__":
    raise SystemExit(main())
