"""Forms about the user's own account."""

from typing import Any

from allauth.account.forms import LoginForm, SignupForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from spades_site.accounts.models import User
from spades_site.accounts.zones import zone_choices
from spades_site.common.forms import PageForm, UsernameField
from spades_site.common.people.avatars import COLOURS, MOTIFS
from spades_site.common.translation.countries import country_choices


class SignUpForm(SignupForm):
    """A new account, even with a mail address already in use: the form never reveals which addresses are known.

    The address's owner is whoever confirms it (`AccountAdapter.send_confirmation_mail`).
    """

    def validate_unique_email(self, value: str) -> str:
        """Return the address unchanged."""
        return value

    def clean(self) -> dict[str, Any]:
        """Check the whole form, and keep an accepted password when something else must be mended."""
        values: dict[str, Any] = super().clean()
        widget = self.fields["password1"].widget
        assert isinstance(widget, forms.PasswordInput)
        widget.render_value = "password1" not in self.errors
        return values


class SignInForm(LoginForm):
    """allauth's form with our texts."""

    remember = forms.BooleanField(label=_("Stay signed in"), required=False)


class SettingsForm(forms.ModelForm):
    """A member's own settings."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("Rounds and matches are shown in this zone.")
    )

    language = forms.ChoiceField(
        label=_("Language"),
        choices=[("", _("Browser default")), *settings.LANGUAGES],
        required=False,
        help_text=_("The language of pages and mails."),
    )

    country = forms.ChoiceField(
        label=_("Country"),
        required=False,
        help_text=_("Shown beside your name."),
    )

    profile_for = forms.ChoiceField(
        label=_("Seasons, teams and partners on your profile are seen by"),
        choices=User.ProfileFor.choices,
        required=False,
        help_text=_(
            "Your ratings and rated games are always shown. What belongs to a private league is seen by its members alone."
        ),
    )

    class Meta:
        model = User
        fields = ["language", "time_zone", "country", "profile_for"]

    def clean_profile_for(self) -> str:
        """Return the choice, or the current value if none was sent."""
        return self.cleaned_data["profile_for"] or self.instance.profile_for

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone, country = self.fields["time_zone"], self.fields["country"]
        assert isinstance(zone, forms.ChoiceField)
        assert isinstance(country, forms.ChoiceField)
        zone.choices = zone_choices(self.instance.time_zone)
        country.choices = [("", _("Not specified")), *country_choices()]
        if self.instance.is_guest:
            # Guests have no profile.
            del self.fields["profile_for"]


class AddKeyForm(AddWebAuthnForm):
    """A passkey or security key, with our texts."""

    name = forms.CharField(label=_("Name of the key"), required=False, max_length=60)
    passwordless = forms.BooleanField(
        label=_("Sign in without a password"),
        required=False,
        help_text=_(
            "This key then signs you in by itself. It must be protected by fingerprint, face or PIN."
        ),
    )


class FriendForm(PageForm):
    """The name of the person to send a friend request to."""

    ids = "friend"
    places = dict.fromkeys(
        ("members_only", "unknown_user", "yourself", "blocked", "too_many_friends"), "name"
    )
    button = _("Send request")
    name = UsernameField(label=_("Add a member by name"))


INITIALS = "initials"
"""The choice of no drawing: the initials."""


def _motifs() -> list[tuple[str, str]]:
    """Return the motifs with their drawings, initials first, all on the chosen colour (account.css)."""
    address = static("img/avatars.svg")
    picture = (
        '<svg class="avatar avatar-l" viewBox="0 0 40 40" aria-hidden="true"><use href="{}#{}"/></svg>'
        '<span class="visually-hidden">{}</span>'
    )
    drawn = ((motif, format_html(picture, address, motif, name)) for motif, name in MOTIFS.items())
    return [(INITIALS, gettext("Initials")), *drawn]


def _colours() -> list[tuple[str, str]]:
    """Return the colours by number, each as a swatch."""
    patch = '<span class="patch hue-{}"></span><span class="visually-hidden">{}</span>'
    return [(str(hue), format_html(patch, hue, name)) for hue, name in enumerate(COLOURS)]


class AvatarForm(PageForm):
    """A motif and a colour; the colour of initials follows from the name."""

    motif = forms.ChoiceField(
        label=_("Picture"),
        choices=_motifs,
        widget=forms.RadioSelect(attrs={"data-part": "motif"}),
        error_messages={
            "invalid_choice": _("There is no such picture. Choose one of those shown.")
        },
    )
    hue = forms.ChoiceField(
        label=_("Colour"),
        choices=_colours,
        widget=forms.RadioSelect(attrs={"data-part": "hue"}),
        error_messages={"invalid_choice": _("There is no such colour. Choose one of those shown.")},
    )

    def code(self) -> str:
        """Return the choice as it is stored."""
        motif = self.cleaned_data["motif"]
        return "" if motif == INITIALS else f"{motif}.{self.cleaned_data['hue']}"


class UploadForm(PageForm):
    """A picture of one's own."""

    ids = "upload"
    button = _("Use this picture")
    places = dict.fromkeys(("no_picture", "too_large"), "file")
    file = forms.FileField(
        label=_("Your own picture"),
        # The domain refuses an empty file.
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
        help_text=_(
            "PNG, JPEG or WebP, at most 2 MB. It is cut to a square and made small; nothing else of the file is kept."
        ),
        error_messages={"required": _("Choose a picture.")},
    )


class OwnNameForm(PageForm):
    """The user's own name, typed as a confirmation."""

    kind = "danger"
    name = UsernameField(label=_("Your user name"), help_text=_("Type it to confirm."))

    def __init__(self, *args: Any, name: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.expected = name

    def clean_name(self) -> str:
        """Return the name; raises ValidationError unless it is the user's own."""
        name: str = self.cleaned_data["name"].strip()
        if name != self.expected:
            raise forms.ValidationError(
                _("That isn’t your user name. Type %(name)s.") % {"name": self.expected}
            )
        return name


class ClosingForm(OwnNameForm):
    """The confirmation of closing an account."""

    button = _("Close account permanently")


class BotForm(OwnNameForm):
    """The confirmation of becoming a bot account."""

    button = _("Make this a bot account for good")
