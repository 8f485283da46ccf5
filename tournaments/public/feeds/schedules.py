"""The calendar entries of a tournament, a season, a league and a person; each takes a constant number of queries."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from spades_site.accounts.models import User, Viewer
from spades_site.common.clock import now
from spades_site.common.people.bot_names import marked
from spades_site.common.translation import translate
from tournaments.events.core.permissions import visible_to
from tournaments.events.core.state import OVER
from tournaments.events.models import (
    Entry,
    LineUp,
    Match,
    Round,
    Single,
    Status,
    Template,
    Tournament,
    named,
)
from tournaments.events.plan.match_terms import MatchTerms
from tournaments.events.plan.stages import StagePlan
from tournaments.events.queries.match_lines import of_entries
from tournaments.events.queries.schedules import DateRow, dates_to_come, schedules_of
from tournaments.events.setup.lengths import usual_duration
from tournaments.events.setup.schedule import (
    Slot,
    entries_of,
    planned_end,
    slot_of,
    slots,
    with_entries,
)
from tournaments.leagues.models import League, Season
from tournaments.public.feeds.calendars import CANCELLED, CONFIRMED, TENTATIVE, Event

PLANNED = 26
"""How many dates of its schedules a league's calendar has: half a year of weeks."""
KEPT = timedelta(days=180)
"""How long past events stay in the calendars of leagues and people, from their start."""


def tournament_events(tournament: Tournament) -> list[Event]:
    """Return a tournament and its rounds with a known time."""
    return _with_rounds(Tournament.objects.filter(pk=tournament.pk).select_related("league"))


def league_events(league: League, viewer: Viewer) -> list[Event]:
    """Return a league's tournaments that the viewer may see, and their rounds, without drafts; and the dates of its
    schedules for which no tournament is announced yet.
    """
    found = _recent(visible_to(viewer)).filter(league=league).exclude(status=Status.DRAFT)
    dates = dates_to_come(schedules_of(league), now(), PLANNED)
    planned = (_date(row) for row in dates if row.tournament is None)
    return _in_order([*_with_rounds(found.order_by("pk")), *planned])


def _date(row: DateRow) -> Event:
    """Return a date of a schedule: tentative until its tournament is announced, cancelled if it is skipped."""
    schedule = row.schedule
    league = schedule.template.league
    return Event(
        uid=f"schedule-{schedule.pk}-{row.day:%Y%m%d}@{urlsplit(settings.SITE_URL).hostname}",
        made=schedule.created_at,
        sequence=schedule.version,
        start=row.start.at,
        end=row.start.at + _duration_of(schedule.template),
        summary=schedule.template.name,
        description=row.note if row.skipped else "",
        url=f"{settings.SITE_URL}{league.get_absolute_url()}",
        status=CANCELLED if row.skipped else TENTATIVE,
        busy=False,
    )


def _duration_of(template: Template) -> timedelta:
    """Return about how long a tournament of a template takes with the fewest entries."""
    said = template.proposal
    rules = dict(said["rules"])
    if said["match_hands"] is not None or said["match_target"] is not None:
        rules |= {"max_hands": said["match_hands"], "target": said["match_target"]}
    return usual_duration(
        [StagePlan(**plan) for plan in said["stages"]],
        said["min_entries"] or 4,
        MatchTerms(rules, said["turn_seconds"], said["bank_seconds"], said["match_minutes"]),
        said["best_of"],
        timedelta(seconds=said["pause_between_rounds"]),
    )


def season_events(
    season: Season, viewer: Viewer, *, level: int | None = None, entry_id: int | None = None
) -> list[Event]:
    """Return the matches of a season, of one division by its level, or of one entry (`SeasonEntry`), whose byes are
    included; of a series its tournaments.
    """
    if not season.has_divisions:
        shown = visible_to(viewer).filter(season=season).exclude(status=Status.DRAFT)
        return _with_rounds(shown.select_related("league").order_by("pk"))
    matches = Match.objects.filter(tournament__division__season=season)
    if level is not None:
        matches = matches.filter(tournament__division__level=level)
    if entry_id is None:
        matches = matches.filter(sides__index=1)
    else:
        matches = matches.filter(sides__places__entry__season_entry=entry_id)
    drawn = (
        matches.exclude(round__status=Round.Status.DRAFTED)
        .select_related("round", "tournament")
        .prefetch_related("tournament__stages", *named())
        .order_by("pk")
    )
    return _in_order(
        event for event in (_match(each, each.entries) for each in drawn) if event is not None
    )


