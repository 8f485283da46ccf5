"""The forms with which people enter a tournament or a season, agree on times, name line-ups and appeal."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from spades_site.common.forms import KeyField, PageForm, TextField, UsernameField
from spades_site.common.local_time import LocalMomentField
from spades_site.common.people.bot_names import marked
from tournaments.events.actions.fixtures.conduct import LONGEST_APPEAL
from tournaments.events.entries import nominations
from tournaments.events.matches import disputes
from tournaments.events.models import Entry, Match
from tournaments.leagues.models import Team


class StandInForm(PageForm):
    """A member whom an organizer puts on a season's list of stand-ins; empty: oneself."""

    ids = "stand-in"
    places = dict.fromkeys(("unknown_user", "user_guest", "not_member"), "username")
    button, kind = _("Add"), ""
    username = UsernameField(label=_("User name"), required=False)


class SeasonPartnerForm(PageForm):
    """The partner with whom a user enters a season."""

    ids = "season"
    places = dict.fromkeys(
        (
            "unknown_user",
            "user_guest",
            "yourself",
            "user_not_member",
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
            "yourself",
            "unknown_user",
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


class OwnTeamForm(PageForm):
    """The team with which a captain or vice-captain enters a tournament."""

    ids = "enter-team"
    button = _("Enter the team")
    words = _(
        "It plays with the members that it has now, and they are notified. You can withdraw it again."
    )
    team = KeyField(label=_("Team"))

    def __init__(self, *args: Any, teams: Sequence[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team"].offer(lambda: [(one.pk, one.name) for one in teams])  # type: ignore[attr-defined]


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
        roster = [(user.pk, marked(user.username)) for user in nominations.able_of(entry, match)]
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
    places = dict.fromkeys(("text_empty", "text_long", "text_unseen", "time_over"), "text")
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
    places = dict.fromkeys(("text_empty", "text_long", "text_unseen", "appealed"), "text")
    button, kind = _("Appeal"), ""
    text = TextField(
        label=_("Why it should be undone"),
        max_length=LONGEST_APPEAL,
        help_text=_("Shown to the organizer and both sides."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
