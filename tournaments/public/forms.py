"""The forms of the public pages. The domain functions check the values; forms only shape them."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.tables.forms import LONGEST_TARGET, SHORTEST_TARGET
from games.tables.rule_texts import preset_choices
from spades_site.common.forms import (
    REASON_PLACES,
    KeyField,
    PageForm,
    ReasonField,
    TextField,
    UsernameField,
)
from spades_site.common.local_time import LastDayField, LocalMomentField
from spades_site.common.text import LONGEST_NAME, LONGEST_REASON, LONGEST_TEXT
from tournaments.events.actions.conduct import LONGEST_APPEAL
from tournaments.events.entries import nominations
from tournaments.events.matches import disputes
from tournaments.events.models import Entry, Match
from tournaments.leagues import announcing, crests, importing, links
from tournaments.leagues.models import League, Team
from tournaments.leagues.teams import LONGEST_TEAM_NAME

NAME_PLACES = dict.fromkeys(("name_short", "name_long", "name_unseen", "name_unclear"), "name")


class LeagueForm(PageForm):
    """A league's settings."""

    places = NAME_PLACES | {
        "league_name_taken": "name",
        "text_long": "description",
        "text_unseen": "description",
        "rules_unknown": "rules_preset",
        "rules_wrong": "rules_target",
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


class EditLeagueForm(LeagueForm):
    """A league's settings, with what is only set once it exists."""

    conduct = TextField(
        label=_("Conduct rules"),
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("How members treat each other, and what happens if they don’t."),
    )
    rules_preset = forms.ChoiceField(
        label=_("Rules of the league"),
        required=False,
        choices=lambda: [("", _("Not stated")), *preset_choices()],
        help_text=_("New tournaments of the league begin with them."),
    )
    rules_target = forms.IntegerField(
        label=_("Target score"),
        required=False,
        min_value=SHORTEST_TARGET,
        max_value=LONGEST_TARGET,
        help_text=_("Empty: as the rules say."),
    )


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
            "guest_added",
            "person_not_in_league",
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
    places = dict.fromkeys(("unknown_user", "guest_added", "blocked", "declined"), "username")
    button, kind = _("Invite"), "small"
    username = UsernameField(
        label=_("Invite somebody by user name"),
        help_text=_("They become a member when they accept."),
    )


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
    """What all members should know."""

    places = {
        **dict.fromkeys(("name_short", "name_long", "name_unseen", "name_unclear"), "title"),
        **dict.fromkeys(("text_missing", "text_long", "text_unseen"), "text"),
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
    file = forms.FileField(label=_("Or a file"), required=False)

    def clean(self) -> dict[str, Any]:
        """Put the file's text into `text`. Raises ValidationError: "empty", "encoding"."""
        said = self.cleaned_data
        file = said.get("file")
        if file is not None:
            try:
                said["text"] = file.read(4 * importing.LONGEST_FILE).decode("utf-8-sig")
            except UnicodeDecodeError:
                self.add_error("file", _("This file isn’t in UTF-8. Save it as “CSV UTF-8”."))
        elif not said.get("text") and "text" not in self.errors:
            self.add_error("text", _("Paste the lines, or choose a file."))
        return said


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
        **dict.fromkeys(("unknown_user", "guest_added", "owner", "yourself"), "username"),
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


class SeasonPartnerForm(PageForm):
    """The partner with whom a user enters a season."""

    ids = "season"
    places = dict.fromkeys(
        (
            "unknown_user",
            "guest_added",
            "yourself",
            "partner_not_in_league",
            "partner_in_season",
            "pair_in_season",
            "blocked",
            "declined",
        ),
        "partner",
    )
    button = _("Enter together")
    partner = UsernameField(
        label=_("Your partner’s user name"), help_text=_("They are asked to accept.")
    )


class PartnerForm(PageForm):
    """The partner with whom a user enters a tournament."""

    ids = "enter"
    places = dict.fromkeys(
        (
            "no_partners",
            "partner_self",
            "user_unknown",
            "user_guest",
            "user_not_member",
            "partner_entered",
            "rating_range",
        ),
        "partner",
    )
    button = _("Enter with this partner")
    partner = UsernameField(
        label=_("Your partner’s user name"), help_text=_("They will be asked and must accept.")
    )


class TimesForm(PageForm):
    """The times that a side offers for its match."""

    ids = "time"
    places = dict.fromkeys(
        (
            "time_past",
            "times_missing",
            "outside_window",
            "no_window",
            "postpone_one",
            "postpone_late",
            "two_at_once",
        ),
        "starts_at",
    )
    button, kind = _("Offer"), ""
    more, more_words = ("second", "third", "fourth", "fifth"), _("More times to choose from")
    starts_at = LocalMomentField(
        label=_("Offer a time"),
        zone_words=_("In your time zone, %(zone)s. Your opponents see it in theirs."),
    )
    second = LocalMomentField(label=_("Second time"), zone_words="", required=False)
    third = LocalMomentField(label=_("Third time"), zone_words="", required=False)
    fourth = LocalMomentField(label=_("Fourth time"), zone_words="", required=False)
    fifth = LocalMomentField(label=_("Fifth time"), zone_words="", required=False)

    @property
    def times(self) -> list[datetime]:
        """Return the times of the (valid) form."""
        return [self.cleaned_data[name] for name in self.fields if self.cleaned_data[name]]


class LineUpForm(PageForm):
    """A team's pairs for a match, at table 1 and table 2."""

    ids = "line-up"
    places = dict.fromkeys(("not_in_roster", "twice_in_line_up", "wrong_number"), "first")
    button, kind = _("Name the line-up"), ""
    first = KeyField(label=_("Table 1"))
    second = KeyField(label=_("Table 1, partner"))
    third = KeyField(label=_("Table 2"))
    fourth = KeyField(label=_("Table 2, partner"))

    def __init__(self, *args: Any, match: Match, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, key=entry.pk, **kwargs)
        self.title = _("Line-up of %(name)s") % {"name": entry.name}
        roster = [(user.pk, user.username) for user in nominations.able_of(entry)]
        pairs = nominations.pairs_of(match, entry) or ()
        named = [user.pk for pair in pairs for user in pair]
        for place, field in enumerate(self.fields.values()):
            assert isinstance(field, KeyField)
            field.offer(lambda: roster)
            field.initial = named[place] if named else None

    @property
    def pairs(self) -> list[list[int]]:
        """Return the keys of the chosen players, by table."""
        one, two, three, four = (self.cleaned_data[name] for name in self.fields)
        return [[one, two], [three, four]]


class ContestForm(PageForm):
    """The description of a contested result."""

    ids = "contest"
    places = dict.fromkeys(("text_missing", "text_long", "text_unseen", "time_over"), "text")
    button, kind = _("Contest the result"), ""
    text = TextField(
        label=_("Problem"),
        max_length=disputes.LONGEST_TEXT,
        help_text=_("Shown to the organizer and both sides."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class AppealForm(PageForm):
    """Why a warning or deducted points should be undone."""

    ids = "appeal"
    places = dict.fromkeys(("text_missing", "text_long", "text_unseen", "appealed"), "text")
    button, kind = _("Appeal"), ""
    text = TextField(
        label=_("Why it should be undone"),
        max_length=LONGEST_APPEAL,
        help_text=_("Shown to the organizer and both sides."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
