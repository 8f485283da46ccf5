"""Whether a person takes part in a tournament, and every sentence that follows from it.

An entry that withdraws under way keeps its place in the field with its results, opponents and byes. So its people can't
enter anew: they take the withdrawal back, or an organizer puts the entry back.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from tournaments.events.core.state import UNDER_WAY
from tournaments.events.entries import waiting
from tournaments.events.models import Entry, EntryPlayer, SideEntry, Single, Tournament
from tournaments.events.scoring.brackets import out_of_brackets
from tournaments.events.scoring.stage_fields import current_stage, field_of_stage
from tournaments.leagues.models import Season

REMOVED, RESTORED = "tournament.entry_removed", "tournament.entry_restored"
WITHDRAWN, REJOINED = "tournament.withdrawn", "tournament.rejoined"


@dataclass(frozen=True)
class Part:
    """A person's part in a tournament: alone if `entry` is None."""

    user: User
    entry: Entry | None = None

    @cached_property
    def why_not_rejoin(self) -> Refused | None:
        """Return why the person can't take a withdrawal back, or None: as `why_not_rejoin`, and "not_captain"."""
        entry = self.entry
        if entry is None or not self.withdrew:
            return None
        captain = None
        if entry.tournament.is_team and not entry.is_led_by(self.user):
            captain = Refused(
                "not_captain",
                _("Your team withdrew. Ask its captain or vice-captain to take that back."),
            )
        return why_not_rejoin(entry) or captain

    @property
    def withdrew(self) -> bool:
        """Return whether the entry has withdrawn from a tournament under way."""
        return self.entry is not None and self.entry.status == Entry.Status.WITHDRAWN

    @property
    def names(self) -> dict[str, str]:
        """Return the names for the sentences about it."""
        entry = "" if self.entry is None else self.entry.name
        return {"name": self.user.username, "entry": entry}

    def to_themselves(self) -> Refused:
        """Return the refusal of another entry of the person."""
        if not self.withdrew:
            sentence = _("You have already entered. Withdraw first to enter in another way.")
        elif self.why_not_rejoin is not None:
            sentence = str(self.why_not_rejoin)
        else:
            sentence = _("You withdrew. Take that back to play on.")
        return Refused("already_entered", sentence)

    def to_partner(self) -> Refused:
        """Return the refusal of the person as somebody's partner."""
        sentence = (
            _("%(name)s withdrew from this tournament. Choose another partner.")
            if self.withdrew
            else _("%(name)s has already entered. Choose another partner.")
        )
        return Refused("partner_entered", sentence % self.names)

    def to_importer(self) -> Refused:
        """Return the refusal of the person in a list of new entries."""
        if self.withdrew:
            sentence = _(
                "%(name)s entered as %(entry)s, who withdrew. Put that entry back, and remove this line."
            )
        elif self.entry is not None:
            sentence = _(
                "%(name)s has already entered: %(entry)s. Remove that entry first, or this line."
            )
        else:
            sentence = _(
                "%(name)s has already entered alone. They must withdraw first; or remove this line."
            )
        return Refused("user_entered", sentence % self.names)

    def to_substituting(self) -> Refused:
        """Return the refusal of the person as a substitute."""
        sentence = (
            _("%(name)s withdrew with another entry. Choose somebody else.")
            if self.withdrew
            else _("%(name)s plays in another entry. Choose somebody else.")
        )
        return Refused("user_entered", sentence % self.names)

    def to_team(self) -> Refused:
        """Return the refusal of the person in another team."""
        sentence = (
            _("%(name)s is in “%(entry)s”, which withdrew. Choose somebody else.")
            if self.withdrew
            else _("%(name)s already plays for “%(entry)s”. Choose somebody else.")
        )
        return Refused("user_entered", sentence % self.names)


def part_of(tournament: Tournament, user: User) -> Part | None:
    """Return the person's part in a tournament, or None if they may enter."""
    places = EntryPlayer.objects.filter(tournament=tournament, user=user, active=True)
    held = places.select_related("entry").first()
    if held is not None:
        held.entry.tournament = tournament
        return Part(user, held.entry)
    if tournament.singles.filter(user=user, status__in=Single.TAKING_PART).exists():
        return Part(user)
    return None


def part_at(place: EntryPlayer) -> Part:
    """Return the part of a place, loaded with its user and entry."""
    return Part(place.user, place.entry)


def entries_of(tournament: Tournament, user: User) -> QuerySet[Entry]:
    """Return the entries for which the user plays, or which they lead."""
    theirs = Q(players__user=user, players__active=True)
    if tournament.is_team:
        theirs |= Q(captain=user) | Q(vice_captain=user)
    return tournament.entries.filter(theirs).distinct()


def season_of(tournament_id: int) -> str | None:
    """Return the name of the season whose division the tournament is, or None."""
    seasons = Season.objects.filter(tournaments=tournament_id).exclude(kind=Season.Kind.SERIES)
    return seasons.values_list("name", flat=True).first()


def why_left_for_good(tournament: Tournament) -> Refused | None:
    """Return "in_season" if entries that leave the tournament can't come back, because it is a season's division."""
    name = season_of(tournament.pk)
    if name is None:
        return None
    return Refused(
        "in_season",
        _("This entry has left the season “%(name)s” and can’t come back.") % {"name": name},
    )


def why_not_rejoin(entry: Entry) -> Refused | None:
    """Return why its people can't take a withdrawal back: "over", "in_season", "not_withdrawn", "out", "drawn_since",
    "full".
    """
    tournament = entry.tournament
    if tournament.status not in UNDER_WAY:
        return Refused("over", _("The tournament is over, so the withdrawal stays."))
    if refusal := why_left_for_good(tournament):
        return refusal
    verb, left_at = _left(entry)
    if verb == REMOVED:
        return Refused(
            "not_withdrawn", _("The organizer removed your entry. Ask them to put it back.")
        )
    stage = current_stage(tournament)
    if stage is None or entry not in field_of_stage(stage):
        return Refused(
            "out", _("You withdrew, and the present stage was drawn without you: you are out.")
        )
    if stage.plan.is_knock_out:
        if entry.pk in out_of_brackets([entry]):
            return Refused("out", _("You withdrew, and have no match left: you are out."))
    elif stage.facts.late_entries_join_next_round:
        last = stage.rounds.filter(number__gte=entry.joined_round).order_by("-number").first()
        drawn_since = last is not None and (left_at is None or last.drawn_at >= left_at)
        if drawn_since and not SideEntry.objects.filter(round=last, entry=entry).exists():
            return Refused(
                "drawn_since",
                _(
                    "You withdrew, and a round was drawn without you. Ask the organizer to put you back."
                ),
            )
    if not waiting.has_room(tournament):
        return Refused(
            "full",
            _("You withdrew, and your place has been taken. Ask the organizer to put you back."),
        )
    return None


def _left(entry: Entry) -> tuple[str, datetime | None]:
    """Return how the entry left, REMOVED if an organizer made it leave, and when; ("", None) if the log doesn't say."""
    log = AuditEntry.objects.filter(
        subject=audit.subject_of(entry.tournament),
        verb__in=(REMOVED, RESTORED, WITHDRAWN, REJOINED),
        data__entry=entry.pk,
    )
    return log.order_by("at", "pk").values_list("verb", "at").last() or ("", None)
