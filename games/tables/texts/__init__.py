"""The texts of the tables' pages, in the reader's language."""
