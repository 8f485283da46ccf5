"""Tags and filters that every template knows without `{% load %}`.

Words       {% languages %}  {% script_texts %}  {{ text|translated }}  {{ words|json_block:"words" }}
            {% switched_on "guests" as open %}  {% switch_note "leagues" %}
Forms       {% page_form form %}  {% fields form %}  {% field form.name %}  {% action "league_join" league.slug %}…{% endaction %}
Parts       {% icon "trophy" %}  {% button "Join" href=url kind="primary" %}  {% empty "No tables yet" "…" label=… href=… drawing="table" %}
            {% crumbs "Leagues" url "Autumn" %}  {% pagination page %}  {% nav_item "lobby" label "cards" %}
More        in `people`, `times` and `cards` beside this module.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode, urlsplit

from django import template
from django.conf import settings
from django.contrib.messages.storage.base import Message
from django.core.paginator import Page
from django.core.serializers.json import DjangoJSONEncoder
from django.forms import (
    BaseForm,
    BoundField,
    CheckboxInput,
    CheckboxSelectMultiple,
    ChoiceField,
    Field,
    RadioSelect,
)
from django.forms.utils import flatatt
from django.http import Http404, HttpRequest, QueryDict
from django.shortcuts import resolve_url
from django.template import Context
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html, json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from spades_site.common import switches
from spades_site.common.forms import PageForm, PersonInput
from spades_site.common.help import link_for
from spades_site.common.people.picking import LISTED, circle_at
from spades_site.common.templatetags.icons import ICONS, POINTS, SOLID
from spades_site.common.translation import translate

register = template.Library()


# -------------------------------------------------------------------------------------------------- words
@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Return each language's code and its own name for itself, whatever the page's language."""
    return list(settings.LANGUAGES)


@register.simple_tag
def script_texts() -> SafeString:
    """Return the script with the page's language for static/js/texts.js, to be loaded before the modules. English, in
    which scripts are written, needs none.
    """
    language = get_language()
    if language == settings.LANGUAGE_CODE:
        return SafeString()
    return format_html('<script src="{}" defer></script>', static(f"texts/{language}.js"))


class Terse(DjangoJSONEncoder):
    """Compact JSON without whitespace."""

    item_separator, key_separator = ",", ":"


@register.filter
def json_block(value: object, element_id: str) -> SafeString:
    """Write a value into the page for its scripts, like Django's json_script, but as compactly as possible."""
    return json_script(value, element_id, Terse)


@register.filter
def translated(text: object) -> str:
    """Return an English sentence of a framework-free package in the page's language."""
    return translate(text)


@register.simple_tag
def switched_on(name: str) -> bool:
    """Return whether one of the site's switches is on."""
    return switches.is_on(name)


@register.inclusion_tag("components/switched_off.html")
def switch_note(name: str) -> dict[str, Any]:
    """Show a switch's sentence while it is off."""
    return {"sentence": "" if switches.is_on(name) else switches.TABLE[name].sentence}


# -------------------------------------------------------------------------------------------------- forms
@register.inclusion_tag("components/forms/field.html", takes_context=True)
def field(context: Context, bound: BoundField) -> dict[str, Any]:
    """Draw a form's field with its label, help and errors, linked for screen readers."""
    widget = bound.field.widget
    if isinstance(widget, PersonInput) and (request := context.get("request")) is not None:
        _offer_people(request, bound, widget)
    group = isinstance(widget, RadioSelect | CheckboxSelectMultiple)
    text = bound.help_text
    notes = [f"{bound.auto_id}_help"] if text else []
    if bound.errors:
        notes.append(f"{bound.auto_id}_error")
    attrs: dict[str, str | bool] = {}
    if notes and not group:
        attrs["aria-describedby"] = " ".join(notes)
    focus = getattr(bound.form, "first_error", "") == bound.name
    if focus and not group:
        attrs["autofocus"] = True
    return {
        "field": bound,
        "control": bound.as_widget(attrs=attrs),
        "label": bound.label,
        "help": text,
        "described": " ".join(notes),
        "check": isinstance(widget, CheckboxInput),
        "group": group,
        "focus": focus,
        "optional": _may_stay_empty(bound.field),
    }


def _offer_people(request: HttpRequest, bound: BoundField, widget: PersonInput) -> None:
    """Let the field suggest the people whom its form can name; fields of one form share the list."""
    form: Any = bound.form
    at = urlsplit(getattr(form, "action", "") or request.path).path
    if not hasattr(form, "listed"):
        try:
            form.listed = circle_at(request, at).candidates("", LISTED)
        except Http404:
            form.listed = None
    if form.listed is not None:
        widget.offer(f"{reverse('people_to_name')}?{urlencode({'at': at})}", form.listed)


def _may_stay_empty(asked: Field) -> bool:
    """Return whether to mark a field as optional; a field that has an initial value, or always has a value, isn't.

    Nor is a field with `usual`: the text next to it says what is usual.
    """
    if asked.required or isinstance(asked.widget, CheckboxInput) or hasattr(asked, "usual"):
        return False
    chosen = isinstance(asked, ChoiceField) and all(key for key, _title in asked.widget.choices)
    return asked.initial in (None, "") and not chosen


