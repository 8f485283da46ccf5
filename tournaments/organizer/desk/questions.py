"""The desk's questions before an action, and the form that answers them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spades_site.accounts.models import User
from spades_site.common.forms import (
    REASON_PLACES,
    PageForm,
    ReasonField,
    Unnamed,
    VersionField,
    key_of,
)
from spades_site.common.refusals import Code
from tournaments.events.models import Match
from tournaments.organizer.forms.running import PERSON_PLACES

Act = Callable[[User, dict[str, Any]], object]


@dataclass(frozen=True)
class Question:
    """A question: `title` names the object, `effect` explains the consequences, `button` is the label of the action
    `act`.

    `reason` is a reason to suggest, None if no reason is needed; `is_read`: others see it, not only the log. `seen` are
    the people shown as absent, `names` the names listed as absent, `version` the version of anything else shown.
    `fields` are further inputs, `warning` points out something unusual.
    """

    title: str
    effect: str
    button: str
    done: str | Callable[[Any], str]
    act: Act
    reason: str | None = None
    is_read: bool = True
    kind: str = "primary"
    seen: Collection[int] = ()
    version: int | None = None
    names: list[str] = field(default_factory=list)
    warning: str = ""
    fields: Mapping[str, forms.Field] = field(default_factory=dict)
    about: Match | None = None
    """The match to name in the message."""

    def told(self, made: Any) -> str:
        """Return the message after the action, naming the match concerned."""
        sentence = self.done if isinstance(self.done, str) else self.done(made)
        return about_match(self.about, sentence)


def about_match(match: Match | None, sentence: str) -> str:
    """Prefix a message with the match: "Round 1, table 4, a & b – c & d: The match is decided."."""
    if match is None:
        return sentence
    place = _("Round %(n)s, table %(table)s") % {"n": match.round.number, "table": match.number}
    return f"{place}, {match.title}: {sentence}"


TIME_CODES: Final[tuple[Code, ...]] = ("time_past", "before_window", "postpone_late", "two_at_once")


class AskForm(PageForm):
    """The form that answers a question of the desk."""

    ids, part = "ask", "#question"
    stale = frozenset({"stale"})
    places = {
        **REASON_PLACES,
        **PERSON_PLACES,
        **dict.fromkeys(("already_seated", "plays_elsewhere", "knows_the_cards"), "username"),
        "text_empty": "text",
        "not_at_table": "out",
        "not_in_entry": "out",
        **dict.fromkeys(("team_size", "not_in_roster", "rating_range"), "players"),
        "name_taken": "name",
        **dict.fromkeys(TIME_CODES, "starts_at"),
    }
    seen = forms.CharField(required=False, widget=Unnamed)
    expected_version = VersionField()
    reason = ReasonField(help_text=gettext_lazy("The people concerned read it."))

    def __init__(self, *args: Any, question: Question, **kwargs: Any) -> None:
        initial = {
            "seen": " ".join(map(str, question.seen)),
            "expected_version": question.version,
        }
        super().__init__(*args, initial=initial, **kwargs)
        self.button, self.kind = question.button, question.kind
        if question.reason is None:
            del self.fields["reason"]
        else:
            self.fields["reason"].widget.suggestions = (question.reason,)
            if not question.is_read:
                self.fields["reason"].help_text = _("It is kept in the log.")
        self.fields.update(question.fields)
        self.order_fields([*question.fields, *self.fields])

    def clean_seen(self) -> list[int]:
        """Return the people's keys."""
        return [key_of(key) for key in str(self.cleaned_data["seen"]).split()]
