"""The pages about notices."""

from hashlib import sha256

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from spades_site.accounts.requests import SignedInRequest
from spades_site.common.errors import Refused
from spades_site.common.pages import NOT_ACCEPTED, answer_form
from spades_site.notices import devices, mailing, pushing, services
from spades_site.notices.forms import PreferencesForm
from spades_site.notices.kinds import KINDS, Role
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text

PER_PAGE = 20


@login_required
@require_GET
def notices(request: SignedInRequest) -> HttpResponse:
    """List the user's notices, newest first."""
    mine = Notice.objects.filter(user=request.user)
    page = Paginator(mine, PER_PAGE).get_page(request.GET.get("page"))
    rows = [
        {
            "notice": each,
            "texts": notice_text(each.kind, each.params),
            "icon": KINDS[each.kind].icon,
        }
        for each in page
    ]
    return render(
        request,
        "notices/list.html",
        {"page": page, "rows": rows, "unread": services.unread(request.user)},
    )


@login_required
@require_GET
def bell(request: SignedInRequest) -> HttpResponse:
    """Show the number of unread notices, for the part of the header that refreshes itself."""
    return render(
        request, "notices/_bell.html", {"unread": services.unread(request.user), "asked": True}
    )


@login_required
@require_POST
def follow(request: SignedInRequest, notice_id: int) -> HttpResponse:
    """Mark a notice as read and redirect to its subject."""
    try:
        return redirect(services.mark_read(request.user, notice_id).path)
    except Refused as refused:
        raise Http404 from refused


@login_required
@require_POST
def all_read(request: SignedInRequest) -> HttpResponse:
    """Mark all notices as read."""
    services.mark_all_read(request.user)
    return redirect("notices")


@login_required
@require_http_methods(["GET", "POST"])
def wishes(request: SignedInRequest) -> HttpResponse:
    """Show and save the notification settings."""
    if request.user.is_guest:
        raise Http404
    stored, posted = services.preferences_of(request.user), request.method == "POST"
    form = PreferencesForm.of(stored, request.POST if posted else None, action=request.path)

    def page() -> HttpResponse:
        context = {
            "form": form,
            "mails": settings.NOTICE_MAILS,
            "push_key": pushing.public_key(),
            "devices": [
                {"device": one, "name": sha256(one.endpoint.encode()).hexdigest()}
                for one in devices.devices_of(request.user)
            ],
        }
        return render(request, "notices/settings.html", context)

    if not posted:
        return page()
    return answer_form(
        request,
        form,
        lambda values: services.set_preferences(request.user, **values),
        page=page,
        done=_("Your settings are saved."),
        back=reverse("notices_settings") + _group_pressed(request),
    )


def _group_pressed(request: HttpRequest) -> str:
    """Return the fragment of the group whose button was pressed, so that the page opens there again."""
    code = request.POST.get("whole", "").partition(":")[0]
    return f"#group-{code}" if code in Role.values else ""


@login_required
@require_POST
def device_add(request: SignedInRequest) -> HttpResponse:
    """Register the requesting browser for push messages; the response is empty, or says why not."""
    if request.user.is_guest:
        raise Http404
    try:
        devices.notify_device(
            user=request.user,
            session_key=request.session.session_key or "",
            endpoint=request.POST.get("endpoint", ""),
            public_key=request.POST.get("public_key", ""),
            auth=request.POST.get("auth", ""),
            user_agent=request.headers.get("User-Agent", ""),
        )
    except Refused as refused:
        return JsonResponse({"sentence": str(refused)}, status=NOT_ACCEPTED)
    return HttpResponse(status=204)


@login_required
@require_POST
def device_remove(request: SignedInRequest, device_id: int) -> HttpResponse:
    """Stop notifying one of the user's devices."""
    devices.forget_device(user=request.user, device_id=device_id)
    messages.success(request, _("This device is no longer notified."))
    return redirect(reverse("notices_settings") + "#devices")


@csrf_exempt  # A mail program posts here without a page (RFC 8058); the signed link identifies user and kind.
@require_http_methods(["GET", "POST"])
def off(request: HttpRequest, token: str) -> HttpResponse:
    """Stop the mails of one kind, by the unsubscribe link in them."""
    try:
        user_id, kind = mailing.read_token(token)
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise Http404 from error
    if kind not in KINDS:
        raise Http404
    user = get_object_or_404(get_user_model(), pk=user_id, is_active=True)
    done = request.method == "POST"
    if done:
        services.no_mail_about(user, kind)
    return render(request, "notices/off.html", {"kind": KINDS[kind].label, "done": done})
