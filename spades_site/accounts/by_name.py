"""People by name only: organizers enter them without an account. They are guests who can't sign in."""

from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from spades_site.common.people import bot_names, by_name
from spades_site.common.text import LONGEST_NAME, clean_name


def clean(name: str) -> str:
    """Normalize and check the name of somebody without an account.

    Raises Refused: "name_signs" for the signs that separate names, and as `clean_name` does.
    """
    name = clean_name(name, what=_("The name"), longest=LONGEST_NAME)
    if "~" in name or "&" in name or len(bot_names.split(name)) > 1:
        raise Refused("name_signs", _("A name of somebody without an account has no & , / – ~"))
    return name


def create(name: str) -> User:
    """Return a new person by this name, who has neither password nor mail address."""
    user = User(username=by_name.tagged(clean(name)), is_guest=True, by_name=True)
    user.set_unusable_password()
    user.save()
    return user
