"""Fields of models that more than one app needs."""

import json
from typing import Any

from django.db import models

from games.engine.said import Sentence, restored
from spades_site.common.telling import stored

_MARK = '{"said"'


class SentencesField(models.JSONField):
    """A list of sentences that keep what they were made of, so that every reader gets them in their own language."""

    def deconstruct(self) -> Any:
        """Return it as the JSON field that it is in the database."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """Return the sentences as they were when they were saved."""
        return [restored(each) for each in super().from_db_value(value, expression, connection)]

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        """Return the sentences with their parts, for the database."""
        if isinstance(value, list):
            value = [stored(each) for each in value]
        return super().get_db_prep_value(value, connection, prepared)


class _OneSentence:
    """What the fields below share: a text that people or the platform wrote. The platform's keeps what it was made of."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """Return a sentence as it was when it was saved; what people wrote, as it is."""
        if not isinstance(value, str) or not value.startswith(_MARK):
            return value
        return restored(json.loads(value))

    def get_prep_value(self, value: Any) -> Any:
        """Return the text for the database. Nothing that people type is taken for a sentence of the platform's."""
        if isinstance(value, Sentence):
            return json.dumps(value.to_dict(), ensure_ascii=False)
        text = super().get_prep_value(value)  # type: ignore[misc]
        return f" {text}" if isinstance(text, str) and text.startswith(_MARK) else text


class SentenceField(_OneSentence, models.CharField):
    """A short text, perhaps a sentence of the platform's."""

    def deconstruct(self) -> Any:
        """Return it as the text field that it is in the database."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class LongSentenceField(_OneSentence, models.TextField):
    """A text of any length, perhaps a sentence of the platform's."""

    def deconstruct(self) -> Any:
        """Return it as the text field that it is in the database."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs
