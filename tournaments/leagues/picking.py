"""Whom the person picker suggests: in general, and in the forms of a league and its teams.

Suggested are people whom the user of the form may see listed somewhere: friends, members of leagues that they see, and
people of the event. Anybody else is found by the whole name alone, as sending the form would find them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Exists, OuterRef, Q, Value, When
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.tables.access.audience import listed_to
from games.tables.access.mutes import blocked_keys
from games.tables.models import Seat, Table
from spades_site.accounts.friends import friends_of
from spades_site.accounts.models import Friendship, User
from spades_site.common.clock import now
from spades_site.common.folding import called
from spades_site.common.people.picking import Candidate
from tournaments.leagues.models import Admission, League, Membership, Team, TeamMember
from tournaments.leagues.permissions import bans_in_force
from tournaments.leagues.selectors import leagues_of, may_see

type Keys = Sequence[int]
NOBODY = Q(pk__in=())
EVERYBODY = Q()


@dataclass(frozen=True)
class Note:
    """What is known of a person at a place: why they can't be taken, or what they are."""

    about: str = ""
    why_not: str = ""


type Notes = Callable[[Keys], Mapping[int, Note]]


@dataclass(frozen=True)
class People:
    """The people of a form, as `viewer` may know them: `known`, of whom those `first` come first and those `last` last.

    Each of `notes` tells of many people in a constant number of queries; the first reason against somebody counts.
    """

    viewer: User
    known: Q
    notes: Sequence[Notes] = ()
    first: Q = NOBODY
    last: Q = NOBODY
    bots: bool = False
    oneself: bool = False

    def candidates(self, text: str, most: int) -> list[Candidate]:
        """Return the people whose name contains `text`, as `Circle` says."""
        found = self._found(text.strip(), most)
        keys = [user.pk for user in found]
        told: dict[int, list[Note]] = {key: [] for key in keys}
        for notes in (self._of_accounts(found), *(notes(keys) for notes in self.notes)):
            for key, note in notes.items():
                told[key].append(note)
        here, playing = self._presence(keys)
        rows = []
        for place, user in enumerate(found):
            why_not = next((note.why_not for note in told[user.pk] if note.why_not), "")
            words = [note.about for note in told[user.pk] if note.about]
            free = (here.get(user.pk, False) or bool(words)) and user.pk not in playing
            if here.get(user.pk):
                words.append(_("here"))
            if user.pk in playing:
                words.append(pgettext("person", "playing"))
            elif free:
                words.append(_("free"))
            rank = (why_not != "", user.pk in playing, not free, place)
            rows.append((rank, Candidate(user.username, ", ".join(words), why_not)))
        return [row for _rank, row in sorted(rows, key=lambda row: row[0])][:most]

    def _found(self, text: str, most: int) -> list[User]:
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
        found = list(known.order_by(*order)[: 2 * most])
        exact = called(accounts, text) if text else None
        if exact is None:
            return found
        return [exact, *(user for user in found if user.pk != exact.pk)]

    def _of_accounts(self, found: Sequence[User]) -> dict[int, Note]:
        """Return what the accounts themselves rule out, and whom the user has blocked."""
        blocked = blocked_keys(self.viewer)
        notes = {}
        for user in found:
            if user.is_guest:
                notes[user.pk] = Note(why_not=_("a guest, without an account"))
            elif user.is_bot and not self.bots:
                notes[user.pk] = Note(why_not=_("a bot account"))
            elif user.pk == self.viewer.pk and not self.oneself:
                notes[user.pk] = Note(why_not=_("this is you"))
            elif user.pk in blocked:
                notes[user.pk] = Note(why_not=_("you have blocked them"))
        return notes

    def _presence(self, keys: Keys) -> tuple[dict[int, bool], set[int]]:
        """Return which friends are here, and who sits at a table in play that the user may see in lists."""
        here = {friend.user.pk: friend.here for friend in friends_of(self.viewer)}
        seats = Seat.objects.filter(
            user__in=keys,
            table__status=Table.Status.PLAYING,
            table__in=listed_to(self.viewer).values("pk"),
        )
        return here, set(seats.values_list("user_id", flat=True))


# ---------------------------------------------------------------------------------------------- conditions
def acquainted(viewer: User) -> Q:
    """Return the condition for the user's friends and the members of their leagues."""
    pairs = Friendship.objects.exclude(accepted_at=None)
    friends = pairs.filter(
        Q(asker=OuterRef("pk"), asked=viewer) | Q(asked=OuterRef("pk"), asker=viewer)
    )
    mates = Membership.objects.filter(
        user=OuterRef("pk"), league__in=list(leagues_of(viewer).values_list("pk", flat=True))
    )
    return Q(Exists(friends)) | Q(Exists(mates))


