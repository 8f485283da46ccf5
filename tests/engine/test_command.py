"""`python -m games.engine verify|legal`: its output, exit status, and robustness."""

import io
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.engine.__main__ import LONGEST_LINE, main

GOLDEN = Path(__file__).parents[1] / "golden"
ONE = (GOLDEN / "cardgames_io.jsonl").read_bytes().splitlines()[1]


def run(command: str, text: bytes) -> tuple[int, list[dict[str, Any]]]:
    """Return the exit status and the lines printed for this standard input."""
    out = io.BytesIO()
    status = main([command, "-"], io.BytesIO(text), out)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def test_verify_prints_a_line_a_record() -> None:
    game = json.loads(ONE)
    wrong = {**game, "result": {"totals": [1, 2]}}
    lines = [ONE, b"", json.dumps(wrong).encode(), b"  ", ONE]
    assert run("verify", b"\n".join(lines)) == (
        1,
        [
            {"line": 1, "ok": True, "result": game["result"]},
            {
                "line": 3,
                "ok": False,
                "hand": None,
                "action": None,
                "error": "totals of the game: the record says [1, 2], by the rules it is "
                f"{game['result']['totals']}.",
            },
            {"line": 5, "ok": True, "result": game["result"]},
        ],
    )
    assert run("verify", ONE + b"\n") == (0, [{"line": 1, "ok": True, "result": game["result"]}])
    assert run("verify", b"") == (0, [])


def test_legal_prints_what_was_open_before_each_action() -> None:
    game = json.loads(ONE)
    status, (answer,) = run("legal", ONE)
    assert (status, answer["line"], set(answer)) == (0, 1, {"line", "hands"})
    for hand, said in zip(game["hands"], answer["hands"], strict=True):
        for action, legal in zip(hand["actions"], said, strict=True):
            assert action in legal
            assert len(set(legal)) == len(legal)
    first = game["hands"][0]["actions"][0].split(" ")[0]
    assert answer["hands"][0][0] == [*(f"{first} bid {n}" for n in range(1, 14)), f"{first} nil"]
    # Results are no matter of what was legal.
    game["hands"][0]["result"]["totals"] = [0, 0]
    assert run("legal", json.dumps(game).encode()) == (0, [answer])
    game["hands"][0]["actions"][0] = f"{first} bid 14"
    status, (answer,) = run("legal", json.dumps(game).encode())
    assert (status, answer["ok"], answer["hand"], answer["action"]) == (1, False, 1, 1)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"{", "The line isn't JSON: Expecting property name"),
        (b"nonsense", "The line isn't JSON: Expecting value (column 1)."),
        (b"\xff\xfe{}", "The line isn't UTF-8 text (byte 1)."),
        (b"[1, 2]", "The record is no JSON object."),
        (b"null", "The record is no JSON object."),
        (b'{"a": NaN}', "The line isn't JSON: NaN is no number."),
        (b'{"a": 1, "a": 2}', "The record has a key twice in one object."),
        (b'{"a": ' + b"9" * 5000 + b"}", "The line isn't JSON that can be read: a number is too long."),
        (b"[" * 200_000, "The record is nested too deeply."),
        (b'{"format": ' + b"[" * 900 + b"]" * 900 + b"}", "The record is nested too deeply"),
        (b'{"rules": {"target": ' + b"[" * 900 + b"]" * 900 + b"}}", "The record is nested too deeply"),
        (b'{"\\ud800": 1}', "The record has an unknown key, \xe2\x80\x9c\xc2\xb7\xe2\x80\x9d.".encode("latin-1").decode()),
        (b'{"' + b"k" * 5000 + b'": 1}', "The record has an unknown key, “" + "k" * 40 + "…”."),
    ],
)  # fmt: skip
def test_what_is_no_record_gets_one_line(line: bytes, words: str) -> None:
    status, (answer,) = run("verify", line)
    assert status == 1
    assert {key: answer[key] for key in ("line", "ok", "hand", "action")} == {
        "line": 1,
        "ok": False,
        "hand": None,
        "action": None,
    }
    assert answer["error"].startswith(words)


def test_a_line_too_long_is_left_and_the_next_read() -> None:
    status, answers = run("verify", b" " * (LONGEST_LINE + 10) + b"\n" + ONE)
    assert status == 1
    assert [answer["ok"] for answer in answers] == [False, True]
    assert answers[0]["error"] == f"The line is longer than {LONGEST_LINE} bytes."


