"""Signing up for a season: pairs name a partner, captains enter teams. Everybody accepts for themselves."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.tables.access.mutes import refuse_blocked_invitation
from spades_site.accounts.models import User
from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from tournaments.leagues.joining import person_called
from tournaments.leagues.models import Season, Team
from tournaments.leagues.permissions import is_member, is_organizer, members_among, require_account
from tournaments.seasons import notify
from tournaments.seasons.core import (
    lock_season,
    lock_to_organize,
    require_before,
    require_enterable,
)
from tournaments.seasons.models import SeasonEntry, SeasonPlayer

ROSTER = (4, 8)
"""The fewest and the most players of a team."""


def sign_up_pair(*, season_id: int, user: User, partner: str) -> SeasonEntry:
    """Enter with a partner, who is asked to accept.

    Raises Refused: "unknown_season", "guest", "not_pairs", "sign_up_closed", "not_member", "in_season", "limit", "pair_in_season",
    "unknown_user", "user_guest", "blocked", "declined", "yourself", "user_not_member", "partner_in_season".
    """
    with transaction.atomic():
        require_account(user)
        season, at = lock_season(season_id), now()
        _check_open(season, at)
        check_kind(season, Season.Kind.PAIRS)
        _check_free(season, user)
        other = _named(user, partner)
        if other == user:
            raise Refused(
                "yourself", _("You can’t be your own partner. Enter somebody else’s name.")
            )
        _check_partner(season, other)
        limits.count_invitation(user, other)
        entry = _enter(season, f"{user.username} & {other.username}", [user, other], at)
        _accept(entry, user, at)
        notify.asked(entry, [other], by=user)
        audit.record(
            actor=user, verb="season.pair_entered", subject=season, entry=entry.pk, name=str(entry)
        )
    return entry


def add_pair(*, season_id: int, by: User, first: str, second: str) -> SeasonEntry:
    """Enter a pair as an organizer; both players are asked to accept.

    Raises Refused: "unknown_season", "not_organizer", "season_published", "not_pairs", "unknown_user", "user_guest", "blocked", "declined", "yourself",
    "user_not_member", "partner_in_season", "pair_in_season", "limit".
    """
    with transaction.atomic():
        season, at = lock_to_organize(season_id, by), now()
        require_enterable(season)
        check_kind(season, Season.Kind.PAIRS)
        people = pair_called(by, first, second)
        for person in people:
            if person != by:
                limits.count_invitation(by, person)
        return enter_pair(season, people, by=by, at=at)


def pair_called(by: User, first: str, second: str) -> list[User]:
    """Return the people with these two user names, if `by` may ask them.

    Raises Refused: "unknown_user", "user_guest", "blocked", "declined", "yourself".
    """
    people = [_named(by, first), _named(by, second)]
    if people[0] == people[1]:
        raise Refused("yourself", _("A pair needs two people. Enter two different names."))
    return people


def enter_pair(season: Season, people: Sequence[User], *, by: User, at: datetime) -> SeasonEntry:
    """Enter two people into a locked season and ask them to accept; `by` is one of its organizers.

    Raises Refused: "user_not_member", "partner_in_season", "pair_in_season".
    """
    for person in people:
        _check_partner(season, person)
    entry = _enter(season, " & ".join(one.username for one in people), people, at)
    for person in people:
        if person == by:
            _accept(entry, person, at)
    notify.asked(entry, [person for person in people if person != by], by=by)
    audit.record(actor=by, verb="season.pair_added", subject=season, entry=entry.pk)
    return entry


def sign_up_team(*, season_id: int, by: User, team_id: int) -> SeasonEntry:
    """Enter a team with its present members, as its captain or an organizer.

    Members joined the team themselves, so they aren't asked again. Raises Refused: "unknown_season", "guest",
    "not_teams", "sign_up_closed", "unknown_team", "not_captain", "team_in_season", "team_too_small", "team_too_large",
    "partner_in_season".
    """
    with transaction.atomic():
        require_account(by)
        season, at = lock_season(season_id), now()
        check_kind(season, Season.Kind.TEAMS)
        team = Team.objects.filter(pk=team_id, league=season.league).first()
        if team is None:
            raise Refused("unknown_team", _("There is no such team any more. Reload the page."))
        if is_organizer(season.league, by):
            require_enterable(season)
        else:
            _check_open(season, at)
            _check_captain(team, by)
        if season.entries.filter(team=team, status__in=SeasonEntry.LIVE).exists():
            raise Refused(
                "team_in_season",
                _("“%(name)s” has already entered this season.") % {"name": team.name},
            )
        people = _roster_of(team)
        for person in people:
            _check_not_in(season, person)
        entry = _enter(season, team.name, people, at, team)
        for person in people:
            _accept(entry, person, at)
        notify.team_entered(entry, by=by)
        audit.record(
            actor=by, verb="season.team_entered", subject=season, entry=entry.pk, name=str(entry)
        )
    return entry


def answer(*, entry_id: int, user: User, accept: bool) -> SeasonEntry:
    """Accept or decline the user's place in a pair; a captain answers for a team. Declining ends the entry. Idempotent.

    Raises Refused: "unknown_season_entry", "season_published", "not_member", "in_season".
    """
    with transaction.atomic():
        entry, people = _lock_asked(entry_id, user)
        require_enterable(entry.season)
        if not people or entry.status not in SeasonEntry.LIVE:
            return entry
        if accept:
            if entry.team is not None:
                people = _present_roster(entry, entry.team)
            for person in people:
                _check_free(entry.season, person)
            for person in people:
                _accept(entry, person, now())
            notify.answered(entry, user, "accepted")
        else:
            _leave(entry, SeasonEntry.Status.DECLINED)
            notify.answered(entry, user, "declined")
        audit.record(
            actor=user,
            verb="season.place_accepted" if accept else "season.place_declined",
            subject=entry.season,
            entry=entry.pk,
        )
    return entry


def leave_before(*, entry_id: int, by: User, reason: str = "") -> SeasonEntry:
    """Withdraw an entry before the season is published, as one of its players, its captain or an organizer.

    Raises Refused: "unknown_season_entry", "season_published", and what `clean_text` refuses.
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        entry = lock_entry(entry_id)
        if entry.entry_id is not None:
            require_before(entry.season)
        require_speaks_for(entry, by)
        if entry.status in SeasonEntry.LIVE:
            entry.reason = reason
            players = [place.user for place in entry.players.select_related("user")]
            _leave(entry, SeasonEntry.Status.WITHDRAWN)
            notify.withdrawn(entry, [one for one in players if one != by])
            audit.record(
                actor=by,
                verb="season.entry_withdrawn",
                subject=entry.season,
                entry=entry.pk,
                reason=reason,
            )
    return entry


