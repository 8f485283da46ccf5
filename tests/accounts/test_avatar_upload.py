"""Avatars that members upload, where the site takes pictures."""

import base64
import io
import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.template import Context, Template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image, PngImagePlugin

from games.tables.pictures.picture import picture_of
from spades_site.accounts import avatar as avatars
from spades_site.accounts.avatar import upload_avatar
from spades_site.accounts.closing import close_account, export_of
from spades_site.accounts.models import AvatarPicture
from spades_site.common import outbox
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.notices.models import Notice
from spades_site.notices.texts import notice_text
from tests.accounts.test_names import account_fields
from tests.support.factors import with_second_factor
from tests.tables.playing import seated, state_of

pytestmark = pytest.mark.django_db
RED, BLUE = (200, 30, 30), (30, 30, 200)


@pytest.fixture(autouse=True)
def uploads(settings: Any) -> None:
    settings.AVATAR_UPLOADS = True


def png(colour: tuple[int, int, int], size: tuple[int, int] = (300, 200)) -> bytes:
    """Return a picture that says where and by what it was taken."""
    said = PngImagePlugin.PngInfo()
    said.add_text("Comment", "taken at home")
    exif = Image.Exif()
    exif[0x010F] = "SecretCamera"
    out = io.BytesIO()
    picture = Image.new("RGB", size, colour)
    picture.save(out, "PNG", pnginfo=said, exif=exif, icc_profile=b"a profile")
    return out.getvalue()


def upload(user: Any, data: bytes) -> str:
    """Upload a picture; return the hash under which it is kept."""
    upload_avatar(user_id=user.pk, file=io.BytesIO(data))
    user.refresh_from_db()
    return str(user.avatar.removeprefix("picture."))


def drawn(people: Any) -> str:
    template = Template("{% for one in people %}{% avatar one %}{% endfor %}")
    return " ".join(template.render(Context({"people": people})).split())


def test_a_picture_becomes_a_small_square_without_what_it_says_and_is_served(
    client: Client, member: Any
) -> None:
    ann = member("ann")
    client.force_login(ann)
    page = client.get(reverse("avatar")).content.decode()
    assert 'type="file" name="file"' in page
    file = SimpleUploadedFile("me.png", png(RED), "image/png")
    answer = client.post(reverse("avatar_upload"), {"file": file})
    assert (answer.status_code, answer["Location"]) == (302, reverse("settings"))
    row = AvatarPicture.objects.get(user=ann)
    ann.refresh_from_db()
    assert ann.avatar == f"picture.{row.digest}"
    client.logout()
    served = client.get(f"/account/avatar/{row.digest}.webp")
    assert served.status_code == 200
    assert served["Content-Type"] == "image/webp"
    assert served["X-Content-Type-Options"] == "nosniff"
    assert served["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Set-Cookie" not in served
    small = Image.open(io.BytesIO(served.content))
    assert (small.format, small.size) == ("WEBP", (128, 128))
    assert not {"exif", "icc_profile", "xmp"} & set(small.info)
    assert b"SecretCamera" not in served.content
    pixel = small.convert("RGB").getpixel((64, 64))
    assert all(abs(had - want) < 12 for had, want in zip(pixel, RED, strict=True))
    assert client.get(f"/account/avatar/{'0' * 32}.webp").status_code == 404
    image = f'<image href="/account/avatar/{row.digest}.webp" width="40" height="40" />'
    assert image in drawn([ann])


def test_what_is_no_picture_or_too_large_is_told_and_nothing_changes(
    client: Client, member: Any, monkeypatch: Any, settings: Any
) -> None:
    ann = member("ann", avatar="owl.3")
    client.force_login(ann)
    gif = io.BytesIO()
    Image.new("RGB", (9, 9)).save(gif, "GIF")
    bad = {
        "no picture that we can read": (b"hello", b"", png(RED)[:150], gif.getvalue()),
        "is too large": (b"\x89PNG" + bytes(avatars.LARGEST), png(RED, (6000, 5001))),
    }
    for sentence, files in bad.items():
        for data in files:
            sent = {"file": SimpleUploadedFile("me.png", data, "image/png")}
            answer = client.post(reverse("avatar_upload"), sent)
            assert (answer.status_code, sentence in answer.content.decode()) == (422, True)
    answer = client.post(reverse("avatar_upload"), {})
    assert (answer.status_code, "Choose a picture." in answer.content.decode()) == (422, True)
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 100)
    with pytest.raises(Refused) as refusal:
        upload(ann, png(RED))
    assert refusal.value.code == "too_large"
    settings.AVATAR_UPLOADS = False
    assert 'type="file"' not in client.get(reverse("avatar")).content.decode()
    answer = client.post(
        reverse("avatar_upload"), {"file": SimpleUploadedFile("me.png", png(RED), "image/png")}
    )
    assert answer.status_code == 422
    assert "takes no pictures" in answer.content.decode()
    ann.refresh_from_db()
    assert (ann.avatar, AvatarPicture.objects.count()) == ("owl.3", 0)


