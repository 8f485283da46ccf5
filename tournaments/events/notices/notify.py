"""Notices to players about their tournaments (`spades_site.notices`). Idempotent: each notice is sent once.

Called in the transaction of the event, with rows that the caller has locked.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.urls import reverse

from spades_site.accounts.models import User
from spades_site.notices.services import mark_handled, send_notice
from tournaments.events.core import line_ups
from tournaments.events.core.permissions import arbiters_of, organizers_of
from tournaments.events.models import (
    Dispute,
    Entry,
    Match,
    PartnerInvitation,
    Penalty,
    Result,
    Round,
    ScheduledDate,
    Single,
    Status,
    Tournament,
    named,
)
from tournaments.events.notices.recipients import (
    everybody_in,
    partners_of,
    players_of,
    players_of_round,
)
from tournaments.leagues.models import Membership


def invited(invitation: PartnerInvitation) -> None:
    """Notify a person of a partner invitation."""
    tournament = invitation.entry.tournament
    send_notice(
        [invitation.to_user],
        "invited",
        f"invitation:{invitation.pk}",
        tournament.get_absolute_url(),
        {
            "who": invitation.from_user.username,
            "tournament": tournament.name,
            "start_at": tournament.starts_at.isoformat(),
        },
        until=tournament.starts_at,
    )


def answered(invitation: PartnerInvitation) -> None:
    """Notify the inviter of the answer."""
    accepted = invitation.status == PartnerInvitation.Status.ACCEPTED
    _entry_news(
        invitation.entry.tournament,
        [invitation.from_user],
        f"invitation:{invitation.pk}",
        "accepted" if accepted else "declined",
        who=invitation.to_user.username,
    )


def promoted(tournament: Tournament, users: Iterable[Any], key: str) -> None:
    """Notify people who moved up from the waiting list."""
    _entry_news(tournament, users, key, "promoted")


def entered(place: Entry | Single, users: Iterable[Any], *, by: Any) -> None:
    """Notify people that the organizer `by` entered; while check-in is open, remind them to check in."""
    key = f"{type(place).__name__.lower()}:{place.pk}"
    away = place.tournament.status == Status.CHECK_IN and place.checked_in_at is None
    news = "entered_check_in" if away else "entered"
    _entry_news(place.tournament, users, key, news, who=by.username)


def partner_given(entry: Entry, user: Any, partner: Any) -> None:
    """Notify a person who entered alone of the partner chosen by an organizer."""
    key = f"entry:{entry.pk}"
    _entry_news(entry.tournament, [user], key, "teamed", who=partner.username)


def split(entry: Entry, users: Iterable[Any]) -> None:
    """Notify the players of a pair that an organizer split."""
    _entry_news(entry.tournament, users, f"entry:{entry.pk}", "split")


def removed(place: Entry | Single, reason: str) -> None:
    """Notify the players of an entry, or a person who entered alone, that the organizer removed them."""
    users = players_of(place) if isinstance(place, Entry) else [place.user]
    key = f"{place._meta.model_name}:{place.pk}:{place.tournament.version}"
    _entry_news(place.tournament, users, key, "removed", reason=reason)


def back(entry: Entry, users: Iterable[Any], *, by: Any) -> None:
    """Notify people that their entry has come back to a tournament under way."""
    key = f"entry:{entry.pk}:{entry.tournament.version}"
    _entry_news(entry.tournament, users, key, "back", who=by.username)


def merged(entry: Entry, users: Iterable[Any], team: str, reason: str) -> None:
    """Notify the players of `team`, which is now part of another one."""
    key = f"entry:{entry.pk}"
    _entry_news(entry.tournament, users, key, "merged", who=entry.name, team=team, reason=reason)


def left_out(entry: Entry, users: Iterable[Any], reason: str) -> None:
    """Notify players who lost their place in the team."""
    _entry_news(entry.tournament, users, f"entry:{entry.pk}:left", "removed", reason=reason)


def moved(tournament: Tournament) -> None:
    """Notify everybody who has entered of a new start time."""
    start = tournament.starts_at.isoformat()
    key = f"tournament:{tournament.pk}:{start}"
    _entry_news(tournament, everybody_in(tournament), key, "moved", start_at=start)


def check_in_open(tournament: Tournament) -> None:
    """Ask everybody who has entered to check in."""
    send_notice(
        everybody_in(tournament),
        "check_in",
        f"tournament:{tournament.pk}",
        tournament.get_absolute_url(),
        {"tournament": tournament.name, "start_at": tournament.starts_at.isoformat()},
        until=tournament.starts_at,
    )


def called(tournament: Tournament, users: Iterable[Any], by: Any, at: datetime) -> None:
    """Call absent people to a tournament, once for each moment `at`."""
    send_notice(
        users,
        "called",
        f"tournament:{tournament.pk}:{at.isoformat()}",
        tournament.get_absolute_url(),
        {"tournament": tournament.name, "who": by.username},
    )


def messaged(
    tournament: Tournament, match: Match | None, users: Iterable[Any], by: User, text: str, key: int
) -> None:
    """Notify people of an organizer's message; `key` identifies it."""
    send_notice(
        users,
        "message",
        f"message:{key}",
        (match or tournament).get_absolute_url(),
        {"tournament": tournament.name, "who": by.username, "text": text},
    )