def lock_entry(entry_id: int) -> SeasonEntry:
    """Return a season's entry under the lock of its league. Raises Refused "unknown_season_entry"."""
    found = SeasonEntry.objects.filter(pk=entry_id).values_list("season_id", flat=True).first()
    if found is None:
        raise _unknown_entry()
    season = lock_season(found)
    entry = season.entries.filter(pk=entry_id).select_related("team", "division", "entry").first()
    if entry is None:
        raise _unknown_entry()
    entry.season = season
    return entry


def require_speaks_for(entry: SeasonEntry, user: User) -> None:
    """Raise Refused "not_your_entry" unless the user plays in a pair, captains the team, or organizes the league."""
    if is_organizer(entry.season.league, user):
        return
    if entry.team is not None:
        if entry.team.is_led_by(user.pk):
            return
    elif entry.players.filter(user=user, active=True).exists():
        return
    raise Refused(
        "not_your_entry",
        _("Only its players, the team’s captain or an organizer can do that. Ask one of them."),
    )


def may_sign_up(season: Season, at: datetime) -> bool:
    """Return whether sign-up is open at this moment."""
    return season.status == Season.Status.OPEN and (
        season.sign_up_until is None or at < season.sign_up_until
    )


def _check_open(season: Season, at: datetime) -> None:
    if not may_sign_up(season, at):
        raise Refused(
            "sign_up_closed",
            _(
                "Sign-up for this season isn’t open. An organizer can still add you before it starts."
            ),
        )


def _named(by: User, username: str) -> User:
    person = person_called(username)
    if person != by:
        refuse_blocked_invitation(by, person)
    return person


def check_kind(season: Season, kind: str) -> None:
    """Raise Refused "not_pairs" or "not_teams" unless the season is of this kind."""
    if season.kind == kind:
        return
    if season.kind == Season.Kind.TEAMS:
        raise Refused(
            "not_pairs", _("Teams enter this season. Join a team, and its captain enters it.")
        )
    if season.kind == Season.Kind.PAIRS:
        raise Refused("not_teams", _("Pairs enter this season. Enter with a partner."))
    raise Refused(
        "not_pairs", _("Nobody enters a series: its tournaments count for who plays them.")
    )


def _check_free(season: Season, user: User) -> None:
    if not is_member(season.league, user):
        raise Refused(
            "not_member",
            _("%(name)s isn’t a member of the league, and seasons are for its members.")
            % {"name": user.username},
        )
    if season_place(season, user) is not None:
        raise Refused(
            "in_season",
            _("%(name)s is already in this season. That entry must be withdrawn first.")
            % {"name": user.username},
        )


