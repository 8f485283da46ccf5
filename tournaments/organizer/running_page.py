"""The page on which organizers run a tournament: its content, and change detection for polling."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page
from django.http import HttpRequest

from spades_site.common.clock import now
from spades_site.common.folding import fold_name
from spades_site.common.pages import page_of
from tournaments.events.actions import penalties
from tournaments.events.actions.changing import changeable
from tournaments.events.actions.draws import drafts
from tournaments.events.actions.draws.released import draw_to_take_back
from tournaments.events.actions.eligibility import why_closed
from tournaments.events.actions.partners import may_pair, without_partner
from tournaments.events.actions.returning import restorable
from tournaments.events.core.state import OPEN
from tournaments.events.draw import separation
from tournaments.events.draw.redrawing import News, news_of
from tournaments.events.draw.renewing import Renewal, renewal_of
from tournaments.events.entries import substitute_offers, substitutes
from tournaments.events.entries.waiting import name_of, named
from tournaments.events.models import (
    Apart,
    Entry,
    Match,
    Penalty,
    PlayerInvitation,
    Round,
    Single,
    Status,
    SubstituteOffer,
    Substitution,
    Tournament,
)
from tournaments.events.queries.selectors import OrganizerView, organizer_view
from tournaments.events.queries.terms import Terms, terms_of
from tournaments.events.queries.view_models import (
    MatchLine,
    RoundView,
    StandingRow,
    TournamentView,
)
from tournaments.events.setup.creating import EDITABLE
from tournaments.organizer.following import mark_of
from tournaments.organizer.forms.offered import change_page
from tournaments.organizer.log import LogLine, in_words
from tournaments.organizer.undo.undoing import undoable

ROUNDS_SHOWN = 3
BEST_SHOWN = 5
"""How many lines of the standings the page has."""
FIXTURES_SHOWN = 6


@dataclass(frozen=True)
class EntryRow:
    """An entry or single player; the address of the page for changing it, "" if it can't be changed; and whether it was
    removed and can be restored.
    """

    entry: Entry | Single
    change: str
    may_restore: bool = False


@dataclass(frozen=True)
class QueueRow:
    """A place of the waiting list: its name for `move_up`, the name of the place above ("" for the first), and the
    address for removing it.
    """

    place: Entry | Single
    name: str
    above: str
    change: str


@dataclass(frozen=True)
class Draw:
    """An unconfirmed draw, and changes since then: of its entries, and of the results that it was made from."""

    round: Round
    news: News
    renewal: Renewal | None


@dataclass(frozen=True)
class Rounds:
    """The next rounds, and the numbers of rounds over and planned; `planned` is 0 before the first draw."""

    next: Sequence[RoundView]
    over: int
    planned: int
    fixtures: Sequence[MatchLine] = ()
    """The first matches of the next round that aren't over."""

    @property
    def all_over(self) -> bool:
        """Return whether no round is left."""
        return self.over == self.planned


@dataclass(frozen=True)
class RunningPage:
    """What the page shows.

    `possible` are the steps available now, `here` is how many entries would play if it began now, `taking_part` are the
    entries that the next draw would use, `released` is the round whose draw can be withdrawn.
    """

    tournament: Tournament
    possible: frozenset[str]
    here: int
    draw: Draw | None
    released: Round | None
    undecided: Page[Match]
    playing: Page[Match]
    entries: Page[EntryRow]
    taking_part: Sequence[Entry]
    offers: Sequence[SubstituteOffer]
    substitutions: Sequence[tuple[Substitution, bool]]
    penalties: Sequence[Penalty]
    apart: Sequence[Apart]
    waiting: Sequence[QueueRow]
    alone: Sequence[Single | Entry]
    guests: Sequence[PlayerInvitation]
    rounds: Rounds
    best: Sequence[StandingRow]
    terms: Terms
    history: Page[LogLine]
    undoable: frozenset[int]
    """The lines of the history that can be undone."""

    @property
    def is_editable(self) -> bool:
        """Return whether the tournament can be edited."""
        return self.tournament.status in EDITABLE

    @property
    def is_movable(self) -> bool:
        """Return whether its start can be moved."""
        return self.tournament.status in OPEN

    @property
    def is_sparse(self) -> bool:
        """Return whether more than half of those who have entered would be left out if it began now."""
        entered = self.tournament.pairs + self.tournament.alone // 2  # type: ignore[attr-defined]
        return self.tournament.status == Status.CHECK_IN and 2 * self.here < entered

    @property
    def may_import(self) -> bool:
        """Return whether entries can be imported: while people can enter a league's tournament, also late."""
        return self.tournament.league_id is not None and why_closed(self.tournament, now()) is None

    @property
    def is_changeable(self) -> bool:
        """Return whether something about it can still be changed."""
        return bool(changeable(self.tournament))

    @property
    def has_missed_its_start(self) -> bool:
        """Return whether its start has passed although it can't start automatically yet."""
        return self.is_editable and self.tournament.starts_at <= now()

    @property
    def mark(self) -> str:
        """Return a hash that changes when the page does."""
        tournament: Any = self.tournament
        pages: tuple[Page[Any], ...] = (self.entries, self.undecided, self.playing, self.history)
        return mark_of(
            (tournament.name, tournament.status, tournament.status_reason, tournament.starts_at),
            (tournament.pairs, tournament.alone, self.here, sorted(self.possible)),
            [match.pk for match in self.undecided],
            [(match.pk, *(at.table_id for at in match.open_tables)) for match in self.playing],
            [
                (one.round.number, one.round.status, one.round.starts_at, one.played, one.to_play)
                for one in self.rounds.next
            ],
            (self.rounds.over, self.rounds.planned),
            [(page.number, page.paginator.count) for page in pages],
            [row.name for row in self.waiting],
            [guest.pk for guest in self.guests],
            self.draw and [match.pk for match in self.draw.round.matches.all()],
            self.draw and self.draw.renewal and self.draw.renewal.keys,
            self.released and self.released.pk,
            [(made.pk, may_undo) for made, may_undo in self.substitutions],
            [made.pk for made in self.offers],
            [one.pk for one in self.penalties],
            [(type(row.entry).__name__, row.entry.pk, row.entry.status) for row in self.entries],
            sorted(self.undoable),
        )