def personal_events(user: User) -> list[Event]:
    """Return the tournaments that a person has entered and their matches, except those that they may no longer see."""
    shown = _recent(visible_to(user))
    live = Q(seed_no__isnull=False) | Q(status__in=Entry.LIVE)
    entries = list(
        Entry.objects.filter(live, players__user=user, tournament__in=shown).order_by("pk")
    )
    alone = Single.objects.filter(user=user, status__in=Single.LIVE, tournament__in=shown)
    places: list[Entry | Single] = [*entries, *alone]
    tournaments = _by_key(shown, places)
    for place in places:
        place.tournament = tournaments[place.tournament_id]
    own = {entry.pk: entry for entry in entries}
    played = {
        row.match_id: row.entry
        for row in LineUp.objects.counting()
        .filter(user=user, match__tournament__in=shown)
        .select_related("entry")
    }
    # The line-up determines who plays a match; without one, the entry's players do.
    to_come = of_entries(list(own)) & ~Exists(LineUp.objects.filter(match=OuterRef("pk")))
    matches = (
        Match.objects.filter(to_come | Q(pk__in=list(played)))
        .exclude(round__status=Round.Status.DRAFTED)
        .select_related("round", "tournament")
        .prefetch_related("tournament__stages", *named())
        .order_by("pk")
    )
    events = [
        *(_tournament(place.tournament, _status_for(place)) for place in places),
        *(_match(each, [played.get(each.pk) or _own_in(each, own)]) for each in matches),
        *(
            _round(tournament, slot)
            for tournament, slot in _timetables(tournaments.values())
            if slot.round is None and _may_play(tournament, places)
        ),
    ]
    return _in_order(event for event in events if event is not None)


def _by_key(shown: QuerySet[Tournament], places: Iterable[Entry | Single]) -> dict[int, Tournament]:
    """Return the tournaments of some places with everything that their events say."""
    keys = {place.tournament_id for place in places}
    return _whole(shown.filter(pk__in=keys).select_related("league")).in_bulk()


def _own_in(match: Match, own: dict[int, Entry]) -> Entry:
    return next(own[entry.pk] for entry in match.entries if entry.pk in own)


