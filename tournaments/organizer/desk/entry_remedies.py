"""The question before two teams are merged: the consequences, and who plays in the team."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ratings.queries import ratings_of
from spades_site.accounts.models import User
from spades_site.common.forms import KeyField, TextField, key_of
from spades_site.common.people.bot_names import marked
from spades_site.common.text import LONGEST_NAME
from tournaments.events.actions import teams
from tournaments.events.entries import nominations
from tournaments.events.models import Entry, Tournament
from tournaments.events.setup.individual import pool_of
from tournaments.events.setup.team_matches import ROSTER
from tournaments.organizer.desk.questions import Question


def merge_question(tournament: Tournament, key: str) -> Question | None:
    """Return the question about merging two teams, named by their keys: "12-15" merges 15 into 12; None if they can't be."""
    first, _dash, second = key.partition("-")
    entry = tournament.entries.filter(pk=key_of(first)).first()
    others = [] if entry is None else teams.mergeable(tournament, entry)
    other = next((one for one in others if one.pk == key_of(second)), None)
    if entry is None or other is None:
        return None
    own, away = nominations.active_of(entry), nominations.active_of(other)
    led = [one for one in (entry.captain, entry.vice_captain, other.captain) if one is not None]
    people = {user.pk: user for user in (*own, *away, *led)}
    return Question(
        title=_("Merge %(other)s into %(name)s?") % {"other": other.name, "name": entry.name},
        effect=_effect(tournament, entry, other, own, away),
        button=_("Merge"),
        done=lambda made: _("%(name)s is one team now.") % {"name": made.name},
        act=lambda by, values: teams.merge_teams(
            entry_id=entry.pk,
            other_id=other.pk,
            by=by,
            name=values["name"],
            players=[key_of(one) for one in values["players"]],
            captain=values["captain"],
            vice_captain=values["vice_captain"] or None,
            reason=values["reason"],
            seen=values["seen"],
        ),
        reason=_("The two teams play as one."),
        kind="danger",
        seen=[user.pk for user in (*own, *away)],
        fields={
            "name": TextField(label=_("Name"), max_length=LONGEST_NAME, initial=entry.name),
            "players": forms.MultipleChoiceField(
                label=_("Players, %(least)d to %(most)d") % {"least": ROSTER[0], "most": ROSTER[1]},
                choices=[
                    (str(user.pk), f"{user.username} ({team.name})")
                    for team, users in ((entry, own), (other, away))
                    for user in users
                ],
                initial=[str(user.pk) for user in (*own, *away)[: ROSTER[1]]],
                widget=forms.CheckboxSelectMultiple,
                error_messages={"invalid_choice": teams.changed_words()},
            ),
            "captain": _leader(_("Captain"), people, entry.captain_id),
            "vice_captain": _leader(
                _("Vice-captain"), people, entry.vice_captain_id, nobody=_("nobody")
            ),
        },
    )


def _effect(
    tournament: Tournament, entry: Entry, other: Entry, own: list[User], away: list[User]
) -> str:
    """Return the consequences of merging: who leaves, and the size of the team."""
    too_many = len(own) + len(away) - ROSTER[1]
    ratings = ratings_of([user.pk for user in (*own, *away)], pool_of(tournament))

    def mean(users: list[User]) -> int:
        return round(sum(ratings[user.pk] for user in users) / max(1, len(users)))

    words = [
        _("%(other)s leaves the field.") % {"other": other.name},
        ngettext(
            "Together they have %(count)d player too many: choose who plays. The others leave the tournament.",
            "Together they have %(count)d players too many: choose who plays. The others leave the tournament.",
            too_many,
        )
        % {"count": too_many}
        if too_many > 0
        else _("Whoever isn’t ticked leaves the tournament."),
        _("Mean rating: %(name)s %(own)d, %(other)s %(away)d, all together %(all)d.")
        % {
            "name": entry.name,
            "own": mean(own),
            "other": other.name,
            "away": mean(away),
            "all": mean([*own, *away]),
        },
        _("All of them are notified. It can’t be undone."),
    ]
    return " ".join(words)


def _leader(label: str, people: dict[int, Any], chosen: int | None, nobody: str = "") -> KeyField:
    """Return the field for choosing a captain among both teams’ players and captains."""
    field = KeyField(label=label, initial=chosen or 0)
    none = [(0, nobody)] if nobody else []
    field.offer(lambda: [*none, *((key, marked(user.username)) for key, user in people.items())])
    return field
