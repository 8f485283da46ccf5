"""Who may sit down at a table by its terms (a league, members, a range of ratings), shown before they try."""

from django.utils.translation import gettext as _

from games.engine import RuleSet
from games.tables.access.rating_range import fits, range_words, require_rating
from games.tables.game.opening import require_circle, require_member
from games.tables.models import Table
from spades_site.accounts.models import User, Viewer
from spades_site.common.errors import Refused


def why_barred(table: Table, user: Viewer) -> str:
    """Return why a casual table's terms keep the viewer, who may be a visitor, from taking a seat; "" if they
    don't.

    A visitor counts as the guest who they would become. Whether a seat is free, and whether the viewer is already
    seated, is part of the pictures.
    """
    if table.kind != Table.Kind.CASUAL or table.is_over:
        return ""
    try:
        _require(table, user if user.is_authenticated else None)
    except Refused as refusal:
        return str(refusal)
    return ""


def _require(table: Table, person: User | None) -> None:
    if table.visibility == Table.Visibility.LEAGUE:
        require_circle(table.ref, person)
    if person is not None and table.rated:
        require_member(person)
    if fits(table, None):
        return
    if person is None:
        raise Refused(
            "rating_range",
            _("This table is for players %(range)s, and guests have no rating. Choose another.")
            % {"range": range_words(table)},
        )
    require_rating(table, person, RuleSet.from_dict(table.rules))