def _check_partner(season: Season, other: User) -> None:
    if not members_among(season.league_id, [other.pk]):
        raise Refused(
            "user_not_member",
            _("%(name)s isn’t a member of the league. Invite them first.")
            % {"name": other.username},
        )
    _check_not_in(season, other)


def _check_not_in(season: Season, user: User) -> None:
    place = season_place(season, user)
    if place is not None:
        raise Refused(
            "partner_in_season",
            _("%(name)s already plays this season, for %(entry)s. Choose somebody else.")
            % {"name": user.username, "entry": place.entry.name},
        )


def season_place(season: Season, user: User) -> SeasonPlayer | None:
    """Return the person's place in the season, with its entry, or None."""
    places = SeasonPlayer.objects.filter(season=season, user=user, active=True)
    return places.select_related("entry").first()


def _check_captain(team: Team, by: User) -> None:
    if not team.is_led_by(by.pk):
        raise Refused(
            "not_captain", _("Only the team’s captain or an organizer can do that. Ask them.")
        )


def _roster_of(team: Team) -> list[User]:
    """Return the team's playing members, also those without an account. Raises Refused: "team_too_small", "team_too_large"."""
    playing = team.members.filter(plays=True)
    people = [place.user for place in playing.select_related("user")]
    _check_roster(team, people)
    return people


def _present_roster(entry: SeasonEntry, team: Team) -> list[User]:
    """Update the players of an entry proposed from last season to its team's present members."""
    people = _roster_of(team)
    entry.players.all().delete()
    SeasonPlayer.objects.bulk_create(
        SeasonPlayer(entry=entry, season=entry.season, user=user, position=position)
        for position, user in enumerate(people)
    )
    return people


def decline_waiting(season: Season) -> None:
    """End the entries of a locked season that still wait for an answer when it is published."""
    for entry in season.entries.filter(status=SeasonEntry.Status.INVITED):
        _leave(entry, SeasonEntry.Status.DECLINED)


def _check_roster(team: Team, people: Sequence[User]) -> None:
    least, most = ROSTER
    if len(people) < least:
        raise Refused(
            "team_too_small",
            _("“%(name)s” has %(n)d players; a team match needs %(least)d. Find more first.")
            % {"name": team.name, "n": len(people), "least": least},
        )
    if len(people) > most:
        raise Refused(
            "team_too_large",
            _(
                "“%(name)s” has %(n)d players; at most %(most)d can play a season. Remove some first."
            )
            % {"name": team.name, "n": len(people), "most": most},
        )


def _enter(
    season: Season, name: str, people: Sequence[User], at: datetime, team: Team | None = None
) -> SeasonEntry:
    _check_new(season, people, team)
    entry = SeasonEntry.objects.create(season=season, name=name, team=team, created_at=at)
    # Each player becomes active by accepting.
    SeasonPlayer.objects.bulk_create(
        SeasonPlayer(entry=entry, season=season, user=user, position=position, active=False)
        for position, user in enumerate(people)
    )
    return entry


def _check_new(season: Season, people: Sequence[User], team: Team | None) -> None:
    """Refuse a pair that has already been entered and waits for an answer."""
    entered = season.entries.filter(status__in=SeasonEntry.LIVE, team=None)
    for person in people:
        entered = entered.filter(players__user=person)
    if team is None and entered.exists():
        raise Refused(
            "pair_in_season",
            _("This pair has already entered. It is in once both have accepted."),
        )


def _accept(entry: SeasonEntry, user: User, at: datetime) -> None:
    """Store that a player accepts; the entry is complete once all have."""
    entry.players.filter(user=user, accepted_at=None).update(accepted_at=at, active=True)
    if not entry.players.filter(accepted_at=None).exists():
        entry.status = SeasonEntry.Status.ENTERED
        entry.save(update_fields=["status"])


def _leave(entry: SeasonEntry, status: str) -> None:
    entry.status, entry.division, entry.seed_no = status, None, None
    entry.save(update_fields=["status", "division", "seed_no", "reason"])
    entry.players.update(active=False)


def _lock_asked(entry_id: int, user: User) -> tuple[SeasonEntry, list[User]]:
    """Return the locked entry, and the people for whom the user still has to answer."""
    entry = lock_entry(entry_id)
    asked = entry.players.filter(accepted_at=None).select_related("user")
    if entry.team is not None and entry.team.is_led_by(user.pk):
        return entry, [place.user for place in asked]
    if entry.team is not None or not entry.players.filter(user=user).exists():
        raise _unknown_entry()
    return entry, [place.user for place in asked if place.user_id == user.pk]


def _unknown_entry() -> Refused:
    return Refused(
        "unknown_season_entry", _("There is no such entry to the season any more. Reload the page.")
    )
