"""Entries that a Swiss keeps apart: named by the organizer, or with players of the same team. The draw pairs them only
to avoid a rematch or a second bye, and flags it.
"""

from collections.abc import Sequence
from itertools import combinations

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.events.core.locks import unknown_entry
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import OPEN, UNDER_WAY, lock, save
from tournaments.events.models import Apart, Entry, Tournament
from tournaments.leagues.models import TeamMember


def keep_apart(*, tournament_id: int, first_id: int, second_id: int, by: User) -> Apart:
    """Keep two entries apart in future draws. Idempotent.

    Raises Refused: "unknown_tournament", "not_organizer", "no_swiss", "over", "unknown_entry", "same_entry".
    """
    with transaction.atomic():
        tournament = _locked(tournament_id, by)
        entries = tournament.entries.filter(status__in=Entry.TAKING_PART)
        found = {entry.pk: entry for entry in entries.filter(pk__in=(first_id, second_id))}
        if first_id == second_id:
            raise Refused("same_entry", _("That is only one entry. Choose two."))
        if len(found) < 2:
            raise unknown_entry()
        low, high = sorted(found)
        pair, made = Apart.objects.get_or_create(
            first=found[low], second=found[high], defaults={"by": by, "at": now()}
        )
        if made:
            audit.record(
                actor=by, verb="tournament.kept_apart", subject=tournament,
                first=found[low].name, second=found[high].name, apart=pair.pk,
            )  # fmt: skip
            save(tournament)
    return pair


def let_meet(*, pair_id: int, by: User) -> None:
    """Allow two entries to meet again, from the next draw on. Raises Refused like `keep_apart`, and
    "unknown_pair".
    """
    with transaction.atomic():
        found = Apart.objects.filter(pk=pair_id).select_related("first", "second").first()
        tournament = None if found is None else _locked(found.first.tournament_id, by)
        # Check again under the lock, in case another organizer was faster.
        if found is None or tournament is None or not Apart.objects.filter(pk=pair_id).delete()[0]:
            raise Refused("unknown_pair", _("They may already meet. Reload the page."))
        audit.record(
            actor=by, verb="tournament.may_meet", subject=tournament,
            first=found.first.name, second=found.second.name,
            entries=[found.first_id, found.second_id],
        )  # fmt: skip
        save(tournament)


def can_keep_apart(tournament: Tournament) -> bool:
    """Return whether the tournament has a stage that keeps entries apart."""
    return any(plan.facts.keeps_apart for plan in tournament.plans)


def kept_apart(tournament: Tournament) -> list[Apart]:
    """Return the pairs that the organizer named, with their entries."""
    pairs = Apart.objects.filter(first__tournament=tournament).select_related("first", "second")
    return list(pairs.order_by("pk"))


def places_apart(tournament: Tournament, field: Sequence[Entry]) -> set[tuple[int, int]]:
    """Return the pairs of places in the field that a draw should keep apart."""
    places = {entry.pk: place for place, entry in enumerate(field)}
    named = Apart.objects.filter(first__tournament=tournament).values_list("first", "second")
    found = {(places[a], places[b]) for a, b in named if a in places and b in places}
    return found | team_mates(tournament, field) if tournament.teams_apart else found


def team_mates(tournament: Tournament, field: Sequence[Entry]) -> set[tuple[int, int]]:
    """Return the pairs of places in the field with players of one team of the league."""
    if tournament.league_id is None:
        return set()
    places = {entry.pk: place for place, entry in enumerate(field)}
    by_team = _by_team(tournament, places)
    return {pair for members in by_team for pair in combinations(members, 2)}


def _by_team(tournament: Tournament, places: dict[int, int]) -> list[list[int]]:
    """Return the places with players of each team of the league, in order."""
    players = TeamMember.objects.filter(
        league=tournament.league_id,
        user__entry_places__entry__in=list(places),
        user__entry_places__active=True,
    )
    teams: dict[int, set[int]] = {}
    for team, entry in players.values_list("team_id", "user__entry_places__entry_id"):
        if entry in places:
            teams.setdefault(team, set()).add(places[entry])
    return [sorted(members) for members in teams.values()]


def _locked(tournament_id: int, by: User) -> Tournament:
    tournament = lock(tournament_id)
    require_organizer(by, tournament)
    if tournament.status not in OPEN | UNDER_WAY:
        raise Refused("over", _("Nothing is drawn in this tournament now."))
    if not can_keep_apart(tournament):
        raise Refused(
            "no_swiss",
            _(
                "Only a Swiss can keep two apart: elsewhere the seeds or the round robin decide who "
                "meets whom. In a bracket, swap entries while its draw waits for your confirmation."
            ),
        )
    return tournament
