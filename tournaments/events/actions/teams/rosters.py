"""Entering a team with its roster, and changing it."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.bots import clean_team_name
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused, refuse
from spades_site.common.folding import fold_name
from tournaments.events.actions.eligibility import why_closed, why_in_season, why_out_of_range
from tournaments.events.core.locks import lock_entry
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import OPEN, UNDER_WAY, lock, save
from tournaments.events.entries import nominations, waiting
from tournaments.events.entries.people import place_elsewhere
from tournaments.events.entries.taking_part import part_at
from tournaments.events.matches import late
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Status,
    Tournament,
)
from tournaments.events.setup.team_matches import ROSTER
from tournaments.leagues.permissions import members_among


def enter_team(
    *,
    tournament_id: int,
    by: User,
    name: str,
    players: Sequence[int],
    captain: int,
    vice_captain: int | None = None,
    here: bool = True,
) -> Entry:
    """Enter a team of 4 to 8 `players` (keys of users, in the order of the roster) with its captains, who may be
    people who don't play; if it is `here` and check-in is open, it is checked in. The same team entered again is that entry.

    Raises Refused: "unknown_tournament", "not_organizer", "no_teams", "not_open", "too_late", "full", "name_taken"
    and, about the people, those of `change_team`.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organizer(by, tournament)
        return enter_roster(
            tournament,
            by=by,
            name=name,
            players=players,
            captain=captain,
            vice_captain=vice_captain,
            here=here,
        )


def enter_roster(
    tournament: Tournament,
    *,
    by: User,
    name: str,
    players: Sequence[int],
    captain: int,
    vice_captain: int | None,
    here: bool = True,
) -> Entry:
    """Enter a team in a locked tournament, as `enter_team` does; the caller has checked the permission of `by`."""
    name = clean_team_name(name)
    if not tournament.is_team:
        raise Refused(
            "no_teams", _("This tournament isn’t for teams. Its players enter themselves.")
        )
    refuse(why_closed(tournament, now()))
    known = entered_teams(tournament).get(fold_name(name))
    if known and known.name == name and _is_same(known, players, captain, vice_captain):
        return known
    waiting.check_room(tournament, alone=False)
    at, here = now(), here and tournament.status == Status.CHECK_IN
    entry = Entry(
        tournament=tournament,
        name=name,
        status=Entry.Status.CHECKED_IN if here else Entry.Status.ENTERED,
        created_at=at,
        checked_in_at=at if here else None,
    )
    write_team(tournament, entry, name, players, captain, vice_captain)
    if tournament.status in UNDER_WAY:
        late.join(tournament, entry, at)
    save(tournament)
    audit.record(actor=by, verb="tournament.team_entered", subject=tournament, name=name)
    return entry


def entered_teams(tournament: Tournament) -> dict[str, Entry]:
    """Return the teams that take part, by the keys of their names."""
    taking_part = tournament.entries.filter(status__in=Entry.TAKING_PART)
    return {fold_name(entry.name): entry for entry in taking_part}


def change_team(
    *,
    entry_id: int,
    by: User,
    name: str,
    players: Sequence[int],
    captain: int,
    vice_captain: int | None = None,
) -> Entry:
    """Change a team's name, roster or captains; matches that have begun keep their line-ups.

    Raises Refused: "unknown_entry", "not_organizer", "no_teams", "over", "name_taken", "team_size", "twice_in_team",
    "unknown_user", "not_member", "user_entered", "rating_range", "led_in_league" (new captains).
    """
    name = clean_team_name(name)
    with transaction.atomic():
        tournament, entry = lock_entry(entry_id)
        require_organizer(by, tournament)
        if not tournament.is_team:
            raise Refused("no_teams", _("This entry isn’t a team. Replace its players instead."))
        if tournament.status not in OPEN | UNDER_WAY or entry.status not in Entry.TAKING_PART:
            raise Refused("over", _("The tournament or the team is out, so it can’t be changed."))
        if entry.name == name and _is_same(entry, players, captain, vice_captain):
            return entry
        before = team_in_log(entry)
        if (captain, vice_captain) != (entry.captain_id, entry.vice_captain_id):
            refuse(_why_led_elsewhere(tournament))
        write_team(tournament, entry, name, players, captain, vice_captain)
        save(tournament)
        audit.record(
            actor=by,
            verb="tournament.team_changed",
            subject=tournament,
            name=name,
            before=before,
            after=team_in_log(entry),
        )
    return entry


def team_in_log(entry: Entry) -> dict[str, Any]:
    """Return a team in the log's format."""
    players = entry.players.filter(active=True).order_by("position")
    return {"name": entry.name, "names": list(players.values_list("user__username", flat=True))}


