"""What all operations share: who asks, how often, how answers are cached, and how a refusal is told."""

import csv
import functools
import hashlib
import io
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import RequestDataTooBig
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI, Router, Schema, Status
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError
from ninja.pagination import paginate
from ninja.parser import Parser
from ninja.security import HttpBearer
from ninja.throttling import SimpleRateThrottle

from spades_site.accounts.models import User, Viewer
from spades_site.accounts.tokens.scopes import ENTER, ORGANIZE, PLAY, READ
from spades_site.api.paging import Pages, RowPages
from spades_site.common.errors import Refused
from spades_site.common.lists.imports import NotImported
from spades_site.common.refusals import status_of
from spades_site.common.server.address import address_of, network_of
from spades_site.common.server.middleware import problem
from tournaments.events.setup.proposal import NotValid
from tournaments.public.feeds.tables import plain

type Answer = Callable[..., Any]
VISITORS, PROGRAMS = "60/m", "600/m"
"""Requests in a minute: of one network address without a token, and of one token."""
NOTHING = Status(204, None)
"""The answer once something is gone."""


class Problem(Schema):
    """What was wrong, and what to do: of a tournament that can't be like that, by field; of entries, by their place in the list, from 0."""

    code: str
    message: str
    errors: dict[str, list[str]] | None = None


REFUSALS = dict.fromkeys((400, 401, 403, 404, 405, 409, 413, 422, 429), Problem)
"""The answers of an action that does nothing."""
READING = {**REFUSALS, 304: None}
"""The answers of an address that has nothing to read, or nothing new."""


class Bearer(HttpBearer):
    """A personal token with the scope `organize`, of the owner's settings."""

    openapi_description = "A personal token with the scope `organize`."

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        """Return the token, whose scope the middleware has checked."""
        return getattr(request, "token", None)


class EntersBearer(Bearer):
    """A personal token with the scope `enter`, of the owner's settings."""

    openapi_description = "A personal token with the scope `enter`."


class PlaysBearer(Bearer):
    """A personal token with the scope `play`, of the owner's settings."""

    openapi_description = "A personal token with the scope `play`."


class ReadsBearer(Bearer):
    """A personal token with the scope `read`, of the owner's settings."""

    openapi_description = (
        "A personal token with the scope `read`. Without one, answers are as for a visitor."
    )


def _visitor(request: HttpRequest) -> bool:
    """Let everybody read as a visitor."""
    return True


NEEDS: dict[str, list[Callable[[HttpRequest], Any]]] = {
    ORGANIZE: [Bearer()],
    ENTER: [EntersBearer()],
    PLAY: [PlaysBearer()],
    READ: [ReadsBearer(), _visitor],
}
"""What a request needs, by the scope of its operation: one of these."""


class Pace(SimpleRateThrottle):
    """So many requests in a minute, per token or per network address."""

    scope = "api"

    def __init__(self, rate: str, *, programs: bool) -> None:
        super().__init__(rate)
        self.programs = programs

    def get_cache_key(self, request: HttpRequest) -> str | None:
        """Return whose requests are counted together; None if this pace isn't theirs."""
        token = getattr(request, "token", None)
        if self.programs != (token is not None):
            return None
        who = network_of(address_of(request)) if token is None else token.pk
        return f"api:{'token' if self.programs else 'network'}:{who}"