def _recent(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    return tournaments.exclude(status__in=OVER, starts_at__lt=now() - KEPT)


def _may_play(tournament: Tournament, places: Iterable[Entry | Single]) -> bool:
    """Return whether one of the places in the tournament still holds."""
    return any(
        place.tournament_id == tournament.pk and _status_for(place) != CANCELLED for place in places
    )


def _with_rounds(tournaments: QuerySet[Tournament]) -> list[Event]:
    found = list(_whole(tournaments))
    return _in_order(
        [
            *(_tournament(each, _status_of(each)) for each in found),
            *(_round(tournament, slot) for tournament, slot in _timetables(found)),
        ]
    )


def _whole(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return tournaments with their stages, rounds and numbers of entries."""
    drawn = Prefetch("rounds", Round.objects.order_by("number"))
    return with_entries(tournaments).prefetch_related(drawn)


def _timetables(tournaments: Iterable[Tournament]) -> Iterator[tuple[Tournament, Slot]]:
    """Yield each known time of a round, for tournaments from `_whole`."""
    at = now()
    for each in tournaments:
        for slot in slots(each, list(each.rounds.all()), entries_of(each), at):
            yield each, slot


def _in_order(events: Iterable[Event]) -> list[Event]:
    """Return the events by start, a tournament before its parts."""
    return sorted(events, key=lambda event: (event.start, not event.uid.startswith("tournament-")))


def _tournament(tournament: Tournament, status: str) -> Event:
    ended = tournament.finished_at
    if ended is None or ended <= tournament.starts_at:
        # One that is cancelled before its start was to last as long as any.
        ended = planned_end(tournament, entries_of(tournament))
    return _event(
        tournament,
        uid=f"tournament-{tournament.pk}",
        start=tournament.starts_at,
        end=ended,
        summary=tournament.name,
        description="\n".join(_said_of(tournament)),
        path=tournament.get_absolute_url(),
        status=status,
    )


def _said_of(tournament: Tournament) -> list[str]:
    lines = [str(tournament.format_title)]
    if tournament.league is not None:
        lines.append(tournament.league.name)
    minutes = tournament.check_in_minutes
    if minutes:
        lines.append(
            ngettext(
                "Check-in opens %(n)d minute before the start.",
                "Check-in opens %(n)d minutes before the start.",
                minutes,
            )
            % {"n": minutes}
        )
    return [*lines, translate(tournament.status_reason)] if tournament.status_reason else lines


def _round(tournament: Tournament, slot: Slot) -> Event:
    round_ = slot.round
    over = round_ is not None and round_.status == Round.Status.DONE
    status = _of_part(tournament, over=over)
    if round_ is None and not tournament.rounds_planned and status == CONFIRMED:
        # The number of rounds depends on the entries.
        status = TENTATIVE
    return _event(
        tournament,
        uid=f"round-{tournament.pk}-{slot.number}",
        start=slot.opens,
        end=slot.closes
        or (round_.finished_at if round_ is not None else None)
        or slot.opens + _lasts(tournament, round_.stage_id if round_ is not None else None),
        summary=_("%(tournament)s, round %(number)d")
        % {"tournament": tournament.name, "number": slot.number},
        path=f"{tournament.get_absolute_url()}#round-{slot.number}",
        status=status,
        busy=slot.closes is None,
    )


def _match(match: Match, entries: Iterable[Entry]) -> Event | None:
    """Return a match's event, cancelled if one of these entries has withdrawn; None if its time is unknown."""
    round_, tournament = match.round, match.tournament
    slot = slot_of(tournament, round_.number, round_, now())
    if slot is None:
        return None
    params = {"tournament": tournament.name, "number": round_.number, "match": marked(match.title)}
    if match.is_bye:
        summary = _("%(tournament)s, round %(number)d: %(match)s sit out")
    else:
        summary = _("%(tournament)s, round %(number)d: %(match)s")
    over = match.status == Match.Status.DONE
    gone = not over and any(each.status == Entry.Status.WITHDRAWN for each in entries)
    start, end = slot.opens, round_.finished_at
    unsettled = slot.closes is not None and match.starts_at is None
    if unsettled:
        # The whole window in which it may be played, marked as free so that it doesn't block a person's week.
        end = slot.closes
    elif match.starts_at is not None:
        start, end = match.starts_at, None
    end = end or start + _lasts(tournament, round_.stage_id)
    return _event(
        tournament,
        uid=f"match-{match.pk}",
        start=start,
        end=end,
        summary=summary % params,
        description=_find_a_time()
        if unsettled and round_.closes_at and not over and not match.is_bye
        else "",
        path=tournament.get_absolute_url() if match.is_bye else match.get_absolute_url(),
        status=CANCELLED if gone else _of_part(tournament, over=over),
        busy=not match.is_bye and not unsettled,
    )


def _lasts(tournament: Tournament, stage_id: int | None) -> timedelta:
    """Return about how long a match of a stage takes; None: of the last one, if it isn't drawn yet."""
    last = tournament.match_terms.of_stage(tournament.plans[-1])
    terms = last if stage_id is None else tournament.terms_in(stage_id)
    return tournament.best_of * timedelta(minutes=terms.game_minutes)


def _find_a_time() -> str:
    return _("No time is agreed yet. Offer one on the match’s page.")


def _event(tournament: Tournament, *, uid: str, path: str, **lines: Any) -> Event:
    """Return an event. Its SEQUENCE is the tournament's version, which increases with every change of the tournament,
    its rounds or matches.
    """
    return Event(
        uid=f"{uid}@{urlsplit(settings.SITE_URL).hostname}",
        made=tournament.created_at,
        sequence=tournament.version,
        url=f"{settings.SITE_URL}{path}",
        **{"description": "", **lines},
    )


def _status_of(tournament: Tournament) -> str:
    return {str(Status.CANCELLED): CANCELLED, str(Status.DRAFT): TENTATIVE}.get(
        tournament.status, CONFIRMED
    )


def _status_for(place: Entry | Single) -> str:
    """Return the status of somebody's participation: tentative while a partner is asked, cancelled after a
    withdrawal.
    """
    if place.status == Entry.Status.WITHDRAWN:
        return CANCELLED
    if place.status == Entry.Status.INVITED:
        return CANCELLED if place.tournament.status == Status.CANCELLED else TENTATIVE
    return _status_of(place.tournament)


def _of_part(tournament: Tournament, *, over: bool) -> str:
    """Return the status of a round or a match: cancelled if the tournament ended before it was played."""
    return CANCELLED if tournament.status in OVER and not over else CONFIRMED
