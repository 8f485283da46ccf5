"""Avatars that members upload, where the site takes pictures."""

import base64
import io
import json
import struct
import time
import zlib
from collections.abc import Callable
from pathlib import Path
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
from spades_site.common.people import small_picture
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


@pytest.mark.slow
def test_what_is_no_picture_or_too_large_is_told_and_nothing_changes(
    client: Client, member: Any, settings: Any
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
    settings.AVATAR_UPLOADS = False
    assert 'type="file"' not in client.get(reverse("avatar")).content.decode()
    answer = client.post(
        reverse("avatar_upload"), {"file": SimpleUploadedFile("me.png", png(RED), "image/png")}
    )
    assert answer.status_code == 422
    assert "takes no pictures" in answer.content.decode()
    ann.refresh_from_db()
    assert (ann.avatar, AvatarPicture.objects.count()) == ("owl.3", 0)


def refusal_of(data: bytes) -> str:
    """Return why a file isn't taken, or "" if it is."""
    try:
        small = avatars._small(data)
    except Refused as refusal:
        return refusal.code
    assert Image.open(io.BytesIO(small)).size == (128, 128)
    return ""


def written(kind: str, size: tuple[int, int] = (300, 200), **options: Any) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, RED).save(out, kind, **options)
    return out.getvalue()


def with_scans(number: int) -> bytes:
    """Return a progressive JPEG of 29 megapixels whose last scan is repeated until there are `number`."""
    data = written("JPEG", (5400, 5400), progressive=True, quality=20)
    scan = data[data.rindex(b"\xff\xda") : -2]
    return data[:-2] + scan * (number - data.count(b"\xff\xda")) + data[-2:]


def announcing(size: tuple[int, int]) -> bytes:
    """Return a small PNG whose header announces another size."""
    data = bytearray(png(RED))
    data[16:24] = struct.pack(">II", *size)
    data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
    return bytes(data)


def animation(kind: str, frames: int) -> bytes:
    # Frames that hardly differ would become one.
    colours = [(n * 37 % 256, n * 91 % 256, n * 13 % 256) for n in range(frames)]
    pictures = [Image.new("RGB", (16, 16), colour) for colour in colours]
    out = io.BytesIO()
    pictures[0].save(out, kind, save_all=True, append_images=pictures[1:])
    return out.getvalue()


@pytest.mark.sweep(2)
@pytest.mark.parametrize(("expected", "make"), [
    ("", lambda: with_scans(10)),
    ("too_much_work", lambda: with_scans(31)),
    ("too_much_work", lambda: with_scans(40_000)),
    ("too_large", lambda: announcing((60_000, 60_000))),
    ("too_large", lambda: announcing((30_000, 1001))),
    ("no_picture", lambda: announcing((2**31 - 1, 0))),
    ("no_picture", lambda: written("JPEG")[:400]),
    ("no_picture", lambda: written("WEBP")[:40]),
    ("", lambda: animation("PNG", 3)),
    ("", lambda: animation("WEBP", 3)),
    ("too_much_work", lambda: animation("WEBP", 101)),
    ("too_much_work", lambda: animation("PNG", 101)),
    ("no_picture", lambda: b"%PDF-1.7\n" + png(RED)),
])  # fmt: skip
def test_s2_what_a_file_announces_is_bounded_before_it_is_decoded(
    expected: str, make: Callable[[], bytes]
) -> None:
    data = make()
    assert len(data) <= avatars.LARGEST
    begun = time.monotonic()
    assert refusal_of(data) == expected
    assert time.monotonic() - begun < avatars.LONGEST


def test_s2_what_follows_a_picture_or_hides_in_it_is_not_stored() -> None:
    hidden = b"<script>alert(1)</script>PK\x03\x04"
    for data in (png(RED) + hidden, written("JPEG", comment=hidden) + hidden):
        small = avatars._small(data)
        assert b"script" not in small
        assert (small[:4], small[8:12], len(small)) == (
            b"RIFF", b"WEBP", struct.unpack("<I", small[4:8])[0] + 8
        )  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), [
    ("while True: pass", "too_much_work"),
    ("import time; time.sleep(60)", "too_much_work"),
    ("import sys; sys.exit(1)", "no_picture"),
])  # fmt: skip
def test_s2_a_decoder_that_hangs_is_ended_and_the_next_picture_is_taken(
    body: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "program.py"
    program.write_text(body)
    with monkeypatch.context() as patched:
        patched.setattr(avatars.small_picture, "__file__", str(program))
        patched.setattr(avatars, "LONGEST", 0.5)
        assert refusal_of(png(RED)) == expected
    assert refusal_of(png(RED)) == ""


def test_s2_the_decoder_knows_no_secret_and_has_little_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, source = tmp_path / "program.py", Path(small_picture.__file__).read_text()
    monkeypatch.setenv("SECRET_KEY", "canary")
    monkeypatch.setattr(avatars.small_picture, "__file__", str(program))
    program.write_text("import os; print(os.environ.get('SECRET_KEY'))")
    assert avatars._small(b"") == b"None\n"
    program.write_text(
        source.replace("data = sys.stdin.buffer.read()", "data = bytes(800 * 1024 * 1024)")
    )
    assert refusal_of(b"") == "no_picture"


def test_s2_an_upload_waits_only_briefly_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(avatars, "PATIENCE", 0.0)
    with avatars._decoding:
        assert refusal_of(png(RED)) == "busy"
    assert refusal_of(png(RED)) == ""


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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
