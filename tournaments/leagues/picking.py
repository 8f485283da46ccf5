"""Whom the person picker suggests: in general, and in the forms of a league and its teams.

Suggested are people whom the user of the form may see listed somewhere: friends, members of leagues that they see, and
people of the event. Anybody else is found by the whole name alone, as sending the form would find them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.expressions import NegatedExpression
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.tables.access.audience import listed_to
from games.tables.models import Block, Invitation, Seat, Table
from spades_site.accounts.friends import is_here
from spades_site.accounts.models import Friendship, User
from spades_site.common.clock import now
from spades_site.common.folding import called
from spades_site.common.people.picking import Candidate
from tournaments.leagues.models import Admission, League, Membership, Team, TeamMember
from tournaments.leagues.permissions import bans_in_force
from tournaments.leagues.selectors import leagues_of, may_see

NOBODY = Q(pk__in=())
EVERYBODY = Q()


@dataclass(frozen=True)
class Fact:
    """What may be known of a person: something `about` them, or `why_not` to take them.

    `of` is a condition for the account at OuterRef("pk"), or a subquery for what the words call %(name)s.
    """

    of: Exists | Subquery | NegatedExpression | Q
    about: str = ""
    why_not: str = ""


@dataclass(frozen=True)
class People:
    """The people of a form, as `viewer` may know them: `known`, of whom those `first` come first and those `last` last.

    Of the `facts` that hold, the first reason against somebody counts.
    """

    viewer: User
    known: Q
    facts: Sequence[Fact] = ()
    first: Q = NOBODY
    last: Q = NOBODY
    bots: bool = False
    guests: bool = False
    oneself: bool = False

    def candidates(self, text: str, most: int) -> list[Candidate]:
        """Return at most `most` people whose name contains `text`, those who can be taken first."""
        keys = self._found(text.strip(), most)
        known = {user.pk: user for user in self._told(keys)}
        rows = []
        for place, user in enumerate(known[key] for key in keys):
            true = [(fact, getattr(user, f"fact_{at}")) for at, fact in enumerate(self.facts)]
            against = [fact.why_not % {"name": of} for fact, of in true if of and fact.why_not]
            why_not = self._why_no_account(user) or next(iter(against), "")
            words = [fact.about for fact, of in true if of and fact.about]
            here = user.is_friend and is_here(user)
            free = (here or bool(words)) and not user.is_playing
            if here:
                words.append(_("here"))
            if user.is_playing:
                words.append(pgettext("person", "playing"))
            elif free:
                words.append(_("free"))
            rank = (why_not != "", user.is_playing, not free, place)
            rows.append((rank, Candidate(user.username, ", ".join(words), why_not)))
        return [row for _rank, row in sorted(rows, key=lambda row: row[0])][:most]

    def _found(self, text: str, most: int) -> list[int]:
        accounts = User.objects.filter(is_active=True)
        known = accounts.filter(self.known, is_guest=False, is_bot=False)
        begins = Q(folded_name__istartswith=text) if text else NOBODY
        if text:
            known = known.filter(folded_name__icontains=text)
        if not self.oneself:
            known = known.exclude(pk=self.viewer.pk)
        order = (
            Case(When(self.first, then=Value(0)), When(self.last, then=Value(2)), default=Value(1)),
            Case(When(begins, then=Value(0)), default=Value(1)),
            "folded_name",
        )
        found = list(known.order_by(*order).values_list("pk", flat=True)[: 2 * most])
        exact = called(accounts, text) if text else None
        if exact is None:
            return found
        return [exact.pk, *(key for key in found if key != exact.pk)]

    def _told(self, keys: Sequence[int]) -> QuerySet[Any]:
        """Return these people with everything that is to be told of them, in one query."""
        seats = Seat.objects.filter(
            user=OuterRef("pk"),
            table__status=Table.Status.PLAYING,
            table__in=listed_to(self.viewer).values("pk"),
        )
        return User.objects.filter(pk__in=keys).annotate(
            is_friend=Exists(_friendships(self.viewer)),
            is_blocked=Exists(Block.objects.filter(user=self.viewer, blocked=OuterRef("pk"))),
            is_playing=Exists(seats),
            **{f"fact_{at}": fact.of for at, fact in enumerate(self.facts)},
        )

    def _why_no_account(self, user: Any) -> str:
        """Return what the account itself rules out, or that the user has blocked it."""
        if user.is_guest and not self.guests:
            return _("a guest, without an account")
        if user.is_bot and not self.bots:
            return _("a bot account")
        if user.pk == self.viewer.pk and not self.oneself:
            return _("this is you")
        return _("you have blocked them") if user.is_blocked else ""


# ---------------------------------------------------------------------------------------------- conditions
def acquainted(viewer: User) -> Q:
    """Return the condition for the user's friends and the members of their leagues."""
    mates = Membership.objects.filter(
        user=OuterRef("pk"), league__in=list(leagues_of(viewer).values_list("pk", flat=True))
    )
    return Q(Exists(_friendships(viewer))) | Q(Exists(mates))


