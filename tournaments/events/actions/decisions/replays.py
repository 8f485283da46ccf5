"""Replaying a match, or a table's game from a given hand."""

from django.db import transaction
from django.utils.translation import gettext as _

from games import engine
from games.tables.models import Action, Table
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from tournaments.events.actions.decisions.checks import (
    check,
    check_not_paired_since,
    check_version,
    locked,
)
from tournaments.events.actions.decisions.settling import close, in_log
from tournaments.events.core import arena, line_ups
from tournaments.events.core.state import UNDER_WAY, save
from tournaments.events.entries.by_name import opens_no_table
from tournaments.events.matches import match_games
from tournaments.events.matches.match_tables import Carried
from tournaments.events.models import Match, MatchTable, Round, Tournament
from tournaments.events.scoring.recording import set_aside


def replay_match(
    *, match_id: int, by: User, reason: str, expected_version: int | None = None
) -> Match:
    """Replay a match of the round in play at a new table; the old table no longer counts.

    `expected_version` as in `decide_match`.

    Raises Refused: "unknown_match", "not_arbiter", "own_match", "reason_missing", "draw_waits", "bye", "not_under_way",
    "round_over", "deals_known", "drawn_since", "fresh_already", "stale".
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        tournament, match, own = locked(match_id, by, reason)
        _check_replay(tournament, match)
        check_version(match, expected_version, None)
        close(match, by, reason, at=now(), version=None)
        before = in_log(match)
        arena.play_again(match)
        set_aside(match)
        match_games.play_anew(match)
        match_games.open_game(tournament, match)
        save(tournament)
        audit.record(
            actor=by,
            verb="match.replayed",
            subject=match,
            reason=reason,
            before=before,
            after=in_log(match),
            **own,
        )
    return match


def replay_from_hand(
    *, at_id: int, hand: int, by: User, reason: str, expected_version: int | None = None
) -> MatchTable:
    """Replay a table's game from hand number `hand`, at a new table with fresh deals.

    Earlier hands keep their score; later ones don't count, but remain in the old table's log. Under a time limit, the
    match regains the time since that hand was dealt. `expected_version` as in `decide_match`. Returns the new table.

    Raises Refused: "unknown_table", "not_arbiter", "own_match", "reason_missing", "draw_waits", "bye", "not_under_way",
    "round_over", "deals_known", "drawn_since", "other_table", "later_game", "no_such_hand", "stale".
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        tables = MatchTable.objects.filter(pk=at_id, table__isnull=False)
        match_id = tables.values_list("match", flat=True).first()
        tournament, match, own = locked(match_id or 0, by, reason)
        old = _replayable(tournament, match, at_id)
        check_version(match, expected_version, None)
        before = in_log(match)
        close(match, by, reason, at=now(), version=None)
        carried = _carried(old, hand)
        arena.play_again(match)
        set_aside(match)
        match_games.open_again(tournament, match, old, carried)
        match.status = Match.Status.PLAYING
        match.save(update_fields=["status"])
        save(tournament)
        new = match.counting[-1]
        audit.record(
            actor=by,
            verb="match.replayed_from",
            subject=match,
            reason=reason,
            before=before,
            after=in_log(match),
            hand=hand,
            at=new.pk,
            tables=[old.number, new.number],
            score=carried.start["totals"],
            **own,
        )
    return new


def replayable_hands(at: MatchTable) -> range:
    """Return the numbers of the hands from which a table's game could be replayed now; empty if it can't.

    `at` must have its match, the match's round and tournament, and its table loaded.
    """
    if why_not_replay_from(at) is not None:
        return range(0)
    game = _game(at)
    return range(at.hands_before + 1, at.hands_before + (game.hand_no if game else 0) + 1)


def why_not_replay_from(at: MatchTable) -> Refused | None:
    """Return why no hand of a table can be replayed now; None if one can. `at` as for `replayable_hands`."""
    try:
        check(at.match.tournament, at.match)
        _replayable(at.match.tournament, at.match, at.pk)
    except Refused as refusal:
        return refusal
    game = _game(at)
    return None if game is not None and game.hand_no else _not_dealt()


