"""The admin's read-only pages: what staff may look up. `accounts/admin.py` has the accounts and the log.

Nothing is changed here: changes go through domain functions, which write the log. Each model names what is kept from
everybody, staff included: hidden cards, seeds, salts, secrets, keys in addresses. Chat is shown with reports only.
"""

from collections.abc import Sequence
from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import ForeignKey, Model
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from games.ratings.models import RatedResult, Rating, RatingChange
from games.tables.models import Action, Report, Seat, Silence, Table
from spades_site.accounts.models import FormerName
from spades_site.common.admin import ReadOnlyAdmin
from spades_site.common.models import OutboxEvent
from spades_site.notices.models import Notice
from tournaments.events.models import (
    ConductMark,
    Dispute,
    Entry,
    EntryPlayer,
    ForfeitClaim,
    Match,
    MatchTable,
    Pad,
    PadHand,
    PadPhone,
    Penalty,
    Result,
    RoomTable,
    Round,
    Schedule,
    Single,
    Stage,
    Substitution,
    Template,
    Tournament,
)
from tournaments.ladders.models import Challenge, Ladder, LadderEntry, LadderPlayer, LadderStep
from tournaments.leagues.models import (
    Admission,
    Announcement,
    Ban,
    InvitationLink,
    KeptRules,
    League,
    Membership,
    Season,
    Team,
    TeamMember,
)
from tournaments.own_time.models import (
    EventDeal,
    EventEntry,
    EventInvitation,
    EventPlay,
    EventSalt,
    OwnTimeEvent,
)
from tournaments.seasons.models import Division, FinalPlace, SeasonEntry, SeasonPlayer

admin.site.site_header = admin.site.site_title = _("Staff")  # type: ignore[assignment]
admin.site.index_title = _("Look up")  # type: ignore[assignment]
admin.site.site_url = "/"


def show(
    model: type[Model],
    columns: Sequence[str],
    *,
    search: Sequence[str] = (),
    filters: Sequence[Any] = (),
    kept: Sequence[str] = (),
    measures: str = "",
) -> None:
    """Register a model: its list's columns, where it is searched and filtered by, the fields kept from everybody, and
    the name of the staff's page where measures are taken.
    """
    keys = {field.name for field in model._meta.concrete_fields if isinstance(field, ForeignKey)}
    related = [name for name in columns if name in keys]
    page: dict[str, Any] = {
        "list_display": tuple(columns),
        "list_select_related": tuple(related) or False,
        "search_fields": tuple(search),
        "list_filter": tuple(filters),
        "kept": frozenset(kept),
    }
    if measures:

        @admin.display(description=_("Measures"))
        def open_page(_page: Any, row: Model) -> str:
            return format_html(
                '<a href="{}">{}</a>',
                reverse(measures, args=[row.pk]),
                pgettext("what a link does", "Open"),
            )

        page |= {"measures": open_page, "list_display": (*columns, "measures")}
    admin.site.register(model, type(f"{model.__name__}Admin", (ReadOnlyAdmin,), page))


# allauth's own pages could be edited, and show secrets of second factors and keys of sessions. Rights are a person's,
# not a group's.
for theirs in (EmailAddress, EmailConfirmation, Authenticator, UserSession, Group):
    if admin.site.is_registered(theirs):
        admin.site.unregister(theirs)

BY_USER = ("^user__folded_name",)

# ------------------------------------------------------------------------------------------------- people
show(FormerName, ("name", "user", "until"), search=("folded_name", *BY_USER), kept=("name_key",))
show(
    EmailAddress, ("email", "user", "primary", "verified"), search=("email", *BY_USER), filters=("verified",)
)  # fmt: skip
show(
    Authenticator, ("user", "type", "created_at", "last_used_at"), search=BY_USER, filters=("type",), kept=("data",)
)  # fmt: skip
show(
    UserSession, ("user", "created_at", "last_seen_at", "ip", "user_agent"), search=(*BY_USER, "=ip"),
    kept=("session_key", "data"),
)  # fmt: skip
show(
    # Texts of notices are between their writers and readers.
    Notice, ("user", "kind", "created_at", "read_at", "mail_due_at", "mailed_at"), search=BY_USER,
    kept=("params", "path"),
)  # fmt: skip
show(
    OutboxEvent, ("topic", "created_at", "due_at", "attempts"), search=("topic",),
    filters=(("due_at", admin.EmptyFieldListFilter),),
)  # fmt: skip

