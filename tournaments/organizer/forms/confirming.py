"""A field in which somebody confirms a far-reaching action by typing a name."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from spades_site.common.folding import fold_name
from spades_site.common.forms import TextField
from spades_site.common.text import LONGEST_NAME


class ConfirmingField(TextField):
    """A field in which the user confirms an action by typing the name of its object."""

    def __init__(self, *, name: str, label: str) -> None:
        super().__init__(label=label, max_length=LONGEST_NAME)
        self.name = name

    def clean(self, value: Any) -> str:
        """Return the name. Raises ValidationError "other_name"."""
        name = str(super().clean(value))
        if fold_name(name) != fold_name(self.name):
            raise ValidationError(
                _("That isn’t its name. Enter “%(name)s”."), "other_name", {"name": self.name}
            )
        return name
