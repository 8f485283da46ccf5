"""Tags and filters that every template knows without `{% load %}`.

People      {% avatar user_or_name %}  {% player user %}  {% country "DE" %}  {{ "DE"|country_name }}  {% rating 1512 provisional=True %}  {% delta 16 %}  {{ n|signed }}
Time        {% when moment %}  {% when moment relative=False %}  {% ago moment %}  {{ seconds|duration }}  {% server_now %}
Forms       {% field form.name %}  {% fields form %}
Parts       {% icon "trophy" %}  {% button "Join" href=url kind="primary" %}  {% empty "No tables yet" "…" label=… href=… %}
            {% crumbs "Leagues" url "Autumn" %}  {% pagination page %}  {% nav_item "lobby" label "cards" %}
Cards       {% card "AS" %}  {{ "AS"|card_words }}  {% card_faces as faces %}
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from django import template
from django.conf import settings
from django.core.paginator import Page
from django.forms import (
    BaseForm,
    BoundField,
    CheckboxInput,
    CheckboxSelectMultiple,
    ChoiceField,
    Field,
    RadioSelect,
)
from django.http import HttpRequest, QueryDict
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from spades_site.common.clock import now
from spades_site.common.countries import country_name
from spades_site.common.telling import told as tell
from spades_site.common.templatetags.icons import ICONS, SOLID

register = template.Library()

HUES = 12
MINUTE, HOUR, DAY = 60, 3600, 86400
SUITS = "SHDC"
RANKS = "23456789TJQKA"
CARD_NAMES = (*(rank + suit for suit in SUITS for rank in RANKS), "BJ", "LJ")


# ------------------------------------------------------------------------------------------------- people
def hue_of(name: str) -> int:
    """Return the avatar's colour class of a name, 0 … 11; static/js/avatar.js computes the same."""
    return sum((place + 1) * ord(char) for place, char in enumerate(name.lower())) % HUES


def initials_of(name: str) -> str:
    """Return one or two letters for a name: the first letters of its first two words, else its first two."""
    words = [
        word for word in name.replace("-", " ").replace("_", " ").replace(".", " ").split() if word
    ]
    if not words:
        return "?"
    letters = words[0][0] + words[1][0] if len(words) > 1 else words[0][:2]
    return letters.upper()


def _name_of(person: Any) -> str:
    if person is None:
        return ""
    return str(getattr(person, "username", person))


@register.inclusion_tag("components/avatar.html")
def avatar(person: Any, size: str = "") -> dict[str, Any]:
    """Draw a user's or a name's avatar; `size` "l" is the large one. It is decoration: the name stands beside it."""
    name = _name_of(person)
    return {"initials": initials_of(name), "hue": hue_of(name), "size": size}


@register.inclusion_tag("components/player.html")
def player(person: Any, link: bool = True, value: int | None = None) -> dict[str, Any]:
    """Show a user (or a bare name) with avatar, as a link to the profile; `value` is a rating to put beside it."""
    name = _name_of(person)
    guest = bool(getattr(person, "is_guest", False))
    has_profile = link and not guest and hasattr(person, "username")
    return {
        "person": person,
        "name": name,
        "guest": guest,
        "url": _url("profile", name) if has_profile else "",
        "value": value,
        "country": _country_of(person),
    }


def _country_of(person: Any) -> str:
    """Return a loaded user's country. Where only names were loaded it isn't shown: that would be a query a person."""
    deferred = person.get_deferred_fields() if hasattr(person, "get_deferred_fields") else ()
    return "" if "country" in deferred else getattr(person, "country", "")


@register.filter(name="country_name")
def name_of_country(code: str) -> str:
    """Return a country's name: {{ "DE"|country_name }}."""
    return country_name(code)


@register.simple_tag
def country(code: str) -> SafeString:
    """Show a country by its two letters, with its name in the title and for screen readers; "" shows nothing."""
    if not code:
        return SafeString("")
    name = country_name(code)
    return format_html(
        '<span class="country" title="{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        name,
        code,
        name,
    )


@register.simple_tag
def rating(value: int | float | None, provisional: bool = False) -> SafeString:
    """Show a rating, with a question mark while it is provisional, or a dash where there is none."""
    if value is None:
        return format_html('<span class="muted">{}</span>', "–")
    if not provisional:
        return format_html('<span class="num">{}</span>', round(value))
    return format_html(
        '<span class="num">{}<abbr title="{}">?</abbr></span>',
        round(value),
        _("Provisional: few games played yet"),
    )


@register.filter
def signed(value: int | float) -> str:
    """Return a whole number with its sign: +16, −12, 0."""
    number = round(value)
    if number == 0:
        return "0"
    return f"+{number}" if number > 0 else f"−{-number}"


