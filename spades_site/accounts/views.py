"""Own settings, and the way in for guests."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from spades_site.accounts.forms import SettingsForm
from spades_site.accounts.guests import sign_in_as_guest
from spades_site.accounts.languages import language_of_request, supported
from spades_site.common.errors import Refused
from spades_site.common.pages import NOT_ACCEPTED


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """Show and save one's own settings."""
    form = SettingsForm(request.POST if request.method == "POST" else None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        form.save()
        translation.activate(language_of_request(request))
        messages.success(request, _("Your settings are saved."))
        return redirect("settings")
    status = NOT_ACCEPTED if form.is_bound else 200
    return render(request, "accounts/settings.html", {"form": form}, status=status)


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Keep the language chosen at the foot of a page: in the browser, and in the account where there is one."""
    language = supported(request.POST.get("language"))
    if language and request.user.is_authenticated:
        request.user.language = language
        request.user.save(update_fields=["language"])
    answer: HttpResponse = set_language(request)
    return answer


@require_POST
def become_guest(request: HttpRequest) -> HttpResponse:
    """Sign a visitor in as a new guest and send them on to `next`, or to the lobby."""
    if not request.user.is_authenticated:
        try:
            sign_in_as_guest(request)
        except Refused as refusal:
            messages.error(request, str(refusal))
            return redirect("account_login")
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()):
        target = "lobby"
    return redirect(target)
