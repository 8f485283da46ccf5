"""What matches said of the tables at which they ended level goes into rows, one for each table of a match."""

from typing import Any

from django.db import migrations

BATCH = 500


def write_games(apps: Any, schema_editor: Any) -> None:
    """Give every table of a match its game."""
    match_model = apps.get_model("events", "Match")
    rows = match_model.objects.exclude(table=None).select_related("table")
    games: list[Any] = []
    for match in rows.iterator(chunk_size=BATCH):
        games += _games(apps, match)
        if len(games) >= BATCH:
            apps.get_model("events", "MatchGame").objects.bulk_create(games)
            games = []
    apps.get_model("events", "MatchGame").objects.bulk_create(games)


def _games(apps: Any, match: Any) -> list[Any]:
    game_model = apps.get_model("events", "MatchGame")
    known = set(
        apps.get_model("tables", "Table")
        .objects.filter(pk__in=[each["table"] for each in match.level_tables])
        .values_list("pk", flat=True)
    )
    games = [
        game_model(
            match=match,
            number=number,
            kind="decider" if number > 1 else "game",
            table_id=each["table"] if each["table"] in known else None,
            over=True,
            points_a=each["points"][0],
            points_b=each["points"][1],
            bags_a=each["bags"][0],
            bags_b=each["bags"][1],
            hands=each["hands"],
        )
        for number, each in enumerate(match.level_tables, start=1)
    ]
    last = game_model(
        match=match,
        number=len(games) + 1,
        kind="decider" if games else "game",
        table=match.table,
        **_said(match.table),
    )
    return [*games, last]


def _said(table: Any) -> dict[str, Any]:
    """What a finished table of two sides says; of others their matches' results say all."""
    if table.status != "finished" or not table.result or len(table.result["totals"]) != 2:
        return {"over": table.status == "finished"}
    result, winners = table.result, set(table.result["winners"])
    first, second = bool(winners & {0, 2}), bool(winners & {1, 3})
    bags = result.get("bags") or (0, 0)
    return {
        "over": True,
        "winner": "" if first == second else ("a" if first else "b"),
        "points_a": result["totals"][0],
        "points_b": result["totals"][1],
        "bags_a": max(0, bags[0]),
        "bags_b": max(0, bags[1]),
        "hands": result.get("hands", 0),
    }


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0007_scores_by_side"),
        ("tables", "0005_stages"),
    ]

    operations = [
        migrations.RunPython(write_games, migrations.RunPython.noop),
        migrations.RemoveField(model_name="match", name="level_tables"),
    ]
