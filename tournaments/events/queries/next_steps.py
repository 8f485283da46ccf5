"""A person's pending tasks: what they can do now, and what they wait for."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games.tables.models import Table
from spades_site.accounts.models import User, Viewer
from spades_site.common.clock import now
from tournaments.events.core.permissions import visible_to
from tournaments.events.core.state import OPEN, OVER, UNDER_WAY
from tournaments.events.entries.nominations import deadline_of, is_closed
from tournaments.events.entries.substitute_offers import offers_to
from tournaments.events.entries.waiting import waits
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Match,
    PartnerInvitation,
    PlayerInvitation,
    Role,
    Round,
    Single,
    Status,
    TimeOffer,
    Timing,
    Tournament,
    TournamentRole,
    named,
    played_by,
    with_tables,
)
from tournaments.events.queries.match_lines import of_entries
from tournaments.events.scoring.brackets import out_of_brackets
from tournaments.events.setup.schedule import next_time
from tournaments.leagues.models import Membership


@dataclass(frozen=True)
class Todo:
    """A pending task of a person; the most urgent sort first.

    `code`: "play" (go to `url`, the table), "check_in" (until `at`), "answer" (`invitation`), "agree"
    (on a time for the match at `url`, before `at`; or it was agreed), "wait" (the next round at
    `at`, or, without, after the tables in play), "line_up" (to name for the match at `url`, until `at`), "asked" (the organizer invited them), "role"
    (an organizer asks them to help run it), "starts" (entered; begins at `at`), "out" (the bracket has no more matches
    for them; others still play).
    """

    code: str
    sentence: str
    tournament: Tournament
    url: str
    at: datetime | None = None
    match: Match | None = None
    invitation: PartnerInvitation | None = None
    direct: bool = False
    """For "answer": it can be accepted as things are now."""


URGENCY = (
    "play",
    "check_in",
    "agree",
    "line_up",
    "answer",
    "wait",
    "asked",
    "role",
    "starts",
    "out",
)


def next_for(user: Viewer) -> list[Todo]:
    """Return the user's pending tasks, for the home page.

    At most thirteen queries, and two more for each bracket in play that the user entered.
    """
    if not user.is_authenticated or user.is_guest:
        return []
    found = [*_matches(user), *_answers(user), *_places(user)]
    found += _asked_to_enter(user, {todo.tournament.pk for todo in found})
    found += _asked_to_substitute(user)
    found += _asked_to_help(user)
    found += _line_ups(user)
    found += _windows(user)
    playing = {todo.tournament.pk for todo in found if todo.code in ("play", "agree")}
    found = [one for one in found if one.code != "wait" or one.tournament.pk not in playing]
    return sorted(found, key=lambda todo: URGENCY.index(todo.code))


def live_matches(user: Viewer) -> QuerySet[Match]:
    """Return the matches in play that the user may watch, with table, entries, round and tournament."""
    deals = Q(tables__table__deals=None) | Q(tables__table__deals__opened_at__isnull=False)
    return matches_in_play(user).filter(deals)


def matches_in_play(user: Viewer) -> QuerySet[Match]:
    """Return the matches in play that the user may see in lists, with table, entries, round and tournament.

    Those of a round with shared deals are left out: the list would tell which of them are over. In a team match nobody
    can watch before both tables are over, either.
    """
    return (
        Match.objects.filter(
            Q(round__deals=None) | Q(round__deals__opened_at__isnull=False),
            status=Match.Status.PLAYING,
            tables__table__status__in=(Table.Status.OPEN, Table.Status.PLAYING),
            tournament__in=visible_to(user).values("pk"),
        )
        .select_related("round", "tournament")
        .prefetch_related(*named(), with_tables())
        .order_by("pk")
        .distinct()
    )


def _matches(user: User) -> Iterable[Todo]:
    mine = (
        Match.objects.filter(
            status=Match.Status.PLAYING,
            tables__table__status__in=(Table.Status.OPEN, Table.Status.PLAYING),
            # Check the seat, because a later substitute plays only from the next table on.
            tables__table__seats__user=user,
        )
        .select_related("tournament", "round")
        .prefetch_related(*named(), with_tables(at=user))
        .order_by("pk")
        .distinct()
    )
    for match in mine:
        sentence = _("Round %(number)d: %(match)s. Your table is open.") % {
            "number": match.round.number,
            "match": match.title,
        }
        url = match.table.get_absolute_url()
        yield Todo("play", sentence, match.tournament, url, match=match)


def _line_ups(user: User) -> Iterable[Todo]:
    """Yield the next line-up that the user can name for each of their teams."""
    led = Entry.objects.filter(
        Q(captain=user) | Q(vice_captain=user),
        status__in=Entry.LIVE,
        tournament__status__in=UNDER_WAY,
    )
    keys = set(led.values_list("pk", flat=True))
    if not keys:
        return
    drawn = (
        Match.objects.filter(
            of_entries(keys),
            status=Match.Status.DRAWN,
            round__status__in=(Round.Status.CONFIRMED, Round.Status.PLAYING),
            sides__index=1,
        )
        .exclude(nominations__entry__in=keys)
        .select_related("tournament", "round__tournament")
        .prefetch_related(*played_by())
        .order_by("round__number", "pk")
    )
    at, done = now(), set()
    for match in drawn:
        mine, other = sorted(match.entries, key=lambda entry: entry.pk not in keys)
        if mine.pk in done or is_closed(match, at):
            continue
        done.add(mine.pk)
        sentence = _("%(tournament)s: name your line-up against %(name)s.") % {
            "tournament": match.tournament.name,
            "name": other.name,
        }
        url, until = match.get_absolute_url(), deadline_of(match)
        yield Todo("line_up", sentence, match.tournament, url, until, match=match)


def _windows(user: User) -> Iterable[Todo]:
    """Yield the user's matches in open windows, with or without an agreed time, matches to which an organizer gave
    their own time, and later matches for which the other side offers a time.
    """
    my_entries = set(
        EntryPlayer.objects.filter(
            user=user, active=True, tournament__status__in=UNDER_WAY
        ).values_list("entry_id", flat=True)
    )
    if not my_entries:
        return
    asked = TimeOffer.objects.filter(match=OuterRef("pk"), status=TimeOffer.Status.OPEN)
    mine = (
        Match.objects.filter(
            Q(round__status=Round.Status.PLAYING)
            | Q(
                Exists(asked.exclude(entry__in=my_entries))
                | Q(agreed=True) & ~Q(tournament__timing=Timing.WINDOWS),
                round__status=Round.Status.CONFIRMED,
            ),
            status=Match.Status.DRAWN,
        )
        .exclude(tournament__timing=Timing.FLOW, starts_at=None)
        .filter(of_entries(my_entries))
        .select_related("tournament", "round")
        .prefetch_related("time_offers__entry", *played_by())
        .order_by("round__starts_at", "pk")
    )
    for match in mine:
        if match.is_bye:
            continue
        other = next(entry for entry in match.entries if entry.pk not in my_entries)
        offers = [one for one in match.time_offers.all() if one.status == TimeOffer.Status.OPEN]
        params = {"name": other.name, "number": match.round.number}
        if any(one.entry_id == other.pk for one in offers):
            sentence = _("%(name)s: a time is offered for your match.") % params
        elif match.starts_at is not None:
            sentence = _("Round %(number)d: you play %(name)s.") % params
        elif offers:
            sentence = _("Round %(number)d: your offer to %(name)s is unanswered.") % params
        else:
            sentence = _("Round %(number)d: agree on a time with %(name)s.") % params
        at = match.starts_at or match.round.closes_at
        yield Todo("agree", sentence, match.tournament, match.get_absolute_url(), at, match=match)


def _answers(user: User) -> Iterable[Todo]:
    found = PartnerInvitation.objects.filter(
        to_user=user,
        status=PartnerInvitation.Status.SENT,
        entry__tournament__status__in=OPEN | UNDER_WAY,
    ).select_related("from_user", "entry__tournament")
    asked = list(found)
    if not asked:
        return
    at, keys = now(), {one.entry.tournament_id for one in asked}
    players = EntryPlayer.objects.filter(user=user, active=True, tournament__in=keys)
    alone = Single.objects.filter(user=user, status__in=Single.TAKING_PART, tournament__in=keys)
    entered = {*players.values_list("tournament", flat=True)}
    entered |= {*alone.values_list("tournament", flat=True)}
    leagues = {*Membership.objects.filter(user=user).values_list("league", flat=True), None}
    for invitation in asked:
        tournament = invitation.entry.tournament
        sentence = _("%(name)s asks you to be partners in %(tournament)s.") % {
            "name": invitation.from_user.username,
            "tournament": tournament.name,
        }
        yield Todo(
            "answer",
            sentence,
            tournament,
            _page(tournament),
            tournament.starts_at,
            invitation=invitation,
            # Otherwise the tournament's page explains the obstacle.
            direct=tournament.status in OPEN
            and at < tournament.starts_at
            and tournament.pk not in entered
            and tournament.league_id in leagues
            and tournament.rating_min is None
            and tournament.rating_max is None,
        )


def _asked_to_enter(user: User, known: set[int]) -> Iterable[Todo]:
    """Yield tournaments to which an organizer has invited the user, who hasn't entered yet."""
    asked = PlayerInvitation.objects.filter(user=user, tournament__status__in=OPEN)
    for guest in asked.exclude(tournament__in=known).select_related("tournament"):
        tournament = guest.tournament
        sentence = _("You are invited to %(tournament)s.") % {"tournament": tournament.name}
        yield Todo("asked", sentence, tournament, _page(tournament), tournament.starts_at)