def members_of(league: League, viewer: User) -> Q:
    """Return the condition for the league's members, if the user may see them."""
    return _belong(league) if may_see(league, viewer) else NOBODY


def _belong(league: League) -> Q:
    return Q(Exists(Membership.objects.filter(league=league, user=OuterRef("pk"))))


def _asks(league: League) -> Q:
    """Return the condition for people who ask to join the league."""
    asking = Admission.objects.filter(league=league, state=Admission.State.ASKING)
    return Q(Exists(asking.filter(user=OuterRef("pk"))))


# --------------------------------------------------------------------------------------------------- notes
def only_members(league: League) -> Notes:
    """Rule out people who don't belong to the league."""

    def notes(keys: Keys) -> dict[int, Note]:
        rows = Membership.objects.filter(league=league, user__in=keys)
        members = set(rows.values_list("user_id", flat=True))
        return {key: Note(why_not=_("not a member")) for key in keys if key not in members}

    return notes


def not_banned(league: League) -> Notes:
    """Rule out people whom the league has banned; for organizers."""

    def notes(keys: Keys) -> dict[int, Note]:
        return {key: Note(why_not=_("banned")) for key in _banned(league, keys, now())}

    return notes


def _banned(league: League, keys: Keys, at: datetime) -> set[int]:
    bans = bans_in_force(at).filter(league=league, user__in=keys)
    return set(bans.values_list("user_id", flat=True))


def to_invite(league: League, viewer: User) -> People:
    """Return whom an organizer can invite to the league."""

    def notes(keys: Keys) -> dict[int, Note]:
        asking = Admission.State.ASKING
        found = {
            key: Note(_("asks to join")) if state == asking else Note(why_not=_("already invited"))
            for key, state in Admission.objects.filter(league=league, user__in=keys).values_list(
                "user_id", "state"
            )
        }
        members = Membership.objects.filter(league=league, user__in=keys)
        already = Note(why_not=_("already a member"))
        return found | dict.fromkeys(members.values_list("user_id", flat=True), already)

    known = acquainted(viewer) | _asks(league)
    rules = (not_banned(league), notes)
    return People(viewer, known, rules, first=_asks(league), last=_belong(league))


def to_ban(league: League, viewer: User) -> People:
    """Return whom an organizer can ban from the league."""

    def notes(keys: Keys) -> dict[int, Note]:
        owners = Membership.objects.filter(league=league, user__in=keys, role=Membership.Role.OWNER)
        found = dict.fromkeys(_banned(league, keys, now()), Note(_("banned")))
        return found | dict.fromkeys(
            owners.values_list("user_id", flat=True), Note(why_not=_("owns the league"))
        )

    return People(viewer, members_of(league, viewer) | _asks(league), (notes,))


def to_team(team: Team, viewer: User) -> People:
    """Return whom those who lead a team can invite to it."""

    def notes(keys: Keys) -> dict[int, Note]:
        invited = team.invitations.filter(user__in=keys).values_list("user_id", flat=True)
        found = dict.fromkeys(invited, Note(why_not=_("already invited")))
        places = TeamMember.objects.filter(team__league=team.league_id, user__in=keys)
        for key, name in places.values_list("user_id", "team__name"):
            found[key] = Note(why_not=_("in the team “%(team)s”") % {"team": name})
        return found

    league = team.league
    return People(viewer, members_of(league, viewer), (only_members(league), notes))


def in_log(league: League, viewer: User) -> People:
    """Return whose deeds an organizer may look up in the league's log."""
    return People(viewer, members_of(league, viewer), oneself=True, bots=True)


def to_befriend(viewer: User) -> People:
    """Return whom a member can ask to be a friend."""

    def notes(keys: Keys) -> dict[int, Note]:
        pairs = Friendship.objects.filter(
            Q(asker=viewer, asked__in=keys) | Q(asked=viewer, asker__in=keys)
        )
        found = {}
        for pair in pairs:
            key = pair.asked_id if pair.asker_id == viewer.pk else pair.asker_id
            if pair.accepted_at is not None:
                found[key] = Note(why_not=_("your friend"))
            elif pair.asker_id == viewer.pk:
                found[key] = Note(why_not=_("already asked"))
        return found

    return People(viewer, acquainted(viewer), (notes,), bots=True)


def anybody(viewer: User) -> People:
    """Return all accounts; for staff."""
    return People(viewer, EVERYBODY, oneself=True)