@register.simple_tag
def delta(value: int | float | None) -> SafeString:
    """Show a change, green when up and red when down; the sign says it as well."""
    if value is None:
        return SafeString("")
    kind = "up" if round(value) > 0 else "down" if round(value) < 0 else "muted"
    return format_html('<span class="num {}">{}</span>', kind, signed(value))


# --------------------------------------------------------------------------------------------------- time
def relative_words(moment: datetime, at: datetime) -> str:
    """Return how far `moment` is from `at`: "in 2 h", "5 min ago", "now"; static/js/times.js says the same."""
    seconds = (moment - at).total_seconds()
    size = abs(seconds)
    if size < MINUTE / 2:
        return _("now")
    span = _span(size)
    return _("in %(span)s") % {"span": span} if seconds > 0 else _("%(span)s ago") % {"span": span}


def _span(seconds: float) -> str:
    if seconds < 59.5 * MINUTE:
        return _("%(n)d min") % {"n": max(1, round(seconds / MINUTE))}
    if seconds < 35.5 * HOUR:
        return _("%(n)d h") % {"n": round(seconds / HOUR)}
    return _("%(n)d d") % {"n": round(seconds / DAY)}


@register.inclusion_tag("components/time.html")
def when(moment: datetime | None, relative: bool = True) -> dict[str, Any]:
    """Show a moment in the viewer's zone, "Thu 20:00 (in 2 h)", the zone in its title."""
    return _time_parts(moment, relative=relative)


@register.inclusion_tag("components/time.html")
def ago(moment: datetime | None) -> dict[str, Any]:
    """Show only how long ago or how soon a moment is, the full time in its title."""
    return {**_time_parts(moment, relative=True), "short": ""}


def _time_parts(moment: datetime | None, *, relative: bool) -> dict[str, Any]:
    if moment is None:
        return {"moment": None}
    at = now()
    local, here = timezone.localtime(moment), timezone.localtime(at)
    days = (local.date() - here.date()).days
    if days == 0:
        short = date_format(local, "H:i")
    elif -6 <= days <= 6:
        short = date_format(local, "D H:i")
    elif local.year == here.year or abs(moment - at) < timedelta(days=120):
        short = date_format(local, "DAY_AND_TIME")
    else:
        short = date_format(local, "DAY")
    zone = str(timezone.get_current_timezone())
    return {
        "moment": moment,
        "iso": moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "short": short,
        "words": relative_words(moment, at) if relative else "",
        "zone": zone,
        "title": f"{date_format(local, 'WHOLE_MOMENT')} ({zone})",
    }


