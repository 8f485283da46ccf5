"""Entries from a spreadsheet: `first,second`, a pair a line, or one person a line where people enter alone; in a
tournament of teams the team's name and its players, the captain first.

During late entry, imported entries are late entries.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.tables.access.mutes import refuse_blocked_invitation
from spades_site.accounts.closing import keep_open
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused, refuse
from spades_site.common.folding import all_called
from spades_site.common.lists import imports
from spades_site.common.lists.imports import Line
from spades_site.common.people.by_name import plain
from tournaments.events.actions.eligibility import why_closed, why_out_of_range
from tournaments.events.actions.entering import put_in
from tournaments.events.actions.teams import enter_team
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import OPEN, UNDER_WAY, lock, save
from tournaments.events.entries import by_name, waiting
from tournaments.events.entries.check_in import catch_up
from tournaments.events.entries.people import person_named
from tournaments.events.entries.taking_part import part_of
from tournaments.events.matches import late
from tournaments.events.models import Entry, Single, Tournament
from tournaments.events.notices import notify
from tournaments.events.plan.choices import EntryKind
from tournaments.events.setup.team_matches import ROSTER
from tournaments.leagues.by_name import banned_as

COLUMNS = ("first", "second")
TEAM_COLUMNS = ("team", "captain", *(f"player {number}" for number in range(2, ROSTER[1] + 1)))
OWN = {"entry": "", "player_1": "first", "player_2": "second"}
"""The columns of a tournament's own list of entries. The first tells it from people who are called like columns."""
OWN_OF_TEAMS = {
    "entry": "",
    "name": "team",
    "player_1": "captain",
    **{f"player_{number}": f"player {number}" for number in range(2, ROSTER[1] + 1)},
}


def preview_entries(*, tournament_id: int, by: User, text: str) -> list[Line]:
    """Return what `import_entries` would do with each line, without storing anything.

    Raises Refused: "unknown_tournament", "not_organizer", "not_open", "too_late", "league_only", "import_empty",
    "import_long".
    """
    with transaction.atomic():
        lines = _Import(tournament_id, by, text).lines
        transaction.set_rollback(True)
    return lines


def import_entries(
    *, tournament_id: int, by: User, text: str, seen: str | None = None, here: bool = False
) -> int:
    """Enter everybody in a file at once and notify them, as when an organizer enters teams. Returns how many entries
    are new. While check-in is open, `here` checks them in.

    Entries beyond the capacity go on the waiting list. Existing entries don't change, so importing is idempotent.
    `seen` is the mark of the confirmed preview. Raises Refused as `preview_entries`, and NotImported as
    `require_right`; then nothing is stored.
    """
    with transaction.atomic():
        done = _Import(tournament_id, by, text, here=here)
        imports.require_right(done.lines, seen)
        if done.made:
            audit.record(
                actor=by,
                verb="tournament.entries_imported",
                subject=done.tournament,
                before={"names": []},
                after={"names": [waiting.name_of(place) for place in done.made]},
            )
            save(done.tournament)
    return len(done.made)


class _Import:
    """Carries an import out line by line; `lines` have each line's outcome, `made` the new entries."""

    def __init__(self, tournament_id: int, by: User, text: str, *, here: bool = False) -> None:
        kinds = Tournament.objects.filter(pk=tournament_id)
        of_teams = kinds.values_list("entry_kind", flat=True).first() == EntryKind.TEAM
        kind = (TEAM_COLUMNS, OWN_OF_TEAMS) if of_teams else (COLUMNS, OWN)
        read = imports.read(text, *kind)
        _keep_all_open(read)
        self.by, self.tournament, self.at, self.here = by, lock(tournament_id), now(), here
        require_organizer(by, self.tournament)
        catch_up(self.tournament, self.at)
        _check_open(self.tournament, self.at)
        self.made: list[Entry | Single] = []
        self.used: dict[int, int] = {}
        self.lines = [self._line(line) for line in read]

    def _line(self, line: Line) -> Line:
        try:
            with transaction.atomic():
                if self.tournament.is_team:
                    return self._team(line)
                people = _people(self.tournament, line)
                imports.require_once(people, self.used, line.number)
                if _is_entered(self.tournament, people):
                    return replace(line, effect=_("already entered: unchanged"))
                place = self._enter(people)
        except Refused as refusal:
            return replace(line, problem=str(refusal))
        self.made.append(place)
        effect = _effect(self.tournament, place) + self._without_account(people)
        return replace(line, effect=effect, is_new=True)

    def _without_account(self, people: Sequence[User]) -> str:
        """Return what an organizer must know about people without an account."""
        names = [plain(person.username) for person in people if person.by_name]
        if not names:
            return ""
        text = "; " + _("%(names)s: no account, you enter the scores") % {"names": ", ".join(names)}
        for name in banned_as(self.tournament.league, people):
            text += "; " + _("warning: somebody called %(name)s is banned") % {"name": name}
        return text

    def _team(self, line: Line) -> Line:
        """Enter the team of a line, whose first player is the captain."""
        name, names = line.cells[0], [cell for cell in line.cells[1:] if cell]
        if not name or not names or len(line.cells) > len(TEAM_COLUMNS):
            raise Refused("cells", _("Enter the team’s name, then its players, the captain first."))
        people = [_person(self.tournament, one) for one in names]
        imports.require_once(people, self.used, line.number)
        for person in people:
            if person != self.by and not person.by_name:
                refuse_blocked_invitation(self.by, person)
        known = set(self.tournament.entries.values_list("pk", flat=True))
        team = enter_team(
            tournament_id=self.tournament.pk,
            by=self.by,
            name=name,
            players=[person.pk for person in people],
            captain=people[0].pk,
            here=self.here,
        )
        # That function has locked and saved its own copy.
        self.tournament.refresh_from_db()
        if team.pk in known:
            return replace(line, effect=_("already entered: unchanged"))
        notify.entered(team, [person for person in people if person != self.by], by=self.by)
        self.made.append(team)
        text = _("is entered; %(name)s is the captain") % {"name": plain(people[0].username)}
        return replace(line, effect=text + self._without_account(people), is_new=True)

    def _enter(self, people: Sequence[User]) -> Entry | Single:
        if self.tournament.status in UNDER_WAY:
            # An earlier line may have taken the last place.
            refuse(why_closed(self.tournament, self.at))
        for person in people:
            _check(self.tournament, person, self.by)
        if why_out_of_range(self.tournament, people) is not None:
            raise Refused("rating_range", _("The rating is outside the limits of this tournament."))
        place = put_in(self.tournament, people, self.at, here=self.here)
        if self.tournament.status in UNDER_WAY and not waiting.waits(place):
            if isinstance(place, Entry):
                late.join(self.tournament, place, self.at)
            else:
                late.team_up(self.tournament, place, self.at)
                place.refresh_from_db()
        notify.entered(place, [person for person in people if person != self.by], by=self.by)
        return place


def _check_open(tournament: Tournament, at: datetime) -> None:
    """Raise Refused: "league_only", "too_late", "not_open"."""
    if tournament.league_id is None:
        raise Refused(
            "league_only",
            _(
                "Only members of a league can be entered without being asked, and this tournament belongs to none. Invite"
                " people by name."
            ),
        )
    if tournament.status not in OPEN | UNDER_WAY:
        raise Refused("not_open", _("Open the registration first. Then entries can be imported."))
    refuse(why_closed(tournament, at))


def _keep_all_open(lines: Sequence[Line]) -> None:
    """Keep the accounts of everybody named open until the transaction ends, as entering does for the user's own."""
    active = get_user_model().objects.filter(is_active=True)
    named = all_called(active, (name for line in lines for name in _names(line)))
    for user in sorted(set(named.values()), key=lambda one: one.pk):
        keep_open(user)


def _names(line: Line) -> list[str]:
    """Return the user names in a line; a pair may be written as on pages, "anna & bert"."""
    parts = [part.strip() for cell in line.filled for part in cell.split("&")]
    return [part for part in parts if part]


def _people(tournament: Tournament, line: Line) -> list[User]:
    """Return the people named in a line; their number must make an entry.

    Raises Refused: "cells", "no_partners", "no_singles", "yourself", and as `person_named`.
    """
    names = _names(line)
    if max(len(line.cells), len(names)) > len(COLUMNS) or not line.cells[0]:
        raise Refused("cells", _("Enter one or two user names, and nothing else."))
    if len(names) == 2 and not tournament.entry_with_partner:
        raise Refused(
            "no_partners", _("Everybody enters this tournament alone. Enter one person a line.")
        )
    if len(names) == 1 and not tournament.entry_alone:
        raise Refused(
            "no_singles", _("This tournament is entered with a partner. Enter two user names.")
        )
    people = [_person(tournament, name) for name in names]
    if len(people) == 2 and people[0] == people[1]:
        raise Refused("yourself", _("A pair needs two people. Enter two different names."))
    return people


def _person(tournament: Tournament, name: str) -> User:
    """Return the person named in a line. Raises Refused as `person_named` and `by_name.person_called`."""
    if by_name.is_marked(name):
        return by_name.person_called(tournament, name)
    return person_named(tournament, name)


def _check(tournament: Tournament, person: User, by: User) -> None:
    """Raise Refused if an organizer can't enter a person: "user_entered", "blocked", "declined"."""
    part = part_of(tournament, person)
    refuse(None if part is None else part.to_importer())
    if person == by or person.by_name:
        return
    refuse_blocked_invitation(by, person)


def _is_entered(tournament: Tournament, people: Sequence[User]) -> bool:
    """Return whether exactly these people are an entry, or the single person waits for a partner."""
    entries = tournament.entries.filter(status__in=Entry.TAKING_PART)
    for person in people:
        entries = entries.filter(players__user=person, players__active=True)
    if len(people) < tournament.side_size:
        alone = tournament.singles.filter(user=people[0])
        # A late single player is paired at once.
        late_pair = Q(status=Single.Status.TEAMED, entry__status__in=Entry.TAKING_PART)
        return alone.filter(Q(status__in=Single.TAKING_PART) | late_pair).exists()
    return entries.exists()


def _effect(tournament: Tournament, place: Entry | Single) -> str:
    if waiting.waits(place):
        number = waiting.number_in(waiting.queue(tournament), place)
        return _("goes on the waiting list, as number %(n)d") % {"n": number}
    if isinstance(place, Single) and place.entry is not None:
        text = _("plays with another late single player, from round %(n)d on")
        return text % {"n": place.entry.joined_round}
    if isinstance(place, Single) and tournament.status in UNDER_WAY:
        return _("is entered alone, and plays once another late single player enters")
    if isinstance(place, Single):
        return _("is entered alone, and gets a partner at the start")
    if tournament.status in UNDER_WAY:
        return _("is a late entry, and plays from round %(n)d on") % {"n": place.joined_round}
    return _("is entered")
