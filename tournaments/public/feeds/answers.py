"""Responses of the feeds, with an ETag so that programs can ask for changes only."""

import hashlib

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

from spades_site.accounts.models import Viewer
from tournaments.public.feeds.keys import user_behind


def viewer_of(request: HttpRequest) -> Viewer:
    """Return the reader of a feed: the person behind the `key` in its address, else the signed-in user.

    Raises Http404 for an invalid or revoked key, as for a feed that doesn't exist.
    """
    key = request.GET.get("key")
    if key is None:
        return request.user
    person = user_behind(key, request.path)
    if person is None:
        raise Http404
    return person


def answer(request: HttpRequest, body: bytes, content_type: str, name: str) -> HttpResponseBase:
    """Return a feed, to be saved under `name`; or an empty 304 if the client already has the same bytes."""
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    response = HttpResponse(body, content_type=content_type)
    response["ETag"] = etag
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return get_conditional_response(request, etag=etag, response=response) or response
