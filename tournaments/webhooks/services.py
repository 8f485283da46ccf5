"""Adding webhooks and managing them: what any organizer of the league or tournament may do."""

import secrets
from datetime import timedelta

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.closing import keep_open
from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.endpoints import may_post_to
from tournaments.events.core import permissions as tournaments
from tournaments.events.core.state import lock
from tournaments.events.models import Tournament
from tournaments.leagues import permissions as leagues
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import League
from tournaments.webhooks.models import Delivery, Webhook
from tournaments.webhooks.queue import queue_test, try_now

MOST = 5
"""Of one league or tournament."""
BEGINNING = "whsec_"
RANDOM_BYTES = 32
KEPT = 20
"""Accepted deliveries of a webhook that organizers can look up."""
AGAIN = timedelta(minutes=10)
"""How long the form that added a webhook, sent again, shows the secret again."""

type About = League | Tournament


def add_webhook(*, about: About, by: User, url: str, form_token: str = "") -> Webhook:
    """Add a webhook for all results of a league or a tournament, sent as `by` sees them. Its secret is new.

    `form_token` identifies the rendered form: submitting it again (a double click) adds no second webhook, and returns
    the first one.

    Raises Refused: "not_organizer", "unknown_league", "unknown_tournament", "webhook_address", "webhook_twice",
    "too_many_webhooks", "account_closed", "limit".
    """
    if not may_post_to(url):
        raise Refused(
            "webhook_address",
            _("Enter an address that begins with https:// and can be reached from the internet."),
        )
    with transaction.atomic():
        of = _locked(about, by)
        known = list(webhooks_of(of))
        for one in known:
            same = (one.owner, one.url, one.form_token) == (by, url, form_token)
            if form_token and same and now() - one.created_at <= AGAIN:
                return one
        if any(one.url == url for one in known):
            raise Refused("webhook_twice", _("There is already a webhook to this address."))
        if len(known) >= MOST:
            raise Refused(
                "too_many_webhooks",
                _("There are %(count)d webhooks already. Remove one of them first.")
                % {"count": MOST},
            )
        webhook = Webhook(
            owner=by, url=url, secret=_new_secret(), created_at=now(), form_token=form_token
        )
        setattr(webhook, _kind(of), of)
        webhook.save()
        _note(webhook, by, "added")
        limits.count("webhooks", by.pk)
    return webhook


def remove_webhook(*, webhook_id: int, by: User) -> None:
    """Remove a webhook with what it hasn't accepted. Raises Refused "unknown_webhook", "not_organizer"."""
    with transaction.atomic():
        webhook = _found(webhook_id, by)
        _note(webhook, by, "removed")
        webhook.delete()


def switch_off(*, webhook_id: int, by: User) -> Webhook:
    """Switch a webhook off: what it hasn't accepted is forgotten, and nothing is kept for it. Idempotent.

    Raises Refused "unknown_webhook", "not_organizer".
    """
    with transaction.atomic():
        webhook = _found(webhook_id, by)
        if webhook.off_at is None:
            end(webhook, Webhook.Off.PERSON)
            _note(webhook, by, "off")
            webhook.refresh_from_db()
    return webhook


def switch_on(*, webhook_id: int, by: User) -> Webhook:
    """Switch a webhook on, from now on for `by`. Idempotent. Raises Refused "unknown_webhook", "not_organizer",
    "account_closed".
    """
    with transaction.atomic():
        webhook = _found(webhook_id, by)
        if webhook.off_at is not None:
            webhook.owner, webhook.off_at, webhook.off_because = by, None, ""
            webhook.failures, webhook.failing_since, webhook.waits_until = 0, None, None
            webhook.save()
            # Queued by transactions that began before it was switched off.
            webhook.deliveries.filter(waits=True).delete()
            _note(webhook, by, "on")
    return webhook


def renew_secret(*, webhook_id: int, by: User) -> Webhook:
    """Give a webhook a new secret; the old one is worthless at once. Raises Refused "unknown_webhook", "not_organizer"."""
    with transaction.atomic():
        webhook = _found(webhook_id, by)
        webhook.secret = _new_secret()
        webhook.save(update_fields=["secret"])
        _note(webhook, by, "secret")
    return webhook


