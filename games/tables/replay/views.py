"""The page of a finished game's replay, and its data."""

import json
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.contrib import messages
from django.core.cache import caches
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.tables import hooks
from games.tables.access.audience import is_kept, visible_to
from games.tables.models import Table
from games.tables.replay.comment_news import comments_seen
from games.tables.replay.comments import comments_on, marks_on, may_remove
from games.tables.replay.forms import CommentForm
from games.tables.replay.places import Place, place_in, place_title
from games.tables.replay.position_picture import position_picture
from games.tables.replay.records import record_of
from games.tables.replay.share_picture import SIZE, picture
from games.tables.replay.summary import hands_in_words, headline, side_names, summary
from games.tables.replay.talk import talk_at
from games.tables.replay.timeline import Replay, has_replay, replay_of, stamp_of
from games.tables.texts.rules import rules_said
from spades_site.accounts.models import User
from spades_site.accounts.tokens.scopes import READ, takes_tokens
from spades_site.common.pages import page_of

DAY = 24 * 3600
YEAR = 365 * DAY


@require_safe
def table_replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the replay of a finished game; before the end it would show hidden cards, so redirect to the table.

    With ?at= it opens at that place, which the link's preview also shows.
    """
    table = get_object_or_404(_tables(request), public_id=public_id)
    if not has_replay(table):
        messages.info(
            request,
            _("The replay is available once everybody has played these deals.")
            if table.is_closed
            else _("A replay is available once a game has been played to its end."),
        )
        return redirect(table)
    return replay_page(request, table)


def replay_page(
    request: HttpRequest, table: Table, refused: CommentForm | None = None
) -> HttpResponse:
    """Show a replay with its comments; `refused` is the form of a comment that wasn't accepted."""
    comments_seen(table, request.user)
    replay = replay_of(table)
    record, public_id = replay.record, table.public_id
    place = place_in(record, refused["at"].value() if refused else request.GET.get("at"))
    at = f"&at={place}" if place else ""
    addresses = {
        name: f"{reverse(name, args=[public_id])}?v={stamp_of(table, replay.seats)}"
        for name in ("table_replay_data", "table_replay_picture")
    }
    own_address = f"{settings.SITE_URL}{reverse('table_replay', args=[public_id])}"
    talk = talk_at(table, request.user)
    own = [seat.index for seat in replay.seats if seat.user_id and seat.user_id == request.user.pk]
    context = {
        "table": table,
        **_comments(request, replay, place, refused),
        "title": table.title or rules_said(table.rules),
        "rules": rules_said(table.rules),
        "headline": headline(replay),
        "summary": summary(replay),
        "sides": side_names(replay),
        "hands": [
            {**hand, "talk": [said for said in talk if said.hand == hand["number"]]}
            for hand in hands_in_words(replay)
        ],
        "fair": record["x-fairness"],
        "salts": _salts(record),
        "left_out": sum(
            bool(hashed and not salt)
            for hashed, salt in zip(
                record["x-fairness"]["salt_hashes"], record["x-fairness"]["salts"], strict=True
            )
        ),
        "nobody": not any(record["x-fairness"]["salts"]),
        "config": {
            "table": public_id,
            "data": addresses["table_replay_data"],
            "you": own[0] if own else None,
            "at": str(place) if place else "",
            "comments": marks_on(table, request.user),
            "talk": talk,
            "marks": [
                [mark.hand, mark.step, mark.kind, mark.text]
                for mark in hooks.marks_at(table.pk, record["players"])
            ],
            "address": own_address,
            "picture": addresses["table_replay_picture"],
        },
        "address": f"{own_address}?at={place}" if place else own_address,
        "place": place_title(replay, place) if place else "",
        "picture": f"{settings.SITE_URL}{addresses['table_replay_picture']}{at}",
        "picture_size": SIZE,
        "listed": table.visibility == Table.Visibility.OPEN,
    }
    return render(request, "tables/replay/page.html", context)


def _comments(
    request: HttpRequest, replay: Replay, place: Place | None, refused: CommentForm | None
) -> dict[str, Any]:
    """Return the page of comments, each with its place, and the form for another."""
    page = page_of(request, comments_on(replay.table, request.user), key="comments")
    at = place or Place(1, 0)
    form = refused
    if form is None and isinstance(request.user, User) and not request.user.is_guest:
        address = reverse("table_comment", args=[replay.table.public_id])
        fields = {"at": str(at), "request_id": secrets.token_hex(8)}
        form = CommentForm(initial=fields, action=address)
    rows = [
        (row, where, place_title(replay, where), may_remove(row, request.user))
        for row in page
        for where in (Place(row.hand, row.step),)
    ]
    return {"comments": page, "rows": rows, "form": form, "here": place_title(replay, at)}


def _salts(record: dict[str, Any]) -> list[tuple[str, str, bool]]:
    """Return each player's name, their salt ("" for none), and whether it was left out."""
    fair, names = record["x-fairness"], record["players"]
    start = fair["salts_from"]
    if start is None:
        return [(name, "", False) for name in names]
    own = slice(start, start + len(names))
    pairs = zip(names, fair["salt_hashes"][own], fair["salts"][own], strict=True)
    return [(name, salt, bool(hashed and not salt)) for name, hashed, salt in pairs]


@takes_tokens(get=READ)
@require_safe
def table_replay_data(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send the replay as JSON."""
    return _lasting(request, public_id, "application/json", _as_json)


@require_safe
def table_replay_picture(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send the preview picture of the replay, or with ?at= that of a position."""
    at = request.GET.get("at", "")
    return _lasting(request, public_id, "image/png", partial(_as_picture, at=at), part=at)


def _lasting(
    request: HttpRequest,
    public_id: str,
    kind: str,
    make: Callable[[Table, str], bytes],
    part: str = "",
) -> HttpResponse:
    """Send something made from a replay or a part of it. The content of an address with ?v= never changes."""
    table = get_object_or_404(_tables(request), public_id=public_id)
    if not has_replay(table):
        raise Http404
    stamp = stamp_of(table, list(table.seats.all()))
    etag = f'"{stamp}{quote(part)}"'
    kept: Any = get_conditional_response(request, etag=etag)
    if kept is not None:
        return kept
    answer = HttpResponse(make(table, stamp), content_type=kind, headers={"ETag": etag})
    if is_kept(table):
        patch_cache_control(answer, private=True, no_cache=True)
    elif request.GET.get("v") == stamp:
        patch_cache_control(answer, public=True, max_age=YEAR, immutable=True)
    else:
        patch_cache_control(answer, public=True, no_cache=True)
    return answer


def _as_json(table: Table, stamp: str) -> bytes:
    replay = replay_of(table).to_dict()
    return json.dumps(replay, separators=(",", ":"), ensure_ascii=False).encode()


def _as_picture(table: Table, stamp: str, *, at: str) -> bytes:
    # Takes a fifth of a second, and a shared link is fetched by many machines. One picture serves readers of all
    # languages: it is cached under the game's name alone, a position's under its place, which is one of the game's.
    with translation.override(settings.LANGUAGE_CODE):
        place = place_in(record_of(table), at) if at else None
        drawn = caches["pictures"].get_or_set(
            f"replay-picture:{stamp}:{place or ''}", lambda: _drawn(table, place), DAY
        )
    return bytes(drawn or b"")


def _drawn(table: Table, place: Place | None) -> bytes:
    replay = replay_of(table)
    if place is None:
        return picture(replay, settings.SITE_NAME)
    return position_picture(replay, place, settings.SITE_NAME)


def _tables(request: HttpRequest) -> QuerySet[Table]:
    return visible_to(request.user).prefetch_related("seats")