# ------------------------------------------------------------------------------------------------- tables
show(
    Table, ("public_id", "title", "kind", "status", "visibility", "rated", "created_by", "created_at", "finished_at"),
    search=("=public_id", "title", "=ref", "^created_by__folded_name"),
    filters=("status", "kind", "visibility", "rated"),
    # Results of shared deals are secret until all have played them; all others have their pages.
    kept=("state", "turn_key", "news", "salts_from", "result"),
)  # fmt: skip
show(
    Seat, ("table", "index", "name", "bot", "stand_in", "missed", "online", "last_seen"),
    search=("=table__public_id", "^name"), filters=("bot", "stand_in", "online"), kept=("salt", "salt_hash"),
)  # fmt: skip
show(
    # The text of a row is a hidden card where cards are passed, and the whole pack where they are dealt.
    Action, ("table", "version", "kind", "hand_no", "seat", "by", "user", "at"),
    search=("=table__public_id",), filters=("kind", "by"), kept=("text", "action_id"),
)  # fmt: skip
show(
    Report, ("about_name", "reason", "reporter", "at", "closed_at", "closed_by"),
    search=("about_name", "^reporter__folded_name"),
    filters=("reason", ("closed_at", admin.EmptyFieldListFilter)),
    kept=("request_id",),
    measures="report_detail",
)  # fmt: skip
show(Silence, ("user", "until", "reason", "by", "at"), search=BY_USER)
show(
    Rating,
    ("user", "pool", "millis", "games", "peak", "last_game_at"),
    search=BY_USER,
    filters=("pool",),
)
show(
    RatedResult, ("table", "pool", "finished_at", "voided_at", "voided_by"), search=("=table__public_id",),
    filters=("pool", ("voided_at", admin.EmptyFieldListFilter)), measures="staff_rating",
)  # fmt: skip
show(
    RatingChange, ("result_id", "user", "side", "before", "after", "score", "by_bot"), search=BY_USER,
    filters=("by_bot",),
)  # fmt: skip

# ------------------------------------------------------------------------------------------------ leagues
show(
    League, ("name", "is_public", "is_open", "created_by", "created_at"), search=("folded_name", "slug"),
    filters=("is_public", "is_open", ("hidden_at", admin.EmptyFieldListFilter)), measures="staff_league",
)  # fmt: skip
show(
    Membership,
    ("league", "user", "role", "joined_at"),
    search=("league__folded_name", *BY_USER),
    filters=("role",),
)
show(
    Admission,
    ("league", "user", "state", "by", "at"),
    search=("league__folded_name", *BY_USER),
    filters=("state",),
)
show(
    InvitationLink, ("league", "by", "at", "ends_at", "uses", "max_uses", "email", "mail_due_at"),
    search=("league__folded_name", "email"), kept=("key",),
)  # fmt: skip
show(Announcement, ("title", "league", "by", "at"), search=("title", "league__folded_name"))
show(KeptRules, ("name", "league"), search=("folded_name", "league__folded_name"))
show(Ban, ("league", "user", "until", "by", "at"), search=("league__folded_name", *BY_USER))
show(
    Season, ("name", "league", "kind", "status", "starts_on", "ends_on"), search=("folded_name", "league__folded_name"),
    filters=("kind", "status"),
)  # fmt: skip
show(
    Team,
    ("name", "league", "captain", "vice", "is_open"),
    search=("folded_name", "league__folded_name"),
    filters=("is_open",),
)
show(
    TeamMember,
    ("team", "league", "user", "plays", "joined_at"),
    search=("team__folded_name", *BY_USER),
)
show(
    Division,
    ("name", "season", "level", "size", "tournament"),
    search=("name", "season__folded_name"),
)
show(
    SeasonEntry, ("name", "season", "team", "status", "division", "seed_no"), search=("name", "season__folded_name"),
    filters=("status",),
)  # fmt: skip
show(
    SeasonPlayer,
    ("entry", "season", "user", "accepted_at", "active"),
    search=BY_USER,
    filters=("active",),
)
show(
    FinalPlace,
    ("season", "user", "name", "place", "field_size", "champion"),
    search=BY_USER,
    filters=("champion",),
)
show(
    Ladder,
    ("name", "league", "kind", "created_at", "frozen_at"),
    search=("folded_name", "league__folded_name"),
)
show(
    LadderEntry, ("name", "ladder", "status", "rung", "best", "wins", "losses"),
    search=("name", "ladder__folded_name"), filters=("status",),
)  # fmt: skip
show(
    LadderPlayer, ("entry", "ladder", "user", "accepted_at", "active"), search=BY_USER, filters=("active",)
)  # fmt: skip
show(
    Challenge, ("challenger", "challenged", "ladder", "status", "made_at", "due_at", "ended_at"),
    search=("challenger__name", "challenged__name"), filters=("status",),
)  # fmt: skip
show(
    LadderStep,
    ("number", "ladder", "kind", "entry", "before", "after", "at", "by"),
    search=("entry__name",),
    filters=("kind",),
)

