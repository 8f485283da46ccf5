"""Importing members and teams from CSV: checked line by line, and carried out whole or not at all.

An import invites people; they join the league, or a team, by accepting. Only members are invited to teams, and only the
captain of a new team gets a place at once.
"""

import unicodedata
from collections import Counter
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from games.tables.access.mutes import blocked_with, refuse_blocked_invitation
from spades_site.accounts.bots import clean_team_name
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.folding import all_called, called, fold_name
from spades_site.common.lists.imports import columns_in, rows_of, yes_or_no
from tournaments.leagues import joining, links, notify, team_invitations, teams
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import TEAM_SIZE, Admission, League, Membership, Team, TeamMember
from tournaments.leagues.permissions import bans_in_force, require_organizer

COLUMNS = ("user", "email", "team", "captain")
LEFT_OUT = frozenset({"role", "joined_at", "vice_captain", "plays", "by_name"})
"""More columns of the site's own lists of members and teams, which an import ignores."""
MOST_LINES = 300
LONGEST_FILE = 65_536
"""Characters."""


class ImportRefused(Refused):
    """An import that can't be carried out; `lines` have the problem of each line."""

    def __init__(self, lines: "list[Line]") -> None:
        super().__init__("import_wrong", _("Nothing was imported. See the lines below."))
        self.lines = lines


class Change(Enum):
    """What an import changes for the person of a line."""

    NONE = auto()
    INVITED = auto()
    ADMITTED = auto()
    TEAM = auto()


@dataclass(frozen=True)
class Line:
    """One line: its number in the file (the header is 1), its cells, and its problem or what will happen."""

    number: int
    cells: dict[str, str]
    problem: str = ""
    effect: str = ""
    person: User | None = None
    change: Change = Change.NONE

    @property
    def team(self) -> str:
        """Return the team's name as it is stored; it may be empty."""
        return " ".join(unicodedata.normalize("NFC", self.cells["team"]).split())

    @property
    def filled(self) -> list[str]:
        """Return the cells that aren't empty."""
        return [cell for cell in self.cells.values() if cell]

    @property
    def leads(self) -> bool:
        """Return whether the line is about the captain of its team."""
        return yes_or_no(self.cells["captain"]) is True


def check(*, league_id: int, by: User, text: str) -> list[Line]:
    """Return every line with its problem, or with what an import would do; write nothing.

    Raises Refused: "unknown_league", "not_organizer", "import_empty", "import_long", "import_columns".
    """
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        return _Check(league, by, _read(text)).lines()


def carry_out(*, league_id: int, by: User, text: str) -> list[Line]:
    """Invite the people and make the teams of an import, all in one transaction; returns its lines.

    Idempotent: skips people who are already members, invited, or in the team. Raises ImportRefused "import_wrong", and
    as `check` does; "limit".
    """
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        lines = _Check(league, by, _read(text)).lines()
        if any(line.problem for line in lines):
            raise ImportRefused(lines)
        for line in lines:
            _invite(league, by, line)
        # Captains first: they make the teams to which the others are invited.
        for line in sorted(lines, key=lambda line: not line.leads):
            if line.cells["team"]:
                _place(league, by, line)
        audit.record(actor=by, verb="league.imported", subject=league, lines=len(lines))
    return lines


def _read(text: str) -> list[Line]:
    """Return the lines of a CSV with a heading. Raises Refused: "import_empty", "import_long", "import_columns", and as
    `rows_of` does.
    """
    if len(text) > LONGEST_FILE:
        raise _long()
    rows = rows_of(text)
    if len(rows) > 2 * MOST_LINES:
        raise _long()
    if len(rows) < 2:
        raise Refused(
            "import_empty", _("Write a line with the columns’ names, and a line for each person.")
        )
    columns = columns_in(rows[0][1], COLUMNS)
    if (
        not LEFT_OUT.issuperset(set(columns) - set(COLUMNS))
        or len(set(columns)) != len(columns)
        or not {"user", "email"} & set(columns)
    ):
        raise Refused(
            "import_columns",
            _("The first line names the columns: %(columns)s; “user” or “email” is needed.")
            % {"columns": ", ".join(COLUMNS)},
        )
    lines = []
    for number, row in rows[1:]:
        if not any(row):
            continue
        named = dict(zip(columns, row, strict=False))
        cells = {name: named.get(name, "") for name in COLUMNS}
        problem = _("This line has more cells than columns.") if len(row) > len(columns) else ""
        lines.append(Line(number, cells, problem))
    if len(lines) > MOST_LINES:
        raise _long()
    return lines


