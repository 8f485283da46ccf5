"""Queries for pages about tournaments. Each takes a constant number of SQL queries."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext as _

from games.tables.game.bots import Cards
from spades_site.accounts.models import User, Viewer
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.models import AuditEntry
from spades_site.common.people import bot_names
from tournaments.events.advance import has_enough_entries
from tournaments.events.core import permissions
from tournaments.events.core.permissions import may_judge, organized_by
from tournaments.events.core.state import OPEN, STEP_LABELS, UNDER_WAY, possible
from tournaments.events.draw.start import field_of
from tournaments.events.entries.by_name import opens_no_table
from tournaments.events.entries.waiting import Field
from tournaments.events.models import (
    Entry,
    LineUp,
    Match,
    MatchTable,
    Result,
    Round,
    Status,
    Timing,
    Tournament,
    who_played,
    with_scores,
)
from tournaments.events.models.entries import winners_named
from tournaments.events.queries.loading import Loaded
from tournaments.events.queries.next_steps import Todo, live_matches, matches_in_play, next_for
from tournaments.events.queries.view_models import MatchLine, RoundView, TournamentView
from tournaments.leagues.models import League

__all__ = [
    "Todo",
    "history_of",
    "live_matches",
    "match_view",
    "matches_in_play",
    "next_for",
    "organized_by",
    "organizer_view",
    "tournament_for",
    "tournament_view",
    "tournaments_of_league",
    "upcoming",
    "visible_tournaments",
]

SOON = timedelta(hours=1)
"""How long before its time players are asked to stay on the page of a match in a window."""
LOADS = 4
"""Maximum loads of a view while its tournament keeps changing."""


@dataclass(frozen=True)
class Step:
    """A step available to an organizer now: the name of a function of `lifecycle`, and its label."""

    name: str
    label: str


@dataclass(frozen=True)
class OrganizerView:
    """The organizers' additions to the tournament's view.

    `here` is how many entries would play if it began now, `expected` how many places are taken. `undecided` are matches
    with an abandoned table, which need a decision. `history` is the audit log, newest first, with actors.
    """

    view: TournamentView
    steps: list[Step]
    here: int
    expected: int
    undecided: list[MatchLine]
    in_play: list[MatchLine]
    history: QuerySet[AuditEntry]


@dataclass(frozen=True)
class Player:
    """One person of a match's side; after the start, `rows` has their presence and the share played by a bot, by table."""

    user: User
    rows: Sequence[LineUp] = ()

    @property
    def note(self) -> str:
        """Return the note about them at a finished match; "" if they played themselves."""
        if all(row.table_id is None for row in self.rows):
            return ""
        if not any(row.present for row in self.rows):
            return _("did not come")
        hands = self._hands()
        if hands:
            return hands
        played = sum((Cards(row.cards, row.bot_cards) for row in self.rows), Cards())
        if played.mostly_bot:
            params = {"bot": played.by_bot, "all": played.played}
            return _("a bot played %(bot)d of %(all)d cards") % params
        return ""

    def _hands(self) -> str:
        """Return which hands they played of a game in which a player was replaced; "" if none was."""
        for row in self.rows:
            if row.until_hand is not None:
                return _("replaced in hand %(n)d") % {"n": row.until_hand}
            if row.from_hand is not None:
                return _("from hand %(n)d on") % {"n": row.from_hand}
        return ""