@register.filter
def duration(seconds: int | float | None) -> str:
    """Return a length of time in words: 45 → "45 s", 120 → "2 min", 5400 → "1 h 30 min"."""
    if seconds is None:
        return ""
    whole = round(seconds)
    if whole < MINUTE:
        return _("%(n)d s") % {"n": whole}
    days, rest = divmod(whole, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes, left = divmod(rest, MINUTE)
    parts = [
        (days, _("%(n)d d")),
        (hours, _("%(n)d h")),
        (minutes, _("%(n)d min")),
        (left, _("%(n)d s")),
    ]
    return " ".join(words % {"n": number} for number, words in parts if number)


@register.simple_tag
def server_now() -> str:
    """Return the platform's time, ISO in UTC, by which the page's script corrects the browser's clock."""
    return now().strftime("%Y-%m-%dT%H:%M:%S.%fZ")


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Return each language's code and its name in itself, whatever the page's own language is."""
    return list(settings.LANGUAGES)


@register.simple_tag
def site_words() -> dict[str, str]:
    """Return the words that static/js/site.js needs, in the page's language."""
    return {
        "now": _("now"),
        "in": _("in %(span)s"),
        "ago": _("%(span)s ago"),
        "min": _("%(n)d min"),
        "h": _("%(n)d h"),
        "d": _("%(n)d d"),
        "busy": _("Working…"),
        "copied": _("Copied"),
        "failed": _("That did not work. Check your connection and try again."),
    }


@register.filter
def told(text: Any) -> str:
    """Return in the page's language what a package without a framework said in English."""
    return tell(text)


# -------------------------------------------------------------------------------------------------- forms
@register.inclusion_tag("components/field.html")
def field(bound: BoundField, label: str = "", help_text: str = "") -> dict[str, Any]:
    """Draw a form's field with its label, help and errors, tied together for screen readers."""
    widget = bound.field.widget
    group = isinstance(widget, RadioSelect | CheckboxSelectMultiple)
    text = help_text or bound.help_text
    notes = [f"{bound.auto_id}_help"] if text else []
    if bound.errors:
        notes.append(f"{bound.auto_id}_error")
    attrs = {"aria-describedby": " ".join(notes)} if notes and not group else {}
    return {
        "field": bound,
        "control": bound.as_widget(attrs=attrs),
        "label": label or bound.label,
        "help": text,
        "described": " ".join(notes),
        "check": isinstance(widget, CheckboxInput),
        "group": group,
        "optional": _may_stay_empty(bound.field),
    }


def _may_stay_empty(asked: Field) -> bool:
    """Return whether to say that a field is optional: what begins with a value, or always has one, isn't left empty.

    Nor is it said of a field with `usual`: its neighbours' text tells what is usual.
    """
    if asked.required or isinstance(asked.widget, CheckboxInput) or hasattr(asked, "usual"):
        return False
    chosen = isinstance(asked, ChoiceField) and all(key for key, _title in asked.choices)
    return asked.initial in (None, "") and not chosen


@register.inclusion_tag("components/fields.html")
def fields(form: BaseForm) -> dict[str, Any]:
    """Draw a form's general errors, then every field of it."""
    return {"form": form}


# -------------------------------------------------------------------------------------------------- parts
@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """Draw an icon of icons.py; without a label it is decoration and hidden from screen readers."""
    kind = "icon icon-solid" if name in SOLID else "icon"
    if label:
        return format_html(
            '<svg class="{}" viewBox="0 0 24 24" role="img" aria-label="{}"><path d="{}"/></svg>',
            kind,
            label,
            ICONS[name],
        )
    return format_html(
        '<svg class="{}" viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>',
        kind,
        ICONS[name],
    )


@register.simple_tag
def icon_paths(*names: str) -> dict[str, str]:
    """Return the outlines of some icons, for pages whose script draws them."""
    return {name: ICONS[name] for name in names}


@register.inclusion_tag("components/button.html")
def button(
    label: str, href: str = "", kind: str = "", icon: str = "", **attrs: str
) -> dict[str, Any]:
    """Draw a link (`href`) or a submit button; `kind`: primary, quiet, danger, small, or several of them.

    Other arguments become attributes; "_" in their names stands for "-".
    """
    return {
        "label": label,
        "href": href,
        "kinds": kind.split(),
        "icon": icon,
        "attrs": {name.strip("_").replace("_", "-"): value for name, value in attrs.items()},
    }


@register.inclusion_tag("components/empty.html")
def empty(title: str, text: str = "", label: str = "", href: str = "") -> dict[str, Any]:
    """Say that a list is empty, what would fill it and how."""
    return {"title": title, "text": text, "label": label, "href": href}


@register.inclusion_tag("components/crumbs.html")
def crumbs(*parts: str) -> dict[str, Any]:
    """Draw the way back: label, address, label, address …, and at the end this page's label alone."""
    pairs = [
        (parts[k], parts[k + 1] if k + 1 < len(parts) else "") for k in range(0, len(parts), 2)
    ]
    return {"crumbs": pairs}


@register.inclusion_tag("components/pagination.html", takes_context=True)
def pagination(context: dict[str, Any], page: Page[Any]) -> dict[str, Any]:
    """Draw links to a list's other pages; the page's other query arguments stay."""
    pages = page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)
    request = context.get("request")
    return {"page": page, "pages": list(pages), "query": request.GET if request else QueryDict()}


@register.inclusion_tag("components/nav_item.html", takes_context=True)
def nav_item(context: dict[str, Any], name: str, label: str, icon: str = "") -> dict[str, Any]:
    """Draw a link of the main menu, marked when the page is below it; nothing where the address is unknown."""
    url = _url(name)
    request: HttpRequest | None = context.get("request")
    here = bool(url and request and request.path.startswith(url))
    return {"url": url, "label": label, "icon": icon, "here": here}


def _url(name: str, *args: str) -> str:
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


# -------------------------------------------------------------------------------------------------- cards
@register.filter
def card_words(name: str) -> str:
    """Return a card's name in words: "AS" → "ace of spades"."""
    whole = {"BJ": _("big joker"), "LJ": _("little joker")}
    if name in whole:
        return whole[name]
    ranks = {"A": _("ace"), "K": _("king"), "Q": _("queen"), "J": _("jack"), "T": "10"}
    suits = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
    rank = ranks.get(name[0], name[0])
    return pgettext("card", "%(rank)s of %(suit)s") % {"rank": rank, "suit": suits[name[1]]}


@register.simple_tag
def card(name: str) -> SafeString:
    """Draw a card's face; "back" is a card face down."""
    words = _("a card face down") if name == "back" else card_words(name)
    return format_html(
        '<img class="face" src="{}" alt="{}" width="120" height="168">',
        static(f"cards/{name}.svg"),
        words,
    )


@register.simple_tag
def card_faces() -> dict[str, str]:
    """Return the address of every face's picture, of "back" and of "compact" (all faces in one file)."""
    return {name: static(f"cards/{name}.svg") for name in (*CARD_NAMES, "back", "compact")}
