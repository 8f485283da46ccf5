"""The final of a series: a tournament from a template of the league, in which those who qualify are entered when it opens."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.closing import keep_open
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.events.actions.entering import put_in
from tournaments.events.actions.planning.templates import proposal_from, template_of
from tournaments.events.core.state import lock, save
from tournaments.events.entries.waiting import fits, waits
from tournaments.events.models import EntryPlayer, Status, Template, Tournament
from tournaments.events.plan.choices import EntryKind
from tournaments.events.setup.creating import create_tournament
from tournaments.events.setup.proposal import Proposal, check, usual_fewest
from tournaments.leagues.models import Season
from tournaments.leagues.permissions import require_account
from tournaments.seasons import notify
from tournaments.seasons.core import lock_season, lock_to_organize
from tournaments.seasons.models import SeriesFinal
from tournaments.seasons.tables.counting import no_series
from tournaments.seasons.tables.qualifying import Qualifying, qualifying
from tournaments.seasons.terms import PLAYERS, terms_of


def make_final(*, season_id: int, by: User, template_id: int, starts_at: datetime) -> Tournament:
    """Make the final of a series from a template, by invitation only, as a draft; those who qualify are entered when its
    registration opens (`on_opened`). Idempotent: returns an existing final, unless it was cancelled.

    Raises Refused: "unknown_season", "not_organizer", "no_series", "no_final", "no_qualifiers", "too_few",
    "unknown_template", "other_kind", or NotValid.
    """
    with transaction.atomic():
        require_account(by)
        season = lock_to_organize(season_id, by)
        if season.has_divisions:
            raise no_series()
        final = SeriesFinal.objects.filter(season=season).select_related("tournament").first()
        if final is not None and final.tournament.status != Status.CANCELLED:
            return final.tournament
        who = _who(season)
        template = template_of(template_id)
        if template.league_id != season.league_id:
            raise Refused("unknown_template", _("There is no such template any more."))
        proposal = _proposal(season, template, starts_at, who)
        tournament = create_tournament(by=by, **vars(proposal))
        SeriesFinal.objects.update_or_create(season=season, defaults={"tournament": tournament})
        audit.record(
            actor=by,
            verb="season.final_made",
            subject=season,
            tournament=tournament.pk,
            names=[row.name for row in who.qualified],
        )
    return tournament


def on_opened(payload: dict[str, Any]) -> None:
    """Handle the outbox topic "tournament.opened": enter and notify those who qualify for the final by the table of this moment.

    Pairs enter as such, players alone, so that they are paired at the start; the reserves are the waiting list. If more qualify
    now than when the draft was made, it gets more places. Idempotent: whoever is in already, or has withdrawn, isn't entered again.
    """
    final = SeriesFinal.objects.filter(tournament=payload["tournament"]).first()
    if final is None:
        return
    expected = qualifying(final.season).people
    with transaction.atomic():
        people = {user.pk: user for user in _kept_open(expected)}
        season = lock_season(final.season_id)
        tournament = lock(final.tournament_id)
        if tournament.status not in (Status.REGISTRATION, Status.CHECK_IN):
            return
        who = qualifying(season)
        known = {*tournament.singles.values_list("user_id", flat=True)}
        known |= {
            *EntryPlayer.objects.filter(tournament=tournament).values_list("user_id", flat=True)
        }
        twos = terms_of(season).ranked == PLAYERS and tournament.entry_kind == EntryKind.PAIR
        most = tournament.facts.most or _places(who, twos)
        tournament.max_entries = max(tournament.max_entries, min(most, _places(who, twos)))
        for what, users in _enter(tournament, who, people, known).items():
            notify.final(season, tournament, users, what)
        save(tournament)


def _kept_open(keys: Iterable[int]) -> list[User]:
    """Return these people, with their accounts kept open until the transaction ends."""
    found = list(User.objects.filter(pk__in=keys, is_active=True).order_by("pk"))
    for user in found:
        keep_open(user)
    return found


def _who(season: Season) -> Qualifying:
    """Return who qualifies. Raises Refused "no_final", "no_qualifiers"."""
    if not terms_of(season).has_final:
        raise Refused(
            "no_final",
            _("Nobody can qualify. Edit the season first, and say how many qualify for its final."),
        )
    who = qualifying(season)
    if not who.qualified:
        raise Refused(
            "no_qualifiers",
            _(
                "Nobody has qualified yet, so the final would have no players. Make it once evenings have been played."
            ),
        )
    return who


def _proposal(season: Season, template: Template, starts_at: datetime, who: Qualifying) -> Proposal:
    """Return the final's proposal. Raises Refused "other_kind", "too_few"."""
    base = proposal_from(template, starts_at)
    alone = terms_of(season).ranked == PLAYERS
    kind = check(base, now()).entry_kind
    if base.is_team or (kind == EntryKind.PLAYER and not alone):
        raise Refused(
            "other_kind",
            _("Teams play by this template. Choose one for pairs.")
            if base.is_team
            else _(
                "Everybody enters alone by this template, and pairs have qualified. Choose one for pairs."
            ),
        )
    twos = alone and kind == EntryKind.PAIR
    entries = len(who.qualified) // 2 if twos else len(who.qualified)
    odd = twos and len(who.qualified) % 2 == 1
    fewest = usual_fewest(base.stages, base.comparison, base.max_entries)
    if entries < fewest:
        raise Refused(
            "too_few",
            _(
                "%(n)d qualified, and the template needs %(needed)d. Let more qualify, or choose another template."
            )
            % {"n": len(who.qualified), "needed": 2 * fewest if twos else fewest},
        )
    return replace(
        base,
        name=_("%(season)s, final") % {"season": season.name},
        season=None,
        invited_only=True,
        rating_min=None,
        rating_max=None,
        min_entries=None,
        max_entries=_places(who, twos),
        waiting_list=base.waiting_list or odd or bool(who.reserves),
        entry_alone=base.entry_alone or twos,
    )


def _places(who: Qualifying, twos: bool) -> int:
    """Return how many entries a final has; `twos`: its pairs are made of single players."""
    if not twos:
        return len(who.qualified)
    pairs, odd = divmod(len(who.qualified), 2)
    # With an odd number the first reserve plays, too; without reserves the last one waits for a place.
    return pairs + 1 if odd and who.reserves else pairs


def _enter(
    tournament: Tournament, who: Qualifying, people: dict[int, User], known: set[int]
) -> dict[str, list[User]]:
    """Enter those who qualify, then the reserves, except those `known`. Return who has a place, and who is on the waiting
    list, by the news for them.
    """
    at = now()
    news: dict[str, list[User]] = {"qualified": [], "reserve": []}
    for row in (*who.qualified, *who.reserves):
        if known.isdisjoint(row.players) and people.keys() >= set(row.players):
            users = [people[key] for key in row.players]
            if not fits(tournament, alone=len(users) < tournament.side_size):
                tournament.waiting_list = True
            place = put_in(tournament, users, at, here=False)
            news["reserve" if waits(place) else "qualified"] += users
    return news
