"""Programs that are ready to play, and challenges: tables opened with terms for those who are named."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from games import engine
from games.tables.levels import usual_level
from games.tables.lobby.programs import ready_programs
from games.tables.models import Table
from games.tables.services import TableTerms
from games.tables.services import challenge as open_challenge
from games.tables.texts.rules import why_not
from spades_site.accounts.models import User
from spades_site.accounts.tokens.scopes import PLAY
from spades_site.api import answers, requests
from spades_site.api.site import Routes, person_of
from spades_site.common.errors import Refused

router = Routes(tags=["games"])


@router.pages("/programs", answers.ProgramOut, ordering=("username", "pk"))
def programs(request: HttpRequest) -> QuerySet[User]:
    """Return the bot accounts whose programs listen for invitations and play nowhere, by name."""
    return ready_programs()


@router.make("/challenges", answers.ChallengeOut, scope=PLAY)
def challenge(request: HttpRequest, new: requests.Challenge) -> Any:
    """Open a table with these terms, sit down at it, and invite people or bot accounts.

    They accept or decline as any invitation; unless it is rated, bots can take seats that stay free. Sent again while the
    table waits, it answers with that table.
    """
    try:
        rules = engine.RuleSet.from_dict(new.rules or {"preset": new.preset})
    except engine.InconsistentRules as mistake:
        raise Refused("rules_wrong", why_not(mistake)) from mistake
    terms = TableTerms(
        rules=rules,
        turn_seconds=new.turn_seconds,
        bank_seconds=new.bank_seconds,
        visibility=Table.Visibility.LINK,
        rated=new.rated,
        bots_allowed=not new.rated,
        bots_level=new.bots_level or usual_level(),
    )
    table = open_challenge(by=person_of(request), terms=terms, names=new.to)
    return {
        "table": table.public_id,
        "url": table.get_absolute_url(),
        "invited": [one.user.username for one in table.invitations.select_related("user")],
    }