class Routes(Router):
    """A router with the kinds of addresses that the API has, the scope that each needs, and the answers it can give."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.scopes: dict[str, dict[str, str]] = {}
        """The scope that a token needs, by address and method. urls.py declares it on the view."""

    def read(
        self, address: str, shape: Any, *, scope: str = READ, **given: Any
    ) -> Callable[[Answer], Answer]:
        """Add an address to read. With the scope `read`, visitors may read it too."""
        return self._add("GET", address, scope, {200: shape, **READING}, **given)

    def pages(
        self,
        address: str,
        shape: type[Schema],
        *,
        ordering: tuple[str, ...],
        row: Callable[[Any], Any] | None = None,
        **given: Any,
    ) -> Callable[[Answer], Answer]:
        """Add a list, in pages. `row` makes of each row what is answered."""

        def add(rows: Answer) -> Answer:
            shown = paginate(Pages, ordering=ordering, shape=row)(rows)
            self.read(address, list[shape], **given)(shown)  # type: ignore[valid-type]
            return rows

        return add

    def act(self, address: str, shape: Any, *, scope: str = ORGANIZE) -> Callable[[Answer], Answer]:
        """Add an action."""
        return self._add("POST", address, scope, {200: shape, **REFUSALS})

    def make(
        self, address: str, shape: Any, *, scope: str = ORGANIZE
    ) -> Callable[[Answer], Answer]:
        """Add an action that makes something, which its answer shows with 201."""

        def add(made: Answer) -> Answer:
            @functools.wraps(made)
            def answer(*given: Any, **named: Any) -> Status[Any]:
                return Status(201, made(*given, **named))

            self._add("POST", address, scope, {201: shape, **REFUSALS})(answer)
            return made

        return add

    def undo(
        self, address: str, shape: Any, *, scope: str = ORGANIZE
    ) -> Callable[[Answer], Answer]:
        """Add the taking back of an action; without a `shape` it answers NOTHING."""
        said = {204: None} if shape is None else {200: shape}
        return self._add("DELETE", address, scope, {**said, **REFUSALS})

    def _add(
        self, method: str, address: str, scope: str, response: dict[int, Any], **given: Any
    ) -> Callable[[Answer], Answer]:
        self.scopes.setdefault(address, {})[method] = scope
        given.setdefault("operation_id", operation_id(method, address, response))
        if scope == READ:
            # Besides the token that the document names: none at all.
            given["openapi_extra"] = {"security": [{}]}
        return self.api_operation([method], address, auth=NEEDS[scope], response=response, **given)


def operation_id(method: str, address: str, response: Mapping[int, Any]) -> str:
    """Return what an operation is called in the document, such as `create_tournament_entry` or `get_match_line_ups`."""
    parts = address.strip("/").split("/")
    # One of several, if its key or slug follows, or if one is made.
    followed = [*(part.startswith("{") for part in parts[1:]), 201 in response]
    words = [
        _SINGULAR.get(part, part.removesuffix("s")) if one else part
        for part, one in zip(parts, followed, strict=True)
        if not part.startswith("{") or part in _SAID
    ]
    verb = "create" if 201 in response else method.lower()
    return "_".join([verb, *words]).translate(_WORD_SIGNS)


_SINGULAR = {"entries": "entry", "matches": "match", "penalties": "penalty", "ratings": "ratings"}
_SAID = {"{step}", "{switch}"}
"""Parts of an address that say what is done, not to what."""
_WORD_SIGNS = str.maketrans({"-": "_", ".": "_", "{": None, "}": None})


def digest_of(content: bytes) -> str:
    """Return what stands for some content in an ETag."""
    return hashlib.sha256(content).hexdigest()[:32]


def unless_known[Given: HttpResponseBase](request: HttpRequest, answer: Given, etag: str) -> Given:
    """Return an answer with an ETag; an empty 304 if the program already has it."""
    answer["ETag"] = etag
    whole: Any = _private(answer)
    known: Any = get_conditional_response(request, etag=etag, response=whole)
    return answer if known is None else known


def _private[Given: HttpResponseBase](answer: Given) -> Given:
    patch_cache_control(answer, private=True, no_cache=True)
    patch_vary_headers(answer, ["Accept-Language", "Authorization"])
    return answer


class StorableJson(Parser):
    """Reads JSON, but no text that no database takes: with U+0000, or with half a character of two."""

    def parse_body(self, request: HttpRequest) -> Any:
        """Return what a request's body says. Raises ValueError."""
        said = super().parse_body(request)
        # In this form each is as it was sent: the encoding refuses halves, and only U+0000 is written this way.
        if b"\\u0000" in json.dumps(said, ensure_ascii=False).encode().replace(b"\\\\", b""):
            raise ValueError("U+0000")
        return said


class Api(NinjaAPI):
    """The API, whose answers to GET have an ETag."""

    def create_response(self, request: HttpRequest, data: Any, **given: Any) -> HttpResponse:
        """Return an answer; an empty 304 if the program already has the same bytes."""
        answer = super().create_response(request, data, **given)
        if request.method in ("GET", "HEAD") and answer.status_code == 200:
            return unless_known(request, answer, f'"{digest_of(answer.content)}"')
        return _private(answer)


