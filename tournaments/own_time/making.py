"""Creating own-time events, and changing or deleting them until they open."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.forms.models import model_to_dict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.tables.levels import check_level, usual_level
from games.tables.models import SharedDeals
from games.tables.services import make_shared_deals
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.folding import fold_name, is_taken
from spades_site.common.text import clean_name
from spades_site.common.translation import translate
from tournaments.events.setup.proposal import NotValid
from tournaments.events.setup.settings import check_thrown_in, check_winner
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import League
from tournaments.leagues.permissions import require_account, require_organizer
from tournaments.leagues.slugs import free_slug
from tournaments.own_time.core import lock_to_organize
from tournaments.own_time.models import EventDeal, OwnTimeEvent
from tournaments.own_time.series import keep_in_series

LONGEST_NAME = 40
MOST_AHEAD = 12
"""Events of a league that aren't closed yet."""
DEALS = (8, 24)
LONGEST_WINDOW = timedelta(days=7)
"""The longest turn that a table has, so that nobody's turn can expire within the window."""
A_DEAL_TAKES = timedelta(minutes=5)
SETTINGS = ("entrants", "count", "scoring", "bots_level", "opens_at", "closes_at", "rules")


@dataclass(frozen=True, kw_only=True)
class EventProposal:
    """An event's settings and their defaults."""

    name: str
    opens_at: datetime
    closes_at: datetime
    entrants: str = OwnTimeEvent.Entrants.PLAYER
    count: int = DEALS[0]
    scoring: str = OwnTimeEvent.Scoring.MATCHPOINTS
    bots_level: int = field(default_factory=usual_level)
    rules: Mapping[str, Any] = field(default_factory=lambda: {"preset": "cardgames_io"})


def create_event(*, league_id: int, by: User, proposal: EventProposal) -> OwnTimeEvent:
    """Create an event and commit to its deals, which nobody can see before it opens.

    Raises Refused: "guest", "not_organizer", "event_name_taken", "too_many", or NotValid with errors by field.
    """
    _check(proposal, now())
    with transaction.atomic():
        require_account(by)
        league = lock_league(league_id)
        require_organizer(league, by)
        if league.own_time_events.filter(closed_at=None).count() >= MOST_AHEAD:
            raise Refused(
                "too_many",
                _("A league can have at most %(most)d such events at a time.")
                % {"most": MOST_AHEAD},
            )
        name = _free_name(league, proposal.name)
        slug = free_slug(OwnTimeEvent, f"{league.name} {name}", hidden=not league.is_public)
        event = OwnTimeEvent(league=league, slug=slug, created_at=now())
        _apply(event, proposal, name)
        event.save(force_insert=True)
        _make_deals(event)
        audit.record(actor=by, verb="own_time.created", subject=event, name=name, league=league.pk)
    return event


def edit_event(*, event_id: int, by: User, proposal: EventProposal) -> OwnTimeEvent:
    """Change an event that hasn't opened yet; its address stays.

    Raises Refused: "unknown_event", "not_organizer", "event_opened", "event_name_taken", "other_kind", "outside_season", or
    NotValid with errors by field.
    """
    _check(proposal, now())
    with transaction.atomic():
        event = lock_to_organize(event_id, by)
        require_unopened(event)
        _keep_entries(event, proposal)
        name = proposal.name
        if fold_name(name) != fold_name(event.name):
            name = _free_name(event.league, name)
        before = _said(event)
        _apply(event, proposal, _clean(name))
        keep_in_series(event)
        event.save()
        _make_deals(event)
        made = audit.changes(before, _said(event))
        audit.record(actor=by, verb="own_time.edited", subject=event, **made)
    return event


def delete_event(*, event_id: int, by: User) -> League:
    """Delete an event that hasn't opened yet; return its league. Raises Refused: "unknown_event", "not_organizer", "event_opened"."""
    with transaction.atomic():
        event = lock_to_organize(event_id, by)
        require_unopened(event)
        audit.record(actor=by, verb="own_time.deleted", subject=event.league, name=event.name)
        _delete_deals(event, beyond=0)
        event.delete()
        return event.league


def require_unopened(event: OwnTimeEvent) -> None:
    """Raise Refused "event_opened" once deals can be played."""
    if event.has_opened(now()):
        raise Refused("event_opened", _("The event has opened, so it can’t be changed any more."))


def proposal_of(event: OwnTimeEvent) -> EventProposal:
    """Return an event's settings."""
    return EventProposal(**{each.name: getattr(event, each.name) for each in fields(EventProposal)})


def rules_of_a_deal(rules: Mapping[str, Any]) -> engine.RuleSet:
    """Return the rules of one deal: a single hand that stands for itself. Raises InconsistentRules."""
    one_hand = engine.RuleSet.from_dict(dict(rules)).of_a_decider()
    return one_hand.to_the_last_hand(level_at_end="draw")


