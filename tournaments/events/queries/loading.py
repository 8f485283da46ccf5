"""A tournament with all data of its page, loaded with a constant number of queries."""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Prefetch, Q
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common.translation import translate
from tournaments.events.actions.eligibility import (
    why_closed,
    why_not_accept,
    why_not_enter,
    why_out_of_range,
)
from tournaments.events.actions.night.standing_by import why_not_stand_by
from tournaments.events.core.knowledge import Knowledge
from tournaments.events.core.permissions import Rights, rights_of
from tournaments.events.core.state import OVER, UNDER_WAY
from tournaments.events.entries.substitutes import has_stand_ins, standing_by
from tournaments.events.entries.taking_part import Part
from tournaments.events.entries.waiting import in_order, number_in, waits
from tournaments.events.matches import late
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    LineUp,
    Match,
    PartnerInvitation,
    Result,
    Round,
    Single,
    Status,
    Tournament,
    with_scores,
    with_tables,
)
from tournaments.events.models.matches import with_changes
from tournaments.events.queries.arena_view import arena_of
from tournaments.events.queries.stage_views import Stages
from tournaments.events.queries.tournament_next import next_of
from tournaments.events.queries.view_models import MatchLine, Mine, RoundView, TournamentView
from tournaments.events.scoring.ranking import penalties_of, standings_from
from tournaments.events.setup.schedule import slot_of, slots
from tournaments.standings import TIE_BREAKS, Row


