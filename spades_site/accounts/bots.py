"""Bot accounts: a program's own, marked as such wherever its name is shown. An account becomes one for good."""

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.accounts.personal import BOT_NAMES_TAKEN, BOT_OBSTACLES
from spades_site.common import audit
from spades_site.common.errors import Refused
from spades_site.common.people import bot_names
from spades_site.common.text import LONGEST_NAME, clean_name


def why_no_bot(user: User) -> list[str]:
    """Return what keeps an account from becoming a bot account, as sentences."""
    found = [sentence for obstacles in BOT_OBSTACLES for sentence in obstacles(user)]
    if is_a_teams(user.username):
        found.append(_("A team has your user name: change yours first."))
    if user.is_staff:
        found.append(_("You are staff: a person’s account can’t be a bot’s."))
    return found


def clean_team_name(text: str, *, longest: int = LONGEST_NAME) -> str:
    """Return the name of a team, in which no bot account would be marked: the mark goes by the name.

    Raises Refused "bots_name", and what `clean_name` refuses.
    """
    name = clean_name(text, what=_("The team’s name"), longest=longest)
    if User.objects.filter(is_bot=True, username__in=bot_names.split(name)).exists():
        raise Refused("bots_name", _("A bot account has this name. Choose another for the team."))
    return name


def is_a_teams(name: str) -> bool:
    """Return whether a bot account can't have a name, because it would be marked in a team's."""
    return any(taken(name) for taken in BOT_NAMES_TAKEN)


def become_bot(*, user_id: int) -> User:
    """Make a member's account, with which nobody has played yet, a bot account for good. Idempotent.

    Raises Refused: "guest", "not_new" with the reasons.
    """
    with transaction.atomic():
        # Whoever takes a place holds this lock (`keep_open`), so nobody sits down meanwhile.
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
