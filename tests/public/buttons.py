"""Every form on a page as a browser would send it, and whether what it asks for was refused."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.contrib.messages import constants, get_messages


@dataclass
class Form:
    """A form to be posted: its address, and its fields with the values that the page gives them.

    `choices` holds, for fields of which one of several is chosen, every value; `typed` the fields that a person fills
    in.
    """

    action: str
    values: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    typed: set[str] = field(default_factory=set)
    label: str = ""
    has_button: bool = False

    def ways(self) -> list[dict[str, str]]:
        """Return the submitted data, once for every radio button of the form."""
        for name, several in self.choices.items():
            return [self.values | {name: one} for one in several]
        return [self.values]


class _Reader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address, self.forms = address, []  # type: ignore[var-annotated]
        self.form: Form | None = None
        self.select = ""
        self.in_button = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form" and said.get("method", "").lower() == "post":
            self.form = Form(said.get("action") or self.address)
            return
        form = self.form
        if form is None:
            return
        name = said.get("name", "")
        if tag == "select":
            self.select = name
        elif tag == "option" and self.select:
            if "selected" in said or self.select not in form.values:
                form.values[self.select] = said.get("value", "")
        elif tag == "textarea" and name:
            form.values[name] = ""
            form.typed.add(name)
        elif tag == "button":
            self.in_button = form.has_button = True
        elif tag == "input" and name:
            self._input(form, name, said)

    def _input(self, form: Form, name: str, said: dict[str, str]) -> None:
        kind = said.get("type", "text")
        if kind == "radio":
            form.choices.setdefault(name, []).append(said["value"])
        elif kind in ("hidden", "submit"):
            form.values[name] = said.get("value", "")
        elif kind == "checkbox":
            if "checked" in said:
                form.values[name] = said.get("value", "on")
        else:
            form.values[name] = said.get("value", "")
            form.typed.add(name)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self.form is not None:
            self.forms.append(self.form)
            self.form = None
        elif tag == "select":
            self.select = ""
        elif tag == "button":
            self.in_button = False

    def handle_data(self, data: str) -> None:
        if self.in_button and self.form is not None:
            self.form.label = (self.form.label + " " + data.strip()).strip()


def forms_on(page: str, address: str) -> list[Form]:
    """Return the forms that a page posts by a button."""
    reader = _Reader(address)
    reader.feed(page)
    return [form for form in reader.forms if form.has_button]


def refused(answer: Any) -> str:
    """Return a page's refusal; "" if the action was done."""
    if answer.status_code >= 400:
        form = answer.context.get("form") if answer.context else None
        return f"status {answer.status_code} {form.errors.as_text() if form else ''}"
    said = [one for one in get_messages(answer.wsgi_request) if one.level >= constants.WARNING]
    return "; ".join(str(one) for one in said)