class Loaded:
    """A tournament's rows, each kind loaded once, and the view models built from them for one viewer.

    `only` is the key of the requested match; without it all matches are loaded. `rights` are those of the viewer; None: ask
    the database.
    """

    def __init__(
        self,
        tournament: Tournament,
        user: Any,
        at: datetime,
        only: int | None = None,
        rights: Rights | None = None,
    ) -> None:
        self.tournament, self.user, self.at = tournament, user, at
        self.only: dict[str, Any] = {} if only is None else {"pk": only}
        self._rights = rights
        everybody = Prefetch("players", EntryPlayer.objects.select_related("user"))
        self.entries = list(
            tournament.entries.prefetch_related(everybody).order_by("seed_no", "pk")
        )
        self.by_key = {entry.pk: entry for entry in self.entries}
        self.players = {
            entry.pk: [place.user for place in entry.players.all()] for entry in self.entries
        }
        self.singles = list(tournament.singles.select_related("user"))
        places: list[Entry | Single] = [*self.entries, *self.singles]
        self.waiting = in_order(place for place in places if waits(place))
        self.knowledge = Knowledge(user, tournament, rights and rights.arbitrates)
        self.matches = self._matches()
        if tournament.winner is not None and only is None:
            changed = (row for match in self.matches for row in match.changed)
            tournament.winner.note_who_came(changed)
        self.my_entry = self._first_of(self.entries)
        self.my_tables = self._my_tables()
        self.stages = Stages(tournament, self.entries, self.results.values(), self.my_entry)

    def _matches(self) -> list[Match]:
        matches = list(
            self.tournament.matches.filter(**self.only)
            .exclude(round__status=Round.Status.DRAFTED)
            .select_related("round__stage")
            .prefetch_related(
                "side_rows__places",
                with_tables(),
                with_changes(),
                *(["table_rows__scores"] if self.only else []),
            )
            .order_by("round__stage__index", "round__number", "number")
        )
        wanted = {f"match__{name}": value for name, value in self.only.items()}
        results = Result.objects.filter(match__tournament=self.tournament, current=True, **wanted)
        shown = {match.pk for match in matches}
        results = results.prefetch_related(*with_scores())
        self.results = {one.match_id: one for one in results if one.match_id in shown}
        for match in matches:
            match.tournament = self.tournament
            for side in match.sides:
                for place in side.places.all():
                    place.entry = self.by_key[place.entry_id]
            if match.pk in self.results:
                self.results[match.pk].match = match
        self.knowledge.hide(matches, self.results)
        return matches

    def _first_of(self, entries: Collection[Entry]) -> Entry | None:
        """Return the viewer's entry among these."""
        if not self.user.is_authenticated:
            return None
        mine = [
            entry
            for entry in entries
            for place in entry.players.all()
            if place.user_id == self.user.pk and place.active
        ]
        led = [
            entry
            for entry in entries
            if entry.is_led_by(self.user) and (entry.in_field or entry.status in Entry.TAKING_PART)
        ]
        led.sort(key=lambda entry: entry.status not in Entry.TAKING_PART)
        return next(iter([*mine, *led]), None)

    def _my_tables(self) -> dict[int, int]:
        """Return the viewer's latest table of each team match."""
        if not self.tournament.is_team or not self.user.is_authenticated:
            return {}
        rows = LineUp.objects.filter(
            user=self.user, match__tournament=self.tournament, table__counts=True
        )
        found = rows.order_by("pk").values_list("match_id", "table_id")
        return {match: table for match, table in found if table is not None}

    def view(self) -> TournamentView:
        tournament = self.tournament
        rounds = self.rounds()
        stages = self.stages.views(rounds)
        present = stages[-1] if stages else None
        taken = self._places_taken()
        return TournamentView(
            tournament=tournament,
            next=next_of(tournament, [round_.round for round_ in rounds], self.at),
            rounds=rounds,
            current=next((r for r in rounds[::-1] if r.round.status == Round.Status.PLAYING), None),
            standings=present.tables[0].rows if present and len(present.tables) == 1 else [],
            tie_breaks=[
                translate(TIE_BREAKS[code].title) for code in tournament.scoring["tie_breaks"]
            ],
            entries=[
                entry for entry in self.entries if entry.in_field or entry.status in Entry.LIVE
            ],
            gone=[
                entry
                for entry in self.entries
                if not entry.in_field and entry.status not in Entry.TAKING_PART
            ],
            singles=[single for single in self.singles if single.status in Single.LIVE],
            left_over=[one for one in self.singles if one.status == Single.Status.LEFT_OVER],
            ready=self._ready,
            places_taken=taken,
            places_left=max(0, tournament.max_entries - taken),
            mine=self.mine(rounds, taken),
            may_organize=self.rights.organizes,
            may_arbitrate=self.rights.arbitrates,
            waiting=self.waiting,
            bracket=present.bracket if present else None,
            arena=arena_of(self.tournament, self.matches, self.entries, self.my_entry, self.at),
            stages=stages,
            timetable=slots(tournament, [each.round for each in rounds], taken, self.at),
        )

    @cached_property
    def rights(self) -> Rights:
        """Return the viewer's rights."""
        return self._rights or rights_of(self.user, self.tournament)

    @cached_property
    def _ready(self) -> list[Single]:
        placed = {user.pk for players in self.players.values() for user in players}
        placed |= {one.user_id for one in self.singles if one.status in Single.TAKING_PART}
        ready = [one for one in self.singles if one.status == Single.Status.READY]
        return [one for one in ready if one.user_id not in placed]

    def _stands_by(self) -> int:
        """Return the viewer's place in the order in which people are called who only stand in; 0: they don't."""
        if self.user.pk not in {one.user_id for one in self._ready}:
            return 0
        order = list(standing_by(self.tournament).values_list("user", flat=True))
        return order.index(self.user.pk) + 1 if self.user.pk in order else 0

    def _places_taken(self) -> int:
        live = sum(entry.in_field or entry.status in Entry.LIVE for entry in self.entries)
        alone = sum(single.status in Single.LIVE for single in self.singles)
        return live + (alone + 1) // 2

    def rounds(self) -> list[RoundView]:
        by_round: defaultdict[int, list[MatchLine]] = defaultdict(list)
        stored: dict[int, Round] = {}
        for match in self.matches:
            stored[match.round_id] = match.round
            by_round[match.round_id].append(self.line(match))
        rounds = list(stored.values())
        return [
            RoundView(
                round_,
                by_round[round_.pk],
                self._standings_then(round_, rounds[-1:]),
                slot_of(self.tournament, round_.number, round_, self.at),
            )
            for round_ in rounds
        ]

    def _standings_then(self, round_: Round, last: Sequence[Round]) -> Callable[[], Sequence[Row]]:
        """Return a function that computes the standings from which a Swiss drew its next round."""
        by_score = round_.stage.facts.pairs_by_score
        if not by_score or round_.status != Round.Status.DONE or round_ in last:
            return tuple

        def then() -> Sequence[Row]:
            field = self.stages.field(round_.stage)
            known = [
                result
                for result in self.results.values()
                if result.match.round.stage_id == round_.stage_id
                and result.match.round.number <= round_.number
            ]
            held = penalties_of(self.stages.penalties_when(round_))
            onset = self.stages.onset(round_.stage)
            rows = standings_from(self.tournament, field, known, held, onset)
            # Named after the players of that round, even if the entry has other players now.
            names = {
                row.entry_id: match.name_of(self.by_key[row.entry_id])
                for match in self.matches
                if match.round_id == round_.pk
                for row in match.changed
            }
            return [replace(row, name=names.get(row.key, row.name)) for row in rows]

        return then

    def line(self, match: Match) -> MatchLine:
        mine = self._entry_in(match) is not None
        own = self.my_tables.get(match.pk, 0)
        open_tables = {at.pk: at.table for at in match.open_tables}
        return MatchLine(
            match=match,
            table=open_tables.get(own, match.table),
            result=self.results.get(match.pk),
            mine=mine,
            seated=mine and (own in open_tables or not (self.tournament.is_team and open_tables)),
            group=self.stages.group_of(match),
        )

    def _entry_in(self, match: Match) -> Entry | None:
        """Return the entry for which the viewer plays or played a match, according to the line-up if a player was
        replaced.
        """
        for row in match.changed:
            if row.user_id == self.user.pk:
                return self.by_key[row.entry_id]
        mine = self.my_entry
        if mine is None or any(row.entry_id == mine.pk for row in match.changed):
            return None
        return mine if mine in match.entries else None

    def mine(self, rounds: Sequence[RoundView], taken: int) -> Mine:
        if not self.user.is_authenticated:
            return Mine(why_not_enter=_("Sign in to enter."))
        single = next(
            (
                one
                for one in self.singles
                if one.user_id == self.user.pk and one.status in Single.TAKING_PART
            ),
            None,
        )
        asked = list(
            PartnerInvitation.objects.filter(
                entry__tournament=self.tournament, status=PartnerInvitation.Status.SENT
            )
            .filter(Q(to_user=self.user) | Q(from_user=self.user))
            .select_related("from_user", "to_user", "entry")
        )
        lines = [line for round_ in rounds for line in round_.matches if line.mine]
        ahead = [line for line in lines if line.match.status != Match.Status.DONE]
        why_not = self._why_not_enter(single)
        return Mine(
            entry=self.my_entry,
            single=single,
            partner=self._partner(),
            to_answer=self._to_answer(asked),
            asked=next((one for one in asked if one.from_user_id == self.user.pk), None),
            match=ahead[0] if ahead and not self._is_over() else None,
            matches=lines,
            why_not_enter=why_not,
            withdrew=self._withdrew,
            waiting_number=self._waiting_number(single),
            stands_by=self._stands_by(),
            joins_round=0 if why_not else self._next_round(),
            joins_waiting_list=not why_not and self._is_full(taken),
            may=frozenset(self._may(single, why_not)),
        )

    def _to_answer(self, asked: Sequence[PartnerInvitation]) -> list[PartnerInvitation]:
        """Return the viewer's open invitations, each with the reason if it can't be accepted."""
        tournament = self.tournament
        if why_closed(tournament, self.at) is not None:
            return []
        mine = [one for one in asked if one.to_user_id == self.user.pk]
        for one in mine:
            one.entry.tournament = tournament
            one.why_not = str(why_not_accept(one, self.user) or "")
        return mine

    def _waiting_number(self, single: Single | None) -> int:
        place = single or self.my_entry
        return 0 if place is None else number_in(self.waiting, place)

    def _next_round(self) -> int:
        under_way = self.tournament.status in UNDER_WAY
        return late.next_round(self.tournament) if under_way else 0

    def _is_full(self, taken: int) -> bool:
        full = taken >= self.tournament.max_entries or bool(self.waiting)
        return full and not self._odd_single_waits()

    def _is_over(self) -> bool:
        return self.tournament.status in OVER

    def _partner(self) -> User | None:
        if self.my_entry is None or self.tournament.is_team:
            return None
        others = [one for one in self.players[self.my_entry.pk] if one.pk != self.user.pk]
        return others[0] if others else None

    def _why_not_enter(self, single: Single | None) -> str:
        if self._withdrew is not None:
            return str(self._withdrew.to_themselves())
        if self.my_entry is not None or single is not None:
            return _("You have entered.")
        return str(why_not_enter(self.tournament, self.user, self.at) or "")

    @cached_property
    def _withdrew(self) -> Part | None:
        part = None if self.my_entry is None else Part(self.user, self.my_entry)
        return part if part and part.withdrew and self.tournament.status in UNDER_WAY else None

    def _odd_single_waits(self) -> bool:
        waiting = sum(single.status in Single.LIVE for single in self.singles)
        return self.tournament.entry_alone and waiting % 2 == 1

    def _may(self, single: Single | None, why_not: str) -> list[str]:
        tournament, place = self.tournament, single or self.my_entry
        may = []
        if self._stands_by():
            may = ["stand_down"]
        elif place is None and has_stand_ins(tournament):
            may = [] if why_not_stand_by(tournament, self.user) else ["stand_by"]
        if not why_not:
            room = tournament.waiting_list or self._places_taken() < tournament.max_entries
            may += ["enter_with_partner"] if tournament.entry_with_partner and room else []
            fits = tournament.entry_alone and why_out_of_range(tournament, [self.user]) is None
            may += ["enter_alone"] if fits else []
        if place is None or self._is_over() or not (place.status in place.LIVE or waits(place)):
            back = self._withdrew is not None and self._withdrew.why_not_rejoin is None
            return [*may, *(["rejoin"] if back else [])]
        absent = place.checked_in_at is None
        complete = absent and place.status != Entry.Status.INVITED
        checking = tournament.status == Status.CHECK_IN and self.at < tournament.starts_at
        if tournament.is_team and not (isinstance(place, Entry) and place.is_led_by(self.user)):
            return [*may, *(["check_in"] if complete and checking else [])]
        return [*may, "withdraw", *(["check_in"] if complete and checking else [])]
