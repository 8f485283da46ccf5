"""The ten main pages on a slow line: Lighthouse's scores, and the home page's largest paint as Chromium itself sees it.

Lighthouse (in package-lock.json) takes its own Chromium, a phone with a quarter of this machine's speed, 1.6 Mbit/s and
150 ms to and fro, and needs nobody but the site. The pages are those of the demonstration club, as a visitor sees them.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests import program, services

MEGABIT = 1_000_000 / 8
LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6 * MEGABIT,
    "uploadThroughput": 0.75 * MEGABIT,
}
ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "home": "/",
    "lobby": "/play/",
    "league": "/leagues/riverside-spades-club/",
    "season": "/seasons/riverside-spades-club-second-league-2026/",
    "tournaments": "/tournaments/",
    "tournament": "/tournaments/open-evening/",
    "leaderboard": "/leaderboard/",
    "profile": "/people/agnes/",
    "learn": "/learn/",
    "rules": "/rules/",
}
SCORES = {"performance": 98, "accessibility": 98, "best-practices": 98}
MOST_SHIFT, MOST_PAINT = 0.05, 1.5
ROUNDS = 3
BROWSER = "--headless=new --no-sandbox --disable-gpu --disable-background-networking"
SEEN = """() => new Promise((resolve) => {
  const seen = { paint: 0, shift: 0, what: "" };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      seen.paint = entry.startTime / 1000;
      seen.what = entry.element?.tagName.toLowerCase() ?? "";
    }
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(seen), 1500);
})"""


def main() -> None:
    """Print the scores of each page, and the failed audits; then the home page's largest paint."""
    path = services.need("chromium", "chromium")
    print("pages: ten main pages by Lighthouse, a phone at 1.6 Mbit/s and 150 ms to and fro")
    with program.running(BOT_SECONDS="30", prepare=[["demo"]]) as site:
        for name, where in PAGES.items():
            _show(name, lighthouse(site.url + where, path))
        _largest_paint(site.url, path)


def lighthouse(url: str, chromium: str) -> dict[str, Any]:
    """Return Lighthouse's report on a page."""
    node = Path(sys.executable).parent / "node"
    done = subprocess.run(
        [
            *(node, "node_modules/lighthouse/cli/index.js", url, "--quiet", "--output=json"),
            *("--output-path=stdout", f"--only-categories={','.join(SCORES)}", f"--chrome-flags={BROWSER}"),
        ],
        cwd=ROOT, env={**os.environ, "CHROME_PATH": chromium}, capture_output=True, text=True, timeout=180,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"Lighthouse failed at {url}:\n{done.stderr[-2000:]}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def _show(name: str, report: dict[str, Any]) -> None:
    audits = report["audits"]
    scores = {each: round(100 * (report["categories"][each]["score"] or 0)) for each in SCORES}
    paint = audits["largest-contentful-paint"]["numericValue"] / 1000
    shift = audits["cumulative-layout-shift"]["numericValue"]
    line = ", ".join(f"{each} {score}" for each, score in scores.items())
    print(f"  {name:<11} {line}; largest paint {paint:.1f} s as simulated, shift {shift:.3f}")
    for each, least in SCORES.items():
        if scores[each] < least:
            print(f"    below {least}: {each}, by {', '.join(_lost(report, each))}")
    if shift > MOST_SHIFT:
        print(f"    more than {MOST_SHIFT}: layout shift")


def _lost(report: dict[str, Any], category: str) -> list[str]:
    """Return the audits that cost a category something."""
    parts = report["categories"][category]["auditRefs"]
    audits = [report["audits"][part["id"]] for part in parts if part["weight"]]
    return [audit["id"] for audit in audits if audit["score"] is not None and audit["score"] < 0.9]


def _largest_paint(url: str, path: str) -> None:
    """Print the largest paint of the home page in Chromium on the slow line, the best of some rounds, and the layout shift."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--disable-gpu"])
        rounds = []
        for _ in range(ROUNDS):
            context = browser.new_context(viewport={"width": 390, "height": 844})
            page = context.new_page()
            line = context.new_cdp_session(page)
            line.send("Network.enable")
            line.send("Network.emulateNetworkConditions", LINE)
            page.goto(url + "/")
            rounds.append(page.evaluate(SEEN))
            context.close()
        browser.close()
    best = min(rounds, key=lambda seen: seen["paint"])
    shift = max(seen["shift"] for seen in rounds)
    print(
        f"  home in Chromium: largest paint ({best['what']}) after {best['paint']:.2f} s (at most {MOST_PAINT}),"
        f" layout shift {shift:.3f} (at most {MOST_SHIFT})"
    )