def running_page(request: HttpRequest, tournament: Tournament) -> RunningPage:
    """Return the content of a tournament's page for an organizer."""
    picture = organizer_view(tournament, request.user)
    view = picture.view
    draft = drafts.draft_of(tournament)
    history = _history(request, picture)
    return RunningPage(
        tournament=tournament,
        possible=frozenset(step.name for step in picture.steps),
        here=picture.here,
        draw=_draw(tournament, draft),
        released=None if draft else draw_to_take_back(tournament),
        undecided=page_of(request, [line.match for line in picture.undecided], key="decisions"),
        playing=page_of(request, [line.match for line in picture.in_play], key="tables"),
        entries=_entries(request, tournament, picture),
        taking_part=[one for one in view.entries if one.status in Entry.TAKING_PART],
        offers=substitute_offers.open_in(tournament),
        substitutions=substitutes.made_in(tournament),
        penalties=penalties.held_in(tournament),
        apart=separation.kept_apart(tournament),
        waiting=_waiting(tournament, view.waiting),
        alone=without_partner(tournament) if may_pair(tournament) else [],
        guests=list(tournament.player_invitations.select_related("user")),
        rounds=_rounds(tournament, view.rounds),
        best=view.standings[:BEST_SHOWN] if view.drawn else (),
        terms=terms_of(tournament),
        history=history,
        undoable=undoable([line.entry for line in history], [tournament]),
    )


def _draw(tournament: Tournament, draft: Round | None) -> Draw | None:
    if draft is None:
        return None
    draft.tournament = draft.stage.tournament = tournament
    return Draw(draft, news_of(draft), renewal_of(draft))


def _entries(
    request: HttpRequest, tournament: Tournament, picture: OrganizerView
) -> Page[EntryRow]:
    view = picture.view
    wanted = fold_name(request.GET.get("find", "").strip())
    rows: list[Any] = [*view.entries, *_gone(view), *view.singles, *view.left_over, *view.ready]
    page: Any = page_of(request, [one for one in rows if wanted in fold_name(name_of(one))])
    removed = restorable(tournament)
    page.object_list = [
        EntryRow(
            entry,
            change_page(entry, tournament),
            isinstance(entry, Entry) and entry.pk in removed,
        )
        for entry in page.object_list
    ]
    return page


def _waiting(tournament: Tournament, places: Sequence[Entry | Single]) -> list[QueueRow]:
    names = [named(place) for place in places]
    return [
        QueueRow(place, name, above, change_page(place, tournament))
        for place, name, above in zip(places, names, ["", *names], strict=False)
    ]


def _gone(view: TournamentView) -> list[Entry]:
    """Return the entries that left, except those whose people have all entered again, for instance after their pair was
    split.
    """
    present = {place.user_id for entry in view.entries for place in entry.players.all()}
    present.update(one.user_id for one in (*view.singles, *view.waiting) if isinstance(one, Single))
    return [
        entry
        for entry in view.gone
        if not {place.user_id for place in entry.players.all()} <= present
        or not entry.players.all()
    ]


def _rounds(tournament: Tournament, rounds: Sequence[RoundView]) -> Rounds:
    over = sum(each.round.status == Round.Status.DONE for each in rounds)
    ahead = [each for each in rounds if each.round.status != Round.Status.DONE]
    planned = max(len(rounds), tournament.rounds_planned or 0) if rounds else 0
    lines = ahead[0].matches if ahead else []
    left = [one for one in lines if not one.is_bye and one.match.status != Match.Status.DONE]
    return Rounds(ahead[:ROUNDS_SHOWN], over, planned, left[:FIXTURES_SHOWN])


def _history(request: HttpRequest, picture: OrganizerView) -> Page[LogLine]:
    page: Any = page_of(request, picture.history, key="history")
    page.object_list = in_words(list(page.object_list))
    return page
