"""Fields of models that more than one app needs."""

from typing import Any

from django.db import models

from games.engine.said import restored
from spades_site.common.telling import stored


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
