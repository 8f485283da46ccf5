"""The documents that are pages of help, and the links to them."""

from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from spades_site.common import help

pytestmark = pytest.mark.django_db


def names(resolver: URLResolver) -> set[str]:
    """Return the names of all addresses below a resolver."""
    found = set()
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            found |= names(one)
        elif isinstance(one, URLPattern) and one.name:
            found.add(one.name)
    return found


class Links(HTMLParser):
    """Collects where a page's links lead."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if tag == "a" and name == "href" and value]


def test_the_index_of_documents_has_every_page_of_help() -> None:
    listed = (settings.BASE_DIR / "docs/README.md").read_text()
    players, organizers = (part.split("\n## ")[0] for part in listed.split("\n## For ")[1:3])
    assert [one.key for one in help.PLAYERS if f"[{one.key}.md]" not in players] == []
    assert [one.key for one in help.ORGANIZERS if f"[{one.key}.md]" not in organizers] == []


def test_every_page_with_help_exists_and_so_does_the_part_that_speaks_of_it() -> None:
    known = names(get_resolver())
    assert [name for name in help.ABOUT if name not in known] == []
    for place in help.ABOUT.values():
        key, _hash, anchor = place.partition("#")
        assert not anchor or anchor in help.read(key).anchors, place


@pytest.mark.parametrize("key", help.DOCUMENTS)
def test_a_document_is_a_page_whose_links_lead_somewhere(key: str, client: Client) -> None:
    answer = client.get(f"/help/{key}/")
    assert answer.status_code == 200
    links = Links()
    links.feed(str(help.read(key).body))
    for link in links.found:
        path, _hash, anchor = link.partition("#")
        if link.startswith("https://"):
            continue
        if path:
            assert client.get(path).status_code == 200, link
        document = path.removeprefix("/help/").strip("/") if path else key
        if anchor and document in help.DOCUMENTS:
            assert anchor in help.read(document).anchors, link


def test_what_is_for_developers_is_not_on_the_site(client: Client) -> None:
    assert "<!-- For developers -->" in (settings.BASE_DIR / "docs/ratings.md").read_text()
    assert "second implementation" not in str(help.read("ratings").body)
    assert "second implementation" in (settings.BASE_DIR / "docs/ratings.md").read_text()


def test_pages_lead_to_the_part_that_speaks_of_them(client: Client) -> None:
    assert 'href="/help/ratings/"' in client.get("/leaderboard/").content.decode()
    assert 'href="/help/"' in client.get("/").content.decode()
    assert client.get("/help/").status_code == 200
    assert client.get("/help/nothing/").status_code == 404


def test_a_reader_of_german_is_told_that_the_page_is_in_english(client: Client) -> None:
    page = client.get("/help/ratings/", headers={"accept-language": "de"}).content.decode()
    assert "Diese Seite gibt es nur auf Englisch." in page
    assert '<article class="help" lang="en">' in page