def _friendships(viewer: User) -> QuerySet[Friendship]:
    pairs = Friendship.objects.exclude(accepted_at=None)
    return pairs.filter(
        Q(asker=OuterRef("pk"), asked=viewer) | Q(asked=OuterRef("pk"), asker=viewer)
    )


def members_of(league: League, viewer: User) -> Q:
    """Return the condition for the league's members, if the user may see them."""
    return _belong(league) if may_see(league, viewer) else NOBODY


def _belong(league: League) -> Q:
    return Q(Exists(Membership.objects.filter(league=league, user=OuterRef("pk"))))


def _asks(league: League) -> Q:
    """Return the condition for people who ask to join the league."""
    asking = Admission.objects.filter(league=league, state=Admission.State.ASKING)
    return Q(Exists(asking.filter(user=OuterRef("pk"))))


# --------------------------------------------------------------------------------------------------- facts
def only_members(league: League) -> Fact:
    """Rule out people who don't belong to the league."""
    return Fact(~Exists(_memberships(league)), why_not=_("not a member"))


def not_banned(league: League) -> Fact:
    """Rule out people whom the league has banned; for organizers."""
    return Fact(_is_banned(league), why_not=_("banned"))


def _memberships(league: League) -> QuerySet[Membership]:
    return Membership.objects.filter(league=league, user=OuterRef("pk"))


def _is_banned(league: League) -> Exists:
    return Exists(bans_in_force(now()).filter(league=league, user=OuterRef("pk")))


def to_invite(league: League, viewer: User) -> People:
    """Return whom an organizer can invite to the league."""
    asked = Admission.objects.filter(league=league, user=OuterRef("pk"))
    asking = asked.filter(state=Admission.State.ASKING)
    facts = (
        not_banned(league),
        Fact(Exists(_memberships(league)), why_not=_("already a member")),
        Fact(Exists(asking), about=_("asks to join")),
        Fact(Exists(asked.exclude(state=Admission.State.ASKING)), why_not=_("already invited")),
    )
    known = acquainted(viewer) | _asks(league)
    return People(viewer, known, facts, first=_asks(league), last=_belong(league))


def to_ban(league: League, viewer: User) -> People:
    """Return whom an organizer can ban from the league."""
    owners = _memberships(league).filter(role=Membership.Role.OWNER)
    facts = (
        Fact(Exists(owners), why_not=_("owns the league")),
        Fact(_is_banned(league), about=_("banned")),
    )
    return People(viewer, members_of(league, viewer) | _asks(league), facts)


def to_team(team: Team, viewer: User) -> People:
    """Return whom those who lead a team can invite to it."""
    places = TeamMember.objects.filter(team__league=team.league_id, user=OuterRef("pk"))
    invited = team.invitations.filter(user=OuterRef("pk"))
    facts = (
        only_members(team.league),
        Fact(Subquery(places.values("team__name")[:1]), why_not=_("in the team “%(name)s”")),
        Fact(Exists(invited), why_not=_("already invited")),
    )
    return People(viewer, members_of(team.league, viewer), facts)


def to_table(table_id: int, viewer: User) -> People:
    """Return whom a player can invite to a waiting table; its terms are checked when the invitation is sent."""
    table = Table.objects.only("visibility", "ref", "bots_allowed", "rated").get(pk=table_id)
    seats = Seat.objects.filter(table=table, user=OuterRef("pk"))
    invited = Invitation.objects.filter(table=table, user=OuterRef("pk"))
    facts = [
        Fact(Exists(seats), why_not=_("sits at this table")),
        Fact(Exists(invited), why_not=_("already invited")),
    ]
    if table.visibility == Table.Visibility.LEAGUE:
        league = League.objects.filter(pk=table.ref.removeprefix("league:")).first()
        facts += [] if league is None else [only_members(league)]
    bots = table.bots_allowed and not table.rated
    return People(viewer, acquainted(viewer), facts, bots=bots, guests=not table.rated)


def in_log(league: League, viewer: User) -> People:
    """Return whose deeds an organizer may look up in the league's log."""
    return People(viewer, members_of(league, viewer), oneself=True, bots=True)


def to_befriend(viewer: User) -> People:
    """Return whom a member can ask to be a friend."""
    asked = Friendship.objects.filter(asker=viewer, asked=OuterRef("pk"), accepted_at=None)
    facts = (
        Fact(Exists(_friendships(viewer)), why_not=_("your friend")),
        Fact(Exists(asked), why_not=_("already asked")),
    )
    return People(viewer, acquainted(viewer), facts, bots=True)


def anybody(viewer: User) -> People:
    """Return all accounts; for staff."""
    return People(viewer, EVERYBODY, oneself=True)
