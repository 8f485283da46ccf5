"""The log of a league in words: what was done to it, its members, teams, seasons and tournaments."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import CharField, Model, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spades_site.common.models import AuditEntry
from tournaments.events.models import Match, Round, Tournament
from tournaments.leagues.models import League, Membership, Season
from tournaments.organizer.history import WORDS as OF_TOURNAMENTS

WORDS = {
    "league.created": gettext_lazy("created the league"),
    "league.edited": gettext_lazy("changed the league"),
    "league.look_changed": gettext_lazy("changed colour or crest"),
    "league.announced": gettext_lazy("announced “%(title)s”"),
    "league.announcement_removed": gettext_lazy("removed the announcement “%(title)s”"),
    "league.joined": gettext_lazy("joined"),
    "league.joined_by_link": gettext_lazy("joined by a link"),
    "league.left": gettext_lazy("left"),
    "league.invited": gettext_lazy("invited %(user)s"),
    "league.invited_by_mail": gettext_lazy("invited somebody by mail"),
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
    "team.created": gettext_lazy("created the team “%(team)s”"),
    "team.edited": gettext_lazy("changed the team “%(team)s”"),
    "team.joined": gettext_lazy("joined the team “%(team)s”"),
    "team.left": gettext_lazy("left the team “%(team)s”"),
    "team.invited": gettext_lazy("invited %(user)s to the team “%(team)s”"),
    "team.invited_back": gettext_lazy("cancelled the invitation of %(user)s to “%(team)s”"),
    "team.player_removed": gettext_lazy("removed %(user)s from the team “%(team)s”"),
    "team.captain_set": gettext_lazy("made %(user)s captain of “%(team)s”"),
    "team.vice_set": gettext_lazy("made %(user)s vice-captain of “%(team)s”"),
    "team.vice_ended": gettext_lazy("left “%(team)s” without a vice-captain"),
    "team.plays": gettext_lazy("made %(user)s a player of “%(team)s”"),
    "team.plays_not": gettext_lazy("made %(user)s non-playing in “%(team)s”"),
    "season.created": gettext_lazy("created the season"),
    "season.edited": gettext_lazy("changed the season"),
    "season.deleted": gettext_lazy("deleted the season “%(name)s”"),
    "season.sign_up_opened": gettext_lazy("opened the sign-up"),
    "season.pair_entered": gettext_lazy("entered a pair"),
    "season.pair_added": gettext_lazy("added a pair"),
    "season.team_entered": gettext_lazy("entered a team"),
    "season.place_accepted": gettext_lazy("accepted a place"),
    "season.place_declined": gettext_lazy("declined a place"),
    "season.entry_withdrawn": gettext_lazy("withdrew an entry"),
    "season.withdrawn": gettext_lazy("withdrew an entry from the season"),
    "season.placed_by_rating": gettext_lazy("placed the entries by last season and rating"),
    "season.arranged": gettext_lazy("arranged the divisions"),
    "season.published": gettext_lazy("published the season"),
    "season.tournament_added": gettext_lazy("let a tournament count in the series"),
    "season.tournament_dropped": gettext_lazy("took a tournament out of the series"),
    "season.play_offs_started": gettext_lazy("started the play-offs"),
    "season.ended": gettext_lazy("ended the season"),
    "season.finished": gettext_lazy("closed the season after its last match"),
}
"""Each completes a sentence whose subject is the actor."""
KINDS = (
    ("league", gettext_lazy("League and members"), ("league.",)),
    ("teams", gettext_lazy("Teams"), ("team.",)),
    ("seasons", gettext_lazy("Seasons"), ("season.",)),
    ("tournaments", gettext_lazy("Tournaments"), ("tournament.", "round.", "match.")),
)
"""The kinds by which the log is filtered: name in the address, label, beginnings of the verbs."""


@dataclass(frozen=True)
class LogLine:
    """One action: `what` completes a sentence whose subject is the actor, `about` is a season or tournament."""

    entry: AuditEntry
    what: str
    about: Any = None


def log_of(league: League, kind: str = "", who: str = "") -> QuerySet[AuditEntry]:
    """Return the league's log, the newest first: of one of KINDS, and by or about the person called `who`, if given."""
    subjects = Q(subject=f"league:{league.pk}")
    for model, rows in (
        ("season", Season.objects.filter(league=league)),
        ("tournament", Tournament.objects.filter(league=league)),
        ("round", Round.objects.filter(tournament__league=league)),
        ("match", Match.objects.filter(tournament__league=league)),
    ):
        names: QuerySet[Any] = rows.order_by().annotate(
            log_subject=Concat(Value(f"{model}:"), Cast("pk", CharField()))
        )
        subjects |= Q(subject__in=names.values("log_subject"))
    found = AuditEntry.objects.filter(subjects).select_related("actor")
    begins = next((verbs for name, _label, verbs in KINDS if name == kind), ())
    if begins:
        wanted = Q()
        for begin in begins:
            wanted |= Q(verb__startswith=begin)
        found = found.filter(wanted)
    if who:
        person = get_user_model().objects.filter(username__iexact=who).first()
        key = person.pk if person else 0
        found = found.filter(Q(actor=key) | Q(data__user=key))
    return found


def in_words(entries: Iterable[AuditEntry]) -> list[LogLine]:
    """Return the entries in words, in a constant number of queries; an unknown verb is shown unchanged."""
    entries = list(entries)
    things = _things(entries)
    keys = {one.data["user"] for one in entries if one.data.get("user")}
    names = dict(get_user_model().objects.filter(pk__in=keys).values_list("pk", "username"))
    roles = dict(Membership.Role.choices)
    lines = []
    for one in entries:
        said = {
            **one.data,
            "user": names.get(one.data.get("user"), _("somebody")),
            "role": roles.get(one.data.get("role", ""), ""),
        }
        words = WORDS.get(one.verb) or OF_TOURNAMENTS.get(one.verb) or one.verb.replace("%", "%%")
        lines.append(LogLine(one, str(words) % said, things.get(one.subject)))
    return lines


def _things(entries: Iterable[AuditEntry]) -> dict[str, Model]:
    """Return the seasons and tournaments that entries are about, by subject."""
    keys: dict[str, set[int]] = defaultdict(set)
    for one in entries:
        model, _colon, key = one.subject.partition(":")
        keys[model].add(int(key))
    found: dict[str, Model] = {}
    for each in Season.objects.filter(pk__in=keys["season"]):
        found[f"season:{each.pk}"] = each
    for cup in Tournament.objects.filter(pk__in=keys["tournament"]):
        found[f"tournament:{cup.pk}"] = cup
    for name, model_class in (("round", Round), ("match", Match)):
        rows: Any = model_class._default_manager.filter(pk__in=keys[name])
        for row in rows.select_related("tournament"):
            found[f"{name}:{row.pk}"] = row.tournament
    return found