@dataclass(frozen=True)
class MatchView:
    """A match's page: each side's `players`, and `versions`, its results, newest first. `knows`: the viewer may know
    everything of it (see `knowledge`).
    """

    tournament: Tournament
    round: RoundView
    line: MatchLine
    players: list[list[Player]]
    versions: list[Result]
    may_decide: bool
    knows: bool

    @property
    def state(self) -> str:
        """Return the match's state in a sentence."""
        status = self.line.match.status
        if self.line.is_bye:
            return _("%(name)s sits this round out.") % {"name": self.line.match.entries[0].name}
        if status == Match.Status.UNDECIDED:
            return _("The table was abandoned; an organizer will decide the match.")
        if status == Match.Status.PLAYING:
            if any(game.kind == MatchTable.Kind.DECIDER for game in self.line.games):
                return _("The match ended in a tie; one more hand decides it.")
            return _("The match is in play.")
        if status == Match.Status.DRAWN and self.tournament.is_in_room:
            if self.round.round.status == Round.Status.PLAYING:
                return _("The match is played in the room.")
            return _("The match is played in the room when the round begins.")
        if status == Match.Status.DRAWN and opens_no_table(self.line.match):
            return _("Somebody here has no account: an organizer enters the score.")
        if status == Match.Status.DRAWN and self.tournament.timing == Timing.WINDOWS:
            if self.line.match.starts_at is None:
                return _("The two sides agree on a time.")
            agreed = self.line.match.agreed
            return _("The table opens:") if agreed else _("The table opens at the default time:")
        if status == Match.Status.DRAWN and self.has_own_time:
            return _("The table opens:")
        if status == Match.Status.DRAWN:
            return _("The table opens when the round begins.")
        return ended_words(self.line)

    @property
    def has_own_time(self) -> bool:
        """Return whether the match has a time that isn't its round's."""
        starts_at, begins = self.line.match.starts_at, self.line.match.round.starts_at
        return starts_at is not None and (begins is None or starts_at > begins)

    @property
    def opens_soon(self) -> bool:
        """Return whether a player of the drawn match should stay on its page, because the table opens soon."""
        if self.tournament.timing != Timing.WINDOWS and not self.has_own_time:
            return True
        starts_at = self.line.match.starts_at
        return starts_at is not None and starts_at - now() <= SOON


def ended_words(line: MatchLine) -> str:
    """Return how a finished match ended, in a sentence."""
    result = line.result
    if result is None or result.kind == Result.Kind.VOID:
        return _("The match doesn’t count.")
    winners = [side.name for side in line.sides if side.won]
    if len(winners) != 1 and result.kind == Result.Kind.FORFEIT:
        return _("Everybody forfeits.") if len(line.sides) > 2 else _("Both sides forfeit.")
    if not winners and result.absent:
        return _("The best score at the table was a bot’s, for an absent player.")
    if len(winners) != 1:
        return _("A draw.")
    params = {"name": bot_names.marked(winners[0]), "score": line.score}
    if result.kind == Result.Kind.FORFEIT:
        return _("Won by %(name)s without play.") % params
    return _("Won by %(name)s, %(score)s.") % params


def visible_tournaments(user: Viewer) -> QuerySet[Tournament]:
    """Return the tournaments that the user may see, the latest start first.

    Each has `league`, `winner` and `entries_count` (entries that hold or held a place in the field).
    """
    return (
        permissions.visible_to(user)
        .prefetch_related(winners_named())
        .annotate(
            entries_count=Count("entries", filter=_holding_a_place()),
            long_running=Q(status__in=UNDER_WAY) & Q(starts_at__lt=now() - timedelta(days=1)),
        )
        .order_by("-starts_at", "-pk")
    )


def upcoming(user: Viewer) -> QuerySet[Tournament]:
    """Return the visible tournaments that are announced, open or under way: the earliest start first, but those that
    have run for more than a day (such as divisions) last.
    """
    ahead = (Status.ANNOUNCED, *OPEN, *UNDER_WAY)
    return (
        visible_tournaments(user)
        .filter(status__in=ahead)
        .order_by(F("long_running"), "starts_at", "pk")
    )


def tournaments_of_league(league: League, user: User) -> QuerySet[Tournament]:
    """Return a league's tournaments that the user may see, the latest start first."""
    return visible_tournaments(user).filter(league=league)


def tournament_for(slug: str, user: Viewer) -> Tournament | None:
    """Return the tournament, or None if it doesn't exist or the user may not see it."""
    return (
        permissions.visible_to(user)
        .select_related("league", "season", "winner", "created_by")
        .filter(slug=slug)
        .first()
    )


def tournament_view(
    tournament: Tournament, user: Viewer, at: datetime | None = None
) -> TournamentView:
    """Return everything that the tournament's page shows the user at `at` (default: now)."""
    return of_one_moment(tournament, lambda: Loaded(tournament, user, at or now()).view())


