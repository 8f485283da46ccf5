"""How many tables the web processes can serve: four scripted clients per table over real sockets, an action every few
seconds.

Postgres with fsync, Redis, worker, beat, the web processes and all clients share this machine; two or more web processes stand
behind HAProxy, by table. For each number of tables: actions acknowledged a second; the time from an action's sending to its
acknowledgement; and what an action costs: milliseconds of processor time of the web processes, Postgres and Redis, without what
they use when nobody is there; kilobytes of Postgres' log; and kilobytes sent to the table's four sockets.
"""

import argparse
import asyncio
import os
import random
import resource
import statistics
from dataclasses import dataclass

from tools.bench import load_site
from tools.bench.load_clients import Client, Counts, Table

PLAN = {1: 3.0, 2: 1.6}
"""Numbers of web processes, and with each the seconds between a table's actions: the same share of a process's work."""
TABLES = (25, 100, 250, 400)
SECONDS, IDLE_SECONDS, SETTLE_SECONDS = 24.0, 6.0, 6.0
JOINS_A_SECOND, JOIN_SECONDS = 60, 300
MOST_RATIO = 1.2


@dataclass
class Step:
    """The figures for one number of tables."""

    tables: int
    rate: float
    p50: float
    p95: float
    web: float
    postgres: float
    redis: float
    wal: float
    sent: float
    busy: float
    errors: dict[str, int]
    breaks: int


def main() -> None:
    """Print the figures of every step."""
    parser = argparse.ArgumentParser(prog="script/bench load", description=__doc__)
    parser.add_argument("part", nargs="*")
    parser.add_argument("--processes", type=int, action="append", help="by default 1, then 2")
    parser.add_argument("--tables", type=int, action="append", help="by default 25 100 250 400")
    paces = parser.add_mutually_exclusive_group()
    paces.add_argument("--every", type=float, help="seconds between a table's actions")
    paces.add_argument("--rate", type=float, help="or actions a second of all tables together")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="measured in each step")
    asked = parser.parse_args()
    # A file a socket, in this process and in those that it starts.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for processes in asked.processes or PLAN:
        every = asked.every or PLAN.get(processes, PLAN[1])
        pace = (
            f"{asked.rate:g} actions a second" if asked.rate else f"a table acts every {every:g} s"
        )
        print(f"load: {processes} web process{'es' if processes > 1 else ''}, {pace}")
        print(
            "  tables  actions/s   p50 ms   p95 ms   web ms  ratio   busy    pg ms  redis ms  log KB  sent KB"
        )
        numbers = asked.tables or TABLES
        plan = [(tables, tables / asked.rate if asked.rate else every) for tables in numbers]
        _measure(processes, plan, asked.seconds)


def _measure(processes: int, plan: list[tuple[int, float]], seconds: float) -> None:
    first, steps = 0, list[Step]()
    with load_site.running(processes) as site:
        for tables, every in plan:
            places = load_site.make_tables(site, first, tables)
            first += tables
            steps.append(asyncio.run(_step(site, places, every, seconds)))
            _print(steps[-1], steps[0])
    most = max(step.web for step in steps) / steps[0].web
    print(
        f"  processor time of the web processes an action: at most {most:.2f} times that with {steps[0].tables} tables"
        f" (target {MOST_RATIO:.2f}: {'met' if most <= MOST_RATIO else 'MISSED'}); load {os.getloadavg()[0]:.1f}"
    )


def _print(step: Step, least: Step) -> None:
    print(
        f"  {step.tables:6}  {step.rate:9.1f}  {step.p50:7.1f}  {step.p95:7.1f}  {step.web:7.2f}  {step.web / least.web:5.2f}"
        f"  {step.busy:5.0%}  {step.postgres:7.2f}  {step.redis:8.2f}  {step.wal:6.2f}  {step.sent:7.1f}"
        + (f"   errors {step.errors}" if step.errors else "")
        + (f"   {step.breaks} lines broke" if step.breaks else ""),
        flush=True,
    )


async def _step(
    site: load_site.Site, places: list[tuple[str, str]], every: float, seconds: float
) -> Step:
    """Let the clients come, play for a while, and measure."""
    await asyncio.sleep(SETTLE_SECONDS)
    before = site.used()
    await asyncio.sleep(IDLE_SECONDS)
    idle = site.used().since(before)
    counts = Counts()
    clients, tasks = list[Client](), list[asyncio.Task[None]]()
    tables = {table: Table(every) for table, _session in places}
    for number, (table, session) in enumerate(places):
        clients.append(
            Client(
                f"{number}.{random.getrandbits(40):x}", lambda table=table: site.socket(table),  # type: ignore[misc]
                site.platform.url, session, tables[table], counts,
            )
        )  # fmt: skip
    try:
        for client in clients:
            tasks += [asyncio.create_task(one()) for one in (client.stay, client.keep_alive)]
            await asyncio.sleep(1 / JOINS_A_SECOND)
        async with asyncio.timeout(JOIN_SECONDS):
            await asyncio.gather(*(client.is_here.wait() for client in clients))
        await asyncio.sleep(every + 1)
        counts.waits, counts.errors = [], {}
        counts.bytes = counts.breaks = 0
        before = site.used()
        await asyncio.sleep(seconds)
        used = site.used().since(before)
        waits, sent = list(counts.waits), counts.bytes
        errors, breaks = dict(counts.errors), counts.breaks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    cuts = statistics.quantiles(waits, n=20)

    def of_each(name: str) -> float:
        own = getattr(idle, name) / idle.at * used.at
        return float(getattr(used, name) - own) / len(waits) * 1e3

    return Step(
        tables=len(tables), rate=len(waits) / used.at, p50=cuts[9] * 1e3, p95=cuts[18] * 1e3,
        web=of_each("web"), postgres=of_each("postgres"), redis=of_each("redis"),
        wal=used.wal / len(waits) / 1024, sent=sent / len(waits) / 1024,
        busy=used.web / used.at / len(site.webs), errors=errors, breaks=breaks,
    )  # fmt: skip
