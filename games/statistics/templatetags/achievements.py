"""A person's achievements, on their profile: {% load achievements %} {% achievements person %}."""

from typing import Any

from django import template
from django.urls import reverse

from games.statistics.achievements import KINDS, honour_pages
from games.statistics.models import Achievement
from games.tables.access.audience import listed_to
from spades_site.accounts.models import User
from spades_site.common.translation import translate

register = template.Library()


@register.inclusion_tag("statistics/_achievements.html", takes_context=True)
def achievements(context: template.Context, person: User) -> dict[str, Any]:
    """Draw a person's achievements, each with its day and game, and the missing ones folded away. Up to four queries."""
    viewer = context["request"].user
    have = {
        row.kind: row for row in Achievement.objects.filter(user=person).select_related("table")
    }
    pages = honour_pages(person, {kind: row.at for kind, row in have.items()}, viewer)
    played_at = [row.table_id for row in have.values() if row.table_id]
    shown = set(listed_to(viewer).filter(pk__in=played_at).values_list("pk", flat=True))
    rows = [
        {
            "icon": kind.icon,
            "title": translate(kind.title),
            "text": kind.text,
            "at": have[kind.code].at,
            "page": pages.get(kind.code, "") or _replay(have[kind.code], shown),
        }
        for kind in KINDS
        if kind.code in have
    ]
    left = [
        {"icon": kind.icon, "title": translate(kind.title), "text": kind.text}
        for kind in KINDS
        if kind.code not in have
    ]
    return {
        "rows": sorted(rows, key=lambda row: row["at"], reverse=True),
        "left": left,
        "is_self": viewer == person,
    }


def _replay(row: Achievement, shown: set[int]) -> str:
    """Return the address of the game's replay, if the viewer may see it."""
    if row.table is None or row.table_id not in shown:
        return ""
    return reverse("table_replay", args=[row.table.public_id])