def test_a_byte_order_mark_is_no_mistake() -> None:
    assert run("verify", b"\xef\xbb\xbf" + ONE)[0] == 0


@pytest.mark.parametrize("words", [[], ["verify"], ["check", "-"], ["verify", "a", "b"]])
def test_a_wrong_call(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words, io.BytesIO(), io.BytesIO()) == 2
    assert capsys.readouterr().err == (
        "usage: python -m games.engine verify|legal FILE   (- for standard input)\n"
    )


def test_a_file_that_cant_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path / "none")], io.BytesIO(), io.BytesIO()) == 2
    assert capsys.readouterr().err.endswith("can't be read: No such file or directory\n")
    assert main(["verify", "\0"], io.BytesIO(), io.BytesIO()) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_as_a_program_without_settings(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(ONE + b"\n{}\n")
    done = subprocess.run(
        [sys.executable, "-m", "games.engine", "verify", str(file)],
        cwd=Path(__file__).parents[2],
        env={"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stderr == b""
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert first == {"line": 1, "ok": True, "result": json.loads(ONE)["result"]}
    assert (
        second["error"]
        == "format isn't “spades-record/1”: this is no record that this program knows."
    )


def test_no_django_is_needed() -> None:
    code = (
        "import sys, games.engine.__main__; print(sorted(m for m in sys.modules if m == 'django'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert done.stdout == b"[]\n"


ODD: list[Any] = [
    *(None, True, -1, 0, 7, 1.5, 10**18, "", "x", "BJ", "0 play AS", "0 pass 2C 2C", "\ud800\n"),
    *([], [[]], [None], {}, {"x-a": 1}, {"totals": [1]}, [1, 2], ["2C"], "2C 3C", "nil"),
]


def mutated(thing: Any, rng: random.Random) -> Any:
    """Return a JSON value with something in it replaced, removed, doubled or swapped."""
    if isinstance(thing, dict) and thing and rng.random() < 0.85:
        key = rng.choice(list(thing))
        new = dict(thing)
        if rng.random() < 0.1:
            del new[key]
        elif rng.random() < 0.1:
            new[rng.choice(["x-a", "result", "deal", "stock", "zz"])] = rng.choice(ODD)
        else:
            new[key] = mutated(thing[key], rng)
        return new
    if isinstance(thing, list) and thing and rng.random() < 0.85:
        new_list = list(thing)
        index = rng.randrange(len(thing))
        other = rng.randrange(len(thing))
        chance = rng.random()
        if chance < 0.1:
            del new_list[index]
        elif chance < 0.2:
            new_list.insert(index, thing[other])
        elif chance < 0.3:
            new_list[index], new_list[other] = thing[other], thing[index]
        else:
            new_list[index] = mutated(thing[index], rng)
        return new_list
    if isinstance(thing, str) and thing and rng.random() < 0.6:
        index = rng.randrange(len(thing))
        return thing[:index] + rng.choice("0123456789ACDHJKQST \x00é") + thing[index + 1 :]
    if type(thing) is int and rng.random() < 0.6:
        return thing + rng.choice([-100, -10, -1, 1, 10, 100])
    return rng.choice(ODD)


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.jsonl")), ids=lambda file: file.stem)
@pytest.mark.parametrize("command", ["verify", "legal"])
def test_fuzzed_records_get_an_answer_each(file: Path, command: str) -> None:
    rng = random.Random(f"{file.stem} {command}")
    records = [json.loads(line) for line in file.read_bytes().splitlines()]
    lines = []
    for _case in range(60):
        record = rng.choice(records)
        record = {**record, "hands": record["hands"][: rng.randrange(4)]}
        for _change in range(rng.randrange(1, 4)):
            record = mutated(record, rng)
        line = json.dumps(record).encode()
        if rng.random() < 0.1:
            cut = rng.randrange(len(line))
            line = line[:cut] + bytes([rng.randrange(256)]) + line[cut + 1 :]
        lines.append(line.replace(b"\n", b" ").replace(b"\r", b" "))
    _status, answers = run(command, b"\n".join(lines))
    assert [answer["line"] for answer in answers] == list(range(1, 61))
    for answer in answers:
        if answer.get("ok", True):
            assert "hands" in answer or set(answer["result"]) == {"winners", "totals"}
            continue
        assert set(answer) == {"line", "ok", "hand", "action", "error"}
        assert answer["error"].isprintable()
        assert 10 < len(answer["error"]) < 400
