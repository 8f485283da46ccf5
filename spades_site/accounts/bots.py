"""Bot accounts: accounts of programs, marked wherever their names are shown. An account can't stop being one."""

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.accounts.personal import BOT_NAMES_TAKEN, BOT_OBSTACLES
from spades_site.common import audit
from spades_site.common.errors import Refused
from spades_site.common.people import bot_names
from spades_site.common.text import LONGEST_NAME, clean_name


def why_no_bot(user: User) -> list[str]:
    """Return the obstacles to an account's becoming a bot account, as sentences."""
    found = [sentence for obstacles in BOT_OBSTACLES for sentence in obstacles(user)]
    if is_a_teams(user.username):
        found.append(_("A team has your user name: change yours first."))
    if user.is_staff:
        found.append(_("You are staff: a person’s account can’t be a bot’s."))
    return found


def clean_team_name(text: str, *, longest: int = LONGEST_NAME) -> str:
    """Normalize and check a team's name. It mustn't contain a bot account's name, which would be marked in it.

    Raises Refused "bots_name", and as `clean_name` does.
    """
    name = clean_name(text, what=_("The team’s name"), longest=longest)
    if User.objects.filter(is_bot=True, username__in=bot_names.split(name)).exists():
        raise Refused("bots_name", _("A bot account has this name. Choose another for the team."))
    return name


def is_a_teams(name: str) -> bool:
    """Return whether a bot account can't have a name, because it would be marked in a team's name."""
    return any(taken(name) for taken in BOT_NAMES_TAKEN)


def become_bot(*, user_id: int) -> User:
    """Turn a member's unused account into a bot account for good. Idempotent.

    Raises Refused: "guest", "not_new" with the reasons.
    """
    with transaction.atomic():
        # `keep_open` takes this lock too, so the user can't join anything meanwhile.
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        if user.is_bot:
            return user
        if user.is_guest or not user.is_active:
            raise Refused("guest", _("A guest can’t be a bot account. Create an account first."))
        if reasons := why_no_bot(user):
            raise Refused("not_new", " ".join(reasons))
        user.is_bot = True
        user.save(update_fields=["is_bot"])
        audit.record(actor=user, verb="user.became_bot", subject=user)
        transaction.on_commit(bot_names.forget)
    return user
