"""The template tags of every page: complete HTML, and the same texts as the page's script."""

import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django import forms
from django.conf import settings
from django.core.paginator import Paginator
from django.template import Context, Template
from django.test import RequestFactory
from django.utils import timezone, translation

from games.tables.levels import LEVEL_NAMES
from spades_site.common.templatetags import cards, people, times
from spades_site.common.templatetags.icons import FOLDER, ICONS, LUCIDE, path_data
from tests.support.squeezed import squeezed


def render(source: str, **context: Any) -> str:
    return squeezed(Template(source).render(Context(context)))


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """Thursday 12 March 2026, 12:00 UTC, on the platform's clock."""
    moment = datetime(2026, 3, 12, 12, tzinfo=UTC)
    monkeypatch.setattr(times, "now", lambda: moment)
    return moment


# ------------------------------------------------------------------------------------------------- people
@pytest.mark.parametrize(
    ("name", "letters"),
    [("ann", "AN"), ("Di Angelo", "DA"), ("guest-7x", "G7"), ("x", "X"), ("", "?"), ("örn", "ÖR")],
)
def test_initials(name: str, letters: str) -> None:
    assert people.initials_of(name) == letters


def test_hue_is_the_one_that_the_script_computes() -> None:
    # 1·97 + 2·110 + 3·110 = 647 = 53·12 + 11; static/js/avatar.js has the same sum.
    assert people.hue_of("ann") == 11
    assert people.hue_of("Ann") == 11


def test_thousands_are_set_off_as_the_language_does() -> None:
    counted = "{% load i18n %}{% blocktranslate count n=n|grouped %}{{ n }} game{% plural %}{{ n }} games{% endblocktranslate %}"
    assert [render(counted, n=n) for n in (1, 999, 2560)] == ["1 game", "999 games", "2,560 games"]
    with translation.override("de"):
        assert (
            render("{{ n|grouped }} {{ n|floatformat:'0g' }}", n=1234567) == "1.234.567 1.234.567"
        )


def test_no_template_reads_another_clock_than_the_platforms() -> None:
    found = [
        str(file.relative_to(settings.BASE_DIR))
        for file in (settings.BASE_DIR / "templates").rglob("*.html")
        if "{% now " in file.read_text()
    ]
    assert found == []


def test_levels_begin_with_different_letters_which_phones_show_alone() -> None:
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            assert len({str(name)[0] for name in LEVEL_NAMES.values()}) == len(LEVEL_NAMES)


def test_avatar_carries_no_style_attribute() -> None:
    assert render('{% avatar "ann" %}') == (
        '<svg class="avatar hue-11" viewBox="0 0 40 40" aria-hidden="true">'
        '<text x="20" y="20">AN</text></svg>'
    )


def test_a_name_with_markup_is_shown_harmlessly() -> None:
    assert "<b>" not in render("{% player name %}", name="<b>x</b>")
    assert "&lt;b&gt;x&lt;/b&gt;" in render("{% player name %}", name="<b>x</b>")


def test_a_guest_has_no_profile_to_link_to(db: None, member: Any) -> None:
    guest = member("guest-23456789", is_guest=True)
    html = render("{% player guest %}", guest=guest)
    assert "<a " not in html
    assert '<span class="badge">guest</span>' in html


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("{% rating 1512.4 %}", '<span class="num">1512</span>'),
        ("{% rating None %}", '<span class="muted">–</span>'),
        (
            "{% rating 1500 provisional=True %}",
            '<span class="num">1500<abbr title="Provisional: few games played yet">?</abbr></span>',
        ),
        ("{{ 94.6|percent }} {{ 94.62|percent:1 }}", "95% 94.6%"),
        ("{% delta 16 %}", '<span class="num up">+16</span>'),
        ("{% delta -12.4 %}", '<span class="num down">−12</span>'),
        ("{% delta 0.2 %}", '<span class="num muted">0</span>'),
        ("{% delta None %}", ""),
    ],
)
def test_ratings(source: str, html: str) -> None:
    assert render(source) == html


# --------------------------------------------------------------------------------------------------- time
@pytest.mark.parametrize(
    ("ahead", "words"),
    [
        (timedelta(seconds=20), "now"),
        (timedelta(seconds=40), "in 1 min"),
        (timedelta(minutes=-5), "5 min ago"),
        (timedelta(minutes=59, seconds=40), "in 1 h"),
        (timedelta(hours=35), "in 35 h"),
        (timedelta(hours=-36), "2 d ago"),
        (timedelta(days=9), "in 9 d"),
    ],
)
def test_how_far_a_moment_is(noon: datetime, ahead: timedelta, words: str) -> None:
    assert times.relative_words(noon + ahead, noon) == words


@pytest.mark.parametrize(
    ("ahead", "short"),
    [
        (timedelta(hours=2), "15:00"),
        (timedelta(days=1), "Fri 13:00"),
        (timedelta(days=-6), "Fri 13:00"),
        (timedelta(days=20), "Wed 1 Apr 14:00"),
        (timedelta(days=400), "16 Apr 2027"),
    ],
)
def test_short_times_in_the_viewers_zone(noon: datetime, ahead: timedelta, short: str) -> None:
    with timezone.override(ZoneInfo("Europe/Berlin")):
        assert times._time_parts(noon + ahead, relative=True)["short"] == short


def test_a_time_names_its_zone(noon: datetime) -> None:
    with timezone.override(ZoneInfo("Europe/Berlin")):
        html = render("{% when moment %}", moment=noon + timedelta(hours=2))
    assert html == (
        '<time class="nowrap" datetime="2026-03-12T14:00:00Z"'
        ' title="Thursday 12 March 2026, 15:00 (Europe/Berlin)" data-zone="Europe/Berlin">15:00'
        ' <span class="muted">(<span data-relative>in 2 h</span>)</span></time>'
    )


def test_times_are_shown_as_how_long_ago(noon: datetime) -> None:
    html = render("{% ago moment %}", moment=noon - timedelta(minutes=5))
    assert html == (
        '<time class="nowrap" datetime="2026-03-12T11:55:00Z"'
        ' title="Thursday 12 March 2026, 11:55 (UTC)" data-zone="UTC">'
        "<span data-relative>5 min ago</span></time>"
    )


def test_no_time_is_a_dash() -> None:
    assert render("{% when None %}") == '<span class="muted">–</span>'


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(45, "45 s"), (120, "2 min"), (5400, "1 h 30 min"), (172800, "2 d"), (None, "")],
)
def test_durations(seconds: int | None, words: str) -> None:
    assert times.duration(seconds) == words


# -------------------------------------------------------------------------------------------------- forms
class Entry(forms.Form):
    name = forms.CharField(label="Name", help_text="As others see it")
    note = forms.CharField(label="Note", required=False)
    bots = forms.BooleanField(label="Bots allowed", required=False)
    size = forms.ChoiceField(
        label="Size", choices=[("2", "Two"), ("4", "Four")], widget=forms.RadioSelect
    )


def test_a_field_ties_its_help_and_error_to_the_control() -> None:
    html = render("{% field form.name %}", form=Entry({"size": "2"}))
    assert '<label for="id_name">Name</label>' in html
    assert 'aria-describedby="id_name_help id_name_error"' in html
    assert 'aria-invalid="true"' in html
    assert '<div class="field-help" id="id_name_help">As others see it</div>' in html
    assert (
        '<div class="field-errors" id="id_name_error"><p>This field is required.</p></div>' in html
    )


def test_fields_of_each_kind() -> None:
    html = render("{% fields form %}", form=Entry())
    assert '<span class="optional">(optional)</span>' in html
    assert '<div class="field-check">' in html
    assert "<legend>Size</legend>" in html
    assert html.count("<label") == 5
    assert "style=" not in html


