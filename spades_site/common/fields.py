"""Model fields used by more than one app."""

import json
from typing import Any

from django.db import models

from games.engine.sentences import Sentence, restored
from spades_site.common.translation import to_json

_MARK = '{"message"'


class SentencesField(models.JSONField):
    """A list of sentences, stored with their templates and values so that every reader gets them in their own language."""

    def deconstruct(self) -> Any:
        """Return the definition of a plain JSON field, which it is in the database."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """Return the stored sentences; none for the missing row of an outer join."""
        stored = super().from_db_value(value, expression, connection)
        return [restored(each) for each in stored or ()]

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        """Return the sentences with their templates and values, for the database."""
        if isinstance(value, list):
            value = [to_json(each) for each in value]
        return super().get_db_prep_value(value, connection, prepared)


class _OneSentence:
    """The base of the fields below: a person's text, or a sentence of the platform with its template and values."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """Return a stored sentence as a Sentence; return what people wrote unchanged."""
        if not isinstance(value, str) or not value.startswith(_MARK):
            return value
        return restored(json.loads(value))

    def get_prep_value(self, value: Any) -> Any:
        """Return the value for the database, escaping people's texts that look like stored sentences."""
        if isinstance(value, Sentence):
            return json.dumps(value.to_dict(), ensure_ascii=False)
        text = super().get_prep_value(value)  # type: ignore[misc]
        return f" {text}" if isinstance(text, str) and text.startswith(_MARK) else text


class SentenceField(_OneSentence, models.CharField):
    """A short text or sentence."""

    def deconstruct(self) -> Any:
        """Return the definition of a plain text field, which it is in the database."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class LongSentenceField(_OneSentence, models.TextField):
    """A text or sentence of any length."""

    def deconstruct(self) -> Any:
        """Return the definition of a plain text field, which it is in the database."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs
