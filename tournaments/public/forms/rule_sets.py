"""The forms of the rule sets that a league keeps."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.tables.rule_forms import HouseRulesForm
from games.tables.texts.shared_rules import LONGEST
from spades_site.common.forms import JsonFileField, KeyField, PageForm, TextField
from spades_site.common.refusals import Code
from spades_site.common.text import LONGEST_NAME
from tournaments.leagues.models import League
from tournaments.public.forms.leagues import NAME_PLACES

PLACES: Final[dict[Code, str]] = {**NAME_PLACES, "rules_name_taken": "name"}


class RuleSetForm(HouseRulesForm):
    """A rule set's name, and its rules."""

    places = {**PLACES, "rules_wrong": "preset"}
    template = "public/rule_set/_form.html"
    name = TextField(label=_("Name"), max_length=LONGEST_NAME)

    def clean(self) -> dict[str, Any]:
        """Check the rules."""
        values: dict[str, Any] = super().clean() or {}
        if values.get("preset") and not self.errors:
            self.clean_rules(values)
        return values


class ImportRulesForm(PageForm):
    """A rule set as JSON, pasted or as a file."""

    ids = "import"
    places = {**PLACES, "rules_wrong": "text"}
    button, kind = _("Import"), "small"
    text = TextField(
        label=_("JSON"),
        max_length=LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )
    file = JsonFileField(label=_("Or a JSON file"), longest=4 * LONGEST)
    name = TextField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=_("Empty: the name in the JSON."),
    )

    def clean(self) -> dict[str, Any]:
        """Put the file's text into `text`. Raises ValidationError: "empty"."""
        values = self.cleaned_data
        file = values.pop("file", None)
        if file is not None:
            values["text"] = file
        elif not values.get("text") and not self.errors:
            self.add_error("text", _("Paste the JSON, or choose a file."))
        return values


class KeepRulesForm(PageForm):
    """The league of one's own in which another league's rule set is kept, and its name there."""

    ids = "keep"
    places = {**PLACES, "not_organizer": "league_id", "unknown_league": "league_id"}
    button, kind = _("Keep in my league"), "small"
    row = ("league_id", "name")
    league_id = KeyField(label=_("League"))
    name = TextField(label=_("Name"), max_length=LONGEST_NAME)

    def __init__(self, *args: Any, leagues: Sequence[League], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["league_id"].offer(lambda: [(one.pk, one.name) for one in leagues])  # type: ignore[attr-defined]