# -------------------------------------------------------------------------------------------------- parts
@pytest.mark.parametrize(
    ("name", "kind"), [("chevron-left", "icon icon-points"), ("spade", "icon icon-solid")]
)
def test_icons_that_point_on_or_back_turn_round_with_the_reading(name: str, kind: str) -> None:
    assert render(f'{{% icon "{name}" %}}').startswith(f'<svg class="{kind}" ')


def test_icons_are_decoration_unless_named() -> None:
    assert 'aria-hidden="true"' in render('{% icon "trophy" %}')
    assert 'role="img" aria-label="Cup"' in render('{% icon "trophy" "Cup" %}')


@pytest.mark.parametrize("name", sorted(ICONS))
def test_icons_are_plain_paths(name: str) -> None:
    assert set(ICONS[name]) <= set("MmLlHhVvCcSsQqAaZz0123456789.- ")


def test_the_icons_taken_from_lucide_are_those_that_are_used() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {
        "LICENSE",
        *(f"{file}.svg" for file in LUCIDE.values()),
    }


@pytest.mark.parametrize(
    ("shapes", "data"),
    [
        ('<path d="M1 2h3"/><path d="m4 5 6 7"/>', "M1 2h3 M0 0m4 5 6 7"),
        ('<circle cx="12" cy="7" r="4"/>', "M8 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z"),
        (
            '<rect width="14" height="10.5" x="8" y="3" rx="2"/>',
            "M10 3h10a2 2 0 0 1 2 2v6.5a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-6.5a2 2 0 0 1 2 -2Z",
        ),
    ],
)
def test_an_icons_shapes_become_one_path(shapes: str, data: str) -> None:
    assert path_data(f'<svg xmlns="http://www.w3.org/2000/svg">{shapes}</svg>') == data


def test_an_icon_of_unknown_shapes_is_refused() -> None:
    with pytest.raises(ValueError, match="an icon has a shape text"):
        path_data('<svg xmlns="http://www.w3.org/2000/svg"><text>A</text></svg>')


def test_the_replay_has_every_icon_that_its_script_draws() -> None:
    source = (SCRIPTS.parent / "replay" / "view.js").read_text()
    page = (Path(settings.BASE_DIR) / "templates" / "tables" / "replay" / "page.html").read_text()
    given = set(re.findall(r'"([\w-]+)"', " ".join(re.findall(r"{% icon_paths (.*?) %}", page))))
    buttons = source.split("function buttons")[1].split("\n}")[0]
    drawn = {name for name in re.findall(r'"([\w-]+)"', buttons) if name in ICONS}
    assert given == drawn | {"bot", "chat", "clock", "eye", "link"}


def test_a_button_is_a_link_or_sends_a_form() -> None:
    assert render('{% button "Join" href="/x/" kind="primary small" rel="next" %}') == (
        '<a href="/x/" class="button button-primary button-small" rel="next">Join</a>'
    )
    assert render('{% button "Save" name="go" %}') == (
        '<button class="button" type="submit" name="go">Save</button>'
    )


def test_crumbs_end_with_this_page() -> None:
    assert render('{% crumbs "Leagues" "/leagues/" "Autumn" %}') == (
        '<nav aria-label="Breadcrumb"><ol class="crumbs"><li><a href="/leagues/">Leagues</a></li>'
        '<li><span aria-current="page">Autumn</span></li></ol></nav>'
    )


def test_pagination_keeps_the_other_arguments() -> None:
    request = RequestFactory().get("/", {"pool": "solo", "page": "2"})
    page = Paginator(range(30), 10).page(2)
    html = render("{% pagination page %}", page=page, request=request)
    assert '<span aria-current="page">2</span>' in html
    assert 'href="?pool=solo&amp;page=3" rel="next"' in html


