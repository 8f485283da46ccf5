"""A person's rating in problems, on their profile: {% load problem_rating %} {% problem_rating person %}."""

from typing import Any

from django import template

from games.problems.answers import form_of
from games.ratings import elo
from spades_site.accounts.models import User

register = template.Library()


@register.inclusion_tag("problems/_rating.html")
def problem_rating(person: User) -> dict[str, Any]:
    """Draw a person's rating in problems; nothing before the first rated answer. At most two queries."""
    form = form_of(person)
    return {
        "rating": elo.displayed_rating(form.rating),
        "provisional": elo.is_provisional(form.games),
        "answered": form.games,
    }
