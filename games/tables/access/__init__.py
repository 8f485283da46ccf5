"""Permissions at tables: who may see a table, sit down at it, and write to whom."""
