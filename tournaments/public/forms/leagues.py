"""The forms of leagues, teams and their members. The domain functions check the values; forms only shape them."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.tables.rule_forms import HouseRulesForm, filled_in
from games.tables.texts.rules import preset_choices
from spades_site.common.forms import (
    REASON_PLACES,
    CsvFileField,
    KeyField,
    PageForm,
    ReasonField,
    TextField,
    UsernameField,
)
from spades_site.common.local_time import LastDayField
from spades_site.common.people.by_name import plain
from spades_site.common.refusals import Code
from spades_site.common.text import LONGEST_NAME, LONGEST_REASON, LONGEST_TEXT
from tournaments.leagues import announcing, crests, importing, links
from tournaments.leagues.models import League, Team, TeamMember
from tournaments.leagues.teams import LONGEST_TEAM_NAME

NAME_PLACES: Final[dict[Code, str]] = dict.fromkeys(
    ("name_short", "name_long", "name_unseen", "name_unclear"), "name"
)


class LeagueForm(PageForm):
    """A league's settings."""

    places = NAME_PLACES | {
        "league_name_taken": "name",
        "text_long": "description",
        "text_unseen": "description",
    }
    name = TextField(label=_("Name"), max_length=LONGEST_NAME)
    description = TextField(
        label=_("Description"),
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("When you play, who it is for, who to ask."),
    )
    is_public = forms.BooleanField(
        label=_("Visible to everybody"),
        required=False,
        initial=True,
        help_text=_("Otherwise only its members know that it exists."),
    )
    is_open = forms.BooleanField(
        label=_("Open to everybody"),
        required=False,
        initial=True,
        help_text=_("Otherwise organizers admit members."),
    )


class NewLeagueForm(LeagueForm):
    """A new league."""

    button = _("Create league")


class EditLeagueForm(HouseRulesForm, LeagueForm):
    """A league's settings, including those that can only be set once it exists."""

    places = LeagueForm.places | {"rules_wrong": "preset"}
    template = "public/league/_form.html"
    PLAIN: ClassVar = ("name", "description", "is_public", "is_open", "conduct")
    conduct = TextField(
        label=_("Conduct rules"),
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("How members treat each other, and what happens if they don’t."),
    )
    preset = forms.ChoiceField(
        label=_("Rules of the league"),
        required=False,
        choices=lambda: [("", _("Not stated")), *preset_choices()],
        help_text=_("New seasons begin with them, new tournaments with the preset and the target."),
    )

    def clean(self) -> dict[str, Any]:
        """Check the rules, if any are stated."""
        values: dict[str, Any] = super().clean() or {}
        if values.get("preset") and not self.errors:
            self.clean_rules(values)
        return values

    @property
    def settings(self) -> dict[str, Any]:
        """Return the (valid) form's values as `edit_league` takes them."""
        values = self.cleaned_data
        rules = self.chosen_rules if values["preset"] else None
        return {**{name: values[name] for name in self.PLAIN}, "rules": rules}

    @classmethod
    def values_of(cls, league: League) -> dict[str, Any]:
        """Return a league's settings, for editing."""
        rules = filled_in(league.rules) if league.rules else {}
        return {**{name: getattr(league, name) for name in cls.PLAIN}, **rules}


class CrestFields(PageForm):
    """A crest: shape, charge and two colours, read by `crest`."""

    places = {"crest_colours": "ink"}
    shape = forms.ChoiceField(label=_("Shape"), choices=list(crests.SHAPE_WORDS.items()))
    charge = forms.ChoiceField(label=_("Picture"), choices=list(crests.CHARGE_WORDS.items()))
    field = forms.ChoiceField(label=_("Background"), choices=list(crests.COLOUR_WORDS.items()))
    ink = forms.ChoiceField(
        label=_("Colour of the picture"), choices=list(crests.COLOUR_WORDS.items())
    )

    @staticmethod
    def initial_of(owner: League | Team) -> dict[str, str]:
        """Return the fields of the crest that a league or team has."""
        return dict(vars(crests.crest_of(owner.crest, owner.name)))

    @property
    def crest(self) -> crests.Crest:
        """Return the crest of the (valid) form."""
        return crests.Crest(
            *(self.cleaned_data[key] for key in ("shape", "charge", "field", "ink"))
        )


class LookForm(CrestFields):
    """A league's colour and crest."""

    field_order = ("accent",)
    accent = forms.ChoiceField(
        label=_("Colour of the pages"),
        choices=[(key, crests.COLOUR_WORDS[key]) for key in crests.ACCENTS],
    )


class TeamForm(PageForm):
    """A new team's name."""

    ids = "team"
    places = NAME_PLACES | {"team_name_taken": "name"}
    button, kind = _("Create team"), ""
    name = TextField(label=_("New team’s name"), max_length=LONGEST_TEAM_NAME)


class TeamEditForm(CrestFields):
    """A team's name, crest, and who can join."""

    places = NAME_PLACES | CrestFields.places | {"team_name_taken": "name"}
    field_order = ("name", "is_open")
    name = TextField(label=_("Name"), max_length=LONGEST_TEAM_NAME)
    is_open = forms.BooleanField(
        label=_("Open"),
        required=False,
        help_text=_("Members of the league can join by themselves while there is room."),
    )


