"""The site as an app that browsers install."""

from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client


def test_the_manifest_names_the_site_and_icons_that_exist(db: None, client: Client) -> None:
    answer = client.get("/site.webmanifest")
    content = answer.json()
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert (content["name"], content["start_url"], content["display"]) == (
        settings.SITE_NAME,
        "/",
        "standalone",
    )
    assert [(icon["sizes"], icon["purpose"]) for icon in content["icons"]] == [
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    ]
    for icon in content["icons"]:
        assert finders.find(icon["src"].removeprefix(settings.STATIC_URL)) is not None
    assert '<link rel="manifest" href="/site.webmanifest">' in client.get("/").content.decode()
