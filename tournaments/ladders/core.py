"""The lock and the permissions of ladders: the league's lock covers its ladders."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from games import engine
from spades_site.accounts.models import User, Viewer
from spades_site.common.errors import Refused
from tournaments.ladders.models import Challenge, Ladder, LadderEntry
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import Membership
from tournaments.leagues.permissions import is_member, not_hidden_from, require_organizer


def visible_to(user: Viewer | None) -> QuerySet[Ladder]:
    """Return the ladders that the user (None: a visitor) may see, with their leagues: those of leagues they may see."""
    key = 0 if user is None else user.pk or 0
    mine = Membership.objects.filter(league=OuterRef("league"), user_id=key)
    shown = Q(league__is_public=True) | Q(Exists(mine))
    return Ladder.objects.filter(not_hidden_from(user, "league__"), shown).select_related("league")


def ladder_for(slug: str, user: Viewer) -> Ladder | None:
    """Return the ladder with the `viewer_role` in its league; None if it doesn't exist or the user may not see it (indistinguishable on purpose)."""
    role = Membership.objects.filter(league=OuterRef("league"), user_id=user.pk or 0)
    shown = visible_to(user).annotate(their_role=Subquery(role.values("role")[:1]))
    found = shown.filter(slug=slug).first()
    if found is not None:
        found.viewer_role = found.their_role
    return found


def lock_ladder(ladder_id: int) -> Ladder:
    """Return the ladder with its league's row locked until the transaction ends. Raises Refused "unknown_ladder"."""
    league_id = Ladder.objects.filter(pk=ladder_id).values_list("league_id", flat=True).first()
    league = lock_league(league_id) if league_id else None
    ladder = Ladder.objects.filter(pk=ladder_id).first()
    if league is None or ladder is None:
        raise unknown()
    ladder.league = league
    return ladder


def lock_to_organize(ladder_id: int, by: User) -> Ladder:
    """Return the locked ladder for one of its organizers. Raises Refused: "unknown_ladder", "not_organizer"."""
    ladder = lock_ladder(ladder_id)
    require_organizer(ladder.league, by)
    return ladder


def lock_challenge(challenge_id: int) -> Challenge:
    """Return a challenge under its league's lock, with its ladder and both entries. Raises Refused "unknown_challenge"."""
    ladder_id = (
        Challenge.objects.filter(pk=challenge_id).values_list("ladder_id", flat=True).first()
    )
    if ladder_id is None:
        raise Refused("unknown_challenge", _("There is no such challenge. Reload the page."))
    ladder = lock_ladder(ladder_id)
    challenge = Challenge.objects.select_related(
        "challenger", "challenged", "table", "ready", "offered_by"
    ).get(pk=challenge_id)
    challenge.ladder = ladder
    return challenge


def entry_of(ladder: Ladder, user: Viewer) -> LadderEntry | None:
    """Return the user's entry on the ladder, or None."""
    found = ladder.entries.filter(players__user_id=user.pk or 0, players__active=True)
    return found.filter(status=LadderEntry.Status.ACTIVE).first()


def require_entry(ladder: Ladder, user: User) -> LadderEntry:
    """Return the user's entry. Raises Refused: "not_member", "not_on_ladder"."""
    if not is_member(ladder.league, user):
        raise Refused("not_member", _("Join the league first."))
    entry = entry_of(ladder, user)
    if entry is None:
        raise Refused("not_on_ladder", _("You aren’t on this ladder. Join it first."))
    return entry


def side_of(challenge: Challenge, user: User) -> LadderEntry:
    """Return the user's side of a challenge. Raises Refused: "not_member", "not_your_match"."""
    mine = entry_of(challenge.ladder, user)
    if mine is None or mine not in (challenge.challenger, challenge.challenged):
        raise Refused("not_your_match", _("You don’t play in this match."))
    if not is_member(challenge.ladder.league, user):
        raise Refused("not_member", _("Join the league first."))
    return mine


def require_running(ladder: Ladder) -> None:
    """Raise Refused "ladder_frozen" while an organizer has frozen the ladder."""
    if ladder.frozen_at is not None:
        raise Refused(
            "ladder_frozen",
            _("The ladder is frozen, and its clocks stand still. Reason: %(reason)s")
            % {"reason": ladder.frozen_reason},
        )


def live_of(ladder: Ladder) -> QuerySet[Challenge]:
    """Return the ladder's challenges that aren't over, with both entries."""
    found = ladder.challenges.filter(status__in=Challenge.LIVE)
    return found.select_related("challenger", "challenged", "table", "ready", "offered_by")


def end(challenge: Challenge, status: str, at: datetime) -> None:
    """End a locked challenge."""
    challenge.status, challenge.ended_at, challenge.due_at = status, at, None
    challenge.offered_at = challenge.offered_by = challenge.ready_at = challenge.ready = None
    challenge.save()


def rules_of(ladder: Ladder) -> engine.RuleSet:
    """Return the rules of a ladder's matches."""
    return engine.RuleSet.from_dict(ladder.rules)


def unknown() -> Refused:
    """Return the refusal for a ladder that doesn't exist."""
    return Refused("unknown_ladder", _("There is no such ladder any more. Reload the page."))
