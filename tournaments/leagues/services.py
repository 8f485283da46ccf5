"""The functions that change a league. Each makes the whole change or raises Refused."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.forms.models import model_to_dict
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit, limits, switches
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.folding import fold_name, is_taken
from spades_site.common.text import clean_name, clean_text
from tournaments.leagues.crests import ACCENTS, Crest, checked
from tournaments.leagues.joining import join_league as join_league
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import League, Membership
from tournaments.leagues.permissions import require_account, require_organizer
from tournaments.leagues.rule_sets import checked_rules
from tournaments.leagues.selectors import visible_leagues
from tournaments.leagues.slugs import free_slug

EDITED = ("name", "description", "conduct", "is_public", "is_open", "rules")
"""The fields of a league that `edit_league` changes."""


def create_league(
    *, by: User, name: str, description: str = "", is_public: bool = True, is_open: bool = True
) -> League:
    """Create a league, owned by its creator.

    Raises Refused: "guest", "league_name_taken", "limit", "switched_off", and what `clean_name` and `clean_text` refuse.
    """
    name, description = _clean(name, description)
    moment = now()
    switches.require("leagues")
    with transaction.atomic():
        require_account(by)
        league = League(
            name=name,
            slug=free_slug(League, name, hidden=not is_public),
            description=description,
            is_public=is_public,
            is_open=is_open,
            created_by=by,
            created_at=moment,
        )
        _save_named(league, by)
        limits.count("leagues", by.pk)
        Membership.objects.create(
            league=league, user=by, role=Membership.Role.OWNER, joined_at=moment
        )
        audit.record(actor=by, verb="league.created", subject=league, name=name)
    return league


def edit_league(
    *,
    league_id: int,
    by: User,
    name: str,
    description: str,
    is_public: bool,
    is_open: bool,
    conduct: str = "",
    rules: Mapping[str, Any] | None = None,
) -> League:
    """Change a league's name, texts and settings; its address stays.

    `rules` are a preset and house rules, the defaults for new seasons and tournaments; existing ones keep theirs. None:
    the league states no rules. Raises Refused: "not_organizer", "rules_wrong", and as `create_league` does.
    """
    name, description = _clean(name, description)
    conduct = clean_text(conduct, what=_("The text"))
    stored = checked_rules(rules) if rules else {}
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        before = model_to_dict(league, EDITED)
        league.name, league.description, league.conduct = name, description, conduct
        league.is_public, league.is_open = is_public, is_open
        league.rules = stored
        if fold_name(name) == fold_name(before["name"]) and is_public <= before["is_public"]:
            league.save()
        else:
            _save_named(league, by)
        made = audit.changes(before, model_to_dict(league, EDITED))
        audit.record(actor=by, verb="league.edited", subject=league, **made)
    return league


def set_look(*, league_id: int, by: User, accent: str, crest: Crest) -> League:
    """Change a league's colour and crest. Raises Refused: "not_organizer", "accent_unknown", and as `checked` does."""
    text = str(checked(crest))
    if accent not in ACCENTS:
        raise Refused("accent_unknown", _("There is no such colour. Reload the page."))
    with transaction.atomic():
        league = lock_league(league_id)
        require_organizer(league, by)
        if (league.accent, league.crest) != (accent, text):
            before = {"accent": league.accent, "crest": league.crest}
            league.accent, league.crest = accent, text
            league.save(update_fields=["accent", "crest"])
            made = audit.changes(before, {"accent": accent, "crest": text})
            audit.record(actor=by, verb="league.look_changed", subject=league, **made)
    return league


def _clean(name: str, description: str) -> tuple[str, str]:
    return (
        clean_name(name, what=_("The league’s name")),
        clean_text(description, what=_("The description")),
    )


def _save_named(league: League, by: User) -> None:
    """Save a league, unless another league that `by` may see has its name. So the answer reveals nothing about private
    leagues.
    """
    others = visible_leagues(by).exclude(pk=league.pk)
    try:
        if not is_taken(others, league.name):
            with transaction.atomic():
                league.save()
            return
    except IntegrityError:
        # Somebody took the name between the check and the save.
        pass
    raise Refused(
        "league_name_taken",
        _("There is already a league called “%(name)s”. Choose another name.")
        % {"name": league.name},
    )
