"""The forms of a ladder's page: with whom somebody joins, and when a match is played."""

from django.utils.translation import gettext_lazy as _

from spades_site.common.forms import PageForm, UsernameField
from spades_site.common.local_time import LocalMomentField


class LadderPartnerForm(PageForm):
    """The partner with whom a user joins a ladder."""

    ids = "join"
    places = dict.fromkeys(
        (
            "unknown_user",
            "user_guest",
            "user_bot",
            "yourself",
            "user_not_member",
            "partner_on_ladder",
            "blocked",
            "declined",
        ),
        "partner",
    )
    button = _("Join together")
    partner = UsernameField(
        label=_("Your partner’s user name"), help_text=_("They are asked to accept.")
    )


class LadderTimeForm(PageForm):
    """A time that a side offers for its match."""

    ids = "time"
    places = dict.fromkeys(("time_past", "outside_window"), "play_at")
    button, kind = _("Offer"), ""
    play_at = LocalMomentField(
        label=_("Offer a time"),
        zone_words=_("In your time zone, %(zone)s. Your opponents see it in theirs."),
    )
