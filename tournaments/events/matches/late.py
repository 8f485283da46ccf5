"""Late entries: joining after the start, where the organizer and the format allow it.

They are seeded last. In a Swiss, a rotation and at solo tables they play from the next round that can be drawn with
them, and score nothing for missed rounds. If everything is drawn at the start, they take a free place (`late_places`).
Everything here works on a tournament that the caller has locked.
"""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from games.ratings.queries import ratings_of
from spades_site.common import audit
from tournaments.events.core import arena
from tournaments.events.core.state import UNDER_WAY
from tournaments.events.draw.round_rows import counting_in, rounds_in
from tournaments.events.entries import waiting
from tournaments.events.matches import late_places
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    PartnerInvitation,
    Round,
    Single,
    Tournament,
)
from tournaments.events.notices import notify
from tournaments.events.scoring.stage_fields import current_stage
from tournaments.events.setup.individual import pool_of
from tournaments.events.setup.lengths import length_of_stages


def next_round(tournament: Tournament) -> int:
    """Return the number of the first round that a late entry plays.

    In a Swiss and at solo tables it is the next undrawn round. The rounds of a rotation that haven't begun are
    redrawn. An arena has one round, which is still open. In other formats a late entry takes a free place from the first round on.
    """
    if not tournament.facts.late_entries_join_next_round:
        return 1
    if tournament.facts.is_continuous:
        return 1
    if not tournament.facts.first_draw_fixes_pairings:
        return tournament.rounds.count() + 1
    begun = tournament.rounds.filter(status__in=(Round.Status.PLAYING, Round.Status.DONE))
    return begun.count() + 1


def why_not(tournament: Tournament) -> str:
    """Return why nobody can join a tournament under way any more, and a remedy; "" if joining is possible."""
    if tournament.status not in UNDER_WAY:
        return _("Entries are closed.")
    if not tournament.late_until_round:
        return (
            _("The tournament has started, and its organizer accepts no late entries.")
            + " "
            + late_places.ask_instead()
        )
    stage = current_stage(tournament)
    if stage is None or stage.index > 1 or arena.has_ended(tournament):
        return _("Entries are closed.")
    if not tournament.facts.late_entries_join_next_round:
        return late_places.why_full(stage)
    number, last = next_round(tournament), tournament.late_until_round
    rounds = rounds_in(stage, joining=1)
    if number > min(last, rounds):
        sentence = _("Late entries were possible until round %(last)d, which has been drawn.")
        return sentence % {"last": min(last, rounds)} + " " + late_places.ask_instead()
    return ""


def why_no_place(tournament: Tournament) -> str:
    """Return why the draw has no place for one more entry, whatever the setting for late entries; "" if it has one."""
    stage = current_stage(tournament)
    if stage is None or stage.index > 1:
        return _("The first stage is over, so the draw has no place for another entry.")
    if arena.has_ended(tournament):
        return _("Entries are closed.")
    stage.tournament = tournament
    if not tournament.facts.late_entries_join_next_round:
        return late_places.why_full(stage)
    drafted = stage.rounds.filter(status=Round.Status.DRAFTED).exists()
    if not drafted and next_round(tournament) > rounds_in(stage, joining=1):
        return _("The last round is drawn already.") + " " + late_places.ask_instead()
    return ""


def move_up(tournament: Tournament, at: datetime) -> None:
    """Give free places of a tournament under way to the waiting list, in order, while joining is possible.

    Joining is possible while the whole first draw is unconfirmed, and while late entries are allowed. Two waiting
    single players become partners; if there was a check-in, only checked-in entries move up.
    """
    while tournament.status in UNDER_WAY and _takes_more(tournament):
        queued = [place for place in waiting.queue(tournament) if _is_here(tournament, place)]
        entry = _first_entry(tournament, queued, at)
        if entry is None:
            return
        users = [place.user for place in entry.players.select_related("user")]
        notify.promoted(tournament, users, f"entry:{entry.pk}")
        audit.record(actor=None, verb="tournament.promoted", subject=tournament, name=entry.name)


