"""The forms of a season's desk: placing, entering and withdrawing entries, counting tournaments, and the season's next
steps.
"""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from spades_site.common.errors import Refused
from spades_site.common.forms import (
    REASON_PLACES,
    KeyField,
    PageForm,
    ReasonField,
    TextField,
    UsernameField,
    VersionField,
)
from spades_site.common.local_time import LocalMomentField
from tournaments.events.setup.proposal import NotValid
from tournaments.leagues.models import Season
from tournaments.organizer.forms.confirming import ConfirmingField
from tournaments.organizer.forms.season import day_field
from tournaments.seasons.entries.placing import version_of
from tournaments.seasons.entries.withdrawing import Withdrawal, withdrawals
from tournaments.seasons.lifecycle.ending import left_to_play
from tournaments.seasons.lifecycle.late import LatePlace, place_in, waiting_late
from tournaments.seasons.lifecycle.planning import (
    LONGEST_NAME,
)
from tournaments.seasons.models import Division, SeasonEntry
from tournaments.seasons.queries.pages import members_waiting, teams_outside
from tournaments.seasons.tables.counting import TIMES, could_count
from tournaments.seasons.tables.evenings import day_of
from tournaments.seasons.terms import terms_of

MOST_SEEDS = 99
MOST_OFFERED = 50
"""Maximum tournaments offered for a series: the newest."""


@dataclass(frozen=True)
class PlacingRow:
    """An entry with the fields of its division and its place there."""

    entry: SeasonEntry
    division: forms.BoundField
    seed: forms.BoundField


@dataclass(frozen=True)
class PlacingGroup:
    """The rows of a division, or (None) those that aren't placed."""

    division: Division | None
    rows: list[PlacingRow]


class ArrangeForm(PageForm):
    """Each entry's division, and its place there."""

    template = "organizer/season/_placing.html"
    stale = frozenset({"stale"})
    button, kind = _("Save the divisions"), ""
    expected_version = VersionField()

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.season, self.entries = season, list(members_waiting(season))
        self.initial["expected_version"] = version_of(season)
        levels: list[tuple[str, Any]] = [("", _("not placed"))]
        levels += [(str(one.level), one.name) for one in season.divisions.all()]
        for entry in self.entries:
            words = {"name": entry.name}
            self.fields[f"division-{entry.pk}"] = forms.ChoiceField(
                label=_("Division of %(name)s") % words,
                choices=levels,
                required=False,
                initial=entry.division.level if entry.division else "",
            )
            self.fields[f"seed-{entry.pk}"] = forms.IntegerField(
                label=_("Place of %(name)s in its division") % words,
                min_value=1,
                max_value=MOST_SEEDS,
                required=False,
                initial=entry.seed_no,
            )

    @property
    def groups(self) -> list[PlacingGroup]:
        """Return the entries that aren't placed, then those of each division by their places."""
        rows = [
            PlacingRow(entry, self[f"division-{entry.pk}"], self[f"seed-{entry.pk}"])
            for entry in self.entries
        ]
        rows.sort(key=lambda row: row.entry.seed_no or 0)
        return [
            PlacingGroup(division, [row for row in rows if row.entry.division == division])
            for division in (None, *self.season.divisions.all())
        ]

    def clean(self) -> dict[str, Any]:
        """Return the version, and as `arrangement` the entries by division; entries with the same number keep the order of
        sign-up.
        """
        if self.errors:
            return self.cleaned_data
        placed: dict[int, list[tuple[int, int]]] = {}
        for entry in self.entries:
            level = self.cleaned_data[f"division-{entry.pk}"]
            number = self.cleaned_data[f"seed-{entry.pk}"] or MOST_SEEDS + 1
            if level:
                placed.setdefault(int(level), []).append((number, entry.pk))
        arrangement = {
            level: [key for _number, key in sorted(rows, key=lambda row: row[0])]
            for level, rows in placed.items()
        }
        version = self.cleaned_data["expected_version"]
        return {"arrangement": arrangement, "expected_version": version}