show(
    OwnTimeEvent,
    ("name", "league", "count", "opens_at", "closes_at", "closed_at"),
    search=("folded_name", "league__folded_name"),
)
show(EventSalt, ("user", "event", "given_at"), search=BY_USER, kept=("salt",))
show(EventDeal, ("number", "event"), search=("event__folded_name",))
show(
    EventInvitation,
    ("by", "to", "event", "asked_at"),
    search=("^by__folded_name", "^to__folded_name"),
)
show(
    EventEntry, ("user", "partner", "event", "entered_at", "played", "total", "matchpoints", "place"),
    search=BY_USER,
)  # fmt: skip
show(
    EventPlay, ("entry", "deal", "table", "begun_at", "ended_at"),
    search=("entry__event__folded_name",), kept=("bid", "tricks", "score", "matchpoints"),
)  # fmt: skip

# -------------------------------------------------------------------------------------------- tournaments
show(
    Tournament, ("name", "league", "status", "starts_at", "created_by", "winner", "finished_at"),
    search=("name", "slug", "league__folded_name"), filters=("status", "entry_kind", ("hidden_at", admin.EmptyFieldListFilter)),
    kept=("seed", "form_token"), measures="staff_tournament",
)  # fmt: skip
show(Stage, ("tournament", "index", "format"), search=("tournament__name",), filters=("format",))
show(
    Entry, ("name", "tournament", "status", "seed_no", "joined_round", "created_at"),
    search=("name", "tournament__name"), filters=("status",),
)  # fmt: skip
show(
    EntryPlayer,
    ("user", "entry", "tournament", "active"),
    search=(*BY_USER, "tournament__name"),
    filters=("active",),
)
show(
    Single,
    ("user", "tournament", "status", "created_at"),
    search=(*BY_USER, "tournament__name"),
    filters=("status",),
)
show(
    Round, ("tournament", "number", "status", "starts_at", "finished_at", "draw_no"),
    search=("tournament__name",), filters=("status",), kept=("digits",),
)  # fmt: skip
show(
    Match, ("id", "tournament", "number", "status", "starts_at"), search=("tournament__name",), filters=("status",)
)  # fmt: skip
show(
    MatchTable,
    ("match_id", "number", "kind", "table", "counts", "over"),
    search=("=table__public_id",),
)
show(
    RoomTable,
    ("tournament", "number", "wrong_tries"),
    search=("tournament__name",),
    kept=("token",),
)
show(Pad, ("match_id", "table", "version", "raised_at"), search=("=match__pk",))
show(PadPhone, ("pad_id", "side", "accepted_at", "at"), search=("=pad__match__pk",), kept=("key",))
show(
    PadHand, ("pad_id", "game", "number", "current", "by", "at", "confirmed_at"),
    search=("=pad__match__pk",),
)  # fmt: skip
show(
    Result,
    ("match_id", "version", "current", "kind", "by", "at"),
    search=("=match__pk",),
    filters=("current", "kind"),
)
show(
    Dispute,
    ("match_id", "entry", "by", "status", "at", "answered_by"),
    search=("=match__pk",),
    filters=("status",),
)
show(
    ForfeitClaim,
    ("match_id", "entry", "by", "status", "at", "decides_at"),
    search=("=match__pk",),
    filters=("status",),
)
show(
    ConductMark,
    ("match_id", "entry", "kind", "at", "undone_at"),
    search=("=match__pk",),
    filters=("kind",),
)
show(Penalty, ("entry", "points", "by", "at", "undone_at"), search=("entry__name",))
show(
    Substitution,
    ("entry", "out", "into", "by", "at"),
    search=("entry__name", "^out__folded_name", "^into__folded_name"),
)
show(Template, ("name", "league", "by", "at"), search=("folded_name", "league__folded_name"))
show(
    Schedule,
    ("template", "rhythm", "status", "next_at", "first_on", "last_on"),
    search=("template__folded_name",),
)
