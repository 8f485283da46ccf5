"""Lists as CSV: read line by line, carried out whole or not at all, and written."""
