"""A tournament's standings: a function of its entries, results and policy, worked out anew each time."""

from collections.abc import Iterable

from tournaments.events.brackets import progress_of
from tournaments.events.models import Entry, Match, Result, Tournament
from tournaments.standings import Entrant, Outcome, Policy, Standings, rank
from tournaments.standings import Result as Said

_PLAYED = {"a": Outcome.A_WON, "b": Outcome.B_WON, "": Outcome.DRAWN}
_FORFEIT = {"a": Outcome.B_FORFEITS, "b": Outcome.A_FORFEITS, "": Outcome.BOTH_FORFEIT}


def policy_of(tournament: Tournament) -> Policy:
    """Return the tournament's policy; its lots are drawn under the tournament's own seed."""
    return Policy.from_dict({**tournament.scoring, "seed": tournament.seed})


def standings_of(tournament: Tournament) -> Standings:
    """Return the standings from what is stored, in two queries. Entrants' keys are the entries'."""
    field = tournament.entries.filter(seed_no__isnull=False).order_by("seed_no")
    results = Result.objects.filter(match__tournament=tournament, current=True)
    return standings_from(tournament, field, results.select_related("match__round"))


def standings_from(
    tournament: Tournament, field: Iterable[Entry], results: Iterable[Result]
) -> Standings:
    """Return the standings from loaded rows; each result's match comes with its round."""
    entrants = [Entrant(entry.pk, entry.name, entry.rating) for entry in field]
    said = [_said(result.match, result) for result in results if result.kind != Result.Kind.VOID]
    return rank(entrants, said, policy_of(tournament))


def leader(tournament: Tournament) -> Entry | None:
    """Return who won as things stand, or None.

    In a knock-out that is the bracket's champion; else who stands alone at the top, once something was played.
    """
    if tournament.is_knock_out:
        if not tournament.entries.filter(seed_no=1).exists():
            return None
        champion = progress_of(tournament).champion
        return None if champion is None else tournament.entries.get(seed_no=champion + 1)
    decided = Result.objects.filter(
        match__tournament=tournament,
        current=True,
        kind__in=(Result.Kind.PLAYED, Result.Kind.FORFEIT),
    )
    if not decided.exists():
        return None
    first = standings_of(tournament)[0]
    return None if first.shared else tournament.entries.get(pk=first.key)


def _said(match: Match, result: Result) -> Said:
    outcome = (
        Outcome.BYE
        if match.is_bye
        else (_FORFEIT if result.kind == Result.Kind.FORFEIT else _PLAYED)[result.winner]
    )
    return Said(
        round=match.round.number,
        a=match.entry_a_id,
        b=match.entry_b_id,
        outcome=outcome,
        score=(result.points_a, result.points_b),
        bags=(result.bags_a, result.bags_b),
    )
