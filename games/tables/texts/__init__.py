"""What the table's pages say, in the reader's language."""