def test_one_page_needs_no_pagination() -> None:
    request = RequestFactory().get("/")
    assert render("{% pagination page %}", page=Paginator([1], 10).page(1), request=request) == ""


def test_a_menu_item_without_an_address_is_left_out() -> None:
    assert render('{% nav_item "no_such_name" "X" %}') == ""


def test_a_menu_item_marks_where_one_is() -> None:
    request = RequestFactory().get("/account/settings/")
    assert render('{% nav_item "settings" "Settings" %}', request=request) == (
        '<a href="/account/settings/" aria-current="page"><span>Settings</span></a>'
    )


# -------------------------------------------------------------------------------------------------- cards
@pytest.mark.parametrize(
    ("name", "words"),
    [("AS", "ace of spades"), ("TD", "10 of diamonds"), ("2C", "2 of clubs"), ("BJ", "big joker")],
)
def test_cards_in_words(name: str, words: str) -> None:
    assert cards.card_words(name) == words


def test_every_face_has_a_picture() -> None:
    from django.contrib.staticfiles import finders

    faces = cards.card_faces()
    assert len(faces) == 56
    assert [name for name in faces if not finders.find(f"cards/{name}.svg")] == []


def test_faces_refer_to_nothing_elsewhere() -> None:
    from django.contrib.staticfiles import finders

    for name in cards.card_faces():
        with open(finders.find(f"cards/{name}.svg")) as file:
            svg = file.read()
        assert "viewBox=" in svg
        assert "style" not in svg
        assert "href=" not in svg.replace('href="#', "")
        assert "://" not in svg.replace("http://www.w3.org/2000/svg", "")


# -------------------------------------------------------------------------------------------- whole pages
@pytest.mark.parametrize("name", ["404.html", "403.html", "403_csrf.html", "500.html"])
def test_error_pages_carry_no_inline_code(db: None, name: str) -> None:
    from django.contrib.auth.models import AnonymousUser
    from django.template.loader import render_to_string

    request = RequestFactory().get("/x/")
    request.user = AnonymousUser()
    html = render_to_string(
        name, request=None if name in ("500.html", "403_csrf.html") else request
    )
    assert "<h1>" in html
    assert "style=" not in html
    assert " onclick=" not in html


# ------------------------------------------------------------------------------------------ the live table
SCRIPTS = Path(settings.BASE_DIR) / "static" / "js" / "table"


def test_the_table_has_every_icon_that_its_script_draws() -> None:
    source = "\n".join(file.read_text() for file in sorted(SCRIPTS.rglob("*.js")))
    page = (Path(settings.BASE_DIR) / "templates" / "tables" / "table.html").read_text()
    given = set(re.findall(r'"([\w-]+)"', " ".join(re.findall(r"{% icon_paths (.*?) %}", page))))
    drawn = set(re.findall(r'icon\("([\w-]+)"', source)) | set(
        re.findall(r'tool\("\w+", "([\w-]+)"', source)
    )
    assert len(drawn) > 10
    assert drawn - given == set()
    assert given - set(ICONS) == set()


def test_numbers_have_a_true_minus() -> None:
    shown = Template("{{ a|number }} {{ b|number }} {{ c|number }} {{ d|signed }} {{ e|number }}")
    words = {"a": -8, "b": Decimal("-0.5"), "c": 12, "d": -3, "e": "a-b"}
    assert shown.render(Context(words)) == "−8 −0.5 12 −3 a-b"
    with translation.override("de"):
        assert shown.render(Context(words)) == "−8 −0,5 12 −3 a-b"


def test_a_block_for_scripts_takes_no_byte_more_than_it_needs_and_ends_no_script() -> None:
    assert render('{{ value|json_block:"words" }}', value={"a": [1, "</script>"], "b": None}) == (
        '<script id="words" type="application/json">'
        '{"a":[1,"\\u003C/script\\u003E"],"b":null}</script>'
    )
