"""`manage.py simulate_season`: whole seasons, whose tables are recomputed here from the JSON alone (docs/seasons.md)."""

import json
import logging
from collections import defaultdict
from decimal import Decimal
from io import StringIO
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from spades_site.accounts.models import User
from tournaments.organizer.simulation.season_report import odd_in

pytestmark = pytest.mark.django_db


def simulated(folder: Path, *words: str) -> tuple[Any, list[str]]:
    """Return the JSON of a season, and what is printed."""
    file, out = folder / "season.json", StringIO()
    call_command("simulate_season", *words, "--json", str(file), stdout=out)
    assert User.objects.count() == 0
    return json.loads(file.read_text()), out.getvalue().splitlines()


def recomputed(division: Any) -> list[dict[str, Any]]:
    """Return a division's table as its fixtures make it: points, then head-to-head, then the score difference."""
    worth = {name: Decimal(value) for name, value in division["points"].items()}
    rows: dict[int, dict[str, Any]] = defaultdict(
        lambda: {
            "points": Decimal(0), "played": 0, "won": 0, "drawn": 0, "lost": 0,
            "forfeits_won": 0, "forfeits_lost": 0, "byes": 0, "score_for": 0, "score_against": 0,
        }
    )  # fmt: skip
    met: list[tuple[tuple[int, Decimal], tuple[int, Decimal]]] = []
    for entry in division["entries"]:
        assert rows[entry["entry"]]
    for fixture in division["fixtures"]:
        sides = fixture["sides"]
        if fixture["ending"] == "bye":
            rows[sides[0]["entry"]]["byes"] += 1
            rows[sides[0]["entry"]]["points"] += worth["bye"]
        if fixture["ending"] not in ("played", "forfeit"):
            continue
        drawn = [side["place"] for side in sides] == [1, 1]
        brought = []
        for side, other in (sides, sides[::-1]):
            row = rows[side["entry"]]
            how = "draw" if drawn else "win" if side["place"] == 1 else "loss"
            if fixture["ending"] == "forfeit":
                how = {"win": "forfeit_win", "loss": "forfeit_loss"}[how]
                row["forfeits_won" if side["place"] == 1 else "forfeits_lost"] += 1
            else:
                row["played"] += 1
                row[{"win": "won", "draw": "drawn", "loss": "lost"}[how]] += 1
                row["score_for"] += side["score"]
                row["score_against"] += other["score"]
            row["points"] += worth[how]
            brought.append((side["entry"], worth[how]))
        if fixture["ending"] == "played":
            met.append((brought[0], brought[1]))
    gone = {one["entry"] for one in division["entries"] if one["status"] == "withdrawn"}
    points = {key: row["points"] for key, row in rows.items()}

    def among(key: int) -> Decimal:
        level = {other for other in points if points[other] == points[key]}
        return sum(
            (
                got
                for pair in met
                if {one for one, _ in pair} <= level
                for who, got in pair
                if who == key
            ),
            Decimal(0),
        )

    order = sorted(
        rows,
        key=lambda key: (
            key in gone, -points[key], -among(key),
            rows[key]["score_against"] - rows[key]["score_for"],
        ),
    )  # fmt: skip
    return [{"entry": key, **rows[key]} for key in order]


@pytest.mark.slow
@pytest.mark.parametrize("weeks", ["5", "3"], ids=["round robin", "Swiss"])
def test_the_tables_of_a_season_follow_from_its_json(tmp_path: Path, weeks: str) -> None:
    words = ("--divisions", "2", "--size", "5", "--weeks", weeks, "--seed", "4")
    document, lines = simulated(tmp_path, *words)
    assert document["season"]["status"] == "finished"
    for division in document["divisions"]:
        again = recomputed(division)
        told = [
            {name: row[name] for name in again[0]} | {"points": Decimal(row["points"])}
            for row in division["table"]
        ]
        if weeks == "5":
            assert told == again
        else:
            # A Swiss breaks ties by Buchholz, which takes more than its fixtures.
            assert sorted(told, key=lambda row: row["entry"]) == sorted(
                again, key=lambda row: row["entry"]
            )
        for fixture in division["fixtures"]:
            if fixture["ending"] == "played":
                assert sorted(one["seat"] for one in fixture["line_up"]) == [0, 1, 2, 3]
    endings = {one["ending"] for each in document["divisions"] for one in each["fixtures"]}
    assert {"played", "forfeit", "bye", "void"} == endings
    statuses = {
        offer["status"]
        for division in document["divisions"]
        for fixture in division["fixtures"]
        for offer in fixture["offers"]
    }
    assert statuses <= {"accepted", "declined", "lapsed"}
    moved = sorted((one["level"], one["how"]) for one in document["next"] if one["how"] != "stays")
    assert moved == [(1, "promoted"), (2, "relegated")]
    assert "Odd" in lines
    assert sum("withdrawn" in line for line in lines) == 1