class TeamInviteForm(PageForm):
    """A captain's invitation to the team."""

    ids = "team-invite"
    places = dict.fromkeys(
        (
            "unknown_user",
            "user_guest",
            "user_not_member",
            "person_in_a_team",
            "blocked",
            "declined",
        ),
        "username",
    )
    button, kind = _("Invite"), "small"
    username = UsernameField(
        label=_("Invite a member of the league by user name"),
        help_text=_("They join the team when they accept."),
    )


class MemberForm(PageForm):
    """An organizer's invitation to the league."""

    ids = "member"
    places = dict.fromkeys(("unknown_user", "user_guest", "blocked", "declined"), "username")
    button, kind = _("Invite"), "small"
    username = UsernameField(
        label=_("Invite somebody by user name"),
        help_text=_("They become a member when they accept."),
    )


class NamesForm(PageForm):
    """People without an account, whom an organizer adds to the league or a team."""

    ids = "names"
    places = dict.fromkeys(
        (
            *("name_short", "name_long", "name_unseen", "name_unclear", "name_signs"),
            *("import_long", "person_in_a_team", "team_full", "address_wrong"),
        ),
        "names",
    )
    button, kind = _("Add"), "small"
    names = TextField(
        label=_("Add people without an account"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=_(
            "One name per line, with a mail address after a comma if you like: only organizers see it, and nothing is"
            " sent to it before you invite the person. You enter the scores of their matches."
        ),
    )


class MoveForm(PageForm):
    """Somebody without an account, and the team of the league to which an organizer moves them."""

    ids = "move"
    places: ClassVar[dict[Code, str]] = {
        "not_in_team": "user_id",
        "member": "user_id",
        "unknown_team": "to",
        "team_full": "to",
    }
    button, kind = _("Move"), "small"
    row = ("user_id", "to")
    user_id = KeyField(label=_("Move"))
    to = KeyField(label=_("to the team"))

    def __init__(
        self, *args: Any, people: Sequence[TeamMember], teams: Sequence[Team], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        named = [(one.user_id, plain(one.user.username)) for one in people]
        self.fields["user_id"].offer(lambda: named)  # type: ignore[attr-defined]
        self.fields["to"].offer(lambda: [(one.pk, one.name) for one in teams])  # type: ignore[attr-defined]


class MailInviteForm(PageForm):
    """An organizer's invitation to the league by mail."""

    ids = "mail"
    places = dict.fromkeys(("address_wrong", "no_mail"), "email")
    button, kind = _("Send invitation"), "small"
    email = TextField(
        label=_("Mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        help_text=_("One person can accept it within two weeks."),
    )


class LinkForm(PageForm):
    """A link with which people become members."""

    ids = "link"
    places = {"link_end": "ends_at", "link_uses": "max_uses"}
    button, kind = _("Create link"), "small"
    row = ("ends_at", "max_uses")
    ends_at = LastDayField(label=_("Last day"))
    max_uses = forms.IntegerField(
        label=_("Maximum uses"), initial=20, min_value=1, max_value=links.MOST_USES
    )


class AnnouncementForm(PageForm):
    """An announcement to all members."""

    places = {
        **dict.fromkeys(("name_short", "name_long", "name_unseen", "name_unclear"), "title"),
        **dict.fromkeys(("text_empty", "text_long", "text_unseen"), "text"),
    }
    button = _("Send to all members")
    title = TextField(label=_("Title"), max_length=announcing.LONGEST_TITLE)
    text = TextField(
        label=_("Text"), max_length=LONGEST_TEXT, widget=forms.Textarea(attrs={"rows": 6})
    )


class ImportForm(PageForm):
    """Members and teams as CSV, pasted or as a file."""

    button = _("Check")
    text = TextField(
        label=_("CSV"),
        max_length=importing.LONGEST_FILE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )
    file = CsvFileField(label=_("Or a CSV file"), longest=4 * importing.LONGEST_FILE)

    def clean(self) -> dict[str, Any]:
        """Put the file's text into `text`. Raises ValidationError: "empty"."""
        values = self.cleaned_data
        if values.get("file") is not None:
            values["text"] = values["file"]
        elif not values.get("text") and not self.errors:
            self.add_error("text", _("Paste the lines, or choose a file."))
        return values


class DeclineForm(PageForm):
    """The answer to somebody whose request to join is declined."""

    ids = "decline"
    places = dict.fromkeys(("text_long", "text_unseen"), "answer")
    button, kind = _("Decline"), "small"
    answer = TextField(
        label=_("Answer (optional)"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("Shown to the person."),
    )


class RemovalForm(PageForm):
    """The reason for removing a member; `needed` if they have entered tournaments of the league."""

    places = REASON_PLACES
    button, kind = _("Remove"), "danger"
    reason = ReasonField(help_text=_("Shown to the member."))

    def __init__(self, *args: Any, needed: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = needed


class BanForm(PageForm):
    """A ban: whom, why and until when."""

    places = REASON_PLACES | {
        **dict.fromkeys(("unknown_user", "user_guest", "owner", "yourself"), "username"),
        "ban_over": "until",
    }
    button, kind = _("Ban"), "danger"
    username = UsernameField(label=_("User name"))
    reason = ReasonField(help_text=_("Shown to the person."))
    until = LastDayField(
        label=_("Last day"), required=False, help_text=_("Empty: banned for good.")
    )


class HandOverForm(PageForm):
    """The owner's confirmation that another member becomes the owner."""

    button, kind = _("Hand over the league"), "danger"
