"""Staff's rights, as domain functions check them."""

from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason


def require_right(by: User, right: str) -> None:
    """Raise Refused "not_staff" unless the person is staff with a right such as "leagues.change_league"."""
    if not by.is_staff or not by.has_perm(right):
        raise Refused("not_staff", _("Only staff with the right to do so can do that."))


def public_reason(reason: str) -> str:
    """Check the reason for a measure by staff, as `clean_reason` does."""
    return clean_reason(reason, _("Give a reason. The people concerned read it."))
