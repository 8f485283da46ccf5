"""The pages on which organizers add webhooks and manage them."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from spades_site.accounts.requests import SignedInRequest
from spades_site.common.pages import answer_form, carry_out, member_required, replacing_page
from tournaments.events.queries.selectors import tournament_for
from tournaments.leagues.models import League
from tournaments.leagues.selectors import league_for
from tournaments.webhooks import services
from tournaments.webhooks.forms import WebhookForm
from tournaments.webhooks.history import with_tried
from tournaments.webhooks.models import Webhook

STEPS: dict[str, tuple[Callable[..., Any], Any]] = {
    "again": (services.try_again, gettext_lazy("It’s being sent. Reload in a few seconds.")),
    "test": (services.send_test, gettext_lazy("The test is on its way. Reload in a few seconds.")),
    "on": (services.switch_on, gettext_lazy("The webhook is on.")),
    "off": (services.switch_off, gettext_lazy("The webhook is off.")),
    "remove": (services.remove_webhook, gettext_lazy("The webhook is removed.")),
}
"""What a button does, and what is said then."""


@require_http_methods(["GET", "POST"])
@never_cache
@member_required
def league_webhooks(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show a league's webhooks, and add one. The answer to that is the only page that shows its secret."""
    return _webhooks(request, league_for(slug, request.user))


@require_http_methods(["GET", "POST"])
@never_cache
@member_required
def tournament_webhooks(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show a tournament's webhooks, and add one, as `league_webhooks` does."""
    return _webhooks(request, tournament_for(slug, request.user))


@require_POST
@never_cache
@member_required
def webhook_secret(request: SignedInRequest, pk: int) -> HttpResponse:
    """Give a webhook a new secret, and show that."""
    webhook = _own_or_404(request, pk)
    made: list[Webhook] = []
    again = carry_out(
        request,
        lambda: made.append(services.renew_secret(webhook_id=pk, by=request.user)),
        done="",
        back=_address(webhook.of),
    )
    return _with_secret(request, made[0]) if made else again


@require_POST
@member_required
def webhook_step(request: SignedInRequest, pk: int, step: str) -> HttpResponse:
    """Send a test, switch a webhook on or off, or remove it."""
    webhook = _own_or_404(request, pk)
    if step not in STEPS:
        raise Http404
    act, done = STEPS[step]
    return carry_out(
        request,
        lambda: act(webhook_id=pk, by=request.user),
        done=str(done),
        back=_address(webhook.of),
    )


def _buttons(webhook: Webhook) -> list[tuple[str, str]]:
    """Return the steps that a webhook offers without asking first, with their buttons."""
    if webhook.off_at is not None:
        return [("on", _("Switch on"))]
    again = [("again", _("Try again now"))] if webhook.failing_since else []
    return [*again, ("test", _("Send a test")), ("off", _("Switch off"))]


def _webhooks(request: SignedInRequest, of: services.About | None) -> HttpResponse:
    if of is None or not services.may_manage(request.user, of):
        raise Http404
    form = WebhookForm(request.POST if request.method == "POST" else None, action=request.path)
    if request.method == "GET":
        return _page(request, of, form)
    made: list[Webhook] = []
    again = answer_form(
        request,
        form,
        lambda said: made.append(services.add_webhook(about=of, by=request.user, **said)),
        page=lambda: _page(request, of, form),
        back=request.path,
    )
    return _with_secret(request, made[0]) if made else again


def _own_or_404(request: SignedInRequest, pk: int) -> Webhook:
    found = services.webhook_for(pk, request.user)
    if found is None:
        raise Http404
    return found


def _with_secret(request: SignedInRequest, made: Webhook) -> HttpResponse:
    form = WebhookForm(action=_address(made.of))
    # The secret appears above the list.
    return replacing_page(request, _page(request, made.of, form, made))


def _address(of: services.About) -> str:
    return reverse(f"{of._meta.model_name}_webhooks", args=[of.slug])


def _page(
    request: SignedInRequest, of: services.About, form: WebhookForm, made: Webhook | None = None
) -> HttpResponse:
    webhooks = services.with_waiting(services.webhooks_of(of))
    context = {
        "of": of,
        "is_league": isinstance(of, League),
        "webhooks": [
            (one, _buttons(one), tried) for one, tried in with_tried(webhooks, request.user)
        ],
        "form": form,
        "made": made,
    }
    return render(request, "webhooks/webhooks.html", context)
