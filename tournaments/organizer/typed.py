"""Input that was refused in one of the small forms of a tournament's page, kept so that it can be shown again."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest

from spades_site.common.errors import Refused
from tournaments.events.models import Tournament

KEY = "organizer_typed"
LONGEST = 300


def keeping[Made](
    request: HttpRequest, tournament: Tournament, which: str, pk: int, act: Callable[[], Made]
) -> Callable[[], Made]:
    """Wrap `act` so that a refusal stores the input of the form `which` of the row `pk` (0: there is only one)."""

    def run() -> Made:
        try:
            return act()
        except Refused as refusal:
            said = {name: value[:LONGEST] for name, value in request.POST.items()}
            said.pop("csrfmiddlewaretoken", None)
            request.session[KEY] = {
                "tournament": tournament.pk,
                "which": which,
                "pk": pk,
                "said": said,
                "error": str(refusal),
            }
            raise

    return run


def typed_before(request: HttpRequest, tournament: Tournament) -> dict[str, Any] | None:
    """Return, once, the form that was refused on the tournament's page: "which", "pk", "said" and "error"."""
    found: dict[str, Any] | None = request.session.get(KEY)
    if found is None or found["tournament"] != tournament.pk:
        return None
    del request.session[KEY]
    return found
