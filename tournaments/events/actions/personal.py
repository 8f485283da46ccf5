"""Personal data in tournaments: line-ups and decisions are kept, open requests deleted."""

from collections.abc import Iterable
from contextlib import suppress

from django.urls import reverse
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.accounts.personal import (
    Obstacle,
    before_becoming_a_bot,
    before_closing,
    before_naming_a_bot,
    goes,
    stays,
)
from spades_site.common.errors import Refused
from spades_site.common.people.bot_names import split
from tournaments.events.actions.entering import decline_invitation
from tournaments.events.core.state import OVER, lock
from tournaments.events.entries.renaming import tournaments_of
from tournaments.events.entries.substitute_offers import decline, unanswered
from tournaments.events.models import (
    Apart,
    Availability,
    ConductMark,
    Dispute,
    Entry,
    EntryPlayer,
    ForfeitClaim,
    LineUp,
    Nomination,
    PadHand,
    PartnerInvitation,
    Penalty,
    PlayerInvitation,
    Result,
    RoleLink,
    Schedule,
    Single,
    SubstituteOffer,
    Substitution,
    Template,
    TimeOffer,
    Tournament,
    TournamentRole,
    UnfinishedProposal,
)
from tournaments.events.plan.choices import EntryKind


def declare() -> None:
    """Declare the rows that hold personal data."""
    stays(Tournament, "created_by", "name", "starts_at", "status")
    stays(EntryPlayer, "user", "tournament__name", "entry__name", "entry__status", "active")
    stays(
        LineUp, "user", "match__tournament__name", "match__round__number", "table__number",
        "entry__name", "present", "cards", "bot_cards",
    )  # fmt: skip
    stays(Entry, "captain", "tournament__name", "name", "status")
    stays(Entry, "vice_captain", "tournament__name", "name", "status")
    lined_up = ("match__tournament__name", "match__round__number", "entry__name", "at")
    stays(Nomination, "user", *lined_up)
    stays(Nomination, "by", *lined_up)
    stays(Single, "user", "tournament__name", "status", "created_at")
    hand = ("pad__match__tournament__name", "pad__match__round__number", "number", "at")
    stays(PadHand, "by", *hand)
    stays(PadHand, "confirmed_by", *hand)
    goes(
        PartnerInvitation,
        "from_user",
        "entry__tournament__name",
        "to_user__username",
        "status",
        "created_at",
    )
    goes(
        PartnerInvitation,
        "to_user",
        "entry__tournament__name",
        "from_user__username",
        "status",
        "created_at",
    )
    goes(PlayerInvitation, "user", "tournament__name", "at")
    stays(PlayerInvitation, "by", "tournament__name", "user__username", "at")
    goes(Availability, "user", "match__tournament__name", "hours")
    stays(ConductMark, "appealed_by", "match__tournament__name", "appeal", "appealed_at")
    stays(ConductMark, "answered_by", "match__tournament__name", "answer", "answered_at")
    stays(ForfeitClaim, "by", "match__tournament__name", "status", "at")
    stays(ForfeitClaim, "answered_by", "match__tournament__name", "answer", "answered_at")
    stays(TimeOffer, "by", "match__tournament__name", "times", "status", "at")
    stays(TimeOffer, "answered_by", "match__tournament__name", "status", "answered_at")
    stays(Dispute, "by", "match__tournament__name", "text", "status", "at")
    stays(Dispute, "answered_by", "match__tournament__name", "answer", "answered_at")
    stays(Substitution, "out", "entry__tournament__name", "at", "reason")
    stays(Substitution, "into", "entry__tournament__name", "at", "reason")
    stays(Substitution, "by", "entry__tournament__name", "at", "reason")
    offered = ("entry__tournament__name", "status", "reason", "at")
    goes(SubstituteOffer, "into", *offered)
    stays(SubstituteOffer, "out", *offered)
    stays(SubstituteOffer, "by", *offered)
    stays(Penalty, "by", "entry__tournament__name", "points", "reason", "at")
    stays(Apart, "by", "first__tournament__name", "at")
    stays(Template, "by", "league__name", "name", "at")
    stays(Schedule, "by", "template__league__name", "template__name", "created_at")
    goes(TournamentRole, "user", "tournament__name", "role", "at", "accepted_at")
    stays(TournamentRole, "by", "tournament__name", "user__username", "role", "at")
    stays(RoleLink, "by", "tournament__name", "role", "at", "ends_at")
    goes(UnfinishedProposal, "user", "data", "at")
    stays(Result, "by", "match__tournament__name", "kind", "at")
    before_closing(_obstacles, _farewell)
    before_becoming_a_bot(_takes_part)
    before_naming_a_bot(_is_a_teams)


def _takes_part(user: User) -> Iterable[str]:
    """Yield why the user can't become a bot account: tournaments that they have entered or organize."""
    places = (EntryPlayer, Single, TournamentRole)
    if any(model._default_manager.filter(user=user).exists() for model in places):
        yield _("You have entered or organized a tournament: create a new account for the bot.")


def _is_a_teams(name: str) -> bool:
    teams = Entry.objects.filter(name__contains=name, tournament__entry_kind=EntryKind.TEAM)
    return any(name in split(one) for one in teams.values_list("name", flat=True))


def _obstacles(user: User) -> Iterable[str]:
    open_ones = Tournament.objects.exclude(status__in=OVER)
    entered = open_ones.filter(
        entries__players__user=user,
        entries__players__active=True,
        entries__status__in=Entry.TAKING_PART,
    ) | open_ones.filter(singles__user=user, singles__status__in=Single.TAKING_PART)
    for cup in entered.distinct().order_by("name"):
        yield Obstacle(
            _("You are entered in “%(name)s”: withdraw first.") % {"name": cup.name},
            cup.get_absolute_url(),
        )
    for cup in open_ones.filter(created_by=user, league=None).order_by("name"):
        yield Obstacle(
            _(
                "You own “%(name)s”, which isn’t over: hand it over, or end, cancel or delete it first."
            )
            % {"name": cup.name},
            reverse("tournament_people", args=[cup.slug]),
        )


def _farewell(user: User) -> None:
    """Decline open requests, so that nobody waits for an answer in vain."""
    # Lock the tournaments in the order of their keys: renaming locks them too, in the same transaction.
    offers = list(unanswered(user).select_related("entry"))
    keys = {*tournaments_of(user), *(one.entry.tournament_id for one in offers)}
    # People on the waiting list could be called to a match.
    keys |= set(Single.objects.filter(user=user).values_list("tournament_id", flat=True))
    mailed = RoleLink.objects.filter(email__iexact=user.email).exclude(email="")
    keys |= set(mailed.values_list("tournament_id", flat=True))
    keys |= set(TournamentRole.objects.filter(user=user).values_list("tournament_id", flat=True))
    for tournament_id in sorted(keys):
        lock(tournament_id)
    mailed.delete()
    asked = PartnerInvitation.objects.filter(to_user=user, status=PartnerInvitation.Status.SENT)
    for invitation in asked.order_by("entry__tournament_id", "pk"):
        # Too late: the tournament accepts no more entries.
        with suppress(Refused):
            decline_invitation(invitation_id=invitation.pk, user=user)
    for offer in offers:
        with suppress(Refused):
            decline(offer_id=offer.pk, user=user)
