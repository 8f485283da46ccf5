"""Pairs from a spreadsheet: `first,second[,division]`, one pair a line."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.folding import fold_name
from spades_site.common.lists import imports
from spades_site.common.lists.imports import Line
from tournaments.leagues.models import Season
from tournaments.seasons.core import lock_to_organize, require_before
from tournaments.seasons.entries.signing_up import check_kind, enter_pair, pair_called
from tournaments.seasons.models import Division, SeasonEntry

COLUMNS = ("first", "second", "division")
OWN = {"entry": "", "player_1": "first", "player_2": "second", "level": "division"}
"""The columns of a season's own list of entries. The first tells it from people who are called like columns."""


def preview_pairs(*, season_id: int, by: User, text: str) -> list[Line]:
    """Return what `import_pairs` would do with each line, without storing anything.

    Raises Refused: "unknown_season", "not_organizer", "season_published", "not_pairs", "import_empty", "import_long".
    """
    with transaction.atomic():
        lines = _carried_out(season_id, by, text)
        transaction.set_rollback(True)
    return lines


def import_pairs(*, season_id: int, by: User, text: str, seen: str | None = None) -> int:
    """Enter every pair in a file, as `add_pair` does; everybody is asked to accept. Returns how many are new.

    Existing pairs don't change, so importing is idempotent. The organizers' daily limit on invitations doesn't apply,
    because only members of the league can be asked. `seen` is the mark of the confirmed preview. Raises Refused as
    `preview_pairs`, and NotImported as `require_right`; then nothing is stored.
    """
    with transaction.atomic():
        lines = _carried_out(season_id, by, text)
        imports.require_right(lines, seen)
    return sum(line.is_new for line in lines)


def _carried_out(season_id: int, by: User, text: str) -> list[Line]:
    season, at = lock_to_organize(season_id, by), now()
    require_before(season)
    check_kind(season, Season.Kind.PAIRS)
    divisions = list(season.divisions.all())
    used: dict[int, int] = {}
    lines = imports.read(text, COLUMNS, OWN)
    return [_line(season, divisions, each, used, by, at) for each in lines]


def _line(
    season: Season,
    divisions: Iterable[Division],
    line: Line,
    used: dict[int, int],
    by: User,
    at: datetime,
) -> Line:
    """Carry out one line, and return it with its outcome. `used` maps the people of earlier lines to these."""
    first, second, named, *more = line.cells
    try:
        with transaction.atomic():
            if more:
                raise Refused("cells", _("Enter two user names, and a division if you like."))
            if not first or not second:
                raise Refused("yourself", _("A pair needs two people. Enter two different names."))
            division = _division(divisions, named)
            people = pair_called(by, first, second)
            imports.require_once(people, used, line.number)
            if _entered(season, people):
                return replace(line, effect=_("already entered: unchanged"))
            entry = enter_pair(season, people, by=by, at=at)
            if division is not None:
                _place(entry, division)
    except Refused as refusal:
        return replace(line, problem=str(refusal))
    return replace(line, effect=_("both will be asked"), is_new=True)


def _entered(season: Season, people: Iterable[User]) -> bool:
    found = season.entries.filter(status__in=SeasonEntry.LIVE, team=None)
    for person in people:
        found = found.filter(players__user=person)
    return found.exists()


def _division(divisions: Iterable[Division], named: str) -> Division | None:
    """Return the division with this name or level; None if none is named."""
    if not named:
        return None
    for one in divisions:
        if fold_name(named) in (fold_name(one.name), str(one.level)):
            return one
    names = ", ".join(one.name for one in divisions)
    raise Refused(
        "unknown_division",
        _("There is no division “%(name)s”. The season has: %(names)s.")
        % {"name": named, "names": names},
    )


def _place(entry: SeasonEntry, division: Division) -> None:
    """Append a new entry to a division."""
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