def begun(tournament: Tournament) -> None:
    """Notify single players of their partners, and people left out of the reason."""
    # A pair made by an organizer may have left, or not checked in.
    plays = Q(status=Single.Status.TEAMED, entry__status__in=Entry.LIVE)
    out = Q(status__in=(Single.Status.LEFT_OVER, Single.Status.ABSENT))
    for single in tournament.singles.select_related("user").filter(plays | out):
        news = str(single.status)
        partners = [user.username for user in partners_of(single)]
        _entry_news(tournament, [single.user], f"single:{single.pk}", news, who=", ".join(partners))
    for entry in tournament.entries.filter(status=Entry.Status.ABSENT):
        _entry_news(tournament, players_of(entry), f"entry:{entry.pk}:absent", "absent")


def drawn(round_: Round) -> None:
    """Notify the players of a round of their opponents."""
    matches = (
        round_.matches.filter(sides__index=1)
        .select_related("tournament")
        .prefetch_related(*named())
    )
    for match in matches:
        names = match.side_names
        for number, side in enumerate(match.sides):
            send_notice(
                [user for entry in side.entries for user in players_of(entry)],
                "drawn",
                f"match:{match.pk}",
                match.get_absolute_url(),
                {
                    "tournament": match.tournament.name,
                    "round": round_.number,
                    "opponent": " – ".join(names[:number] + names[number + 1 :]),
                },
            )


def draw_taken_back(round_: Round, reason: str) -> None:
    """Notify the players of a round that its draw was withdrawn, and mark the earlier notices about it as handled."""
    people = list(players_of_round(round_))
    matches = list(round_.matches.filter(sides__index=1).order_by("number").distinct())
    for match in matches:
        match.tournament = round_.tournament
        mark_handled([user.pk for user in people], "drawn", match.get_absolute_url())
    # Matches are recreated each time, so the first one's key identifies this withdrawal.
    key = f"round:{round_.pk}:{matches[0].pk if matches else 0}"
    _entry_news(round_.tournament, people, key, "draw_off", round=str(round_.number), reason=reason)


def resulted(match: Match, result: Result) -> None:
    """Notify both sides of a match's result, or of a decision and its reason."""
    if match.is_bye:
        return
    names = match.side_names
    for number, side in enumerate(match.sides):
        ours, theirs = _score_of(result, number)
        facts = {
            "tournament": match.tournament.name,
            "round": match.round.number,
            "opponent": " – ".join(names[:number] + names[number + 1 :]),
            "outcome": _outcome_of(result, number),
        }
        by_word = result.by_id is not None
        facts |= {"decided_by": "organizer"} if by_word else {"ours": ours, "theirs": theirs}
        decided = {"decided_by": "platform", **facts, "reason": result.reason or "–"}
        unplayed = by_word or result.kind != Result.Kind.PLAYED
        for entry in side.entries:
            params = decided if unplayed else facts | _bots(match, result, entry)
            absent = entry.pk in result.absent
            if absent:
                params = {**decided, "outcome": "forfeit_lost"}
            send_notice(
                line_ups.players_of(match, entry),
                "decided" if unplayed or absent else "result",
                f"match:{match.pk}:{result.version}",
                match.get_absolute_url(),
                params,
            )


def cancelled(tournament: Tournament) -> None:
    """Notify everybody who has entered that the tournament is cancelled."""
    send_notice(
        everybody_in(tournament),
        "cancelled",
        f"tournament:{tournament.pk}",
        tournament.get_absolute_url(),
        {"tournament": tournament.name, "reason": tournament.status_reason or "–"},
    )


def asked(tournament: Tournament) -> None:
    """Notify people invited by name, once they may see the tournament; skip people who have entered."""
    if tournament.status == Status.DRAFT:
        return
    guests = tournament.player_invitations.exclude(user__in=everybody_in(tournament))
    rows = {each.user: each.by for each in guests.select_related("user", "by")}
    start = tournament.starts_at.isoformat()
    send_notice(
        rows,
        "asked",
        f"tournament:{tournament.pk}",
        tournament.get_absolute_url(),
        lambda user: {
            "who": asker.username if (asker := rows[user]) else "–",
            "tournament": tournament.name,
            "start_at": start,
        },
        until=tournament.starts_at,
    )


