"""The forms of a season's desk: who plays where, who enters or leaves, what counts, and how the season goes on."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from spades_site.common.forms import (
    REASON_PLACES,
    KeyField,
    PageForm,
    ReasonField,
    TextField,
    UsernameField,
    VersionField,
)
from tournaments.leagues.models import Season
from tournaments.organizer.season_forms import day_field
from tournaments.seasons.counting import could_count
from tournaments.seasons.models import SeasonEntry
from tournaments.seasons.pages import members_waiting, teams_outside
from tournaments.seasons.placing import version_of
from tournaments.seasons.planning import (
    LONGEST_NAME,
)

MOST_SEEDS = 99
MOST_OFFERED = 50
"""Tournaments that can be chosen for a series: the newest."""


class ArrangeForm(PageForm):
    """Each entry's division, and its place there."""

    template = "seasons/_placing.html"
    stale: ClassVar[frozenset[str]] = frozenset({"placing_changed"})
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
    def rows(self) -> list[tuple[SeasonEntry, forms.BoundField, forms.BoundField]]:
        """Return each entry with its two fields."""
        return [
            (entry, self[f"division-{entry.pk}"], self[f"seed-{entry.pk}"])
            for entry in self.entries
        ]

    def arrangement(self) -> dict[int, list[int]]:
        """Return the entries by division; those with the same number keep the order of their sign-up."""
        placed: dict[int, list[tuple[int, int]]] = {}
        for entry in self.entries:
            level = self.cleaned_data[f"division-{entry.pk}"]
            number = self.cleaned_data[f"seed-{entry.pk}"] or MOST_SEEDS + 1
            if level:
                placed.setdefault(int(level), []).append((number, entry.pk))
        return {
            level: [key for _number, key in sorted(rows, key=lambda row: row[0])]
            for level, rows in placed.items()
        }


class AddPairForm(PageForm):
    """A pair that an organizer enters; both are asked to accept."""

    ids = "pair"
    places: ClassVar[dict[str, str]] = {
        "unknown_user": "first",
        "guest_added": "first",
        "partner_not_in_league": "first",
        "partner_in_season": "first",
        "yourself": "second",
        "pair_in_season": "first",
    }
    button, kind = _("Ask both"), ""
    row = ("first", "second")
    first = UsernameField(label=_("One player’s user name"))
    second = UsernameField(label=_("The partner’s user name"))


class ImportPairsForm(PageForm):
    """Pairs from a spreadsheet, pasted or as a file."""

    LARGEST: ClassVar[int] = 100_000
    ids = "import"
    places: ClassVar[dict[str, str]] = {
        "import_empty": "text",
        "import_long": "text",
        "import_wrong": "text",
    }
    text = forms.CharField(
        label=_("Pairs"),
        max_length=LARGEST,
        required=False,
        widget=forms.Textarea(
            attrs={
                "rows": 10,
                "autocapitalize": "none",
                "spellcheck": "false",
                "placeholder": "anna,bert,First",
            }
        ),
        help_text=_("One pair a line: two user names and, if you like, the division."),
    )
    file = forms.FileField(
        label=_("Or a CSV file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )

    def clean(self) -> dict[str, Any]:
        """Take the file's text, if there is one."""
        values: dict[str, Any] = super().clean() or {}
        file = values.get("file")
        if file is None:
            return values
        if file.size > self.LARGEST:
            self.add_error("file", gettext("This file is too large. Split it."))
            return values
        try:
            values["text"] = file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            self.add_error("file", gettext("This isn't a text in UTF-8. Save it as “CSV UTF-8”."))
        return values


class AddTeamForm(PageForm):
    """A team of the league that an organizer enters with its present members."""

    ids = "team"
    places: ClassVar[dict[str, str]] = dict.fromkeys(
        (
            "unknown_team",
            "team_in_season",
            "team_too_small",
            "team_too_large",
            "partner_in_season",
            "in_season",
            "not_in_league",
        ),
        "team",
    )
    button, kind = _("Enter the team"), ""
    team = KeyField(label=_("Team of the league"))

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["team"]
        field.offer(lambda: teams_outside(season).values_list("pk", "name"))


class EndSeasonForm(PageForm):
    """Why a season ends early."""

    ids = "end"
    places = REASON_PLACES
    button, kind = _("End the season now"), "danger"
    words = _("What was played counts, and the tables are final.")
    reason = ReasonField()


class CountForm(PageForm):
    """A tournament that is to count in a series."""

    ids = "count"
    places: ClassVar[dict[str, str]] = dict.fromkeys(
        ("unknown_tournament", "other_league", "counts_elsewhere", "outside_season"), "tournament"
    )
    button, kind = _("Let it count"), ""
    tournament = KeyField(label=_("Tournament of the league"))

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["tournament"]
        field.offer(lambda: could_count(season).values_list("pk", "name")[:MOST_OFFERED])


class PlayOffsForm(PageForm):
    """When a division's play-offs begin."""

    ids = "play-offs"
    places: ClassVar[dict[str, str]] = {"play_offs_past": "starts_on"}
    button = _("Draw the play-offs")
    words = _("The best of the final table, seeded by their places; a round a week.")
    starts_on = day_field(_("First day of the first week"))


class WithdrawForm(PageForm):
    """Which entry leaves a season under way, and why."""

    ids = "withdraw"
    places = REASON_PLACES
    button, kind = _("Withdraw"), "danger"
    entry = forms.ModelChoiceField(label=_("Entry"), queryset=SeasonEntry.objects.none())
    reason = ReasonField()

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["entry"]
        field.queryset = season.entries.filter(status=SeasonEntry.Status.ENTERED)


class NextSeasonForm(PageForm):
    """The next season's name and days."""

    ids = "next"
    places: ClassVar[dict[str, str]] = {"season_name_taken": "name"}
    button = _("Create the next season")
    words = _(
        "It is a draft with the same terms. Everybody moves as the final tables say, and is asked again."
    )
    row = ("starts_on", "ends_on")
    starts_on = day_field(_("First day"))
    ends_on = day_field(_("Last day"))
    name = TextField(label=_("Name"), max_length=LONGEST_NAME)
