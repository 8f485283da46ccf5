"""The buttons for muting and blocking a person."""

from typing import Any

from django import template

from games.tables.models.chat import Block, Mute

register = template.Library()


@register.inclusion_tag("tables/_quiet.html", takes_context=True)
def quiet(context: dict[str, Any], person: Any) -> dict[str, Any]:
    """Draw the buttons about `person` for the signed-in user; nothing on the user's own page."""
    user = context["request"].user
    if not user.is_authenticated or user.pk == person.pk:
        return {}
    return {
        "person": person,
        "muted": Mute.objects.filter(user=user, muted=person).exists(),
        "blocked": Block.objects.filter(user=user, blocked=person).exists(),
        "back": context["request"].path,
    }