def _long() -> Refused:
    return Refused(
        "import_long", _("Import at most %(most)d people at a time.") % {"most": MOST_LINES}
    )


@dataclass
class _Check:
    """Checks an import's lines against the league and each other, in a constant number of queries."""

    league: League
    by: User
    read: list[Line]
    seen: dict[object, int] = field(default_factory=dict)
    captains: dict[int | str, int] = field(default_factory=dict)

    def lines(self) -> list[Line]:
        """Return the lines, each with its problem or its effect."""
        self.people = all_called(
            get_user_model().objects.all(), (line.cells["user"] for line in self.read)
        )
        self.blocked = blocked_with(self.by)
        members = Membership.objects.filter(league=self.league)
        self.members = set(members.values_list("user_id", flat=True))
        self.admissions = dict(self.league.admissions.values_list("user_id", "state"))
        mailed = links.links_of(self.league.pk).exclude(email="").values_list("email", flat=True)
        self.mailed = {email.lower() for email in mailed}
        places = TeamMember.objects.filter(league=self.league).select_related("team")
        self.places = {place.user_id: place.team for place in places}
        self.teams = all_called(self.league.teams.all(), (line.team for line in self.read))
        self.playing: Counter[int | str] = Counter(place.team_id for place in places if place.plays)
        bans = bans_in_force(now()).filter(league=self.league)
        self.banned = set(bans.values_list("user_id", flat=True))
        checked = [self._line(line) for line in self.read]
        return [self._team_without_captain(line) for line in checked]

    def _line(self, line: Line) -> Line:
        try:
            if line.problem:
                raise Refused("cells", line.problem)
            if yes_or_no(line.cells["captain"]) is None:
                raise Refused("captain", _("Write “yes” or nothing in the column “captain”."))
            person = self._person(line)
            self._once(line, person)
            change, effect = self._of_member(line, person)
            if line.cells["team"]:
                change, effect = self._of_team(line, person)
            elif line.leads:
                raise Refused("captain", _("A captain needs a team. Fill in the column “team”."))
        except Refused as refusal:
            return replace(line, problem=str(refusal))
        return replace(line, person=person, effect=effect, change=change)

    def _person(self, line: Line) -> User | None:
        name, email = line.cells["user"], line.cells["email"]
        if bool(name) == bool(email):
            raise Refused("person", _("Fill in either “user” or “email”."))
        if email:
            if not settings.NOTICE_MAILS:
                raise Refused("no_mail", _("This site sends no mails. Fill in “user” instead."))
            try:
                validate_email(email)
            except ValidationError:
                raise Refused(
                    "address_wrong", _("This isn’t a mail address. Check the spelling.")
                ) from None
            return None
        found = self.people.get(name)
        if found is None or not found.is_active:
            raise Refused(
                "unknown_user",
                _("There is no player called “%(name)s”. Check the spelling.") % {"name": name},
            )
        if found.is_guest:
            raise Refused(
                "user_guest",
                _("%(name)s is a guest. Guests need an account before they can join a league.")
                % {"name": found.username},
            )
        return found

    def _once(self, line: Line, person: User | None) -> None:
        key = line.cells["email"].lower() if person is None else person.pk
        first = self.seen.setdefault(key, line.number)
        if first != line.number:
            raise Refused(
                "twice", _("The same person is in line %(number)d. Remove one.") % {"number": first}
            )

    def _of_member(self, line: Line, person: User | None) -> tuple[Change, str]:
        if person is None:
            if line.cells["email"].lower() in self.mailed:
                return Change.NONE, _("is already invited")
            return Change.INVITED, _("is invited by mail")
        if person.pk in self.members:
            return Change.NONE, _("is already a member")
        if person.pk in self.banned:
            raise Refused(
                "banned",
                _("%(name)s is banned from the league. Lift the ban first.")
                % {"name": person.username},
            )
        self._refuse_blocked(person)
        state = self.admissions.get(person.pk)
        if state == Admission.State.ASKING:
            return Change.ADMITTED, _("becomes a member at once, having asked to join")
        if state is not None:
            return Change.NONE, _("is already invited")
        return Change.INVITED, _("is invited to the league")

    def _of_team(self, line: Line, person: User | None) -> tuple[Change, str]:
        name = clean_team_name(line.cells["team"], longest=teams.LONGEST_TEAM_NAME)
        key = self._team_key(line)
        if person is None or person.pk not in self.members:
            raise Refused(
                "not_member",
                _(
                    "Only members can be put into a team. Import the person without a team, and the team after they have accepted."
                ),
            )
        team, now_in = self.teams.get(name), self.places.get(person.pk)
        if now_in is not None and now_in != team:
            raise Refused(
                "person_in_a_team",
                _("%(name)s is in the team “%(team)s”. They must leave it first.")
                % {"name": person.username, "team": now_in.name},
            )
        if line.leads:
            first = self.captains.setdefault(key, line.number)
            if first != line.number or (team is not None and team.captain_id != person.pk):
                raise Refused(
                    "captain", _("The team “%(team)s” has another captain.") % {"team": name}
                )
        if now_in is not None:
            return Change.NONE, _("is already in the team")
        self.playing[key] += 1
        if self.playing[key] > TEAM_SIZE:
            raise Refused(
                "team_full",
                _("A team has at most %(number)d players.") % {"number": TEAM_SIZE},
            )
        if line.leads:
            return Change.TEAM, _("becomes captain of the new team “%(team)s”") % {"team": name}
        self._refuse_blocked(person)
        return Change.TEAM, _("is invited to the team “%(team)s”") % {"team": name}

    def _refuse_blocked(self, person: User) -> None:
        if person.pk in self.blocked:
            refuse_blocked_invitation(self.by, person)

    def _team_key(self, line: Line) -> int | str:
        """Return what identifies the line's team: its row, or a new one's name."""
        team = self.teams.get(line.team)
        return fold_name(line.team) if team is None else team.pk

    def _team_without_captain(self, line: Line) -> Line:
        name = line.team
        if not name or line.problem or name in self.teams or self._team_key(line) in self.captains:
            return line
        return replace(
            line,
            problem=_(
                "The new team “%(team)s” has no captain. Write “yes” in the column “captain” of one line."
            )
            % {"team": line.cells["team"]},
        )


def _invite(league: League, by: User, line: Line) -> None:
    if line.person is None:
        links.invite_address(league_id=league.pk, by=by, email=line.cells["email"])
    else:
        joining.invite(league_id=league.pk, by=by, username=line.person.username)


def _place(league: League, by: User, line: Line) -> None:
    person = line.person
    assert person is not None
    if TeamMember.objects.filter(league=league, user=person).exists():
        return
    name = clean_team_name(line.cells["team"], longest=teams.LONGEST_TEAM_NAME)
    team = called(league.teams.all(), name)
    if team is None:
        team = Team.objects.create(league=league, name=name, captain=person, created_at=now())
        teams.place(team, person)
        entry = teams.record(team, by, "created")
        if person != by:
            notify.team_news(team, person, "team_captain", entry.pk)
    else:
        team_invitations.invite_to_team(team_id=team.pk, by=by, username=person.username)
