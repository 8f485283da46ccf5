"""Webhooks, for organizers."""

from collections.abc import Callable
from typing import Any, Literal

from django.db.models import QuerySet
from django.http import HttpRequest

from spades_site.accounts.tokens.scopes import ORGANIZE
from spades_site.api import answers, requests, schemas
from spades_site.api.site import NOTHING, Routes, found, person_of
from tournaments.events.queries.selectors import tournament_for
from tournaments.leagues.selectors import league_for
from tournaments.webhooks import services
from tournaments.webhooks.models import Delivery, Webhook

router = Routes(tags=["webhooks"])

type Kind = Literal["leagues", "tournaments"]
type Switch = Literal["on", "off"]
_FIND: dict[str, Callable[..., Any]] = {"leagues": league_for, "tournaments": tournament_for}
_SWITCHES: dict[str, Callable[..., Webhook]] = {
    "on": services.switch_on,
    "off": services.switch_off,
}


def about_webhook(webhook: Webhook, **more: str) -> dict[str, Any]:
    """Return what organizers read about a webhook; lists have counted what waits for each."""
    waiting = getattr(webhook, "waiting", None)
    if waiting is None:
        waiting = webhook.deliveries.filter(waits=True).count()
    return {
        "id": webhook.pk,
        "league": webhook.league.slug if webhook.league else None,
        "tournament": webhook.tournament.slug if webhook.tournament else None,
        "owner": webhook.owner.username,
        "url": webhook.url,
        "on": webhook.off_at is None,
        "off_because": str(webhook.off_because),
        "waiting": waiting,
        "failing_since": webhook.failing_since,
        "last_at": webhook.last_at,
        "last_status": None if webhook.last_at is None else webhook.last_status,
        **more,
    }


def about_delivery(delivery: Delivery) -> dict[str, Any]:
    """Return what organizers read about a message to a webhook."""
    return {
        "id": str(delivery.code),
        "event": delivery.event,
        "at": delivery.at,
        "tournament": delivery.tournament.slug if delivery.tournament else None,
        "match": delivery.match or None,
        "version": delivery.version or None,
        "accepted": not delivery.waits,
        "attempts": delivery.attempts,
        "last_at": delivery.tried_at,
        "last_status": None if delivery.tried_at is None else delivery.status,
    }


@router.read("/{kind}/{slug}/webhooks", list[answers.WebhookOut], scope=ORGANIZE)
def webhooks(request: HttpRequest, kind: Kind, slug: str) -> Any:
    """Return the webhooks of a league or a tournament, at most 5, to its organizers: their addresses may be secrets."""
    rows = services.webhooks_of(_organized(request, kind, slug))
    rows = services.with_waiting(rows.select_related("league", "tournament"))
    return [about_webhook(one) for one in rows]


@router.pages(
    "/webhooks/{webhook}/deliveries",
    answers.DeliveryOut,
    ordering=("-pk",),
    row=about_delivery,
    scope=ORGANIZE,
)
def deliveries(request: HttpRequest, webhook: schemas.Key) -> QuerySet[Delivery]:
    """Return what waits for a webhook and the last messages that it accepted, the newest first, to its organizers."""
    person = person_of(request)
    one = found(services.webhook_for(webhook, person))
    return services.deliveries_to(person).filter(webhook=one).select_related("tournament")


@router.make("/{kind}/{slug}/webhooks", answers.WebhookSecret)
def add(request: HttpRequest, kind: Kind, slug: str, new: requests.NewWebhook) -> Any:
    """Add a webhook. The answer alone has its secret."""
    of = _organized(request, kind, slug)
    made = services.add_webhook(
        about=of, by=person_of(request), url=new.url, form_token=new.request_id
    )
    return about_webhook(made, secret=made.secret)


@router.act("/webhooks/{webhook}/test", answers.Queued)
def send_test(request: HttpRequest, webhook: schemas.Key) -> Any:
    """Send the event `test`, after what still waits."""
    made = services.send_test(webhook_id=webhook, by=person_of(request))
    return {"id": str(made.code)}


@router.act("/webhooks/{webhook}/again", answers.WebhookOut)
def try_again(request: HttpRequest, webhook: schemas.Key) -> Any:
    """Send what waits at once, instead of waiting for the next attempt."""
    return about_webhook(services.try_again(webhook_id=webhook, by=person_of(request)))


@router.act("/webhooks/{webhook}/secret", answers.WebhookSecret)
def renew_secret(request: HttpRequest, webhook: schemas.Key) -> Any:
    """Give a webhook another secret, at once."""
    made = services.renew_secret(webhook_id=webhook, by=person_of(request))
    return about_webhook(made, secret=made.secret)


@router.act("/webhooks/{webhook}/{switch}", answers.WebhookOut)
def turn(request: HttpRequest, webhook: schemas.Key, switch: Switch) -> Any:
    """Switch a webhook on or off. What it hasn't accepted when it is switched off is forgotten."""
    return about_webhook(_SWITCHES[switch](webhook_id=webhook, by=person_of(request)))


@router.undo("/webhooks/{webhook}", None)
def remove(request: HttpRequest, webhook: schemas.Key) -> Any:
    """Remove a webhook."""
    services.remove_webhook(webhook_id=webhook, by=person_of(request))
    return NOTHING


def _organized(request: HttpRequest, kind: Kind, slug: str) -> services.About:
    """Return what a webhook is about, if the owner of the token organizes it."""
    person = person_of(request)
    of = found(_FIND[kind](slug, person))
    return found(of if services.may_manage(person, of) else None)