def _replayable(tournament: Tournament, match: Match, at_id: int) -> MatchTable:
    """Return the table of a match if its game can be replayed from some hand. Raises Refused."""
    if tournament.status not in UNDER_WAY or match.round.status != Round.Status.PLAYING:
        raise Refused(
            "round_over",
            _("Only a game of the current round can be played again. Correct its score instead."),
        )
    if tournament.is_team:
        raise Refused(
            "other_table",
            _(
                "Both tables of a team match play the same cards, so one of them can’t go on with others. Replay the"
                " whole match, or correct the deal’s score."
            ),
        )
    if tournament.shares_deals:
        raise Refused(
            "deals_known",
            _(
                "Every table plays the same cards. Dealt again, these players would know them, and with other cards their"
                " score couldn’t be compared. Correct the deal’s score, or decide the match."
            ),
        )
    check_not_paired_since(match)
    at = next((one for one in match.counting if one.pk == at_id and one.table), None)
    if at is None:
        raise Refused("unknown_table", _("There is no such table any more. Reload the page."))
    if match.counting[-1].pk != at_id:
        raise Refused(
            "later_game",
            _("A later game of this match has begun. Correct the score of this one instead."),
        )
    return at


def _carried(old: MatchTable, hand: int) -> Carried:
    """Return the part of a closed table's game that is kept: everything before `hand`. Raises Refused "no_such_hand"."""
    game, own = _game(old), hand - old.hands_before
    if game is None or not 1 <= own <= game.hand_no:
        raise _not_dealt()
    assert old.table is not None
    rows = old.table.actions.filter(kind=Action.Kind.DEAL, hand_no=own)
    limit, dealt = old.table.last_hand_after, rows.values_list("at", flat=True).get()
    played = sum(not result.shown for result in game.hand_results[: own - 1])
    if own > 1:
        sides = game.hand_results[own - 2].sides
        begun = old.table.start and engine.Start.from_dict(old.table.start).sets
        sets = begun or engine.Sets.none(len(sides))
        for result in game.hand_results[: own - 1]:
            sets = sets.after(game.rules, result)
        totals = tuple(side.total for side in sides)
        bags = tuple(side.bags_after for side in sides)
        before = engine.Start.from_dict(old.table.start).hands_played if old.table.start else 0
        start = engine.Start(totals, bags, sets, before + played).to_dict()
    else:
        nothing = [0] * len(game.rules.side_seats)
        start = old.table.start or {"totals": nothing, "bags": nothing}
    return Carried(
        hands=hand - 1,
        played=start.get("hands_played", 0) if game.rules.throws_in else hand - 1,
        start=start,
        dealer=(game.first_dealer + played) % game.rules.players,
        last_hand_after=limit and limit + (now() - dealt),
        rated=old.table.rated and old.table.status != Table.Status.FINISHED,
    )


def _not_dealt() -> Refused:
    return Refused("no_such_hand", _("That hand hasn’t been dealt at this table."))


def _game(at: MatchTable) -> engine.State | None:
    """Return a table's stored game; None before its first deal."""
    row = Table.objects.filter(pk=at.table_id or 0).values_list("state", "rules").first()
    return None if row is None or row[0] is None else engine.restore({**row[0], "rules": row[1]})


def may_replay(match: Match) -> bool:
    """Return whether `replay_match` would be allowed now; the match is loaded with its round."""
    return why_not_replay(match) is None


def why_not_replay(match: Match) -> Refused | None:
    """Return why `replay_match` would be refused now; None if it wouldn't."""
    try:
        check(match.tournament, match)
        _check_replay(match.tournament, match)
    except Refused as refusal:
        return refusal
    return None


def _check_replay(tournament: Tournament, match: Match) -> None:
    if tournament.status not in UNDER_WAY or match.round.status != Round.Status.PLAYING:
        raise Refused(
            "round_over",
            _("Only a match of the current round can be replayed. Decide it instead."),
        )
    if tournament.shares_deals:
        raise Refused(
            "deals_known",
            _("These deals are already known, so they can’t be replayed. Decide the match."),
        )
    check_not_paired_since(match)
    if opens_no_table(match):
        raise Refused(
            "no_table",
            _("Somebody in this match has no account, so no table opens. Enter its score."),
        )
    if match_games.is_fresh(match) and not line_ups.replaced_of(match):
        raise Refused(
            "fresh_already",
            _("A new table is already open for this match, and nobody has played there yet."),
        )
