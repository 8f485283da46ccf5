"""The log of a league or a tournament, as text and as CSV: what was done, by whom, when and why."""

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import CharField, Model, Q, QuerySet, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Concat
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spades_site.common.audit import subject_of
from spades_site.common.folding import called
from spades_site.common.lists.csv_text import Cell
from spades_site.common.models import AuditEntry
from spades_site.common.people.by_name import plain
from spades_site.common.translation import translate
from tournaments.events.models import Match, Round, Schedule, Tournament, named
from tournaments.ladders.models import Ladder
from tournaments.leagues.models import League, Membership, Season, Team
from tournaments.organizer.history import MESSAGED, NAMED, noted, whom
from tournaments.organizer.history import WORDS as OF_TOURNAMENTS
from tournaments.own_time.models import OwnTimeEvent

WORDS = {
    "league.created": gettext_lazy("created the league"),
    "league.edited": gettext_lazy("changed the league"),
    "league.look_changed": gettext_lazy("changed colour or crest"),
    "league.rules_kept": gettext_lazy("kept the rule set “%(name)s”"),
    "league.kept_rules_changed": gettext_lazy("changed the rule set “%(name)s”"),
    "league.kept_rules_removed": gettext_lazy("removed the rule set “%(name)s”"),
    "league.announced": gettext_lazy("announced “%(title)s”"),
    "league.announcement_removed": gettext_lazy("removed the announcement “%(title)s”"),
    "league.draft_deleted": gettext_lazy("deleted the draft of “%(name)s”"),
    "league.joined": gettext_lazy("joined"),
    "league.joined_by_link": gettext_lazy("joined by a link"),
    "league.left": gettext_lazy("left"),
    "league.invited": gettext_lazy("invited %(user)s"),
    "league.name_asked": gettext_lazy("asked %(name)s whether they are %(out)s"),
    "league.name_asked_back": gettext_lazy("no longer asked %(name)s whether they are %(out)s"),
    "league.name_declined": gettext_lazy("said that they aren’t %(out)s"),
    "league.name_linked": gettext_lazy("linked %(out)s to the account of %(name)s"),
    "league.named": gettext_lazy("added by name: %(names)s"),
    "league.invited_by_mail": gettext_lazy("invited somebody by mail"),
    "league.reminded": gettext_lazy("reminded %(people)s invited people"),
    "league.invited_back": gettext_lazy("cancelled the invitation of %(user)s"),
    "league.link_made": gettext_lazy("made an invitation link"),
    "league.link_revoked": gettext_lazy("revoked an invitation link"),
    "league.let_in": gettext_lazy("admitted %(user)s"),
    "league.imported": gettext_lazy("imported %(lines)s lines of members and teams"),
    "league.turned_down": gettext_lazy("declined the request of %(user)s"),
    "league.member_removed": gettext_lazy("removed %(user)s"),
    "league.banned": gettext_lazy("banned %(user)s"),
    "league.ban_lifted": gettext_lazy("lifted the ban of %(user)s"),
    "league.role_changed": gettext_lazy("gave %(user)s the role “%(role)s”"),
    "league.handed_over": gettext_lazy("handed the league over to %(user)s"),
    "league.hidden": gettext_lazy("hid the league, as staff of the site"),
    "league.shown": gettext_lazy("showed the league again, as staff of the site"),
    "league.given": gettext_lazy("handed the league over to %(user)s, as staff of the site"),
    "league.template_saved": gettext_lazy("saved the template “%(template)s”"),
    "league.template_deleted": gettext_lazy("deleted the template “%(template)s”"),
    "league.schedule_made": gettext_lazy("scheduled “%(template)s”"),
    "league.schedule_changed": gettext_lazy("changed the schedule of “%(template)s”"),
    "league.schedule_paused": gettext_lazy("paused the schedule of “%(template)s”"),
    "league.schedule_resumed": gettext_lazy("resumed the schedule of “%(template)s”"),
    "league.schedule_ended": gettext_lazy("ended the schedule of “%(template)s”"),
    "league.schedule_date_skipped": gettext_lazy(
        "skipped %(day)s in the schedule of “%(template)s”"
    ),
    "league.schedule_date_restored": gettext_lazy(
        "restored %(day)s in the schedule of “%(template)s”"
    ),
    "league.schedule_missed": gettext_lazy("missed %(day)s in the schedule of “%(template)s”"),
    "league.schedule_failed": gettext_lazy("couldn’t make “%(template)s” for %(day)s"),
    "league.webhook_added": gettext_lazy("added a webhook to %(host)s"),
    "league.webhook_removed": gettext_lazy("removed the webhook to %(host)s"),
    "league.webhook_on": gettext_lazy("switched the webhook to %(host)s on"),
    "league.webhook_off": gettext_lazy("switched the webhook to %(host)s off"),
    "league.webhook_secret": gettext_lazy("gave the webhook to %(host)s a new secret"),
    "team.created": gettext_lazy("created the team “%(team)s”"),
    "team.edited": gettext_lazy("changed the team “%(team)s”"),
    "team.joined": gettext_lazy("joined the team “%(team)s”"),
    "team.left": gettext_lazy("left the team “%(team)s”"),
    "team.moved": gettext_lazy("moved %(name)s from “%(team)s” to “%(into)s”"),
    "team.named": gettext_lazy("put into the team “%(team)s” by name: %(names)s"),
    "team.invited": gettext_lazy("invited %(user)s to the team “%(team)s”"),
    "team.invited_back": gettext_lazy("cancelled the invitation of %(user)s to “%(team)s”"),
    "team.player_removed": gettext_lazy("removed %(user)s from the team “%(team)s”"),
    "team.captain_set": gettext_lazy("made %(user)s captain of “%(team)s”"),
    "team.vice_set": gettext_lazy("made %(user)s vice-captain of “%(team)s”"),
    "team.vice_ended": gettext_lazy("left “%(team)s” without a vice-captain"),
    "team.plays": gettext_lazy("made %(user)s a player of “%(team)s”"),
    "team.plays_not": gettext_lazy("made %(user)s non-playing in “%(team)s”"),
    "ladder.created": gettext_lazy("created the ladder"),
    "ladder.edited": gettext_lazy("changed the ladder"),
    "ladder.frozen": gettext_lazy("froze the ladder"),
    "ladder.resumed": gettext_lazy("let the ladder go on"),
    "ladder.moved": gettext_lazy("moved %(name)s to rung %(rung)s"),
    "ladder.entered": gettext_lazy("entered %(name)s for the ladder"),
    "ladder.place_accepted": gettext_lazy("accepted a place on the ladder as %(name)s"),
    "ladder.place_declined": gettext_lazy("declined a place on the ladder as %(name)s"),
    "ladder.left": gettext_lazy("took %(name)s off the ladder"),
    "ladder.challenged": gettext_lazy("challenged %(name)s"),
    "ladder.challenge_accepted": gettext_lazy("accepted the challenge of %(name)s"),
    "ladder.challenge_declined": gettext_lazy("declined the challenge of %(name)s"),
    "ladder.challenge_withdrawn": gettext_lazy("took back the challenge to %(name)s"),
    "ladder.ready": gettext_lazy("was ready to play against %(name)s"),
    "ladder.time_offered": gettext_lazy("offered %(name)s a time"),
    "ladder.time_agreed": gettext_lazy("accepted the time offered by %(name)s"),
    "ladder.undone": gettext_lazy("undid a line of the ladder’s log about %(name)s"),
    "ladder.redone": gettext_lazy("let a line of the ladder’s log about %(name)s count again"),
    "own_time.created": gettext_lazy("created the event with the same cards"),
    "own_time.edited": gettext_lazy("changed the event with the same cards"),
    "own_time.counted": gettext_lazy("set in which series the event with the same cards counts"),
    "own_time.called_off": gettext_lazy("called off the event with the same cards"),
    "own_time.extended": gettext_lazy("let the event with the same cards close later"),
    "own_time.deleted": gettext_lazy("deleted the event “%(name)s” with the same cards"),
    "season.created": gettext_lazy("created the season"),
    "season.edited": gettext_lazy("changed the season"),
    "season.deleted": gettext_lazy("deleted the season “%(name)s”"),
    "season.sign_up_opened": gettext_lazy("opened the sign-up"),
    "season.pair_entered": gettext_lazy("entered a pair"),
    "season.pair_added": gettext_lazy("added a pair"),
    "season.team_entered": gettext_lazy("entered a team"),
    "season.place_accepted": gettext_lazy("accepted a place"),
    "season.place_declined": gettext_lazy("declined a place"),
    "season.entered_late": gettext_lazy("accepted a late entry"),
    "season.stand_in_listed": gettext_lazy("listed %(user)s as a stand-in"),
    "season.stand_in_unlisted": gettext_lazy("took %(user)s off the list of stand-ins"),
    "season.entry_withdrawn": gettext_lazy("withdrew an entry"),
    "season.withdrawn": gettext_lazy("withdrew an entry from the season"),
    "season.placed_by_rating": gettext_lazy("placed the entries by last season and rating"),
    "season.arranged": gettext_lazy("arranged the divisions"),
    "season.published": gettext_lazy("published the season"),
    "season.evening_set": gettext_lazy("set how a tournament counts"),
    "season.final_made": gettext_lazy("made the final"),
    "season.tournament_added": gettext_lazy("let a tournament count in the series"),
    "season.tournament_dropped": gettext_lazy("took a tournament out of the series"),
    "season.play_offs_started": gettext_lazy("started the play-offs"),
    "season.ended": gettext_lazy("ended the season"),
    "season.end_undone": gettext_lazy("undid the season’s early end"),
    "season.postponed": gettext_lazy("postponed the matches that hadn’t begun"),
    "season.places_corrected": gettext_lazy("changed the final places after a corrected result"),
    "season.finished": gettext_lazy("closed the season after its last match"),
    "user.banned": gettext_lazy("banned the account"),
    "user.ban_lifted": gettext_lazy("lifted the ban of the account"),
    "user.muted": gettext_lazy("muted the account in chats"),
    "user.unmuted": gettext_lazy("let the account chat again"),
    "user.renamed": gettext_lazy("renamed %(before)s to %(after)s"),
    "user.edited": gettext_lazy("changed the account"),
    "user.password_set": gettext_lazy("set a new password for the account"),
    "user.picture_removed": gettext_lazy("removed the uploaded picture of the account"),
    "user.second_factor_reset": gettext_lazy("reset the second factor of the account"),
    "user.became_bot": gettext_lazy("made the account a bot account"),
    "user.token_created": gettext_lazy("created a personal token"),
    "user.token_revoked": gettext_lazy("revoked a personal token"),
    "rating_voided": gettext_lazy("voided the rating of a game"),
    "rating_confirmed": gettext_lazy("let a game count for ratings again"),
    "limit.reset": gettext_lazy("reset limits"),
    "comment.remove": gettext_lazy("removed a comment of %(about)s on a replay"),
    "signal.judged": gettext_lazy("judged a signal about fair play"),
    "report.close": gettext_lazy("decided a report about %(about)s"),
    "switch.turned_on": gettext_lazy("turned on the feature “%(name)s”"),
    "switch.turned_off": gettext_lazy("turned off the feature “%(name)s”"),
}
"""Each completes a sentence whose subject is the actor."""
Kinds = tuple[tuple[str, Any, tuple[str, ...]], ...]
KINDS: Kinds = (
    ("league", gettext_lazy("League and members"), ("league.",)),
    ("teams", gettext_lazy("Teams"), ("team.",)),
    ("seasons", gettext_lazy("Seasons"), ("season.",)),
    ("ladders", gettext_lazy("Ladders"), ("ladder.",)),
    ("own_time", gettext_lazy("Same cards, own time"), ("own_time.",)),
    ("tournaments", gettext_lazy("Tournaments"), ("tournament.", "round.", "match.")),
)
"""The kinds by which the log is filtered: name in the address, label, beginnings of the verbs."""