api = Api(
    title="Spades",
    version="1",
    description="Leagues, tournaments, ratings and games as JSON. See docs/api.md.",
    docs_url=None,
    parser=StorableJson(),
    throttle=[Pace(VISITORS, programs=False), Pace(PROGRAMS, programs=True)],
)


def viewer_of(request: HttpRequest) -> Viewer:
    """Return for whom a program asks: the owner of its token, else a visitor. A browser's session doesn't count."""
    return request.user if hasattr(request, "token") else AnonymousUser()


def person_of(request: HttpRequest) -> User:
    """Return the owner of the token, which the operation requires."""
    viewer = viewer_of(request)
    assert isinstance(viewer, User)
    return viewer


def found[Row](row: Row | None) -> Row:
    """Return a row, or raise Http404 if there is none that the viewer may see."""
    if row is None:
        raise Http404
    return row


def as_csv(lines: Iterable[Iterable[str]]) -> str:
    """Return lists of names as the file that organizers import, one a line."""
    text = io.StringIO()
    csv.writer(text).writerows([" ".join(cell.splitlines()) for cell in line] for line in lines)
    return text.getvalue()


def state_of[Changed: Model](row: Changed) -> Changed:
    """Return what an action changed, as it is now."""
    row.refresh_from_db()
    return row


type Rows = Callable[[HttpRequest, str, str], Iterable[Any]]


def tables_of(
    router: Routes, address: str, **tables: tuple[type[Schema], str]
) -> Callable[[Rows], Rows]:
    """Have a function answer for several tables of one thing, named by its slug: each with the shape of its rows and a
    sentence.
    """

    def add(what: str, shape: type[Schema], sentence: str, rows: Rows) -> None:
        def answer(request: HttpRequest, slug: str) -> Any:
            return [plain(row) for row in rows(request, slug, what)]

        router.read(
            f"{address}/{what}",
            list[shape],  # type: ignore[valid-type]
            exclude_unset=True,
            summary=what.capitalize(),
            description=sentence,
        )(paginate(RowPages)(answer))

    def declare(rows: Rows) -> Rows:
        for what, (shape, sentence) in tables.items():
            add(what, shape, sentence, rows)
        return rows

    return declare


@api.exception_handler(Refused)
def _refused(request: HttpRequest, refusal: Refused) -> HttpResponse:
    more = {}
    if isinstance(refusal, NotValid):
        more["errors"] = refusal.errors
    elif isinstance(refusal, NotImported):
        # A program sends no heading, and each of its lists is a line.
        more["errors"] = {
            str(line.number - 1): [line.problem] for line in refusal.lines if line.problem
        }
    return _problem(request, refusal.code, str(refusal), status_of(refusal.code), **more)


@api.exception_handler(Http404)
def _missing(request: HttpRequest, missing: Http404) -> HttpResponse:
    return problem(404)


@api.exception_handler(Throttled)
def _too_fast(request: HttpRequest, too_fast: Throttled) -> HttpResponse:
    answer = problem(429)
    answer["Retry-After"] = str(too_fast.wait or 1)
    return answer


@api.exception_handler(AuthenticationError)
def _unauthorized(request: HttpRequest, missing: AuthenticationError) -> HttpResponse:
    sentence = _("This needs a personal token. Create one in the settings.")
    answer = _problem(request, "no_token", sentence, 401)
    answer["WWW-Authenticate"] = "Bearer"
    return answer


@api.exception_handler(RequestDataTooBig)
def _too_large(request: HttpRequest, too_large: RequestDataTooBig) -> HttpResponse:
    return problem(413)


@api.exception_handler(HttpError)
def _wrong(request: HttpRequest, wrong: HttpError) -> HttpResponse:
    return problem(wrong.status_code)


@api.exception_handler(ValidationError)
def _invalid(request: HttpRequest, invalid: ValidationError) -> HttpResponse:
    places = [
        f"{'.'.join(map(str, each.get('loc', [])))}: {each.get('msg', '')}"
        for each in invalid.errors
    ]
    return _problem(request, "invalid", "; ".join(places), 422)


def _problem(
    request: HttpRequest, code: str, message: str, status: int, **more: Any
) -> HttpResponse:
    return api.create_response(request, {"code": code, "message": message, **more}, status=status)


@csrf_exempt
def unknown(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Answer for an address below /api/ that isn't there."""
    return _missing(request, Http404())