def send_test(*, webhook_id: int, by: User) -> Delivery:
    """Queue a test. Raises Refused "unknown_webhook", "not_organizer", "webhook_off", "limit"."""
    with transaction.atomic():
        webhook = _found(webhook_id, by)
        if webhook.off_at is not None:
            raise Refused("webhook_off", _("The webhook is off. Switch it on first."))
        made = queue_test(webhook)
        limits.count("webhooks", by.pk)
    return made


def try_again(*, webhook_id: int, by: User) -> Webhook:
    """Send at once what the webhook hasn't accepted yet, instead of waiting for the next attempt.

    Raises Refused "unknown_webhook", "not_organizer", "nothing_waits", "limit".
    """
    with transaction.atomic():
        webhook = _found(webhook_id, by)
        if not webhook.deliveries.filter(waits=True).exists():
            raise Refused("nothing_waits", _("Nothing waits for this webhook. Reload the page."))
        try_now(webhook)
        limits.count("webhooks", by.pk)
    return webhook


def webhooks_of(about: About) -> QuerySet[Webhook]:
    """Return the webhooks of a league or a tournament, the oldest first."""
    return Webhook.objects.filter(**{_kind(about): about}).select_related("owner").order_by("pk")


def webhook_for(webhook_id: int, viewer: User) -> Webhook | None:
    """Return a webhook if the viewer may manage it."""
    rows = Webhook.objects.filter(pk=webhook_id).select_related("league", "tournament", "owner")
    found = rows.first()
    return found if found is not None and may_manage(viewer, found.of) else None


def with_waiting(webhooks: QuerySet[Webhook]) -> QuerySet[Webhook]:
    """Return webhooks with how many deliveries wait for each, as `waiting`."""
    return webhooks.annotate(waiting=Count("deliveries", filter=Q(deliveries__waits=True)))


def deliveries_to(viewer: User) -> QuerySet[Delivery]:
    """Return the deliveries about tournaments that the viewer may see."""
    seen = tournaments.visible_to(viewer).values("pk")
    return Delivery.objects.filter(Q(tournament=None) | Q(tournament__in=seen))


def may_manage(user: User, about: About) -> bool:
    """Return whether the user may see and manage the webhooks of a league or a tournament."""
    if isinstance(about, League):
        return leagues.is_organizer(about, user)
    return tournaments.may_organize(user, about)


def end(webhook: Webhook, because: Webhook.Off) -> None:
    """Switch a webhook off, inside the caller's transaction, unless it is off or was switched on for somebody else."""
    rows = Webhook.objects.filter(pk=webhook.pk, owner=webhook.owner, off_at=None)
    if rows.update(off_at=now(), off_because=because, waits_until=None):
        webhook.deliveries.filter(waits=True).delete()


def _kind(about: About) -> str:
    return "league" if isinstance(about, League) else "tournament"


def _locked(about: About, by: User) -> About:
    """Return what a webhook is about, locked, if `by` organizes it. Raises Refused."""
    keep_open(by)
    if isinstance(about, League):
        league = lock_league(about.pk)
        leagues.require_organizer(league, by)
        return league
    tournament = lock(about.pk)
    tournaments.require_organizer(by, tournament)
    return tournament


def _found(webhook_id: int, by: User) -> Webhook:
    """Return a webhook under the lock of what it is about. Raises Refused."""
    unknown = Refused("unknown_webhook", _("There is no such webhook. It may have been removed."))
    before = webhook_for(webhook_id, by)
    # To others it looks like one that isn't there.
    if before is None:
        raise unknown
    _locked(before.of, by)
    webhook = webhook_for(webhook_id, by)
    if webhook is None:
        raise unknown
    return webhook


def _new_secret() -> str:
    return BEGINNING + secrets.token_urlsafe(RANDOM_BYTES)


def _note(webhook: Webhook, by: User, what: str) -> None:
    # Only the host: the rest of an address may be a secret.
    verb = f"{_kind(webhook.of)}.webhook_{what}"
    audit.record(actor=by, verb=verb, subject=webhook.of, host=webhook.host)