def _asked_to_substitute(user: User) -> Iterable[Todo]:
    """Yield requests to the user to substitute."""
    for made in offers_to(user):
        tournament = made.entry.tournament
        sentence = _("%(tournament)s: you are asked to play for %(out)s.") % {
            "tournament": tournament.name,
            "out": made.out.username,
        }
        page = made.match.get_absolute_url() if made.match else _page(tournament)
        yield Todo("asked", sentence, tournament, page)


def _asked_to_help(user: User) -> Iterable[Todo]:
    """Yield tournaments that an organizer asks the user to help run."""
    asked = TournamentRole.objects.filter(
        user=user,
        accepted_at=None,
        tournament__hidden_at=None,
        tournament__league__hidden_at=None,
    ).exclude(tournament__status__in=OVER)
    for made in asked.select_related("tournament", "by"):
        sentence = (
            _("%(name)s asks you to be an organizer of %(tournament)s.")
            if made.role == Role.ORGANIZER
            else _("%(name)s asks you to be an arbiter of %(tournament)s.")
        )
        params = {"name": made.by or "–", "tournament": made.tournament.name}
        url = reverse("role_invitation", args=[made.tournament.slug])
        yield Todo("role", sentence % params, made.tournament, url, made.tournament.starts_at)


def _places(user: User) -> Iterable[Todo]:
    """Yield the pending tasks of the user's entries, with a partner or alone."""
    entries = Entry.objects.filter(players__user=user, players__active=True)
    places: list[Entry | Single] = [
        *entries.filter(
            status__in=Entry.LIVE, tournament__status__in=OPEN | UNDER_WAY
        ).select_related("tournament"),
        *entries.filter(status=Entry.Status.WAITING, tournament__status__in=OPEN).select_related(
            "tournament"
        ),
        *Single.objects.filter(
            user=user, status__in=Single.TAKING_PART, tournament__status__in=OPEN
        ).select_related("tournament"),
    ]
    drawn: defaultdict[int, list[Round]] = defaultdict(list)
    rounds = Round.objects.filter(
        tournament__in=[
            place.tournament_id for place in places if place.tournament.status in UNDER_WAY
        ]
    ).only("tournament_id", "number", "status", "starts_at", "closes_at")
    for round_ in rounds.order_by("number"):
        drawn[round_.tournament_id].append(round_)
    at = now()
    in_play = [
        place
        for place in places
        if isinstance(place, Entry) and place.tournament.status in UNDER_WAY
    ]
    out = out_of_brackets(in_play) if in_play else {}
    for place in places:
        if isinstance(place, Entry) and place.pk in out:
            yield _out(place, out[place.pk])
        else:
            yield _place(place, next_time(place.tournament, drawn[place.tournament_id], at))


