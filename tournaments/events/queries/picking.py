"""Whom the person picker suggests in the forms of a tournament."""

from collections.abc import Collection, Iterable, Sequence

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from games.tables.models import Table
from spades_site.accounts.models import User
from tournaments.events.core.permissions import may_arbitrate
from tournaments.events.entries.people import held_in
from tournaments.events.entries.substitutes import IN_RESERVE
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    LineUp,
    MatchTable,
    Single,
    Tournament,
    TournamentRole,
)
from tournaments.leagues.picking import (
    Keys,
    Note,
    Notes,
    People,
    acquainted,
    members_of,
    not_banned,
    only_members,
)

LIVELY = (Table.Status.OPEN, Table.Status.PLAYING)


def to_invite(tournament: Tournament, viewer: User) -> People:
    """Return whom an organizer can invite to enter."""

    def invited(keys: Keys) -> dict[int, Note]:
        rows = tournament.player_invitations.filter(user__in=keys)
        return dict.fromkeys(
            rows.values_list("user_id", flat=True), Note(why_not=_("already invited"))
        )

    notes = (*_eligible(tournament, viewer), _entered(tournament), invited)
    return _of_newcomers(tournament, viewer, notes)


def to_partner(tournament: Tournament, viewer: User) -> People:
    """Return whom somebody can name as the partner with whom to enter."""
    notes = (*_eligible(tournament, viewer), _entered(tournament))
    return _of_newcomers(tournament, viewer, notes)


def to_substitute(entry: Entry, viewer: User) -> People:
    """Return whom an organizer can name as a substitute in an entry, those in reserve first."""
    tournament = entry.tournament
    notes = (*_eligible(tournament, viewer), _plays_in(entry), _in_reserve(tournament))
    return _of_reserve(tournament, viewer, notes)


def to_take_over(at: MatchTable, viewer: User) -> People:
    """Return who can be given a seat at a match's table, those in reserve first."""
    tournament = at.match.tournament

    def busy(keys: Keys) -> dict[int, Note]:
        rows = LineUp.objects.seated().filter(
            user__in=keys, table__counts=True, table__table__status__in=LIVELY
        )
        here = Note(why_not=_("sits at a table of this match"))
        other = Note(why_not=_("plays at another table now"))
        found = {}
        for key, match in rows.values_list("user_id", "match_id"):
            found[key] = here if match == at.match_id else other
        return found

    def entered(keys: Keys) -> dict[int, Note]:
        own = [entry.pk for entry in at.match.entries]
        places = held_in(tournament).filter(user__in=keys)
        elsewhere = places.exclude(entry__in=own).exclude(entry__status=Entry.Status.WAITING)
        return _names(elsewhere.values_list("user_id", "entry__name"))

    notes = (*_eligible(tournament, viewer), busy, entered, _in_reserve(tournament))
    return _of_reserve(tournament, viewer, notes)


def to_help(tournament: Tournament, viewer: User) -> People:
    """Return whom an organizer can invite to a role."""

    def notes(keys: Keys) -> dict[int, Note]:
        roles = TournamentRole.objects.filter(tournament=tournament, user__in=keys)
        return dict.fromkeys(
            roles.values_list("user_id", flat=True), Note(why_not=_("has a role, or is asked"))
        )

    banned = [] if tournament.league is None else [not_banned(tournament.league)]
    known = _known(tournament, viewer) | _of_it(tournament)
    return People(viewer, known, (*banned, notes), bots=True)


def in_log(tournament: Tournament, viewer: User) -> People:
    """Return whose deeds an organizer may look up in the log."""
    known = _known(tournament, viewer) | _of_it(tournament)
    return People(viewer, known, oneself=True, bots=True)


def _of_reserve(tournament: Tournament, viewer: User, notes: Sequence[Notes]) -> People:
    reserve = _waits(tournament)
    known = _known(tournament, viewer) | reserve
    return People(viewer, known, notes, first=reserve, bots=tournament.bot_accounts, oneself=True)