class AddPairForm(PageForm):
    """A pair that an organizer enters; both are asked to accept."""

    ids = "pair"
    places = {
        "unknown_user": "first",
        "user_guest": "first",
        "user_not_member": "first",
        "partner_in_season": "first",
        "yourself": "second",
        "pair_in_season": "first",
    }
    button, kind = _("Ask both"), ""
    row = ("first", "second")
    first = UsernameField(label=_("One player’s user name"))
    second = UsernameField(label=_("The partner’s user name"))


class AddTeamForm(PageForm):
    """A team of the league that an organizer enters with its present members."""

    ids = "team"
    places = dict.fromkeys(
        (
            "unknown_team",
            "team_in_season",
            "team_too_small",
            "team_too_large",
            "partner_in_season",
            "in_season",
            "not_member",
        ),
        "team",
    )
    button, kind = _("Enter the team"), ""
    team = KeyField(label=_("Team of the league"))

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["team"]
        field.offer(lambda: teams_outside(season).values_list("pk", "name"))


class LateEntryForm(PageForm):
    """The division for a late entry; each choice explains the consequences."""

    ids = "late"
    places = dict.fromkeys(
        ("unknown_division", "late_closed", "division_full", "no_bye"), "division"
    )
    button, kind = _("Add to the division"), ""
    entry = KeyField(label=_("Entry"))
    division = KeyField(label=_("Division"))

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.season = season
        entries: Any = self.fields["entry"]
        entries.offer(lambda: waiting_late(season).values_list("pk", "name"))
        divisions: Any = self.fields["division"]
        found = [place_in(season, one) for one in season.divisions.select_related("tournament")]
        divisions.offer(
            lambda: [
                (place.division.pk, self._meaning(place)) for place in found if not place.refused
            ]
        )
        self.refusals = [str(place.refused) for place in found if place.refused]

    @staticmethod
    def _meaning(place: LatePlace) -> str:
        params = {"name": place.division.name, "n": place.first, "missed": place.missed}
        if not place.missed:
            return gettext("%(name)s: plays from round %(n)d") % params
        return (
            gettext(
                "%(name)s: plays from round %(n)d; rounds missed, which don’t count: %(missed)d"
            )
            % params
        )


class EndSeasonForm(PageForm):
    """The reason for ending a season early, and its name to confirm."""

    ids = "end"
    places = REASON_PLACES
    button, kind = _("End the season now"), "danger"
    reason = ReasonField()

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        label = gettext("Name of the season, to confirm")
        self.fields["name"] = ConfirmingField(name=season.name, label=label)
        playing, unplayed = left_to_play(season)
        self.words = " ".join(
            (
                ngettext(
                    "%(count)d match in play is closed.",
                    "%(count)d matches in play are closed.",
                    playing,
                )
                % {"count": playing},
                ngettext(
                    "%(count)d match isn’t played any more.",
                    "%(count)d matches aren’t played any more.",
                    unplayed,
                )
                % {"count": unplayed},
                gettext(
                    "What was played counts, and the tables are final. Whoever has played no match is neither promoted "
                    "nor relegated. On this page the end can be undone until the next season is created."
                ),
            )
        )


class PostponeForm(PageForm):
    """The reason for postponing a season, with the previewed day of the next matches."""

    ids = "postpone"
    places = REASON_PLACES
    button = _("Postpone the season")
    words = _("Everybody who plays is notified. Agreed times move along, and open offers lapse.")
    to = forms.DateField(widget=forms.HiddenInput)
    reason = ReasonField()


class CountForm(PageForm):
    """A tournament to count in a series."""

    ids = "count"
    places = dict.fromkeys(
        ("unknown_tournament", "other_league", "other_kind", "counts_elsewhere", "outside_season"),
        "tournament",
    )
    button, kind = _("Let it count"), ""
    tournament = KeyField(label=_("Tournament of the league"))

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["tournament"]
        field.offer(lambda: could_count(season).values_list("pk", "name")[:MOST_OFFERED])


