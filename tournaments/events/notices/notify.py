"""Notices to players about their tournaments (`spades_site.notices`). Idempotent: each notice is sent once.

Called in the transaction of the event, with rows that the caller has locked.
"""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

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
    Single,
    Status,
    SubstituteOffer,
    Substitution,
    Tournament,
    named,
)
from tournaments.events.notices.recipients import everybody_in, partners_of, players_of


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


def removed(entry: Entry, reason: str) -> None:
    """Notify an entry's players that the organizer removed it."""
    _entry_news(
        entry.tournament, players_of(entry), f"entry:{entry.pk}:removed", "removed", reason=reason
    )


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


def begun(tournament: Tournament) -> None:
    """Notify single players of their partners, and people who don't play of the reason."""
    for single in tournament.singles.select_related("user").filter(
        status__in=(Single.Status.TEAMED, Single.Status.LEFT_OVER, Single.Status.ABSENT)
    ):
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
            words = decided if unplayed else facts | _bots(match, result, entry)
            absent = entry.pk in result.absent
            if absent:
                words = {**decided, "outcome": "forfeit_lost"}
            send_notice(
                line_ups.players_of(match, entry),
                "decided" if unplayed or absent else "result",
                f"match:{match.pk}:{result.version}",
                match.get_absolute_url(),
                words,
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


# ------------------------------------------------------------------------------------------------ around a match
def substituted(made: Substitution) -> None:
    """Notify the side and both people of a substitution, in one match or from now on."""
    entry, match = made.entry, made.match
    news = "match" if match is not None else "from_now"
    words = {"reason": made.reason} if match is None else {"round": match.round.number}
    send_notice(
        {user.pk: user for user in (*players_of(entry), made.into, made.out)}.values(),
        "substitute",
        f"substitution:{made.pk}:{news}",
        (entry.tournament if match is None else match).get_absolute_url(),
        {
            "tournament": entry.tournament.name,
            "into": made.into.username,
            "out": made.out.username,
            "substitute_news": news,
            **words,
        },
    )


def substitute_asked(made: SubstituteOffer) -> None:
    """Notify a person of the organizer's request to substitute."""
    tournament = made.entry.tournament
    send_notice(
        [made.into],
        "substitute_asked",
        f"substitute_offer:{made.pk}",
        tournament.get_absolute_url(),
        {
            "tournament": tournament.name,
            "out": made.out.username,
            "who": made.by.username if made.by else "–",
            "reason": made.reason,
        },
    )


def substitute_answered(made: SubstituteOffer) -> None:
    """Notify the organizer who asked of the answer."""
    tournament = made.entry.tournament
    send_notice(
        [] if made.by is None else [made.by],
        "substitute_answer",
        f"substitute_offer:{made.pk}",
        reverse("organizer_tournament", args=[tournament.slug]),
        {
            "tournament": tournament.name,
            "out": made.out.username,
            "into": made.into.username,
            "substitute_answer": str(made.status),
        },
    )


def substitute_handled(made: SubstituteOffer) -> None:
    """Mark the notice of a request as read, because it is answered or withdrawn."""
    mark_handled({made.into_id}, "substitute_asked", made.entry.tournament.get_absolute_url())


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
    """Notify the organizers of a draw to confirm, if there is one: the first of those drawn together."""
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


# ------------------------------------------------------------------------------------------------ helpers
def _entry_news(
    tournament: Tournament, users: Iterable[Any], key: str, news: str, **words: str
) -> None:
    send_notice(
        users,
        "entry",
        f"{key}:{news}"[:80],
        tournament.get_absolute_url(),
        {"tournament": tournament.name, "news": news, **words},
    )


def _match_words(match: Match) -> dict[str, Any]:
    return {"tournament": match.tournament.name, "round": match.round.number}


def _bots(match: Match, result: Result, entry: Entry) -> dict[str, str]:
    """Whose cards bots played, from the view of an entry of the match; in individual formats by name."""
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
