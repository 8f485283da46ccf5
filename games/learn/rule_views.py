"""The pages of rules, and the glossary."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine import PRESETS, RuleSet
from games.learn.examples import scored, tricks
from games.learn.rule_words import in_short, sections
from games.learn.terms import TERMS
from games.tables.texts.rules import preset_choices, preset_title, rule_lines


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Compare the presets."""
    families = [
        (family, [{"key": key, "title": title, **in_short(PRESETS[key])} for key, title in presets])
        for family, presets in preset_choices()
    ]
    return render(request, "learn/rules.html", {"families": families})


@require_safe
def preset_rules(request: HttpRequest, preset: str) -> HttpResponse:
    """Show the rules of a preset with examples."""
    asked = PRESETS.get(preset)
    if asked is None:
        raise Http404
    context = {
        "preset": preset,
        "title": preset_title(preset),
        "families": preset_choices(),
        **explained(asked),
    }
    return render(request, "learn/preset.html", context)


def explained(asked: RuleSet) -> dict[str, Any]:
    """Return what `learn/_sections.html` shows of a rule set."""
    return {
        "sections": sections(asked),
        "tricks": tricks(asked),
        "scored": scored(asked),
        "fields": [(line.label, line.value) for line in rule_lines(asked, None)],
    }


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """Show the glossary in alphabetical order."""
    terms = sorted(
        (
            {"key": key, "word": str(term.word), "meaning": term.meaning}
            for key, term in TERMS.items()
        ),
        key=lambda row: str(row["word"]).casefold(),
    )
    return render(request, "learn/glossary.html", {"terms": terms})