def organizer_view(
    tournament: Tournament, user: Viewer, at: datetime | None = None
) -> OrganizerView:
    """Return the organizers' additions to the tournament's view; the caller has checked the permission."""
    at = at or now()
    view = tournament_view(tournament, user, at)
    field = field_of(tournament)
    lines = [line for round_ in view.rounds for line in round_.matches]
    return OrganizerView(
        view=view,
        steps=[
            Step(name, str(STEP_LABELS[name]))
            for name in possible(tournament)
            if name in STEP_LABELS and name not in _not_now(tournament, field, at)
        ],
        here=field.size,
        expected=view.places_taken,
        undecided=[line for line in lines if line.match.status == Match.Status.UNDECIDED],
        in_play=[line for line in lines if line.in_play],
        history=history_of(tournament),
    )


def _not_now(tournament: Tournament, field: Field, at: datetime) -> set[str]:
    """Return the steps that the state allows, but the present time or the entries don't."""
    before_start = {"announce", "open_registration"} if tournament.starts_at <= at else set()
    return before_start | (set() if has_enough_entries(tournament, field) else {"start"})


def match_view(match_id: int, user: Viewer, at: datetime | None = None) -> MatchView | None:
    """Return everything that a match's page shows, or None where the user may not see the tournament or the draw."""
    found = Match.objects.filter(pk=match_id).values_list("tournament__slug", flat=True).first()
    tournament = tournament_for(found, user) if found else None
    if tournament is None:
        return None
    return of_one_moment(tournament, lambda: _match_view(tournament, match_id, user, at or now()))


def _match_view(
    tournament: Tournament, match_id: int, user: Viewer, at: datetime
) -> MatchView | None:
    # Open pages poll every few seconds, so don't load the tournament's other matches.
    loaded = Loaded(tournament, user, at, match_id)
    rounds = loaded.rounds()
    if not rounds:
        return None
    round_, line = rounds[0], rounds[0].matches[0]
    knows = loaded.knowledge.covers(line.match)
    return MatchView(
        tournament=tournament,
        round=round_,
        line=line,
        players=_players(loaded, line.match),
        versions=[
            one
            for one in line.match.results.select_related("by")
            .prefetch_related(*with_scores())
            .order_by("-version")
            if knows or one.kind != Result.Kind.PLAYED
        ],
        knows=knows,
        may_decide=not line.match.is_bye
        and tournament.status in UNDER_WAY | {str(Status.FINISHED)}
        and may_judge(user, tournament, line.match),
    )


def _players(loaded: Loaded, match: Match) -> list[list[Player]]:
    """Return each side's people: from the match's line-ups, or from its entries before a table opens."""
    rows = list(match.line_up.counting().select_related("user", "table"))
    if rows:
        people = {row.user: row.side_id for row in who_played(rows)}
        return [
            [
                Player(user, [row for row in rows if row.user_id == user.pk])
                for user, at in people.items()
                if at == side.pk
            ]
            for side in match.sides
        ]
    return [
        [Player(user) for key in side.keys for user in loaded.players[key]] for side in match.sides
    ]


def of_one_moment[Picture](tournament: Tournament, load: Callable[[], Picture]) -> Picture:
    """Return the result of `load`, repeated if the tournament changed meanwhile.

    It reads one kind of rows after another, so a concurrent start or draw could make them inconsistent.
    """
    for _attempt in range(LOADS - 1):
        try:
            picture = load()
        except Exception:
            if not _moved_on(tournament):
                raise
        else:
            if not _moved_on(tournament):
                return picture
    return load()


def _moved_on(tournament: Tournament) -> bool:
    """Reload the tournament if it has changed since it was loaded; return whether it has."""
    stored = Tournament.objects.filter(pk=tournament.pk)
    version = stored.values_list("version", flat=True).first()
    if version in (None, tournament.version):
        return False
    related = ("league", "season", "winner", "created_by")
    tournament.refresh_from_db(from_queryset=Tournament.objects.select_related(*related))
    return True


def history_of(*tournaments: Tournament) -> QuerySet[AuditEntry]:
    """Return the audit log of the tournaments and their matches, newest first, with the actors."""
    own = [audit.subject_of(one) for one in tournaments]
    return (
        AuditEntry.objects.filter(Q(subject__in=own) | Q(within__in=own))
        .select_related("actor")
        .order_by("-at", "-pk")
    )


def _holding_a_place() -> Q:
    return Q(entries__seed_no__isnull=False) | Q(entries__status__in=Entry.LIVE)
