"""Processor time, memory and open files of the platform's processes on this machine, for Prometheus."""

from collections.abc import Callable, Iterable
from pathlib import Path

from prometheus_client import Metric, ProcessCollector
from prometheus_client.registry import Collector

PROC = Path("/proc")


class Processes(Collector):
    """The library's figures of some processes and their children, such as those of a Celery worker.

    `main` returns the ids of the processes at each scrape. Each figure has the labels `pid` and `unit`: the process's systemd
    service, empty without systemd.
    """

    def __init__(self, main: Callable[[], Iterable[int]]) -> None:
        self._main = main

    def collect(self) -> Iterable[Metric]:
        """Return the figures of the processes that run now."""
        found: dict[str, Metric] = {}
        for pid in sorted(set(_with_children(self._main()))):
            labels = {"pid": str(pid), "unit": _unit_of(pid)}
            for metric in ProcessCollector(pid=lambda pid=pid: pid, registry=None).collect():  # type: ignore[misc]
                empty = Metric(metric.name, metric.documentation, metric.type)
                for sample in metric.samples:
                    found.setdefault(metric.name, empty).add_sample(
                        sample.name, labels, sample.value
                    )
        return found.values()


def _with_children(pids: Iterable[int]) -> Iterable[int]:
    for pid in pids:
        yield pid
        for file in PROC.glob(f"{pid}/task/*/children"):
            yield from map(int, _text_of(file).split())


def _unit_of(pid: int) -> str:
    """Return the systemd service in whose control group a process is."""
    group = _text_of(PROC / str(pid) / "cgroup").strip().rpartition("/")[2]
    return group.removesuffix(".service") if group.endswith(".service") else ""


def _text_of(file: Path) -> str:
    # The process, or its thread, may have ended meanwhile.
    try:
        return file.read_text()
    except OSError:
        return ""
