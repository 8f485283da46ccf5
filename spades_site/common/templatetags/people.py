"""People: {% avatar user_or_name_or_seat %}  {% player user %}  {% country "DE" %}  {{ "DE"|country_name }}  {% rating 1512 provisional=True %}
{% delta 16 %}  {{ n|signed }}  {{ games|grouped }}  {{ pair.name|badged }}. Every template knows them without `{% load %}`.
"""

from decimal import Decimal
from typing import Any

from django import template
from django.template.defaultfilters import floatformat
from django.templatetags.static import static
from django.utils.formats import get_format, number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.sentences import format_number
from spades_site.common.people import bot_names, by_name
from spades_site.common.people.avatars import HUES, Avatar, avatar_of, upload_of
from spades_site.common.templatetags.spades import url_of
from spades_site.common.translation.countries import country_name

register = template.Library()

DRAWN = "img/avatars.svg"


def hue_of(name: str) -> int:
    """Return the avatar's colour class for a name, 0 … 11; static/js/avatar.js computes the same."""
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


def _name_of(person: object) -> str:
    if person is None:
        return ""
    # A seat has a name.
    return str(getattr(person, "username", getattr(person, "name", person)))


@register.inclusion_tag("components/avatar.html")
def avatar(person: object, size: str = "") -> dict[str, Any]:
    """Draw the avatar of a user or a seat as they chose it, or that of a bare name; `size` "l" is the large one. It is
    decorative, because the name is next to it.
    """
    name = by_name.plain(_name_of(person))
    code = str(_loaded(person, "avatar", ""))
    chosen = avatar_of(code)
    return {
        "hue": hue_of(name) if chosen is None else chosen.hue,
        "inside": _inside(name, chosen, upload_of(code)),
        "size": size,
    }


def _inside(name: str, chosen: Avatar | None, uploaded: str) -> SafeString:
    """Return what an avatar shows on its colour."""
    if uploaded:
        address = url_of("avatar_picture", uploaded)
        return format_html('<image href="{}" width="40" height="40" />', address)
    if chosen:
        return format_html('<use href="{}#{}" />', static(DRAWN), chosen.motif)
    return format_html('<text x="20" y="20">{}</text>', initials_of(name))


@register.inclusion_tag("components/player.html")
def player(person: object, link: bool = True, value: int | None = None) -> dict[str, Any]:
    """Show a user (or a bare name) with avatar, as a link to the profile; `value` is a rating to show next to it."""
    name = _name_of(person)
    guest = bool(getattr(person, "is_guest", False))
    has_profile = link and not guest and hasattr(person, "username") and _is_active(person)
    return {
        "person": person,
        "name": by_name.plain(name),
        "guest": guest and not by_name.TAG.search(name),
        "no_account": bool(by_name.TAG.search(name)),
        "bot": bot_names.is_bot(name),
        "url": url_of("profile", name) if has_profile else "",
        "value": value,
        "country": _country_of(person),
    }


@register.filter
def badged(name: object) -> SafeString:
    """Return the name of a person, pair or match with a badge behind each bot account and each person without an account in
    it: {{ entry.name|badged }}.
    """
    bot_badge = format_html(' <span class="badge">{}</span>', _("bot"))
    no_account = format_html(' <span class="badge">{}</span>', _("no account"))
    found: list[tuple[str, str]] = []
    for part, bot in bot_names.parts(str(name or "")):
        *tagged, last = by_name.TAG.split(part)
        found += [(one, no_account) for one in tagged]
        found.append((last, bot_badge if bot else ""))
    return format_html_join("", "{}{}", found)


@register.filter
def marked(name: object) -> str:
    """Return such a name as plain text for attributes and drawings: "robot (bot)"."""
    return bot_names.marked(str(name or ""))


def _is_active(person: object) -> bool:
    """Return whether a user's account is open, since a closed one has no profile. If that wasn't loaded, assume it
    is.
    """
    return bool(_loaded(person, "is_active", True))


def _country_of(person: object) -> str:
    return str(_loaded(person, "country", ""))


def _loaded(person: object, name: str, default: object) -> object:
    """Return a field of a loaded user; if only names were loaded, return `default` rather than query for each
    person.
    """
    deferred = person.get_deferred_fields() if hasattr(person, "get_deferred_fields") else ()
    return default if name in deferred else getattr(person, name, default)


@register.filter(name="country_name")
def name_of_country(code: str) -> str:
    """Return a country's name: {{ "DE"|country_name }}."""
    return country_name(code)


@register.simple_tag
def country(code: str) -> SafeString:
    """Show a country's two letters, with its name as title and for screen readers; "" shows nothing."""
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
    """Show a rating, with a question mark while it is provisional; a dash for None."""
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
    return format_number(round(value), signed=True)


@register.filter
def number(value: object) -> str:
    """Return a number with a true minus sign and the language's decimal point: 16, −12, 0.5; return any other text
    unchanged.
    """
    text = format_number(value)
    return (
        text.replace(".", get_format("DECIMAL_SEPARATOR")) if isinstance(value, Decimal) else text
    )


class Grouped(int):
    """A whole number that shows its thousands as the language does."""

    def __str__(self) -> str:
        """Return it as text: 2,560, 2.560."""
        return number_format(int(self), force_grouping=True)


@register.filter
def grouped(count: int) -> Grouped:
    """Return a number with thousands separators: 2,560. It works as the counter of `blocktranslate count`."""
    return Grouped(count)


@register.filter
def percent(value: object, digits: int = 0) -> str:
    """Return a number with its percent sign, set as the language does: 95%, 95 %."""
    return _("%(n)s%%") % {"n": floatformat(value, digits)}


@register.simple_tag
def delta(value: int | float | None) -> SafeString:
    """Show a change, green if positive and red if negative, always with its sign."""
    if value is None:
        return SafeString("")
    kind = "up" if round(value) > 0 else "down" if round(value) < 0 else "muted"
    return format_html('<span class="num {}">{}</span>', kind, signed(value))
