"""Permissions at tables: seeing, sitting, and writing to one another."""
