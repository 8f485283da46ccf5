"""The data of pages and feeds."""