def _of_newcomers(tournament: Tournament, viewer: User, notes: Sequence[Notes]) -> People:
    known, bots = _known(tournament, viewer), tournament.bot_accounts
    return People(viewer, known, notes, last=_of_it(tournament), bots=bots)


def _known(tournament: Tournament, viewer: User) -> Q:
    if tournament.league is None:
        return acquainted(viewer)
    return members_of(tournament.league, viewer)


def _of_it(tournament: Tournament) -> Q:
    """Return the condition for the people who play in the tournament, which its page lists."""
    places = EntryPlayer.objects.filter(tournament=tournament, user=OuterRef("pk"), active=True)
    return Q(Exists(places)) | _waits(tournament)


def _waits(tournament: Tournament) -> Q:
    """Return the condition for the reserve: people without a partner, and those on the waiting list."""
    singles = Single.objects.filter(
        tournament=tournament, user=OuterRef("pk"), status__in=IN_RESERVE
    )
    queued = EntryPlayer.objects.filter(
        tournament=tournament,
        user=OuterRef("pk"),
        active=True,
        entry__status=Entry.Status.WAITING,
    )
    return Q(Exists(singles)) | Q(Exists(queued))


def _eligible(tournament: Tournament, viewer: User) -> list[Notes]:
    """Return the rules of the tournament's league; bans are told only to those who decide."""
    league = tournament.league
    if league is None:
        return []
    bans = [not_banned(league)] if may_arbitrate(viewer, tournament) else []
    return [*bans, only_members(league)]


def _entered(tournament: Tournament) -> Notes:
    """Rule out people who take part already."""

    def notes(keys: Keys) -> dict[int, Note]:
        singles = tournament.singles.filter(user__in=keys, status__in=Single.TAKING_PART)
        alone = Note(why_not=_("already entered alone"))
        found = dict.fromkeys(singles.values_list("user_id", flat=True), alone)
        places = EntryPlayer.objects.filter(tournament=tournament, user__in=keys, active=True)
        for key, name in places.values_list("user_id", "entry__name"):
            found[key] = Note(why_not=_("already entered: %(entry)s") % {"entry": name})
        return found

    return notes


def _plays_in(entry: Entry) -> Notes:
    """Rule out people of this entry, and of others."""

    def notes(keys: Keys) -> dict[int, Note]:
        own = entry.players.filter(active=True)
        places = held_in(entry.tournament).filter(user__in=keys)
        others = places.exclude(entry__in=_same(entry, own.values_list("user_id", flat=True)))
        found = _names(others.exclude(entry=entry.pk).values_list("user_id", "entry__name"))
        mine = own.filter(user__in=keys).values_list("user_id", flat=True)
        return found | dict.fromkeys(mine, Note(why_not=_("in this entry already")))

    return notes


def _same(entry: Entry, players: Collection[int]) -> list[int]:
    """Return the keys of the season's entries that are the same, because they share a player."""
    places = held_in(entry.tournament).filter(user__in=list(players))
    return list(places.values_list("entry_id", flat=True))


def _in_reserve(tournament: Tournament) -> Notes:
    """Tell who waits for a place, or for a partner."""

    def notes(keys: Keys) -> dict[int, Note]:
        waits = Note(_("in reserve"))
        singles = tournament.singles.filter(user__in=keys, status__in=IN_RESERVE)
        queued = EntryPlayer.objects.filter(
            tournament=tournament, user__in=keys, active=True, entry__status=Entry.Status.WAITING
        )
        return {
            **dict.fromkeys(singles.values_list("user_id", flat=True), waits),
            **dict.fromkeys(queued.values_list("user_id", flat=True), waits),
        }

    return notes


def _names(rows: Iterable[tuple[int, str]]) -> dict[int, Note]:
    return {key: Note(why_not=_("plays in %(entry)s") % {"entry": name}) for key, name in rows}
