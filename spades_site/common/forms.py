"""Forms of pages, drawn by `{% page_form form %}` and handled by `pages.answer_form`."""

import secrets
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from spades_site.common.errors import Refused
from spades_site.common.lists.imports import text_of
from spades_site.common.people.picking import Candidate
from spades_site.common.refusals import Code
from spades_site.common.text import LONGEST_REASON

DIGITS = 18
"""The maximum number of digits of a key: the database's maximum is a little over 9 · 10¹⁸."""
LONGEST_USERNAME = 150
"""The length of Django's column for user names."""
REASON_PLACES: Final[dict[Code, str]] = dict.fromkeys(
    ("reason_missing", "text_long", "text_unseen"), "reason"
)
"""The refusals that concern a form's reason, for `PageForm.places`."""
LONGEST_ONCE = 40
Words = str | Promise
TOO_LONG = ngettext_lazy(
    "Use at most %(limit_value)d character; this has %(show_value)d.",
    "Use at most %(limit_value)d characters; this has %(show_value)d.",
    "limit_value",
)


def key_of(text: str) -> int:
    """Return the key that a form submitted; 0, which no row has, for anything invalid (including too many digits)."""
    return int(text) if text.isdecimal() and len(text) <= DIGITS else 0


class TextField(forms.CharField):
    """A text of at most `max_length` characters, counted as `clean_text` counts them; a longer one is refused.

    Has no `maxlength` attribute, because browsers would silently cut a pasted text.
    """

    widget = forms.TextInput(attrs={"autocomplete": "off"})

    def __init__(self, *, max_length: int, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **kwargs)
        self.error_messages["max_length"] = TOO_LONG

    def to_python(self, value: Any) -> str:
        """Return the text in NFC, with line ends of one character and no blanks at the ends."""
        text = unicodedata.normalize("NFC", str(value or "")).replace("\r\n", "\n")
        return str(super().to_python(text.replace("\r", "\n")))

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return the attributes of the widget, without `maxlength`."""
        attrs: dict[str, Any] = super().widget_attrs(widget)
        attrs.pop("maxlength", None)
        return attrs


class PersonInput(forms.TextInput):
    """An input for a user name, which suggests the people of its form's circle (people/picking.py).

    static/js/site/people.js asks for them as one types; without JavaScript, browsers suggest those of the list.
    """

    def __init__(self) -> None:
        super().__init__({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"})
        self.address = ""
        self.candidates: Sequence[Candidate] = ()

    def offer(self, address: str, candidates: Sequence[Candidate]) -> None:
        """Set where to ask for more people, and those to list."""
        self.address, self.candidates = address, candidates

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        """Draw the input with its list."""
        if not self.address:
            return super().render(name, value, attrs, renderer)
        key = f"{(attrs or {}).get('id', name)}-people"
        offered = format_html_join(
            "",
            '<option value="{}">{}</option>',
            (
                (one.name, f"{one.name}: {one.words}" if one.words else "")
                for one in self.candidates
            ),
        )
        box = super().render(name, value, {**(attrs or {}), "list": key}, renderer)
        return format_html(
            '<div class="picker" data-people="{}">{}<datalist id="{}">{}</datalist></div>',
            self.address,
            box,
            key,
            offered,
        )


class UsernameField(TextField):
    """Somebody's user name, as a person types or picks it."""

    widget: forms.TextInput = PersonInput()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_USERNAME, **kwargs)


class SuggestingInput(forms.TextInput):
    """An input that suggests texts, which nobody sends without having chosen them."""

    suggestions: tuple[Words, ...] = ()

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        """Draw the input with its suggestions."""
        if not self.suggestions:
            return super().render(name, value, attrs, renderer)
        key = f"{(attrs or {}).get('id', name)}-suggestions"
        offered = format_html_join("", '<option value="{}"></option>', zip(self.suggestions))
        box = super().render(name, value, {**(attrs or {}), "list": key}, renderer)
        return format_html('{}<datalist id="{}">{}</datalist>', box, key, offered)


class ReasonField(TextField):
    """The reason for a decision; the people concerned read it."""

    widget = SuggestingInput(attrs={"autocomplete": "off"})

    def __init__(self, **kwargs: Any) -> None:
        required = {"required": _("Give a reason. The people concerned read it.")}
        usual = {"label": _("Reason"), "max_length": LONGEST_REASON, "error_messages": required}
        super().__init__(**{**usual, **kwargs})


class KeyField(forms.ChoiceField):
    """A row, by its key (0: none). The domain checks under its lock whether it can be chosen."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def offer(self, rows: Callable[[], Iterable[tuple[int, Words]]]) -> None:
        """Set the choices as keys and labels; `rows` is called only when the field is drawn."""
        self.choices = rows

    def to_python(self, value: Any) -> int:  # type: ignore[override]
        """Return the key."""
        return key_of(str(value or ""))

    def validate(self, value: Any) -> None:
        """Accept every key."""


class CsvFileField(forms.FileField):
    """A file with at most `longest` bytes of text; its value is that text, or None without a file.

    Raises ValidationError: "large", "encoding" (as `text_of`).
    """

    accept = ".csv,.txt,text/csv,text/plain"
    too_large: Words = _("This file is too large. Split it.")

    def __init__(self, *, longest: int, **settings: Any) -> None:
        self.longest = longest
        widget = forms.FileInput(attrs={"accept": self.accept})
        super().__init__(required=False, allow_empty_file=True, widget=widget, **settings)

    def clean(self, data: Any, initial: Any = None) -> str | None:
        """Return the file's text."""
        file = super().clean(data, initial)
        if not file:
            return None
        if file.size > self.longest:
            raise ValidationError(str(self.too_large), "large")
        try:
            return text_of(file.read())
        except Refused as refusal:
            raise ValidationError(str(refusal), refusal.code) from None


