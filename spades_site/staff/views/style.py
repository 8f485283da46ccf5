"""The living style guide: every component in every state."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from spades_site.common.errors import Refused
from spades_site.common.pages import answer_form, staff_only
from spades_site.common.refusals import Code
from spades_site.staff.style import SampleForm, samples


@require_http_methods(["GET", "POST"])
@never_cache
@staff_only
def style(request: HttpRequest) -> HttpResponse:
    """Show the style guide; its sample form is always refused, to show how that looks."""
    if request.method == "GET":
        return render(request, "staff/style/page.html", samples(None))
    form = SampleForm(request.POST, action=request.path)
    return answer_form(
        request,
        form,
        _refuse,
        page=lambda: render(request, "staff/style/page.html", samples(form)),
        back=request.path,
    )


def _refuse(values: dict[str, Any]) -> None:
    """Refuse at the field with the name where it is "taken", else above all fields."""
    code: Code = "name_taken" if values["name"] == "taken" else "not_open"
    raise Refused(code, _("This is how a refusal looks. Nothing was stored."))
