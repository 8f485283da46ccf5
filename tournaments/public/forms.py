"""What people fill in on the public pages. The domain functions check the values; forms only shape them."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from spades_site.common.local_time import LocalMomentField


class LeagueForm(forms.Form):
    """What a league says of itself."""

    name = forms.CharField(
        label=_("Name"), widget=forms.TextInput(attrs={"maxlength": 60, "autocomplete": "off"})
    )
    description = forms.CharField(
        label=_("Description"),
        required=False,
        widget=forms.Textarea(attrs={"maxlength": 2000, "rows": 4}),
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


NAME_PLACES = dict.fromkeys(("name_short", "name_long", "name_unseen", "name_unclear"), "name")
"""At which field a refusal stands, by its code."""
LEAGUE_PLACES = NAME_PLACES | {
    "league_name_taken": "name",
    "text_long": "description",
    "text_unseen": "description",
}


class TeamForm(forms.Form):
    """A new team's name."""

    name = forms.CharField(
        label=_("New team’s name"),
        widget=forms.TextInput(attrs={"maxlength": 40, "autocomplete": "off"}),
    )


TEAM_PLACES = NAME_PLACES | {"team_name_taken": "name"}


class SeasonForm(forms.Form):
    """A new season: its name, first and last day."""

    name = forms.CharField(
        label=_("New season’s name"),
        widget=forms.TextInput(attrs={"maxlength": 60, "autocomplete": "off"}),
    )
    starts_on = forms.DateField(
        label=_("First day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    ends_on = forms.DateField(
        label=_("Last day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )


SEASON_PLACES = NAME_PLACES | {
    "season_name_taken": "name",
    "season_dates": "ends_on",
    "season_overlaps": "starts_on",
}


class MemberForm(forms.Form):
    """Whom an organizer invites to the league."""

    username = forms.CharField(
        label=_("Invite somebody by user name"),
        help_text=_("They become a member when they accept."),
        widget=forms.TextInput(attrs={"maxlength": 150, "autocomplete": "off"}),
    )


MEMBER_PLACES = dict.fromkeys(("unknown_user", "guest_added", "blocked", "declined"), "username")


class RemovalForm(forms.Form):
    """Why a member is removed; `needed` where they have entered tournaments of the league."""

    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Shown to the member."),
        widget=forms.TextInput(attrs={"maxlength": 300, "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, needed: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = needed


REMOVAL_PLACES = dict.fromkeys(("reason_missing", "text_long", "text_unseen"), "reason")


class PartnerForm(forms.Form):
    """With whom somebody enters a tournament."""

    partner = forms.CharField(
        label=_("Your partner’s user name"),
        help_text=_("They will be asked and must accept."),
        widget=forms.TextInput(attrs={"maxlength": 150, "autocomplete": "off"}),
    )


ENTRY_PLACES = dict.fromkeys(
    (
        "no_partners",
        "partner_self",
        "partner_unknown",
        "partner_guest",
        "partner_not_member",
        "partner_entered",
        "rating_range",
    ),
    "partner",
)


class TimeForm(forms.Form):
    """When one side of a match would play."""

    starts_at = LocalMomentField(label=_("Offer a time"))


TIME_PLACES = dict.fromkeys(("time_past", "outside_window", "no_window"), "starts_at")


class ContestForm(forms.Form):
    """What is wrong with a result."""

    text = forms.CharField(
        label=_("What is wrong"),
        help_text=_("Shown to the organizer and both sides."),
        widget=forms.Textarea(attrs={"maxlength": 500, "rows": 3}),
    )


CONTEST_PLACES = dict.fromkeys(("text_missing", "text_long", "text_unseen", "time_over"), "text")
