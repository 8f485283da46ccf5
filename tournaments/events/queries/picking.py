"""Whom the person picker suggests in the forms of a tournament."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
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
    Fact,
    People,
    acquainted,
    members_of,
    not_banned,
    only_members,
)

LIVELY = (Table.Status.OPEN, Table.Status.PLAYING)


def to_invite(tournament: Tournament, viewer: User) -> People:
    """Return whom an organizer can invite to enter."""
    invited = tournament.player_invitations.filter(user=OuterRef("pk"))
    facts = (
        *_eligible(tournament, viewer),
        *_entered(tournament),
        Fact(Exists(invited), why_not=_("already invited")),
    )
    return _of_newcomers(tournament, viewer, facts)


def to_partner(tournament: Tournament, viewer: User) -> People:
    """Return whom somebody can name as the partner with whom to enter."""
    facts = (*_eligible(tournament, viewer), *_entered(tournament))
    return _of_newcomers(tournament, viewer, facts)


def to_substitute(entry: Entry, viewer: User) -> People:
    """Return whom an organizer can name as a substitute in an entry, those in reserve first."""
    tournament = entry.tournament
    facts = (*_eligible(tournament, viewer), *_plays_in(entry), _in_reserve(tournament))
    return _of_reserve(tournament, viewer, facts)


def to_take_over(at: MatchTable, viewer: User) -> People:
    """Return who can be given a seat at a match's table, those in reserve first."""
    tournament = at.match.tournament
    seated = LineUp.objects.seated().filter(
        user=OuterRef("pk"), table__counts=True, table__table__status__in=LIVELY
    )
    own = [entry.pk for entry in at.match.entries]
    places = held_in(tournament).exclude(entry__in=own).exclude(entry__status=Entry.Status.WAITING)
    facts = (
        *_eligible(tournament, viewer),
        Fact(Exists(seated.filter(match=at.match)), why_not=_("sits at a table of this match")),
        Fact(Exists(seated), why_not=_("plays at another table now")),
        _plays_elsewhere(places),
        _in_reserve(tournament),
    )
    return _of_reserve(tournament, viewer, facts)


def to_help(tournament: Tournament, viewer: User) -> People:
    """Return whom an organizer can invite to a role."""
    roles = TournamentRole.objects.filter(tournament=tournament, user=OuterRef("pk"))
    banned = [] if tournament.league is None else [not_banned(tournament.league)]
    facts = (*banned, Fact(Exists(roles), why_not=_("has a role, or is asked")))
    known = _known(tournament, viewer) | _of_it(tournament)
    return People(viewer, known, facts, bots=True)


def in_log(tournament: Tournament, viewer: User) -> People:
    """Return whose deeds an organizer may look up in the log."""
    known = _known(tournament, viewer) | _of_it(tournament)
    return People(viewer, known, oneself=True, bots=True)


def _of_reserve(tournament: Tournament, viewer: User, facts: Sequence[Fact]) -> People:
    reserve = _waits(tournament)
    known = _known(tournament, viewer) | reserve
    return People(viewer, known, facts, first=reserve, bots=tournament.bot_accounts, oneself=True)


def _of_newcomers(tournament: Tournament, viewer: User, facts: Sequence[Fact]) -> People:
    known, bots = _known(tournament, viewer), tournament.bot_accounts
    return People(viewer, known, facts, last=_of_it(tournament), bots=bots)


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
    return Q(Exists(_unpaired(tournament))) | Q(Exists(_queued(tournament)))


def _unpaired(tournament: Tournament) -> QuerySet[Single]:
    return tournament.singles.filter(user=OuterRef("pk"), status__in=IN_RESERVE)


def _queued(tournament: Tournament) -> QuerySet[EntryPlayer]:
    places = EntryPlayer.objects.filter(tournament=tournament, user=OuterRef("pk"), active=True)
    return places.filter(entry__status=Entry.Status.WAITING)


def _eligible(tournament: Tournament, viewer: User) -> list[Fact]:
    """Return the rules of the tournament's league; bans are told only to those who decide."""
    league = tournament.league
    if league is None:
        return []
    bans = [not_banned(league)] if may_arbitrate(viewer, tournament) else []
    return [*bans, only_members(league)]


def _entered(tournament: Tournament) -> list[Fact]:
    """Rule out people who take part already."""
    alone = tournament.singles.filter(user=OuterRef("pk"), status__in=Single.TAKING_PART)
    places = EntryPlayer.objects.filter(tournament=tournament, user=OuterRef("pk"), active=True)
    return [
        Fact(_name_in(places), why_not=_("already entered: %(name)s")),
        Fact(Exists(alone), why_not=_("already entered alone")),
    ]


def _plays_in(entry: Entry) -> list[Fact]:
    """Rule out people of this entry, and of others, except the season's entries that share one of its players."""
    own = entry.players.filter(active=True)
    places = held_in(entry.tournament)
    same = places.filter(user__in=own.order_by().values("user_id")).order_by().values("entry_id")
    return [
        Fact(Exists(own.filter(user=OuterRef("pk"))), why_not=_("in this entry already")),
        _plays_elsewhere(places.exclude(entry__in=same).exclude(entry=entry.pk)),
    ]


def _plays_elsewhere(places: QuerySet[EntryPlayer]) -> Fact:
    return Fact(_name_in(places.filter(user=OuterRef("pk"))), why_not=_("plays in %(name)s"))


def _name_in(places: QuerySet[EntryPlayer]) -> Subquery:
    return Subquery(places.values("entry__name")[:1])


def _in_reserve(tournament: Tournament) -> Fact:
    """Tell who waits for a place, or for a partner."""
    return Fact(Exists(_unpaired(tournament)) | Exists(_queued(tournament)), about=_("in reserve"))
