"""Taking along what the site holds about oneself, and closing one's account."""

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django.contrib.auth import logout
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from spades_site.accounts.closing import close_account, export_of, obstacles_of
from spades_site.accounts.forms import ClosingForm
from spades_site.accounts.requests import SignedInRequest
from spades_site.common.pages import answer_form, member_required


@require_GET
@never_cache
@member_required
@reauthentication_required
def export(request: SignedInRequest) -> HttpResponse:
    """Give what the site holds about the person as a file of JSON."""
    answer = JsonResponse(
        export_of(request.user), encoder=DjangoJSONEncoder, json_dumps_params={"indent": 2}
    )
    answer["Content-Disposition"] = 'attachment; filename="my-data.json"'
    return answer


@require_http_methods(["GET", "POST"])
@never_cache
@member_required
@reauthentication_required
def close(request: SignedInRequest) -> HttpResponse:
    """Say what closing the account means, and do it once the own name is typed."""
    user = request.user
    data = request.POST if request.method == "POST" else None
    form = ClosingForm(data, name=user.username, action=request.path, back=reverse("settings"))

    def page() -> HttpResponse:
        context = {"form": form, "obstacles": obstacles_of(user)}
        return render(request, "accounts/close.html", context)

    def end(said: dict[str, str]) -> None:
        address = user.email
        close_account(user_id=user.pk, by=user)
        logout(request)
        if address:
            get_adapter(request).send_mail("accounts/email/closed", address, {})

    if request.method == "GET":
        return page()
    return answer_form(
        request, form, end, page=page, done=_("Your account is closed."), back=reverse("home")
    )