KINDS_OF_TOURNAMENT: Kinds = (
    ("tournament", gettext_lazy("Life cycle and entries"), ("tournament.",)),
    ("draws", gettext_lazy("Draws"), ("round.",)),
    ("matches", gettext_lazy("Matches"), ("match.",)),
)
COLUMNS = [
    "at",
    "actor",
    "action",
    "what",
    "about",
    "match",
    "reason",
    "before",
    "after",
    "details",
]
"""Of the CSV; the last three are JSON."""
LONGEST_VALUE = 120
ISO_DAY = len("2026-11-26")
LABELS = {
    "result": gettext_lazy("Result"),
    "who": gettext_lazy("Winner"),
    "seeds": gettext_lazy("Seeds"),
    "names": gettext_lazy("Players"),
    "waiting": gettext_lazy("Waiting list"),
    "stages": gettext_lazy("Format"),
    "divisions": gettext_lazy("Divisions"),
    "breaks": gettext_lazy("Breaks"),
    "played_on": gettext_lazy("Next matches"),
    "weekday": gettext_lazy("Weekday"),
    "at": gettext_lazy("Time"),
    "scale": gettext_lazy("Points by place"),
    "deals": gettext_lazy("Deals per match"),
    "title": gettext_lazy("Title"),
    "text": gettext_lazy("Text"),
    "reason": gettext_lazy("Reason"),
    "until": gettext_lazy("Until"),
    "swiss_rounds": gettext_lazy("Rounds"),
    "owner": gettext_lazy("Owner"),
}
"""Labels of logged values that aren't fields of a tournament."""