def victory_points(margin: int, deals: int) -> float:
    """The victory points of the side that is ahead, with a spread of 85 a deal."""
    tau = ((5**0.5 - 1) / 2) ** 3
    share = min(1.0, margin / (2.5 * 85 * deals**0.5))
    return 10 + 10 * (1 - tau**share) / (1 - tau)


@pytest.mark.slow
def test_the_tables_of_a_team_league_follow_from_its_deals(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    document, _lines = simulated(tmp_path, "--kind", "team", "--size", "4", "--weeks", "3")
    assert [row.getMessage() for row in caplog.records if row.levelno >= logging.ERROR] == []
    assert (document["season"]["kind"], document["season"]["terms"]["spread"]) == ("teams", 85)
    cap = document["season"]["terms"]["difference_cap"]
    (division,) = document["divisions"]
    points: dict[int, float] = {one["entry"]: 0 for one in division["entries"]}
    own: defaultdict[int, list[float]] = defaultdict(list)
    against: defaultdict[int, list[float]] = defaultdict(list)
    for fixture in division["fixtures"]:
        sides = fixture["sides"]
        if fixture["ending"] != "played":
            continue
        assert len(fixture["deals"]) == fixture["hands"] == 16
        assert len({(one["table"], one["seat"]) for one in fixture["line_up"]}) == 8
        ahead = [a - b + c - d for a, b, c, d in fixture["deals"]]
        margin = sum(max(-cap, min(cap, one)) for one in ahead)
        winner = sides[0]["entry"] if margin >= 0 else sides[1]["entry"]
        won = victory_points(abs(margin), 16)
        for side, other in (sides, sides[::-1]):
            got = won if side["entry"] == winner else 20 - won
            points[side["entry"]] += got
            own[side["entry"]].append(got)
            against[other["entry"]].append(got)
    assert document["season"]["terms"]["walkover_average"]
    for fixture in division["fixtures"]:
        if fixture["ending"] == "forfeit":
            here, away = sorted(fixture["sides"], key=lambda side: side["place"])
            known = (own[here["entry"]], against[away["entry"]])
            means = [fmean(each) for each in known if each]
            points[here["entry"]] += max(float(division["points"]["forfeit_win"]), *means)
            points[away["entry"]] += float(division["points"]["forfeit_loss"])
    told = {row["entry"]: float(row["points"]) for row in division["table"]}
    assert told == pytest.approx(points, abs=0.02)


@pytest.mark.slow
def test_a_series_counts_the_best_evenings_and_is_repeated_by_its_seed(tmp_path: Path) -> None:
    words = ("--kind", "series", "--size", "4", "--weeks", "3", "--seed", "2")
    document, _lines = simulated(tmp_path, *words)
    scale = document["season"]["terms"]["scale"]
    for row in document["table"]:
        worth = [scale[one["place"] - 1] + 1 for one in row["evenings"]]
        assert [one["points"] for one in row["evenings"]] == worth
        assert row["points"] == sum(sorted(worth, reverse=True)[:2])
    assert [len(one["places"]) for one in document["evenings"]] == [8, 8, 8]
    again, _lines = simulated(tmp_path, *words)
    assert again == document


def test_oddities_are_named() -> None:
    def fixture(ending: str | None, *keys: int) -> dict[str, Any]:
        return {"ending": ending, "sides": [{"entry": key} for key in keys]}

    division = {
        "name": "First",
        "double": False,
        "entries": [
            *({"entry": key, "name": f"n{key}", "status": "entered"} for key in (1, 2, 3)),
            {"entry": 4, "name": "n4", "status": "withdrawn"},
        ],
        "fixtures": [
            fixture("played", 1, 2), fixture("played", 2, 1), fixture("bye", 3), fixture("bye", 3),
            fixture("void", 3, 4), fixture(None, 1, 3),
        ],
    }  # fmt: skip
    assert odd_in(division) == [
        "First: n1 and n2 met 2 times",
        "First: unequal numbers of matches that count: 1 with 0, 2 with 2",
        "First: n3 had 2 byes",
        "First: matches without a result: 1",
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--weeks", "0"), "Choose 1 to 60 weeks."),
        (("--size", "3"), "Choose 4 to 32 entries a division."),
        (("--divisions", "13"), "Choose 1 to 12 divisions."),
        (
            ("--json", "/no/such/folder/s.json"),
            "/no/such/folder/s.json can't be written: name a file in a folder that exists.",
        ),
        (("--kind", "series", "--divisions", "2"), "A series has no divisions. Leave them out."),
    ],
)
def test_a_season_that_cannot_be_played_is_refused(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("simulate_season", *words)
    assert str(refused.value) == sentence
