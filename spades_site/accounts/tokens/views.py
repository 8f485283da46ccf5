"""The page of the user's own tokens."""

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from spades_site.accounts.models import PersonalToken
from spades_site.accounts.requests import SignedInRequest
from spades_site.accounts.tokens.forms import TokenForm
from spades_site.accounts.tokens.scopes import SCOPES
from spades_site.accounts.tokens.services import create_token, revoke_token, tokens_of
from spades_site.common.clock import now
from spades_site.common.pages import answer_form, carry_out, member_required, replacing_page


@require_http_methods(["GET", "POST"])
@never_cache
@member_required
@reauthentication_required
def tokens(request: SignedInRequest) -> HttpResponse:
    """Show a person's tokens, and create one. Only the response to its creation shows a token."""
    form = TokenForm(request.POST if request.method == "POST" else None, action=request.path)
    if request.method == "GET":
        return _page(request, form)
    created: list[tuple[PersonalToken, str]] = []
    again = answer_form(
        request,
        form,
        lambda values: created.append(create_token(user_id=request.user.pk, **values)),
        page=lambda: _page(request, form),
        back=request.path,
    )
    if not created:
        return again
    [(made, text)] = created
    get_adapter(request).send_notification_mail(
        "accounts/email/token_created", request.user, {"name": made.name}
    )
    # The token appears above the list.
    return replacing_page(
        request, _page(request, TokenForm(action=request.path), made=made, text=text)
    )


@require_POST
@member_required
def token_revoke(request: SignedInRequest, pk: int) -> HttpResponse:
    """Revoke a token."""
    return carry_out(
        request,
        lambda: revoke_token(user_id=request.user.pk, token_id=pk),
        done=_("The token is revoked. A program that has it can’t use it any more."),
        back=reverse("tokens"),
    )


def _page(
    request: SignedInRequest, form: TokenForm, *, made: PersonalToken | None = None, text: str = ""
) -> HttpResponse:
    at = now()
    rows = [
        {
            "token": token,
            "scopes": [str(SCOPES[code]).partition(":")[0] for code in token.scopes],
            "expired": token.expires_at is not None and token.expires_at <= at,
        }
        for token in tokens_of(request.user)
    ]
    context = {"form": form, "rows": rows, "made": made, "text": text}
    return render(request, "accounts/tokens/tokens.html", context)
