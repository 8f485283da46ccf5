"""docs/data-model.md matches the models."""

from tools.data_model import DOCUMENT, renewed


def test_the_document_has_every_model_and_what_it_points_to() -> None:
    document = DOCUMENT.read_text()
    assert document == renewed(document), "run python -m tools.data_model"
    assert "| **Entry** |" in document
    assert "tables_Table |o--o" in document