def penalized(penalty: Penalty) -> None:
    """Notify an entry's players of deducted points."""
    tournament = penalty.entry.tournament
    send_notice(
        players_of(penalty.entry),
        "penalty",
        f"penalty:{penalty.pk}",
        tournament.get_absolute_url(),
        {
            "tournament": tournament.name,
            "points": str(penalty.amount),
            "reason": penalty.reason,
        },
    )


# ------------------------------------------------------------------------------------------------ organizers
def contested(dispute: Dispute) -> None:
    """Notify the organizers and arbiters of a contested result."""
    match = dispute.match
    send_notice(
        arbiters_of(match.tournament),
        "dispute",
        f"dispute:{dispute.pk}",
        reverse("organizer_match", args=[match.tournament.slug, match.pk]),
        {**_match_words(match), "who": dispute.entry.name, "reason": dispute.text},
    )


def dispute_answered(dispute: Dispute) -> None:
    """Notify the person who contested a result of the organizer's answer."""
    match = dispute.match
    send_notice(
        [] if dispute.by is None else [dispute.by],
        "answer",
        f"dispute:{dispute.pk}",
        match.get_absolute_url(),
        {**_match_words(match), "answer": str(dispute.status), "reason": dispute.answer},
    )


def draft_waits(tournament: Tournament) -> None:
    """Notify the organizers of a draw to confirm, if there is one; of rounds drawn together, of the first."""
    drafted = tournament.rounds.filter(status=Round.Status.DRAFTED)
    round_ = drafted.order_by("stage__index", "number").first()
    if round_ is None:
        return
    send_notice(
        organizers_of(tournament),
        "draft",
        f"round:{round_.pk}",
        reverse("organizer_tournament", args=[tournament.slug]),
        {"tournament": tournament.name, "round": round_.number},
    )


def scheduled(row: ScheduledDate, start: datetime) -> None:
    """Notify a league's members of a tournament created by a schedule, which starts at `start`, or its organizers of
    the reason why it couldn't be created.
    """
    schedule, cup = row.schedule, row.tournament
    league = schedule.template.league
    places = league.memberships.select_related("user").order_by("user_id")
    start_at = start.isoformat()
    if cup is None:
        send_notice(
            [place.user for place in places.filter(role__in=Membership.RUNS)],
            "schedule",
            f"schedule:{schedule.pk}:{row.day.isoformat()}",
            reverse("league_schedules", args=[league.slug]),
            {
                "league": league.name,
                "tournament": schedule.template.name,
                "start_at": start_at,
                "reason": row.note,
            },
        )
        return
    send_notice(
        [place.user for place in places],
        "registration",
        f"tournament:{cup.pk}",
        cup.get_absolute_url(),
        {"tournament": cup.name, "start_at": start_at},
        until=cup.starts_at,
    )


# ------------------------------------------------------------------------------------------------ helpers
def _entry_news(
    tournament: Tournament, users: Iterable[Any], key: str, news: str, **params: str
) -> None:
    send_notice(
        users,
        "entry",
        f"{key}:{news}"[:80],
        tournament.get_absolute_url(),
        {"tournament": tournament.name, "news": news, **params},
    )


def _match_words(match: Match) -> dict[str, Any]:
    return {"tournament": match.tournament.name, "round": match.round.number}


def _bots(match: Match, result: Result, entry: Entry) -> dict[str, str]:
    """Return whose cards bots played, from the point of view of an entry of the match; in individual formats by name."""
    own, others = entry.pk in result.stood_in, set(result.stood_in) - {entry.pk}
    if not result.stood_in:
        return {}
    if not match.seated:
        return {"bots": ("both" if others else "ours") if own else "theirs"}
    names = [match.name_of(each) for each in match.seated if each.pk in others]
    whose = ("mine_and_others" if others else "mine") if own else "others"
    return {"bots": whose, "bots_of": ", ".join(names)}


def _score_of(result: Result, index: int) -> tuple[int, int]:
    """Return the scores of a side and of its opponent (of several opponents, the best)."""
    points = result.points
    return points[index], max(points[:index] + points[index + 1 :])


def _outcome_of(result: Result, index: int) -> str:
    """Return a side's outcome: "won", "drawn" (others share the first place), "lost", "forfeit_won", "forfeit_lost"
    or "void".
    """
    if result.kind == Result.Kind.VOID:
        return "void"
    first = result.places[index] == 1
    if result.kind == Result.Kind.FORFEIT:
        return "forfeit_won" if first else "forfeit_lost"
    if not first:
        return "lost"
    return "drawn" if result.winner is None else "won"