def set_leaders(*, entry_id: int, captain: int | None, vice_captain: int | None) -> None:
    """Copy the captains of a league's team to its entry, inside the transaction that changes them. Idempotent.

    Entries that have left, or whose tournament is over, keep their captains.
    """
    tournament = lock(Entry.objects.values_list("tournament_id", flat=True).get(pk=entry_id))
    entry = Entry.objects.get(pk=entry_id)
    out = tournament.status not in OPEN | UNDER_WAY or entry.status not in Entry.TAKING_PART
    if out or (entry.captain_id, entry.vice_captain_id) == (captain, vice_captain):
        return
    entry.captain_id, entry.vice_captain_id = captain, vice_captain
    entry.save(update_fields=["captain", "vice_captain"])
    save(tournament)


# ------------------------------------------------------------------------------------------------ the roster
def _is_same(entry: Entry, players: Sequence[int], captain: int, vice_captain: int | None) -> bool:
    held = [user.pk for user in nominations.active_of(entry)]
    now_led = (entry.captain_id, entry.vice_captain_id)
    return held == list(players) and now_led == (captain, vice_captain)


def write_team(
    tournament: Tournament,
    entry: Entry,
    name: str,
    players: Sequence[int],
    captain: int,
    vice_captain: int | None,
) -> None:
    """Write a team's name, roster and captains, with the checks of `change_team`. The caller has locked the tournament."""
    led = [captain] if vice_captain is None else [captain, vice_captain]
    people = _people(tournament, [*players, *led])
    _check_roster(tournament, entry, name, players, people)
    entry.name, entry.captain, entry.vice_captain = name, people[captain], None
    if vice_captain is not None:
        entry.vice_captain = people[vice_captain]
    entry.save()
    held = {place.user_id: place for place in entry.players.all()}
    # Move all to temporary positions first: positions are unique.
    last = max((place.position for place in held.values()), default=-1) + 1
    away = [place for key, place in sorted(held.items()) if key not in players]
    for order, place in enumerate([*held.values()], start=last + len(players) + len(held)):
        place.position = order
        place.save(update_fields=["position"])
    for order, key in enumerate(players):
        place = held.get(key) or EntryPlayer(entry=entry, tournament=tournament, user=people[key])
        place.position, place.active = order, True
        place.save()
    for order, place in enumerate(away, start=len(players)):
        place.position, place.active = order, False
        place.save(update_fields=["position", "active"])


def _why_led_elsewhere(tournament: Tournament) -> Refused | None:
    """Return "led_in_league" in a season, whose teams have the same captains as in the league."""
    if tournament.season_id is None or why_in_season(tournament.pk) is None:
        return None
    return Refused(
        "led_in_league",
        _(
            "This team’s captains are those that it has in the league. Change them on the team’s page."
        ),
    )


def _check_roster(
    tournament: Tournament,
    entry: Entry,
    name: str,
    players: Sequence[int],
    people: dict[int, Any],
) -> None:
    least, most = ROSTER
    other = entered_teams(tournament).get(fold_name(name))
    if other is not None and other.pk != entry.pk:
        raise Refused(
            "name_taken",
            _("Another team is called “%(name)s”. Choose another name.") % {"name": name},
        )
    if not least <= len(players) <= most:
        raise Refused(
            "team_size",
            _("A team has %(least)d to %(most)d players. Change its roster.")
            % {"least": least, "most": most},
        )
    for key in players:
        if list(players).count(key) > 1:
            raise Refused(
                "twice_in_team",
                _("%(name)s is in the roster twice. Name everybody once.")
                % {"name": people[key].username},
            )
    taken = place_elsewhere(tournament, entry, players)
    if taken is not None:
        raise part_at(taken).to_team()
    refuse(why_out_of_range(tournament, [people[key] for key in players]))


def _people(tournament: Tournament, keys: Sequence[int]) -> dict[int, Any]:
    """Return the people with these keys, after checking that all may play; those without an account need no membership."""
    found = get_user_model().objects.filter(pk__in=keys, is_active=True)
    people = {user.pk: user for user in found if user.by_name or not user.is_guest}
    if len(people) < len(set(keys)):
        raise Refused(
            "unknown_user", _("One of these players has no account any more. Choose somebody else.")
        )
    if tournament.league_id is not None:
        members = members_among(tournament.league_id, people)
        for key, user in people.items():
            if key not in members and not user.by_name:
                raise Refused(
                    "not_member",
                    _("%(name)s isn’t a member of the league. Ask them to join it first.")
                    % {"name": user.username},
                )
    return people
