"""Notices about ladders (`spades_site.notices`). Called in the transaction that makes the change."""

from collections.abc import Iterable
from datetime import datetime

from spades_site.accounts.models import User
from spades_site.notices.services import mark_handled, send_notice
from tournaments.ladders.models import Challenge, Ladder, LadderEntry, LadderStep


def players(*entries: LadderEntry) -> list[User]:
    """Return the entries' players."""
    return [place.user for one in entries for place in one.players.select_related("user")]


def invited(entry: LadderEntry, by: User, partner: User) -> None:
    """Ask a person to join as a partner."""
    _ask(entry.ladder, [partner], "invited", f"entry:{entry.pk}", who=by.username)


def answered(entry: LadderEntry, user: User, news: str) -> None:
    """Notify the other player of the answer: `news` is "joined" or "refused"."""
    others = [one for one in players(entry) if one != user]
    mark_handled({user.pk}, "ladder_asked", entry.ladder.get_absolute_url())
    tell(entry.ladder, others, news, f"entry:{entry.pk}", who=user.username)


def challenged(challenge: Challenge) -> None:
    """Ask the challenged side for an answer."""
    assert challenge.due_at is not None
    _ask(
        challenge.ladder, players(challenge.challenged), "challenged", f"challenge:{challenge.pk}",
        until=challenge.due_at, who=challenge.challenger.name, until_at=challenge.due_at.isoformat(),
    )  # fmt: skip


def ready(challenge: Challenge, mine: LadderEntry) -> None:
    """Ask the other side to play now."""
    other = opponent(challenge, mine)
    assert challenge.ready_at is not None
    key = f"challenge:{challenge.pk}:{challenge.ready_at.isoformat()}"
    _ask(challenge.ladder, players(other), "ready", key, who=mine.name)


def offered(challenge: Challenge, mine: LadderEntry, at: datetime) -> None:
    """Tell the other side of an offered time."""
    people = players(opponent(challenge, mine))
    key = f"challenge:{challenge.pk}:{at.isoformat()}"
    _ask(challenge.ladder, people, "time", key, until=at, who=mine.name, play_at=at.isoformat())


def table_open(challenge: Challenge, until: datetime) -> None:
    """Call both sides to their table."""
    assert challenge.table is not None
    send_notice(
        players(challenge.challenger, challenge.challenged),
        "ladder_asked",
        f"challenge:{challenge.pk}:table:{challenge.table_id}",
        challenge.table.get_absolute_url(),
        {
            "ladder": challenge.ladder.name,
            "ladder_ask": "table",
            "who": str(challenge),
            "until_at": until.isoformat(),
        },
        until=until,
    )


def of_challenge(challenge: Challenge, people: Iterable[LadderEntry], news: str, who: str) -> None:
    """Notify sides of what became of a challenge, and end what asks for it."""
    both = players(challenge.challenger, challenge.challenged)
    path = challenge.ladder.get_absolute_url()
    mark_handled([one.pk for one in both], "ladder_asked", path)
    tell(challenge.ladder, players(*people), news, f"challenge:{challenge.pk}", who=who)


def result(challenge: Challenge, winner: LadderEntry, loser: LadderEntry, step: LadderStep) -> None:
    """Notify both sides of a match's result, and of the winner's rung."""
    news = {winner: "won", loser: "lost"}
    for entry, what in news.items():
        other = loser if entry == winner else winner
        rung = LadderEntry.objects.filter(pk=entry.pk).values_list("rung", flat=True).first()
        key = f"challenge:{challenge.pk}:{step.number}"
        tell(challenge.ladder, players(entry), what, key, who=other.name, rung=str(rung or "–"))


def opponent(challenge: Challenge, mine: LadderEntry) -> LadderEntry:
    """Return the other side."""
    return challenge.challenged if mine == challenge.challenger else challenge.challenger


def tell(ladder: Ladder, people: Iterable[User], news: str, key: str, **params: str) -> None:
    """Send news of a ladder; `news` is a key of `texts.LADDER_NEWS`."""
    send_notice(
        people,
        "ladder",
        f"ladder:{ladder.pk}:{key}:{news}",
        ladder.get_absolute_url(),
        {"league": ladder.league.name, "ladder": ladder.name, "ladder_news": news, **params},
    )


def _ask(
    ladder: Ladder,
    people: Iterable[User],
    ask: str,
    key: str,
    until: datetime | None = None,
    **params: str,
) -> None:
    send_notice(
        people,
        "ladder_asked",
        f"ladder:{ladder.pk}:{key}:{ask}",
        ladder.get_absolute_url(),
        {"ladder": ladder.name, "ladder_ask": ask, **params},
        until=until,
    )
