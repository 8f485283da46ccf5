"""Crests of leagues and teams, for templates: `{% load crests %}`."""

from typing import Any

from django import template

from tournaments.leagues.crests import CHARGES, COLOURS, SHAPES, crest_of
from tournaments.leagues.models import League, Team

register = template.Library()


@register.inclusion_tag("components/crest.html")
def crest(owner: League | Team, size: str = "") -> dict[str, Any]:
    """Draw a league's or team's crest; `size` "l" is the large one. It is decorative, because the name is next to it."""
    made = crest_of(owner.crest, owner.name)
    return {
        "shape": SHAPES[made.shape],
        "charge": CHARGES[made.charge],
        "field": COLOURS[made.field],
        "ink": COLOURS[made.ink],
        "size": size,
    }