@dataclass(frozen=True)
class Change:
    """One field's abbreviated value before and after."""

    label: str
    before: str
    after: str


@dataclass(frozen=True)
class LogLine:
    """One action: `what` completes a sentence whose subject is the actor, `about` is a season or tournament, `match` the
    match that it is about, if any.
    """

    entry: AuditEntry
    what: str
    about: Any = None
    match: Match | None = None

    @property
    def place(self) -> str:
        """Return the match with its number: "2.3 a & b – c & d"; "" if it is about none."""
        one = self.match
        return f"{one.round.number}.{one.number} {one.title}" if one else ""

    @property
    def name(self) -> str:
        """Return the entry or person that an action is about, or the text that was sent; "" if it is the tournament itself."""
        if self.entry.verb == MESSAGED:
            return str(self.entry.data.get("text", ""))
        name = str(self.entry.data.get("name", "")) if self.entry.verb in NAMED else ""
        return "" if name == str(self.about) or self.place.startswith(f"{name} ") else name

    @property
    def cup(self) -> Tournament | None:
        """Return the tournament in whose log the line is; None if it is about something else."""
        return self.about if isinstance(self.about, Tournament) else None

    @property
    def changes(self) -> list[Change]:
        """Return the fields that the action changed, by label, where the entry has their values before and after."""
        before, after = self.entry.data.get("before"), self.entry.data.get("after")
        if not isinstance(before, dict) or not isinstance(after, dict):
            return []
        changes = [
            Change(_label(name), *(_shown(name, values.get(name)) for values in (before, after)))
            for name in {*before, *after}
        ]
        # Postgres doesn't keep the order of a JSON object's names.
        return sorted(changes, key=lambda change: change.label)


