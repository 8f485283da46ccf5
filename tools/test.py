"""Run every check of the project, stage by stage: `script/test`.

Each stage's output is captured, and shown if it fails; the last lines summarize what ran, and how long it took.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests import prepared, services

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
# These use neither database nor channel layer, so they run once.
PURE = ("engine", "rules", "fairness", "bots", "formats", "standings")
# Whole deployments with their own Postgres and Redis run once.
APART = "faults/deployed"
# On two cores: first the longest and those that wait more than they work (a browser, real processes that die). With more at a time,
# pages in the browser wait seconds for a core.
AT_A_TIME = 3
LONG = ("sqlite 1", "postgres", "browser", "sqlite 2", "main job", "replays")
SHORT = " and not long and not slow"
COMPILE = """
import django; django.setup()
from games.bots.levels import LEVELS
from games.tables.game.thinking import warm_up
for level in LEVELS: warm_up(level)
"""
"""Plays a hand of each level: in a fresh checkout, every process that searches would compile that for 20 seconds."""
MAIN_JOB = "tests/browser/test_main_job.py"
STAGE_SECONDS = 40 * 60.0
"""How long a stage may take on a busy machine; with --long there is no limit."""
running: set[subprocess.Popen[bytes]] = set()
COUNTS = re.compile(r"(?:(\d+) failed)?(?:, )?(?:(\d+) passed)?[^\n]* in [\d.]+s")
NOTES = re.compile(r"(?m)^not audited: .*$")
FAILURES = re.compile(r"(?m)^(?:FAILED|ERROR) (tests/.+?)(?: - .*)?$")
FEW = 3
"""So many failures of a stage may be a busy machine's; a fault in the code seldom fails alone, and not only once."""
NODE_COUNTS = re.compile(r"ℹ pass (\d+)\nℹ fail (\d+)")


@dataclass
class Stage:
    """One line of the summary."""

    name: str
    commands: list[list[str]]
    env: dict[str, str] = field(default_factory=dict)
    ok: bool = False
    seconds: float = 0.0
    processor: float = 0.0
    """Seconds of processor time, without processes killed with the stage."""
    output: str = ""
    passed: int = 0
    failed: int = 0
    notes: list[str] = field(default_factory=list)
    """Lines of its output that the summary repeats."""
    unsteady: list[str] = field(default_factory=list)
    """Tests that failed, and passed when tried once more."""


def main() -> int:
    """Run the stages asked for. Returns 0 if all passed."""
    options = _parse()
    wanted = set(filter(None, options.only.split(",")))
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="spades-test-")))
        os.environ[prepared.VARIABLE] = str(scratch / "prepared")
        if options.long:
            os.environ["PYTEST_ADDOPTS"] = "-o faulthandler_timeout=3600"
        stages = [
            stage
            for stage in _stages(scratch, long=options.long, part=options.part)
            if not wanted or stage.name in wanted
        ]
        if unknown := wanted - {stage.name for stage in stages}:
            print(f"No stage is called {', '.join(sorted(unknown))}.", file=sys.stderr)
            return 2
        try:
            _start_services(stages, stack)
        except services.Missing as missing:
            print(f"script/test: {missing}", file=sys.stderr)
            return 1
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        _run_all(stages, scratch, None if options.long else STAGE_SECONDS)
    return _summary(stages)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/test", description=__doc__)
    parser.add_argument("--long", action="store_true", help="also the tests that take minutes")
    parser.add_argument("--only", default="", help="stages to run, separated by commas")
    parser.add_argument("--part", type=_part, default=(1, 1), metavar="K/N", help="one of N parts")
    return parser.parse_args()


def _part(text: str) -> tuple[int, int]:
    """Return the numbers of "2/12"."""
    k, _slash, n = text.partition("/")
    if not (k.isdecimal() and n.isdecimal() and 1 <= int(k) <= int(n)):
        raise argparse.ArgumentTypeError("say which of how many, as 2/12")
    return int(k), int(n)


def _stages(scratch: Path, *, long: bool, part: tuple[int, int] = (1, 1)) -> list[Stage]:
    tests = _tests(scratch, long=long, part=part)
    return tests if part[0] > 1 else [*_checks(scratch), *tests]


