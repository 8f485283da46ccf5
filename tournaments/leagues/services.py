"""What may happen to a league and its members. Each function changes everything it says, or raises Refused."""

from datetime import date
from typing import Any

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from spades_site.common import audit, limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_name, clean_text
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import League, Membership, Season
from tournaments.leagues.permissions import require_account, require_organizer
from tournaments.leagues.slugs import free_slug
from tournaments.leagues.teams import leave_any_team

LONGEST_SEASON_DAYS = 732


def create_league(
    *, by: Any, name: str, description: str = "", is_public: bool = True, is_open: bool = True
) -> League:
    """Make a league and its maker the first organizer.

    Raises Refused: "guest", "league_name_taken", "limit", and what `clean_name` and `clean_text` refuse.
    """
    require_account(by)
    name, description = _clean(name, description)
    moment = now()
    with transaction.atomic():
        league = League(
            name=name,
            slug=free_slug(League, name),
            description=description,
            is_public=is_public,
            is_open=is_open,
            created_by=by,
            created_at=moment,
        )
        _save_named(league)
        limits.count("leagues", by.pk)
        Membership.objects.create(
            league=league, user=by, role=Membership.Role.ORGANIZER, joined_at=moment
        )
        audit.record(actor=by, verb="league.created", subject=league, name=name)
    return league


def edit_league(
    *, league_id: int, by: Any, name: str, description: str, is_public: bool, is_open: bool
) -> League:
    """Change what a league says of itself; its address stays. Raises Refused as `create_league` does."""
    name, description = _clean(name, description)
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        before = {field: getattr(league, field) for field in ("name", "is_public", "is_open")}
        league.name, league.description = name, description
        league.is_public, league.is_open = is_public, is_open
        _save_named(league)
        audit.record(actor=by, verb="league.edited", subject=league, before=before)
    return league


def join_league(*, league_id: int, user: Any) -> Membership:
    """Make the user a member; who is one already stays what they are. Raises Refused: "guest", "league_closed"."""
    require_account(user)
    with transaction.atomic():
        league = lock_league(league_id)
        place = Membership.objects.filter(league=league, user=user).first()
        if place is not None:
            return place
        if not league.is_open:
            raise Refused(
                "league_closed",
                _("This league takes members by invitation. Ask an organizer to add you."),
            )
        return _add(league, user)


def leave_league(*, league_id: int, user: Any) -> None:
    """End a membership, and the place in a team of the league. Raises Refused: "not_member", "last_organizer"."""
    with transaction.atomic():
        league = lock_league(league_id)
        _end(league, _place(league, user.pk))


def add_member(*, league_id: int, by: Any, username: str) -> Membership:
    """Add a member by user name. Raises Refused: "not_organizer", "unknown_user", "guest_added"."""
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        user = get_user_model().objects.filter(username__iexact=username.strip()).first()
        if user is None or not user.is_active:
            raise Refused(
                "unknown_user",
                _("There is no player called “%(name)s”. Check the spelling.")
                % {"name": username.strip()},
            )
        if user.is_guest:
            raise Refused(
                "guest_added",
                _("%(name)s is a guest. Guests need an account before they can join a league.")
                % {"name": user.username},
            )
        place = Membership.objects.filter(league=league, user=user).first()
        if place is None:
            place = _add(league, user)
            audit.record(actor=by, verb="league.member_added", subject=league, user=user.pk)
    return place


def remove_member(*, league_id: int, by: Any, user_id: int, reason: str = "") -> None:
    """End somebody's membership. Raises Refused: "not_organizer", "not_member", "last_organizer"."""
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        _end(league, _place(league, user_id))
        audit.record(
            actor=by, verb="league.member_removed", subject=league, reason=reason, user=user_id
        )


def make_organizer(*, league_id: int, by: Any, user_id: int) -> Membership:
    """Let a member run the league too. Raises Refused: "not_organizer", "not_member"."""
    return _set_role(league_id, by, user_id, str(Membership.Role.ORGANIZER))


def make_member(*, league_id: int, by: Any, user_id: int) -> Membership:
    """Make an organizer a plain member. Raises Refused: "not_organizer", "not_member", "last_organizer"."""
    return _set_role(league_id, by, user_id, str(Membership.Role.MEMBER))


def start_season(*, league_id: int, by: Any, name: str, starts_on: date, ends_on: date) -> Season:
    """Open a season. Raises Refused: "not_organizer", "season_dates", "season_name_taken", "season_overlaps"."""
    name = clean_name(name, what=_("The season's name"))
    if not 0 <= (ends_on - starts_on).days <= LONGEST_SEASON_DAYS:
        raise Refused(
            "season_dates",
            _("A season must end on or after its first day, and within two years of it."),
        )
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        if league.seasons.filter(name__iexact=name).exists():
            raise Refused(
                "season_name_taken",
                _("The league has a season called “%(name)s”. Choose another name.")
                % {"name": name},
            )
        other = league.seasons.filter(starts_on__lte=ends_on, ends_on__gte=starts_on).first()
        if other is not None:
            raise Refused(
                "season_overlaps",
                _("These days overlap with the season “%(name)s”. Choose other days.")
                % {"name": other.name},
            )
        season = Season.objects.create(
            league=league, name=name, starts_on=starts_on, ends_on=ends_on
        )
        audit.record(actor=by, verb="league.season_started", subject=league, season=season.pk)
    return season


def _clean(name: str, description: str) -> tuple[str, str]:
    return (
        clean_name(name, what=_("The league's name")),
        clean_text(description, what=_("The description")),
    )


def _save_named(league: League) -> None:
    taken = League.objects.filter(name__iexact=league.name).exclude(pk=league.pk)
    try:
        if not taken.exists():
            with transaction.atomic():
                league.save()
            return
    except IntegrityError:
        # Somebody took the name between the look and the save.
        pass
    raise Refused(
        "league_name_taken",
        _("There is a league called “%(name)s”. Choose another name.") % {"name": league.name},
    )


def _add(league: League, user: Any) -> Membership:
    return Membership.objects.create(
        league=league, user=user, role=Membership.Role.MEMBER, joined_at=now()
    )


def _place(league: League, user_id: int) -> Membership:
    place = Membership.objects.filter(league=league, user_id=user_id).first()
    if place is None:
        raise Refused(
            "not_member", _("That person is no member of this league. Reload to see who is.")
        )
    return place


def _end(league: League, place: Membership) -> None:
    _keep_an_organizer(league, place)
    leave_any_team(league, place.user_id)
    place.delete()


def _set_role(league_id: int, by: Any, user_id: int, role: str) -> Membership:
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        place = _place(league, user_id)
        if place.role == role:
            return place
        _keep_an_organizer(league, place)
        place.role = role
        place.save(update_fields=["role"])
        audit.record(actor=by, verb="league.role_changed", subject=league, user=user_id, role=role)
    return place


def _keep_an_organizer(league: League, place: Membership) -> None:
    """Refuse to take the last organizer from a league."""
    if not place.is_organizer:
        return
    others = league.memberships.filter(role=Membership.Role.ORGANIZER).exclude(pk=place.pk)
    if not others.exists():
        raise Refused(
            "last_organizer",
            _("The league would have no organizer. Make another member an organizer first."),
        )