def _out(entry: Entry, place: tuple[int, int] | None) -> Todo:
    """Return the state of a user who has no more matches in a bracket that others still play."""
    params = {"tournament": entry.tournament.name}
    if place is None:
        sentence = _("%(tournament)s: you did not reach the current bracket.") % params
    elif place[0] == place[1]:
        sentence = _("%(tournament)s: you have finished, in place %(first)d.")
        sentence %= params | {"first": place[0]}
    else:
        sentence = _("%(tournament)s: you are out, in places %(first)d to %(last)d.")
        sentence %= params | {"first": place[0], "last": place[1]}
    return Todo("out", sentence, entry.tournament, _page(entry.tournament))


def _place(place: Entry | Single, round_starts: datetime | None) -> Todo:
    tournament = place.tournament
    params = {"tournament": tournament.name}
    if tournament.status in UNDER_WAY:
        sentence = _("%(tournament)s: wait for the next round.") % params
        return Todo("wait", sentence, tournament, _page(tournament), round_starts)
    if waits(place):
        sentence = _("%(tournament)s: you are on the waiting list.") % params
        return Todo("starts", sentence, tournament, _page(tournament), tournament.starts_at)
    complete = place.status in (Entry.Status.ENTERED, Single.Status.WAITING)
    if tournament.status == Status.CHECK_IN and complete:
        sentence = _("%(tournament)s: check in before it starts.") % params
        return Todo("check_in", sentence, tournament, _page(tournament), tournament.starts_at)
    sentence = _("%(tournament)s starts; you have entered.") % params
    return Todo("starts", sentence, tournament, _page(tournament), tournament.starts_at)


def _page(tournament: Tournament) -> str:
    return reverse("tournament", args=[tournament.slug])