def _checks(scratch: Path) -> list[Stage]:
    production = {
        "SPADES_DATA_DIR": str(scratch / "production"),
        "SITE_URL": "https://spades.example",
        "SECRET_KEY": "k" * 25 + "0123456789abcdefghijklmnopqrstuvwxyz",
        "DATABASE_URL": "postgres://spades@/spades",
        "REDIS_URL": "redis://127.0.0.1:6379/0",
        "TRUSTED_PROXY_COUNT": "1",
        "PUSH_KEY": "A" * 42 + "E",
    }
    return [
        Stage(
            "style",
            [
                [_bin("ruff"), "check", "."],
                [_bin("ruff"), "format", "--check", "."],
                [_bin("djlint"), "templates", "--lint", "--quiet"],
                [_bin("djlint"), "templates", "--check", "--quiet"],
                _node("@biomejs/biome/bin/biome", "ci", "--error-on-warnings"),
            ],
        ),
        Stage(
            "types",
            [[_bin("mypy")], _node("typescript/bin/tsc")],
            {"SPADES_DATA_DIR": str(scratch / "types")},
        ),
        Stage("layers", [[_bin("lint-imports")]]),
        Stage("audit", [[sys.executable, "-m", "tools.audit"]]),
        Stage("scripts", [[_bin("node"), "--test", "tests/js/*.test.js"]]),
        Stage(
            "migrations",
            [_manage("makemigrations", "--check", "--dry-run")],
            {"SPADES_DATA_DIR": str(scratch / "migrations")},
        ),
        Stage("deploy", [_manage("check", "--deploy", "--fail-level", "WARNING")], production),
    ]


def _tests(scratch: Path, *, long: bool, part: tuple[int, int]) -> list[Stage]:
    few, browser, sqlite, postgres = "not browser", "browser", "", ""
    if not long:
        few, browser = f"{few}{SHORT}", f"{browser}{SHORT}"
        sqlite, postgres = " and not postgres", " and (postgres or both)"
    number, parts = part

    def stage(name: str, *words: str, needs: str = "", half: int = 0) -> Stage:
        share = (
            f"--part={2 * number - 2 + half}/{2 * parts}" if half else f"--part={number}/{parts}"
        )
        data = {"SPADES_DATA_DIR": str(scratch / name.replace(" ", "-"))}
        return Stage(name, [_pytest(share, *words)], data | ({"NEEDS": needs} if needs else {}))

    once = f"--ignore=tests/{APART}"
    return [
        Stage(
            "kernels",
            [[sys.executable, "-c", COMPILE]],
            {
                "SPADES_DATA_DIR": str(scratch / "kernels"),
                "DJANGO_SETTINGS_MODULE": "spades_site.settings",
            },
        ),
        stage("sqlite 1", "-m", few + sqlite, once, half=1),
        stage("sqlite 2", "-m", few + sqlite, once, half=2),
        stage(
            "postgres",
            *("-m", few + postgres),
            *(f"--ignore=tests/{name}" for name in PURE),
            needs="postgres redis",
        ),
        # Each of its two tests takes minutes on a busy machine.
        stage(
            "main job",
            *("-m", browser, "-o", "faulthandler_timeout=600", MAIN_JOB),
            needs="chromium postgres redis",
        ),
        stage("browser", "-m", browser, "tests/browser", f"--ignore={MAIN_JOB}", needs="chromium"),
        # Separate, because two fixtures can't drive Chromium at the same time in one process.
        stage("replays", "-m", browser, "tests/tables", "tests/fairness", needs="chromium"),
    ]


def _start_services(stages: list[Stage], stack: ExitStack) -> None:
    needs = {word for stage in stages for word in stage.env.get("NEEDS", "").split()}
    if "chromium" in needs:
        services.need("chromium", "chromium")
    urls = {}
    if "postgres" in needs:
        urls["DATABASE_URL"] = stack.enter_context(services.postgres())
    if "redis" in needs:
        urls["REDIS_URL"] = stack.enter_context(services.redis())
    for stage in stages:
        stage_needs = stage.env.pop("NEEDS", "")
        if stage.name == "postgres":
            stage.env.update(urls)
        elif "postgres" in stage_needs:
            # The browser tests start both kinds of platform themselves.
            stage.env.update({f"TEST_{name}": url for name, url in urls.items()})


def _run_all(stages: list[Stage], scratch: Path, limit: float | None) -> None:
    """Run the quick checks, then the rest, several at a time."""
    ordered = sorted(stages, key=lambda one: LONG.index(one.name) if one.name in LONG else -1)
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        try:
            list(pool.map(lambda stage: run(stage, scratch, limit), ordered))
        finally:
            # After Ctrl-C: the stages have sessions of their own, which no signal from the terminal reaches.
            pool.shutdown(wait=False, cancel_futures=True)
            for process in tuple(running):
                _kill_group(process)


