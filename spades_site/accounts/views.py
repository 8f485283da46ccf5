"""The user's settings, the export and closing of an account, and signing in as a guest."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django.views.i18n import set_language

from spades_site.accounts.avatar import choose_avatar, upload_avatar
from spades_site.accounts.bots import become_bot, why_no_bot
from spades_site.accounts.closing import close_account, export_of, obstacles_of
from spades_site.accounts.forms import (
    INITIALS,
    AvatarForm,
    BotForm,
    ClosingForm,
    SettingsForm,
    UploadForm,
)
from spades_site.accounts.guests import sign_in_as_guest
from spades_site.accounts.languages import language_of_request, supported
from spades_site.accounts.models import AvatarPicture
from spades_site.accounts.requests import SignedInRequest
from spades_site.common.errors import Refused
from spades_site.common.pages import NOT_ACCEPTED, answer_form, member_required
from spades_site.common.people.avatars import avatar_of, upload_of
from spades_site.common.templatetags.people import hue_of

YEAR = 365 * 24 * 3600


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """Show and save the user's settings."""
    form = SettingsForm(request.POST if request.method == "POST" else None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        form.save()
        translation.activate(language_of_request(request))
        messages.success(request, _("Your settings are saved."))
        return redirect("settings")
    status = NOT_ACCEPTED if form.is_bound else 200
    return render(request, "accounts/settings.html", {"form": form}, status=status)


@require_http_methods(["GET", "POST"])
@member_required
def avatar(request: SignedInRequest) -> HttpResponse:
    """Show the drawn avatars, and store the member's choice."""
    form = _avatar_form(request, request.POST if request.method == "POST" else None)

    def page() -> HttpResponse:
        return _avatar_page(request, form, _upload_form())

    if request.method == "GET":
        return page()
    return answer_form(
        request,
        form,
        lambda _values: choose_avatar(user_id=request.user.pk, code=form.code()),
        page=page,
        done=_("Your picture is saved."),
        back=reverse("settings"),
    )


@require_POST
@member_required
def avatar_upload(request: SignedInRequest) -> HttpResponse:
    """Make an uploaded picture the member's avatar."""
    form = _upload_form(request.POST, files=request.FILES)
    return answer_form(
        request,
        form,
        lambda values: upload_avatar(user_id=request.user.pk, file=values["file"]),
        page=lambda: _avatar_page(request, _avatar_form(request), form),
        done=_("Your picture is saved."),
        back=reverse("settings"),
    )


@require_GET
def avatar_picture(request: HttpRequest, digest: str) -> HttpResponse:
    """Send an uploaded picture. The content of its address never changes."""
    if not site.AVATAR_UPLOADS:
        raise Http404
    rows = AvatarPicture.objects.filter(digest=digest).order_by("pk")
    if (content := rows.values_list("content", flat=True).first()) is None:
        raise Http404
    answer = HttpResponse(bytes(content), content_type="image/webp")
    patch_cache_control(answer, public=True, max_age=YEAR, immutable=True)
    return answer


def _avatar_form(request: SignedInRequest, data: QueryDict | None = None) -> AvatarForm:
    user = request.user
    chosen = avatar_of(user.avatar)
    initial = {
        "motif": INITIALS if chosen is None else chosen.motif,
        "hue": hue_of(user.username) if chosen is None else chosen.hue,
    }
    return AvatarForm(data, initial=initial, action=reverse("avatar"), back=reverse("settings"))


def _upload_form(data: QueryDict | None = None, **files: Any) -> UploadForm:
    return UploadForm(data, action=reverse("avatar_upload"), **files)


def _avatar_page(request: SignedInRequest, form: AvatarForm, upload: UploadForm) -> HttpResponse:
    context = {
        "form": form,
        "upload": upload,
        "uploads": site.AVATAR_UPLOADS,
        "uploaded": bool(upload_of(request.user.avatar)),
    }
    return render(request, "accounts/avatar.html", context)


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Store the language chosen at the foot of a page: in a cookie, and in the user's account if there is one."""
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


@require_GET
@never_cache
@member_required
@reauthentication_required
def export(request: SignedInRequest) -> HttpResponse:
    """Download the user's personal data as JSON."""
    answer = JsonResponse(
        export_of(request.user), encoder=DjangoJSONEncoder, json_dumps_params={"indent": 2}
    )
    answer["Content-Disposition"] = 'attachment; filename="my-data.json"'
    return answer


@require_http_methods(["GET", "POST"])
@never_cache
@member_required
@reauthentication_required
def bot_account(request: SignedInRequest) -> HttpResponse:
    """Explain bot accounts, and turn this account into one after its owner has typed their name."""
    user = request.user
    data = request.POST if request.method == "POST" else None
    form = BotForm(data, name=user.username, action=request.path, back=reverse("settings"))

    def page() -> HttpResponse:
        context = {"form": form, "obstacles": [] if user.is_bot else why_no_bot(user)}
        return render(request, "accounts/bot.html", context)

    if request.method == "GET":
        return page()
    return answer_form(
        request,
        form,
        lambda _values: become_bot(user_id=user.pk),
        page=page,
        done=_("This is a bot account now. Create a token for its program."),
        back=reverse("tokens"),
    )


@require_http_methods(["GET", "POST"])
@never_cache
@member_required
@reauthentication_required
def close(request: SignedInRequest) -> HttpResponse:
    """Explain what closing the account means, and close it after its owner has typed their name."""
    user = request.user
    data = request.POST if request.method == "POST" else None
    form = ClosingForm(data, name=user.username, action=request.path, back=reverse("settings"))

    def page() -> HttpResponse:
        context = {"form": form, "obstacles": obstacles_of(user)}
        return render(request, "accounts/close.html", context)

    def end(values: dict[str, str]) -> None:
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
