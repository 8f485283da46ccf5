"""The form for entries from a spreadsheet."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from spades_site.common.forms import CsvFileField, PageForm, Words


class ImportForm(PageForm):
    """Entries from a spreadsheet, pasted or as a file. `words` has the help text and an example."""

    LARGEST: ClassVar[int] = 100_000
    ids = "import"
    places = dict.fromkeys(("import_empty", "import_long", "import_wrong"), "text")
    text = forms.CharField(
        label=_("Lines"),
        max_length=LARGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 10, "autocapitalize": "none", "spellcheck": "false"}),
    )
    file = CsvFileField(label=_("Or a CSV file"), longest=LARGEST)

    def __init__(self, *args: Any, words: Words, example: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].help_text = str(words)
        for name in ("text", "file"):
            # One of the two is required, so neither is marked as optional.
            self.fields[name].usual = ""  # type: ignore[attr-defined]
        self.fields["text"].widget.attrs["placeholder"] = example

    def clean(self) -> dict[str, Any]:
        """Use the file's text, if a file was sent."""
        values: dict[str, Any] = super().clean() or {}
        if values.get("file") is not None:
            values["text"] = values["file"]
        return values