class EveningForm(PageForm):
    """How a tournament counts in a series: the multiplier of its points, and its host."""

    ids = "evening"
    places = {
        "unknown_tournament": "tournament",
        **dict.fromkeys(("unknown_user", "user_guest", "user_bot", "user_not_member"), "host"),
    }
    button, kind = _("Save how it counts"), ""
    row = ("tournament", "times", "host")
    tournament = KeyField(label=_("Tournament of the series"))
    times = forms.IntegerField(
        label=_("Points by place, times"),
        min_value=TIMES[0],
        max_value=TIMES[1],
        required=False,
        help_text=_("Empty: as before."),
    )
    host = UsernameField(
        label=_("Host’s user name"),
        required=False,
        help_text=_("Empty: as before."),
    )

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["tournament"]
        rows = season.tournaments.order_by("-starts_at", "-pk")
        field.offer(
            lambda: [
                (one.pk, f"{one.name}, {date_format(day_of(one, season), 'DAY')}") for one in rows
            ]
        )


class FinalForm(PageForm):
    """The template and the start of a series' final."""

    ids = "final"
    places = {
        "unknown_template": "template_id",
        "other_kind": "template_id",
        "too_few": "template_id",
    }
    button = _("Make the final")
    words = _(
        "It begins as a draft, by invitation only. When you open its registration, whoever qualifies then is entered and notified."
    )
    template_id = KeyField(label=_("Template"))
    starts_at = LocalMomentField(label=_("Start"))

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["template_id"]
        field.offer(lambda: season.league.tournament_templates.values_list("pk", "name"))

    def refuse(self, refusal: Refused) -> None:
        """Show a mistake of the start at its field."""
        if isinstance(refusal, NotValid) and "starts_at" in refusal.errors:
            for sentence in refusal.errors["starts_at"]:
                self.add_error("starts_at", sentence)
            return
        super().refuse(refusal)


class PlayOffsForm(PageForm):
    """When a division's play-offs begin."""

    ids = "play-offs"
    places = {"play_offs_past": "starts_on"}
    button = _("Draw the play-offs")
    words = _("The best of the final table, seeded by their places; a round a week.")
    starts_on = day_field(_("First day of the first week"))


class _EntryThatLeaves(forms.ModelChoiceField):
    """A choice of entries, labelled with the effect of withdrawing each."""

    season: Season

    def label_from_instance(self, obj: Any) -> str:
        """Return the entry's name, how many matches it has played, and what happens to its results."""
        what = self.meant.get(obj.entry_id)
        if what is None:
            return str(obj.name)
        params = {"name": obj.name, "n": what.played, "of": what.planned}
        if what.annulled:
            return gettext("%(name)s (%(n)d of %(of)d played: all results annulled)") % params
        return gettext("%(name)s (%(n)d of %(of)d played: the rest are forfeits)") % params

    @cached_property
    def meant(self) -> dict[int, Withdrawal]:
        """Return the effect of withdrawing each entry."""
        return withdrawals(self.season)


class WithdrawForm(PageForm):
    """The entry to withdraw from a season under way, and the reason."""

    ids = "withdraw"
    places = REASON_PLACES
    button, kind = _("Withdraw"), "danger"
    entry = _EntryThatLeaves(
        label=_("Entry"), queryset=SeasonEntry.objects.none(), empty_label=_("Choose an entry")
    )
    reason = ReasonField()

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["entry"]
        field.queryset = season.entries.filter(status=SeasonEntry.Status.ENTERED)
        field.season = season
        self.words = gettext(
            "An entry that has played less than %(n)d%% of its matches counts for nobody: all its results are annulled."
            " Otherwise they stand, and its opponents win the rest by forfeit."
        ) % {"n": terms_of(season).annul_percent}


class RenameForm(PageForm):
    """The name of a season, which can change when nothing else can."""

    places = {
        "season_name_taken": "name",
        **dict.fromkeys(("name_short", "name_long", "name_unseen", "name_unclear"), "name"),
    }
    words = _(
        "Its days, divisions and terms are fixed since the fixtures were published. Postpone it on its desk."
    )
    name = TextField(label=_("Name"), max_length=LONGEST_NAME)


class NextSeasonForm(PageForm):
    """The next season's name and days."""

    ids = "next"
    places = {"season_name_taken": "name"}
    button = _("Create the next season")
    words = _(
        "It is a draft with the same terms. Everybody moves as the final tables say, and is asked again."
    )
    row = ("starts_on", "ends_on")
    starts_on = day_field(_("First day"))
    ends_on = day_field(_("Last day"))
    name = TextField(label=_("Name"), max_length=LONGEST_NAME)
