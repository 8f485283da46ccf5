"""Let templates that stored the usual points for a win by forfeit follow what a win is worth."""

from typing import Any

from django.db import migrations

def follow(apps: Any, _editor: Any) -> None:
    """Drop the points where they are the 2 that an empty field stood for; the form stored them with the others."""
    template = apps.get_model("events", "Template")
    for row in template.objects.iterator():
        scoring = row.proposal.get("scoring")
        if isinstance(scoring, dict) and str(scoring.get("forfeit_win")) in ("2", "2.0", "2.00"):
            del scoring["forfeit_win"]
            row.save(update_fields=["proposal"])


class Migration(migrations.Migration):
    dependencies = [("events", "0002_folded_names")]

    operations = [migrations.RunPython(follow, migrations.RunPython.noop)]