def test_s2_a_process_unpacks_one_picture_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of 90 kB may need 200 MB unpacked, so many at once would end the process."""
    now_open, most = [0], [0]
    fit = avatars.ImageOps.fit

    def slowly(*given: Any) -> Any:
        now_open[0] += 1
        most[0] = max(most[0], now_open[0])
        time.sleep(0.05)
        now_open[0] -= 1
        return fit(*given)

    monkeypatch.setattr(avatars.ImageOps, "fit", slowly)
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(avatars._small, [png(RED)] * 4))) == 1
    assert most == [1]


def test_it_is_replaced_deleted_and_hidden_where_the_site_takes_none_any_more(
    client: Client, member: Any, settings: Any
) -> None:
    ann, bob = member("ann"), member("bob")
    first = upload(ann, png(RED))
    assert upload(bob, png(RED)) == upload(ann, png(RED)) == first
    table = seated([ann, bob])
    frame = f'"avatar":"picture.{first}"'
    assert picture_of(table, list(table.seats.all()), state_of(table))["table"].count(frame) == 2
    settings.AVATAR_UPLOADS = False
    assert frame not in picture_of(table, list(table.seats.all()), state_of(table))["table"]
    assert "<text" in drawn([ann])
    assert client.get(f"/account/avatar/{first}.webp").status_code == 404
    settings.AVATAR_UPLOADS = True
    second = upload(ann, png(BLUE))
    assert second != first
    # Bob's, the same picture, stays.
    assert [seat.avatar for seat in table.seats.order_by("index")][:2] == ["", f"picture.{first}"]
    assert client.get(f"/account/avatar/{first}.webp").status_code == 200
    client.force_login(ann)
    client.post(reverse("avatar"), {"motif": "owl", "hue": "3"})
    ann.refresh_from_db()
    assert ann.avatar == "owl.3"
    assert client.get(f"/account/avatar/{second}.webp").status_code == 404
    assert set(AvatarPicture.objects.values_list("user__username", flat=True)) == {"bob"}


def test_lists_show_pictures_without_queries_exports_hold_them_and_closing_deletes_them(
    member: Any,
) -> None:
    people = [member(name) for name in ("ann", "bob", "cy")]
    digests = [upload(one, png((20 * n, 90, 9))) for n, one in enumerate(people)]
    rows = list(get_user_model().objects.order_by("pk"))
    with CaptureQueriesContext(connection) as queries:
        page = drawn(rows)
    assert len(queries) == 0
    assert [f"/account/avatar/{digest}.webp" in page for digest in digests] == [True] * 3
    ann = people[0]
    kept = json.loads(json.dumps(export_of(ann), cls=DjangoJSONEncoder))
    (own,) = kept["accounts.AvatarPicture.user"]
    assert own["digest"] == digests[0]
    assert Image.open(io.BytesIO(base64.b64decode(own["content"]))).size == (128, 128)
    close_account(user_id=ann.pk, by=ann)
    assert not AvatarPicture.objects.filter(digest=digests[0]).exists()
    ann.refresh_from_db()
    assert ann.avatar == ""


def test_staff_remove_a_picture_with_a_reason_that_its_owner_reads(
    client: Client, member: Any
) -> None:
    boss = with_second_factor(member("boss", is_staff=True, is_superuser=True))
    ann = member("ann")
    upload(ann, png(RED))
    client.force_login(boss)
    address = reverse("admin:accounts_user_change", args=[ann.pk])
    sent = account_fields(client, ann, remove_picture="on")
    assert "reason" in client.post(address, sent).context["adminform"].form.errors
    for _time in range(2):
        assert client.post(address, {**sent, "reason": "Insulting"}).status_code == 302
        outbox.deliver_due()
    ann.refresh_from_db()
    assert (ann.avatar, AvatarPicture.objects.exists()) == ("", False)
    entry = AuditEntry.objects.get(verb="user.picture_removed")
    assert (entry.actor, entry.reason) == (boss, "Insulting")
    (news,) = Notice.objects.filter(user=ann)
    assert notice_text(news.kind, news.params).text == (
        "Your picture was removed. Choose another one that everybody may see. Reason: Insulting"
    )