def kinds_of(of: League | Tournament) -> Kinds:
    """Return the kinds by which a log is filtered."""
    return KINDS if isinstance(of, League) else KINDS_OF_TOURNAMENT


def log_of(of: League | Tournament, kind: str = "", who: str = "") -> QuerySet[AuditEntry]:
    """Return the log of a league with all that belongs to it, or of a tournament, the newest first: of one of
    `kinds_of`, and by or about the person called `who`, if given.
    """
    subjects = Q(subject=subject_of(of)) | Q(within=subject_of(of))
    if isinstance(of, League):
        cups = _subjects("tournament", Tournament.objects.filter(league=of))
        subjects |= Q(subject__in=_subjects("season", Season.objects.filter(league=of)))
        subjects |= Q(subject__in=_subjects("ladder", Ladder.objects.filter(league=of)))
        events = OwnTimeEvent.objects.filter(league=of)
        subjects |= Q(subject__in=_subjects("owntimeevent", events))
        subjects |= Q(subject__in=cups) | Q(within__in=cups)
        # Include the logs of deleted rows.
        entries = AuditEntry.objects.filter(subject=subject_of(of)).order_by()
        for model, verb in (("season", "season.deleted"), ("tournament", "league.draft_deleted")):
            named = Concat(
                Value(f"{model}:"), KeyTextTransform(model, "data"), output_field=CharField()
            )
            gone = entries.filter(verb=verb).annotate(log_subject=named).values("log_subject")
            subjects |= Q(subject__in=gone) | Q(within__in=gone)
    found = AuditEntry.objects.filter(subjects).select_related("actor")
    begins = next((verbs for name, _title, verbs in kinds_of(of) if name == kind), ())
    if begins:
        wanted = Q()
        for begin in begins:
            wanted |= Q(verb__startswith=begin)
        found = found.filter(wanted)
    if who:
        person = called(get_user_model().objects.all(), who)
        key = person.pk if person else 0
        found = found.filter(Q(actor=key) | Q(data__user=key))
    return found


def in_words(entries: Iterable[AuditEntry]) -> list[LogLine]:
    """Return the entries as text, in a constant number of queries; an unknown verb is shown unchanged."""
    entries = list(entries)
    things = _things(entries)
    keys = {one.data["user"] for one in entries if one.data.get("user")}
    names = dict(get_user_model().objects.filter(pk__in=keys).values_list("pk", "username"))
    roles = dict(Membership.Role.choices)
    lines = []
    for one in entries:
        params = {
            "out": _("somebody"),
            **one.data,
            "user": names.get(one.data.get("user"), _("somebody")),
            "role": roles.get(one.data.get("role", ""), ""),
            "day": _day(str(one.data.get("day", ""))),
        }
        text = WORDS.get(one.verb) or OF_TOURNAMENTS.get(one.verb) or one.verb.replace("%", "%%")
        if one.verb == MESSAGED:
            text = whom(str(one.data.get("name", "")))
        what = noted(one, str(text) % params)
        thing = things.get(one.subject)
        if isinstance(thing, Match):
            lines.append(LogLine(one, what, thing.tournament, thing))
        else:
            lines.append(LogLine(one, what, thing))
    return lines