def _keep_entries(event: OwnTimeEvent, proposal: EventProposal) -> None:
    """Raise NotValid if pairs that have entered would no longer fit."""
    if proposal.entrants != event.entrants and event.entries.exists():
        sentence = _("Pairs have formed already. Delete the event and create another instead.")
        raise NotValid({"entrants": [sentence]})
    if proposal.entrants != event.entrants:
        event.invitations.all().delete()


def _said(event: OwnTimeEvent) -> dict[str, Any]:
    """Return an event's name and settings as the log has them."""
    values = model_to_dict(event, ("name", *SETTINGS))
    times = {name: values[name].isoformat() for name in ("opens_at", "closes_at")}
    return {**values, **times}


def _make_deals(event: OwnTimeEvent) -> None:
    """Commit to deals until there are as many as the event has, and delete the rest."""
    there = event.deals.count()
    EventDeal.objects.bulk_create(
        EventDeal(event=event, number=number, deals=make_shared_deals())
        for number in range(there + 1, event.count + 1)
    )
    _delete_deals(event, beyond=event.count)


def _delete_deals(event: OwnTimeEvent, *, beyond: int) -> None:
    gone = event.deals.filter(number__gt=beyond)
    keys = list(gone.values_list("deals_id", flat=True))
    gone.delete()
    SharedDeals.objects.filter(pk__in=keys).delete()


def _apply(event: OwnTimeEvent, proposal: EventProposal, name: str) -> None:
    event.name = name
    for each in SETTINGS:
        setattr(event, each, getattr(proposal, each))
    event.rules = dict(proposal.rules)


def _clean(name: str) -> str:
    return clean_name(name, what=_("The event’s name"), longest=LONGEST_NAME)


def _free_name(league: League, name: str) -> str:
    name = _clean(name)
    if is_taken(league.own_time_events.all(), name):
        raise Refused(
            "event_name_taken", _("The league has an event with that name. Choose another.")
        )
    return name


def _check(proposal: EventProposal, at: datetime) -> None:
    """Raise NotValid unless the settings are possible."""
    errors: dict[str, list[str]] = {}

    def note(name: str, sentence: str) -> None:
        errors.setdefault(name, []).append(sentence)

    try:
        _clean(proposal.name)
    except Refused as refusal:
        note("name", str(refusal))
    try:
        check_level(proposal.bots_level)
    except Refused as refusal:
        note("bots_level", str(refusal))
    if not DEALS[0] <= proposal.count <= DEALS[1]:
        note(
            "count",
            _("Choose a number from %(least)d to %(most)d.")
            % {"least": DEALS[0], "most": DEALS[1]},
        )
    if proposal.entrants not in OwnTimeEvent.Entrants.values:
        known = ", ".join(map(str, OwnTimeEvent.Entrants.labels))
        note("entrants", _("Choose one of: %(all)s.") % {"all": known})
    if proposal.scoring not in OwnTimeEvent.Scoring.values:
        known = ", ".join(map(str, OwnTimeEvent.Scoring.labels))
        note("scoring", _("Choose one of: %(all)s.") % {"all": known})
    _check_window(proposal, at, note)
    _check_rules(proposal, note)
    if errors:
        raise NotValid(errors)


def _check_window(proposal: EventProposal, at: datetime, note: Callable[[str, str], None]) -> None:
    window = proposal.closes_at - proposal.opens_at
    if proposal.opens_at <= at:
        note("opens_at", _("That time is over. Choose a later one."))
    if window > LONGEST_WINDOW:
        note(
            "closes_at",
            _("The window may last at most %(days)d days.") % {"days": LONGEST_WINDOW.days},
        )
    elif window < proposal.count * A_DEAL_TAKES:
        minutes = int(proposal.count * A_DEAL_TAKES / timedelta(minutes=1))
        note(
            "closes_at",
            ngettext(
                "%(count)d deal takes %(minutes)d minutes or more. Let the window last longer.",
                "%(count)d deals take %(minutes)d minutes or more. Let the window last longer.",
                proposal.count,
            )
            % {"count": proposal.count, "minutes": minutes},
        )


def _check_rules(proposal: EventProposal, note: Callable[[str, str], None]) -> None:
    try:
        rules = rules_of_a_deal(proposal.rules)
    except engine.InconsistentRules as mistake:
        note("rules", translate(mistake.sentence))
        return
    if rules.revoke != "prevented":
        note("rules", _("In a match players must follow suit. Choose other rules."))
    if proposal.entrants == OwnTimeEvent.Entrants.PAIR and rules.sides != "partners":
        note("rules", _("These rules have no partners. Choose others for pairs."))
    check_winner(rules, note)
    check_thrown_in(rules, note)
