"""The score pad: a page that counts Spades played with real cards, in the browser alone (static/js/score)."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.engine import PRESETS
from games.engine.scoring_terms import scoring_terms
from games.tables.texts.rules import preset_choices
from games.tables.texts.shared_rules import read_shared
from spades_site.common.errors import Refused

PAGE = "public/score_pad.html"


@require_GET
def score_pad(request: HttpRequest) -> HttpResponse:
    """Show the pad: the same for everybody, because browsers keep it for when there is no connection."""
    return render(request, PAGE, pad_context())


def pad_context() -> dict[str, object]:
    """Return what the pad's template needs: every preset, by family, with what a scorer needs of it."""
    families = [
        {
            "family": family,
            "sets": [
                {"key": key, "title": title, "terms": scoring_terms(PRESETS[key])}
                for key, title in presets
            ],
        }
        for family, presets in preset_choices()
    ]
    return {"rule_sets": families}


@require_GET
def score_rules(request: HttpRequest) -> JsonResponse:
    """Say what a scorer needs of a rule set given as JSON (`?text=`); nothing is stored."""
    try:
        name, rules = read_shared(request.GET.get("text", ""))
    except Refused as refused:
        return JsonResponse({"error": str(refused)}, status=422)
    return JsonResponse({"name": name or _("House rules"), "terms": scoring_terms(rules)})