def _day(value: str) -> str:
    """Return a date of the log as people write it; other texts unchanged."""
    day = parse_date(value) if len(value) == ISO_DAY else None
    return value if day is None else date_format(day, "DAY")


def csv_rows(entries: Iterable[AuditEntry]) -> list[list[Cell]]:
    """Return the rows of the CSV, with COLUMNS."""
    return [
        [
            line.entry.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            line.entry.actor.username if line.entry.actor else "",
            line.entry.verb,
            line.what,
            str(line.about or ""),
            line.place,
            translate(line.entry.reason),
            *_as_json(line.entry.data),
        ]
        for line in in_words(entries)
    ]


def _as_json(data: dict[str, Any]) -> list[str]:
    """Return an entry's before, after and other data as JSON, each "" if there is none."""
    rest = {name: value for name, value in data.items() if name not in ("before", "after")}
    parts = (data.get("before"), data.get("after"), rest)
    return [
        json.dumps(part, ensure_ascii=False) if part not in (None, {}) else "" for part in parts
    ]


def _fields(name: str) -> list[Any]:
    """Return the fields of that name in models with a log, the tournament's first."""
    models = (Tournament, Schedule, Season, Ladder, League, Team, Membership)
    return [field for model in models for field in model._meta.fields if field.name == name]


def _label(name: str) -> str:
    """Return a field's label."""
    found = _fields(name)
    label = str(found[0].verbose_name if found else LABELS.get(name, name))
    return label[:1].upper() + label[1:]


def _shown(name: str, value: Any) -> str:
    """Return a field's abbreviated value; times in the viewer's zone."""
    if value in (None, "", [], {}):
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    titles = {key: title for field in _fields(name) for key, title in field.flatchoices}
    if isinstance(value, str) and value in titles:
        return str(titles[value])
    if isinstance(value, str) and (day := _day(value)) != value:
        return day
    at = parse_datetime(value) if isinstance(value, str) and "T" in value else None
    if at is not None:
        return date_format(localtime(at), "YEAR_THEN_TIME")
    if isinstance(value, list):
        text = ", ".join(_one_of(part) for part in value)
    else:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return Truncator(plain(text)).chars(LONGEST_VALUE)


def _one_of(part: Any) -> str:
    """Return one value of a list, such as a seed with its entry's name."""
    values = part.values() if isinstance(part, dict) else [part]
    return ": ".join("–" if value is None else str(value) for value in values)


def _subjects(model: str, rows: QuerySet[Any]) -> QuerySet[Any, Any]:
    """Return the subjects under which the log has these rows."""
    named = Concat(Value(f"{model}:"), Cast("pk", CharField()))
    return rows.order_by().annotate(log_subject=named).values("log_subject")


def _things(entries: Iterable[AuditEntry]) -> dict[str, Model]:
    """Return the seasons, tournaments and matches that entries are about, by subject; for a round its tournament."""
    keys: dict[str, set[int]] = defaultdict(set)
    for one in entries:
        model, _colon, key = one.subject.partition(":")
        keys[model].add(int(key))
    found: dict[str, Model] = {}
    for each in Season.objects.filter(pk__in=keys["season"]):
        found[f"season:{each.pk}"] = each
    for ladder in Ladder.objects.filter(pk__in=keys["ladder"]):
        found[f"ladder:{ladder.pk}"] = ladder
    for event in OwnTimeEvent.objects.filter(pk__in=keys["owntimeevent"]):
        found[f"owntimeevent:{event.pk}"] = event
    for cup in Tournament.objects.filter(pk__in=keys["tournament"]):
        found[f"tournament:{cup.pk}"] = cup
    for row in Round.objects.filter(pk__in=keys["round"]).select_related("tournament"):
        found[f"round:{row.pk}"] = row.tournament
    matches = Match.objects.filter(pk__in=keys["match"]).select_related("tournament", "round")
    for match in matches.prefetch_related(*named()):
        found[f"match:{match.pk}"] = match
    return found
