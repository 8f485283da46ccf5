"""Chat at the table, blocks and reports."""
