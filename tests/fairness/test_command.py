"""`python -m games.fairness verify`, run with nothing but the files."""

import copy
import hashlib
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from games.fairness.__main__ import USAGE, main
from tests.fairness.vectors import FIRST, VECTORS

ROOT = Path(__file__).parents[2]
GAME: dict[str, Any] = VECTORS["games"][0]["record"]


def run(text: str) -> tuple[int, list[str]]:
    out = io.StringIO()
    status = main(["verify", "-"], io.StringIO(text), out)
    return status, out.getvalue().splitlines()


def test_a_record_that_agrees() -> None:
    assert run(json.dumps(GAME, indent=1)) == (
        0,
        [
            "record: commitment: agrees",
            "record: salts: agrees",
            "record: first dealer: agrees",
            "record: hand 1: agrees",
            "record: hand 2: agrees",
            "record: hand 3: agrees",
        ],
    )


def game(name: str) -> dict[str, Any]:
    return next(each["record"] for each in VECTORS["games"] if each["name"] == name)


def test_f1_a_salt_that_was_left_out_is_told() -> None:
    status, lines = run(json.dumps(game("a salt left out")))
    left_out = "salts: agrees; left out, for it was not revealed in time: place 1"
    assert (status, lines[1]) == (0, f"line 1: {left_out}")


def test_f1_a_game_without_salts_is_told() -> None:
    status, lines = run(json.dumps(game("nobody gave a salt")))
    nobody = "salts: agrees; no player's salt is in the deals: the server alone fixed them"
    assert (status, lines[1]) == (0, f"line 1: {nobody}")


def test_f1_a_salt_that_was_chosen_later_is_found() -> None:
    record = game("a salt chosen after its hash was frozen")
    status, lines = run(json.dumps(record))
    due = record["x-fairness"]["salt_hashes"][0]
    tried = hashlib.sha256(bytes.fromhex(record["x-fairness"]["salts"][0])).hexdigest()
    assert (status, lines[1]) == (
        1,
        f"line 1: salts: DIFFERS: the frozen list has {due}, "
        f"the record has a salt with the hash {tried} at place 0",
    )


def test_records_of_the_first_algorithm_still_verify() -> None:
    record = next(each["record"] for each in FIRST["games"] if each["name"].endswith("all agrees"))
    status, lines = run(json.dumps(record))
    assert (status, len(lines), {line.split(": ")[-1] for line in lines}) == (0, 5, {"agrees"})


def test_cards_that_were_exchanged_are_named() -> None:
    game = copy.deepcopy(GAME)
    first, second, *others = game["hands"][1]["deal"]
    game["hands"][1]["deal"] = [first[:-2] + second[-2:], second[:-2] + first[-2:], *others]
    status, lines = run(json.dumps(game))
    right = " ".join(sorted(first.split()))
    wrong = " ".join(sorted((first[:-2] + second[-2:]).split()))
    assert (status, lines[4]) == (
        1,
        f"line 1: hand 2: DIFFERS: the secret gives to seat 0 {right}, "
        f"the record has to seat 0 {wrong}",
    )


def test_a_file_of_lines_is_read_line_by_line() -> None:
    broken = {**GAME, "first_dealer": 9}
    status, lines = run(f"{json.dumps(GAME)}\n\n{json.dumps(broken)}\n{{\n")
    assert (status, [line.split(":")[0] for line in lines], lines[-2:]) == (
        1,
        ["line 1"] * 6 + ["line 3", "line 4"],
        [
            "line 3: first_dealer: is 9; it must be a number 0 to 3.",
            "line 4: is not JSON: Expecting property name enclosed in double quotes (column 2)",
        ],
    )


def test_an_empty_file_is_no_agreement() -> None:
    assert run("\n") == (1, ["-: holds no record"])


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    out = io.StringIO()
    status = main(["verify", str(tmp_path / "none")], io.StringIO(), out)
    assert (status, out.getvalue()) == (
        1,
        f"{tmp_path}/none: can't be read: No such file or directory\n",
    )


def test_it_runs_without_settings_or_database(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(GAME), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "games.fairness", "verify", str(file)],
        cwd=ROOT,
        env={"PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr, len(done.stdout.splitlines())) == (0, "", 6)


def test_a_wrong_call_prints_how_to_call() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "games.fairness"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, USAGE + "\n")