@register.inclusion_tag("components/forms/fields.html", takes_context=True)
def fields(context: Context, form: BaseForm) -> dict[str, Any]:
    """Draw a form's general errors, then every field of it."""
    return {"form": form, "request": context.get("request")}


@register.inclusion_tag("components/forms/_form.html", takes_context=True)
def page_form(context: Context, form: PageForm) -> dict[str, Any]:
    """Draw a whole form: its fields, what was wrong with them, and its button."""
    return {"form": form, "request": context.get("request")}


@register.simple_block_tag(takes_context=True)
def action(context: Context, content: str, to: str, *args: object, **attrs: object) -> SafeString:
    """Draw a button's form around its content: sent to a view, with its arguments, or to an address.

    A refusal appears at its end (`pages.carry_out`). `attrs` are attributes of the form.
    """
    address = resolve_url(to, *args)
    return format_html(
        '<form method="post" action="{address}" hx-post="{address}" hx-target="find .refusal" hx-select="unset"'
        ' hx-swap="innerHTML"{attrs}><input type="hidden" name="csrfmiddlewaretoken" value="{token}">{content}'
        '<div class="refusal"></div></form>',
        address=address,
        attrs=flatatt(attrs),
        token=context.get("csrf_token", ""),
        content=content,
    )


@register.filter
def with_undo(messages: Iterable[Message]) -> list[Message]:
    """Return the messages with an undo button; `extra_tags` has its address (`pages.carry_out`)."""
    return [message for message in messages if message.extra_tags]


# -------------------------------------------------------------------------------------------------- parts
@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """Draw an icon of icons.py; without a label it is decorative and hidden from screen readers."""
    kind = "icon icon-solid" if name in SOLID else "icon"
    if name in POINTS:
        kind += " icon-points"
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
def icon_paths(*names: str, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the path data of some icons, and of `more`, for pages whose script draws them."""
    return {**(more or {}), **{name: ICONS[name] for name in names}}


@register.inclusion_tag("components/forms/button.html")
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
def empty(
    title: str, text: str = "", label: str = "", href: str = "", drawing: str = "cards"
) -> dict[str, Any]:
    """Show that a list is empty, with what would fill it and how, and one of templates/components/drawings."""
    drawn = f"components/drawings/{drawing}.html"
    return {"title": title, "text": text, "label": label, "href": href, "drawing": drawn}


@register.inclusion_tag("components/frame/crumbs.html", takes_context=True)
def crumbs(context: dict[str, Any], *parts: str) -> dict[str, Any]:
    """Draw breadcrumbs: label, address, label, address …, and this page's label at the end; and a link to the page's help."""
    pairs = [
        (parts[k], parts[k + 1] if k + 1 < len(parts) else "") for k in range(0, len(parts), 2)
    ]
    return {"crumbs": pairs, "help": _help_of(context)}


@register.inclusion_tag("components/frame/crumbs.html", takes_context=True)
def crumbs_to(context: dict[str, Any], way: Sequence[tuple[str, str]], here: str) -> dict[str, Any]:
    """Draw breadcrumbs from a list of labels with their addresses, and this page's label; and a link to the page's help."""
    return {"crumbs": [*way, (here, "")], "help": _help_of(context)}


@register.simple_tag(takes_context=True)
def help_url(context: dict[str, Any]) -> str:
    """Return the address of the help that speaks of this page, or of all help."""
    return _help_of(context) or reverse("help")


def _help_of(context: dict[str, Any]) -> str:
    match = getattr(context.get("request"), "resolver_match", None)
    return link_for(match.view_name) if match else ""


@register.inclusion_tag("components/frame/pagination.html", takes_context=True)
def pagination(context: dict[str, Any], page: Page[Any], label: str = "") -> dict[str, Any]:
    """Draw links to a list's other pages, keeping the page's other query arguments.

    `label` names the list if the page has several.
    """
    numbers = page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)
    request, key = context.get("request"), getattr(page, "key", "page")
    query = request.GET.copy() if request else QueryDict(mutable=True)
    # The arguments for updating a live part of the page, which would make the server answer "nothing new".
    query.pop("seen", None)
    query.pop("version", None)

    def address(number: int | str) -> str:
        query[key] = str(number)
        return f"?{query.urlencode()}"

    return {
        "page": page,
        "label": label,
        "pages": [
            (number, "" if number == page.paginator.ELLIPSIS else address(number))
            for number in numbers
        ],
        "previous": address(page.number - 1) if page.has_previous() else "",
        "next": address(page.number + 1) if page.has_next() else "",
    }


@register.inclusion_tag("components/frame/nav_item.html", takes_context=True)
def nav_item(context: dict[str, Any], name: str, label: str, icon: str = "") -> dict[str, Any]:
    """Draw a link of the main menu, marked when the current page is below it; nothing if the address is unknown.

    A context's `nav_at` is an address to take for the current page's.
    """
    url = url_of(name)
    request: HttpRequest | None = context.get("request")
    path = context.get("nav_at") or (request.path if request else "")
    here = bool(url) and path.startswith(url)
    return {"url": url, "label": label, "icon": icon, "here": here}


def url_of(name: str, *args: str) -> str:
    """Return the address of a named page; "" if this installation doesn't have it."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""