class JsonFileField(CsvFileField):
    """The same for JSON."""

    accept = ".json,.txt,application/json,text/plain"
    too_large = _("This file is too large. Choose the file of one rule set.")


class Unnamed(forms.HiddenInput):
    """A hidden value without an id, so that a page can have several of the same name."""

    def __init__(self) -> None:
        super().__init__(attrs={"id": False})


class VersionField(forms.CharField):
    """The version that the page showed when the form was drawn; the domain compares it with the current one."""

    widget = Unnamed

    def __init__(self) -> None:
        super().__init__(required=False)

    def to_python(self, value: Any) -> int | None:  # type: ignore[override]
        """Return the version; None if none was sent."""
        return key_of(str(value)) if value else None


class OnceField(forms.CharField):
    """A token that identifies one rendering of a form, so that sending it twice has an effect only once."""

    widget = Unnamed

    def __init__(self) -> None:
        super().__init__(
            required=False, max_length=LONGEST_ONCE, initial=lambda: secrets.token_urlsafe(16)
        )


class PageForm(forms.Form):
    """A form with the data to draw it: its address, its button, and the arrangement of its fields.

    `ids` and `key` begin the ids of its elements where a page has several forms.
    """

    ids: ClassVar[str] = ""
    places: ClassVar[Mapping[Code, str]] = {}
    """The field at which a refusal is shown, by its code; other refusals are shown above the fields."""
    stale: ClassVar[frozenset[Code]] = frozenset()
    """Codes of refusals that mean that the page is outdated, so that it is shown again."""
    part: ClassVar[str] = "main"
    """The part of the page that htmx then replaces."""
    button: Words = _("Save")
    kind = "primary"
    """How the button is drawn, as `{% button %}` takes it."""
    icon = ""
    row: ClassVar[tuple[str, ...]] = ()
    """The first fields, if they are beside each other."""
    more: ClassVar[tuple[str, ...]] = ()
    """The fields that few need, under the words `more_words`, which open them."""
    more_words: Words = ""
    words: Words = ""
    """What to know before sending it."""
    template: ClassVar[str] = "components/forms/_form.html"
    """How the whole form is drawn, on the page and in an answer to htmx."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        action: str = "",
        key: int | str = "",
        back: str = "",
        **kwargs: Any,
    ) -> None:
        """Create the form; `back` is the page to return to without submitting it."""
        begin = f"{self.ids}-{key}" if key != "" else self.ids or "id"
        super().__init__(data, auto_id=f"{begin}-%s" if self.ids else "id_%s", **kwargs)
        self.action, self.key, self.back = action, key, back

    def refuse(self, refusal: Refused) -> None:
        """Show a refusal at the field that `places` names for its code, or above the fields."""
        error = ValidationError(str(refusal), refusal.code)
        self.add_error(self.places.get(refusal.code), error)

    @property
    def first_error(self) -> str:
        """Return the name of the first field with an error; "" if there is an error above the fields."""
        if not self.is_bound or self.non_field_errors():
            return ""
        return next((name for name in self.fields if name in self.errors), "")

    @property
    def in_row(self) -> list[forms.BoundField]:
        """Return the fields of the first row."""
        return [self[name] for name in self.row]

    @property
    def below(self) -> list[forms.BoundField]:
        """Return the other visible fields."""
        apart = {*self.row, *self.more}
        return [bound for bound in self.visible_fields() if bound.name not in apart]

    @property
    def in_more(self) -> list[forms.BoundField]:
        """Return the rarely used fields."""
        return [self[name] for name in self.more]

    @property
    def more_touched(self) -> bool:
        """Return whether a rarely used field has a value or an error, so that they must be shown."""
        return any(bound.value() or bound.errors for bound in self.in_more)

    @property
    def is_stale(self) -> bool:
        """Return whether it was refused because the page was outdated."""
        return any(error.code in self.stale for error in self.non_field_errors().as_data())

    @property
    def all_errors(self) -> list[str]:
        """Return all error sentences."""
        return [str(sentence) for sentences in self.errors.values() for sentence in sentences]


class FormsOfPage:
    """The forms of a page: the `refused` one is shown again in its place, all others are new."""

    def __init__(self, refused: PageForm | None) -> None:
        self.refused = refused
        self.missing = refused
        """The refused form, as long as no form of the page is the same."""

    def place[F: PageForm](self, form: F) -> F:
        """Return the form, or the refused one in its place, with its hidden fields updated."""
        refused = self.refused
        if refused is None or (type(refused), refused.action) != (type(form), form.action):
            return form
        data = QueryDict(mutable=True)
        data.update(refused.data)
        for bound in form.hidden_fields():
            data[bound.html_name] = "" if bound.initial is None else str(bound.initial)
        refused.data = data
        self.missing = None
        return cast(F, refused)
