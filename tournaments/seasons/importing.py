"""Pairs from a spreadsheet: `first,second[,division]`, one pair a line.

The preview carries the import out and takes it back, so that both say the same of every line.
"""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.leagues.models import Season
from tournaments.seasons.core import lock_to_organize, require_before
from tournaments.seasons.models import Division, SeasonEntry
from tournaments.seasons.signing_up import check_kind, enter_pair, pair_called

COLUMNS = ("first", "second", "division")
MOST_LINES = 200
BOM = "\ufeff"


@dataclass(frozen=True)
class Line:
    """One line of the file. `mistake` says what is wrong with it, "" if nothing is; `entered`: the pair is already in
    the season, and nothing changes.
    """

    number: int
    first: str
    second: str
    division: str = ""
    mistake: str = ""
    entered: bool = False


def preview_pairs(*, season_id: int, by: User, text: str) -> list[Line]:
    """Return what `import_pairs` would do with each line; nothing is stored.

    Raises Refused: "unknown_season", "not_organizer", "season_published", "not_pairs", "import_empty", "import_long".
    """
    with transaction.atomic():
        lines = _carried_out(season_id, by, text)
        transaction.set_rollback(True)
    return lines


def import_pairs(*, season_id: int, by: User, text: str) -> int:
    """Enter every pair of a file at once, as `add_pair` does; everybody is asked to accept. Returns how many are new.

    Pairs that are already in the season stay as they are, so that importing a file again changes nothing. Organizers'
    daily number of invitations doesn't bound it: only members of the league can be asked. Raises Refused as
    `preview_pairs`, and "import_wrong" if a line has a mistake; then nothing is stored.
    """
    with transaction.atomic():
        lines = _carried_out(season_id, by, text)
        wrong = sum(bool(line.mistake) for line in lines)
        if wrong:
            raise Refused(
                "import_wrong",
                ngettext(
                    "%(n)d line can't be imported. Correct it, or remove it.",
                    "%(n)d lines can't be imported. Correct them, or remove them.",
                    wrong,
                )
                % {"n": wrong},
            )
    return sum(not line.entered for line in lines)


def _carried_out(season_id: int, by: User, text: str) -> list[Line]:
    season, at = lock_to_organize(season_id, by), now()
    require_before(season)
    check_kind(season, Season.Kind.PAIRS)
    divisions = list(season.divisions.all())
    used: dict[int, int] = {}
    return [_line(season, divisions, each, used, by, at) for each in _read(text)]


def _read(text: str) -> list[Line]:
    """Return the lines of a file with commas, semicolons or tabs; a first line with the columns' names is left out."""
    text = text.removeprefix(BOM)
    delimiter = max(",;\t", key=text.count)
    lines: list[Line] = []
    rows = csv.reader(text.splitlines(), delimiter=delimiter)
    for number, row in enumerate(rows, start=1):
        cells = [cell.strip() for cell in row]
        heading = tuple(cell.casefold() for cell in cells) in (COLUMNS, COLUMNS[:2])
        if not any(cells) or (heading and not lines):
            continue
        first, second, division, *more = [*cells, "", "", ""]
        mistake = _("Enter two user names, and a division if you like.") if any(more) else ""
        lines.append(Line(number, first, second, division, mistake))
    if not lines:
        raise Refused("import_empty", _("There is no pair in it. Enter one pair a line."))
    if len(lines) > MOST_LINES:
        raise Refused(
            "import_long",
            _("At most %(most)d pairs can be imported at once. Split the file.")
            % {"most": MOST_LINES},
        )
    return lines


def _line(
    season: Season,
    divisions: Iterable[Division],
    line: Line,
    used: dict[int, int],
    by: User,
    at: datetime,
) -> Line:
    """Carry out one line, and return it with what came of it. `used` has the people of earlier lines, with the line."""
    words = (line.number, line.first, line.second, line.division)
    if line.mistake:
        return line
    if not line.first or not line.second:
        return Line(*words, _("A pair needs two people. Enter two different names."))
    try:
        with transaction.atomic():
            division = _division(divisions, line.division)
            people = pair_called(by, line.first, line.second)
            _check_once(people, used)
            used |= {person.pk: line.number for person in people}
            if _entered(season, people):
                return Line(*words, entered=True)
            entry = enter_pair(season, people, by=by, at=at)
            if division is not None:
                _place(entry, division)
    except Refused as refusal:
        return Line(*words, str(refusal))
    return Line(*words)


def _check_once(people: Iterable[User], used: dict[int, int]) -> None:
    for person in people:
        if person.pk in used:
            raise Refused(
                "twice_in_file",
                _("%(name)s is in line %(n)d already. Remove one of the two.")
                % {"name": person.username, "n": used[person.pk]},
            )


def _entered(season: Season, people: Iterable[User]) -> bool:
    found = season.entries.filter(status__in=SeasonEntry.LIVE, team=None)
    for person in people:
        found = found.filter(players__user=person)
    return found.exists()


def _division(divisions: Iterable[Division], named: str) -> Division | None:
    """The division of this name or level; None if none is named."""
    if not named:
        return None
    for one in divisions:
        if named.casefold() in (one.name.casefold(), str(one.level)):
            return one
    names = ", ".join(one.name for one in divisions)
    raise Refused(
        "unknown_division",
        _("There is no division “%(name)s”. The season has: %(names)s.")
        % {"name": named, "names": names},
    )


def _place(entry: SeasonEntry, division: Division) -> None:
    """Put a new entry on the last place of a division."""
    placed = division.entries.filter(status__in=SeasonEntry.LIVE)
    if placed.count() >= division.size:
        raise Refused(
            "division_full",
            _("%(name)s has only %(size)d places. Choose another division, or make it larger.")
            % {"name": division.name, "size": division.size},
        )
    entry.division = division
    entry.seed_no = (division.entries.aggregate(last=Max("seed_no"))["last"] or 0) + 1
    entry.save(update_fields=["division", "seed_no"])
