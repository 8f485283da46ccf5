"""Withdrawing released draws: while no card has been played, an organizer can make a draw wait for confirmation again."""

from django.db import transaction
from django.utils.translation import gettext as _

from games.engine.sentences import message
from games.tables.models import Action
from games.tables.services import abandon_table
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from tournaments.events.core.permissions import require_organizer
from tournaments.events.core.state import UNDER_WAY, lock, save
from tournaments.events.draw.round_rows import Drawn, write_matches
from tournaments.events.models import Match, MatchTable, Result, Round, Tournament, played_by
from tournaments.events.notices import notify
from tournaments.events.scoring.recording import set_aside

RELEASED = (Round.Status.CONFIRMED, Round.Status.PLAYING)


def draw_to_take_back(tournament: Tournament) -> Round | None:
    """Return the round whose released draw can be withdrawn now, with its stage loaded, or None."""
    rounds = tournament.rounds.exclude(status=Round.Status.DONE).select_related("stage")
    first = rounds.order_by("stage__index", "number").first()
    return first if first is not None and why_not(tournament, first) is None else None


def take_back(
    *, round_id: int, by: User, reason: str, expected_version: int | None = None
) -> Round:
    """Withdraw a released draw and all rounds drawn with it: it can be changed, and must be confirmed again.

    Closes open tables and notifies the players. `expected_version` is the key of any match of the draw on the
    organizer's page. Refused once a card is played or a match is decided.

    Raises Refused: "unknown_round", "not_organizer", "not_under_way", "not_released", "stale", "draw_fixed",
    "cards_played", "deals_known", "reason_missing".
    """
    reason = clean_reason(reason)
    found = Round.objects.filter(pk=round_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise Refused("unknown_round", _("There is no such round any more. Reload the page."))
    with transaction.atomic():
        tournament = lock(found)
        require_organizer(by, tournament)
        round_ = Round.objects.select_related("stage").get(pk=round_id)
        round_.tournament = tournament
        refusal = why_not(tournament, round_)
        if refusal is not None:
            raise refusal
        matches = round_.matches
        if expected_version is not None and not matches.filter(pk=expected_version).exists():
            raise Refused(
                "stale",
                _("The draw has changed since you looked at it. Look again, then decide."),
            )
        if not reason:
            raise Refused("reason_missing", _("Give a reason; the players will read it."))
        before = str(round_.status)
        _close_tables(round_, reason, by)
        notify.draw_taken_back(round_, reason)
        _write_again(round_)
        round_.stage.rounds.filter(status=Round.Status.CONFIRMED).update(
            status=Round.Status.DRAFTED
        )
        round_.status, round_.closes_at = Round.Status.DRAFTED, None
        round_.save(update_fields=["status", "closes_at"])
        audit.record(
            actor=by,
            verb="round.taken_back",
            subject=tournament,
            reason=reason,
            round=round_.number,
            before={"status": before},
            after={"status": str(round_.status)},
        )
        save(tournament)
    return round_


def why_not(tournament: Tournament, round_: Round) -> Refused | None:
    """Return why a round's draw can't be withdrawn; None if it can."""
    if tournament.status not in UNDER_WAY:
        return Refused("not_under_way", _("The tournament is not under way."))
    if round_.status not in RELEASED:
        return Refused("not_released", _("That draw isn’t released, or its round is over."))
    if round_.stage.facts.is_continuous:
        return Refused(
            "draw_fixed",
            _("An arena has no draw to take back: it pairs whoever is free, one match at a time."),
        )
    others = tournament.rounds.exclude(pk=round_.pk).exclude(status=Round.Status.DONE)
    if round_.stage.facts.first_draw_fixes_pairings:
        earlier = round_.stage.rounds.filter(number__lt=round_.number)
        is_fixed = earlier.exists() or others.exclude(stage=round_.stage).exists()
    else:
        is_fixed = others.exists()
    if is_fixed:
        return Refused(
            "draw_fixed",
            _("Only the newest draw can be taken back; this one follows from earlier results."),
        )
    return _why_begun(tournament, round_)


def _why_begun(tournament: Tournament, round_: Round) -> Refused | None:
    decided = (Match.Status.DONE, Match.Status.UNDECIDED)
    if _has_cards(round_) or round_.matches.filter(status__in=decided, sides__index=1).exists():
        return _played()
    tables = MatchTable.objects.filter(match__round=round_)
    if (tournament.shares_deals or tournament.is_team) and tables.exists():
        return Refused(
            "deals_known",
            _(
                "The tables with the shared deals are open, so this draw holds. Have a match replayed, or "
                "decide it."
            ),
        )
    return None


def _has_cards(round_: Round) -> bool:
    played = Action.objects.filter(
        table__match_table__match__round=round_,
        kind=Action.Kind.PLAY,
        text__startswith="play ",
    )
    return played.exists()


def _played() -> Refused:
    return Refused(
        "cards_played",
        _(
            "Cards of this round have been played, or a match is decided, so its draw holds. Have a match "
            "replayed, or decide it."
        ),
    )


def _close_tables(round_: Round, reason: str, by: User) -> None:
    """Close the round's tables, in the order of their keys. Raises Refused "cards_played" if a card was played
    meanwhile.
    """
    tables = MatchTable.objects.filter(match__round=round_, table__isnull=False)
    of = f"tournament:{round_.tournament_id}", round_.tournament.get_absolute_url()
    text = message("The draw was taken back. Reason: %(reason)s", reason=reason)
    for key in tables.order_by("table").values_list("table", flat=True):
        if key is not None:
            # People at the table see the reason there, even after reloading the page.
            abandon_table(table_id=key, reason=text, by=by, of=of)
    # All tables are locked, so nobody can play from here on.
    if _has_cards(round_):
        raise _played()


def _write_again(round_: Round) -> None:
    """Recreate the round's matches as drawn, without tables, results of byes, and agreed times."""
    matches = round_.matches.prefetch_related(*played_by()).order_by("number")
    drawn = [
        Drawn(match.number, [side.entries for side in match.sides], match.slot, match.best_of)
        for match in matches
    ]
    round_.closes_at = None
    for match in round_.matches.filter(results__current=True).order_by("number"):
        set_aside(match)
    Result.objects.filter(match__round=round_).delete()
    round_.matches.all().delete()
    write_matches(round_, drawn)
