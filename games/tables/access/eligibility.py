"""Eligibility to join a table by its terms: its league, members only, its range of ratings."""

from django.utils.translation import gettext as _

from games.engine import RuleSet
from games.tables import hooks
from games.tables.access.rating_range import Strength, fits, pool_of, range_words
from games.tables.models import Invitation, Seat, Table
from spades_site.accounts.models import User
from spades_site.common.errors import Refused


def why_not_eligible(
    table: Table, person: User | None, rules: RuleSet | None = None
) -> Refused | None:
    """Return why the table's terms exclude a person, or None.

    `person` None is a visitor, who would become a guest. `rules` are the table's, if already loaded. Free seats and blocks
    are checked elsewhere. The codes are "league_only", "members_only", "people_only", "no_bots", "rating_range".
    """
    if person is not None and person.is_bot and (refusal := _why_no_bot_account(table)):
        return refusal
    if table.visibility == Table.Visibility.LEAGUE and table.ref not in hooks.circles_of(person):
        return Refused(
            "league_only", _("This table is for the members of a league. Join the league first.")
        )
    if table.rated and person is not None and person.is_guest:
        return Refused(
            "members_only",
            _("Rated games are for members. Create an account, or choose a casual table."),
        )
    if fits(table, None):
        return None
    rating = Strength(person).in_pool(pool_of(rules or RuleSet.from_dict(table.rules)))
    if fits(table, rating) or (person is not None and _plays_on(table, person)):
        return None
    params = {"range": range_words(table), "rating": rating}
    return Refused(
        "rating_range",
        _("This table is for players %(range)s, and guests have no rating. Choose another.")
        % params
        if rating is None
        else _(
            "This table is for players %(range)s, and your rating is %(rating)d. Choose another."
        )
        % params,
    )


def _why_no_bot_account(table: Table) -> Refused | None:
    """Return why the table's terms exclude bot accounts, or None."""
    if table.rated or not fits(table, None):
        return Refused(
            "people_only",
            _(
                "Bot accounts have no rating: they play at casual tables without a range of ratings."
            ),
        )
    if not table.bots_allowed:
        return Refused("no_bots", _("This table was opened without bots. Wait for players."))
    return None


def why_uninvited(table: Table, person: User) -> Refused | None:
    """Return the refusal "bot_uninvited" for a bot account that neither was invited nor opened the table, or None."""
    if not person.is_bot or table.created_by_id == person.pk or _plays_on(table, person):
        return None
    asked = Invitation.objects.filter(table=table.pk, user=person.pk, declined=False)
    return None if asked.exists() else bot_uninvited()


def bot_uninvited() -> Refused:
    """Return the refusal for a bot account that wants to play without an invitation."""
    return Refused(
        "bot_uninvited",
        _("Bot accounts play where they are invited, or at tables that they open themselves."),
    )


def require_eligible(table: Table, person: User | None, rules: RuleSet | None = None) -> None:
    """Raise the refusal of `why_not_eligible`, if there is one."""
    refusal = why_not_eligible(table, person, rules)
    if refusal is not None:
        raise refusal


def _plays_on(table: Table, user: User) -> bool:
    """Return whether a person played the previous game: its players stay eligible despite rating changes."""
    return Seat.objects.filter(table__rematch=table.pk, user=user.pk).exists()