def run(stage: Stage, scratch: Path, limit: float | None) -> None:
    """Run a stage's commands, each for at most `limit` seconds, and store the outcome in the stage."""
    print(f"== {stage.name} …", flush=True)
    begun = time.monotonic()
    # Use a file, because a pipe ends only when the last process that holds it does.
    log = scratch / f"{stage.name}.log"
    done = [_run_one(command, stage.env, log, limit) for command in stage.commands]
    stage.ok = all(passed for passed, _ in done)
    stage.processor = sum(used for _, used in done)
    stage.output = log.read_text(errors="replace")
    _count(stage)
    if not stage.ok:
        _try_again(stage, scratch, limit)
    stage.seconds = time.monotonic() - begun
    print(
        f"== {stage.name}: {'passed' if stage.ok else 'FAILED'} in {stage.seconds:.0f} s",
        flush=True,
    )
    if not stage.ok or stage.unsteady:
        print(stage.output, flush=True)


def _try_again(stage: Stage, scratch: Path, limit: float | None) -> None:
    """Run the first tests that failed once more, by themselves; if they are all and pass, the summary names them."""
    failures = list(dict.fromkeys(FAILURES.findall(stage.output)))
    if not failures or "Stopped after" in stage.output:
        return
    log = scratch / f"{stage.name} again.log"
    again, used = _run_one(_pytest(*failures[:FEW], "--assert=rewrite"), stage.env, log, limit)
    stage.processor += used
    stage.output += log.read_text(errors="replace")
    stage.ok = again and max(len(failures), stage.failed) <= FEW
    if stage.ok:
        stage.unsteady = failures
        stage.passed, stage.failed = stage.passed + len(failures), 0


def _run_one(
    command: list[str], env: dict[str, str], log: Path, limit: float | None
) -> tuple[bool, float]:
    """Run a command and end whatever it leaves running. Returns whether it passed, and its seconds of processor time."""
    with log.open("ab") as out:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            # Uncompiled, every process that a stage starts would take two seconds more.
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", **env},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        running.add(process)
        try:
            used = _wait(process, limit)
            return process.returncode == 0, used
        except subprocess.TimeoutExpired:
            # pytest writes down what every thread does.
            process.send_signal(signal.SIGABRT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
            out.write(f"\nStopped after {limit:.0f} s.\n".encode())
            return False, 0.0
        finally:
            running.discard(process)
            _kill_group(process)


def _wait(process: subprocess.Popen[bytes], limit: float | None) -> float:
    """Wait for a process, for `limit` seconds at most. Returns the processor time that it and its children took."""
    deadline = time.monotonic() + limit if limit is not None else float("inf")
    while time.monotonic() < deadline:
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        if ended:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage.ru_utime + usage.ru_stime
        time.sleep(0.1)
    raise subprocess.TimeoutExpired(process.args, limit or 0.0)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _count(stage: Stage) -> None:
    for failed, passed in COUNTS.findall(stage.output):
        stage.failed += int(failed or 0)
        stage.passed += int(passed or 0)
    for passed, failed in NODE_COUNTS.findall(stage.output):
        stage.failed += int(failed)
        stage.passed += int(passed)
    stage.notes = NOTES.findall(stage.output)


def _summary(stages: list[Stage]) -> int:
    print("\nWhat ran, with seconds and seconds of processor time:")
    for stage in stages:
        tests = (
            f"{stage.passed} passed, {stage.failed} failed" if stage.passed or stage.failed else ""
        )
        mark = "ok    " if stage.ok else "FAILED"
        print(
            f"  {mark} {stage.name:<11} {stage.seconds:5.0f} s {stage.processor:5.0f} s  {tests}{'; '.join(stage.notes)}"
        )
    for test in (test for stage in stages for test in stage.unsteady):
        print(f"  UNSTEADY, failed once and passed alone: {test}")
    broken = [stage for stage in stages if not stage.ok]
    print(f"{sum(s.passed for s in stages)} passed, {sum(s.failed for s in stages)} failed")
    return 1 if broken else 0


def _bin(name: str) -> str:
    return str(BIN / name)


def _node(program: str, *words: str) -> list[str]:
    return [_bin("node"), f"node_modules/{program}", *words]


def _manage(*words: str) -> list[str]:
    return [sys.executable, "manage.py", *words]


def _pytest(*words: str) -> list[str]:
    # Rewriting every assert takes 35 seconds of processor time a stage; failed tests are run again, and then show values.
    return [sys.executable, "-m", "pytest", "-q", "--durations=5", "--assert=plain", *words]


if __name__ == "__main__":
    raise SystemExit(main())