def _takes_more(tournament: Tournament) -> bool:
    stage = current_stage(tournament)
    if stage is None or stage.index > 1:
        return False
    if stage.rounds.exclude(status=Round.Status.DRAFTED).exists():
        return why_not(tournament) == ""
    stage.tournament = tournament
    return tournament.facts.late_entries_join_next_round or late_places.why_full(stage) == ""


def _is_here(tournament: Tournament, place: waiting.Place) -> bool:
    return tournament.check_in_minutes == 0 or place.checked_in_at is not None


def _first_entry(
    tournament: Tournament, queued: Sequence[waiting.Place], at: datetime
) -> Entry | None:
    """Put the first suitable entry of the list into the tournament."""
    if not waiting.has_room(tournament):
        return None
    alone: list[Single] = []
    for place in queued:
        if isinstance(place, Entry):
            if not place.invitations.filter(status=PartnerInvitation.Status.SENT).exists():
                join(tournament, place, at)
                return place
            continue
        alone.append(place)
        if len(alone) == 2:
            return _partners(tournament, alone, at)
    return None


def join(
    tournament: Tournament, entry: Entry, at: datetime, *, from_round: int | None = None
) -> None:
    """Put a complete entry into a tournament under way, from `from_round` (default: `next_round`) on."""
    users = list(entry.players.values_list("user_id", flat=True))
    ratings = ratings_of(users, pool_of(tournament))
    newest = tournament.entries.filter(seed_no__isnull=False).order_by("-seed_no").first()
    entry.seed_no = 1 + (newest.seed_no or 0 if newest else 0)
    entry.rating = round(sum(ratings[user] for user in users) / len(users))
    entry.joined_round = from_round or next_round(tournament)
    entry.status, entry.checked_in_at = Entry.Status.CHECKED_IN, at
    entry.save()
    entries = counting_in(tournament.stages.get(index=1))
    tournament.rounds_planned = length_of_stages(tournament.plans, entries).rounds
    if not tournament.facts.late_entries_join_next_round:
        late_places.put_in(tournament, entry)
    audit.record(
        actor=None, verb="tournament.joined_late", subject=tournament,
        entry=entry.pk, round=entry.joined_round,
    )  # fmt: skip


def team_up(tournament: Tournament, single: Single, at: datetime) -> Entry | None:
    """Pair a late single player with another one, or let them wait for one (None)."""
    waiting = tournament.singles.filter(status__in=Single.LIVE).exclude(pk=single.pk)
    other = waiting.select_related("user").order_by("created_at", "pk").first()
    if other is None:
        return None
    return _partners(tournament, [other, single], at)


def _partners(tournament: Tournament, pair: Sequence[Single], at: datetime) -> Entry:
    """Put two single players into a tournament under way as partners."""
    entry = Entry.objects.create(
        tournament=tournament,
        name=" & ".join(one.user.username for one in pair),
        status=Entry.Status.CHECKED_IN,
        given_partner=True,
        created_at=at,
    )
    for position, one in enumerate(pair):
        EntryPlayer.objects.create(
            entry=entry, tournament=tournament, user=one.user, position=position
        )
        one.status, one.entry = Single.Status.TEAMED, entry
        one.save(update_fields=["status", "entry"])
    join(tournament, entry, at)
    return entry


def close(tournament: Tournament, at: datetime) -> None:
    """Close invitations and single entries that are too late for the last round open to late entries."""
    if why_not(tournament) == "":
        return
    asked = tournament.entries.filter(status=Entry.Status.INVITED, seed_no=None)
    for entry in asked:
        entry.invitations.filter(status=PartnerInvitation.Status.SENT).update(
            status=PartnerInvitation.Status.LAPSED, answered_at=at
        )
        entry.status = Entry.Status.DECLINED
        entry.save(update_fields=["status"])
        entry.players.update(active=False)
    tournament.singles.filter(status__in=Single.LIVE).update(status=Single.Status.LEFT_OVER)
